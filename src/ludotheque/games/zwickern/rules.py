"""Zwickern: the rules of a fishing game of Schleswig-Holstein.

Each turn one card is played: it captures items of the table that add up to its value, is built on
one of them, or is added. Clearing the table is a Zwick. Leaving a pile on the table costs points.

The possible captures roughly double with each item on the table. `legal_moves` lists them all,
whatever that costs: a few hundred moves for ten loose cards, a hundred thousand and a second for
twenty, and no list at all for forty. `is_legal` tests one capture and needs no list; its work is
bounded (`rules_captures.Partition`). `choices_into`, for playouts
and searches, offers sensible moves: all adds, each single group that a card can take, and with each
group as many others of the same value as are then still there; and of the builds those that a
card could capture, as a pile above the largest card can only be brought down. Piles worth 0
go with every capture offered, but those that may cost another side a penalty are also left.

(ZW-6) names a paragraph of the rule sheet. `data` explains the numbers of cards and faces, `moves`
those of moves and phases, `rules_captures` the arithmetic of captures.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from ludotheque.core.fast import BIT, bit_indices, count_bits, i64, lowest_bit, nth_bit, vec, zeros
from ludotheque.core.options import Options
from ludotheque.core.rng import Rng, partial_shuffle
from ludotheque.core.state import LUCK, NOBODY, Fact, SequentialState, private_fact
from ludotheque.games.zwickern.data import (
    CARD_VALUES,
    CARDS,
    DEALS,
    DUAL_STEP,
    EDITIONS,
    FACE_CARD,
    FACE_VALUE,
    FACES,
    FIRST_HAND,
    HIGH_FACE,
    IS_DUAL,
    LATER_HAND,
    LOW_VALUE,
    MAX_VALUE,
    MOST_CARDS_POINTS,
    NONE,
    OPEN_CARDS,
    ROUNDS,
    claws_in,
    deck,
    faces_of,
    side_of,
    values_of,
)
from ludotheque.games.zwickern.moves import (
    ADD,
    BUILD,
    BUILD_ITEM_SHIFT,
    BUILD_VALUE_SHIFT,
    CARD_BITS,
    CARD_MASK,
    DEAL,
    DEALING,
    FIX,
    KIND_BITS,
    KIND_MASK,
    OPEN,
    OPENING,
    OVER,
    PLAYING,
    build_move,
    capture_move,
    card_move,
    decode_items,
    is_capture,
    played_card,
)
from ludotheque.games.zwickern.observation import (
    HIDDEN,
    LOOSE,
    NOTHING_PRIVATE,
    Item,
    LastPlay,
    Player,
    Private,
    Public,
    Side,
    Tally,
)
from ludotheque.games.zwickern.rules_captures import (
    BUILDS_PER_ITEM,
    GROUPS_OFFSET,
    MAX_OFFERED,
    VALUE_BITS,
    Partition,
    amount_of,
    builds_into,
    captures_into,
    find_groups,
    sums_with,
)
from ludotheque.games.zwickern.rules_promises import order_for_promises

# A pile is ``8 * value + last builder``.
BUILDER_BITS: Final = 3
BUILDER_MASK: Final = 7

# What a side's points are made of, four numbers a side
MOST_CARDS: Final = 0
ZWICKS: Final = 1
CLAWS: Final = 2
PENALTIES: Final = 3
TALLY_SIZE: Final = 4

MAX_RANDOM_DEALS: Final = 64  # before hands are made to keep promises one by one


class Config:
    """The choices made before the game; never changed, shared by every copy."""

    def __init__(self, options: Options) -> None:
        players = int(options["players"])
        edition = str(options["big_cards"])
        self.players: Final[i64] = players
        self.sides: Final[i64] = 3 if players == 3 else 2  # (ZW-3)
        self.deals: Final[i64] = DEALS[players - 3]
        self.rounds: Final[i64] = ROUNDS[players - 3]
        self.deck: Final[i64] = deck(edition)
        self.largest: Final[i64] = EDITIONS[edition][2]
        self.strict: Final[bool] = options["building"] == "strict"
        self.penalty: Final[i64] = int(options["penalty"])
        self.cancel: Final[bool] = options["zwick"] == "cancel"
        self.least_value: Final[i64] = 0 if options["zero_piles"] else 1  # of a pile (ZW-10)
        self.open_heaps: Final[bool] = bool(options["open_heaps"])


class Zwickern(SequentialState):
    """One game in progress, in numbers and flat arrays.

    Items on the table, loose cards and piles, are named by their top cards. A side is a seat with 3
    players, a pair with 4 (ZW-3).
    """

    def __init__(self, config: Config, twin: Zwickern | None = None) -> None:
        """Set a game up, or copy one: both here, so that every slot is always filled."""
        self.config: Config = config
        if twin is None:
            self.phase: i64 = DEALING
            self.deal: i64 = 0
            self.round: i64 = 0
            self.seat: i64 = 0
            self.pack: i64 = config.deck
            self.hands: vec[i64] = zeros(config.players)
            self.promises: vec[i64] = zeros(config.players)  # values still held, as bits
            self.items: i64 = 0  # top cards
            self.fresh: i64 = 0  # of piles that got a card this round
            self.worthless: i64 = 0  # of piles worth 0
            self.piles: vec[i64] = zeros(CARDS)  # by top card; LOOSE for a loose card
            self.stacks: vec[i64] = zeros(CARDS)  # all cards of an item, by top card
            self.heaps: vec[i64] = zeros(config.players)  # cards captured in this deal
            self.zwicks: vec[i64] = zeros(config.sides)  # open ones, in this deal
            self.tallies: vec[i64] = zeros(TALLY_SIZE * config.sides)
            self.last_taker: i64 = NONE  # in this deal
            self.last_move: i64 = NONE
        else:
            self.phase = twin.phase
            self.deal = twin.deal
            self.round = twin.round
            self.seat = twin.seat
            self.pack = twin.pack
            self.hands = twin.hands[:]
            self.promises = twin.promises[:]
            self.items = twin.items
            self.fresh = twin.fresh
            self.worthless = twin.worthless
            self.piles = twin.piles[:]
            self.stacks = twin.stacks[:]
            self.heaps = twin.heaps[:]
            self.zwicks = twin.zwicks[:]
            self.tallies = twin.tallies[:]
            self.last_taker = twin.last_taker
            self.last_move = twin.last_move

    # who may do what

    def seats(self) -> i64:
        return self.config.players

    def next_actor(self) -> i64:
        if self.phase == PLAYING:
            return self.seat
        return NOBODY if self.phase == OVER else LUCK

    def side(self, seat: i64) -> i64:
        """The side of a seat (ZW-3)."""
        return side_of(seat, self.config.players)

    def starter(self) -> i64:
        """(ZW-5) The dealer's left neighbour, who is dealt cards and plays first in a deal."""
        return self.deal % self.config.players

    def legal_moves(self, seat: i64) -> list[int]:
        if seat == LUCK:
            return [outcome for outcome, _ in self.luck()]
        if self.phase != PLAYING or seat != self.seat:
            return []
        moves: list[int] = []
        for card in bit_indices(self.hands[seat]):
            moves.append(int(card_move(ADD, card)))
            for face in faces_of(card):
                if IS_DUAL[card]:
                    moves.append(int(card_move(FIX, face)))
                for items in self.captures(FACE_VALUE[face]):
                    moves.append(int(capture_move(face, items)))
            for item in bit_indices(self.items):
                for value in self.buildable_values(seat, card, item):
                    moves.append(int(build_move(card, item, value)))
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
        if kind < FACES:
            return self._may_capture(seat, kind, decode_items(argument, self.config.deck))
        if kind == BUILD:
            return self._is_legal_build(seat, argument)
        if kind == ADD:
            return argument < CARDS and self.holds(seat, argument)
        return kind == FIX and argument < FACES and self._may_fix(seat, argument)

    def holds(self, seat: i64, card: i64) -> bool:
        """Whether a card is in a seat's hand."""
        return self.hands[seat] & BIT[card] != 0

    def choices_into(self, seat: i64, out: vec[i64]) -> i64:
        """Write all adds, sensible captures and sensible builds, as the module docstring says."""
        count = self._adds_into(seat, out)
        if self.items == 0:  # (ZW-9)
            return count
        listed = self._list_entries(out, MAX_OFFERED)
        count = self._captures_into(seat, listed, out, count)
        return self._builds_into(seat, listed + count_bits(self.worthless), out, count)

    def default_move(self, seat: i64) -> i64:
        """(ZW-11) Add the first card of the hand."""
        return card_move(ADD, lowest_bit(self.hands[seat]))

    def apply(self, seat: i64, move: i64, facts: list[Fact] | None = None) -> None:
        kind = move & KIND_MASK
        argument = move >> KIND_BITS
        if kind == DEAL:
            self._deal(argument, facts)
            return
        if kind == OPEN:
            self._open(argument, facts)
            return
        self.last_move = move
        if kind < FACES:
            self._capture(seat, kind, decode_items(argument, self.config.deck), facts)
        elif kind == BUILD:
            item = argument >> BUILD_ITEM_SHIFT & CARD_MASK
            self._build(seat, argument & CARD_MASK, item, argument >> BUILD_VALUE_SHIFT, facts)
        elif kind == ADD:
            self._add(seat, argument, facts)
        else:
            self._fix(seat, argument, facts)
        self._end_turn(seat, facts)

    # dealing (ZW-4)

    def luck(self) -> list[tuple[int, int]]:
        kind = self._luck_kind()
        if kind < 0:
            return []
        return [(int(card_move(kind, card)), 1) for card in bit_indices(self.pack)]

    def sample_luck(self, rng: Rng) -> i64:
        card = nth_bit(self.pack, rng.below(count_bits(self.pack)))
        return card_move(self._luck_kind(), card)

    def _luck_kind(self) -> i64:
        """What luck does with a card now; NONE if it is not luck's turn."""
        if self.phase == DEALING:
            return DEAL
        return OPEN if self.phase == OPENING else NONE

    def _deal(self, card: i64, facts: list[Fact] | None) -> None:
        """(ZW-4) Deal a card to the seat whose hand is being filled; go on when it is full."""
        seat = self.seat
        self.pack ^= BIT[card]
        self.hands[seat] |= BIT[card]
        if facts is not None:
            facts.append(private_fact("dealt", int(seat), int(card)))
        size = FIRST_HAND if self.round == 0 else LATER_HAND
        if count_bits(self.hands[seat]) == size:
            self.seat = self.after(seat)
            if self.seat == self.starter():
                self.phase = OPENING if self.round == 0 else PLAYING

    def _open(self, card: i64, facts: list[Fact] | None) -> None:
        """(ZW-4) Lay a card face up on the table; after three of them the first seat plays."""
        self.pack ^= BIT[card]
        self._put_loose(card)
        if facts is not None:
            facts.append(Fact("opened", LUCK, (int(card),)))
        if count_bits(self.items) == OPEN_CARDS:
            self.phase = PLAYING

    # the table: loose cards and piles

    def _put_loose(self, card: i64) -> None:
        """(ZW-11) Lay a card next to the others."""
        self.items |= BIT[card]
        self.piles[card] = LOOSE
        self.stacks[card] = BIT[card]

    def _put_pile(self, card: i64, below: i64, value: i64, builder: i64) -> None:
        """(ZW-10, ZW-11) Make a card the top of a pile, with these cards below."""
        self.items |= BIT[card]
        self.fresh |= BIT[card]
        if value == 0:
            self.worthless |= BIT[card]
        self.piles[card] = value << BUILDER_BITS | builder
        self.stacks[card] = below | BIT[card]

    def _lift(self, items: i64) -> i64:
        """Take items off the table; return all their cards."""
        self.items &= ~items
        self.fresh &= ~items
        self.worthless &= ~items
        return self.cards_of(items)

    def cards_of(self, items: i64) -> i64:
        """All cards of a set of items."""
        cards: i64 = 0
        while items:
            cards |= self.stacks[lowest_bit(items)]
            items &= items - 1
        return cards

    def low_value(self, item: i64) -> i64:
        """The value of a pile, or the lower or only one of a loose card."""
        pile = self.piles[item]
        return pile >> BUILDER_BITS if pile >= 0 else LOW_VALUE[item]

    def is_dual(self, item: i64) -> i64:
        """1 for a loose dual card, else 0: a pile has one value."""
        if self.piles[item] >= 0:
            return 0
        return IS_DUAL[item]

    def builder(self, item: i64) -> i64:
        """The seat that built last on a pile."""
        return self.piles[item] & BUILDER_MASK

    def public_item(self, top: i64) -> Item:
        """An item as everybody sees it."""
        cards = tuple(bit_indices(self.stacks[top]))
        pile = self.piles[top]
        if pile < 0:
            return Item(int(top), LOOSE, LOOSE, cards, is_fresh=False)
        value, builder = int(pile >> BUILDER_BITS), int(pile & BUILDER_MASK)
        is_fresh = self.fresh & BIT[top] != 0
        return Item(int(top), value, builder, cards, is_fresh)

    def _remove_from_hand(self, seat: i64, card: i64) -> None:
        """Take a card from a hand; it may have been the one a strict build promised."""
        self.hands[seat] ^= BIT[card]
        self.promises[seat] &= ~CARD_VALUES[card]

    # capturing (ZW-6, ZW-7, ZW-9)

    def captures(self, value: i64) -> list[int]:
        """(ZW-6, ZW-10) All sets of items that split into groups of a value, sorted.

        Any piles worth 0 may go with them. There are up to twice as many sets with each further
        item, and each costs time and room.
        """
        sets: set[int] = set()
        for group in self._groups(BIT[value]):
            items = group >> VALUE_BITS
            sets |= {items | other for other in sets if items & other == 0}
            sets.add(items)
        worthless = self.worthless
        while worthless:
            pile = int(worthless & -worthless)
            sets |= {items | pile for items in sets}
            worthless &= worthless - 1
        return sorted(sets)

    def _groups(self, wanted: i64) -> list[int]:
        """(ZW-6) All groups worth a wanted value, without piles worth 0."""
        room: i64 = 256
        while True:
            buffer = zeros(GROUPS_OFFSET + room)
            end = find_groups(buffer, 0, self._list_entries(buffer, 0), wanted)
            if end < GROUPS_OFFSET + room:
                return [int(buffer[i]) for i in range(GROUPS_OFFSET, end)]
            room *= 4

    def group_values(self) -> list[tuple[int, int]]:
        """(ZW-6) Each item with the values, as bits, of the groups it can be part of.

        (ZW-10) A pile worth 0 can go with every group there is.
        """
        items = bit_indices(self.items)
        found: list[tuple[int, int]] = []
        for item in items:
            sums: i64 = 1  # of the subsets of the other items
            for other in items:
                if other != item:
                    sums |= self.sums_with(sums, other)
            found.append((item, int(self.sums_with(sums, item))))
        return found

    def sums_with(self, sums: i64, item: i64) -> i64:
        """Sums, as bits, with an item added at each of its values."""
        return sums_with(sums, self.low_value(item), self.is_dual(item))

    def _may_capture(self, seat: i64, face: i64, items: i64) -> bool:
        """(ZW-6) Whether the card is held, and what it takes is there and adds up."""
        if not self.holds(seat, FACE_CARD[face]) or items & ~self.items:
            return False
        return len(self.partition(items, FACE_VALUE[face])) > 0

    def partition(self, items: i64, value: i64) -> list[int]:
        """(ZW-6) A set of items as groups that are each worth exactly a value; else an empty list.

        (ZW-10) Piles worth 0 go with the first group, and are not a capture by themselves.
        """
        search = self._partition(items, value)
        if search is None or not search.find():
            return []
        groups = search.groups
        if groups:
            groups[0] |= int(items & self.worthless)
        return groups

    def gives_up(self, items: i64, value: i64) -> bool:
        """Whether no groups are found because there are too many ways to try."""
        search = self._partition(items, value)
        return search is not None and not search.find() and search.gave_up

    def _partition(self, items: i64, value: i64) -> Partition | None:
        """The search for groups; none if an item is worth more than the value."""
        entries: list[int] = []
        others = items & ~self.worthless
        while others:
            item = lowest_bit(others)
            others &= others - 1
            low = self.low_value(item)
            if low > value:
                return None
            entries.append(amount_of(low, self.is_dual(item)) << CARD_BITS | item)
        return Partition(entries, value)

    def _captures_into(self, seat: i64, listed: i64, out: vec[i64], count: i64) -> i64:
        """(ZW-6) Offer single groups, and each of them united with others of the same value."""
        hand = self.hands[seat]
        end = find_groups(out, MAX_OFFERED, listed, values_of(hand))
        if end == MAX_OFFERED + GROUPS_OFFSET:
            return count
        optional = self.others_worthless(seat)
        always = self.worthless & ~optional
        while hand:
            face = lowest_bit(hand)
            hand &= hand - 1
            count = captures_into(out, count, end, face, always=always, optional=optional)
            if IS_DUAL[face]:
                face += HIGH_FACE
                count = captures_into(out, count, end, face, always=always, optional=optional)
        return count

    def _list_entries(self, out: vec[i64], at: i64) -> i64:
        """Write the entries of all items.

        Piles worth 0 come last, as they are in no group; return how many items come before them.
        """
        count: i64 = 0
        items = self.items & ~self.worthless
        while items:
            item = lowest_bit(items)
            out[at] = amount_of(self.low_value(item), self.is_dual(item)) << CARD_BITS | item
            at += 1
            count += 1
            items &= items - 1
        items = self.worthless
        while items:
            out[at] = lowest_bit(items)
            at += 1
            items &= items - 1
        return count

    def others_worthless(self, seat: i64) -> i64:
        """(ZW-12) The piles worth 0 that other sides have to pay for if nobody takes them."""
        found: i64 = 0
        piles = self.worthless & self.fresh
        while piles:
            if self.side(self.builder(lowest_bit(piles))) != self.side(seat):
                found |= piles & -piles
            piles &= piles - 1
        return found

    def _capture(self, seat: i64, face: i64, items: i64, facts: list[Fact] | None) -> None:
        """(ZW-6) Put the card and all cards of the items on the heap; everyone sees how many."""
        card = FACE_CARD[face]
        self._remove_from_hand(seat, card)
        cards = self._lift(items)
        self.heaps[seat] |= cards | BIT[card]
        self.last_taker = seat
        if facts is not None:
            about = (int(card), int(FACE_VALUE[face]), *bit_indices(cards))
            facts.append(Fact("captured", int(seat), about))
            if not self.config.open_heaps:  # the log keeps how many, not which ones
                facts.append(Fact("heaped", int(seat), (int(count_bits(cards)) + 1,)))
        if self.items == 0:
            self._zwick(seat, facts)

    def _zwick(self, seat: i64, facts: list[Fact] | None) -> None:
        """(ZW-8) Count an open Zwick; if another side has any, each side that has one loses one."""
        zwicks = self.zwicks
        own = self.side(seat)
        others: i64 = 0
        for side in range(self.config.sides):
            others += zwicks[side]
        others -= zwicks[own]
        zwicks[own] += 1
        cancels = others > 0 and self.config.cancel
        if cancels:
            for side in range(self.config.sides):
                if zwicks[side] > 0:
                    zwicks[side] -= 1
        if facts is not None:
            facts.append(Fact("cancelled" if cancels else "zwick", int(seat)))

    # building (ZW-10)

    def _is_legal_build(self, seat: i64, argument: i64) -> bool:
        """(ZW-10) Whether the argument of a move is a build that is allowed."""
        card = argument & CARD_MASK
        item = argument >> BUILD_ITEM_SHIFT & CARD_MASK
        if card >= CARDS or item >= CARDS or not self.holds(seat, card):
            return False
        if self.items & BIT[item] == 0:
            return False
        return argument >> BUILD_VALUE_SHIFT in self.buildable_values(seat, card, item)

    def buildable_values(self, seat: i64, card: i64, item: i64) -> list[int]:
        """(ZW-10) The values that may be announced for a card put on an item, ascending.

        The card is added or subtracted; either of the two may be dual.
        """
        low = self.low_value(item)
        duals = self.is_dual(item) + IS_DUAL[card]
        values: set[int] = set()
        for value in (low + LOW_VALUE[card], low - LOW_VALUE[card] - DUAL_STEP * IS_DUAL[card]):
            for tens in range(duals + 1):
                values.add(int(value + DUAL_STEP * tens))
        return [value for value in sorted(values) if self._may_announce(seat, card, item, value)]

    def _may_announce(self, seat: i64, card: i64, item: i64, value: i64) -> bool:
        """(ZW-10) Whether a value is allowed for a card put on an item that can make it.

        Strict: another card of the hand has it, or another pile that the partner built on last.
        """
        if value < self.config.least_value:
            return False
        if not self.config.strict:
            return True
        if value <= MAX_VALUE and values_of(self.hands[seat] & ~BIT[card]) & BIT[value]:
            return True
        return self._partner_has_pile(seat, item, value)

    def _partner_has_pile(self, seat: i64, item: i64, value: i64) -> bool:
        """Whether the partner built last on a pile of a value that is not this item."""
        if self.config.players == 3 or value > MAX_VALUE:
            return False
        return self._values_built_by(seat ^ 2, item) & BIT[value] != 0

    def _builds_into(self, seat: i64, listed: i64, out: vec[i64], count: i64) -> i64:
        """(ZW-10) Offer every card on every item listed, at values that a card could capture."""
        config = self.config
        values = BIT[LOW_VALUE[config.largest] + 1] - BIT[config.least_value]
        hand = self.hands[seat]
        while hand:
            card = lowest_bit(hand)
            hand &= hand - 1
            held = values_of(self.hands[seat] & ~BIT[card]) if config.strict else values
            for i in range(MAX_OFFERED, MAX_OFFERED + listed):
                if count + BUILDS_PER_ITEM > MAX_OFFERED:
                    return count
                allowed = held
                if config.strict and config.players == 4:
                    allowed |= self._values_built_by(seat ^ 2, out[i] & CARD_MASK)
                count = builds_into(out, count, card, out[i], values & allowed)
        return count

    def _values_built_by(self, builder: i64, excluded: i64) -> i64:
        """The values of a seat's piles, one item excluded, as bits; those that a card can have."""
        values: i64 = 0
        items = self.items & ~BIT[excluded]
        while items:
            pile = self.piles[lowest_bit(items)]
            if pile >= 0 and pile & BUILDER_MASK == builder and pile >> BUILDER_BITS <= MAX_VALUE:
                values |= BIT[pile >> BUILDER_BITS]
            items &= items - 1
        return values

    def _build(self, seat: i64, card: i64, item: i64, value: i64, facts: list[Fact] | None) -> None:
        """(ZW-10) Put a card on an item, which is then a pile of the value announced."""
        self._remove_from_hand(seat, card)
        self._put_pile(card, self._lift(BIT[item]), value, seat)
        if self.config.strict and not self._partner_has_pile(seat, card, value):
            self.promises[seat] |= BIT[value]
        if facts is not None:
            facts.append(Fact("built", int(seat), (int(card), int(item), int(value))))

    # adding (ZW-11)

    def _may_fix(self, seat: i64, face: i64) -> bool:
        """(ZW-11) Whether a card is in the hand and dual, so that its value can be fixed."""
        card = FACE_CARD[face]
        return IS_DUAL[card] != 0 and self.holds(seat, card)

    def _adds_into(self, seat: i64, out: vec[i64]) -> i64:
        """(ZW-11) Offer to lay every card of the hand loose, dual cards also fixed."""
        hand = self.hands[seat]
        count: i64 = 0
        while hand:
            card = lowest_bit(hand)
            hand &= hand - 1
            out[count] = card_move(ADD, card)
            count += 1
            if IS_DUAL[card]:
                out[count] = card_move(FIX, card)
                out[count + 1] = card_move(FIX, card + HIGH_FACE)
                count += 2
        return count

    def _add(self, seat: i64, card: i64, facts: list[Fact] | None) -> None:
        """(ZW-11) Lay a card of the hand loose on the table."""
        self._remove_from_hand(seat, card)
        self._put_loose(card)
        if facts is not None:
            facts.append(Fact("added", int(seat), (int(card),)))

    def _fix(self, seat: i64, face: i64, facts: list[Fact] | None) -> None:
        """(ZW-11) Lay a dual card with a fixed value: a pile of one card."""
        card = FACE_CARD[face]
        self._remove_from_hand(seat, card)
        self._put_pile(card, 0, FACE_VALUE[face], seat)
        if facts is not None:
            facts.append(Fact("fixed", int(seat), (int(card), int(FACE_VALUE[face]))))

    # the end of a round, a deal and the game (ZW-12 to ZW-15)

    def _end_turn(self, seat: i64, facts: list[Fact] | None) -> None:
        """(ZW-5) Pass the turn to the next seat; end the round if all hands are empty."""
        self.seat = self.after(seat)
        if self.hands[self.seat] == 0:
            self._end_round(facts)

    def _end_round(self, facts: list[Fact] | None) -> None:
        """(ZW-12) Charge each pile that got a card this round to its last builder; go on."""
        piles = self.fresh
        while piles:
            pile = self.piles[lowest_bit(piles)]
            side = self.side(pile & BUILDER_MASK)
            self.tallies[TALLY_SIZE * side + PENALTIES] += self.config.penalty
            if facts is not None:
                value, points = int(pile >> BUILDER_BITS), int(self.config.penalty)
                about = (int(lowest_bit(piles)), value, points)
                facts.append(Fact("penalty", int(pile & BUILDER_MASK), about))
            piles &= piles - 1
        self.fresh = 0
        self.phase = DEALING
        self.round += 1
        if self.round == self.config.rounds:
            self._end_deal(facts)

    def _end_deal(self, facts: list[Fact] | None) -> None:
        """(ZW-13) Give what is left to the last taker, score the deal and gather all cards."""
        left = self._lift(self.items)
        if self.last_taker >= 0:
            self.heaps[self.last_taker] |= left
        if facts is not None and left:
            facts.append(Fact("left", int(self.last_taker), tuple(bit_indices(left))))
        self._score_deal(facts)
        self._gather()
        self.round = 0
        self.deal += 1
        self.seat = self.starter()
        if self.deal == self.config.deals:
            self.phase = OVER
            if facts is not None:
                facts.append(Fact("over", LUCK, (int(self.deal),)))

    def _score_deal(self, facts: list[Fact] | None) -> None:
        """(ZW-14) Score most cards, open Zwicks and claws; penalties are counted already."""
        most = self._side_with_most_cards()
        for side in range(self.config.sides):
            heap = self.side_heap(side)
            points = MOST_CARDS_POINTS if side == most else 0
            claws = self.claws_in(heap)
            self.tallies[TALLY_SIZE * side + MOST_CARDS] += points
            self.tallies[TALLY_SIZE * side + ZWICKS] += self.zwicks[side]
            self.tallies[TALLY_SIZE * side + CLAWS] += claws
            if facts is not None:
                counts = (int(count_bits(heap)), int(points), int(self.zwicks[side]), int(claws))
                facts.append(Fact("scored", int(side), counts))

    def _side_with_most_cards(self) -> i64:
        """(ZW-14) The side with most cards; NONE in a tie."""
        most: i64 = 0
        found: i64 = NONE
        for side in range(self.config.sides):
            size = count_bits(self.side_heap(side))
            if size > most:
                most = size
                found = side
            elif size == most:
                found = NONE
        return found

    def side_heap(self, side: i64) -> i64:
        """The cards a side has captured in this deal."""
        heaps = self.heaps
        return heaps[side] if self.config.players == 3 else heaps[side] | heaps[side + 2]

    def claws_in(self, cards: i64) -> i64:
        """(ZW-2) The claws on a set of cards."""
        return claws_in(cards, self.config.largest)

    def _gather(self) -> None:
        """Take all cards and Zwicks back after a deal."""
        for seat in range(self.config.players):
            self.heaps[seat] = 0
        for side in range(self.config.sides):
            self.zwicks[side] = 0
        self.last_taker = NONE
        self.pack = self.config.deck

    def points(self, side: i64) -> i64:
        """(ZW-14) The points of a side: those of whole deals, minus all penalties so far."""
        at = TALLY_SIZE * side
        tallies = self.tallies
        return tallies[at] + tallies[at + 1] + tallies[at + 2] - tallies[at + PENALTIES]

    def scores(self) -> tuple[int, ...]:
        """(ZW-14, ZW-15) Partners score as one, and so share a rank."""
        return tuple([int(self.points(self.side(seat))) for seat in range(self.config.players)])

    # what each player may know

    def public(self) -> Public:
        config = self.config
        return Public(
            phase=int(self.phase),
            deal=int(self.deal),
            deals=int(config.deals),
            round=int(self.round),
            rounds=int(config.rounds),
            seat=int(self.seat),
            dealer=int(self.before(self.starter())),
            items=tuple([self.public_item(top) for top in bit_indices(self.items)]),
            players=tuple([self._public_player(seat) for seat in range(config.players)]),
            sides=tuple([self._public_side(side) for side in range(config.sides)]),
            pack=int(count_bits(self.pack)),
            last_taker=int(self.last_taker),
            last_play=self._public_last_play(),
            last_move=int(self.last_move),
            largest=int(config.largest),
            penalty=int(config.penalty),
        )

    def _public_player(self, seat: i64) -> Player:
        return Player(
            side=int(self.side(seat)),
            score=int(self.points(self.side(seat))),
            hand_size=int(count_bits(self.hands[seat])),
            heap_size=int(count_bits(self.heaps[seat])),
            heap_claws=self._claws_shown(self.heaps[seat]),
            promises=tuple(bit_indices(self.promises[seat])),
        )

    def _public_side(self, side: i64) -> Side:
        heap = self.side_heap(side)
        most, zwicks, claws, penalties = [
            int(self.tallies[TALLY_SIZE * side + part]) for part in range(TALLY_SIZE)
        ]
        tally = Tally(most, zwicks, claws, penalties)
        claws_shown = self._claws_shown(heap)
        return Side(int(count_bits(heap)), claws_shown, int(self.zwicks[side]), tally)

    def _claws_shown(self, heap: i64) -> int:
        """(ZW-6) The claws of a heap, with open heaps."""
        return int(self.claws_in(heap)) if self.config.open_heaps else HIDDEN

    def _public_last_play(self) -> LastPlay | None:
        """The latest move, unless the cards have been gathered since."""
        seat = self.before(self.seat if self.phase == PLAYING else self.starter())
        has_played = self.phase == PLAYING and count_bits(self.hands[seat]) < FIRST_HAND
        move = self.last_move
        if move < 0 or (self.round == 0 and not has_played):
            return None
        return LastPlay(int(seat), int(played_card(move)), is_capture(move))

    def private(self, viewer: i64) -> Private:
        return Private(tuple(bit_indices(self.hands[viewer]))) if viewer >= 0 else NOTHING_PRIVATE

    def imagine(self, viewer: i64, rng: Rng) -> Zwickern:
        """Redeal the cards that the viewer can't see, so that promises of strict builds are kept.

        Heaps stay as they are: everybody saw each capture, and is taken to remember it.
        """
        world = self.clone()
        unseen = self.pack
        in_hands: i64 = 0
        for seat in range(self.config.players):
            if seat != viewer:
                unseen |= self.hands[seat]
                in_hands += count_bits(self.hands[seat])
        hidden = zeros(CARDS)
        size: i64 = 0
        cards = unseen
        while cards:
            hidden[size] = lowest_bit(cards)
            size += 1
            cards &= cards - 1
        for _ in range(MAX_RANDOM_DEALS):
            partial_shuffle(rng, hidden, size, in_hands)
            world._deal_hidden(self, viewer, unseen, hidden)
            if world._keeps_promises(viewer):
                return world
        order = [int(hidden[i]) for i in range(size)]
        world._deal_hidden(self, viewer, unseen, self._order_for_promises(viewer, order))
        return world

    def _deal_hidden(self, truth: Zwickern, viewer: i64, unseen: i64, hidden: vec[i64]) -> None:
        """Give everybody else as many hidden cards as they truly have; the rest is the pack."""
        at: i64 = 0
        for seat in range(self.config.players):
            if seat != viewer:
                hand: i64 = 0
                end = at + count_bits(truth.hands[seat])
                while at < end:
                    hand |= BIT[hidden[at]]
                    at += 1
                self.hands[seat] = hand
                unseen &= ~hand
        self.pack = unseen

    def _keeps_promises(self, viewer: i64) -> bool:
        """(ZW-10, strict) Whether everybody holds what their builds say they hold."""
        for seat in range(self.config.players):
            promised = self.promises[seat]
            if promised and seat != viewer and promised & ~values_of(self.hands[seat]):
                return False
        return True

    def _order_for_promises(self, viewer: i64, order: list[int]) -> vec[i64]:
        """Hidden cards in an order that keeps the promises, where chance hardly ever does."""
        sizes: list[int] = []
        promises: list[int] = []
        for seat in range(self.config.players):
            if seat != viewer:
                sizes.append(count_bits(self.hands[seat]))
                promises.append(self.promises[seat])
        return vec[i64](order_for_promises(order, sizes, promises))

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
            tuple([self.public_item(top) for top in bit_indices(self.items)]),
            tuple([int(hand) for hand in self.hands]),
            tuple([int(values) for values in self.promises]),
            tuple([int(heap) for heap in self.heaps]),
            tuple([int(zwicks) for zwicks in self.zwicks]),
            tuple([int(tally) for tally in self.tallies]),
            int(self.last_taker),
            int(self.last_move),
        )
