"""Zwickern: moves as numbers, and which of them a search is offered (ZW-6, ZW-10, ZW-11).

A move is ``128 * argument + kind``. Kinds below 72 are captures with that face; their argument is
the folded set of items. The argument of a build is ``4096 * value + 64 * item + card``.

The end of a buffer of choices is a scratch pad: the groups found on the table, then its items.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, i64, lowest, vec
from ludotheque.core.state import MAX_CHOICES
from ludotheque.games.zwickern.data import FACE_SHIFT, LOW, TEN, TWO, fold
from ludotheque.games.zwickern.rules_table import (
    LISTED,
    TWOS_MASK,
    VALUE_BITS,
    VALUE_MASK,
    WORTH_BITS,
)

KIND_BITS: Final = 7
KIND_MASK: Final = 127
ADD: Final = 72  # a loose card
FIX: Final = 73  # a face
BUILD: Final = 74
DEAL: Final = 75  # luck: a card to a hand
OPEN: Final = 76  # luck: a card to the table
BUILD_VALUE: Final = 12 + KIND_BITS  # where the value of a build stands

PAD_ITEMS: Final = MAX_CHOICES - LISTED
PAD_GROUPS: Final = 600  # as many choices are offered at most
BUILDS: Final = 6  # of one card on one item, at most
UNIONS: Final = 12  # groups of a value that are joined with others


def faces_of(card: int) -> list[int]:
    """A card at each of its values."""
    return [card, card + FACE_SHIFT] if TWO[card] else [card]


def build_move(card: i64, item: i64) -> i64:
    """The move that puts a card on an item, its value still to be written in."""
    return (item << 6 | card) << KIND_BITS | BUILD


def adds_into(hand: i64, out: vec[i64]) -> i64:
    """(ZW-11) Offer every card of the hand loose, two-value cards also fixed."""
    count: i64 = 0
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        out[count] = card << KIND_BITS | ADD
        count += 1
        if TWO[card]:
            out[count] = card << KIND_BITS | FIX
            out[count + 1] = (card + FACE_SHIFT) << KIND_BITS | FIX
            count += 2
    return count


def unions_into(
    out: vec[i64], end: i64, face: i64, value: i64, count: i64, *, along: i64, debts: i64
) -> i64:
    """(ZW-6) Offer each group of a value, and each joined with all others still there then.

    (ZW-10) Of the piles worth 0 those ``along`` go with every capture. Who takes ``debts`` too
    spares somebody else a penalty: each capture is offered with and without them.
    """
    first = count
    joined: i64 = 0
    for i in range(PAD_GROUPS, end):
        if out[i] & VALUE_MASK != value:
            continue
        if count + 4 > PAD_GROUPS:
            return count
        items = out[i] >> VALUE_BITS
        move = fold(items | along) << KIND_BITS | face
        # With a value of 20 or 30 one group can be the same set as two: 1+2+8+9, or 11+9 and 12+8.
        if value < 2 * TEN or not _is_offered(out, first, count, move):
            out[count] = move
            count += 1
            if debts:
                out[count] = move | fold(debts) << KIND_BITS
                count += 1
        if joined < UNIONS:
            joined += 1
            move = fold(_join(out, end, value, items) | along) << KIND_BITS | face
            if not _is_offered(out, first, count, move):
                out[count] = move
                count += 1
                if debts:
                    out[count] = move | fold(debts) << KIND_BITS
                    count += 1
    return count


def _join(out: vec[i64], end: i64, value: i64, items: i64) -> i64:
    """A group with all further groups of its value that share no item with it or each other."""
    for i in range(PAD_GROUPS, end):
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


def builds_into(out: vec[i64], at: i64, card: i64, allowed: i64, count: i64) -> i64:
    """(ZW-10) Offer the builds of a card on the item listed at ``at`` that have allowed values."""
    move = build_move(card, lowest(out[at]))
    worth = out[at + 1]
    steps = (worth & TWOS_MASK) + TWO[card] + 1
    value = (worth >> WORTH_BITS) + LOW[card]
    for _ in range(steps):
        if value <= VALUE_MASK and allowed & BIT[value]:
            out[count] = move | value << BUILD_VALUE
            count += 1
        value += TEN
    value = (worth >> WORTH_BITS) - LOW[card] - TEN * TWO[card]
    if (
        worth & TWOS_MASK and LOW[card] == 5
    ):  # minus 5 from the higher value is plus 5 to the lower one
        steps -= 1
    for _ in range(steps):
        if 0 <= value <= VALUE_MASK and allowed & BIT[value]:
            out[count] = move | value << BUILD_VALUE
            count += 1
        value += TEN
    return count
