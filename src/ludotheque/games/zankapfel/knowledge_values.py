"""Zankapfel: win chances learned from games of the bots (compiled).

What a net sees: the orchard around the mayor and the length of the game; of each seat its pawn, its
cards, what it laid and may get for it, and its part in a quarrel.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, lowest_bit
from ludotheque.core.state import State
from ludotheque.core.value import LearnedValue
from ludotheque.games.zankapfel.data import (
    ALL_CELLS,
    CELLS,
    COLOURS,
    HIGHEST_QUARREL_CARD,
    JOKER,
    KINDS,
    count_of,
    size_of,
    worth,
)
from ludotheque.games.zankapfel.knowledge import CARD_WORTH, rounds_left, value_of_seat
from ludotheque.games.zankapfel.knowledge_dice import MAX_MARGIN, PROBABILITY_ONE, chance_against
from ludotheque.games.zankapfel.moves import (
    BRIBING,
    CHOOSING_COLOUR,
    LAYING_QUARREL_CARDS,
    ROLLING,
)
from ludotheque.games.zankapfel.rules import Zankapfel

PACKAGE: Final = "ludotheque.games.zankapfel"
PHASES: Final = 12  # one feature each
PLAYER_COUNTS: Final = 4  # 3 to 6, one feature each
PUBLIC_FEATURES: Final = 43
SEAT_FEATURES: Final = 38
TENTH: Final = 10  # of hundredths of points: values are tenths here
HIDDEN_CHANCE: Final = 500  # of PROBABILITY_ONE: a quarrel card is yet to be laid
MAX_LEAD: Final = 400  # tenths of a point
HIGHEST_CARDS: Final = 3  # quarrel cards that are looked at one by one

# Where a seat's features begin
HAND_AT: Final = 3
LAID_AT: Final = 9
QUARREL_AT: Final = 15
TURN_AT: Final = 26
CLAIM_AT: Final = 31


class ZankapfelValue(LearnedValue):
    """The learned chances of 3 to 6 players."""

    def __init__(self) -> None:
        super().__init__(PACKAGE, PUBLIC_FEATURES, SEAT_FEATURES)

    def look(self, state: State) -> None:
        assert isinstance(state, Zankapfel)
        cells: i64 = state.reachable() if state.mayor >= 0 else 0
        rounds = rounds_left(state)
        self._look_at_orchard(state, cells, rounds)
        for seat in range(state.players):
            self._look_at_seat(state, seat, rounds)
            self._look_at_quarrel(state, seat)
            self._look_at_turn(state, seat)
            self._look_at_claim(state, seat, cells)
        self._look_at_leads(state, rounds)

    def _look_at_orchard(self, state: Zankapfel, cells: i64, rounds: i64) -> None:
        out = self.public
        for i in range(PUBLIC_FEATURES):
            out[i] = 0
        out[state.phase] = 1
        out[PHASES + state.players - 3] = 1
        at: i64 = PHASES + PLAYER_COUNTS
        out[at] = count_bits(state.chips)
        out[at + 1] = rounds
        out[at + 2] = state.config.track - state.farthest()
        out[at + 3] = count_bits(cells)
        out[at + 4] = 1 if state.pile > 0 else 0
        out[at + 5] = state.prize if state.contenders else 0
        out[at + 6] = count_bits(state.contenders)
        out[at + 7] = state.seats_done
        out[at + 8] = 1 if state.config.bribery else 0
        out[at + 9] = 1 if state.config.wins_at_finish else 0
        at += 10
        for colour in range(COLOURS):
            if state.mayor >= 0:
                out[at + colour] = worth(colour, state.mayor)
            best: i64 = 0
            total: i64 = 0
            rest = cells
            while rest:
                points = worth(colour, lowest_bit(rest))
                rest &= rest - 1
                best = max(best, points)
                total += points
            out[at + COLOURS + colour] = best
            if cells:
                out[at + 2 * COLOURS + colour] = TENTH * total // count_bits(cells)
        if state.face_up >= 0:
            out[at + 3 * COLOURS + state.face_up] = 1

    def _look_at_seat(self, state: Zankapfel, seat: i64, rounds: i64) -> None:
        out = self.own
        at: i64 = seat * SEAT_FEATURES
        out[at] = value_of_seat(state, seat, rounds) // TENTH
        out[at + 1] = state.pawns[seat]
        out[at + 2] = max(0, state.config.track - state.pawns[seat])
        hand = state.hands[seat]
        for card in range(KINDS):
            out[at + HAND_AT + card] = count_of(hand, card)
        out[at + HAND_AT + KINDS] = size_of(hand)
        for i in range(KINDS + 1):
            out[at + LAID_AT + i] = 0
        out[at + LAID_AT + 1 + state.laid[seat]] = 1  # the first if there is none

    def _look_at_quarrel(self, state: Zankapfel, seat: i64) -> None:
        out = self.own
        at: i64 = seat * SEAT_FEATURES + QUARREL_AT
        is_contender = state.contenders & BIT[seat] != 0
        out[at] = 1 if is_contender else 0
        out[at + 1] = state.quarrel_laid[seat] if is_contender else 0
        out[at + 2] = state.dice[seat] if is_contender else 0
        out[at + 3] = state.totals[seat] if state.phase >= ROLLING and is_contender else 0
        out[at + 4] = self._dice_to_come(state, seat) if is_contender else 0
        for i in range(at + 5, at + 11):
            out[i] = 0
        cards = state.quarrel_cards[seat]
        found: i64 = 0
        number: i64 = HIGHEST_QUARREL_CARD
        while number > 0:
            if cards & BIT[number]:
                if found < HIGHEST_CARDS:
                    out[at + 5 + found] = number
                found += 1
                out[at + 9] += number
            number -= 1
        out[at + 8] = found
        out[at + 10] = self._quarrel_chance(state, seat) // TENTH if is_contender else 0

    def _dice_to_come(self, state: Zankapfel, seat: i64) -> i64:
        """The dice that a contender has yet to roll."""
        if state.phase < ROLLING:
            return state.dice[seat]
        if seat == state.roller:
            return state.dice_left
        turn = (seat - state.start_player) % state.players
        if turn > (state.roller - state.start_player) % state.players:
            return state.dice[seat]
        return 0

    def _quarrel_chance(self, state: Zankapfel, seat: i64) -> i64:
        """The chance to win the quarrel, of PROBABILITY_ONE, as if rivals were met one by one."""
        chance: i64 = PROBABILITY_ONE
        for rival in range(state.players):
            if rival != seat and state.contenders & BIT[rival]:
                chance = chance * self._chance_against(state, seat, rival) // PROBABILITY_ONE
        return chance

    def _chance_against(self, state: Zankapfel, seat: i64, rival: i64) -> i64:
        if state.phase < ROLLING:
            if state.quarrel_laid[seat] == 0 or state.quarrel_laid[rival] == 0:
                return HIDDEN_CHANCE
            margin = state.quarrel_laid[seat] - state.quarrel_laid[rival]
        else:
            margin = state.totals[seat] - state.totals[rival]
        margin = max(-MAX_MARGIN, min(MAX_MARGIN, margin))
        own, theirs = self._dice_to_come(state, seat), self._dice_to_come(state, rival)
        return chance_against(margin, min(3, own), min(3, theirs))

    def _look_at_turn(self, state: Zankapfel, seat: i64) -> None:
        out = self.own
        at: i64 = seat * SEAT_FEATURES + TURN_AT
        turn = (seat - state.start_player) % state.players
        out[at] = 1 if turn == 0 else 0
        out[at + 1] = turn
        out[at + 2] = 1 if turn < state.seats_done else 0
        out[at + 3] = 1 if state.awaited_seats & BIT[seat] else 0
        out[at + 4] = state.offers[seat] // CELLS

    def _look_at_claim(self, state: Zankapfel, seat: i64, cells: i64) -> None:
        """What a seat may get in this round, in tenths of points, and with how many it shares."""
        out = self.own
        at: i64 = seat * SEAT_FEATURES + CLAIM_AT
        claim: i64 = 0
        rivals: i64 = 0
        if state.phase <= BRIBING:
            card = state.laid[seat]
            if card >= 0:
                for other in range(state.players):
                    if other != seat and card != JOKER and state.laid[other] == card:
                        rivals += 1
                if cells:
                    claim = self._worth_at(state, seat, card, cells) // TENTH
        elif state.contenders & BIT[seat]:
            rivals = count_bits(state.contenders) - 1
            if state.phase >= LAYING_QUARREL_CARDS:
                claim = TENTH * state.prize * self._quarrel_chance(state, seat) // PROBABILITY_ONE
        elif state.laid[seat] >= 0 and state.colours[seat] >= 0:
            colour = state.colours[seat]
            if state.phase == CHOOSING_COLOUR or colour > state.quarrel_colour:
                rivals = count_bits(state.claims(colour)) - 1
                claim = TENTH * worth(colour, state.mayor) // (rivals + 1)
        out[at] = claim
        out[at + 1] = rivals
        out[at + 2] = TENTH * state.pawns[seat] + (claim // (rivals + 1))
        out[at + 3] = 1 if state.wins_at_once(seat, (claim + TENTH - 1) // TENTH) else 0

    def _worth_at(self, state: Zankapfel, seat: i64, card: i64, cells: i64) -> i64:
        """What a laid card brings: at the proposal, at its mover's best cell, or on average."""
        if state.phase == BRIBING and state.proposal >= 0:
            cells = BIT[state.proposal]
        best: i64 = 0
        total: i64 = 0
        count = count_bits(cells)
        while cells:
            points = CARD_WORTH[CELLS * card + lowest_bit(cells)]
            cells &= cells - 1
            total += points
            best = max(best, points)
        return best if seat == state.start_player else total // count

    def _look_at_leads(self, state: Zankapfel, rounds: i64) -> None:
        """The lead over the best other, by value and by what is expected in this round."""
        out = self.own
        for seat in range(state.players):
            by_value: i64 = -ALL_CELLS
            by_pawn: i64 = -ALL_CELLS
            for other in range(state.players):
                if other != seat:
                    at: i64 = other * SEAT_FEATURES
                    by_value = max(by_value, out[at])
                    by_pawn = max(by_pawn, out[at + CLAIM_AT + 2])
            at = seat * SEAT_FEATURES
            lead = out[at] - by_value
            out[at + CLAIM_AT + 4] = _clipped(lead)
            out[at + CLAIM_AT + 5] = _clipped(out[at + CLAIM_AT + 2] - by_pawn)
            out[at + CLAIM_AT + 6] = _clipped(lead * 4 // (rounds + 1))


def _clipped(lead: i64) -> i64:
    return max(-MAX_LEAD, min(MAX_LEAD, lead))
