"""The contract of a game and the checked table; pure, and imports nothing else of ours."""
