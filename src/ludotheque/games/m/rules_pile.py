"""M: the pile, and the cards nobody has seen (M-4, M-6, M-10, M-11).

Cards never seen are a set without order, those removed in set-up among them: luck draws from it.
Cards put under the pile lie below all of these, in the order they went there.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, nth_bit, vec, zeros
from ludotheque.core.rng import Rng
from ludotheque.core.state import State
from ludotheque.games.m.data import CARDS, COLOUR, KINDS, PER_COLOUR, PILE, SECOND, is_zero

HALF: Final = CARDS // 2  # the unseen set is two numbers of 55 bits
RING: Final = 64  # room for cards under the pile


class CardPile(State):
    """The part of a game that lies face down."""

    def __init__(self, low: i64, high: i64, players: i64, twin: CardPile | None) -> None:
        if twin is None:
            self.unseen_low: i64 = low  # cards 0..54 in the pile or removed
            self.unseen_high: i64 = high  # cards 55..109
            self.pile: i64 = PILE[players - 2]  # cards left to draw (M-6), those below included
            self.buried: vec[i64] = zeros(RING)  # 8 * kind + seat, put under the pile (M-11)
            self.buried_head: i64 = 0
            self.buried_count: i64 = 0
        else:
            self.unseen_low = twin.unseen_low
            self.unseen_high = twin.unseen_high
            self.pile = twin.pile
            self.buried = twin.buried[:]
            self.buried_head = twin.buried_head
            self.buried_count = twin.buried_count

    # cards nobody has seen

    def unseen(self) -> list[tuple[int, int]]:
        """The cards in the pile or removed, those put under it not counted: kind and copies."""
        return [(kind, n) for kind in range(KINDS) if (n := self.unseen_copies(kind))]

    def sample_unseen(self, rng: Rng) -> i64:
        """The kind of a card drawn from the unseen ones, all equally likely."""
        low = count_bits(self.unseen_low)
        n = rng.below(low + count_bits(self.unseen_high))
        card = nth_bit(self.unseen_low, n) if n < low else HALF + nth_bit(self.unseen_high, n - low)
        return card if card < SECOND else (card - SECOND) * PER_COLOUR

    def put_unseen(self, card: i64) -> None:
        """Add a card to the unseen ones."""
        if card < HALF:
            self.unseen_low |= BIT[card]
        else:
            self.unseen_high |= BIT[card - HALF]

    def is_unseen(self, card: i64) -> bool:
        """Whether a card is among the unseen ones."""
        if card < HALF:
            return self.unseen_low & BIT[card] != 0
        return self.unseen_high & BIT[card - HALF] != 0

    def unseen_copies(self, kind: i64) -> int:
        """How many cards of a kind are unseen."""
        copies = 1 if self.is_unseen(kind) else 0
        if is_zero(kind) and self.is_unseen(SECOND + COLOUR[kind]):
            copies += 1
        return copies

    def remove_unseen(self, kind: i64) -> None:
        """Take a card of a kind out of the unseen ones; of two zeros, the second goes first."""
        card = kind
        if is_zero(kind) and self.is_unseen(SECOND + COLOUR[kind]):
            card = SECOND + COLOUR[kind]
        if card < HALF:
            self.unseen_low ^= BIT[card]
        else:
            self.unseen_high ^= BIT[card - HALF]

    def return_unseen(self, kind: i64) -> None:
        """Put a card of a kind among the unseen ones, a first zero as the first."""
        is_second = is_zero(kind) and self.is_unseen(kind)
        self.put_unseen(SECOND + COLOUR[kind] if is_second else kind)

    def forget_unseen(self) -> None:
        """Empty the unseen set, before it is filled anew."""
        self.unseen_low = 0
        self.unseen_high = 0

    # cards under the pile

    def bury(self, kind: i64, seat: i64) -> None:
        """(M-11) A seat puts a card under the pile."""
        self.buried[(self.buried_head + self.buried_count) % RING] = 8 * kind + seat
        self.buried_count += 1
        self.pile += 1

    def dig_up(self) -> None:
        """The next card from below is drawn."""
        self.buried_head = (self.buried_head + 1) % RING
        self.buried_count -= 1
        self.pile -= 1

    def buried_entry(self, depth: i64) -> i64:
        """The card that is drawn after ``depth`` others from below: 8 * kind + seat."""
        return self.buried[(self.buried_head + depth) % RING]

    def replace_buried(self, depth: i64, kind: i64) -> None:
        """Let another card lie there, put by the same seat."""
        place = (self.buried_head + depth) % RING
        self.buried[place] = 8 * kind + (self.buried[place] & 7)

    def buried_entries(self) -> list[int]:
        """All cards under the pile, the next to be drawn first."""
        return [int(self.buried_entry(depth)) for depth in range(self.buried_count)]
