"""M: the cards that each player has taken, as a tally for each colour (M-19)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ludotheque.games.m.data import COLOUR, COLOURS, is_zero
from ludotheque.games.m.rules_scores import SCORING_COLOURS, ranked_colours
from ludotheque.games.m.scene_board import card_id
from ludotheque.games.m.sentences import card_names, colour_name
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
    for rank, (points, colour) in enumerate(ranked_colours(kinds)):
        cards = [kind for kind in kinds if COLOUR[kind] == colour]
        if cards:
            pieces.append(_tally(seat, cards, points, rank, words))
    return pieces


def _tally(seat: int, cards: list[int], points: int, rank: int, words: Words) -> Piece:
    """One colour, with the id of the card taken last, so that clients can follow that card."""
    latest = cards[-1]
    colour = COLOUR[latest]
    is_against = rank >= SCORING_COLOURS and points > 0
    key = "piece.tally.against" if is_against else "piece.tally"
    label = words.say(key, colour=colour_name(colour, words), points=points)
    return Piece(
        f"tally:{seat}:{COLOURS[colour]}" if is_zero(latest) else card_id(latest),
        f"tally-{COLOURS[colour]}",
        f"seat{seat}",
        label,
        (float(rank), 0.0),
        value=f"{MINUS}{points}" if is_against else str(points),
        marks=("against",) if is_against else (),
        tip=f"{label} {card_names(cards, words)}.",
        origin="board",
    )
