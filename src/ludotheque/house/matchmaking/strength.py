"""How strong a person is at a game, as matchmaking needs to know it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

# By person and game: the level of the game's bots that plays as strongly; "" if it is not known.
StrengthOf: TypeAlias = Callable[[str, str], Awaitable[str]]


async def unknown_strength(_person: str, _game: str) -> str:
    """Nobody's strength is known: everybody fits every wish."""
    return ""
