"""What a game promises (`state`, `game`), the checked table, records, and the types of bots.

It imports no other package of ours at run time: `presentation` only for type checking.
"""
