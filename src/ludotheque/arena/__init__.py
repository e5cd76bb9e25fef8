"""Matches between bots: balanced seating, equal deals, results with confidence intervals."""
