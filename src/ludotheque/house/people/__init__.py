"""The people of the house: guests, accounts, passkeys, sessions, and how to erase somebody."""
