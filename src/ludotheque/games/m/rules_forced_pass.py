"""M: what forced passes reveal about hands (M-11).

Players who must pass reveal that none of their cards fits the table of that moment. Everybody may
remember it, so imagined worlds respect it. How many cards of a hand may fit a table that its player
refused is counted from what all can see: none at first, one more for each card drawn since, one
less for each card laid since that would have fitted. Four reveal nothing any more.

The arrays belong to a state: ``max_fitting`` has TABLES_REMEMBERED numbers for each seat, and
``tables`` a table of TABLE_SIZE numbers for each of these.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import i64, vec
from ludotheque.games.m.data import COLOUR, FEATURES, HAND_SIZE, SYMBOL_FEATURE, VALUE_FEATURE
from ludotheque.games.m.rules_geometry import neighbours

TABLES_REMEMBERED: Final = 4  # refused by each seat, those that reveal most
TABLE_SIZE: Final = FEATURES + 2  # cells by feature, cells with a card, free cells


def note_forced_pass(
    max_fitting: vec[i64], tables: vec[i64], seat: i64, features: vec[i64], cards: i64, free: i64
) -> None:
    """A seat can lay nothing on this table; it replaces the one that reveals least."""
    index = seat * TABLES_REMEMBERED
    for other in range(index + 1, seat * TABLES_REMEMBERED + TABLES_REMEMBERED):
        if max_fitting[other] > max_fitting[index]:
            index = other
    max_fitting[index] = 0
    start = index * TABLE_SIZE
    for i in range(FEATURES):
        tables[start + i] = features[i]
    tables[start + FEATURES] = cards
    tables[start + FEATURES + 1] = free


def note_draw(max_fitting: vec[i64], seat: i64) -> None:
    """A seat drew a card: it may fit any table refused before."""
    for index in range(seat * TABLES_REMEMBERED, seat * TABLES_REMEMBERED + TABLES_REMEMBERED):
        max_fitting[index] += 1


def note_lay(max_fitting: vec[i64], tables: vec[i64], seat: i64, kind: i64) -> None:
    """A seat laid a card: if it fits a refused table, it was one of those drawn since."""
    lowest = lowest_max_fitting(max_fitting, tables, seat, kind)
    if lowest < HAND_SIZE:
        for index in range(seat * TABLES_REMEMBERED, seat * TABLES_REMEMBERED + TABLES_REMEMBERED):
            if lowest <= max_fitting[index] < HAND_SIZE:
                max_fitting[index] -= 1


def lowest_max_fitting(max_fitting: vec[i64], tables: vec[i64], seat: i64, kind: i64) -> i64:
    """The lowest bound among a seat's refused tables that a card fits; HAND_SIZE without any."""
    found: i64 = HAND_SIZE
    for index in range(seat * TABLES_REMEMBERED, seat * TABLES_REMEMBERED + TABLES_REMEMBERED):
        if max_fitting[index] < found and _fits_table(tables, index, kind):
            found = max_fitting[index]
    return found


def may_hold(
    max_fitting: vec[i64], tables: vec[i64], seat: i64, kind: i64, hands: vec[i64], size: i64
) -> bool:
    """Whether one more card in a hand of ``size`` agrees with all forced passes of the seat."""
    lowest = lowest_max_fitting(max_fitting, tables, seat, kind)
    if lowest == HAND_SIZE:
        return True
    first = seat * HAND_SIZE
    for index in range(seat * TABLES_REMEMBERED, seat * TABLES_REMEMBERED + TABLES_REMEMBERED):
        bound = max_fitting[index]
        if lowest <= bound < HAND_SIZE:
            drawn_since: i64 = 0
            for slot in range(first, first + size):
                if lowest_max_fitting(max_fitting, tables, seat, hands[slot]) <= bound:
                    drawn_since += 1
            if drawn_since >= bound:
                return False
    return True


def _fits_table(tables: vec[i64], index: i64, kind: i64) -> bool:
    """(M-7, M-8) Whether a card of a kind could have been laid on a refused table."""
    start = index * TABLE_SIZE
    matching = tables[start + COLOUR[kind]] | tables[start + VALUE_FEATURE[kind]]
    matching |= tables[start + SYMBOL_FEATURE[kind]]
    non_matching = tables[start + FEATURES] & ~matching
    return tables[start + FEATURES + 1] & ~neighbours(non_matching) != 0
