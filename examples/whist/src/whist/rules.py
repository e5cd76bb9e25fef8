"""The rules of Whist; each branch names its rule in the sheets."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from ludotheque.core.fast import i64, vec
from ludotheque.core.rng import Rng, shuffle
from ludotheque.core.state import LUCK, NOBODY, Fact, SequentialState

SEATS: Final = 4  # WH-2: seats 0 and 2 play together, against 1 and 3
RANKS: Final = 13  # WH-1: of 2 to ace; a card is 13 * suit + rank
CARDS: Final = 52
JACK: Final = 9  # the rank of the lowest honour
BOOK: Final = 6  # tricks that score nothing (WH-6)
HONOUR_POINTS: Final = (0, 0, 0, 2, 4)  # WH-7: by the number of honours that a side was dealt
SUIT: Final = tuple(((1 << RANKS) - 1) << RANKS * suit for suit in range(4))  # sets are bits
ALL: Final = (1 << CARDS) - 1
DEAL: Final = 100  # moves of luck: DEAL + card, DEALER + seat; a card alone is played
DEALER: Final = 200
UNKNOWN: Final = -1


def cards_of(cards: int) -> list[int]:
    """The cards of a set, in ascending order."""
    return [card for card in range(CARDS) if cards >> card & 1]


@dataclass(frozen=True)
class Public:
    """What everybody knows."""

    actor: int
    dealer: int
    hand_sizes: tuple[int, ...]
    turned: int  # the card that made trumps, UNKNOWN before
    trick: tuple[int, ...]  # a whole trick stays until the next one begins
    starter: int  # the seat of its first card
    played: int
    voids: tuple[int, ...]  # for each seat the suits that it has shown to lack, as bits
    tricks: tuple[int, ...]  # of each side
    honours: tuple[int, ...]  # that each side has played
    points: tuple[int, ...]  # of each side


Private = int  # a seat's hand


class Whist(SequentialState):
    """One game in progress."""

    def __init__(self, target: int, with_honours: bool) -> None:
        self.target = target
        self.with_honours = with_honours
        self.dealer = UNKNOWN
        self.points = [0, 0]
        self._begin_deal()

    def _begin_deal(self) -> None:
        self.hands = [0] * SEATS
        self.turned = UNKNOWN
        self.trick: tuple[int, ...] = ()
        self.starter = self.leader = 0
        self.played = 0
        self.voids = [0] * SEATS
        self.tricks = [0, 0]
        self.honours = [0, 0]

    # who may do what

    def seats(self) -> i64:
        return SEATS

    def dealt_seat(self) -> int:
        """(WH-3) The seat that gets the next card, or UNKNOWN if none is dealt."""
        if self.dealer == UNKNOWN or self.turned != UNKNOWN:
            return UNKNOWN
        dealt = sum(hand.bit_count() for hand in self.hands)
        return (self.dealer + 1 + dealt) % SEATS

    def is_over(self) -> bool:
        """(WH-8) Whether a side has the points it needs."""
        return max(self.points) >= self.target

    def next_actor(self) -> i64:
        if self.is_over():
            return NOBODY
        if self.turned == UNKNOWN:
            return LUCK
        if len(self.trick) == SEATS:
            return self.leader
        return (self.starter + len(self.trick)) % SEATS

    def playable(self, seat: int) -> int:
        """(WH-4) The cards that a seat may play when it is its turn: it follows suit if it can."""
        hand = self.hands[seat]
        if len(self.trick) in {0, SEATS}:
            return hand
        return hand & SUIT[self.trick[0] // RANKS] or hand

    def choices_into(self, seat: i64, out: vec[i64]) -> i64:
        cards = cards_of(self.playable(int(seat)))
        for i, card in enumerate(cards):
            out[i] = card
        return len(cards)

    def luck(self) -> list[tuple[int, int]]:
        if self.next_actor() != LUCK:
            return []
        if self.dealer == UNKNOWN:
            return [(DEALER + seat, 1) for seat in range(SEATS)]
        return [(DEAL + card, 1) for card in cards_of(self.deck())]

    def deck(self) -> int:
        """The cards that are not dealt."""
        return ALL & ~(self.played | self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3])

    # what a move does

    def apply(self, seat: i64, move: i64, facts: list[Fact] | None = None) -> None:
        told: list[Fact] = []
        if seat != LUCK:
            self._play(int(seat), int(move), told)
        elif move >= DEALER:
            self.dealer = int(move) - DEALER
            told.append(Fact("first", self.dealer))
        else:
            self._deal(int(move) - DEAL, told)
        if facts is not None:
            facts += told

    def _deal(self, card: int, told: list[Fact]) -> None:
        """(WH-3) One card at a time; the last one is the dealer's, and is turned."""
        self.trick = ()
        self.hands[self.dealt_seat()] |= 1 << card
        if not self.deck():
            self.turned = card
            self.starter = self.leader = (self.dealer + 1) % SEATS
            told.append(Fact("turned", self.dealer, (card,)))

    def _play(self, seat: int, card: int, told: list[Fact]) -> None:
        """(WH-4) A card goes to the table; who does not follow suit has none of it."""
        if len(self.trick) == SEATS:
            self.trick, self.starter = (), seat
        if self.trick and card // RANKS != self.trick[0] // RANKS:
            self.voids[seat] |= 1 << self.trick[0] // RANKS
        self.hands[seat] ^= 1 << card
        self.played |= 1 << card
        self.trick += (card,)
        if card // RANKS == self.trump() and card % RANKS >= JACK:
            self.honours[seat % 2] += 1
        told.append(Fact("played", seat, (card,)))
        if len(self.trick) == SEATS:
            self._win_trick(told)

    def trump(self) -> int:
        """(WH-3) The suit of trumps, once it is known."""
        return self.turned // RANKS

    def strength(self, card: int) -> int:
        """(WH-5) What a card is worth in the trick: trumps, then the suit that was led."""
        if card // RANKS == self.trump():
            return 100 + card % RANKS
        return card % RANKS if card // RANKS == self.trick[0] // RANKS else -1

    def _win_trick(self, told: list[Fact]) -> None:
        """(WH-5) The winner leads the next trick."""
        best = max(range(SEATS), key=lambda i: self.strength(self.trick[i]))
        self.leader = (self.starter + best) % SEATS
        self.tricks[self.leader % 2] += 1
        told.append(Fact("won", self.leader, (self.tricks[self.leader % 2],)))
        if self.played == ALL:
            self._end_deal(told)

    def _end_deal(self, told: list[Fact]) -> None:
        """(WH-6 to WH-8) Tricks count before honours; then the next player deals."""
        side = int(self.tricks[1] > self.tricks[0])
        self._score("scored", side, self.tricks[side], self.tricks[side] - BOOK, told)
        holder = int(self.honours[1] > self.honours[0])
        if self.with_honours and not self.is_over() and self.points[holder] < self.target - 1:
            honours = self.honours[holder]
            self._score("honours", holder, honours, HONOUR_POINTS[honours], told)
        if not self.is_over():
            self.dealer = (self.dealer + 1) % SEATS
            trick, starter = self.trick, self.starter
            self._begin_deal()
            self.trick, self.starter = trick, starter  # to be seen until a card is dealt

    def _score(self, kind: str, side: int, count: int, points: int, told: list[Fact]) -> None:
        if points:
            self.points[side] += points
            told.append(Fact(kind, side, (count, points, self.points[side])))

    def scores(self) -> tuple[int, ...]:
        return self.points[0], self.points[1], self.points[0], self.points[1]

    # what each player may know

    def public(self) -> Public:
        return Public(
            actor=int(self.next_actor()),
            dealer=self.dealer,
            hand_sizes=tuple(hand.bit_count() for hand in self.hands),
            turned=self.turned,
            trick=self.trick,
            starter=self.starter,
            played=self.played,
            voids=tuple(self.voids),
            tricks=tuple(self.tricks),
            honours=tuple(self.honours),
            points=tuple(self.points),
        )

    def private(self, viewer: i64) -> Private:
        return self.hands[viewer] if viewer >= 0 else 0

    def imagine(self, viewer: i64, rng: Rng) -> Whist:
        """Deal what the viewer can't see anew; nobody gets a suit that they have shown to lack."""
        world = self.clone()
        known = self.hands[viewer] if viewer >= 0 else 0
        others = [seat for seat in range(SEATS) if seat != viewer]
        room = [self.hands[seat].bit_count() for seat in others]
        hidden = ALL & ~(self.played | known)
        world.hands = [hand if seat == viewer else 0 for seat, hand in enumerate(self.hands)]
        if self.turned != UNKNOWN and hidden >> self.turned & 1:  # everybody saw it
            world.hands[self.dealer] |= 1 << self.turned
            room[others.index(self.dealer)] -= 1
            hidden ^= 1 << self.turned
        pool = cards_of(hidden)
        shuffle(rng, pool)
        lacking = [
            sum(SUIT[suit] for suit in range(4) if self.voids[one] >> suit & 1) for one in others
        ]
        for seat, hand in zip(others, share_out(pool, room, lacking), strict=True):
            world.hands[seat] |= hand
        return world

    # copies and comparisons

    def clone(self) -> Whist:
        twin = Whist.__new__(Whist)
        for name, value in vars(self).items():  # fields that change are copied below
            setattr(twin, name, value)
        twin.hands, twin.voids = self.hands[:], self.voids[:]
        twin.tricks, twin.honours, twin.points = self.tricks[:], self.honours[:], self.points[:]
        return twin

    def key(self) -> Hashable:
        seats = self.dealer, self.starter, self.leader
        sides = *self.tricks, *self.honours, *self.points
        return (
            tuple(self.hands),
            self.turned,
            self.trick,
            self.played,
            tuple(self.voids),
            seats,
            sides,
        )


def share_out(pool: Sequence[int], room: Sequence[int], lacking: Sequence[int]) -> list[int]:
    """Hands of the given sizes, as sets, without the cards that each is known to lack.

    Cards are placed one after the other; where all hands that may take one are full, a card of
    theirs moves on. Cards without a place stay in the deck, which takes any.
    """
    places = [*room, len(pool) - sum(room)]
    held: list[list[int]] = [[] for _ in places]

    def place(card: int, tried: set[int]) -> bool:
        able = [i for i in range(len(places)) if i == len(room) or not lacking[i] >> card & 1]
        for i in able:
            if len(held[i]) < places[i]:
                held[i].append(card)
                return True
        for i in able:
            if i not in tried:
                tried.add(i)
                for other in held[i]:
                    if place(other, tried):
                        held[i].remove(other)
                        held[i].append(card)
                        return True
        return False

    for card in pool:
        placed = place(card, set())
        assert placed, "the cards can't lie so"
    return [sum(1 << card for card in hand) for hand in held[: len(room)]]
