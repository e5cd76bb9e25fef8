"""Zwickern: the pieces and areas that a fact is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.games.zwickern.notation import CARD_NAMES

if TYPE_CHECKING:
    from ludotheque.core.state import Fact


def zwick_id(side: int, players: int) -> str:
    """The token of a side's open Zwicks, named by the seats of the side."""
    return f"zwick:{side}" if players == 3 else f"zwick:{side}+{side + 2}"


def targets(fact: Fact) -> tuple[str, ...]:
    """The pieces that a fact is about, the card that was played first."""
    about = fact.about
    match fact.kind:
        case "opened" | "added" | "fixed" | "built" | "penalty":
            return (CARD_NAMES[about[0]],)
        case "dealt":
            return tuple([CARD_NAMES[card] for card in fact.secret])
        case "captured":
            return tuple([CARD_NAMES[card] for card in (about[0], *about[2:])])
        case "left":
            return tuple([CARD_NAMES[card] for card in about])
        case "zwick" | "cancelled":  # of the seat, or of its pair
            return zwick_id(fact.seat, 3), zwick_id(fact.seat % 2, 4)
        case "scored":  # of a side
            return (f"heap{fact.seat}",)
        case _:
            return ()
