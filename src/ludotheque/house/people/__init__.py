"""The people of the house: guests, accounts, passkeys, sessions, and their erasure."""
