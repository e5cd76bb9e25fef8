"""A table of the house: its log, its state, and what may be done at it. No HTTP."""
