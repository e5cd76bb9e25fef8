"""Zwickern: which items add up to which values, the arithmetic of captures (ZW-6, ZW-10).

The *amount* of a set of items is ``64 * low + duals``: the sum of their lower or only values, and
how many of them may count ten more. Amounts are added like numbers; each stands for the values low,
low + 10, and so on up to low + 10 * duals.

An *entry* is ``64 * amount + top card`` of one item. A *group* is ``32 * items + value``: a set of
items that can be worth that value together.

Groups are found in a *work area*: the part of a buffer from ``base`` on, with the entries, a stack,
then the groups found, up to the end of the buffer. The buffer that `State.choices_into` is given,
of MAX_CHOICES numbers, has room for MAX_OFFERED moves; the rest of it is a work area with room for
312 groups, and whatever the caller had there is overwritten.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, i64, lowest_bit, vec
from ludotheque.games.zwickern.data import DUAL_STEP, FACE_VALUE, IS_DUAL, LOW_VALUE, MAX_VALUE
from ludotheque.games.zwickern.moves import (
    BUILD_VALUE_UNIT,
    CARD_BITS,
    CARD_MASK,
    build_move,
    capture_move,
)

DUALS_BITS: Final = 6
DUALS_MASK: Final = 63
VALUE_BITS: Final = 5
VALUE_MASK: Final = 31

# Where the parts of a work area begin; entries and stack have a number for each card
STACK_OFFSET: Final = 56
GROUPS_OFFSET: Final = 112

# What is offered, at most
MAX_OFFERED: Final = 600  # moves, and where the work area begins
MAX_UNITED_GROUPS: Final = 12  # groups of a value that are also offered united with others
CAPTURES_PER_GROUP: Final = 4  # alone and united, each with and without optional piles worth 0
BUILDS_PER_ITEM: Final = 6  # with one card

RAISED_IS_LARGE_BELOW: Final = 22  # a value: an item that counts ten more counts at least 11


def amount_of(low: i64, is_dual: i64) -> i64:
    """The amount of one item."""
    return low << DUALS_BITS | is_dual


# Groups


def find_groups(buffer: vec[i64], base: i64, count: i64, wanted: i64) -> i64:
    """(ZW-6) Write all groups of ``count`` entries that have a wanted value; return their end.

    Depth first: each entry is added to the items chosen so far, and later entries to these, as long
    as the highest wanted value is not exceeded. It stops when the buffer is full.
    """
    limit = _highest(wanted)
    entries_end = base + count
    stack = base + STACK_OFFSET  # of the positions just after the entries chosen
    end = base + GROUPS_OFFSET
    chosen: i64 = 0
    amount: i64 = 0
    at = base
    while True:
        while at < entries_end:
            entry = buffer[at]
            at += 1
            more = amount + (entry >> CARD_BITS)
            low = more >> DUALS_BITS
            if low > limit:
                continue
            items = chosen | BIT[entry & CARD_MASK]
            value = low
            highest = min(limit, low + DUAL_STEP * (more & DUALS_MASK))
            while value <= highest:
                if wanted & BIT[value]:
                    if end == len(buffer):
                        return end
                    buffer[end] = items << VALUE_BITS | value
                    end += 1
                value += DUAL_STEP
            if low < limit:  # choose the entry
                buffer[stack] = at
                stack += 1
                chosen = items
                amount = more
        if stack == base + STACK_OFFSET:
            return end
        stack -= 1  # go on without the entry chosen last
        at = buffer[stack]
        entry = buffer[at - 1]
        chosen ^= BIT[entry & CARD_MASK]
        amount -= entry >> CARD_BITS


def _highest(values: i64) -> i64:
    """The highest of a set of values, given as bits; 0 if it is empty."""
    value: i64 = MAX_VALUE
    while value > 0 and values & BIT[value] == 0:
        value -= 1
    return value


def sums_with(sums: i64, low: i64, is_dual: i64) -> i64:
    """Sums, as bits, with an item added at each of its values; those that a card can have."""
    if low > MAX_VALUE:
        return 0
    more = sums << low
    if is_dual:
        more |= more << DUAL_STEP
    return more & (BIT[MAX_VALUE + 1] - 1)


# Moves offered to a playout or a search


def captures_into(
    out: vec[i64], count: i64, groups_end: i64, face: i64, *, always: i64, optional: i64
) -> i64:
    """(ZW-6) Offer to take each group of the face's value, alone and united with others.

    (ZW-10) The piles worth 0 that ``always`` go with a capture are added to each; every capture is
    offered without and with the ``optional`` ones.
    """
    value = FACE_VALUE[face]
    first = count
    united: i64 = 0
    for i in range(MAX_OFFERED + GROUPS_OFFSET, groups_end):
        if out[i] & VALUE_MASK != value:
            continue
        if count + CAPTURES_PER_GROUP > MAX_OFFERED:
            return count
        items = out[i] >> VALUE_BITS
        move = capture_move(face, items | always)
        # From 20 on one group can be the same set as two: 1+2+8+9, or 11+9 and 12+8.
        if value < 2 * DUAL_STEP or not _is_offered(out, first, count, move):
            count = _capture_into(out, count, move, optional)
        if united < MAX_UNITED_GROUPS:
            united += 1
            items = _united(out, groups_end, value, items)
            move = capture_move(face, items | always)
            if not _is_offered(out, first, count, move):
                count = _capture_into(out, count, move, optional)
    return count


def _capture_into(out: vec[i64], count: i64, move: i64, optional: i64) -> i64:
    """Offer a capture, and if there are optional items also with these."""
    out[count] = move
    if optional == 0:
        return count + 1
    out[count + 1] = move | capture_move(0, optional)
    return count + 2


def _united(out: vec[i64], groups_end: i64, value: i64, items: i64) -> i64:
    """A group with all further groups of its value that share no item with it or each other."""
    for i in range(MAX_OFFERED + GROUPS_OFFSET, groups_end):
        group = out[i]
        if group & VALUE_MASK == value and group >> VALUE_BITS & items == 0:
            items |= group >> VALUE_BITS
    return items


def _is_offered(out: vec[i64], first: i64, count: i64, move: i64) -> bool:
    while first < count:
        if out[first] == move:
            return True
        first += 1
    return False


def builds_into(out: vec[i64], count: i64, card: i64, entry: i64, allowed: i64) -> i64:
    """(ZW-10) Offer to put a card on the item of an entry, for each of the allowed values."""
    amount = entry >> CARD_BITS
    low = amount >> DUALS_BITS
    is_dual = amount & DUALS_MASK
    move = build_move(card, entry & CARD_MASK, 0)
    duals = is_dual + IS_DUAL[card]
    count = _values_into(out, count, move, low + LOW_VALUE[card], duals, allowed)
    if is_dual and LOW_VALUE[card] == DUAL_STEP // 2:
        duals -= 1  # the higher value minus 5 is the lower one plus 5, offered already
    least = low - LOW_VALUE[card] - DUAL_STEP * IS_DUAL[card]
    return _values_into(out, count, move, least, duals, allowed)


def _values_into(out: vec[i64], count: i64, move: i64, value: i64, duals: i64, allowed: i64) -> i64:
    """Offer a build at a value and, for each dual card, at one ten higher, where allowed."""
    highest = value + DUAL_STEP * duals
    while value <= highest and value <= MAX_VALUE:
        if value >= 0 and allowed & BIT[value]:
            out[count] = move + value * BUILD_VALUE_UNIT
            count += 1
        value += DUAL_STEP
    return count


# Testing one capture


class Partition:
    """A search for groups, each worth exactly ``value``, that use every item of the entries once.

    Each of the items is worth less than that.
    """

    def __init__(self, entries: list[int], value: i64) -> None:
        entries.sort(reverse=True)
        self.entries: Final[vec[i64]] = vec[i64](entries)
        self.value: Final[i64] = value
        self.groups: list[int] = []  # found by `search`, as sets of items
        self.failed: set[int] = set()  # sets of entries that can't be partitioned

    def search(self, unused: i64) -> bool:
        """Whether a set of entries makes whole groups; the largest one leads the next group."""
        if unused == 0:
            return True
        if unused in self.failed or not self._is_possible(unused):
            return False
        lead = lowest_bit(unused)
        entry = self.entries[lead]
        if self._extend_group(
            unused ^ BIT[lead], lead + 1, entry >> CARD_BITS, BIT[entry & CARD_MASK]
        ):
            return True
        self.failed.add(int(unused))
        return False

    def _extend_group(self, unused: i64, start: i64, amount: i64, items: i64) -> bool:
        """Whether a group can be filled up, from ``start`` on, and the rest be partitioned."""
        lacking = self.value - (amount >> DUALS_BITS)
        if lacking % DUAL_STEP == 0 and lacking <= DUAL_STEP * (amount & DUALS_MASK):
            if self.search(unused):
                self.groups.append(int(items))
                return True
        tried: i64 = -1
        later = unused & ~(BIT[start] - 1)
        while later:
            i = lowest_bit(later)
            later &= later - 1
            added = self.entries[i] >> CARD_BITS
            if added >> DUALS_BITS > lacking or added == tried:
                continue
            tried = added
            more = items | BIT[self.entries[i] & CARD_MASK]
            if self._extend_group(unused ^ BIT[i], i + 1, amount + added, more):
                return True
        return False

    def _is_possible(self, unused: i64) -> bool:
        """Whether the sum and the number of the unused items allow whole groups: a quick test.

        An item is *large* if it counts more than half the value: no two of these share a group.
        Each item is worth less than the value, so a large one needs a small one with it, and a
        group without a large one needs two small ones. *Raised* items, those that count ten more,
        are large for values below 22; one that is then worth exactly the value is a group by
        itself.
        """
        value = self.value
        total: i64 = 0
        small: i64 = 0
        large: i64 = 0
        raisable: i64 = 0  # small items that may count ten more
        exact: i64 = 0  # of these, those that are then worth the value
        while unused:
            amount = self.entries[lowest_bit(unused)] >> CARD_BITS
            unused &= unused - 1
            low = amount >> DUALS_BITS
            total += low
            if 2 * low > value:
                large += 1
            else:
                small += 1
            if amount & DUALS_MASK and low + DUAL_STEP <= value:
                raisable += 1
                exact += 1 if low + DUAL_STEP == value else 0
        for raised in range(raisable + 1):
            groups = (total + DUAL_STEP * raised) // value
            if groups * value != total + DUAL_STEP * raised:
                continue
            if value >= RAISED_IS_LARGE_BELOW:
                return True
            groups_of_small = groups - large - raised
            if groups_of_small >= 0:
                needed = large + max(0, raised - exact) + 2 * groups_of_small
                if needed <= small - raised:
                    return True
        return False
