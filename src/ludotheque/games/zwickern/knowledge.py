"""Zwickern: what a search should know (compiled).

A capture brings claws and cards, a cleared table a Zwick; a card added is lost to whoever fits it.
Piles are paid for by who leaves them (ZW-12): one builds what one can take, and keeps the card for
it. Moves are compared at a glance, in hundredths of points, by what their seat can know.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, lowest, nth_bit, vec, zeros
from ludotheque.core.knowledge import WIN, WIN_WEIGHT, Knowledge, lead_value
from ludotheque.core.rng import Rng
from ludotheque.core.state import State
from ludotheque.games.zwickern.data import (
    CARDS,
    FACE_CARD,
    FACE_VALUE,
    FACES,
    FIFTEEN,
    LATER_HAND,
    THIRTY,
    VALUES,
    claws_of,
    unfold,
)
from ludotheque.games.zwickern.rules import OVER, PLAYING, Zwickern
from ludotheque.games.zwickern.rules_hands import values_of
from ludotheque.games.zwickern.rules_heaps import TALLY, claws_in
from ludotheque.games.zwickern.rules_moves import ADD, FIX, KIND_BITS, KIND_MASK
from ludotheque.games.zwickern.rules_table import LOOSE, VALUE_MASK

DEPTH: Final = 16  # moves of a rollout
SCALE: Final = 15  # points
PROPOSED: Final = 10  # moves that a search compares
POINT: Final = 100
CARD: Final = 16  # towards the points for most cards
LEFT: Final = 40  # percent of the claws of a card that are lost by laying it
HELD: Final = 50  # percent of the claws in a hand that are as good as won
TRUST: Final = 80  # percent of piles that their builder could take
JITTER: Final = 30  # by which players differ in taste
WORST: Final = -1_000_000
SURE: Final = 90  # percent: nothing is surer before it is seen
FEARED: Final = 10  # percent of the penalty for a pile that its side can take
FEARED_FOR_ZERO: Final = 30  # for a pile worth 0: any capture takes it, if there is one
CALM: Final = 10.0  # points squared of a lead that are clear when nothing is left to play
STORM: Final = 40.0  # and more of them for each round still to come

# The cards that have a value, as sets, by value.
WITH_VALUE: Final[vec[i64]] = vec[i64](
    [
        sum(2**card for card in range(CARDS) if int(VALUES[card]) >> value & 1)
        for value in range(VALUE_MASK + 1)
    ]
)


def _twins(card: int) -> int:
    """The cards of lower numbers that are just like one: of its rank, with as many claws."""
    if card >= FIFTEEN:
        return 0
    rank, claws = card // 4, claws_of(card, THIRTY)
    return sum(2**one for one in range(4 * rank, card) if claws_of(one, THIRTY) == claws)


TWINS: Final[vec[i64]] = vec[i64]([_twins(card) for card in range(CARDS)])


def can_take(values: i64, value: i64) -> bool:
    """Whether cards with these values may take a pile; one worth 0 goes with any capture."""
    if value == 0:
        return values != 0
    return value <= VALUE_MASK and values & BIT[value] != 0


class ZwickernKnowledge(Knowledge):
    """Claws, cards, Zwicks and debts."""

    def __init__(self) -> None:
        super().__init__(DEPTH, SCALE, 0)
        self.worths: vec[i64] = zeros(PROPOSED)  # of the best moves so far, best first
        self.best: vec[i64] = zeros(PROPOSED)
        self.points: vec[i64] = zeros(3)  # by side
        # What the seat in question can know, while its moves are compared
        self.hand: i64 = 0
        self.kept: vec[i64] = zeros(CARDS)  # values of the hand without a card of it, as bits
        self.side: i64 = 0
        self.unseen: i64 = 0  # cards
        self.fits: i64 = 0  # percent: how likely the next player holds one unseen card
        self.owed: i64 = 0  # values of piles that the side answers for, as bits, but not 0
        self.penalty: i64 = 0
        self.open: bool = False  # whether it sees all hands of the world: in rollouts

    # hands

    def imagine(self, state: State, seat: i64, rng: Rng) -> State:
        """Who builds a pile mostly holds a card that takes it, though no rule asks for it."""
        world = state.imagine(seat, rng)
        assert isinstance(world, Zwickern)
        if world.config.strict:  # there a rule does (ZW-10)
            return world
        fresh = world.fresh
        while fresh:
            pile = world.piles[lowest(fresh)]
            fresh &= fresh - 1
            builder = pile & 7
            value = pile >> 3
            if builder != seat and 0 < value <= VALUE_MASK and rng.below(100) < TRUST:
                self._give(world, seat, builder, WITH_VALUE[value], rng)
        return world

    def _give(self, world: Zwickern, viewer: i64, builder: i64, wanted: i64, rng: Rng) -> None:
        """Unless the builder holds a wanted card, swap one of theirs for one nobody sees."""
        hand = world.hands[builder]
        if hand == 0 or hand & wanted:
            return
        found = world.pack & wanted
        for other in range(world.players):
            if other not in (viewer, builder):
                found |= world.hands[other] & wanted
        if found == 0:
            return
        card = BIT[nth_bit(found, rng.below(count_bits(found)))]
        back = BIT[nth_bit(hand, rng.below(count_bits(hand)))]
        world.hands[builder] ^= card | back
        if world.pack & card:
            world.pack ^= card | back
            return
        for other in range(world.players):
            if other != builder and world.hands[other] & card:
                world.hands[other] ^= card | back

    # moves

    def propose_into(self, state: State, seat: i64, out: vec[i64]) -> i64:
        """The few moves that look best at a glance."""
        assert isinstance(state, Zwickern)
        count = state.choices_into(seat, out)
        self.open = False
        self._look(state, seat)
        found: i64 = 0
        for i in range(count):
            worth = self._worth(state, out[i])
            if worth > WORST:
                found = self._rank(out[i], worth, found)
        while found > 1 and self.worths[found - 1] <= -self.penalty // 2:  # nobody does that
            found -= 1
        for i in range(found):
            out[i] = self.best[i]
        return found

    def _rank(self, move: i64, worth: i64, found: i64) -> i64:
        """Put a move where it belongs among the best; return how many there are then."""
        if found == PROPOSED:
            if worth <= self.worths[found - 1]:
                return found
            found -= 1
        at = found
        while at > 0 and self.worths[at - 1] < worth:
            self.worths[at] = self.worths[at - 1]
            self.best[at] = self.best[at - 1]
            at -= 1
        self.worths[at] = worth
        self.best[at] = move
        return found + 1

    def rollout_move(self, state: State, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """The move that looks best at a glance; tastes differ a little."""
        assert isinstance(state, Zwickern)
        count = state.choices_into(seat, buffer)
        self.open = True
        self._look(state, seat)
        best: i64 = buffer[0]
        highest: i64 = 2 * WORST
        for i in range(count):
            worth = self._worth(state, buffer[i]) + rng.below(JITTER)
            if worth > highest:
                highest = worth
                best = buffer[i]
        return best

    def _look(self, state: Zwickern, seat: i64) -> None:
        """See what all moves of a seat are compared by."""
        self.hand = state.hands[seat]
        hand = self.hand
        while hand:
            card = lowest(hand)
            hand &= hand - 1
            self.kept[card] = values_of(self.hand & ~BIT[card])
        self.side = state.side(seat)
        self.penalty = POINT * state.config.penalty
        seen = self.hand
        for other in range(state.players):
            seen |= state.heaps[other]
        self.owed = 0
        items = state.items
        while items:
            item = lowest(items)
            items &= items - 1
            seen |= state.stacks[item]
            if state.fresh & BIT[item]:
                pile = state.piles[item]
                if state.side(pile & 7) == self.side and 0 < pile >> 3 <= VALUE_MASK:
                    self.owed |= BIT[pile >> 3]
        self.unseen = state.config.deck & ~seen
        after = seat + 1 if seat + 1 < state.players else 0
        cards = count_bits(state.hands[after])
        hidden = count_bits(self.unseen)
        self.fits = 100 * (cards or LATER_HAND) // hidden if hidden else 0

    def _worth(self, state: Zwickern, move: i64) -> i64:
        """A move at a glance; WORST, if a card just like the one played is in the hand, too."""
        kind = move & KIND_MASK
        argument = move >> KIND_BITS
        if kind < FACES:
            card = FACE_CARD[kind]
        elif kind == FIX:
            card = FACE_CARD[argument]
        else:
            card = argument & 63
        if self.hand & TWINS[card]:
            return WORST
        if kind < FACES:
            return self._worth_of_capture(state, card, unfold(argument, state.config.deck))
        if kind == ADD:
            return self._worth_of_add(state, card)
        if kind == FIX:
            return self._worth_of_build(state, card, -1, FACE_VALUE[argument])
        return self._worth_of_build(state, card, argument >> 6 & 63, argument >> 12)

    def _worth_of_capture(self, state: Zwickern, card: i64, items: i64) -> i64:
        """(ZW-6, ZW-8) Claws and cards, a Zwick, debts paid or forgiven, less what is left."""
        cards = BIT[card]
        debts: i64 = 0
        owed = self.owed
        taken = items
        while taken:
            item = lowest(taken)
            taken &= taken - 1
            cards |= state.stacks[item]
            if state.fresh & BIT[item]:
                pile = state.piles[item]
                if state.side(pile & 7) == self.side:
                    owed &= ~BIT[min(pile >> 3, VALUE_MASK)]
                    debts += self.penalty // (2 if self.hand & ~BIT[card] else 1)
                else:
                    debts -= self._forgiven(state, pile)
        worth = POINT * self._claws(state, cards) + CARD * count_bits(cards) + debts
        if items == state.items:
            return worth + POINT - self._unpaid(owed, card)
        return worth - self._clearing(state, state.items & ~items) - self._unpaid(owed, card)

    def _forgiven(self, state: Zwickern, pile: i64) -> i64:
        """(ZW-12) What another side is spared, if its pile is taken: all, if it can't itself."""
        builder = pile & 7
        hands = state.hands[builder]
        if state.players == 4:
            hands |= state.hands[builder ^ 2]
        share = self.penalty // (state.sides - 1)
        if hands == 0:
            return share
        if self.open and not can_take(values_of(hands), pile >> 3):
            return share
        return share // 8

    def _unpaid(self, owed: i64, card: i64) -> i64:
        """What is to be feared for piles of one's own, if a card that takes them is played."""
        owed &= VALUES[card]
        if owed == 0 or owed & ~self.kept[card] == 0:
            return 0
        return self.penalty

    def _worth_of_add(self, state: Zwickern, card: i64) -> i64:
        """(ZW-11) Less the claws, and what the next player can do with it."""
        claws = POINT * self._claws(state, BIT[card])
        chance = self._chance(VALUES[card])
        worth = -claws * LEFT // 100 - chance * (2 * CARD + claws // 2) // 100
        if self.kept[card] & VALUES[card]:
            worth += CARD
        worth -= self._clearing(state, state.items | BIT[card])
        return worth - self._unpaid(self.owed, card)

    def _worth_of_build(self, state: Zwickern, card: i64, item: i64, value: i64) -> i64:
        """(ZW-10) What a pile brings if one can take it oneself; else it is a debt."""
        pile: i64 = LOOSE
        if item >= 0 and state.fresh & BIT[item]:
            pile = state.piles[item]
        own = pile >= 0 and state.side(pile & 7) == self.side
        kept = self.kept[card]
        if kept & BIT[value] == 0 and (value != 0 or kept == 0):  # `can_take`, without the call
            return -POINT if own and self._is_lost(state, pile) else -self.penalty
        cards = BIT[card]
        if item >= 0:
            cards |= state.stacks[item]
        worth = -self._unpaid(self.owed, card)
        if pile >= 0 and not own:
            worth -= self._forgiven(state, pile)
        gain = POINT * self._claws(state, cards) + CARD * (count_bits(cards) + 1)
        if value == 0:  # it goes with anybody's next capture, and the card could have captured it
            return worth - gain // 2 - self.penalty // 2
        taken = min(2 * self._chance(BIT[value]), SURE)  # by one of two others
        return worth + gain * (80 - 2 * taken) // 100

    def _is_lost(self, state: Zwickern, pile: i64) -> bool:
        """Whether a pile of one's own is a debt anyway: then one may as well change its value."""
        if can_take(values_of(self.hand), pile >> 3):
            return False
        return state.hands[pile & 7] & ~self.hand == 0  # no partner has kept a card for it

    def _chance(self, values: i64) -> i64:
        """How likely, in percent, the next player holds a card with one of these values."""
        cards: i64 = 0
        while values:
            cards |= WITH_VALUE[lowest(values)]
            values &= values - 1
        return min(self.fits * count_bits(self.unseen & cards), SURE)

    def _clearing(self, state: Zwickern, items: i64) -> i64:
        """What the next player may get for a Zwick, if these items are left there."""
        items &= ~state.worthless  # which go with any capture
        rest = items & (items - 1)
        if items == 0 or rest & (rest - 1):  # nothing to capture; or three or more: who knows
            return 0
        first = lowest(items)
        values = self._values(state, first)
        if rest:
            values = self._sums(values, self._values(state, lowest(rest)))
        return POINT * self._chance(values) // 100

    def _values(self, state: Zwickern, item: i64) -> i64:
        """The values of an item, or of a card about to be one, as bits."""
        if state.items & BIT[item] and state.piles[item] >= 0:
            return BIT[min(state.piles[item] >> 3, VALUE_MASK)]
        return VALUES[item]

    def _sums(self, values: i64, others: i64) -> i64:
        """The values that take two items at once: both of them, or their sum."""
        found = values & others
        while values:
            found |= others << lowest(values)
            values &= values - 1
        return found & (BIT[VALUE_MASK + 1] - 1)

    def _claws(self, state: Zwickern, cards: i64) -> i64:
        return claws_in(cards, state.config.middle, state.config.largest)

    # positions

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """How likely each side's lead is to last, and a little for the lead; partners the same."""
        assert isinstance(state, Zwickern)
        total: i64 = 0
        highest: i64 = 100 * WORST
        for side in range(state.sides):
            points = self._points_of(state, side)
            self.points[side] = points
            total += points
            highest = max(highest, points)
        spread = POINT * sqrt(CALM + STORM * float(self._rounds_left(state)))
        whole = 0.0
        for side in range(state.sides):
            whole += exp(float(self.points[side] - highest) / spread)
        for seat in range(state.players):
            points = self.points[state.side(seat)]
            won: i64 = int(float(WIN) * exp(float(points - highest) / spread) / whole)
            if state.phase == OVER:
                won = self._victory(state, seat)
            ahead = points * (state.sides - 1) - (total - points)
            out[seat] = (WIN_WEIGHT * won + lead_value(ahead, POINT * SCALE)) // (WIN_WEIGHT + 1)

    def _victory(self, state: Zwickern, seat: i64) -> i64:
        """(ZW-15) All of it to the side with the highest total, or a share."""
        scores = state.scores()
        highest = max(scores)
        if scores[seat] < highest:
            return 0
        winners: i64 = scores.count(highest)
        return WIN * (state.players // state.sides) // winners

    def _rounds_left(self, state: Zwickern) -> i64:
        config = state.config
        return (config.deals - state.deal) * config.rounds - state.round

    def _points_of(self, state: Zwickern, side: i64) -> i64:
        """What a side has and is about to score in this deal."""
        heap = state.side_heap(side)
        at = TALLY * side
        tallies = state.tallies
        points = tallies[at] + tallies[at + 1] + tallies[at + 2] - tallies[at + 3]
        points += state.zwicks[side] + self._claws(state, heap)
        worth = POINT * points + CARD * count_bits(heap)
        if state.phase != PLAYING:
            return worth
        hands = state.hands[side]
        if state.players == 4:
            hands |= state.hands[side + 2]
        worth += HELD * self._claws(state, hands)
        return worth - self._debts(state, side, hands)

    def _debts(self, state: Zwickern, side: i64, hands: i64) -> i64:
        """(ZW-12) What a side must fear for its new piles: little, if it can take them."""
        debts: i64 = 0
        held = values_of(hands)
        fresh = state.fresh
        while fresh:
            pile = state.piles[lowest(fresh)]
            fresh &= fresh - 1
            if state.side(pile & 7) == side:
                value = pile >> 3
                feared: i64 = SURE
                if can_take(held, value):
                    feared = FEARED if value else FEARED_FOR_ZERO
                debts += POINT * state.config.penalty * feared // 100
        return debts
