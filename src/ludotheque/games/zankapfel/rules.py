"""Zankapfel, by Ralf zur Linde and Michael Hageböck: the rules.

Each round all in turn buy an apple card or lay one face down; the start player moves the mayor
through the orchard, and may be bribed; then each colour that was laid is harvested by one player
only, and those who laid the same quarrel about it.

(ZK-7) names a paragraph of the rule sheet. `data` explains the numbers of cells and cards.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from ludotheque.core.fast import (
    BIT,
    count_bits,
    i64,
    lowest,
    members,
    nth_bit,
    vec,
    write_bits,
    zeros,
)
from ludotheque.core.rng import Rng, shuffle_first
from ludotheque.core.state import LUCK, NOBODY, Fact
from ludotheque.games.zankapfel.data import (
    ALL_CARDS,
    ALL_CELLS,
    BRIBES,
    CELLS,
    COLOURS,
    DECK,
    HAND,
    JOKER,
    KINDS,
    MOST_DICE,
    NONE,
    ONE,
    PIPS,
    cards_of,
    copies,
    nth_card,
    price,
    size_of,
)
from ludotheque.games.zankapfel.rules_mayor import BRIBING, MOVING
from ludotheque.games.zankapfel.rules_quarrel import (
    DICING,
    QUARRELLING,
    ROLLING,
    ROLLING_OFF,
    QuarrelTable,
)
from ludotheque.games.zankapfel.rules_race import NEVER, OVER

# A move is a kind of move and its argument: a cell, a card, a seat, a number ...
MAYOR: Final = 0
CLEAR: Final = MAYOR + CELLS
BUY: Final = CLEAR + CELLS
LAY: Final = BUY + 1
MOVE: Final = LAY + KINDS
OFFER: Final = MOVE + CELLS  # + 25 * points + cell, points above 0
DECLINE: Final = OFFER + (BRIBES + 1) * CELLS
ACCEPT: Final = DECLINE + 1
REFUSE: Final = ACCEPT + 6
COLOUR: Final = REFUSE + 1
QUARREL: Final = COLOUR + COLOURS  # + 1 to 10
DICE: Final = QUARREL + 11  # + 0 to 3
DEAL: Final = DICE + MOST_DICE + 1
TURN: Final = DEAL + KINDS
ROLL: Final = TURN + KINDS  # + 1 to 6

# Phases; those of the mayor are 5 and 6, those of a quarrel 8 to 11, the end 12
PLACING: Final = 0  # the start player places the mayor
DEALING: Final = 1  # luck: four cards each
TURNING: Final = 2  # luck: the card that can be bought
CLEARING: Final = 3
CHOOSING: Final = 4  # buy or lay
COLOURING: Final = 7  # a joker takes a colour

HIDDEN: Final = -2  # in a view: a card face down


class Config:
    """The choices made before the game; never changed, shared by every copy."""

    def __init__(self, players: int, track: int, bribery: bool, first_wins: bool) -> None:
        self.players: Final[i64] = players
        self.track: Final[i64] = track
        self.bribery: Final[bool] = bribery
        self.first_wins: Final[bool] = first_wins  # (ZK-23) at once, not at the end of the round
        self.winning: Final[i64] = track if first_wins else NEVER
        self.clearings: Final[i64] = 6 if players == 3 else players  # (ZK-7)


@dataclass(frozen=True, slots=True)
class View:
    """What one seat, or a spectator, may know. Cells are 0 to 24, cards 0 to 4 (a joker)."""

    phase: int
    waiting: tuple[int, ...]  # seats the game waits for
    start: int
    track: int
    first_wins: bool  # the first pawn at the finish wins at once, not at the end of the round
    pawns: tuple[int, ...]
    mayor: int
    proposal: int
    chips: tuple[int, ...]  # cells that have one
    face_up: int
    pile: int  # how many cards
    pile_cards: tuple[int, ...]  # which, sorted, once all have seen them as discards
    discards: tuple[int, ...]  # sorted
    hand: tuple[int, ...]  # the viewer's own, sorted; empty for a spectator
    hand_sizes: tuple[int, ...]
    known: tuple[tuple[int, ...], ...]  # bought, and not seen since: in the hand or face down
    laid: tuple[int, ...]
    revealed: bool  # apple cards that are laid lie face up
    colours: tuple[int, ...]  # what each harvests; before cards are revealed, what it was last
    offers: tuple[tuple[int, int], ...]  # cell and points; NONE and 0 without an offer
    contenders: tuple[int, ...]
    quarrel_colour: int
    prize: int
    quarrel_cards: tuple[tuple[int, ...], ...]  # not shown yet, one that is face down included
    quarrel_laid: tuple[int, ...]  # 0: none
    dice: tuple[int, ...]
    totals: tuple[int, ...]  # in the last quarrel each was in, until cards are revealed again
    pips: tuple[tuple[int, ...], ...]  # each die in these totals
    roller: int
    dice_left: int


class Zankapfel(QuarrelTable):
    """One game in progress, in numbers and flat arrays."""

    def __init__(self, config: Config, twin: Zankapfel | None = None) -> None:
        """Set a game up, or copy one: both here, so that every slot is always filled."""
        super().__init__(config.players, config.winning, twin)
        players = config.players
        self.config: Config = config
        if twin is None:
            self.pile: i64 = ALL_CARDS  # face down; a heap, drawn from when needed
            self.pile_known: bool = False  # it was made of discards: all know what is in it
            self.face_up: i64 = NONE
            self.discards: i64 = 0
            self.acted: i64 = 0  # seats that have bought, laid or been skipped this round
            self.hands: vec[i64] = zeros(players)  # heaps
            self.known: vec[i64] = zeros(players)  # heaps: what all know each to have at least
            self.laid: vec[i64] = vec[i64]([NONE] * players)
        else:
            self.pile = twin.pile
            self.pile_known = twin.pile_known
            self.face_up = twin.face_up
            self.discards = twin.discards
            self.acted = twin.acted
            self.hands = twin.hands[:]
            self.known = twin.known[:]
            self.laid = twin.laid[:]

    # who may do what

    def seats(self) -> i64:
        return self.players

    def next_actor(self) -> i64:
        if self.waiting:
            return lowest(self.waiting)
        return NOBODY if self.phase == OVER else LUCK

    def actors(self) -> Sequence[int]:
        """(ZK-12) The start player may accept an offer at any moment."""
        if self.waiting == 0:
            return () if self.phase == OVER else (LUCK,)
        return members(self.waiting | (BIT[self.start] if self.has_offers() else 0))

    def awaited(self) -> Sequence[int]:
        return members(self.waiting) if self.waiting else self.actors()

    def legal_moves(self, seat: i64) -> list[int]:
        if seat == LUCK:
            return [outcome for outcome, _ in self.luck()]
        if not self._may_act(seat):
            return []
        return self.choices(seat)

    def _may_act(self, seat: i64) -> bool:
        if not 0 <= seat < self.players:
            return False
        return self.waiting & BIT[seat] != 0 or (seat == self.start and self.has_offers())

    def choices_into(self, seat: i64, out: vec[i64]) -> i64:
        phase = self.phase
        if phase == CHOOSING:
            return self._lays_and_buy_into(seat, out)
        if phase == BRIBING:
            return self._bribery_into(seat, out)
        if phase == DICING:  # (ZK-19)
            for dice in range(MOST_DICE + 1):
                out[dice] = DICE + dice
            return MOST_DICE + 1
        if phase == QUARRELLING:  # (ZK-18)
            return write_bits(self.quarrel_cards[seat], QUARREL, out, 0)
        if phase == MOVING:
            return write_bits(self.reachable(), MOVE, out, 0)
        if phase == COLOURING:  # (ZK-14)
            for colour in range(COLOURS):
                out[colour] = COLOUR + colour
            return COLOURS
        if phase == CLEARING:  # (ZK-7)
            return write_bits(self.chips, CLEAR, out, 0)
        return write_bits(ALL_CELLS, MAYOR, out, 0)  # (ZK-5)

    def _lays_and_buy_into(self, seat: i64, out: vec[i64]) -> i64:
        """(ZK-8, ZK-9, ZK-10) What is in the hand can be laid, what lies face up bought."""
        count: i64 = 0
        hand = self.hands[seat]
        for card in range(KINDS):
            if copies(hand, card) > 0:
                out[count] = LAY + card
                count += 1
        if self.face_up >= 0:
            out[count] = BUY
            count += 1
        return count

    def _bribery_into(self, seat: i64, out: vec[i64]) -> i64:
        """(ZK-12) Others decline or offer more than they did; the start player answers."""
        count: i64 = 0
        if seat != self.start:
            cells = self.reachable() & ~BIT[self.proposal]
            out[0] = DECLINE
            count = 1
            for points in range(self.offers[seat] // CELLS + 1, BRIBES + 1):
                count = write_bits(cells, OFFER + CELLS * points, out, count)
            return count
        if self.waiting == BIT[seat]:
            out[0] = REFUSE
            count = 1
        for briber in range(self.players):
            if self.offers[briber] > 0:
                out[count] = ACCEPT + briber
                count += 1
        return count

    # luck

    def luck(self) -> list[tuple[int, int]]:
        if self.phase == DEALING or self.phase == TURNING:
            kind = DEAL if self.phase == DEALING else TURN
            counts = [(card, int(copies(self.pile, card))) for card in range(KINDS)]
            return [(kind + card, count) for card, count in counts if count]
        if self.phase == ROLLING or self.phase == ROLLING_OFF:
            return [(ROLL + pips, 1) for pips in range(1, PIPS + 1)]
        return []

    def sample_luck(self, rng: Rng) -> i64:
        if self.phase == TURNING:
            return TURN + nth_card(self.pile, rng.below(size_of(self.pile)))
        if self.phase == DEALING:
            return DEAL + nth_card(self.pile, rng.below(size_of(self.pile)))
        return ROLL + 1 + rng.below(PIPS)

    # what a move does

    def apply(self, seat: i64, move: i64, facts: list[Fact] | None = None) -> None:
        if move < MOVE:
            if move >= LAY:
                self._lay(seat, move - LAY, facts)
            elif move == BUY:
                self._buy(seat, facts)
            elif move >= CLEAR:
                self._clear(seat, move - CLEAR, facts)
            else:
                self._place_mayor(seat, move, facts)
        elif move < COLOUR:
            self._haggle(seat, move, facts)
        elif move >= ROLL:
            self.roll(move - ROLL, facts)
        elif move >= TURN:
            self._turn(move - TURN, facts)
        elif move >= DEAL:
            self._deal(move - DEAL, facts)
        elif move >= DICE:
            self.buy_dice(seat, move - DICE, facts)
        elif move >= QUARREL:
            self.lay_quarrel_card(seat, move - QUARREL, facts)
        else:
            self._colour(seat, move - COLOUR, facts)

    # set-up

    def _place_mayor(self, seat: i64, cell: i64, facts: list[Fact] | None) -> None:
        """(ZK-5) The chip stays."""
        self.mayor = cell
        self.phase = DEALING
        self.waiting = 0
        if facts is not None:
            facts.append(Fact("placed", int(seat), (int(cell),)))

    def _deal(self, card: i64, facts: list[Fact] | None) -> None:
        """(ZK-6) Four cards to each seat in turn."""
        seat = self.dealt_seat()
        self.pile -= ONE[card]
        self.hands[seat] += ONE[card]
        if facts is not None:
            facts.append(Fact("dealt", int(seat), (), (int(card),), 1 << int(seat)))
        if self.dealt_seat() == self.players:
            self.phase = TURNING

    def dealt_seat(self) -> i64:
        """Who gets the next card of the deal."""
        return (DECK - size_of(self.pile)) // HAND

    def _turn(self, card: i64, facts: list[Fact] | None) -> None:
        """(ZK-6, ZK-8) The card that can be bought."""
        self.pile -= ONE[card]
        self.face_up = card
        if facts is not None:
            facts.append(Fact("turned", LUCK, (int(card),)))
        if self.chips == ALL_CELLS:
            self.phase = CLEARING
            self.waiting = BIT[0]
        else:
            self._ask_next(facts)

    def _clear(self, seat: i64, cell: i64, facts: list[Fact] | None) -> None:
        """(ZK-7) In seat order, with three players twice."""
        self.chips ^= BIT[cell]
        if facts is not None:
            facts.append(Fact("cleared", int(seat), (int(cell),)))
        if CELLS - count_bits(self.chips) == self.config.clearings:
            self._ask_next(facts)
        else:
            self.waiting = BIT[self.after(seat)]

    # phase 1: buy or lay

    def _ask_next(self, facts: list[Fact] | None) -> None:
        """(ZK-8, ZK-10) The next from the start player on; who can do nothing is skipped."""
        self.phase = CHOOSING
        while self.acted < self.players:
            seat = (self.start + self.acted) % self.players
            if self.hands[seat] or self.face_up >= 0:
                self.waiting = BIT[seat]
                return
            self.acted += 1
            if facts is not None:
                facts.append(Fact("skipped", int(seat)))
        self.phase = MOVING
        self.waiting = BIT[self.start]

    def _buy(self, seat: i64, facts: list[Fact] | None) -> None:
        """(ZK-8) Paid at once, even below zero; all see what was bought."""
        card = self.face_up
        cost = price(card, self.mayor)
        self.pawns[seat] -= cost
        self.hands[seat] += ONE[card]
        self.known[seat] += ONE[card]
        self.face_up = NONE
        self.acted += 1
        if facts is not None:
            facts.append(Fact("bought", int(seat), (int(card), int(cost))))
        self._turn_next(facts)

    def _turn_next(self, facts: list[Fact] | None) -> None:
        """(ZK-10) Discards become the pile when it is gone; there may be nothing to turn up."""
        if self.pile == 0 and self.discards:
            self.pile = self.discards
            self.pile_known = True
            self.discards = 0
            if facts is not None:
                facts.append(Fact("reshuffled", LUCK, (int(size_of(self.pile)),)))
        if self.pile:
            self.phase = TURNING
            self.waiting = 0
        else:
            self._ask_next(facts)

    def _lay(self, seat: i64, card: i64, facts: list[Fact] | None) -> None:
        """(ZK-9) Face down."""
        self.hands[seat] -= ONE[card]
        self.laid[seat] = card
        self.acted += 1
        if facts is not None:
            facts.append(Fact("laid", int(seat), (), (int(card),), 1 << int(seat)))
        self._ask_next(facts)

    # phase 2: the mayor

    def _haggle(self, seat: i64, move: i64, facts: list[Fact] | None) -> None:
        if move < OFFER:
            self.move_mayor(seat, move - MOVE, self.config.bribery, facts)
        elif move < DECLINE:
            self.offer(seat, move - OFFER, facts)
        elif move == DECLINE:
            self.decline(seat, facts)
        elif move < REFUSE:
            self.accept(seat, move - ACCEPT, facts)
        else:
            self.refuse(seat, facts)

    def mayor_arrived(self, facts: list[Fact] | None) -> None:
        self._reveal(facts)

    # phase 3: harvest and quarrels

    def _reveal(self, facts: list[Fact] | None) -> None:
        """(ZK-14) All laid cards together; what was known of a hand may have left it."""
        seat = self.start
        for _ in range(self.players):
            card = self.laid[seat]
            self.totals[seat] = 0
            self.pips[seat] = 0
            self.colours[seat] = NONE if card == JOKER else card
            if card >= 0:
                if copies(self.known[seat], card) > 0:
                    self.known[seat] -= ONE[card]
                if facts is not None:
                    facts.append(Fact("revealed", int(seat), (int(card),)))
            seat = self.after(seat)
        self._next_joker(facts)

    def _next_joker(self, facts: list[Fact] | None) -> None:
        """(ZK-14) From the start player clockwise, each seeing the earlier choices."""
        seat = self.start
        for _ in range(self.players):
            if self.laid[seat] == JOKER and self.colours[seat] < 0:
                self.phase = COLOURING
                self.waiting = BIT[seat]
                return
            seat = self.after(seat)
        self.harvest(facts)

    def _colour(self, seat: i64, colour: i64, facts: list[Fact] | None) -> None:
        self.colours[seat] = colour
        if facts is not None:
            facts.append(Fact("coloured", int(seat), (int(colour),)))
        self._next_joker(facts)

    def end_round(self, facts: list[Fact] | None) -> None:
        """(ZK-16, ZK-17) Laid cards are discarded, the big apple goes to the left."""
        finished = self.chips == 0  # (ZK-23)
        for seat in range(self.players):
            if self.laid[seat] >= 0:
                self.discards += ONE[self.laid[seat]]
            self.laid[seat] = NONE
        finished = finished or self.farthest() >= self.config.track
        self.quarrel_colour = 0
        self.acted = 0
        self.waiting = 0
        if finished:
            self.phase = OVER
            return
        self.start = self.after(self.start)
        if facts is not None:
            facts.append(Fact("round", int(self.start), (int(count_bits(self.chips)),)))
        if self.face_up < 0 and self.discards:
            self._turn_next(facts)
        else:
            self._ask_next(facts)

    # what each player may know

    def observe(self, viewer: i64) -> View:
        seats = range(self.players)
        return View(
            phase=int(self.phase),
            waiting=tuple(members(self.waiting)),
            start=int(self.start),
            track=int(self.config.track),
            first_wins=self.config.first_wins,
            pawns=self.scores(),
            mayor=int(self.mayor),
            proposal=int(self.proposal),
            chips=tuple(members(self.chips)),
            face_up=int(self.face_up),
            pile=int(size_of(self.pile)),
            pile_cards=tuple(cards_of(self.pile)) if self.pile_known else (),
            discards=tuple(cards_of(self.discards)),
            hand=tuple(cards_of(self.hands[viewer])) if viewer >= 0 else (),
            hand_sizes=tuple([int(size_of(hand)) for hand in self.hands]),
            known=tuple([tuple(cards_of(heap)) for heap in self.known]),
            laid=tuple([self._laid_as_seen(seat, viewer) for seat in seats]),
            revealed=not self._is_face_down(),
            colours=tuple([int(colour) for colour in self.colours]),
            offers=tuple([self.offer_of(seat) for seat in seats]),
            contenders=tuple(members(self.contenders)),
            quarrel_colour=int(self.quarrel_colour),
            prize=int(self.prize),
            quarrel_cards=tuple([tuple(members(cards)) for cards in self.quarrel_cards]),
            quarrel_laid=tuple([self._quarrel_laid_as_seen(seat, viewer) for seat in seats]),
            dice=tuple([int(dice) for dice in self.dice]),
            totals=tuple([int(total) for total in self.totals]),
            pips=tuple([tuple(self.rolled(seat)) for seat in range(self.players)]),
            roller=int(self.roller),
            dice_left=int(self.dice_left),
        )

    def _is_face_down(self) -> bool:
        """(ZK-14) Laid apple cards aren't shown yet, or never will be: a bribe won (ZK-23)."""
        return self.phase <= BRIBING or self.proposal >= 0

    def _lies_hidden(self, seat: i64) -> bool:
        """(ZK-9) An apple card lies face down in front of a seat."""
        return self.laid[seat] >= 0 and self._is_face_down()

    def _quarrel_lies_hidden(self, seat: i64) -> bool:
        """(ZK-20) A quarrel card lies face down in front of a seat."""
        open_dice = self.phase == QUARRELLING or self.phase == DICING
        return open_dice and self.quarrel_laid[seat] > 0

    def _laid_as_seen(self, seat: i64, viewer: i64) -> int:
        if seat != viewer and self._lies_hidden(seat):
            return HIDDEN
        return int(self.laid[seat])

    def _quarrel_laid_as_seen(self, seat: i64, viewer: i64) -> int:
        if seat != viewer and self._quarrel_lies_hidden(seat):
            return HIDDEN
        return int(self.quarrel_laid[seat])

    def imagine(self, viewer: i64, rng: Rng) -> Zankapfel:
        """Deal out again all cards whose place the viewer can't know."""
        world = self.clone()
        hidden = zeros(DECK)
        count = self._hidden_cards(viewer, hidden)
        wanted: i64 = 0
        for seat in range(self.players):
            if seat != viewer:
                wanted += self._unknown_of(seat)
        shuffle_first(rng, hidden, count, wanted)
        given: i64 = 0
        for seat in range(self.players):
            if seat != viewer:
                heap = self.known[seat]
                for _ in range(self._unknown_of(seat)):
                    heap += ONE[hidden[given]]
                    given += 1
                world._hold(seat, heap, rng)
        if not self.pile_known:
            world.pile = 0
            for i in range(given, count):
                world.pile += ONE[hidden[i]]
        return world

    def held_by(self, seat: i64) -> i64:
        """What a seat has in its hand or face down before it, as a heap."""
        return self.hands[seat] + (ONE[self.laid[seat]] if self._lies_hidden(seat) else 0)

    def _unknown_of(self, seat: i64) -> i64:
        """How many of a seat's cards nobody else knows."""
        return size_of(self.held_by(seat) - self.known[seat])

    def _hidden_cards(self, viewer: i64, hidden: vec[i64]) -> i64:
        """Write the cards whose place a viewer can't know, sorted; return how many."""
        heap: i64 = 0 if self.pile_known else self.pile
        for seat in range(self.players):
            if seat != viewer:
                heap += self.held_by(seat) - self.known[seat]
        count = size_of(heap)
        for i in range(count):
            hidden[i] = nth_card(heap, i)
        return count

    def _hold(self, seat: i64, heap: i64, rng: Rng) -> None:
        """Give a seat these cards; of what lies face down any could be the one laid."""
        if self._lies_hidden(seat):
            card = nth_card(heap, rng.below(size_of(heap)))
            self.laid[seat] = card
            heap -= ONE[card]
        self.hands[seat] = heap
        if self._quarrel_lies_hidden(seat):
            cards = self.quarrel_cards[seat]
            self.quarrel_laid[seat] = nth_bit(cards, rng.below(count_bits(cards)))

    # copies and comparisons

    def clone(self) -> Zankapfel:
        return Zankapfel(self.config, self)

    def key(self) -> Hashable:
        numbers = [
            *(self.phase, self.start, self.waiting, self.contenders, self.quarrel_colour),
            *(self.prize, self.roller, self.dice_left, self.mayor, self.proposal, self.chips),
            *(self.pile, int(self.pile_known), self.face_up, self.discards, self.acted),
        ]
        for array in (
            *(self.pawns, self.quarrel_cards, self.quarrel_laid, self.dice, self.totals, self.pips),
            *(self.hands, self.known, self.laid, self.colours, self.offers),
        ):
            numbers += [int(number) for number in array]
        return tuple([int(number) for number in numbers])
