"""The house: where tables stand, people sit down, and nothing that was told is ever lost."""
