"""Hosting a house: who gets in, and what its host may do. It knows no HTTP."""
