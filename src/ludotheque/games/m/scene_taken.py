"""M: what everybody has taken, a tally for each colour (M-19)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ludotheque.games.m.data import COLOUR, COLOURS, POINTS, is_zero
from ludotheque.games.m.notation import CARD
from ludotheque.games.m.picture import card_name
from ludotheque.presentation.scene import Piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words
    from ludotheque.games.m.observation import Public

FOR: Final = 2  # colours that count for a player
MINUS: Final = "\N{MINUS SIGN}"
TALLY_CACHE_SIZE: Final = 4096  # a move changes one of them at most


def taken(public: Public, words: Words) -> list[Piece]:
    """The tallies of all seats, best colours first."""
    tallies = [_tallies(seat, kinds, words) for seat, kinds in enumerate(public.taken)]
    return [piece for own in tallies for piece in own]


@lru_cache(TALLY_CACHE_SIZE)
def _tallies(seat: int, kinds: tuple[int, ...], words: Words) -> list[Piece]:
    colours = [[kind for kind in kinds if COLOUR[kind] == colour] for colour in range(len(COLOURS))]
    order = sorted(((points(cards), colour) for colour, cards in enumerate(colours)), reverse=True)
    return [
        _tally(seat, colour, colours[colour], rank, words)
        for rank, (_, colour) in enumerate(order)
        if colours[colour]
    ]


def _tally(seat: int, colour: int, cards: Sequence[int], rank: int, words: Words) -> Piece:
    """One colour, named after the card that came last, which is seen to come."""
    worth = points(cards)
    against = rank >= FOR and worth > 0
    letter = COLOURS[colour]
    name = f"card:{CARD[cards[-1]]}" if not is_zero(cards[-1]) else f"tally:{seat}:{letter}"
    key = "piece.tally.against" if against else "piece.tally"
    label = words.say(key, colour=words.say(f"colour.{letter}"), points=worth)
    tip = f"{label} {', '.join(card_name(kind, words) for kind in cards)}."
    value = f"{MINUS}{worth}" if against else str(worth)
    marks = ("against",) if against else ()
    at = (float(rank), 0.0)
    return Piece(
        name,
        f"tally-{letter}",
        f"seat{seat}",
        label,
        at,
        value=value,
        marks=marks,
        tip=tip,
        origin="board",
    )


def points(cards: Sequence[int]) -> int:
    """What some cards are worth together."""
    return sum(POINTS[kind] for kind in cards)
