"""Zankapfel: the pieces and areas that a fact is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.games.zankapfel.scene_cards import sale_id
from ludotheque.games.zankapfel.scene_orchard import sign_id, wish_id
from ludotheque.games.zankapfel.scene_stage import fought_id, shown_id
from ludotheque.games.zankapfel.scene_words import cell_id, seat_area

if TYPE_CHECKING:
    from ludotheque.core.state import Fact


def targets(fact: Fact) -> tuple[str, ...]:  # noqa: C901 - one case a fact
    """The ids of what a fact is about, in the scene after it.

    A card that a viewer has laid has an id of its own: then the area is meant.
    """
    seat, is_own = fact.seat, bool(fact.secret)
    match fact.kind, fact.about:
        case "placed" | "moved", _:
            return ("mayor",)
        case "cleared", (cell,):
            return (cell_id(cell),)
        case "accepted", (_, cell, _):
            return (cell_id(cell),)
        case "proposed", _:
            return ("proposal",)
        case "offered", _:
            return (wish_id(seat),)
        case "laid", _ if not is_own:
            return (f"laid:{seat}",)
        case "revealed" | "coloured", _:
            return (shown_id(seat),)
        case "harvested" | "won", (colour, points, *_):
            return (sign_id(colour, points), f"pawn:{seat}")
        case "quarrel" | "tied", _:
            return ("quarrel",)
        case "quarrel_card", _:
            return ("quarrel",) if is_own else (f"fight:{seat}",)
        case "dice", (count, _) if count:
            return (f"dice:{seat}",)
        case "quarrel_shown", (number,) if number:
            return (fought_id(seat),)
        case "rolled", _:
            return (f"dice:{seat}",)
        case "round", _:
            return ("big-apple",)
        case "finished", _:
            return (f"pawn:{seat}",)
        case "turned", (card,):
            return (sale_id(card),)
        case "reshuffled", _:
            return ("pile",)
        case "dealt", _:
            return ("hand",) if is_own else ()
        case "bought" | "laid", _:
            return (seat_area(seat),)
        case _:  # what a seat does not do can't be seen
            return ()
