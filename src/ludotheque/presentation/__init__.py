"""A game for people and learning agents: scenes, rule sheets, lessons, arrays."""
