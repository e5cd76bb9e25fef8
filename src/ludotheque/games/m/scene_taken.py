"""M: what everybody has taken, a tally for each colour (M-19)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ludotheque.games.m.data import COLOUR, COLOURS, is_zero
from ludotheque.games.m.notation import CARD
from ludotheque.games.m.rules_scores import COLOURS_FOR, ranked_colours
from ludotheque.games.m.sentences import card_name
from ludotheque.presentation.scene import Piece

if TYPE_CHECKING:
    from ludotheque.core.words import Words
    from ludotheque.games.m.observation import Public

MINUS: Final = "\N{MINUS SIGN}"
TALLY_CACHE_SIZE: Final = 4096  # seats and what they took: a move changes one of them at most


def taken(public: Public, words: Words) -> list[Piece]:
    """The tallies of all seats, best colours first."""
    tallies = [_tallies(seat, kinds, words) for seat, kinds in enumerate(public.taken)]
    return [piece for own in tallies for piece in own]


@lru_cache(TALLY_CACHE_SIZE)
def _tallies(seat: int, kinds: tuple[int, ...], words: Words) -> list[Piece]:
    pieces = []
    for order, (points, colour) in enumerate(ranked_colours(kinds)):
        cards = [kind for kind in kinds if COLOUR[kind] == colour]
        if cards:
            is_against = order >= COLOURS_FOR and points > 0
            pieces.append(_tally(seat, cards, points, order, is_against, words))
    return pieces


def _tally(
    seat: int, cards: list[int], points: int, order: int, is_against: bool, words: Words
) -> Piece:
    """One colour, named after the card that came last, which is seen to come."""
    letter = COLOURS[COLOUR[cards[-1]]]
    key = "piece.tally.against" if is_against else "piece.tally"
    label = words.say(key, colour=words.say(f"colour.{letter}"), points=points)
    return Piece(
        f"tally:{seat}:{letter}" if is_zero(cards[-1]) else f"card:{CARD[cards[-1]]}",
        f"tally-{letter}",
        f"seat{seat}",
        label,
        (float(order), 0.0),
        value=f"{MINUS}{points}" if is_against else str(points),
        marks=("against",) if is_against else (),
        tip=f"{label} {', '.join(card_name(kind, words) for kind in cards)}.",
        origin="board",
    )
