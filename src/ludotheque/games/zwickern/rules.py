"""Zwickern, a fishing game of Schleswig-Holstein: the rules.

Each turn one card is played: it captures items of the table that add up to its value, is built on
one of them, or is added. Who clears the table makes a Zwick. Who leaves a pile standing pays.

The possible captures roughly double with each item on the table. `legal_moves` lists them all,
whatever that costs; `is_legal` tests one and is always quick; `choices_into`, for playouts and
searches, offers sensible ones: each single group that a card can take, and with each group as many
others of the same value as are then still there. Of the builds it offers those that some card could
capture: a pile above the largest card can only be brought down again.

(ZW-6) names a paragraph of the rule sheet. `data` explains the numbers of cards and faces.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from ludotheque.core.dice import Dice, shuffle_first
from ludotheque.core.fast import BIT, count_bits, i64, lowest, nth_bit, vec, zeros
from ludotheque.core.state import LUCK, NOBODY, WIDTH, Fact, rank
from ludotheque.games.zwickern.data import (
    CARDS,
    DEALS,
    EDITIONS,
    FACE_CARD,
    FACE_SHIFT,
    FACE_VALUE,
    FACES,
    FIFTEEN,
    FIRST_HAND,
    LATER_HAND,
    LOW,
    MOST_CARDS,
    ONE_CLAW,
    OPEN_CARDS,
    ROUNDS,
    TEN,
    TEN_SHELL,
    TWO,
    VALUES,
    deck,
    fold,
    unfold,
)
from ludotheque.games.zwickern.rules_table import (
    LISTED,
    VALUE_BITS,
    VALUE_MASK,
    CardTable,
    grow_groups,
)

# A move is ``128 * argument + kind``. Kinds below 72 are captures with that face; their argument
# is the folded set of items. The argument of a build is ``4096 * value + 64 * item + card``.
KIND_BITS: Final = 7
KIND_MASK: Final = 127
ADD: Final = 72  # a loose card
FIX: Final = 73  # a face
BUILD: Final = 74
DEAL: Final = 75  # luck: a card to a hand
OPEN: Final = 76  # luck: a card to the table
NO_MOVE: Final = -1

# Phases
DEALING: Final = 0  # luck
OPENING: Final = 1  # luck: three cards to the table
PLAYING: Final = 2
OVER: Final = 3

# What a side's points are made of, four numbers a side
MOST: Final = 0
ZWICKS: Final = 1
CLAWS: Final = 2
PENALTIES: Final = 3
TALLY: Final = 4

# The end of a buffer of choices is a scratch pad: groups, then items.
PAD_ITEMS: Final = WIDTH - LISTED
PAD_GROUPS: Final = 600  # as many choices are offered at most
UNIONS: Final = 12  # groups of a value that are joined with others
TRIES: Final = 64  # random hands, before promises are kept one by one


class Config:
    """The choices made before the game; never changed, shared by every copy."""

    def __init__(self, players: int, big_cards: str, building: str, penalty: int, zwick: str):
        self.players: Final[i64] = players
        self.sides: Final[i64] = 3 if players == 3 else 2
        self.deals: Final[i64] = DEALS[players - 3]
        self.rounds: Final[i64] = ROUNDS[players - 3]
        self.deck: Final[i64] = deck(big_cards)
        self.middle: Final[i64] = EDITIONS[big_cards][1]
        self.largest: Final[i64] = EDITIONS[big_cards][2]
        self.strict: Final[bool] = building == "strict"
        self.penalty: Final[i64] = penalty
        self.cancel: Final[bool] = zwick == "cancel"


@dataclass(frozen=True, slots=True)
class View:
    """What one seat, or a spectator, may know. Sides are seats with 3 players, 0 and 1 with 4."""

    phase: int
    deal: int
    round: int
    seat: int  # who plays, or gets cards
    items: tuple[tuple[int, int, int, tuple[int, ...]], ...]  # top, value (0: loose), builder, all
    fresh: tuple[int, ...]  # top cards of piles that got a card this round
    hand: tuple[int, ...]  # the viewer's own; empty for a spectator
    hand_sizes: tuple[int, ...]
    heaps: tuple[tuple[int, ...], ...]  # captured in this deal, all seen when they were
    zwicks: tuple[int, ...]  # open ones, by side
    last_taker: int  # in this deal; -1 for nobody
    last_seat: int  # who played last, and what
    last_move: int
    promises: tuple[tuple[int, ...], ...]  # values a seat must hold after strict builds
    pack: int  # cards not dealt
    largest: int  # the largest card
    tallies: tuple[tuple[int, int, int, int], ...]  # most cards, Zwicks, claws, penalties, by side
    scores: tuple[int, ...]


class Zwickern(CardTable):
    """One game in progress, in numbers and flat arrays."""

    def __init__(self, config: Config, twin: Zwickern | None = None) -> None:
        """Set a game up, or copy one: both here, so that every slot is always filled."""
        super().__init__(twin)
        players = config.players
        self.config: Config = config
        self.players: i64 = players
        if twin is None:
            self.phase: i64 = DEALING
            self.deal: i64 = 0
            self.round: i64 = 0
            self.seat: i64 = 0
            self.pack: i64 = config.deck
            self.hands: vec[i64] = zeros(players)
            self.promises: vec[i64] = zeros(players)  # values still held, as bits
            self.heaps: vec[i64] = zeros(players)
            self.zwicks: vec[i64] = zeros(config.sides)
            self.tallies: vec[i64] = zeros(TALLY * config.sides)
            self.last_taker: i64 = -1
            self.last_seat: i64 = -1
            self.last_move: i64 = NO_MOVE
        else:
            self.phase = twin.phase
            self.deal = twin.deal
            self.round = twin.round
            self.seat = twin.seat
            self.pack = twin.pack
            self.hands = twin.hands[:]
            self.promises = twin.promises[:]
            self.heaps = twin.heaps[:]
            self.zwicks = twin.zwicks[:]
            self.tallies = twin.tallies[:]
            self.last_taker = twin.last_taker
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

    def side(self, seat: i64) -> i64:
        """(ZW-3) Three play for themselves; of four, those opposite play together."""
        return seat if self.players == 3 else seat & 1

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
            values = range(max(1, low - LOW[card] - span), low + LOW[card] + span + 1)
            for value in values:
                if self.may_build(seat, card, item, value):
                    moves.append(int(value << 12 | item << 6 | card) << KIND_BITS | BUILD)
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
        if not self.builds_value(card, item, value):
            return False
        return not self.config.strict or self._may_announce(seat, card, item, value)

    def _may_announce(self, seat: i64, card: i64, item: i64, value: i64) -> bool:
        """(ZW-10, strict) Another card has the value, or another pile, which is the partner's."""
        if value <= VALUE_MASK and self._held_values(seat, card) & BIT[value]:
            return True
        return self._partner_has(seat, item, value)

    def _held_values(self, seat: i64, without: i64) -> i64:
        """The values of a seat's cards but one, as bits."""
        values: i64 = 0
        cards = self.hands[seat] & ~BIT[without]
        while cards:
            values |= VALUES[lowest(cards)]
            cards &= cards - 1
        return values

    def _partner_has(self, seat: i64, item: i64, value: i64) -> bool:
        """Whether the partner answers for a pile of a value that is not this item."""
        return self.players == 4 and self.has_pile(value, seat ^ 2, item)

    def default_move(self, seat: i64) -> i64:
        """(ZW-11) Add the first card of the hand."""
        return ADD + (lowest(self.hands[seat]) << KIND_BITS)

    def choices_into(self, seat: i64, out: vec[i64]) -> i64:
        """Write all adds, sensible captures and sensible builds, as the top of the file says."""
        hand = self.hands[seat]
        count = _adds_into(hand, out)
        if self.items == 0:  # (ZW-9)
            return count
        listed = self.list_items(out, PAD_ITEMS)
        count = self._captures_into(hand, listed, out, count)
        while hand:
            card = lowest(hand)
            hand &= hand - 1
            for i in range(PAD_ITEMS, PAD_ITEMS + 2 * listed, 2):
                if count + 6 > PAD_GROUPS:
                    return count
                allowed = self._announceable(seat, card, out[i])
                count = _builds_into(out, out[i], out[i + 1], card, allowed, count)
        return count

    def _captures_into(self, hand: i64, listed: i64, out: vec[i64], count: i64) -> i64:
        """(ZW-6) Single groups, and each with others of the same value."""
        wanted: i64 = 0
        limit: i64 = 0
        cards = hand
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            wanted |= VALUES[card]
            limit = max(limit, LOW[card] + TEN * TWO[card])
        end = grow_groups(out, PAD_ITEMS, listed, wanted, limit, PAD_GROUPS, PAD_ITEMS)
        if end == PAD_GROUPS:
            return count
        while hand:
            card = lowest(hand)
            hand &= hand - 1
            count = _unions_into(out, end, card, LOW[card], count)
            if TWO[card]:
                count = _unions_into(out, end, card + FACE_SHIFT, LOW[card] + TEN, count)
        return count

    def _announceable(self, seat: i64, card: i64, bit: i64) -> i64:
        """(ZW-10) Values up to the largest card's that a build may have, as bits."""
        values: i64 = BIT[LOW[self.config.largest] + 1] - 2
        if self.config.strict:
            allowed = self._held_values(seat, card)
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

    def sample_luck(self, dice: Dice) -> i64:
        card = nth_bit(self.pack, dice.below(count_bits(self.pack)))
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
        """(ZW-6) The card and all cards of the items go to the heap."""
        card = FACE_CARD[face]
        self._play(seat, card)
        cards = self.lift(items)
        self.heaps[seat] |= cards | BIT[card]
        self.last_taker = seat
        if facts is not None:
            about = (int(card), int(FACE_VALUE[face]), *cards_of(cards))
            facts.append(Fact("captured", int(seat), about))
        if self.items == 0:
            self._zwick(seat, facts)

    def _zwick(self, seat: i64, facts: list[Fact] | None) -> None:
        """(ZW-8) One more open Zwick; if another side has any, each side turns one down."""
        zwicks = self.zwicks
        side = self.side(seat)
        others: i64 = 0
        for other in range(self.config.sides):
            if other != side:
                others += zwicks[other]
        zwicks[side] += 1
        cancelled = others > 0 and self.config.cancel
        if cancelled:
            for any_side in range(self.config.sides):
                if zwicks[any_side] > 0:
                    zwicks[any_side] -= 1
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
        for seat in range(self.players):
            self.heaps[seat] = 0
        for side in range(self.config.sides):
            self.zwicks[side] = 0
        self.pack = self.config.deck
        self.last_taker = -1
        self.round = 0
        self.deal += 1
        self.seat = self.starter()
        if self.deal == self.config.deals:
            self.phase = OVER

    def _score_deal(self, facts: list[Fact] | None) -> None:
        """(ZW-14) Most cards, open Zwicks, claws; penalties are counted already."""
        most = self.side_with_most()
        for side in range(self.config.sides):
            heap = self.side_heap(side)
            points = MOST_CARDS if side == most else 0
            claws = self.claws_in(heap)
            self.tallies[TALLY * side + MOST] += points
            self.tallies[TALLY * side + ZWICKS] += self.zwicks[side]
            self.tallies[TALLY * side + CLAWS] += claws
            if facts is not None:
                counts = (int(count_bits(heap)), int(points), int(self.zwicks[side]), int(claws))
                facts.append(Fact("scored", int(side), counts))

    def side_heap(self, side: i64) -> i64:
        """The cards a side has captured in this deal."""
        return self.heaps[side] if self.players == 3 else self.heaps[side] | self.heaps[side + 2]

    def side_with_most(self) -> i64:
        """(ZW-14) The side with most cards; -1 in a tie."""
        most: i64 = 0
        found: i64 = -1
        for side in range(self.config.sides):
            size = count_bits(self.side_heap(side))
            if size > most:
                most = size
                found = side
            elif size == most:
                found = -1
        return found

    def claws_in(self, cards: i64) -> i64:
        """(ZW-2) The claws on a set of cards."""
        claws = count_bits(cards & ONE_CLAW)
        if cards & BIT[TEN_SHELL]:
            claws += 3
        if cards & BIT[FIFTEEN]:
            claws += 5
        if cards & BIT[self.config.middle]:
            claws += 6
        if cards & BIT[self.config.largest]:
            claws += 7
        return claws

    def scores(self) -> tuple[int, ...]:
        """(ZW-14) What whole deals brought, and penalties at once; partners score as one."""
        totals: list[int] = []
        for seat in range(self.players):
            most, zwicks, claws, penalties = self.tally(self.side(seat))
            totals.append(most + zwicks + claws - penalties)
        return tuple(totals)

    def ranks(self) -> tuple[int, ...]:
        """(ZW-15) The highest total wins; partners share a rank."""
        return rank([(score,) for score in self.scores()])

    def tally(self, side: i64) -> tuple[int, int, int, int]:
        """A side's points for most cards, for Zwicks and for claws, and its penalties."""
        at = TALLY * side
        tallies = self.tallies
        return int(tallies[at]), int(tallies[at + 1]), int(tallies[at + 2]), int(tallies[at + 3])

    # what each player may know

    def observe(self, viewer: i64) -> View:
        seats = range(self.players)
        sides = range(self.config.sides)
        return View(
            phase=int(self.phase),
            deal=int(self.deal),
            round=int(self.round),
            seat=int(self.seat),
            items=tuple([self._shown(item) for item in cards_of(self.items)]),
            fresh=tuple(cards_of(self.fresh)),
            hand=tuple(cards_of(self.hands[viewer])) if viewer >= 0 else (),
            hand_sizes=tuple([int(count_bits(self.hands[seat])) for seat in seats]),
            heaps=tuple([tuple(cards_of(self.heaps[seat])) for seat in seats]),
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

    def _shown(self, item: i64) -> tuple[int, int, int, tuple[int, ...]]:
        """An item as all see it: top card, value and last builder of a pile, all its cards."""
        pile = self.piles[item]
        builder = int(pile & 7) if pile else -1
        return int(item), int(pile >> 3), builder, tuple(cards_of(self.stacks[item]))

    def imagine(self, viewer: i64, dice: Dice) -> Zwickern:
        """Deal the cards the viewer can't see again, so that strict builds stay honest."""
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
            shuffle_first(dice, hidden, size, wanted)
            world._hand_out(self, viewer, unseen, hidden)
            if world._keeps_promises(viewer):
                return world
        shuffle_first(dice, hidden, size, size)
        world._keep_each_promise(self, viewer, unseen, [int(hidden[i]) for i in range(size)])
        return world

    def _hand_out(self, truth: Zwickern, viewer: i64, unseen: i64, hidden: vec[i64]) -> None:
        """Give everybody else as many hidden cards as he truly has; the rest is the pack."""
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
        """(ZW-10, strict) Whether everybody holds what his builds say he holds."""
        for seat in range(self.players):
            promised = self.promises[seat]
            if promised and seat != viewer:
                cards = self.hands[seat]
                while cards:
                    promised &= ~VALUES[lowest(cards)]
                    cards &= cards - 1
                if promised:
                    return False
        return True

    def _keep_each_promise(
        self, truth: Zwickern, viewer: i64, unseen: i64, order: list[int]
    ) -> None:
        """Where random hands hardly ever fit: first what is promised, then the rest in order."""
        room = [int(count_bits(truth.hands[seat])) for seat in range(self.players)]
        kept = [0] * self.players
        owed: list[tuple[int, int]] = []
        for seat in range(self.players):
            if seat != viewer:
                owed += [(seat, value) for value in cards_of(self.promises[seat])]
        assert _place(owed, 0, order, room, kept), "no hand keeps what was promised"
        given = sum(kept)
        rest = [card for card in order if given >> card & 1 == 0]
        for seat in range(self.players):
            if seat != viewer:
                while kept[seat].bit_count() < room[seat]:
                    kept[seat] |= int(BIT[rest.pop()])
                self.hands[seat] = kept[seat]
                unseen &= ~self.hands[seat]
        self.pack = unseen

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
            tuple([self._shown(item) for item in cards_of(self.items)]),
            int(self.fresh),
            tuple([int(hand) for hand in self.hands]),
            tuple([int(values) for values in self.promises]),
            tuple([int(heap) for heap in self.heaps]),
            tuple([int(zwicks) for zwicks in self.zwicks]),
            tuple([int(tally) for tally in self.tallies]),
            int(self.last_taker),
        )


