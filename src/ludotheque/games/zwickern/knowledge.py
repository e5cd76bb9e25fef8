"""Zwickern: what a search, the greedy bot and the reasons know.

A capture brings claws and cards, a cleared table a Zwick; a card added is lost to whoever fits it.
A pile is a debt of its builder's side, which pays for it if nobody takes it (ZW-12): build what you
can take, and keep the card for it. Moves are compared by a quick estimate, in hundredths of points,
from what their seat can know.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, lowest_bit, nth_bit, vec, zeros
from ludotheque.core.knowledge import WIN, WIN_WEIGHT, Knowledge, lead_value
from ludotheque.core.rng import Rng
from ludotheque.core.state import State
from ludotheque.games.zwickern.data import (
    CARD_VALUES,
    CARDS,
    FACE_CARD,
    FACE_VALUE,
    FACES,
    FIFTEEN,
    LATER_HAND,
    MAX_VALUE,
    NONE,
    THIRTY,
    claws_of,
    values_of,
)
from ludotheque.games.zwickern.moves import (
    ADD,
    BUILD_ITEM_SHIFT,
    BUILD_VALUE_SHIFT,
    CARD_MASK,
    FIX,
    KIND_BITS,
    KIND_MASK,
    OVER,
    PLAYING,
    decode_items,
    played_card,
)
from ludotheque.games.zwickern.observation import LOOSE
from ludotheque.games.zwickern.rules import BUILDER_BITS, BUILDER_MASK, Zwickern

ROLLOUT_DEPTH: Final = 16  # moves
LEAD_SCALE: Final = 15  # points
MAX_PROPOSALS: Final = 10

# Estimates are in hundredths of points: a percentage of a point is one of them.
POINT: Final = 100
CARD_ESTIMATE: Final = 16  # of a captured card, towards the points for most cards
CLAWS_LOST_PERCENT: Final = 40  # of the claws of a card that is laid
CLAWS_HELD_PERCENT: Final = 50  # of the claws in a hand that are as good as won
GAIN_OF_BUILD_PERCENT: Final = 80  # if nobody else holds a card for the pile
RISK_FOR_TAKEABLE_PERCENT: Final = 10  # of the penalty for a pile that its side can take
RISK_FOR_ZERO_PERCENT: Final = 30  # if it is worth 0: any capture takes it, if there is one
BUILDER_HOLDS_PERCENT: Final = 80  # of the piles, how many their builder could take
MAX_CHANCE_PERCENT: Final = 90  # of anything that is not seen yet
TAKEABLE_SPARED_DIVISOR: Final = 8  # if a side may take its pile, an eighth of the penalty counts
ROLLOUT_NOISE: Final = 30  # added to an estimate, at random
LOWEST: Final = -1_000_000

# Of a lead in points: how much it may still change
LEAD_VARIANCE_AT_END: Final = 10.0
LEAD_VARIANCE_PER_ROUND: Final = 40.0

# The cards that have a value, as sets, by value
CARDS_WITH_VALUE: Final[vec[i64]] = vec[i64](
    [
        sum(2**card for card in range(CARDS) if int(CARD_VALUES[card]) >> value & 1)
        for value in range(MAX_VALUE + 1)
    ]
)


def _equal_lower_cards(card: int) -> int:
    """The cards of lower numbers that are just like a card: of its rank, with as many claws."""
    if card >= FIFTEEN:
        return 0
    rank, claws = card // 4, claws_of(card, THIRTY)
    return sum(2**lower for lower in range(4 * rank, card) if claws_of(lower, THIRTY) == claws)


EQUAL_LOWER_CARDS: Final[vec[i64]] = vec[i64]([_equal_lower_cards(card) for card in range(CARDS)])


def can_take(values: i64, value: i64) -> bool:
    """Whether cards with these values may take a pile; one worth 0 goes with any capture."""
    if value == 0:
        return values != 0
    return value <= MAX_VALUE and values & BIT[value] != 0


class ZwickernKnowledge(Knowledge):
    """Claws, cards, Zwicks and debts: the penalties to fear for piles of the seat's side.

    `note_position` notes what a seat can know; the estimates of its moves depend on that.
    """

    def __init__(self) -> None:
        super().__init__(rollout_depth=ROLLOUT_DEPTH, lead_scale=LEAD_SCALE, root_width=0)
        self.best: vec[i64] = zeros(MAX_PROPOSALS)  # moves so far, best first
        self.best_estimates: vec[i64] = zeros(MAX_PROPOSALS)
        self.points: vec[i64] = zeros(3)  # by side
        # What `note_position` notes
        self.sees_hands: bool = False  # of all others: in rollouts
        self.hand: i64 = 0
        self.duplicates: i64 = 0  # cards of the hand that are just like a lower one of it
        self.kept_values: vec[i64] = zeros(CARDS)  # of the hand without a card of it, as bits
        self.side: i64 = 0
        self.unseen: i64 = 0  # cards
        self.chance_per_card: i64 = 0  # percent: that the next player holds one unseen card
        self.debt_values: i64 = 0  # of fresh piles of the seat's side, as bits, but not 0
        self.penalty: i64 = 0  # hundredths of points

    # hands

    def imagine(self, state: State, seat: i64, rng: Rng) -> State:
        """Builders mostly hold a card that takes their pile, though no rule asks for it."""
        world = state.imagine(seat, rng)
        assert isinstance(world, Zwickern)
        if world.config.strict:  # there a rule does (ZW-10)
            return world
        fresh = world.fresh
        while fresh:
            pile = world.piles[lowest_bit(fresh)]
            fresh &= fresh - 1
            builder = pile & BUILDER_MASK
            value = pile >> BUILDER_BITS
            if builder != seat and 0 < value <= MAX_VALUE:
                if rng.below(100) < BUILDER_HOLDS_PERCENT:
                    self._give_card(world, seat, builder, CARDS_WITH_VALUE[value], rng)
        return world

    def _give_card(self, world: Zwickern, viewer: i64, builder: i64, wanted: i64, rng: Rng) -> None:
        """Unless the builder holds a wanted card, swap one of theirs for one nobody sees."""
        hand = world.hands[builder]
        if hand == 0 or hand & wanted:
            return
        players = world.config.players
        found = world.pack & wanted
        for other in range(players):
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
        for other in range(players):
            if other != builder and world.hands[other] & card:
                world.hands[other] ^= card | back

    # moves

    def propose_into(self, state: State, seat: i64, out: vec[i64]) -> i64:
        """The few moves of the best estimates."""
        assert isinstance(state, Zwickern)
        count = state.choices_into(seat, out)
        self.note_position(state, seat)
        found: i64 = 0
        for i in range(count):
            if self.duplicates == 0 or not self._is_duplicate(out[i]):
                found = self._insert(out[i], self._estimate(state, out[i]), found)
        while found > 1 and self.best_estimates[found - 1] <= -self.penalty // 2:
            found -= 1  # not worth a simulation
        for i in range(found):
            out[i] = self.best[i]
        return found

    def _insert(self, move: i64, estimate: i64, found: i64) -> i64:
        """Put a move where it belongs among the best; return how many there are then."""
        if found == MAX_PROPOSALS:
            if estimate <= self.best_estimates[found - 1]:
                return found
            found -= 1
        at = found
        while at > 0 and self.best_estimates[at - 1] < estimate:
            self.best_estimates[at] = self.best_estimates[at - 1]
            self.best[at] = self.best[at - 1]
            at -= 1
        self.best_estimates[at] = estimate
        self.best[at] = move
        return found + 1

    def rollout_move(self, state: State, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """The move of the best estimate, with a little noise."""
        assert isinstance(state, Zwickern)
        count = state.choices_into(seat, buffer)
        self.note_position(state, seat)
        self.sees_hands = True
        best: i64 = buffer[0]
        highest: i64 = 2 * LOWEST
        for i in range(count):
            estimate = rng.below(ROLLOUT_NOISE)
            if self.duplicates and self._is_duplicate(buffer[i]):
                estimate += LOWEST
            else:
                estimate += self._estimate(state, buffer[i])
            if estimate > highest:
                highest = estimate
                best = buffer[i]
        return best

    def appraise(self, state: State, seat: i64, move: i64, rng: Rng) -> float:
        """The estimate of a move, in points."""
        assert isinstance(state, Zwickern)
        self.note_position(state, seat)
        return float(self._estimate(state, move)) / POINT

    def note_position(self, state: Zwickern, seat: i64) -> None:
        """Note what the estimates of all moves of a seat need; only what the seat may know."""
        self.sees_hands = False
        self.hand = state.hands[seat]
        self.duplicates = 0
        hand = self.hand
        while hand:
            card = lowest_bit(hand)
            hand &= hand - 1
            if self.hand & EQUAL_LOWER_CARDS[card]:
                self.duplicates |= BIT[card]
            self.kept_values[card] = values_of(self.hand & ~BIT[card])
        self.side = state.side(seat)
        self.penalty = POINT * state.config.penalty
        seen = self.hand
        for other in range(state.config.players):
            seen |= state.heaps[other]
        self.debt_values = 0
        items = state.items
        while items:
            item = lowest_bit(items)
            items &= items - 1
            seen |= state.stacks[item]
            if state.fresh & BIT[item]:
                pile = state.piles[item]
                if self._is_own(state, pile) and 0 < pile >> BUILDER_BITS <= MAX_VALUE:
                    self.debt_values |= BIT[pile >> BUILDER_BITS]
        self.unseen = state.config.deck & ~seen
        self.chance_per_card = 0
        if self.unseen:
            next_hand = count_bits(state.hands[state.after(seat)])
            if next_hand == 0:
                next_hand = LATER_HAND
            self.chance_per_card = 100 * next_hand // count_bits(self.unseen)

    def _is_own(self, state: Zwickern, pile: i64) -> bool:
        """Whether the side of the seat built last on a pile, and answers for it."""
        return state.side(pile & BUILDER_MASK) == self.side

    def _is_duplicate(self, move: i64) -> bool:
        """Whether a lower card just like the one played is in the hand, too."""
        return self.duplicates & BIT[played_card(move)] != 0

    def _estimate(self, state: Zwickern, move: i64) -> i64:
        """A quick estimate of a move."""
        kind = move & KIND_MASK
        argument = move >> KIND_BITS
        if kind < FACES:
            items = decode_items(argument, state.config.deck)
            return self._estimate_capture(state, FACE_CARD[kind], items)
        if kind == ADD:
            return self._estimate_add(state, argument)
        if kind == FIX:
            return self._estimate_build(state, FACE_CARD[argument], NONE, FACE_VALUE[argument])
        card = argument & CARD_MASK
        item = argument >> BUILD_ITEM_SHIFT & CARD_MASK
        return self._estimate_build(state, card, item, argument >> BUILD_VALUE_SHIFT)

    # captures

    def _estimate_capture(self, state: Zwickern, card: i64, items: i64) -> i64:
        """(ZW-6, ZW-8) Claws and cards, a Zwick, debts paid or spared, minus what is left."""
        estimate = self.gain(state, BIT[card] | state.cards_of(items))
        debt_values = self.debt_values
        piles = items & state.fresh
        if piles:
            estimate += self.debts_paid(state, card, piles) - self.penalties_spared(state, piles)
            debt_values &= ~self._values_of_piles(state, self._own_piles(state, piles))
        if items == state.items:
            estimate += POINT
        else:
            estimate -= self._zwick_for_next(state, state.items & ~items)
        return estimate - self._debts_risked(debt_values, card)

    def gain(self, state: Zwickern, cards: i64) -> i64:
        """What captured cards bring: claws, and a little for the majority."""
        return POINT * state.claws_in(cards) + CARD_ESTIMATE * count_bits(cards)

    def debts_paid(self, state: Zwickern, card: i64, piles: i64) -> i64:
        """(ZW-12) What fresh piles of the seat's side, now taken by a card, could have cost it."""
        share = 2 if self.hand & ~BIT[card] else 1  # another card might have taken them
        return count_bits(self._own_piles(state, piles)) * (self.penalty // share)

    def penalties_spared(self, state: Zwickern, piles: i64) -> i64:
        """(ZW-12) What other sides are spared if their fresh piles are taken."""
        spared: i64 = 0
        piles &= ~self._own_piles(state, piles)
        while piles:
            spared += self._penalty_spared(state, state.piles[lowest_bit(piles)])
            piles &= piles - 1
        return spared

    def _own_piles(self, state: Zwickern, piles: i64) -> i64:
        """The piles that the side of the seat answers for."""
        own: i64 = 0
        while piles:
            if self._is_own(state, state.piles[lowest_bit(piles)]):
                own |= piles & -piles
            piles &= piles - 1
        return own

    def _values_of_piles(self, state: Zwickern, piles: i64) -> i64:
        """All values of a set of piles, as bits."""
        values: i64 = 0
        while piles:
            values |= self._values_of_item(state, lowest_bit(piles))
            piles &= piles - 1
        return values

    def _penalty_spared(self, state: Zwickern, pile: i64) -> i64:
        """What taking a pile spares its side: the penalty, if that side can't take it itself."""
        builder = pile & BUILDER_MASK
        hands = state.hands[builder]
        if state.config.players == 4:
            hands |= state.hands[builder ^ 2]
        share = self.penalty // (state.config.sides - 1)
        if hands == 0:
            return share
        if self.sees_hands and not can_take(values_of(hands), pile >> BUILDER_BITS):
            return share
        return share // TAKEABLE_SPARED_DIVISOR

    def _debts_risked(self, debt_values: i64, card: i64) -> i64:
        """The penalty, if the only card that takes a pile of the seat's side is played."""
        debt_values &= CARD_VALUES[card]
        if debt_values == 0 or debt_values & ~self.kept_values[card] == 0:
            return 0
        return self.penalty

    # adds

    def _estimate_add(self, state: Zwickern, card: i64) -> i64:
        """(ZW-11) Minus the claws, and what the next player can do with the card."""
        claws = state.claws_in(BIT[card])
        estimate = -claws * CLAWS_LOST_PERCENT - self.opportunity_for_next(state, card, claws)
        if self.kept_values[card] & CARD_VALUES[card]:
            estimate += CARD_ESTIMATE
        return estimate - self._debts_risked(self.debt_values, card)

    def opportunity_for_next(self, state: Zwickern, card: i64, claws: i64) -> i64:
        """What the next player can expect of a card laid loose, with the chance of a Zwick."""
        gain = 2 * CARD_ESTIMATE + POINT * claws // 2
        taken = self._chance_for_next(CARD_VALUES[card]) * gain // 100
        return taken + self._zwick_for_next(state, state.items | BIT[card])

    def unseen_with(self, values: i64) -> i64:
        """The cards the seat can't see that have one of these values."""
        cards: i64 = 0
        while values:
            cards |= CARDS_WITH_VALUE[lowest_bit(values)]
            values &= values - 1
        return self.unseen & cards

    def _chance_for_next(self, values: i64) -> i64:
        """How likely, in percent, the next player holds a card with one of these values."""
        return min(self.chance_per_card * count_bits(self.unseen_with(values)), MAX_CHANCE_PERCENT)

    def _zwick_for_next(self, state: Zwickern, items: i64) -> i64:
        """What the next player can expect for a Zwick, if these items are left there."""
        items &= ~state.worthless  # which go with any capture
        rest = items & (items - 1)
        if items == 0 or rest & (rest - 1):  # nothing to capture, or three items or more
            return 0
        values = self._values_of_item(state, lowest_bit(items))
        if rest:
            values = self._values_for_both(values, self._values_of_item(state, lowest_bit(rest)))
        return POINT * self._chance_for_next(values) // 100

    def _values_of_item(self, state: Zwickern, item: i64) -> i64:
        """The values of an item, or of a card about to be one, as bits."""
        if state.items & BIT[item] and state.piles[item] >= 0:
            return BIT[min(state.piles[item] >> BUILDER_BITS, MAX_VALUE)]
        return CARD_VALUES[item]

    def _values_for_both(self, values: i64, others: i64) -> i64:
        """The values that take two items at once: both of them, or their sum."""
        found = values & others
        while values:
            found |= others << lowest_bit(values)
            values &= values - 1
        return found & (BIT[MAX_VALUE + 1] - 1)

    # builds

    def _estimate_build(self, state: Zwickern, card: i64, item: i64, value: i64) -> i64:
        """(ZW-10) What a pile brings if its side can take it; else it is a debt.

        The item is NONE for a card laid with a fixed value.
        """
        pile: i64 = LOOSE
        if item >= 0 and state.fresh & BIT[item]:
            pile = state.piles[item]
        is_own = pile >= 0 and self._is_own(state, pile)
        if not can_take(self.kept_values[card], value):
            if is_own and self._is_lost(state, pile):
                return -POINT
            return -self.penalty
        cards = BIT[card]
        if item >= 0:
            cards |= state.stacks[item]
        estimate = -self._debts_risked(self.debt_values, card)
        if pile >= 0 and not is_own:
            estimate -= self._penalty_spared(state, pile)
        gain = self.gain(state, cards) + CARD_ESTIMATE
        if value == 0:  # it goes with anybody's next capture, and the card could have captured it
            return estimate - gain // 2 - self.penalty // 2
        # The chance that one of two others takes it
        taken = min(2 * self._chance_for_next(BIT[value]), MAX_CHANCE_PERCENT)
        return estimate + gain * (GAIN_OF_BUILD_PERCENT - 2 * taken) // 100

    def _is_lost(self, state: Zwickern, pile: i64) -> bool:
        """Whether a pile of the seat's side is a debt anyway: then its value may be changed."""
        if can_take(values_of(self.hand), pile >> BUILDER_BITS):
            return False
        return state.hands[pile & BUILDER_MASK] & ~self.hand == 0  # no partner keeps a card for it

    # positions

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """How likely each side's lead is to last, and a little for the lead; partners the same."""
        assert isinstance(state, Zwickern)
        config = state.config
        total: i64 = 0
        highest: i64 = 100 * LOWEST
        for side in range(config.sides):
            points = self.points_of(state, side)
            self.points[side] = points
            total += points
            highest = max(highest, points)
        spread = spread_of_leads(state)
        total_weight = 0.0
        for side in range(config.sides):
            total_weight += exp(float(self.points[side] - highest) / spread)
        for seat in range(config.players):
            points = self.points[state.side(seat)]
            won: i64 = int(float(WIN) * exp(float(points - highest) / spread) / total_weight)
            if state.phase == OVER:
                won = self._share_of_victory(state, seat)
            lead = points * (config.sides - 1) - (total - points)
            value = WIN_WEIGHT * won + lead_value(lead, POINT * LEAD_SCALE)
            out[seat] = value // (WIN_WEIGHT + 1)

    def _share_of_victory(self, state: Zwickern, seat: i64) -> i64:
        """(ZW-15) WIN for each seat of the side with the highest total; tied sides share it."""
        scores = state.scores()
        highest = max(scores)
        if scores[seat] < highest:
            return 0
        winners: i64 = scores.count(highest)
        return WIN * (state.config.players // state.config.sides) // winners

    def points_of(self, state: Zwickern, side: i64) -> i64:
        """What a side has and is about to score in this deal."""
        points = POINT * (state.points(side) + state.zwicks[side])
        points += self.gain(state, state.side_heap(side))
        if state.phase != PLAYING:
            return points
        hands = state.hands[side]
        if state.config.players == 4:
            hands |= state.hands[side + 2]
        points += CLAWS_HELD_PERCENT * state.claws_in(hands)
        return points - self._debts(state, side, hands)

    def _debts(self, state: Zwickern, side: i64, hands: i64) -> i64:
        """(ZW-12) What a side must fear for its new piles: little, if it can take them."""
        debts: i64 = 0
        held = values_of(hands)
        fresh = state.fresh
        while fresh:
            pile = state.piles[lowest_bit(fresh)]
            fresh &= fresh - 1
            if state.side(pile & BUILDER_MASK) == side:
                value = pile >> BUILDER_BITS
                risk: i64 = MAX_CHANCE_PERCENT
                if can_take(held, value):
                    risk = RISK_FOR_TAKEABLE_PERCENT if value else RISK_FOR_ZERO_PERCENT
                debts += POINT * state.config.penalty * risk // 100
        return debts


def rounds_left(state: Zwickern) -> i64:
    """How many rounds are still to be played, this one included."""
    config = state.config
    return (config.deals - state.deal) * config.rounds - state.round


def spread_of_leads(state: Zwickern) -> float:
    """The temperature of the softmax of points: a lead counts more when few rounds are left."""
    rounds = float(rounds_left(state))
    return POINT * sqrt(LEAD_VARIANCE_AT_END + LEAD_VARIANCE_PER_ROUND * rounds)


KNOWLEDGE: Final = ZwickernKnowledge()
