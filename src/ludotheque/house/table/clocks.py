"""Which paces there are, and which of them no clock can keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.house.refusals import Refused
from ludotheque.house.table.room import DAY

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.house.table.entries import Pace

PACES: Final = frozenset({"free", "move", "budget", "days"})


def check_pace(pace: Pace, game: Game) -> None:
    """Refuse a pace that no clock can keep."""
    if pace.mode not in PACES or not 0 <= pace.seconds <= 10**6 or not 0 <= pace.increment <= 3600:
        raise Refused("bad-pace", "a pace is free, move, budget or days, with seconds")
    if pace.limited() and not pace.seconds:
        raise Refused("bad-pace", "a clock needs seconds")
    if not 0 <= pace.together <= DAY or (pace.together and game.timed_phase is None):
        raise Refused(
            "bad-pace", f"together is 0 for {game.slug}, or at most a day where it is not"
        )
    if pace.together and pace.mode == "days":
        raise Refused("bad-pace", "who plays for days does nothing together")
