"""The house: where people, bots and programs meet at tables."""
