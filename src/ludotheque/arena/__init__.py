"""Contests between players: fair seats, the same deals for all, and figures with their doubt."""
