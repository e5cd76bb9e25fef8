"""Zankapfel: what good players know, for searches and the greedy bot (compiled).

Quarrels are expensive; the start player owns the mayor; another card is worth something as long as
there are rounds to lay it in. Of ten quarrel cards hardly half are ever needed, so the low ones are
worth nothing. Apple and quarrel cards lie face down: a player who always lays them in the same way
is predictable. Where the first pawn at the finish wins at once (ZK-23), a bribe that leads there is
accepted, and none is offered to a start player who would get there by it. Rollouts that also lay
cards, buy dice or join quarrels to get there won no more games when measured: that is left to the
search, and to the greedy bot, which sees one move ahead only. Values are hundredths of points.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, lowest_bit, nth_bit, vec, write_bits, zeros
from ludotheque.core.knowledge import NOT_OBSERVED, Knowledge, win_chances_into
from ludotheque.core.rng import Rng
from ludotheque.core.state import LUCK, State
from ludotheque.games.zankapfel.data import (
    CELLS,
    COLOURS,
    DIE_PRICE,
    HIGHEST_QUARREL_CARD,
    JOKER,
    KINDS,
    MAX_BRIBE,
    MAX_SEATS,
    NONE,
    ONE_CARD,
    SIDE,
    count_of,
    price_of,
    size_of,
    worth,
)
from ludotheque.games.zankapfel.knowledge_dice import PROBABILITY_ONE, chance_against
from ludotheque.games.zankapfel.moves import (
    ACCEPT,
    BRIBING,
    BUY,
    BUY_DICE,
    BUYING_DICE,
    BUYING_OR_LAYING,
    CHOOSING_COLOUR,
    CLEAR,
    CLEARING,
    DECLINE,
    LAY,
    LAY_QUARREL_CARD,
    LAYING_QUARREL_CARDS,
    MOVE_MAYOR,
    MOVING_MAYOR,
    OFFER,
    OVER,
    PLACE_MAYOR,
    PLACING_MAYOR,
    REFUSE,
    TAKE_COLOUR,
    offer_cell,
    offer_move,
    offer_points,
)
from ludotheque.games.zankapfel.rules import Zankapfel

ROLLOUT_DEPTH: Final = 28  # moves, about two rounds
# The temperature of the softmax over values that gives the chances to win, with one round left;
# it grows with the square root of the rounds left
SOFTMAX_SPREAD: Final = 220.0
NO_SPREAD: Final = 0.01  # so low that a point more is certain to win
LOWEST: Final = -1_000_000  # below any value

# Values in hundredths of points
POINT: Final = 100
ROLLOUT_NOISE: Final = 100  # the random noise of a rollout is below it
QUARREL_CARD_NOISE: Final = 4 * POINT  # of the greedy bot
CARD_VALUE: Final = 260  # another card in hand
JOKER_VALUE: Final = 390
LAID_CARD_VALUE: Final = 430  # a card face down
LAID_JOKER_VALUE: Final = 490
BRIBER_BENEFIT: Final = 70  # a bribe helps the briber: the share of each other seat in that harm
MIN_BRIBE_GAIN: Final = 100  # what must be left after a bribe
VALUE_PER_QUARREL_NUMBER: Final = 28  # of a quarrel card that will be needed
VICTORY_VALUE: Final = 100_000  # to win the game at once, for sure: nothing else counts
FINISH_CHANCE_VALUE: Final = 500  # to have the harvest or prize that wins the game at once, if won

# Chances in per cent
NO_CLASH_IF_LAID_PERCENT: Final = 78  # a player who laid a card did not lay a given colour
NO_CLASH_IF_UNDECIDED_PERCENT: Final = 85  # a player who has yet to buy or lay will not lay it
NO_CLASH_WITH_JOKER_PERCENT: Final = 93  # a joker can avoid the colours of the others
HARVEST_CHANCE_PERCENT: Final = 80  # a briber harvests what the cell they want promises
BEST_CELL_PERCENT: Final = 30  # the mayor goes to the best cell for a card
BEST_CELL_PERCENT_FOR_START_PLAYER: Final = 90  # the same for the start player's own card

QUARRELS_PER_100_ROUNDS: Final = 22  # of a seat, about
LEADER_POINTS_PER_ROUND: Final = 2  # steps of the most advanced pawn, about
UNEXPLAINED_LAY_ONE_IN: Final = 4  # one card in this many was laid for reasons we don't know
MAX_CELLS_PROPOSED: Final = 8
MAX_CELLS_OFFERED_FOR: Final = 3
INNER_CELLS: Final = 0x739C0  # bits: the nine cells that are not at the edge


def _expected_worth(card: int, cell: int) -> int:
    """What a card brings at a cell; a joker the better two colours on average."""
    if card != JOKER:
        return POINT * int(worth(card, cell))
    worths = sorted([int(worth(colour, cell)) for colour in range(COLOURS)])
    return POINT * (worths[2] + worths[3]) // 2


CARD_WORTH: Final[vec[i64]] = vec[i64](  # by CELLS * card + cell
    [_expected_worth(card, cell) for card in range(KINDS) for cell in range(CELLS)]
)


class ZankapfelKnowledge(Knowledge):
    """Pawns on the track, cards in hand, and what lies face down."""

    def __init__(self) -> None:
        super().__init__(
            rollout_depth=ROLLOUT_DEPTH, lead_scale=1, root_width=0
        )  # the evaluation has no scale
        self.points: vec[i64] = zeros(MAX_SEATS)

    # worlds

    def imagine(self, state: State, seat: i64, rng: Rng) -> State:
        """(ZK-9, ZK-18) What lies face down was laid by a sensible player, more often than not."""
        world = state.imagine(seat, rng)
        assert isinstance(world, Zankapfel)
        for other in range(world.players):
            if other != seat and rng.below(UNEXPLAINED_LAY_ONE_IN) > 0:
                if world.phase <= BRIBING and world.laid[other] >= 0:
                    self._replace_laid_card(world, other, rng)
                elif world.phase == BUYING_DICE and world.quarrel_laid[other] > 0:
                    world.quarrel_laid[other] = self._sensible_quarrel_card(world, other, rng)
        return world

    def _replace_laid_card(self, world: Zankapfel, seat: i64, rng: Rng) -> None:
        """Let a seat choose again which card it laid, of those it had then."""
        world.hands[seat] += ONE_CARD[world.laid[seat]]
        world.laid[seat] = NONE
        best: i64 = 0
        highest: i64 = LOWEST
        for card in range(KINDS):
            if count_of(world.hands[seat], card) > 0:
                value = self._value_of_laying(world, seat, card) + rng.below(ROLLOUT_NOISE)
                if value > highest:
                    highest = value
                    best = card
        world.hands[seat] -= ONE_CARD[best]
        world.laid[seat] = best

    # moves

    def propose_into(self, state: State, seat: i64, out: vec[i64]) -> i64:
        """All moves, but only sensible cells and offers."""
        assert isinstance(state, Zankapfel)
        count = state.choices_into(seat, out)
        phase = state.phase
        if phase == BRIBING and seat != state.start_player:
            return self._offers_into(state, seat, out)
        if phase == BRIBING and _winning_bribe(state) >= 0:
            out[0] = ACCEPT + _winning_bribe(state)  # there is nothing to think about
            return 1
        if (phase == MOVING_MAYOR or phase == CLEARING) and count > MAX_CELLS_PROPOSED:
            self._bring_best_to_front(state, seat, out, count)
            return MAX_CELLS_PROPOSED
        if phase == PLACING_MAYOR:
            return write_bits(INNER_CELLS, PLACE_MAYOR, out, 0)
        return count

    def _bring_best_to_front(self, state: Zankapfel, seat: i64, out: vec[i64], count: i64) -> None:
        """Sort the moves of the highest values to the front."""
        for front in range(MAX_CELLS_PROPOSED):
            best: i64 = front
            highest = self._rollout_value(state, seat, out[front])
            for i in range(front + 1, count):
                value = self._rollout_value(state, seat, out[i])
                if value > highest:
                    highest = value
                    best = i
            move = out[best]
            out[best] = out[front]
            out[front] = move

    def _offers_into(self, state: Zankapfel, seat: i64, out: vec[i64]) -> i64:
        """(ZK-12) Write to decline, and offers for the cells where the seat's card brings most."""
        out[0] = DECLINE
        count: i64 = 1
        card = state.laid[seat]
        most = _max_safe_bribe(state)
        points = offer_points(state.offers[seat]) + 1
        if card < 0 or points > most:
            return count
        cells = state.reachable() & ~BIT[state.proposal]
        at_proposal = _worth_of_laid(state, seat, state.proposal)
        for _ in range(MAX_CELLS_OFFERED_FOR):
            cell = _best_cell(card, cells)
            if cell < 0 or CARD_WORTH[CELLS * card + cell] <= at_proposal:
                break
            cells ^= BIT[cell]
            out[count] = offer_move(cell, points)
            count += 1
            if points < most and state.has_offers():
                out[count] = offer_move(cell, MAX_BRIBE)
                count += 1
        return count

    def rollout_move(self, state: State, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """The move of the highest value, with a little random noise."""
        assert isinstance(state, Zankapfel)
        phase = state.phase
        if phase == LAYING_QUARREL_CARDS:
            return LAY_QUARREL_CARD + self._sensible_quarrel_card(state, seat, rng)
        if phase == BRIBING and seat != state.start_player:
            return self._sensible_offer(state, seat, rng)
        if phase == PLACING_MAYOR:
            return PLACE_MAYOR + nth_bit(INNER_CELLS, rng.below(count_bits(INNER_CELLS)))
        count = state.choices_into(seat, buffer)
        best: i64 = buffer[0]
        highest: i64 = LOWEST
        for i in range(count):
            value = self._rollout_value(state, seat, buffer[i]) + rng.below(ROLLOUT_NOISE)
            if value > highest:
                highest = value
                best = buffer[i]
        return best

    def _rollout_value(self, state: Zankapfel, seat: i64, move: i64) -> i64:
        """The value of a move, compared with the others of the same moment."""
        phase = state.phase
        if phase == BUYING_OR_LAYING:
            if move != BUY:
                return self._value_of_laying(state, seat, move - LAY)
            held = size_of(state.hands[seat])
            price = price_of(state.face_up, state.mayor)
            return self.value_of_card(state, state.face_up, held) - POINT * price
        if phase == MOVING_MAYOR:
            return _worth_of_laid(state, seat, move - MOVE_MAYOR)
        if phase == CHOOSING_COLOUR:
            return self._value_of_colour(state, seat, move - TAKE_COLOUR)
        if phase == BUYING_DICE:
            return self._value_of_dice(state, seat, move - BUY_DICE)
        if phase == CLEARING:
            return -hand_worth_at(state, seat, move - CLEAR)
        if ACCEPT <= move < REFUSE:
            return self._value_of_bribe(state, seat, state.offers[move - ACCEPT])
        return 0

    def move_value(self, state: Zankapfel, seat: i64, move: i64) -> i64:
        """The value of a move of any phase, with what the finish makes of it (ZK-23)."""
        phase = state.phase
        if phase == PLACING_MAYOR:
            return -POINT * _distance_from_middle(move - PLACE_MAYOR)
        if phase == LAYING_QUARREL_CARDS:
            above = move - LAY_QUARREL_CARD - fitting_quarrel_card(state, seat)
            return -POINT * max(above, -above)
        if OFFER <= move < DECLINE:
            return self._value_of_offer(state, seat, move - OFFER)
        value = self._rollout_value(state, seat, move)
        if phase == BUYING_OR_LAYING and move != BUY:
            value += self._finish_value_of_laying(state, seat, move - LAY)
        elif phase == CHOOSING_COLOUR:
            value += _finish_value_of_colour(state, seat, move - TAKE_COLOUR)
        elif phase == BUYING_DICE:
            value += self._finish_value_of_dice(state, seat, move - BUY_DICE)
        return value

    def appraise(self, state: State, seat: i64, move: i64, rng: Rng) -> float:
        """In points; which quarrel card is laid should not be predictable."""
        assert isinstance(state, Zankapfel)
        value = self.move_value(state, seat, move)
        if state.phase == LAYING_QUARREL_CARDS:
            value += rng.below(QUARREL_CARD_NOISE)
        return float(value) / POINT

    # buying and laying

    def _value_of_laying(self, state: Zankapfel, seat: i64, card: i64) -> i64:
        """What a card may harvest where the mayor will go, less its value in hand."""
        cells = state.reachable()
        count = count_bits(cells)
        total: i64 = 0
        best: i64 = 0
        while cells:
            value = CARD_WORTH[CELLS * card + lowest_bit(cells)]
            cells &= cells - 1
            total += value
            best = max(best, value)
        mean = total // count
        expected = mean + (best - mean) * _best_cell_percent(state, seat) // 100
        left_in_hand = size_of(state.hands[seat]) - 1
        harvest = self.weighted_by_no_clash(state, seat, card, expected)
        return harvest - self.value_of_card(state, card, left_in_hand)

    def weighted_by_no_clash(self, state: Zankapfel, seat: i64, card: i64, value: i64) -> i64:
        """A value times the chance that nobody else lays the same colour."""
        percent_if_laid: i64 = NO_CLASH_IF_LAID_PERCENT
        percent_if_undecided: i64 = NO_CLASH_IF_UNDECIDED_PERCENT
        if card == JOKER:
            percent_if_laid = percent_if_undecided = NO_CLASH_WITH_JOKER_PERCENT
        for other in range(state.players):
            if other == seat:
                continue
            if state.laid[other] >= 0:
                value = value * percent_if_laid // 100
            elif (other - state.start_player) % state.players >= state.seats_done:
                value = value * percent_if_undecided // 100
        return value

    def _finish_value_of_laying(self, state: Zankapfel, seat: i64, card: i64) -> i64:
        """(ZK-23) The chance that the harvest wins the game at once."""
        best = CARD_WORTH[CELLS * card + _best_cell(card, state.reachable())]
        if not state.wins_at_once(seat, best // POINT):
            return 0
        value = FINISH_CHANCE_VALUE * _best_cell_percent(state, seat) // 100
        return self.weighted_by_no_clash(state, seat, card, value)

    def value_of_card(self, state: Zankapfel, card: i64, held: i64) -> i64:
        """The value of a card in addition to those held: nothing if it will never be laid."""
        left = rounds_left(state) - 1 - held
        if left <= 0:
            return 0
        value: i64 = JOKER_VALUE if card == JOKER else CARD_VALUE
        return value if left > 1 else value // 2

    # the mayor

    def _sensible_offer(self, state: Zankapfel, seat: i64, rng: Rng) -> i64:
        """(ZK-12) Half of the time an offer for the best cell, if it pays; else to decline."""
        card = state.laid[seat]
        if card < 0 or rng.below(2) == 0:
            return DECLINE
        cell = _best_cell(card, state.reachable() & ~BIT[state.proposal])
        points: i64 = MAX_BRIBE if state.has_offers() else 1
        move = offer_move(cell, points)
        return DECLINE if self._value_of_offer(state, seat, move - OFFER) < 0 else move

    def _value_of_offer(self, state: Zankapfel, seat: i64, offer: i64) -> i64:
        """(ZK-12) What another cell may bring; more than a point is offered only to outbid others.

        Points that take the start player to the finish lose the game (ZK-23).
        """
        points = offer_points(offer)
        if points > _max_safe_bribe(state):
            return -VICTORY_VALUE
        at_proposal = _worth_of_laid(state, seat, state.proposal)
        gain = _worth_of_laid(state, seat, offer_cell(offer)) - at_proposal
        value = gain * HARVEST_CHANCE_PERCENT // 100 - POINT * points - MIN_BRIBE_GAIN
        return value if points == 1 or state.has_offers() else min(value, -POINT)

    def _value_of_bribe(self, state: Zankapfel, seat: i64, offer: i64) -> i64:
        """What accepting an offer brings the start player."""
        points = offer_points(offer)
        if state.wins_at_once(seat, points):
            return VICTORY_VALUE
        at_proposal = _worth_of_laid(state, seat, state.proposal)
        gain = _worth_of_laid(state, seat, offer_cell(offer)) - at_proposal
        return POINT * points + gain - BRIBER_BENEFIT

    # harvest and quarrels

    def _value_of_colour(self, state: Zankapfel, seat: i64, colour: i64) -> i64:
        """(ZK-14) A joker that joins others must share; alone it may win the game (ZK-23)."""
        points = worth(colour, state.mayor)
        rivals = state.claims(colour)
        if rivals == 0 and state.wins_at_once(seat, points):
            return VICTORY_VALUE
        return POINT * points // (1 + count_bits(rivals))

    def _sensible_quarrel_card(self, state: Zankapfel, seat: i64, rng: Rng) -> i64:
        """A quarrel card that fits the prize, more or less."""
        cards = state.quarrel_cards[seat]
        count = count_bits(cards)
        index = _fitting_index(state, count) + rng.below(3) - 1
        return nth_bit(cards, max(0, min(count - 1, index)))

    def _value_of_dice(self, state: Zankapfel, seat: i64, bought: i64) -> i64:
        """(ZK-20) The prize times the chance to win it with these dice, less their price."""
        chance = self.chance_to_win(state, seat, bought)
        return POINT * state.prize * chance // PROBABILITY_ONE - DIE_PRICE * POINT * bought

    def _finish_value_of_dice(self, state: Zankapfel, seat: i64, bought: i64) -> i64:
        """(ZK-23) The game may be at stake; dice cost steps that may then be missing."""
        deciding: i64 = 0
        for other in range(state.players):
            if state.contenders & BIT[other]:
                price = DIE_PRICE * bought if other == seat else 0
                deciding += 1 if state.wins_at_once(other, state.prize - price) else 0
        if deciding == 0:
            return 0
        chance = self.chance_to_win(state, seat, bought)
        return FINISH_CHANCE_VALUE * deciding * chance // PROBABILITY_ONE

    def chance_to_win(self, state: Zankapfel, seat: i64, bought: i64) -> i64:
        """The chance to win the quarrel with these dice, of PROBABILITY_ONE."""
        chance: i64 = PROBABILITY_ONE
        own_card = state.quarrel_laid[seat]
        for other in range(state.players):
            if other != seat and state.contenders & BIT[other]:
                chance = chance * self._chance_against_seat(state, other, own_card, bought)
                chance //= PROBABILITY_ONE
        return chance

    def _chance_against_seat(
        self, state: Zankapfel, other: i64, own_card: i64, own_dice: i64
    ) -> i64:
        """The chance to beat another seat, whose card is one of those that fit the prize."""
        their_dice = state.dice[other]
        cards = state.quarrel_cards[other]
        count = count_bits(cards)
        if count == 0:
            return chance_against(own_card, own_dice, their_dice)
        middle = _fitting_index(state, count)
        total: i64 = 0
        tries: i64 = 0
        for index in range(max(0, middle - 2), min(count, middle + 3)):
            total += chance_against(own_card - nth_bit(cards, index), own_dice, their_dice)
            tries += 1
        return total // tries

    # positions

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """At the end the victory; before it, how likely pawns and cards are to bring it.

        Both are shares of a victory and nothing else: else a lost game with many points would seem
        better than a game in which little hope is left.
        """
        assert isinstance(state, Zankapfel)
        if state.phase == OVER:
            win_chances_into(state.pawns, NO_SPREAD, out)  # (ZK-24) the most advanced share it
            return
        rounds = rounds_left(state)
        for seat in range(state.players):
            self.points[seat] = value_of_seat(state, seat, rounds)
        spread = SOFTMAX_SPREAD * sqrt(float(rounds))
        win_chances_into(self.points[: state.players], spread, out)

    # what others see

    def observed_move(self, state: State, viewer: i64, seat: i64, move: i64) -> i64:
        """(ZK-9, ZK-18) Apple and quarrel cards are laid face down."""
        if seat == LUCK:
            return NOT_OBSERVED
        if LAY <= move < MOVE_MAYOR:
            return LAY
        return LAY_QUARREL_CARD if LAY_QUARREL_CARD <= move < BUY_DICE else move

    def wants_mixed_strategy(self, state: State, seat: i64) -> bool:
        """(ZK-9, ZK-12, ZK-18) Cards face down, dice, bribes: predictable play can be exploited."""
        assert isinstance(state, Zankapfel)
        return state.phase in (BUYING_OR_LAYING, BRIBING, LAYING_QUARREL_CARDS, BUYING_DICE)


def value_of_seat(state: Zankapfel, seat: i64, rounds: i64) -> i64:
    """What a seat has, in hundredths of points: pawn, hand, what it laid, quarrel cards."""
    return (
        POINT * state.pawns[seat]
        + _value_of_hand(state.hands[seat], rounds)
        + _value_of_laid(state, seat)
        + _value_of_quarrel_cards(state.quarrel_cards[seat], rounds)
    )


def rounds_left(state: Zankapfel) -> i64:
    """How many rounds there will be, this one included, at the average pace."""
    distance: i64 = max(0, state.config.track - max(0, state.farthest()))
    rounds = (distance + LEADER_POINTS_PER_ROUND - 1) // LEADER_POINTS_PER_ROUND
    return max(1, min(count_bits(state.chips), rounds))


# (ZK-23) the finish


def _winning_bribe(state: Zankapfel) -> i64:
    """A seat whose offer wins the start player the game; NONE if there is none."""
    for seat in range(state.players):
        offer = state.offers[seat]
        if offer > 0 and state.wins_at_once(state.start_player, offer_points(offer)):
            return seat
    return NONE


def _max_safe_bribe(state: Zankapfel) -> i64:
    """(ZK-12) The most points that don't take the start player to the finish."""
    points: i64 = MAX_BRIBE
    while points > 0 and state.wins_at_once(state.start_player, points):
        points -= 1
    return points


def decides_game(state: Zankapfel) -> bool:
    """Whether the game may be over with the present quarrel."""
    for seat in range(state.players):
        if state.contenders & BIT[seat] and state.wins_at_once(seat, state.prize):
            return True
    return False


def _finish_value_of_colour(state: Zankapfel, seat: i64, colour: i64) -> i64:
    """To quarrel with the only one who would win the game by this colour, or for a victory."""
    points = worth(colour, state.mayor)
    rivals = state.claims(colour)
    has_one_rival = rivals != 0 and rivals & (rivals - 1) == 0
    if has_one_rival and state.wins_at_once(lowest_bit(rivals), points):
        return VICTORY_VALUE // 2
    may_win = state.wins_at_once(seat, points)
    return FINISH_CHANCE_VALUE // (1 + count_bits(rivals)) if may_win else 0


# cards


def fitting_quarrel_card(state: Zankapfel, seat: i64) -> i64:
    """The quarrel card of a seat that fits the prize."""
    cards = state.quarrel_cards[seat]
    return nth_bit(cards, _fitting_index(state, count_bits(cards)))


def _fitting_index(state: Zankapfel, count: i64) -> i64:
    """Which of ``count`` cards, in order, fits the prize, if those needed later are saved."""
    if decides_game(state):
        return count - 1
    needed = min(count, 1 + rounds_left(state) * QUARRELS_PER_100_ROUNDS // 100)
    return count - needed + (state.prize - 2) * (needed - 1) // 5


def _value_of_hand(hand: i64, rounds: i64) -> i64:
    """Apple cards that can still be laid; jokers first."""
    useful = min(rounds - 1, size_of(hand))
    jokers = min(useful, count_of(hand, JOKER))
    return CARD_VALUE * useful + (JOKER_VALUE - CARD_VALUE) * jokers


def _value_of_laid(state: Zankapfel, seat: i64) -> i64:
    """What is not harvested yet: a card face down, or a part in a quarrel."""
    if state.laid[seat] < 0:
        return 0
    if state.phase <= BRIBING:
        return LAID_JOKER_VALUE if state.laid[seat] == JOKER else LAID_CARD_VALUE
    if state.contenders & BIT[seat]:
        may_win = state.wins_at_once(seat, state.prize)
        prize = POINT * state.prize + (FINISH_CHANCE_VALUE if may_win else 0)
        return prize // count_bits(state.contenders)
    return 0


def _value_of_quarrel_cards(cards: i64, rounds: i64) -> i64:
    """The highest cards, as many as will be needed."""
    needed = (rounds - 1) * QUARRELS_PER_100_ROUNDS
    total: i64 = 0
    number: i64 = HIGHEST_QUARREL_CARD
    while needed > 0 and number > 0:
        if cards & BIT[number]:
            total += VALUE_PER_QUARREL_NUMBER * number * min(needed, 100) // 100
            needed -= 100
        number -= 1
    return total


# cells


def _best_cell_percent(state: Zankapfel, seat: i64) -> i64:
    """How likely the mayor goes to the best cell for a seat, in per cent."""
    return BEST_CELL_PERCENT_FOR_START_PLAYER if seat == state.start_player else BEST_CELL_PERCENT


def _worth_of_laid(state: Zankapfel, seat: i64, cell: i64) -> i64:
    """What a seat's laid card brings at a cell, quarrels apart."""
    card = state.laid[seat]
    return CARD_WORTH[CELLS * card + cell] if card >= 0 else 0


def hand_worth_at(state: Zankapfel, seat: i64, cell: i64) -> i64:
    """What the cards in hand could harvest at a cell."""
    total: i64 = 0
    for card in range(KINDS):
        total += count_of(state.hands[seat], card) * CARD_WORTH[CELLS * card + cell]
    return total


def _best_cell(card: i64, cells: i64) -> i64:
    """The cell of a set where a card brings most; NONE if there is none."""
    best: i64 = NONE
    highest: i64 = 0
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        if CARD_WORTH[CELLS * card + cell] > highest:
            highest = CARD_WORTH[CELLS * card + cell]
            best = cell
    return best


def _distance_from_middle(cell: i64) -> i64:
    """In rows and columns; near the middle all colours are worth about the same."""
    down, right = cell // SIDE - SIDE // 2, cell % SIDE - SIDE // 2
    return max(down, -down) + max(right, -right)


KNOWLEDGE: Final = ZankapfelKnowledge()
