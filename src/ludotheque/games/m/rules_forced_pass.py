"""M: what forced passes reveal about hands (M-11).

Players who must pass reveal that none of their cards fits the position of that moment. Everybody
may remember it, so imagined worlds respect it. How many cards of a hand may fit such a position is
counted from what is public: none at first, one more for each card drawn since, one less for each
card laid that must have been drawn since, because it fits this position or a later one. A bound of
four, the whole hand, reveals nothing.

The arrays belong to a state: ``max_fitting`` has POSITIONS_REMEMBERED numbers for each seat, and
``stuck`` a position of POSITION_SIZE numbers for each of these, in which the seat was stuck.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import i64, vec
from ludotheque.games.m.data import FEATURES, HAND_SIZE
from ludotheque.games.m.rules_geometry import fitting_cells, free_cells

POSITIONS_REMEMBERED: Final = 4  # of each seat that had to pass there, those that reveal most
POSITION_SIZE: Final = FEATURES + 2  # cells by feature, cells with a card, free cells


def note_forced_pass(
    max_fitting: vec[i64], stuck: vec[i64], seat: i64, features: vec[i64], cards: i64
) -> None:
    """A seat can lay nothing in this position; it replaces the one that reveals least."""
    first = seat * POSITIONS_REMEMBERED
    index = first
    for other in range(first + 1, first + POSITIONS_REMEMBERED):
        if max_fitting[other] > max_fitting[index]:
            index = other
    max_fitting[index] = 0
    start = index * POSITION_SIZE
    for i in range(FEATURES):
        stuck[start + i] = features[i]
    stuck[start + FEATURES] = cards
    stuck[start + FEATURES + 1] = free_cells(cards)


def note_draw(max_fitting: vec[i64], seat: i64) -> None:
    """A seat drew a card: it may fit any remembered position."""
    first = seat * POSITIONS_REMEMBERED
    for index in range(first, first + POSITIONS_REMEMBERED):
        max_fitting[index] += 1


def note_lay(max_fitting: vec[i64], stuck: vec[i64], seat: i64, kind: i64) -> None:
    """A seat laid a card: if it fits a remembered position, it was drawn since."""
    bound = _tightest_bound(max_fitting, stuck, seat, kind)
    first = seat * POSITIONS_REMEMBERED
    for index in range(first, first + POSITIONS_REMEMBERED):
        if bound <= max_fitting[index] < HAND_SIZE:
            max_fitting[index] -= 1


def _tightest_bound(max_fitting: vec[i64], stuck: vec[i64], seat: i64, kind: i64) -> i64:
    """The lowest bound of a seat's remembered positions that a card fits; HAND_SIZE if none."""
    lowest: i64 = HAND_SIZE
    first = seat * POSITIONS_REMEMBERED
    for index in range(first, first + POSITIONS_REMEMBERED):
        if max_fitting[index] < lowest and _fits_position(stuck, index, kind):
            lowest = max_fitting[index]
    return lowest


def may_hold(
    max_fitting: vec[i64], stuck: vec[i64], seat: i64, kind: i64, hands: vec[i64], size: i64
) -> bool:
    """Whether one more card in a hand of ``size`` agrees with all forced passes of the seat."""
    lowest = _tightest_bound(max_fitting, stuck, seat, kind)
    if lowest == HAND_SIZE:
        return True
    first = seat * POSITIONS_REMEMBERED
    for index in range(first, first + POSITIONS_REMEMBERED):
        bound = max_fitting[index]
        if lowest <= bound < HAND_SIZE:
            drawn_since: i64 = 0
            for slot in range(seat * HAND_SIZE, seat * HAND_SIZE + size):
                if _tightest_bound(max_fitting, stuck, seat, hands[slot]) <= bound:
                    drawn_since += 1
            if drawn_since >= bound:
                return False
    return True


def _fits_position(stuck: vec[i64], index: i64, kind: i64) -> bool:
    """(M-7, M-8) Whether a card of a kind could have been laid in a remembered position."""
    start = index * POSITION_SIZE
    cards = stuck[start + FEATURES]
    return fitting_cells(stuck, start, kind, cards, stuck[start + FEATURES + 1]) != 0
