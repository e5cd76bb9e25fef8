"""Zankapfel: what good players know, for searches and the quick player (compiled).

Quarrels are expensive; the start player owns the mayor; another card is worth something as long as
there are rounds to lay it in. Of ten quarrel cards hardly half are ever needed, so the low ones are
worth nothing. Apple and quarrel cards lie face down: a player who always lays them in the same way
is predictable. Where the first pawn at the finish wins at once (ZK-23), a bribe that leads there is
accepted, and none is offered to a start player who would get there by it. Rollouts that also lay
cards, buy dice or join quarrels to get there won no more games when measured: that is left to the
search, and to the quick player, which looks one move ahead only. Values are hundredths of points.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, lowest_bit, nth_bit, vec, write_bits, zeros
from ludotheque.core.knowledge import NOT_OBSERVED, WIN, Knowledge, win_chances_into
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
    NONE,
    ONE_CARD,
    SIDE,
    WORTH,
    copies,
    price,
    size_of,
)
from ludotheque.games.zankapfel.knowledge_dice import CERTAIN, chance_against
from ludotheque.games.zankapfel.moves import (
    ACCEPT,
    BRIBING,
    BUY,
    CHOOSING,
    CLEAR,
    CLEARING,
    COLOUR,
    COLOURING,
    DECLINE,
    DICE,
    DICING,
    LAY,
    MAYOR,
    MOVE,
    MOVING,
    OFFER,
    OVER,
    PLACING,
    QUARREL,
    QUARRELLING,
    REFUSE,
    offer_move,
)
from ludotheque.games.zankapfel.rules import Zankapfel

ROLLOUT_DEPTH: Final = 28  # moves, about two rounds
LEAD_SCALE: Final = 10  # points
SPREAD_AT_ONE_ROUND: Final = 220.0  # of what points decide; grows with the root of the rounds left
MAX_SEATS: Final = 6
LOWEST_VALUE: Final = -1_000_000

# Values in hundredths of points
POINT: Final = 100
ROLLOUT_NOISE: Final = 100  # by which players differ in taste
QUARREL_CARD_NOISE: Final = 4 * POINT  # of the quick player
CARD_VALUE: Final = 260  # another card in hand
JOKER_VALUE: Final = 390
LAID_CARD_VALUE: Final = 430  # a card face down
LAID_JOKER_VALUE: Final = 490
BRIBE_HARM: Final = 70  # what a bribe does for the briber, spread over the others
MIN_BRIBE_GAIN: Final = 100  # what must be left after a bribe
VALUE_PER_QUARREL_NUMBER: Final = 28  # of a quarrel card that will be needed
VICTORY_VALUE: Final = 100_000  # to win the game at once, for sure: nothing else counts
FINISH_CHANCE_VALUE: Final = 500  # a chance to win the game at once: those who miss it have others

# Chances in per cent
LAID_OTHER_PERCENT: Final = 78  # a player who laid did not lay a given colour
WILL_LAY_OTHER_PERCENT: Final = 85  # the same of a player who has yet to choose
JOKER_ALONE_PERCENT: Final = 93  # a joker sees what the others laid before it takes a colour
HARVEST_PERCENT: Final = 80  # what a cell promises will be harvested
QUARRELS_PER_100_ROUNDS: Final = 22  # of a seat, about
BEST_CELL_TENTHS: Final = 3  # that the mayor goes to the best cell for a card
BEST_CELL_TENTHS_AT_START: Final = 9  # for the start player's own card

POINTS_PER_ROUND: Final = 2  # of the first pawn, about
RANDOM_LAY_ODDS: Final = 4  # one card in this many was laid for reasons we don't know
MAX_CELLS_PROPOSED: Final = 8
MAX_CELLS_OFFERED_FOR: Final = 3
INNER_CELLS: Final = 0x739C0  # the nine of them


def _harvest(card: int, cell: int) -> int:
    """What a card brings at a cell; a joker the better two colours on average."""
    if card != JOKER:
        return POINT * int(WORTH[CELLS * card + cell])
    worths = sorted([int(WORTH[CELLS * colour + cell]) for colour in range(COLOURS)])
    return POINT * (worths[2] + worths[3]) // 2


HARVEST: Final[vec[i64]] = vec[i64](  # by CELLS * card + cell
    [_harvest(card, cell) for card in range(KINDS) for cell in range(CELLS)]
)


class ZankapfelKnowledge(Knowledge):
    """Pawns on the track, cards in hand, and what lies face down."""

    def __init__(self) -> None:
        super().__init__(rollout_depth=ROLLOUT_DEPTH, lead_scale=LEAD_SCALE, root_width=0)
        self.points: vec[i64] = zeros(MAX_SEATS)

    # worlds

    def imagine(self, state: State, seat: i64, rng: Rng) -> State:
        """(ZK-9, ZK-18) What lies face down was laid by a sensible player, more often than not."""
        world = state.imagine(seat, rng)
        assert isinstance(world, Zankapfel)
        for other in range(world.players):
            if other != seat and rng.below(RANDOM_LAY_ODDS) > 0:
                if world.phase <= BRIBING and world.laid[other] >= 0:
                    self._replace_laid_card(world, other, rng)
                elif world.phase == DICING and world.quarrel_laid[other] > 0:
                    world.quarrel_laid[other] = self._sensible_quarrel_card(world, other, rng)
        return world

    def _replace_laid_card(self, world: Zankapfel, seat: i64, rng: Rng) -> None:
        """Let a seat choose anew which card it laid, of those it had then."""
        world.hands[seat] += ONE_CARD[world.laid[seat]]
        world.laid[seat] = NONE
        best: i64 = 0
        highest: i64 = LOWEST_VALUE
        for card in range(KINDS):
            if copies(world.hands[seat], card) > 0:
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
        if phase == BRIBING and seat != state.start:
            return self._offers_into(state, seat, out)
        if phase == BRIBING and _winning_bribe(state) >= 0:
            out[0] = ACCEPT + _winning_bribe(state)  # there is nothing to think about
            return 1
        if (phase == MOVING or phase == CLEARING) and count > MAX_CELLS_PROPOSED:
            self._bring_best_to_front(state, seat, out, count)
            return MAX_CELLS_PROPOSED
        if phase == PLACING:
            return write_bits(INNER_CELLS, MAYOR, out, 0)
        return count

    def _bring_best_to_front(self, state: Zankapfel, seat: i64, out: vec[i64], count: i64) -> None:
        """Sort the moves of the highest values to the front."""
        for place in range(MAX_CELLS_PROPOSED):
            best: i64 = place
            highest = self._rollout_value(state, seat, out[place])
            for i in range(place + 1, count):
                value = self._rollout_value(state, seat, out[i])
                if value > highest:
                    highest = value
                    best = i
            move = out[best]
            out[best] = out[place]
            out[place] = move

    def _offers_into(self, state: Zankapfel, seat: i64, out: vec[i64]) -> i64:
        """(ZK-12) To decline, and offers for the cells where the seat's card brings most."""
        out[0] = DECLINE
        count: i64 = 1
        card = state.laid[seat]
        most = _max_safe_bribe(state)
        points = state.offers[seat] // CELLS + 1
        if card < 0 or points > most:
            return count
        cells = state.reachable() & ~BIT[state.proposal]
        for _ in range(MAX_CELLS_OFFERED_FOR):
            cell = _best_cell(card, cells)
            if cell < 0 or HARVEST[CELLS * card + cell] <= HARVEST[CELLS * card + state.proposal]:
                break
            cells ^= BIT[cell]
            out[count] = offer_move(cell, points)
            count += 1
            if points < most and state.has_offers():
                out[count] = offer_move(cell, MAX_BRIBE)
                count += 1
        return count

    def rollout_move(self, state: State, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """The move of the highest value, with some noise: tastes differ a little."""
        assert isinstance(state, Zankapfel)
        phase = state.phase
        if phase == QUARRELLING:
            return QUARREL + self._sensible_quarrel_card(state, seat, rng)
        if phase == BRIBING and seat != state.start:
            return self._sensible_offer(state, seat, rng)
        if phase == PLACING:
            return MAYOR + nth_bit(INNER_CELLS, rng.below(count_bits(INNER_CELLS)))
        count = state.choices_into(seat, buffer)
        best: i64 = buffer[0]
        highest: i64 = LOWEST_VALUE
        for i in range(count):
            value = self._rollout_value(state, seat, buffer[i]) + rng.below(ROLLOUT_NOISE)
            if value > highest:
                highest = value
                best = buffer[i]
        return best

    def _rollout_value(self, state: Zankapfel, seat: i64, move: i64) -> i64:
        """The value of a move, compared with the others of the same moment."""
        phase = state.phase
        if phase == CHOOSING:
            if move != BUY:
                return self._value_of_laying(state, seat, move - LAY)
            held = size_of(state.hands[seat])
            cost = price(state.face_up, state.mayor)
            return self.value_of_card(state, state.face_up, held) - POINT * cost
        if phase == MOVING:
            return _harvest_of_laid(state, seat, move - MOVE)
        if phase == COLOURING:
            return self._value_of_colour(state, seat, move - COLOUR)
        if phase == DICING:
            return self._value_of_dice(state, seat, move - DICE)
        if phase == CLEARING:
            return -promise_of_cell(state, seat, move - CLEAR)
        if ACCEPT <= move < REFUSE:
            return self._value_of_bribe(state, seat, state.offers[move - ACCEPT])
        return 0

    def move_value(self, state: Zankapfel, seat: i64, move: i64) -> i64:
        """The value of a move of any phase, with what the finish makes of it (ZK-23)."""
        phase = state.phase
        if phase == PLACING:
            return -POINT * _distance_from_middle(move - MAYOR)
        if phase == QUARRELLING:
            return -POINT * _distance(move - QUARREL, fitting_quarrel_card(state, seat))
        if OFFER <= move < DECLINE:
            return self._value_of_offer(state, seat, move - OFFER)
        value = self._rollout_value(state, seat, move)
        if phase == CHOOSING and move != BUY:
            value += self._finish_value_of_laying(state, seat, move - LAY)
        elif phase == COLOURING:
            value += _finish_value_of_colour(state, seat, move - COLOUR)
        elif phase == DICING:
            value += self._finish_value_of_dice(state, seat, move - DICE)
        return value

    def appraise(self, state: State, seat: i64, move: i64, rng: Rng) -> float:
        """In points; which quarrel card is laid should not be predictable."""
        assert isinstance(state, Zankapfel)
        value = self.move_value(state, seat, move)
        if state.phase == QUARRELLING:
            value += rng.below(QUARREL_CARD_NOISE)
        return float(value) / POINT

    # buying and laying

    def _value_of_laying(self, state: Zankapfel, seat: i64, card: i64) -> i64:
        """What it may harvest where the mayor will go, if nobody lays the same, less the card."""
        cells = state.reachable()
        count = count_bits(cells)
        total: i64 = 0
        best: i64 = 0
        while cells:
            worth = HARVEST[CELLS * card + lowest_bit(cells)]
            cells &= cells - 1
            total += worth
            best = max(best, worth)
        mean = total // count
        value = mean + (best - mean) * _best_cell_tenths(state, seat) // 10
        left_in_hand = size_of(state.hands[seat]) - 1
        harvest = self.times_chance_alone(state, seat, card, value)
        return harvest - self.value_of_card(state, card, left_in_hand)

    def times_chance_alone(self, state: Zankapfel, seat: i64, card: i64, value: i64) -> i64:
        """A value times the chance that nobody else lays the same colour."""
        laid: i64 = JOKER_ALONE_PERCENT if card == JOKER else LAID_OTHER_PERCENT
        will_lay: i64 = JOKER_ALONE_PERCENT if card == JOKER else WILL_LAY_OTHER_PERCENT
        for other in range(state.players):
            if other == seat:
                continue
            if state.laid[other] >= 0:
                value = value * laid // 100
            elif (other - state.start) % state.players >= state.acted:
                value = value * will_lay // 100
        return value

    def _finish_value_of_laying(self, state: Zankapfel, seat: i64, card: i64) -> i64:
        """(ZK-23) The chance that the harvest wins the game at once."""
        best = HARVEST[CELLS * card + _best_cell(card, state.reachable())]
        if not state.wins_at_once(seat, best // POINT):
            return 0
        value = FINISH_CHANCE_VALUE * _best_cell_tenths(state, seat) // 10
        return self.times_chance_alone(state, seat, card, value)

    def value_of_card(self, state: Zankapfel, card: i64, held: i64) -> i64:
        """The value of a card in addition to those held: nothing if it will never be laid."""
        left = rounds_left(state) - 1 - held
        if left <= 0:
            return 0
        value: i64 = JOKER_VALUE if card == JOKER else CARD_VALUE
        return value if left > 1 else value // 2

    # the mayor

    def _sensible_offer(self, state: Zankapfel, seat: i64, rng: Rng) -> i64:
        """(ZK-12) Some offer a little for a cell that is a good deal better for them."""
        card = state.laid[seat]
        if card < 0 or rng.below(2) == 0:
            return DECLINE
        cell = _best_cell(card, state.reachable() & ~BIT[state.proposal])
        points: i64 = MAX_BRIBE if state.has_offers() else 1
        offer = CELLS * points + cell
        return DECLINE if self._value_of_offer(state, seat, offer) < 0 else OFFER + offer

    def _value_of_offer(self, state: Zankapfel, seat: i64, offer: i64) -> i64:
        """(ZK-12) What another cell may bring; more than a point is offered only to outbid others.

        Points that take the start player to the finish lose the game (ZK-23).
        """
        points = offer // CELLS
        if points > _max_safe_bribe(state):
            return -VICTORY_VALUE
        usual = _harvest_of_laid(state, seat, state.proposal)
        gain = _harvest_of_laid(state, seat, offer % CELLS) - usual
        value = gain * HARVEST_PERCENT // 100 - POINT * points - MIN_BRIBE_GAIN
        return value if points == 1 or state.has_offers() else min(value, -POINT)

    def _value_of_bribe(self, state: Zankapfel, seat: i64, offer: i64) -> i64:
        """What accepting an offer brings the start player."""
        if state.wins_at_once(seat, offer // CELLS):
            return VICTORY_VALUE
        usual = _harvest_of_laid(state, seat, state.proposal)
        harvest = _harvest_of_laid(state, seat, offer % CELLS)
        return POINT * (offer // CELLS) + harvest - usual - BRIBE_HARM

    # harvest and quarrels

    def _value_of_colour(self, state: Zankapfel, seat: i64, colour: i64) -> i64:
        """(ZK-14) A joker that joins others must share; alone it may win the game (ZK-23)."""
        worth = WORTH[CELLS * colour + state.mayor]
        sharing: i64 = 1
        for other in range(state.players):
            if state.colours[other] == colour:
                sharing += 1
        if sharing == 1 and state.wins_at_once(seat, worth):
            return VICTORY_VALUE
        return POINT * worth // sharing

    def _sensible_quarrel_card(self, state: Zankapfel, seat: i64, rng: Rng) -> i64:
        """A quarrel card by the stake, more or less, of those that will be needed."""
        cards = state.quarrel_cards[seat]
        count = count_bits(cards)
        index = _fitting_index(state, count) + rng.below(3) - 1
        return nth_bit(cards, max(0, min(count - 1, index)))

    def _value_of_dice(self, state: Zankapfel, seat: i64, bought: i64) -> i64:
        """(ZK-20) The prize times the chance to win it with these dice, less their price."""
        chance = self.chance_to_win(state, seat, bought)
        return POINT * state.prize * chance // CERTAIN - DIE_PRICE * POINT * bought

    def _finish_value_of_dice(self, state: Zankapfel, seat: i64, bought: i64) -> i64:
        """(ZK-23) The game may be at stake; dice cost steps that may then be missing."""
        deciding: i64 = 0
        for other in range(state.players):
            if state.contenders & BIT[other]:
                cost = DIE_PRICE * bought if other == seat else 0
                deciding += 1 if state.wins_at_once(other, state.prize - cost) else 0
        if deciding == 0:
            return 0
        return FINISH_CHANCE_VALUE * deciding * self.chance_to_win(state, seat, bought) // CERTAIN

    def chance_to_win(self, state: Zankapfel, seat: i64, bought: i64) -> i64:
        """The chance to win the quarrel with these dice, of CERTAIN."""
        chance: i64 = CERTAIN
        mine = state.quarrel_laid[seat]
        for other in range(state.players):
            if other != seat and state.contenders & BIT[other]:
                theirs = state.dice[other]
                chance = chance * self._chance_against(state, other, mine, bought, theirs)
                chance //= CERTAIN
        return chance

    def _chance_against(
        self, state: Zankapfel, other: i64, mine: i64, bought: i64, theirs: i64
    ) -> i64:
        """The chance to beat another, whose card is one of those that fit the stake."""
        cards = state.quarrel_cards[other]
        count = count_bits(cards)
        if count == 0:
            return chance_against(mine, bought, theirs)
        middle = _fitting_index(state, count)
        total: i64 = 0
        tries: i64 = 0
        for index in range(max(0, middle - 2), min(count, middle + 3)):
            total += chance_against(mine - nth_bit(cards, index), bought, theirs)
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
            _share_victory_into(state, out)
            return
        rounds = rounds_left(state)
        for seat in range(state.players):
            self.points[seat] = (
                POINT * state.pawns[seat]
                + _value_of_hand(state.hands[seat], rounds)
                + _value_of_laid(state, seat)
                + _value_of_quarrel_cards(state.quarrel_cards[seat], rounds)
            )
        spread = SPREAD_AT_ONE_ROUND * sqrt(float(rounds))
        win_chances_into(self.points[: state.players], spread, out)

    # what others see

    def observed_move(self, state: State, viewer: i64, seat: i64, move: i64) -> i64:
        """(ZK-9, ZK-18) Apple and quarrel cards are laid face down."""
        if seat == LUCK:
            return NOT_OBSERVED
        if LAY <= move < MOVE:
            return LAY
        return QUARREL if QUARREL <= move < DICE else move

    def wants_mixed_strategy(self, state: State, seat: i64) -> bool:
        """(ZK-9, ZK-12, ZK-18) Cards face down, dice, bribes: predictable play can be exploited."""
        assert isinstance(state, Zankapfel)
        phase = state.phase
        return phase == QUARRELLING or phase == DICING or phase == CHOOSING or phase == BRIBING


def _share_victory_into(state: Zankapfel, out: vec[i64]) -> None:
    """(ZK-24) The most advanced pawns share it."""
    farthest = state.farthest()
    winners: i64 = 0
    for seat in range(state.players):
        winners += 1 if state.pawns[seat] == farthest else 0
    for seat in range(state.players):
        out[seat] = WIN // winners if state.pawns[seat] == farthest else 0


def rounds_left(state: Zankapfel) -> i64:
    """How many rounds there will be, this one included, at the usual pace."""
    way: i64 = max(0, state.config.track - max(0, state.farthest()))
    return max(1, min(count_bits(state.chips), (way + POINTS_PER_ROUND - 1) // POINTS_PER_ROUND))


# (ZK-23) the finish


def _winning_bribe(state: Zankapfel) -> i64:
    """A seat whose offer wins the start player the game; NONE if there is none."""
    for seat in range(state.players):
        offer = state.offers[seat]
        if offer > 0 and state.wins_at_once(state.start, offer // CELLS):
            return seat
    return NONE


def _max_safe_bribe(state: Zankapfel) -> i64:
    """(ZK-12) The most points that don't take the start player to the finish."""
    points: i64 = MAX_BRIBE
    while points > 0 and state.wins_at_once(state.start, points):
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
    worth = WORTH[CELLS * colour + state.mayor]
    rivals: i64 = 0
    winning_rivals: i64 = 0
    for other in range(state.players):
        if state.colours[other] == colour:
            rivals += 1
            winning_rivals += 1 if state.wins_at_once(other, worth) else 0
    if rivals == 1 and winning_rivals == 1:
        return VICTORY_VALUE // 2
    return FINISH_CHANCE_VALUE // (rivals + 1) if state.wins_at_once(seat, worth) else 0


# cards


def fitting_quarrel_card(state: Zankapfel, seat: i64) -> i64:
    """The quarrel card of a seat that fits the stake."""
    cards = state.quarrel_cards[seat]
    return nth_bit(cards, _fitting_index(state, count_bits(cards)))


def _fitting_index(state: Zankapfel, count: i64) -> i64:
    """Which of a number of cards, in order, fits the stake, if those needed later are saved."""
    if decides_game(state):
        return count - 1
    needed = min(count, 1 + rounds_left(state) * QUARRELS_PER_100_ROUNDS // 100)
    return count - needed + (state.prize - 2) * (needed - 1) // 5


def _value_of_hand(hand: i64, rounds: i64) -> i64:
    """Apple cards that can still be laid; jokers first."""
    useful = min(rounds - 1, size_of(hand))
    jokers = min(useful, copies(hand, JOKER))
    return CARD_VALUE * useful + (JOKER_VALUE - CARD_VALUE) * jokers


def _value_of_laid(state: Zankapfel, seat: i64) -> i64:
    """What is not harvested yet: a card face down, or a part in a quarrel."""
    if state.laid[seat] < 0:
        return 0
    if state.phase <= BRIBING:
        return LAID_JOKER_VALUE if state.laid[seat] == JOKER else LAID_CARD_VALUE
    if state.contenders & BIT[seat]:
        may_win = state.wins_at_once(seat, state.prize)
        stake = POINT * state.prize + (FINISH_CHANCE_VALUE if may_win else 0)
        return stake // count_bits(state.contenders)
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


def _best_cell_tenths(state: Zankapfel, seat: i64) -> i64:
    """How likely the mayor goes to the best cell for a seat: the start player decides."""
    return BEST_CELL_TENTHS_AT_START if seat == state.start else BEST_CELL_TENTHS


def _harvest_of_laid(state: Zankapfel, seat: i64, cell: i64) -> i64:
    """What a seat's laid card brings at a cell, quarrels apart."""
    card = state.laid[seat]
    return HARVEST[CELLS * card + cell] if card >= 0 else 0


def promise_of_cell(state: Zankapfel, seat: i64, cell: i64) -> i64:
    """What the cards in hand could harvest there."""
    total: i64 = 0
    for card in range(KINDS):
        total += copies(state.hands[seat], card) * HARVEST[CELLS * card + cell]
    return total


def _best_cell(card: i64, cells: i64) -> i64:
    """The cell of a set where a card brings most; NONE if there is none."""
    best: i64 = NONE
    highest: i64 = 0
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        if HARVEST[CELLS * card + cell] > highest:
            highest = HARVEST[CELLS * card + cell]
            best = cell
    return best


def _distance_from_middle(cell: i64) -> i64:
    """In rows and columns; near the middle all colours are worth about the same."""
    return _distance(cell // SIDE, SIDE // 2) + _distance(cell % SIDE, SIDE // 2)


def _distance(one: i64, other: i64) -> i64:
    return one - other if one > other else other - one


KNOWLEDGE: Final = ZankapfelKnowledge()
