"""Zwickern, a fishing game of Schleswig-Holstein: the rules.

Each turn one card is played: it captures items of the table that add up to its value, is built on
one of them, or is added. Who clears the table makes a Zwick. Who leaves a pile standing pays.

The possible captures roughly double with each item on the table. `legal_moves` lists them all,
whatever that costs: some hundred moves for ten loose cards, a hundred thousand and a second for
twenty, and no list at all for forty. `is_legal` tests one capture and needs no list; the worst sets
on a table of fifty loose cards take it some hundredths of a second. `choices_into`, for playouts
and searches, offers sensible moves: all adds, each single group that a card can take, and with each
group as many others of the same value as are then still there; and of the builds those that some
card could capture, as a pile above the largest card can only be brought down again. Piles worth 0
go with every capture offered, but those that may cost another side a penalty are also left.

(ZW-6) names a paragraph of the rule sheet. `data` explains the numbers of cards and faces.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, lowest, nth_bit, vec, zeros
from ludotheque.core.rng import Rng, shuffle_first
from ludotheque.core.state import LUCK, NOBODY, Fact
from ludotheque.games.zwickern.data import (
    CARDS,
    DEALS,
    EDITIONS,
    FACE_CARD,
    FACE_SHIFT,
    FACE_VALUE,
    FACES,
    FIRST_HAND,
    LATER_HAND,
    LOW,
    MOST_CARDS,
    OPEN_CARDS,
    ROUNDS,
    TEN,
    TWO,
    VALUES,
    deck,
    fold,
    unfold,
)
from ludotheque.games.zwickern.rules_hands import cards_of, promised_order, values_of
from ludotheque.games.zwickern.rules_heaps import (
    CLAWS,
    MOST,
    PENALTIES,
    TALLY,
    ZWICKS,
    Heaps,
    claws_in,
)
from ludotheque.games.zwickern.rules_moves import (
    ADD,
    BUILD,
    BUILD_VALUE,
    BUILDS,
    DEAL,
    FIX,
    KIND_BITS,
    KIND_MASK,
    OPEN,
    PAD_GROUPS,
    PAD_ITEMS,
    adds_into,
    build_move,
    builds_into,
    faces_of,
    unions_into,
)
from ludotheque.games.zwickern.rules_table import VALUE_MASK, grow_groups

# Phases
DEALING: Final = 0  # luck
OPENING: Final = 1  # luck: three cards to the table
PLAYING: Final = 2
OVER: Final = 3

TRIES: Final = 64  # random hands, before promises are kept one by one


class Config:
    """The choices made before the game; never changed, shared by every copy."""

    def __init__(
        self,
        players: int,
        big_cards: str,
        building: str,
        penalty: int,
        zwick: str,
        *,
        zero_piles: bool,
        open_heaps: bool,
    ) -> None:
        self.players: Final[i64] = players
        self.deals: Final[i64] = DEALS[players - 3]
        self.rounds: Final[i64] = ROUNDS[players - 3]
        self.deck: Final[i64] = deck(big_cards)
        self.middle: Final[i64] = EDITIONS[big_cards][1]
        self.largest: Final[i64] = EDITIONS[big_cards][2]
        self.strict: Final[bool] = building == "strict"
        self.penalty: Final[i64] = penalty
        self.cancel: Final[bool] = zwick == "cancel"
        self.zero_piles: Final[bool] = zero_piles
        self.open_heaps: Final[bool] = open_heaps


@dataclass(frozen=True, slots=True)
class View:
    """What one seat, or a spectator, may know. Sides are seats with 3 players, 0 and 1 with 4."""

    phase: int
    deal: int
    round: int
    seat: int  # who plays, or gets cards
    # Top card, value and last builder (both LOOSE for a loose card), all cards
    items: tuple[tuple[int, int, int, tuple[int, ...]], ...]
    fresh: tuple[int, ...]  # top cards of piles that got a card this round
    hand: tuple[int, ...]  # the viewer's own; empty for a spectator
    hand_sizes: tuple[int, ...]
    heap_sizes: tuple[int, ...]  # cards captured in this deal, by seat; which ones is for memory
    heap_claws: tuple[int, ...]  # with open heaps, else empty (ZW-6)
    zwicks: tuple[int, ...]  # open ones, by side
    last_taker: int  # in this deal; -1 for nobody
    last_seat: int  # who played last, and what
    last_move: int
    promises: tuple[tuple[int, ...], ...]  # values a seat must hold after strict builds
    pack: int  # cards not dealt
    largest: int  # the largest card
    tallies: tuple[tuple[int, int, int, int], ...]  # most cards, Zwicks, claws, penalties, by side
    scores: tuple[int, ...]


class Zwickern(Heaps):
    """One game in progress, in numbers and flat arrays."""

    def __init__(self, config: Config, twin: Zwickern | None = None) -> None:
        """Set a game up, or copy one: both here, so that every slot is always filled."""
        players = config.players
        super().__init__(players, twin)
        self.config: Config = config
        if twin is None:
            self.phase: i64 = DEALING
            self.deal: i64 = 0
            self.round: i64 = 0
            self.seat: i64 = 0
            self.pack: i64 = config.deck
            self.hands: vec[i64] = zeros(players)
            self.promises: vec[i64] = zeros(players)  # values still held, as bits
            self.last_seat: i64 = -1
            self.last_move: i64 = -1
        else:
            self.phase = twin.phase
            self.deal = twin.deal
            self.round = twin.round
            self.seat = twin.seat
            self.pack = twin.pack
            self.hands = twin.hands[:]
            self.promises = twin.promises[:]
            self.last_seat = twin.last_seat
            self.last_move = twin.last_move

    # who may do what

    def seats(self) -> i64:
        return self.players

    def next_actor(self) -> i64:
        if self.phase == PLAYING:
            return self.seat
        return NOBODY if self.phase == OVER else LUCK

    def actors(self) -> Sequence[int]:
        actor = self.next_actor()
        return () if actor == NOBODY else (int(actor),)

    def starter(self) -> i64:
        """(ZW-5) The dealer's left neighbour, who gets cards and plays first in a deal."""
        return self.deal % self.players

    def legal_moves(self, seat: i64) -> list[int]:
        if seat == LUCK:
            return [outcome for outcome, _ in self.luck()]
        if self.phase != PLAYING or seat != self.seat:
            return []
        moves: list[int] = []
        for card in cards_of(self.hands[seat]):
            moves += [ADD + (card << KIND_BITS)]
            for face in faces_of(card):
                if TWO[card]:
                    moves.append(FIX + (face << KIND_BITS))
                for items in self.captures(FACE_VALUE[face]):  # (ZW-6)
                    moves.append(int(fold(items)) << KIND_BITS | face)
            moves += self._builds(seat, card)
        return moves

    def _builds(self, seat: i64, card: i64) -> list[int]:
        """(ZW-10) Everything that can be built with a card."""
        moves: list[int] = []
        for item in cards_of(self.items):
            low, span = self.low(item), 2 * TEN
            values = range(max(0, low - LOW[card] - span), low + LOW[card] + span + 1)
            for value in values:
                if self.may_build(seat, card, item, value):
                    moves.append(int(build_move(card, item) | value << BUILD_VALUE))
        return moves

    def is_legal(self, seat: i64, move: i64) -> bool:
        if move < 0:
            return False
        kind = move & KIND_MASK
        argument = move >> KIND_BITS
        if seat == LUCK:
            if kind != self._luck_kind() or argument >= CARDS:
                return False
            return self.pack & BIT[argument] != 0
        if self.phase != PLAYING or seat != self.seat:
            return False
        hand = self.hands[seat]
        if kind < FACES:
            items = unfold(argument, self.config.deck)
            card = FACE_CARD[kind]
            if hand & BIT[card] == 0 or items == 0 or items & ~self.items:
                return False
            return self.splits(items, FACE_VALUE[kind])
        if kind == BUILD:
            return self._is_legal_build(seat, argument)
        if kind == ADD:
            return argument < CARDS and hand & BIT[argument] != 0
        if kind == FIX and argument < FACES:  # (ZW-11)
            card = FACE_CARD[argument]
            return TWO[card] != 0 and hand & BIT[card] != 0
        return False

    def _is_legal_build(self, seat: i64, argument: i64) -> bool:
        card = argument & 63
        item = argument >> 6 & 63
        if card >= CARDS or item >= CARDS or self.hands[seat] & BIT[card] == 0:
            return False
        return self.items & BIT[item] != 0 and self.may_build(seat, card, item, argument >> 12)

    def may_build(self, seat: i64, card: i64, item: i64, value: i64) -> bool:
        """(ZW-10) Whether a card of the hand may make an item of the table worth a value."""
        if not self.builds_value(card, item, value) or (value == 0 and not self.config.zero_piles):
            return False
        return not self.config.strict or self._may_announce(seat, card, item, value)

    def _may_announce(self, seat: i64, card: i64, item: i64, value: i64) -> bool:
        """(ZW-10, strict) Another card has the value, never 0, or another pile, the partner's."""
        if value <= VALUE_MASK and values_of(self.hands[seat] & ~BIT[card]) & BIT[value]:
            return True
        return self._partner_has(seat, item, value)

    def _partner_has(self, seat: i64, item: i64, value: i64) -> bool:
        """Whether the partner answers for a pile of a value that is not this item."""
        return self.players == 4 and self.has_pile(value, seat ^ 2, item)

    def default_move(self, seat: i64) -> i64:
        """(ZW-11) Add the first card of the hand."""
        return ADD + (lowest(self.hands[seat]) << KIND_BITS)

    def choices_into(self, seat: i64, out: vec[i64]) -> i64:
        """Write all adds, sensible captures and sensible builds, as the top of the file says."""
        hand = self.hands[seat]
        count = adds_into(hand, out)
        if self.items == 0:  # (ZW-9)
            return count
        listed = self.list_items(out, PAD_ITEMS)
        count = self._captures_into(seat, listed, out, count)
        listed += count_bits(self.worthless)
        while hand:
            card = lowest(hand)
            hand &= hand - 1
            for i in range(listed):
                if count + BUILDS > PAD_GROUPS:
                    return count
                at = PAD_ITEMS + 2 * i
                count = builds_into(out, at, card, self._announceable(seat, card, out[at]), count)
        return count

    def _captures_into(self, seat: i64, listed: i64, out: vec[i64], count: i64) -> i64:
        """(ZW-6) Single groups, and each with others of the same value."""
        hand = self.hands[seat]
        wanted: i64 = 0
        limit: i64 = 0
        cards = hand
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            wanted |= VALUES[card]
            limit = max(limit, LOW[card] + TEN * TWO[card])
        end = grow_groups(
            out, PAD_ITEMS, listed, wanted=wanted, limit=limit, start=PAD_GROUPS, end=PAD_ITEMS
        )
        if end == PAD_GROUPS:
            return count
        debts: i64 = self.worthless_debts(seat) if self.worthless else 0
        along = self.worthless & ~debts
        while hand:
            card = lowest(hand)
            hand &= hand - 1
            low = LOW[card]
            count = unions_into(out, end, card, low, count, along=along, debts=debts)
            if TWO[card]:
                higher = card + FACE_SHIFT
                count = unions_into(out, end, higher, low + TEN, count, along=along, debts=debts)
        return count

    def _announceable(self, seat: i64, card: i64, bit: i64) -> i64:
        """(ZW-10) Values up to the largest card's that a build may have, as bits."""
        values: i64 = BIT[LOW[self.config.largest] + 1] - (1 if self.config.zero_piles else 2)
        if self.config.strict:
            allowed = values_of(self.hands[seat] & ~BIT[card])
            if self.players == 4:
                allowed |= self.values_built_by(seat ^ 2, lowest(bit))
            values &= allowed
        return values

    # luck

    def luck(self) -> list[tuple[int, int]]:
        kind = self._luck_kind()
        if kind < 0:
            return []
        return [(int(card << KIND_BITS | kind), 1) for card in cards_of(self.pack)]

    def sample_luck(self, rng: Rng) -> i64:
        card = nth_bit(self.pack, rng.below(count_bits(self.pack)))
        return card << KIND_BITS | self._luck_kind()

    def _luck_kind(self) -> i64:
        """What luck does with a card now; -1 if it is not luck's turn."""
        if self.phase == DEALING:
            return DEAL
        return OPEN if self.phase == OPENING else -1

    # what a move does

    def apply(self, seat: i64, move: i64, facts: list[Fact] | None = None) -> None:
        kind = move & KIND_MASK
        argument = move >> KIND_BITS
        if kind == DEAL:
            self._deal(argument, facts)
            return
        if kind == OPEN:
            self._open(argument, facts)
            return
        self.last_seat = seat
        self.last_move = move
        if kind < FACES:
            self._capture(seat, kind, unfold(argument, self.config.deck), facts)
        elif kind == BUILD:
            self._build(seat, argument & 63, argument >> 6 & 63, argument >> 12, facts)
        elif kind == ADD:
            self._add(seat, argument, facts)
        else:
            self._fix(seat, argument, facts)
        self._end_turn(seat, facts)

    def _deal(self, card: i64, facts: list[Fact] | None) -> None:
        """(ZW-4) All cards of a hand, then the next hand."""
        seat = self.seat
        self.pack ^= BIT[card]
        self.hands[seat] |= BIT[card]
        if facts is not None:
            facts.append(Fact("dealt", int(seat), (), (int(card),), 1 << int(seat)))
        size = FIRST_HAND if self.round == 0 else LATER_HAND
        if count_bits(self.hands[seat]) == size:
            self.seat = seat + 1 if seat + 1 < self.players else 0
            if self.seat == self.starter():
                self.phase = OPENING if self.round == 0 else PLAYING

    def _open(self, card: i64, facts: list[Fact] | None) -> None:
        """(ZW-4) Three cards face up on the table, in the first round."""
        self.pack ^= BIT[card]
        self.put_loose(card)
        if facts is not None:
            facts.append(Fact("opened", LUCK, (int(card),)))
        if count_bits(self.items) == OPEN_CARDS:
            self.phase = PLAYING

    def _play(self, seat: i64, card: i64) -> None:
        """A card leaves the hand; it may have been the one a strict build promised."""
        self.hands[seat] ^= BIT[card]
        self.promises[seat] &= ~VALUES[card]

    def _capture(self, seat: i64, face: i64, items: i64, facts: list[Fact] | None) -> None:
        """(ZW-6) The card and all cards of the items go to the heap, where all see how many."""
        card = FACE_CARD[face]
        self._play(seat, card)
        cards = self.lift(items)
        self.heaps[seat] |= cards | BIT[card]
        self.last_taker = seat
        if facts is not None:
            about = (int(card), int(FACE_VALUE[face]), *cards_of(cards))
            facts.append(Fact("captured", int(seat), about))
            if not self.config.open_heaps:  # which cards is not told again
                facts.append(Fact("heaped", int(seat), (int(count_bits(cards)) + 1,)))
        if self.items == 0:  # (ZW-8)
            cancelled = self.open_zwick(self.side(seat), self.config.cancel)
            if facts is not None:
                facts.append(Fact("cancelled" if cancelled else "zwick", int(seat)))

    def _build(self, seat: i64, card: i64, item: i64, value: i64, facts: list[Fact] | None) -> None:
        """(ZW-10) The item becomes a pile, or stays one, with the value announced."""
        self._play(seat, card)
        self.put_pile(card, self.lift(BIT[item]), value, seat)
        if self.config.strict and not self._partner_has(seat, card, value):
            self.promises[seat] |= BIT[value]
        if facts is not None:
            facts.append(Fact("built", int(seat), (int(card), int(item), int(value))))

    def _add(self, seat: i64, card: i64, facts: list[Fact] | None) -> None:
        """(ZW-11) A loose card."""
        self._play(seat, card)
        self.put_loose(card)
        if facts is not None:
            facts.append(Fact("added", int(seat), (int(card),)))

    def _fix(self, seat: i64, face: i64, facts: list[Fact] | None) -> None:
        """(ZW-11) A two-value card with a fixed value: a pile of one card."""
        card = FACE_CARD[face]
        self._play(seat, card)
        self.put_pile(card, 0, FACE_VALUE[face], seat)
        if facts is not None:
            facts.append(Fact("fixed", int(seat), (int(card), int(FACE_VALUE[face]))))

    def _end_turn(self, seat: i64, facts: list[Fact] | None) -> None:
        self.seat = seat + 1 if seat + 1 < self.players else 0
        if self.hands[self.seat] == 0:
            self._end_round(facts)

    # the end

    def _end_round(self, facts: list[Fact] | None) -> None:
        """(ZW-12) Each pile that got a card this round costs its last builder."""
        piles = self.fresh
        while piles:
            pile = self.piles[lowest(piles)]
            self.tallies[TALLY * self.side(pile & 7) + PENALTIES] += self.config.penalty
            if facts is not None:
                about = (int(lowest(piles)), int(pile >> 3), int(self.config.penalty))
                facts.append(Fact("penalty", int(pile & 7), about))
            piles &= piles - 1
        self.fresh = 0
        self.phase = DEALING
        self.round += 1
        if self.round == self.config.rounds:
            self._end_deal(facts)

    def _end_deal(self, facts: list[Fact] | None) -> None:
        """(ZW-13) The table goes to who captured last; then all is counted and gathered."""
        left = self.lift(self.items)
        if self.last_taker >= 0:
            self.heaps[self.last_taker] |= left
        if facts is not None and left:
            facts.append(Fact("left", int(self.last_taker), tuple(cards_of(left))))
        self._score_deal(facts)
        self.gather()
        self.pack = self.config.deck
        self.round = 0
        self.deal += 1
        self.seat = self.starter()
        if self.deal == self.config.deals:
            self.phase = OVER

    def _score_deal(self, facts: list[Fact] | None) -> None:
        """(ZW-14) Most cards, open Zwicks, claws; penalties are counted already."""
        most = self.side_with_most()
        for side in range(self.sides):
            heap = self.side_heap(side)
            points = MOST_CARDS if side == most else 0
            claws = claws_in(heap, self.config.middle, self.config.largest)
            self.tallies[TALLY * side + MOST] += points
            self.tallies[TALLY * side + ZWICKS] += self.zwicks[side]
            self.tallies[TALLY * side + CLAWS] += claws
            if facts is not None:
                counts = (int(count_bits(heap)), int(points), int(self.zwicks[side]), int(claws))
                facts.append(Fact("scored", int(side), counts))

    # what each player may know

    def observe(self, viewer: i64) -> View:
        seats = range(self.players)
        sides = range(self.sides)
        return View(
            phase=int(self.phase),
            deal=int(self.deal),
            round=int(self.round),
            seat=int(self.seat),
            items=tuple([self.shown(item) for item in cards_of(self.items)]),
            fresh=tuple(cards_of(self.fresh)),
            hand=tuple(cards_of(self.hands[viewer])) if viewer >= 0 else (),
            hand_sizes=tuple([int(count_bits(self.hands[seat])) for seat in seats]),
            heap_sizes=tuple([int(count_bits(self.heaps[seat])) for seat in seats]),
            heap_claws=self._claws_by_seat() if self.config.open_heaps else (),
            zwicks=tuple([int(self.zwicks[side]) for side in sides]),
            last_taker=int(self.last_taker),
            last_seat=int(self.last_seat),
            last_move=int(self.last_move),
            promises=tuple([tuple(cards_of(self.promises[seat])) for seat in seats]),
            pack=int(count_bits(self.pack)),
            largest=int(self.config.largest),
            tallies=tuple([self.tally(side) for side in sides]),
            scores=self.scores(),
        )

    def _claws_by_seat(self) -> tuple[int, ...]:
        config = self.config
        return tuple([int(claws_in(heap, config.middle, config.largest)) for heap in self.heaps])

    def imagine(self, viewer: i64, rng: Rng) -> Zwickern:
        """Deal the cards the viewer can't see again, so that strict builds stay honest.

        Heaps stay as they are: everybody saw each capture, and no one here forgets.
        """
        world = self.clone()
        unseen = self.pack
        wanted: i64 = 0
        for seat in range(self.players):
            if seat != viewer:
                unseen |= self.hands[seat]
                wanted += count_bits(self.hands[seat])
        hidden = zeros(CARDS)
        size: i64 = 0
        cards = unseen
        while cards:
            hidden[size] = lowest(cards)
            size += 1
            cards &= cards - 1
        for _ in range(TRIES):
            shuffle_first(rng, hidden, size, wanted)
            world._hand_out(self, viewer, unseen, hidden)
            if world._keeps_promises(viewer):
                return world
        order = [int(hidden[i]) for i in range(size)]
        world._hand_out(self, viewer, unseen, self._honest_order(viewer, order))
        return world

    def _hand_out(self, truth: Zwickern, viewer: i64, unseen: i64, hidden: vec[i64]) -> None:
        """Give everybody else as many hidden cards as they truly have; the rest is the pack."""
        at: i64 = 0
        for seat in range(self.players):
            if seat != viewer:
                hand: i64 = 0
                for _ in range(count_bits(truth.hands[seat])):
                    hand |= BIT[hidden[at]]
                    at += 1
                self.hands[seat] = hand
                unseen &= ~hand
        self.pack = unseen

    def _keeps_promises(self, viewer: i64) -> bool:
        """(ZW-10, strict) Whether everybody holds what their builds say they hold."""
        for seat in range(self.players):
            promised = self.promises[seat]
            if promised and seat != viewer and promised & ~values_of(self.hands[seat]):
                return False
        return True

    def _honest_order(self, viewer: i64, order: list[int]) -> vec[i64]:
        """Hidden cards in an order that keeps the promises, where chance hardly ever does."""
        sizes: list[int] = []
        promises: list[int] = []
        for seat in range(self.players):
            if seat != viewer:
                sizes.append(count_bits(self.hands[seat]))
                promises.append(self.promises[seat])
        return vec[i64](promised_order(order, sizes, promises))

    # copies and comparisons

    def clone(self) -> Zwickern:
        return Zwickern(self.config, self)

    def key(self) -> Hashable:
        return (
            int(self.phase),
            int(self.deal),
            int(self.round),
            int(self.seat),
            int(self.pack),
            tuple([self.shown(item) for item in cards_of(self.items)]),
            int(self.fresh),
            tuple([int(hand) for hand in self.hands]),
            tuple([int(values) for values in self.promises]),
            tuple([int(heap) for heap in self.heaps]),
            tuple([int(zwicks) for zwicks in self.zwicks]),
            tuple([int(tally) for tally in self.tallies]),
            int(self.last_taker),
            int(self.last_seat),
            int(self.last_move),
        )
