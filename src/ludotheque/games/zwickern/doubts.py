"""Zwickern: worlds in which a move was impossible, for takebacks.

A strict build promises a card (ZW-10), so that a hand may be almost known: worlds dealt by chance
then hardly ever lack the card that was played. Here they are looked for.
"""

from __future__ import annotations

from ludotheque.core.fast import BIT, bit_indices, count_bits
from ludotheque.core.state import Seat
from ludotheque.games.zwickern import moves
from ludotheque.games.zwickern.data import CARD_VALUES, MAX_VALUE, values_of
from ludotheque.games.zwickern.rules import Zwickern


def worlds_against(state: Zwickern, seat: Seat, move: int, viewer: Seat) -> list[Zwickern]:
    """Worlds that a viewer can't exclude, without the card of a move or one that it promises."""
    if seat == viewer:
        return []
    card = int(moves.played_card(move))
    barred = [2**card]
    match moves.decode(move, state.config.deck):
        case moves.Build(value=value) if state.config.strict and value <= MAX_VALUE:
            others = [
                c for c in range(len(CARD_VALUES)) if c != card and CARD_VALUES[c] & BIT[value]
            ]
            barred.append(sum(2**other for other in others))
    dealt = [_Deal(state, seat, each, viewer) for each in barred]
    return [deal.world() for deal in dealt if deal.is_possible()]


class _Deal:
    """Hidden cards dealt so that all promises are kept and one hand has no barred card."""

    def __init__(self, state: Zwickern, seat: Seat, barred: int, viewer: Seat) -> None:
        self.state, self.seat, self.barred = state, seat, barred
        self.others = [other for other in range(int(state.seats())) if other != viewer]
        unseen = int(state.pack)
        for other in self.others:
            unseen |= int(state.hands[other])
        self.cards = bit_indices(unseen)
        self.hands = dict.fromkeys(self.others, 0)

    def is_possible(self) -> bool:
        """Whether there is such a deal, which `hands` then has."""
        promises = [
            (other, value)
            for other in self.others
            for value in bit_indices(self.state.promises[other])
        ]
        return self._keep(promises) and all(map(self._fill, self._seat_first()))

    def world(self) -> Zwickern:
        """The state with this deal."""
        world = self.state.clone()
        for other, hand in self.hands.items():
            world.hands[other] = hand
        world.pack = sum(2**card for card in self._free())
        return world

    def _seat_first(self) -> list[Seat]:
        return sorted(self.others, key=lambda other: other != self.seat)

    def _free(self) -> list[int]:
        given = sum(self.hands.values())
        return [card for card in self.cards if not given >> card & 1]

    def _may_hold(self, other: Seat, card: int) -> bool:
        return other != self.seat or not self.barred >> card & 1

    def _lacking(self, other: Seat) -> int:
        return int(count_bits(self.state.hands[other]) - count_bits(self.hands[other]))

    def _keep(self, promises: list[tuple[Seat, int]]) -> bool:
        """Whether all promises can be kept and the hand be filled up; backtracking."""
        if not promises:
            free = [card for card in self._free() if self._may_hold(self.seat, card)]
            return len(free) >= self._lacking(self.seat)
        (other, value), *more = promises
        if values_of(self.hands[other]) & BIT[value]:
            return self._keep(more)
        if not self._lacking(other):
            return False
        for card in self._free():
            if CARD_VALUES[card] & BIT[value] and self._may_hold(other, card):
                self.hands[other] |= 2**card
                if self._keep(more):
                    return True
                self.hands[other] ^= 2**card
        return False

    def _fill(self, other: Seat) -> bool:
        """Fill a hand up; the barred one comes first, the others take what is left."""
        free = [card for card in self._free() if self._may_hold(other, card)]
        lacking = self._lacking(other)
        self.hands[other] |= sum(2**card for card in free[:lacking])
        return len(free) >= lacking