def cards_of(cards: i64) -> list[int]:
    """A set of cards (or of values) as a list, in order."""
    found: list[int] = []
    while cards:
        found.append(int(lowest(cards)))
        cards &= cards - 1
    return found


def faces_of(card: int) -> list[int]:
    """A card at each of its values."""
    return [card, card + FACE_SHIFT] if TWO[card] else [card]


def _adds_into(hand: i64, out: vec[i64]) -> i64:
    """(ZW-11) Every card of the hand loose, two-value cards also fixed."""
    count: i64 = 0
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        out[count] = card << KIND_BITS | ADD
        count += 1
        if TWO[card]:
            out[count] = card << KIND_BITS | FIX
            out[count + 1] = card + FACE_SHIFT << KIND_BITS | FIX
            count += 2
    return count


def _builds_into(out: vec[i64], bit: i64, worth: i64, card: i64, allowed: i64, count: i64) -> i64:
    """(ZW-10) Offer the builds of a card on an item that have an allowed value: up to six."""
    move = (lowest(bit) << 6 | card) << KIND_BITS | BUILD
    steps = (worth & 1) + TWO[card] + 1
    value = (worth >> 1) + LOW[card]
    for _ in range(steps):
        if value <= VALUE_MASK and allowed & BIT[value]:
            out[count] = move | value << 12 + KIND_BITS
            count += 1
        value += TEN
    value = (worth >> 1) - LOW[card] - TEN * TWO[card]
    if worth & 1 and LOW[card] == 5:  # minus 5 from the higher value is plus 5 to the lower one
        steps -= 1
    for _ in range(steps):
        if 0 < value <= VALUE_MASK and allowed & BIT[value]:
            out[count] = move | value << 12 + KIND_BITS
            count += 1
        value += TEN
    return count


