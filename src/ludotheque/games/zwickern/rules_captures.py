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

from itertools import product
from typing import Final

from ludotheque.core.fast import BIT, i64, lowest_bit, vec, zeros
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

MAX_PARTITION_STEPS: Final = 2000  # sets looked at in the test of one capture


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

    Each of the items can be worth at most that. First it is settled which of the equal two-value
    items count ten more: with one value each, most sets that can't be partitioned are found out by
    their sum, their parity, or the number of their large items.

    The work is bounded: after MAX_PARTITION_STEPS the search gives up, `gave_up` is set, and
    nothing is found. Sets that can be partitioned need far fewer; those that need more are many
    items which almost add up.
    """

    def __init__(self, entries: list[int], value: i64) -> None:
        self.value: Final[i64] = value
        self.groups: list[int] = []  # found by `find`, as sets of items
        self.gave_up: bool = False
        self.steps: i64 = 0  # sets looked at so far
        self._settled: list[int] = []  # ``64 * value + item``: items worth less than the value
        self._raisable: list[list[int]] = []  # the same, but equal items that may count ten more
        self._unused: vec[i64] = zeros(0)  # those being partitioned, the largest first
        self._failed: set[int] = set()  # sets of these that can't be partitioned
        raisable: dict[int, list[int]] = {}
        for entry in entries:
            low = entry >> (CARD_BITS + DUALS_BITS)
            numbered = low << CARD_BITS | entry & CARD_MASK
            if low == value:  # a group by itself, and part of no other
                self.groups.append(2 ** (entry & CARD_MASK))
            elif entry >> CARD_BITS & DUALS_MASK and low + DUAL_STEP <= value:
                raisable.setdefault(low, []).append(numbered)
            else:
                self._settled.append(numbered)
        self._raisable = [raisable[low] for low in sorted(raisable)]

    def find(self) -> bool:
        """Whether the items make whole groups, which `groups` then has."""
        alone = len(self.groups)
        for raised in product(*[range(len(equal) + 1) for equal in self._raisable]):
            if self._find_with(raised):
                return True
            del self.groups[alone:]
            if self.gave_up:
                return False
        return False

    def _find_with(self, raised: tuple[int, ...]) -> bool:
        """Whether there are whole groups if these numbers of equal items count ten more."""
        settled = self._settled[:]
        for count, equal in zip(raised, self._raisable, strict=True):
            for i, numbered in enumerate(equal):
                more = numbered + (DUAL_STEP << CARD_BITS) if i < count else numbered
                if more >> CARD_BITS == self.value:
                    self.groups.append(2 ** (more & CARD_MASK))
                else:
                    settled.append(more)
        settled.sort(reverse=True)
        self._unused = vec[i64](settled)
        self._failed = set()
        return self._search(BIT[len(settled)] - 1)

    def _search(self, unused: i64) -> bool:
        """Whether a set of items makes whole groups; the largest one leads the next group."""
        if unused == 0:
            return True
        self.steps += 1
        if self.steps > MAX_PARTITION_STEPS:
            self.gave_up = True
            return False
        if unused in self._failed or not self._is_possible(unused):
            return False
        lead = lowest_bit(unused)
        item = self._unused[lead]
        others = unused ^ BIT[lead]
        lacking = self.value - (item >> CARD_BITS)
        if self._extend_group(
            others, lead + 1, lacking, BIT[item & CARD_MASK], self._reachable(others)
        ):
            return True
        self._failed.add(int(unused))
        return False

    def _extend_group(
        self, unused: i64, start: i64, lacking: i64, items: i64, reachable: vec[i64]
    ) -> bool:
        """Whether a group can be filled up, from ``start`` on, and the rest be partitioned."""
        if lacking == 0:
            if self._search(unused):
                self.groups.append(int(items))
                return True
            return False
        tried: i64 = -1
        later = unused & ~(BIT[start] - 1)
        while later:
            i = lowest_bit(later)
            later &= later - 1
            added = self._unused[i] >> CARD_BITS
            if added == tried:  # an equal item was tried in its place
                continue
            tried = added
            if added > lacking or reachable[i + 1] & BIT[lacking - added] == 0:
                continue
            more = items | BIT[self._unused[i] & CARD_MASK]
            if self._extend_group(unused ^ BIT[i], i + 1, lacking - added, more, reachable):
                return True
            if self.gave_up:
                return False
        return False

    def _reachable(self, unused: i64) -> vec[i64]:
        """For each position the sums, as bits, of the sets of unused items from there on."""
        count: i64 = len(self._unused)
        reachable = zeros(count + 1)
        sums: i64 = 1
        reachable[count] = sums
        i = count
        while i > 0:
            i -= 1
            if unused & BIT[i]:
                sums |= sums_with(sums, self._unused[i] >> CARD_BITS, 0)
            reachable[i] = sums
        return reachable

    def _is_possible(self, unused: i64) -> bool:
        """Whether the sum and the number of the unused items allow whole groups: a quick test.

        An item is *large* if it counts more than half the value: no two of these share a group.
        Each item is worth less than the value, so a large one needs a small one with it, and a
        group without a large one needs two small ones. A group of an odd value needs an odd item.
        """
        value = self.value
        total: i64 = 0
        small: i64 = 0
        large: i64 = 0
        odd: i64 = 0
        while unused:
            worth = self._unused[lowest_bit(unused)] >> CARD_BITS
            unused &= unused - 1
            total += worth
            odd += worth & 1
            if 2 * worth > value:
                large += 1
            else:
                small += 1
        groups = total // value
        if groups * value != total or large > groups:
            return False
        if value & 1 and odd < groups:
            return False
        return large + 2 * (groups - large) <= small
