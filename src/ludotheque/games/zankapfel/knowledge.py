"""Zankapfel: what good players know, for the search (compiled).

Quarrels are dear; the start player owns the mayor; a card more is worth something as long as there
are rounds to lay it in. Of ten quarrel cards hardly half are ever needed, so the low ones are worth
nothing. Apple and quarrel cards lie face down, so whoever lays them the same way every time is
found out. Where the first pawn at the finish wins at once (ZK-23), a bribe that leads there is
accepted, and none is offered to a start player who would get there by it. Rollouts that also lay
cards, buy dice or join quarrels to get there won no more games when measured: that is left to the
search. All values are hundredths of points.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, lowest, nth_bit, vec, write_bits, zeros
from ludotheque.core.knowledge import INDISTINCT, WIN, Knowledge, win_chances_into
from ludotheque.core.rng import Rng
from ludotheque.core.state import LUCK, State
from ludotheque.games.zankapfel.data import (
    BRIBES,
    CELLS,
    COLOURS,
    DIE_PRICE,
    JOKER,
    KINDS,
    NONE,
    ONE,
    WORTH,
    copies,
    price,
    size_of,
)
from ludotheque.games.zankapfel.knowledge_dice import CERTAIN, chance_against
from ludotheque.games.zankapfel.rules import (
    ACCEPT,
    BUY,
    CHOOSING,
    CLEAR,
    CLEARING,
    COLOUR,
    COLOURING,
    DECLINE,
    DICE,
    LAY,
    MAYOR,
    MOVE,
    OFFER,
    PLACING,
    QUARREL,
    REFUSE,
    Zankapfel,
)
from ludotheque.games.zankapfel.rules_mayor import BRIBING, MOVING
from ludotheque.games.zankapfel.rules_quarrel import DICING, QUARRELLING
from ludotheque.games.zankapfel.rules_race import OVER

DEPTH: Final = 28  # moves of a rollout, about two rounds
SCALE: Final = 10  # points
SPREAD: Final = 220.0  # of a lead that is clear, times the root of the rounds left
SEATS: Final = 6
POINT: Final = 100
JITTER: Final = 100  # by which players differ in taste
CARD: Final = 260  # a card more in hand
JOKER_CARD: Final = 390
LAID: Final = 430  # a card face down
LAID_JOKER: Final = 490
PACE: Final = 2  # points the first pawn makes in a round, about
ALONE: Final = 78  # per cent: one who laid did not lay that colour
PERHAPS_ALONE: Final = 85  # the same of one who has yet to choose
JOKER_ALONE: Final = 93  # a joker sees what the others laid before it takes a colour
ODD_CARD: Final = 4  # one card in so many was laid for reasons we don't know
HARM: Final = 70  # what a bribe does for the briber, spread over the others
GAIN: Final = 100  # what must be left after a bribe
SURE: Final = 80  # per cent: what a cell promises will be harvested
QUARRELS: Final = 22  # in a hundred rounds of a seat, about
STRENGTH: Final = 28  # what each number of a quarrel card that will be needed is worth
CELLS_TRIED: Final = 8
OFFERS_TRIED: Final = 3
MIDDLE: Final = 0x739C0  # the nine inner cells
VICTORY: Final = 100_000  # to win the game at once, for sure: nothing else counts
HOME: Final = 500  # a chance to win the game at once: whoever misses it has others
WORST: Final = -1_000_000


def _harvest(card: int, cell: int) -> int:
    """What a card brings at a cell; a joker the better two colours on average."""
    if card != JOKER:
        return POINT * int(WORTH[CELLS * card + cell])
    worths = sorted([int(WORTH[CELLS * colour + cell]) for colour in range(COLOURS)])
    return POINT * (worths[2] + worths[3]) // 2


HARVEST: Final[vec[i64]] = vec[i64](
    [_harvest(card, cell) for card in range(KINDS) for cell in range(CELLS)]
)


class ZankapfelKnowledge(Knowledge):
    """Pawns on the track, cards in hand, and what lies face down."""

    def __init__(self) -> None:
        super().__init__(DEPTH, SCALE, 0)
        self.points: vec[i64] = zeros(SEATS)

    # worlds

    def imagine(self, state: State, seat: i64, rng: Rng) -> State:
        """(ZK-9, ZK-18) What lies face down was laid by a sensible player, more often than not."""
        world = state.imagine(seat, rng)
        assert isinstance(world, Zankapfel)
        for other in range(world.players):
            if other != seat and rng.below(ODD_CARD) > 0:
                if world.phase <= BRIBING and world.laid[other] >= 0:
                    self._lay_again(world, other, rng)
                elif world.phase == DICING and world.quarrel_laid[other] > 0:
                    world.quarrel_laid[other] = self._fitting_card(world, other, rng)
        return world

    def _lay_again(self, world: Zankapfel, seat: i64, rng: Rng) -> None:
        """Let a seat choose anew which card it laid, of those it had then."""
        world.hands[seat] += ONE[world.laid[seat]]
        world.laid[seat] = NONE
        best: i64 = 0
        highest: i64 = WORST
        for card in range(KINDS):
            if copies(world.hands[seat], card) > 0:
                value = self._worth_of_laying(world, seat, card) + rng.below(JITTER)
                if value > highest:
                    highest = value
                    best = card
        world.hands[seat] -= ONE[best]
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
        if (phase == MOVING or phase == CLEARING) and count > CELLS_TRIED:
            self._best_first(state, seat, out, count)
            return CELLS_TRIED
        if phase == PLACING:
            return write_bits(MIDDLE, MAYOR, out, 0)
        return count

    def _best_first(self, state: Zankapfel, seat: i64, out: vec[i64], count: i64) -> None:
        """Bring the moves that look best to the front."""
        for place in range(CELLS_TRIED):
            best: i64 = place
            for i in range(place + 1, count):
                if self._worth_of(state, seat, out[i]) > self._worth_of(state, seat, out[best]):
                    best = i
            move = out[best]
            out[best] = out[place]
            out[place] = move

    def _offers_into(self, state: Zankapfel, seat: i64, out: vec[i64]) -> i64:
        """(ZK-12) To decline, and offers for the cells where the own card brings most."""
        out[0] = DECLINE
        count: i64 = 1
        card = state.laid[seat]
        most = _most_to_offer(state)
        points = state.offers[seat] // CELLS + 1
        if card < 0 or points > most:
            return count
        cells = state.reachable() & ~BIT[state.proposal]
        for _ in range(OFFERS_TRIED):
            cell = _best_cell(card, cells)
            if cell < 0 or HARVEST[CELLS * card + cell] <= HARVEST[CELLS * card + state.proposal]:
                break
            cells ^= BIT[cell]
            out[count] = OFFER + CELLS * points + cell
            count += 1
            if points < most and state.has_offers():
                out[count] = OFFER + CELLS * 2 + cell
                count += 1
        return count

    def rollout_move(self, state: State, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """What looks best at a glance; tastes differ a little."""
        assert isinstance(state, Zankapfel)
        phase = state.phase
        if phase == QUARRELLING:
            return QUARREL + self._fitting_card(state, seat, rng)
        if phase == BRIBING and seat != state.start:
            return self._sensible_offer(state, seat, rng)
        if phase == PLACING:
            return MAYOR + nth_bit(MIDDLE, rng.below(count_bits(MIDDLE)))
        count = state.choices_into(seat, buffer)
        best: i64 = buffer[0]
        highest: i64 = WORST
        for i in range(count):
            value = self._worth_of(state, seat, buffer[i]) + rng.below(JITTER)
            if value > highest:
                highest = value
                best = buffer[i]
        return best

    def _worth_of(self, state: Zankapfel, seat: i64, move: i64) -> i64:
        """What a move is worth among the moves of the same moment."""
        phase = state.phase
        if phase == CHOOSING:
            if move != BUY:
                return self._worth_of_laying(state, seat, move - LAY)
            held = size_of(state.hands[seat])
            cost = price(state.face_up, state.mayor)
            return self._card(state, state.face_up, held) - POINT * cost
        if phase == MOVING:
            return _harvest_at(state, seat, move - MOVE)
        if phase == COLOURING:
            return self._worth_of_colour(state, seat, move - COLOUR)
        if phase == DICING:
            return self._worth_of_dice(state, seat, move - DICE)
        if phase == CLEARING:
            return -_promise(state, seat, move - CLEAR)
        if ACCEPT <= move < REFUSE:
            return self._worth_of_bribe(state, seat, state.offers[move - ACCEPT])
        return 0

    # buying and laying

    def _worth_of_laying(self, state: Zankapfel, seat: i64, card: i64) -> i64:
        """What it may harvest where the mayor will go, if nobody lays the same, less the card."""
        cells = state.reachable()
        count = count_bits(cells)
        total: i64 = 0
        best: i64 = 0
        while cells:
            worth = HARVEST[CELLS * card + lowest(cells)]
            cells &= cells - 1
            total += worth
            best = max(best, worth)
        mean = total // count
        weight: i64 = 9 if seat == state.start else 3  # the start player decides
        value = mean + (best - mean) * weight // 10
        for other in range(state.players):
            if other == seat:
                continue
            if state.laid[other] >= 0:
                value = value * (JOKER_ALONE if card == JOKER else ALONE) // 100
            elif (other - state.start) % state.players >= state.acted:
                value = value * (JOKER_ALONE if card == JOKER else PERHAPS_ALONE) // 100
        return value - self._card(state, card, size_of(state.hands[seat]) - 1)

    def _card(self, state: Zankapfel, card: i64, held: i64) -> i64:
        """What a card is worth to who holds so many others: nothing if it will never be laid."""
        left = rounds_left(state) - 1 - held
        if left <= 0:
            return 0
        value: i64 = JOKER_CARD if card == JOKER else CARD
        return value if left > 1 else value // 2

    # the mayor

    def _sensible_offer(self, state: Zankapfel, seat: i64, rng: Rng) -> i64:
        """(ZK-12) Some offer a little for a cell that is a good deal better for them."""
        card = state.laid[seat]
        if card < 0 or rng.below(2) == 0:
            return DECLINE
        cell = _best_cell(card, state.reachable() & ~BIT[state.proposal])
        points: i64 = 2 if state.has_offers() else 1
        if points > _most_to_offer(state):
            return DECLINE
        gain = HARVEST[CELLS * card + cell] - HARVEST[CELLS * card + state.proposal]
        if gain * SURE // 100 < POINT * points + GAIN:
            return DECLINE
        return OFFER + CELLS * points + cell

    def _worth_of_bribe(self, state: Zankapfel, seat: i64, offer: i64) -> i64:
        if _wins(state, seat, offer // CELLS):
            return VICTORY
        usual = _harvest_at(state, seat, state.proposal)
        return POINT * (offer // CELLS) + _harvest_at(state, seat, offer % CELLS) - usual - HARM

    # harvest and quarrels

    def _worth_of_colour(self, state: Zankapfel, seat: i64, colour: i64) -> i64:
        """(ZK-14) Who joins others must share; who is alone may win the game (ZK-23)."""
        worth = WORTH[CELLS * colour + state.mayor]
        sharing: i64 = 1
        for other in range(state.players):
            if state.colours[other] == colour:
                sharing += 1
        if sharing == 1 and _wins(state, seat, worth):
            return VICTORY
        return POINT * worth // sharing

    def _fitting_card(self, state: Zankapfel, seat: i64, rng: Rng) -> i64:
        """A quarrel card by the stake, more or less, of those that will be needed."""
        cards = state.quarrel_cards[seat]
        count = count_bits(cards)
        place = _fitting_place(state, count) + rng.below(3) - 1
        return nth_bit(cards, max(0, min(count - 1, place)))

    def _worth_of_dice(self, state: Zankapfel, seat: i64, bought: i64) -> i64:
        """(ZK-20) The prize times the chance to win it with so many dice, less their price."""
        chance: i64 = CERTAIN
        mine = state.quarrel_laid[seat]
        for other in range(state.players):
            if other != seat and state.contenders & BIT[other]:
                theirs = state.dice[other]
                chance = chance * self._chance_against(state, other, mine, bought, theirs)
                chance //= CERTAIN
        return POINT * state.prize * chance // CERTAIN - DIE_PRICE * POINT * bought

    def _chance_against(
        self, state: Zankapfel, other: i64, mine: i64, bought: i64, theirs: i64
    ) -> i64:
        """The chance to beat another, whose card is one of those that fit the stake."""
        cards = state.quarrel_cards[other]
        count = count_bits(cards)
        if count == 0:
            return chance_against(mine, bought, theirs)
        middle = _fitting_place(state, count)
        total: i64 = 0
        tries: i64 = 0
        for place in range(max(0, middle - 2), min(count, middle + 3)):
            total += chance_against(mine - nth_bit(cards, place), bought, theirs)
            tries += 1
        return total // tries

    # positions

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """At the end the victory; before it, how likely pawns and cards are to bring it.

        Both are shares of a victory and nothing else: else a lost game with many points would look
        better than a game in which little hope is left.
        """
        assert isinstance(state, Zankapfel)
        if state.phase == OVER:
            _share_victory(state, out)
            return
        rounds = rounds_left(state)
        for seat in range(state.players):
            self.points[seat] = (
                POINT * state.pawns[seat]
                + _worth_of_hand(state.hands[seat], rounds)
                + _worth_of_laid(state, seat)
                + _worth_of_quarrel_cards(state.quarrel_cards[seat], rounds)
            )
        win_chances_into(self.points[: state.players], SPREAD * sqrt(float(rounds)), out)

    # what others see

    def observation(self, state: State, viewer: i64, seat: i64, move: i64) -> i64:
        """(ZK-9, ZK-18) Apple and quarrel cards are laid face down."""
        if seat == LUCK:
            return INDISTINCT
        if LAY <= move < MOVE:
            return LAY
        return QUARREL if QUARREL <= move < DICE else move

    def wants_mixed_strategy(self, state: State, seat: i64) -> bool:
        """(ZK-9, ZK-12, ZK-18) What can be foreseen is outdone: cards face down, dice, bribes."""
        assert isinstance(state, Zankapfel)
        phase = state.phase
        return phase == QUARRELLING or phase == DICING or phase == CHOOSING or phase == BRIBING


def _share_victory(state: Zankapfel, out: vec[i64]) -> None:
    """(ZK-24) The most advanced pawns share it."""
    farthest = state.farthest()
    winners: i64 = 0
    for seat in range(state.players):
        winners += 1 if state.pawns[seat] == farthest else 0
    for seat in range(state.players):
        out[seat] = WIN // winners if state.pawns[seat] == farthest else 0


def rounds_left(state: Zankapfel) -> i64:
    """How many rounds there will be, this one included, at the usual pace."""
    first: i64 = 0
    for seat in range(state.players):
        first = max(first, state.pawns[seat])
    way: i64 = max(0, state.config.track - first)
    return max(1, min(count_bits(state.chips), (way + PACE - 1) // PACE))


# (ZK-23) the finish


def _wins(state: Zankapfel, seat: i64, points: i64) -> bool:
    """Whether points would win a seat the game at once."""
    return state.pawns[seat] + points >= state.winning


def _winning_bribe(state: Zankapfel) -> i64:
    """A seat whose offer wins the start player the game; NONE if there is none."""
    for seat in range(state.players):
        offer = state.offers[seat]
        if offer > 0 and _wins(state, state.start, offer // CELLS):
            return seat
    return NONE


def _most_to_offer(state: Zankapfel) -> i64:
    """(ZK-12) The points that don't take the start player to the finish."""
    return max(0, min(BRIBES, state.winning - 1 - state.pawns[state.start]))


