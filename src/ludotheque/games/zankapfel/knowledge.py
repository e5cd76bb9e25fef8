"""Zankapfel: what good players know, for the search (compiled).

Quarrels are dear; the start player owns the mayor; a card more is worth something as long as there
are rounds to lay it in. Apple and quarrel cards lie face down, so whoever lays them the same way
every time is found out. All values are hundredths of points.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.dice import Dice
from ludotheque.core.fast import BIT, count_bits, i64, lowest, nth_bit, vec, zeros
from ludotheque.core.knowledge import SAME, Knowledge, chances_into, share_into
from ludotheque.core.state import LUCK, State
from ludotheque.games.zankapfel.data import CELLS, COLOURS, JOKER, WORTH, price, size_of
from ludotheque.games.zankapfel.rules import (
    ACCEPT,
    BUY,
    CHOOSING,
    COLOUR,
    COLOURING,
    DECLINE,
    DICE,
    LAY,
    MOVE,
    OVER,
    QUARREL,
    REFUSE,
    Zankapfel,
)
from ludotheque.games.zankapfel.rules_mayor import BRIBING, MOVING
from ludotheque.games.zankapfel.rules_quarrel import DICING, QUARRELLING

DEPTH: Final = 30  # moves of a rollout, about two rounds
SCALE: Final = 10  # points
SPREAD: Final = 600.0  # of a lead that is clear
SEATS: Final = 6
POINT: Final = 100
JITTER: Final = 150  # by which players differ in taste
CARD: Final = 220  # a card more in hand
JOKER_CARD: Final = 350
ROUND: Final = 4  # points the first pawn makes in a round, about
ALONE: Final = 78  # per cent: nobody else laid that colour, for each rival
HARM: Final = 70  # what a bribe does for the briber, spread over the others
RARELY: Final = 8  # one in so many offers or buys dice in a rollout
HIGH: Final = 5  # a prize that is worth a die
WORST: Final = -1_000_000


class ZankapfelKnowledge(Knowledge):
    """Pawns on the track, cards in hand, and what lies face down."""

    def __init__(self) -> None:
        super().__init__(DEPTH, SCALE, 0)
        self.points: vec[i64] = zeros(SEATS)

    # moves

    def rollout_move(self, state: State, seat: i64, dice: Dice, buffer: vec[i64]) -> i64:
        """What looks best at a glance; tastes differ a little."""
        assert isinstance(state, Zankapfel)
        phase = state.phase
        if phase == QUARRELLING:
            return QUARREL + self._fitting_card(state, seat, dice)
        if phase == DICING:
            return DICE + (1 if state.prize >= HIGH and dice.below(RARELY) == 0 else 0)
        if phase == BRIBING and seat != state.start and dice.below(RARELY) > 0:
            return DECLINE
        count = state.choices_into(seat, buffer)
        if phase == CHOOSING or phase == MOVING or phase == COLOURING or phase == BRIBING:
            best: i64 = buffer[0]
            highest: i64 = WORST
            for i in range(count):
                value = self._worth_of(state, seat, buffer[i]) + dice.below(JITTER)
                if value > highest:
                    highest = value
                    best = buffer[i]
            return best
        return buffer[dice.below(count)]

    def _worth_of(self, state: Zankapfel, seat: i64, move: i64) -> i64:
        """What a move is worth among the moves of the same moment."""
        if move == BUY:
            held = size_of(state.hands[seat])
            return self._card(state, state.face_up, held) - POINT * price(
                state.face_up, state.mayor
            )
        if move < MOVE:
            return self._worth_of_laying(state, seat, move - LAY)
        if state.phase == MOVING:
            return self._harvest(state, seat, move - MOVE)
        if state.phase == COLOURING:
            return self._worth_of_colour(state, move - COLOUR)
        if ACCEPT <= move < REFUSE:
            return self._worth_of_bribe(state, seat, state.offers[move - ACCEPT]) - HARM
        return 0

    def _worth_of_laying(self, state: Zankapfel, seat: i64, card: i64) -> i64:
        """What it may harvest where the mayor will go, if nobody lays the same, less the card."""
        cells = state.reachable()
        count = count_bits(cells)
        total: i64 = 0
        best: i64 = 0
        while cells:
            worth = self._harvest_of(card, lowest(cells))
            cells &= cells - 1
            total += worth
            best = max(best, worth)
        mean = total // count
        weight: i64 = 9 if seat == state.start else 3  # the start player takes him there
        value = mean + (best - mean) * weight // 10
        for other in range(state.players):
            if other != seat and (state.laid[other] >= 0 or state.waiting & BIT[other] == 0):
                value = value * ALONE // 100
        return value - self._card(state, card, size_of(state.hands[seat]) - 1)

    def _card(self, state: Zankapfel, card: i64, held: i64) -> i64:
        """What a card is worth to who holds so many others: nothing if it will never be laid."""
        left = self._rounds(state) - 1 - held
        if left <= 0:
            return 0
        value: i64 = JOKER_CARD if card == JOKER else CARD
        return value if left > 1 else value // 2

    def _rounds(self, state: Zankapfel) -> i64:
        """How many rounds there will be, this one included, at the usual pace."""
        first: i64 = 0
        for seat in range(state.players):
            first = max(first, state.pawns[seat])
        way: i64 = max(0, state.config.track - first)
        return min(count_bits(state.chips), 1 + (way + ROUND - 1) // ROUND)

    def _harvest(self, state: Zankapfel, seat: i64, cell: i64) -> i64:
        """What a seat's laid card brings at a cell, quarrels apart."""
        return self._harvest_of(state.laid[seat], cell) if state.laid[seat] >= 0 else 0

    def _harvest_of(self, card: i64, cell: i64) -> i64:
        """What a card brings at a cell; a joker the best colour, which others may want, too."""
        if card != JOKER:
            return POINT * WORTH[CELLS * card + cell]
        best: i64 = 0
        for colour in range(COLOURS):
            best = max(best, WORTH[CELLS * colour + cell])
        return POINT * best * ALONE // 100

    def _worth_of_colour(self, state: Zankapfel, colour: i64) -> i64:
        """(ZK-14) Who joins others must share."""
        sharing: i64 = 1
        for other in range(state.players):
            if state.colours[other] == colour:
                sharing += 1
        return POINT * WORTH[CELLS * colour + state.mayor] // sharing

    def _worth_of_bribe(self, state: Zankapfel, seat: i64, offer: i64) -> i64:
        usual = self._harvest(state, seat, state.proposal)
        return POINT * (offer // CELLS) + self._harvest(state, seat, offer % CELLS) - usual

    def _fitting_card(self, state: Zankapfel, seat: i64, dice: Dice) -> i64:
        """A quarrel card by the stake, more or less."""
        cards = state.quarrel_cards[seat]
        count = count_bits(cards)
        place = (state.prize - 1) * (count - 1) // 6 + dice.below(3) - 1
        return nth_bit(cards, max(0, min(count - 1, place)))

    # positions

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """At the end the result; before it, pawns and cards, and how likely a lead is to last."""
        assert isinstance(state, Zankapfel)
        if state.phase == OVER:
            share_into(state.scores(), state.ranks(), SCALE, out)
            return
        useful = self._rounds(state) - 1
        for seat in range(state.players):
            cards = min(useful, size_of(state.hands[seat]))
            self.points[seat] = POINT * state.pawns[seat] + CARD * cards
        chances_into(self.points[: state.players], SPREAD, out)

    # what others see

    def sign(self, state: State, viewer: i64, seat: i64, move: i64) -> i64:
        """(ZK-9, ZK-18) Apple and quarrel cards are laid face down."""
        if seat == LUCK:
            return SAME
        if LAY <= move < MOVE:
            return LAY
        return QUARREL if QUARREL <= move < DICE else move

    def mixes(self, state: State, seat: i64) -> bool:
        """(ZK-18) Whoever's quarrel card can be foreseen is outdone by one."""
        assert isinstance(state, Zankapfel)
        return state.phase == QUARRELLING
