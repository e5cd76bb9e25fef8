"""Notices: people who are not looking are told that a table waits for them."""
