"""Zwickern: what lies on the table, and what adds up to what (ZW-6, ZW-10)."""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, i64, lowest, vec, zeros
from ludotheque.core.state import State
from ludotheque.games.zwickern.data import CARDS, LOW, TEN, TWO
from ludotheque.games.zwickern.rules_hands import cards_of

# A group found on the table is ``32 * set of items + value``.
VALUE_BITS: Final = 5
VALUE_MASK: Final = 31
# The worth of items is ``64 * value`` at their lower values, plus how many could be ten more.
WORTH_BITS: Final = 6
TWOS_MASK: Final = 63
LISTED: Final = 2 * CARDS  # room for two numbers an item
LOOSE: Final = -1  # in place of a pile: a pile can be worth 0 (ZW-10)


class CardTable(State):
    """The part of a game that lies face up: loose cards and piles, named by their top cards."""

    def __init__(self, twin: CardTable | None) -> None:
        if twin is None:
            self.items: i64 = 0  # the top cards
            self.fresh: i64 = 0  # those of piles that got a card this round
            self.worthless: i64 = 0  # those of piles worth 0
            self.piles: vec[i64] = zeros(CARDS)  # 8 * value + last builder, or LOOSE
            self.stacks: vec[i64] = zeros(CARDS)  # all cards of the item with that top card
        else:
            self.items = twin.items
            self.fresh = twin.fresh
            self.worthless = twin.worthless
            self.piles = twin.piles[:]
            self.stacks = twin.stacks[:]

    # items come and go

    def put_loose(self, card: i64) -> None:
        """(ZW-11) Lay a card beside the others."""
        self.items |= BIT[card]
        self.piles[card] = LOOSE
        self.stacks[card] = BIT[card]

    def put_pile(self, card: i64, below: i64, value: i64, builder: i64) -> None:
        """(ZW-10, ZW-11) Make a card the top of a pile, with these cards below."""
        self.items |= BIT[card]
        self.fresh |= BIT[card]
        if value == 0:
            self.worthless |= BIT[card]
        self.piles[card] = 8 * value + builder
        self.stacks[card] = below | BIT[card]

    def lift(self, items: i64) -> i64:
        """Take items off the table; return all their cards."""
        self.items &= ~items
        self.fresh &= ~items
        self.worthless &= ~items
        cards: i64 = 0
        while items:
            cards |= self.stacks[lowest(items)]
            items &= items - 1
        return cards

    # values

    def low(self, item: i64) -> i64:
        """The value of a pile, or the lower or only one of a loose card."""
        pile = self.piles[item]
        return pile >> 3 if pile >= 0 else LOW[item]

    def is_two(self, item: i64) -> i64:
        """1 for a loose two-value card, else 0: a pile has one value."""
        return TWO[item] if self.piles[item] < 0 else 0

    def shown(self, item: i64) -> tuple[int, int, int, tuple[int, ...]]:
        """An item as all see it: top card, value and last builder of a pile, all its cards."""
        pile = self.piles[item]
        value, builder = (int(pile >> 3), int(pile & 7)) if pile >= 0 else (LOOSE, LOOSE)
        return int(item), value, builder, tuple(cards_of(self.stacks[item]))

    def has_pile(self, value: i64, builder: i64, but: i64) -> bool:
        """Whether a seat was the last to build a pile of this value, one item left out."""
        items = self.items & ~BIT[but]
        while items:
            if self.piles[lowest(items)] == 8 * value + builder:
                return True
            items &= items - 1
        return False

    def values_built_by(self, builder: i64, but: i64) -> i64:
        """The values of a seat's piles, one item left out, as bits; those that fit."""
        values: i64 = 0
        items = self.items & ~BIT[but]
        while items:
            pile = self.piles[lowest(items)]
            if pile >= 0 and pile & 7 == builder and pile >> 3 <= VALUE_MASK:
                values |= BIT[pile >> 3]
            items &= items - 1
        return values

    def builds_value(self, card: i64, item: i64, value: i64) -> bool:
        """(ZW-10) Whether a card put on an item can make this value, by plus or by minus.

        The value may be 0, and is never negative.
        """
        up = value - self.low(item) - LOW[card]
        if up >= 0 and up % TEN == 0 and up <= TEN * (self.is_two(item) + TWO[card]):
            return True
        down = value - self.low(item) + LOW[card]
        return (
            value >= 0 and down % TEN == 0 and -TEN * TWO[card] <= down <= TEN * self.is_two(item)
        )

    # captures

    def list_items(self, out: vec[i64], at: i64) -> i64:
        """Write the items, two numbers each: top card as a bit, and worth.

        Piles worth 0 come last, as they are in no group; return how many items come before them.
        """
        count: i64 = 0
        items = self.items & ~self.worthless
        while items:
            item = lowest(items)
            out[at] = items & -items
            out[at + 1] = self.low(item) << WORTH_BITS | self.is_two(item)
            at += 2
            count += 1
            items &= items - 1
        items = self.worthless
        while items:
            out[at] = items & -items
            out[at + 1] = 0
            at += 2
            items &= items - 1
        return count

    def groups(self, wanted: i64, limit: i64) -> list[int]:
        """(ZW-6) All groups worth a wanted value, at most ``limit``, without piles worth 0."""
        room: i64 = 256
        while True:
            out = zeros(LISTED + room)
            count = self.list_items(out, 0)
            end = grow_groups(
                out, 0, count, wanted=wanted, limit=limit, start=LISTED, end=LISTED + room
            )
            if end < LISTED + room:
                return [int(out[i]) for i in range(LISTED, end)]
            room *= 4

    def captures(self, value: i64) -> list[int]:
        """(ZW-6, ZW-10) All sets of items that split into groups of a value, sorted.

        Any piles worth 0 may go with them. There are up to twice as many sets with each further
        item, and each costs time and room.
        """
        sets: set[int] = set()
        for group in self.groups(BIT[value], value):
            items = group >> VALUE_BITS
            sets |= {items | other for other in sets if items & other == 0}
            sets.add(items)
        worthless = self.worthless
        while worthless:
            along = int(worthless & -worthless)
            sets |= {items | along for items in sets}
            worthless &= worthless - 1
        return sorted(sets)

    def splits(self, items: i64, value: i64) -> bool:
        """(ZW-6) Whether items can be split into groups that are each worth exactly a value.

        (ZW-10) Piles worth 0 may go with these, and are no capture by themselves.
        """
        items &= ~self.worthless
        if items == 0:
            return False
        worths: list[int] = []
        while items:
            item = lowest(items)
            low = self.low(item)
            if low > value:
                return False
            if low < value:  # else it is a group by itself, and of no other
                worths.append(low << WORTH_BITS | self.is_two(item))
            items &= items - 1
        worths.sort(reverse=True)
        return _splits(vec[i64](worths), BIT[len(worths)] - 1, value, set())