def _decides(state: Zankapfel) -> bool:
    """Whether the game may be over with the present quarrel."""
    for seat in range(state.players):
        if state.contenders & BIT[seat] and _wins(state, seat, state.prize):
            return True
    return False


# cards


def _fitting_place(state: Zankapfel, count: i64) -> i64:
    """The place of the card that fits the stake, among as many as will be needed."""
    if _decides(state):
        return count - 1
    needed = min(count, 1 + rounds_left(state) * QUARRELS // 100)
    return count - needed + (state.prize - 2) * (needed - 1) // 5


def _worth_of_hand(hand: i64, rounds: i64) -> i64:
    """Apple cards that can still be laid; jokers first."""
    useful = min(rounds - 1, size_of(hand))
    jokers = min(useful, copies(hand, JOKER))
    return CARD * useful + (JOKER_CARD - CARD) * jokers


def _worth_of_laid(state: Zankapfel, seat: i64) -> i64:
    """What is not harvested yet: a card face down, or a part in a quarrel."""
    if state.laid[seat] < 0:
        return 0
    if state.phase <= BRIBING:
        return LAID_JOKER if state.laid[seat] == JOKER else LAID
    if state.contenders & BIT[seat]:
        stake = POINT * state.prize + (HOME if _wins(state, seat, state.prize) else 0)
        return stake // count_bits(state.contenders)
    return 0


def _worth_of_quarrel_cards(cards: i64, rounds: i64) -> i64:
    """The highest cards, as many as will be needed."""
    needed = (rounds - 1) * QUARRELS
    total: i64 = 0
    number: i64 = 10
    while needed > 0 and number > 0:
        if cards & BIT[number]:
            total += STRENGTH * number * min(needed, 100) // 100
            needed -= 100
        number -= 1
    return total


def _harvest_at(state: Zankapfel, seat: i64, cell: i64) -> i64:
    """What a seat's laid card brings at a cell, quarrels apart."""
    card = state.laid[seat]
    return HARVEST[CELLS * card + cell] if card >= 0 else 0


def _promise(state: Zankapfel, seat: i64, cell: i64) -> i64:
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
        cell = lowest(cells)
        cells &= cells - 1
        if HARVEST[CELLS * card + cell] > highest:
            highest = HARVEST[CELLS * card + cell]
            best = cell
    return best