def _unions_into(out: vec[i64], end: i64, face: i64, value: i64, count: i64) -> i64:
    """Offer each group of a value, and each joined with all others that are then still there."""
    first = count
    joined: i64 = 0
    for i in range(PAD_GROUPS, end):
        if out[i] & VALUE_MASK != value:
            continue
        if count + 2 > PAD_GROUPS:
            return count
        items = out[i] >> VALUE_BITS
        move = fold(items) << KIND_BITS | face
        # With a value of 20 or 30 one group can be the same set as two: 1+2+8+9, or 11+9 and 12+8.
        if value < 2 * TEN or not _is_offered(out, first, count, move):
            out[count] = move
            count += 1
        if joined < UNIONS:
            joined += 1
            move = fold(_join(out, end, value, items)) << KIND_BITS | face
            if not _is_offered(out, first, count, move):
                out[count] = move
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
    for i in range(first, count):
        if out[i] == move:
            return True
    return False


def _place(
    owed: list[tuple[int, int]], at: int, order: list[int], room: list[int], kept: list[int]
) -> bool:
    """Choose cards, in the given order, so that each seat holds the values it owes."""
    if at == len(owed):
        return True
    seat, value = owed[at]
    if any([VALUES[card] >> value & 1 for card in cards_of(kept[seat])]):
        return _place(owed, at + 1, order, room, kept)
    if kept[seat].bit_count() == room[seat]:
        return False
    given = sum(kept)
    for card in order:
        if given >> card & 1 == 0 and VALUES[card] >> value & 1:
            kept[seat] |= int(BIT[card])
            if _place(owed, at + 1, order, room, kept):
                return True
            kept[seat] ^= int(BIT[card])
    return False
