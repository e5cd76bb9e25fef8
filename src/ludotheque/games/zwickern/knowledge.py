"""Zwickern: what a search should know (compiled).

A capture brings claws and cards, a cleared table a Zwick; a card added is lost to whoever fits it,
and a pile that nobody takes is paid for (ZW-12).
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.dice import Dice
from ludotheque.core.fast import BIT, count_bits, i64, lowest, vec, zeros
from ludotheque.core.knowledge import Knowledge, chances_into, share_into
from ludotheque.core.state import State
from ludotheque.games.zwickern.data import FACE_CARD, FACES, unfold
from ludotheque.games.zwickern.rules import OVER, Zwickern
from ludotheque.games.zwickern.rules_heaps import TALLY, claws_in
from ludotheque.games.zwickern.rules_moves import ADD, BUILD, KIND_BITS, KIND_MASK

DEPTH: Final = 12  # moves of a rollout
SCALE: Final = 15  # points
SPREAD: Final = 900.0  # hundredths of points of a lead that are clear
POINT: Final = 100
CARD: Final = 16  # towards the points for most cards
JITTER: Final = 40  # by which players differ in taste
WORST: Final = -1_000_000


class ZwickernKnowledge(Knowledge):
    """Claws, cards, Zwicks and debts, in hundredths of points."""

    def __init__(self) -> None:
        super().__init__(DEPTH, SCALE, 0)
        self.points: vec[i64] = zeros(4)

    def rollout_move(self, state: State, seat: i64, dice: Dice, buffer: vec[i64]) -> i64:
        """The best capture at a glance, else the cheapest card to add; few build."""
        assert isinstance(state, Zwickern)
        count = state.choices_into(seat, buffer)
        best: i64 = buffer[0]
        highest: i64 = WORST
        for i in range(count):
            move = buffer[i]
            kind = move & KIND_MASK
            if kind == BUILD:
                continue
            value = dice.below(JITTER)
            if kind < FACES:
                items = unfold(move >> KIND_BITS, state.config.deck)
                value += self._worth_of_capture(state, items, FACE_CARD[kind])
            elif kind == ADD:
                value -= POINT // 2 * self._claws(state, BIT[move >> KIND_BITS])
            else:
                continue
            if value > highest:
                highest = value
                best = move
        return best

    def _worth_of_capture(self, state: Zwickern, items: i64, card: i64) -> i64:
        cards = BIT[card]
        cleared = items == state.items
        while items:
            cards |= state.stacks[lowest(items)]
            items &= items - 1
        value = POINT * self._claws(state, cards) + CARD * count_bits(cards)
        return value + POINT if cleared else value

    def _claws(self, state: Zwickern, cards: i64) -> i64:
        return claws_in(cards, state.config.middle, state.config.largest)

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        """At the end the result; before it, what each side has and is about to score."""
        assert isinstance(state, Zwickern)
        if state.phase == OVER:
            share_into(state.scores(), state.ranks(), SCALE, out)
            return
        for seat in range(state.players):
            self.points[seat] = self._points_of(state, state.side(seat))
        chances_into(self.points[: state.players], SPREAD, out)

    def _points_of(self, state: Zwickern, side: i64) -> i64:
        heap = state.side_heap(side)
        at = TALLY * side
        tallies = state.tallies
        points = tallies[at] + tallies[at + 1] + tallies[at + 2] - tallies[at + 3]
        points += state.zwicks[side] + self._claws(state, heap)
        return POINT * points + CARD * count_bits(heap) - self._debts(state, side)

    def _debts(self, state: Zwickern, side: i64) -> i64:
        """(ZW-12) Half the penalty for each pile of this round that the side built last."""
        debts: i64 = 0
        fresh = state.fresh
        while fresh:
            item = lowest(fresh)
            fresh &= fresh - 1
            if state.side(state.piles[item] & 7) == side:
                debts += POINT * state.config.penalty // 2
        return debts
