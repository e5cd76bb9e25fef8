"""Matchmaking: people who want to play the same are seated at one table, with bots for the rest."""
