"""Zwickern: hands that keep what strict builds promised (ZW-10, option ``building``)."""

from __future__ import annotations

from ludotheque.core.fast import BIT, count_bits, i64, lowest
from ludotheque.games.zwickern.data import VALUES


def cards_of(cards: i64) -> list[int]:
    """A set of cards (or of values) as a list, in order."""
    found: list[int] = []
    while cards:
        found.append(int(lowest(cards)))
        cards &= cards - 1
    return found


def values_of(cards: i64) -> i64:
    """All values of some cards, as bits."""
    values: i64 = 0
    while cards:
        values |= VALUES[lowest(cards)]
        cards &= cards - 1
    return values


def promised_order(order: list[int], sizes: list[int], promises: list[int]) -> list[int]:
    """The same cards so ordered that hands of these sizes, cut off in turn, keep all promises."""
    hands = [0] * len(sizes)
    owed = [(seat, value) for seat in range(len(sizes)) for value in cards_of(promises[seat])]
    assert _place(owed, order, sizes, hands), "no hand keeps what was promised"
    rest = [card for card in order if sum(hands) >> card & 1 == 0]
    result: list[int] = []
    for seat in range(len(sizes)):
        kept = cards_of(hands[seat])
        lacking = sizes[seat] - len(kept)
        result += kept + rest[:lacking]
        rest = rest[lacking:]
    return result + rest


def _place(
    owed: list[tuple[int, int]], order: list[int], sizes: list[int], hands: list[int]
) -> bool:
    """Give each seat cards, the first that fit, with the values it owes."""
    if not owed:
        return True
    seat, value = owed[0]
    if values_of(hands[seat]) & BIT[value]:
        return _place(owed[1:], order, sizes, hands)
    if count_bits(hands[seat]) == sizes[seat]:
        return False
    given = sum(hands)
    for card in order:
        if given >> card & 1 == 0 and VALUES[card] & BIT[value]:
            hands[seat] += int(BIT[card])
            if _place(owed[1:], order, sizes, hands):
                return True
            hands[seat] -= int(BIT[card])
    return False
