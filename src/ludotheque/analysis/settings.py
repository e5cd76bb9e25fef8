"""What the analysis needs to be told about a game: the optional ``analysis.json`` in its folder."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from ludotheque.core.game import Game

FILE: Final = "analysis.json"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of `FILE`."""

    # Kinds of luck (the first word of their notation) that surely decide something, each with the
    # factor on what the chances say of it: see `ludotheque.research.luck`.
    luck: dict[str, float] = {}
    # Options of games that are mined for puzzles: those that leave nothing to be remembered.
    puzzles: dict[str, bool | int | str] = {}


@cache
def settings_of(game: Game) -> Settings:
    """The settings of a game; the defaults if it has none."""
    path = game.folder() / FILE
    if not path.is_file():
        return Settings()
    return msgspec.json.decode(path.read_bytes(), type=Settings)
