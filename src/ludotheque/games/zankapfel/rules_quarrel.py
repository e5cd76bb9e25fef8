"""Zankapfel: harvest, and the quarrels of those who laid the same (ZK-15, ZK-18 to ZK-22)."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from ludotheque.core.fast import BIT, i64, lowest, members, vec, zeros
from ludotheque.core.state import LUCK, Fact
from ludotheque.games.zankapfel.data import (
    CELLS,
    COLOURS,
    DIE_PRICE,
    NONE,
    QUARREL_CARDS,
    WORTH,
)
from ludotheque.games.zankapfel.rules_mayor import MayorTable

# Phases of a quarrel; all others have lower numbers, the end a higher one
QUARRELLING: Final = 8  # contenders lay a quarrel card each, at the same time
DICING: Final = 9  # contenders buy dice or decline, in any order
ROLLING: Final = 10  # luck
ROLLING_OFF: Final = 11  # luck: a free die each (ZK-22)


class QuarrelTable(MayorTable):
    """The part of a game that harvests need: colours, quarrel cards and dice."""

    def __init__(self, players: i64, winning: i64, twin: QuarrelTable | None) -> None:
        super().__init__(players, winning, twin)
        if twin is None:
            # what each harvests; until cards are revealed, what it was in the round before
            self.colours: vec[i64] = vec[i64]([NONE] * players)
            self.quarrel_cards: vec[i64] = vec[i64]([QUARREL_CARDS] * players)  # bits 1..10
            self.contenders: i64 = 0  # seats in the present quarrel
            self.quarrel_colour: i64 = 0
            self.prize: i64 = 0
            self.quarrel_laid: vec[i64] = zeros(players)  # face down until buying is closed
            self.dice: vec[i64] = zeros(players)  # bought in this quarrel
            self.totals: vec[i64] = zeros(players)  # card and dice in the quarrels of this round
            self.pips: vec[i64] = zeros(players)  # each die of these totals: digits of base 7
            self.roller: i64 = 0
            self.dice_left: i64 = 0  # that the roller has yet to roll
        else:
            self.colours = twin.colours[:]
            self.quarrel_cards = twin.quarrel_cards[:]
            self.contenders = twin.contenders
            self.quarrel_colour = twin.quarrel_colour
            self.prize = twin.prize
            self.quarrel_laid = twin.quarrel_laid[:]
            self.dice = twin.dice[:]
            self.totals = twin.totals[:]
            self.pips = twin.pips[:]
            self.roller = twin.roller
            self.dice_left = twin.dice_left

    @abstractmethod
    def end_round(self, facts: list[Fact] | None) -> None:
        """What comes when all that was laid is harvested."""

    # harvest

    def harvest(self, facts: list[Fact] | None) -> None:
        """(ZK-15) Who laid a colour alone gets its worth, all at one moment; the others quarrel."""
        for colour in range(COLOURS):
            claims = self._claims(colour)
            if claims and claims & (claims - 1) == 0:
                seat = lowest(claims)
                worth = WORTH[CELLS * colour + self.mayor]
                self.pawns[seat] += worth
                if facts is not None:
                    facts.append(Fact("harvested", int(seat), (int(colour), int(worth))))
        if not self.ends_at_finish(facts):
            self._quarrel_from(0, facts)

    def _claims(self, colour: i64) -> i64:
        """The seats that laid a colour, or a joker for it."""
        claims: i64 = 0
        for seat in range(self.players):
            if self.colours[seat] == colour:
                claims |= BIT[seat]
        return claims

    def _quarrel_from(self, colour: i64, facts: list[Fact] | None) -> None:
        """(ZK-15) The next quarrel, in the order red, yellow, green, blue; or the round ends."""
        while colour < COLOURS:
            claims = self._claims(colour)
            if claims & (claims - 1):
                self.quarrel_colour = colour
                self.prize = WORTH[CELLS * colour + self.mayor]
                self._start_quarrel(claims, facts)
                return
            colour += 1
        self.end_round(facts)

    # cards

    def _start_quarrel(self, contenders: i64, facts: list[Fact] | None) -> None:
        """(ZK-18, ZK-21) All contenders who have a card left lay one."""
        self.contenders = contenders
        self.waiting = 0
        for seat in range(self.players):
            self.quarrel_laid[seat] = 0
            self.dice[seat] = 0
            if contenders & BIT[seat] and self.quarrel_cards[seat]:
                self.waiting |= BIT[seat]
        self.phase = QUARRELLING
        if facts is not None:
            about = (int(self.quarrel_colour), int(self.prize), *members(contenders))
            facts.append(Fact("quarrel", LUCK, about))
        if self.waiting == 0:
            self._open_dice()

    def lay_quarrel_card(self, seat: i64, number: i64, facts: list[Fact] | None) -> None:
        """(ZK-18) Face down; it stays among the seat's cards until it is shown."""
        self.quarrel_laid[seat] = number
        self.waiting ^= BIT[seat]
        if facts is not None:
            facts.append(Fact("quarrel_card", int(seat), (), (int(number),), 1 << int(seat)))
        if self.waiting == 0:
            self._open_dice()

    # dice

    def _open_dice(self) -> None:
        self.phase = DICING
        self.waiting = self.contenders

    def buy_dice(self, seat: i64, count: i64, facts: list[Fact] | None) -> None:
        """(ZK-19) A purchase gives all others without dice the choice again; 0 declines."""
        self.dice[seat] = count
        self.pawns[seat] -= DIE_PRICE * count
        if facts is not None:
            facts.append(Fact("dice", int(seat), (int(count), int(DIE_PRICE * count))))
        if count == 0:
            self.waiting ^= BIT[seat]
        else:
            self.waiting = self.contenders
            for other in range(self.players):
                if self.dice[other] > 0:
                    self.waiting &= ~BIT[other]
        if self.waiting == 0:
            self._show_cards(facts)

    def _show_cards(self, facts: list[Fact] | None) -> None:
        """(ZK-20) Cards are revealed, and leave the game (ZK-18)."""
        self.phase = ROLLING
        seat = self.start
        for _ in range(self.players):
            if self.contenders & BIT[seat]:
                number = self.quarrel_laid[seat]
                self.totals[seat] = number
                self.pips[seat] = 0
                if number > 0:
                    self.quarrel_cards[seat] ^= BIT[number]
                if facts is not None:
                    facts.append(Fact("quarrel_shown", int(seat), (int(number),)))
            seat = self.after(seat)
        self._next_roller(self.start, self.players, facts)

    def _next_roller(self, seat: i64, seats: i64, facts: list[Fact] | None) -> None:
        """The first of so many seats, from this one on, who has dice to roll."""
        for _ in range(seats):
            if self.dice[seat] > 0:
                self.roller = seat
                self.dice_left = self.dice[seat]
                return
            seat = self.after(seat)
        self._compare(facts)

    def roll(self, pips: i64, facts: list[Fact] | None) -> None:
        """(ZK-20) One die; contenders roll in turn order, each all of their dice."""
        seat = self.roller
        self.totals[seat] += pips
        self.pips[seat] = 7 * self.pips[seat] + pips
        self.dice_left -= 1
        if facts is not None:
            facts.append(Fact("rolled", int(seat), (int(pips), int(self.totals[seat]))))
        if self.dice_left == 0:
            left = (self.start - seat - 1) % self.players
            self._next_roller(self.after(seat), left, facts)

    def rolled(self, seat: i64) -> list[int]:
        """The dice in a seat's total, in the order they were rolled."""
        pips: list[int] = []
        left = self.pips[seat]
        while left:
            pips.insert(0, int(left % 7))
            left //= 7
        return pips

    # who wins

    def _compare(self, facts: list[Fact] | None) -> None:
        """(ZK-20) The highest total wins; a shared top goes on (ZK-21, ZK-22)."""
        top: i64 = -1
        best: i64 = 0
        winner: i64 = 0
        for seat in range(self.players):
            if self.contenders & BIT[seat]:
                if self.totals[seat] > top:
                    top = self.totals[seat]
                    best = 0
                    winner = seat
                if self.totals[seat] == top:
                    best |= BIT[seat]
        if best == BIT[winner]:
            self._win(winner, facts)
            return
        if facts is not None:
            facts.append(Fact("tied", LUCK, (int(top), *members(best))))
        if self.phase == ROLLING_OFF or top == 0:  # a top of 0: no cards, no dice
            self._roll_off(best, facts)
        else:
            self._start_quarrel(best, facts)

    def _roll_off(self, tied: i64, facts: list[Fact] | None) -> None:
        """(ZK-22) A free die for each who is still tied."""
        self.phase = ROLLING_OFF
        self.contenders = tied
        for seat in range(self.players):
            self.dice[seat] = 0
            if tied & BIT[seat]:
                self.totals[seat] = 0
                self.pips[seat] = 0
                self.dice[seat] = 1
        self._next_roller(self.start, self.players, facts)

    def _win(self, winner: i64, facts: list[Fact] | None) -> None:
        """(ZK-15) The winner gets the worth, the others nothing; all that was played is gone."""
        self.pawns[winner] += self.prize
        if facts is not None:
            facts.append(Fact("won", int(winner), (int(self.quarrel_colour), int(self.prize))))
        self.contenders = 0
        self.prize = 0
        self.roller = 0
        for seat in range(self.players):
            self.quarrel_laid[seat] = 0
            self.dice[seat] = 0
        if not self.ends_at_finish(facts):
            self._quarrel_from(self.quarrel_colour + 1, facts)
