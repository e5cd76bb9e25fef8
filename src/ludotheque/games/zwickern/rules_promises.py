"""Zwickern: hands that hold what strict builds promised (ZW-10, option ``building``)."""

from __future__ import annotations

from ludotheque.core.fast import BIT, bit_indices, count_bits
from ludotheque.games.zwickern.data import CARD_VALUES, values_of


def order_for_promises(order: list[int], sizes: list[int], promises: list[int]) -> list[int]:
    """The same cards, ordered so that hands of these sizes, dealt in turn, keep all promises."""
    hands = [0] * len(sizes)
    promised = [
        (hand, value) for hand in range(len(sizes)) for value in bit_indices(promises[hand])
    ]
    assert _assign(promised, order, sizes, hands), "the cards can't keep all promises"
    rest = [card for card in order if sum(hands) >> card & 1 == 0]
    result: list[int] = []
    for hand in range(len(sizes)):
        assigned = bit_indices(hands[hand])
        lacking = sizes[hand] - len(assigned)
        result += assigned + rest[:lacking]
        rest = rest[lacking:]
    return result + rest


def _assign(
    promised: list[tuple[int, int]], order: list[int], sizes: list[int], hands: list[int]
) -> bool:
    """Give each hand cards with the values it promised, the first that fit; backtracking."""
    if not promised:
        return True
    hand, value = promised[0]
    if values_of(hands[hand]) & BIT[value]:
        return _assign(promised[1:], order, sizes, hands)
    if count_bits(hands[hand]) == sizes[hand]:
        return False
    given = sum(hands)
    for card in order:
        if given >> card & 1 == 0 and CARD_VALUES[card] & BIT[value]:
            hands[hand] += int(BIT[card])
            if _assign(promised[1:], order, sizes, hands):
                return True
            hands[hand] -= int(BIT[card])
    return False
