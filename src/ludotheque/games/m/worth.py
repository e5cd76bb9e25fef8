"""M: what a position is worth to a seat, and what it leaves to the next.

Holes with many neighbours are gifts to the next player, who takes the chips from you; a scoring is
worth what the cards that come back to you are worth; a third colour costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import count_bits
from ludotheque.games.m.data import BESIDE, HAND
from ludotheque.games.m.moves import CHOOSING_LINE, LAY, LINE_ROW, TAKE, TAKING
from ludotheque.games.m.rules import M

if TYPE_CHECKING:
    from ludotheque.core.state import Move, Seat

CHIP_SWING: Final = 20  # a chip lost is one won by another
READY_LINE: Final = 6  # what a line of four that others may complete is feared to cost


def appraise(world: M, seat: Seat, move: Move) -> float:
    """How much better, in points, a move leaves a seat against the others."""
    after = world.clone()
    after.apply(seat, move)
    finish_scoring(after)
    value = standing(after, seat) - standing(world, seat)
    if LAY <= move < TAKE:
        value -= gift(after)
    return value


def standing(state: M, seat: Seat) -> float:
    """A seat's score against the mean of the others'."""
    scores = state.scores()
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


def finish_scoring(state: M) -> None:
    """Let all take what is best for themselves until the line is scored."""
    while state.phase in (CHOOSING_LINE, TAKING):
        taker = state.seat
        if state.phase == CHOOSING_LINE:
            state.apply(taker, LINE_ROW)
        else:
            state.apply(taker, best_take(state, taker))


def best_take(state: M, seat: Seat) -> Move:
    """The card of the line that adds most to a seat's score, the dearest of equals."""
    colours = state.colour_points(seat)
    return max(state.legal_moves(seat), key=lambda move: take_value(state, colours, move))


def take_value(state: M, colours: list[int], move: Move) -> tuple[int, int]:
    """What taking a card adds to a score with these colours, and the value of the card."""
    colour, value = state.colour_and_value(move - TAKE)
    with_it = colours[:]
    with_it[colour] += value
    return _worth(with_it) - _worth(colours), value


def _worth(colours: list[int]) -> int:
    ordered = sorted(colours)
    return ordered[4] + ordered[3] - sum(ordered[:3])


def gift(state: M) -> float:
    """What the best hole, and lines nearly ready, are worth to the next player on average."""
    fitting: dict[int, int] = {}
    total = 0
    for kind, copies in state.unseen():
        total += copies
        for cell in state.playable(kind):
            fitting[cell] = fitting.get(cell, 0) + copies
    best = 0.0
    for cell, copies in fitting.items():
        chips = int(count_bits(state.occupied & BESIDE[cell])) - 1
        chance = 1 - (1 - copies / total) ** HAND
        best = max(best, chance * chips * CHIP_SWING)
    return best + READY_LINE * state.lines_of(4)
