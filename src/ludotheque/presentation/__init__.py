"""A game as people and programs meet it: scenes, rule sheets, lessons, arrays."""