def grow_groups(
    out: vec[i64], at: i64, items: i64, *, wanted: i64, limit: i64, start: i64, end: i64
) -> i64:
    """Write all groups of the items listed at ``at`` from ``start`` on; stop at ``end``."""
    last = at + 2 * items
    return _grow(out, at, 0, 0, last=last, wanted=wanted, limit=limit, count=start, end=end)


def _grow(
    out: vec[i64],
    at: i64,
    chosen: i64,
    worth: i64,
    *,
    last: i64,
    wanted: i64,
    limit: i64,
    count: i64,
    end: i64,
) -> i64:
    """Add each later item to what is chosen, and write what then has a wanted value."""
    while at < last:
        more = worth + out[at + 1]
        value = more >> WORTH_BITS
        if value <= limit:
            items = chosen | out[at]
            highest = min(limit, value + TEN * (more & TWOS_MASK))
            has_room = value < limit
            while value <= highest:
                if wanted & BIT[value]:
                    if count == end:
                        return count
                    out[count] = items << VALUE_BITS | value
                    count += 1
                value += TEN
            if has_room:
                count = _grow(
                    out,
                    at + 2,
                    items,
                    more,
                    last=last,
                    wanted=wanted,
                    limit=limit,
                    count=count,
                    end=end,
                )
                if count == end:
                    return count
        at += 2
    return count


def _splits(worths: vec[i64], unused: i64, value: i64, failed: set[int]) -> bool:
    """Whether the unused items make whole groups; the largest one leads the next group."""
    if unused == 0:
        return True
    if unused in failed or not _could_add_up(worths, unused, value):
        return False
    lead = lowest(unused)
    if _fills(worths, unused ^ BIT[lead], lead + 1, worths[lead], value=value, failed=failed):
        return True
    failed.add(int(unused))
    return False


def _could_add_up(worths: vec[i64], unused: i64, value: i64) -> bool:
    """Whether the number of items and all they are worth could make whole groups.

    An item worth more than half the value can't share a group with another such, nor (below 22)
    with one that counts ten more; but it needs some small item, and other groups need two.
    """
    total: i64 = 0
    small: i64 = 0  # items worth half the value or less
    large: i64 = 0
    twos: i64 = 0  # small items that may count ten more
    alone: i64 = 0  # of these, those that are then a group by themselves
    while unused:
        worth = worths[lowest(unused)]
        unused &= unused - 1
        low = worth >> WORTH_BITS
        total += low
        if 2 * low > value:
            large += 1
        else:
            small += 1
        if worth & TWOS_MASK and low + TEN <= value:
            twos += 1
            alone += 1 if low + TEN == value else 0
    for higher in range(twos + 1):
        groups = (total + TEN * higher) // value
        if groups * value == total + TEN * higher:
            others = groups - large - higher
            if value >= 22:
                return True
            if others >= 0 and large + max(0, higher - alone) + 2 * others <= small - higher:
                return True
    return False


def _fills(
    worths: vec[i64], unused: i64, at: i64, worth: i64, *, value: i64, failed: set[int]
) -> bool:
    """Whether a group of this worth can be filled up, from ``at`` on, and the rest be split."""
    lacking = value - (worth >> WORTH_BITS)
    if lacking % TEN == 0 and lacking <= TEN * (worth & TWOS_MASK):
        if _splits(worths, unused, value, failed):
            return True
    tried: i64 = -1
    later = unused & ~(BIT[at] - 1)
    while later:
        i = lowest(later)
        later &= later - 1
        if worths[i] >> WORTH_BITS > lacking or worths[i] == tried:
            continue
        tried = worths[i]
        rest = unused ^ BIT[i]
        if _fills(worths, rest, i + 1, worth + tried, value=value, failed=failed):
            return True
    return False
