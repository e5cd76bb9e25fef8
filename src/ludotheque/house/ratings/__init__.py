"""Ratings and statistics: what finished games say of the people and bots who played them."""
