"""A table of the house: its log, its state, what may be done there, and who writes. No HTTP."""
