"""The house: tables people and bots play at, and a store that never loses a move."""
