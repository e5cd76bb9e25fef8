"""Zapp Zerapp: the apprentices on the loop; moving, banishing and taking along (ZZ-13 to ZZ-25)."""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import BIT, count_bits, i64, vec
from ludotheque.core.state import Fact
from ludotheque.games.zapp_zerapp.data import (
    AWAY,
    CASTLE,
    EACH,
    ENTRY,
    FRONT,
    OWN,
    PATH,
    PIECES,
    PLACES,
    REACH,
    SQUARES,
    START,
    STEP,
    TOWN,
    WHITE,
    ZONE,
)
from ludotheque.games.zapp_zerapp.rules_hearing import Barrels

# A move on the board is GO and the piece; in higher bits the sets of pieces it takes along, those
# of them it leaves before its town, and those it banishes.
GO: Final = 0x10000000000
TAKEN: Final = 16
STOPPED: Final = 65536
BANISHED: Final = 268435456
SET: Final = 4095


class Board(Barrels):
    """The part of a game that stands on the board. Apprentices are called pieces here."""

    def __init__(self, players: i64, advanced: bool, forgetful: bool, twin: Board | None) -> None:
        super().__init__(players, twin)
        self.advanced: bool = advanced
        self.forgetful: bool = forgetful
        if twin is None:
            self.at: vec[i64] = vec[i64]([AWAY] * PIECES)  # place by piece
        else:
            self.at = twin.at[:]

    # where a move leads

    def can_go(self, piece: i64) -> bool:
        """(ZZ-10) Whether a piece is in its start or on the way."""
        return self.at[piece] <= START

    def steps_done(self, piece: i64) -> i64:
        """(ZZ-20) The step number of a piece's place, counted from its own start."""
        return STEP[piece // EACH * PLACES + self.at[piece]]

    def enters_town(self, piece: i64, steps: i64) -> bool:
        """(ZZ-13) Whether a move ends in the town; surplus steps are lost there."""
        return self.steps_done(piece) + steps > SQUARES

    def path(self, piece: i64, steps: i64) -> i64:
        """(ZZ-15) The squares a move passes or lands on, those after the origin."""
        place = self.at[piece]
        if place == START:  # (ZZ-13) the first step is the entry square
            return PATH[(ENTRY[piece // EACH] + SQUARES - 1) % SQUARES * REACH + steps]
        return PATH[place * REACH + min(steps, SQUARES - self.steps_done(piece))]

    def last_square(self, piece: i64, steps: i64) -> i64:
        """The last square of the loop a move uses: where it lands, or the one before the town."""
        colour = piece // EACH
        done = min(self.steps_done(piece) + steps, SQUARES)
        return FRONT[colour] if done == SQUARES else (ENTRY[colour] + done - 1) % SQUARES

    def is_protected(self, piece: i64) -> bool:
        """(ZZ-16, ZZ-21) In its own zone; in the advanced game also by its castle."""
        colour = piece // EACH
        safe = ZONE[colour] | CASTLE[colour] if self.advanced else ZONE[colour]
        return safe & BIT[self.at[piece]] != 0

    def rule_protecting(self, piece: i64) -> str:
        """The rule that protects a piece where it stands."""
        return "ZZ-16" if ZONE[piece // EACH] & BIT[self.at[piece]] else "ZZ-21"

    def victims(self, piece: i64, steps: i64) -> i64:
        """(ZZ-15) The pieces a move banishes, as a set."""
        if self.at[piece] == START:  # (ZZ-18)
            return 0
        path = self.path(piece, steps)
        found: i64 = 0
        for other in range(PIECES):
            if path & BIT[self.at[other]] and other // EACH != piece // EACH:  # (ZZ-17)
                if not self.is_protected(other):
                    found |= BIT[other]
        return found

    def companions(self, piece: i64, steps: i64) -> i64:
        """(ZZ-22, ZZ-23) The pieces a move may take along, as a set: under castles it passes."""
        if not self.advanced:
            return 0
        passed = self.path(piece, steps) & WHITE & ~BIT[self.last_square(piece, steps)]
        found: i64 = 0
        if passed:
            for other in range(PIECES):
                if passed & CASTLE[other // EACH] & BIT[self.at[other]]:
                    found |= BIT[other]
        return found

    # the moves there are

    def count_goes(self, piece: i64, steps: i64) -> i64:
        """At least as many moves as there are for a piece."""
        companions = self.companions(piece, steps)
        choices = count_bits(companions)
        if self.enters_town(piece, steps):
            choices += count_bits(companions & OWN[piece // EACH])
        if self.forgetful:
            choices += count_bits(self.victims(piece, steps))
        return BIT[choices]

    def goes_into(self, piece: i64, steps: i64, out: vec[i64], count: i64, limit: i64) -> i64:
        """(ZZ-19, ZZ-22, ZZ-24) Every set of companions, stopped ones and victims for a piece."""
        companions = self.companions(piece, steps)
        victims = self.victims(piece, steps) if self.forgetful else 0
        stoppable = OWN[piece // EACH] if self.enters_town(piece, steps) else 0
        taken: i64 = 0
        while True:
            stopped: i64 = 0
            while True:
                banished = victims
                while count < limit:
                    sets = taken * TAKEN + stopped * STOPPED + banished * BANISHED
                    out[count] = GO + piece + sets
                    count += 1
                    if banished == 0:
                        break
                    banished = (banished - 1) & victims
                stopped = (stopped - (taken & stoppable)) & taken & stoppable  # the next subset
                if stopped == 0:
                    break
            taken = (taken - companions) & companions
            if taken == 0 or count >= limit:
                return count

    def allows_sets(self, move: i64, steps: i64) -> bool:
        """(ZZ-19, ZZ-22, ZZ-24) Whether a piece may take, leave and banish whom a move names."""
        piece = move & 15
        taken = move // TAKEN & SET
        stopped = move // STOPPED & SET
        banished = move // BANISHED & SET
        if taken & ~self.companions(piece, steps):
            return False
        stoppable = OWN[piece // EACH] if self.enters_town(piece, steps) else 0
        if stopped & ~(taken & stoppable):
            return False
        return banished == 0 or (self.forgetful and banished & ~self.victims(piece, steps) == 0)

    # what a move does

    def advance(self, seat: i64, move: i64, steps: i64, facts: list[Fact] | None) -> None:
        """Move a piece, take its companions along, and send all home who are to be banished."""
        piece = move & 15
        taken = move // TAKEN & SET
        stopped = move // STOPPED & SET
        banished = move // BANISHED & SET
        colour = piece // EACH
        last = self.last_square(piece, steps)
        end: i64 = TOWN if self.enters_town(piece, steps) else last
        if facts is not None:
            facts.append(Fact("moved", int(seat), (int(piece), int(self.at[piece]), int(end))))
        self.at[piece] = end
        if taken | banished == 0:
            return
        for other in range(PIECES):
            if taken & BIT[other]:  # (ZZ-24, ZZ-25)
                goes_in = OWN[colour] & ~stopped & BIT[other] != 0
                self.at[other] = end if goes_in else last
                if facts is not None:
                    facts.append(Fact("carried", int(seat), (int(other), int(self.at[other]))))
            elif banished & BIT[other]:  # (ZZ-15)
                if facts is not None:
                    facts.append(Fact("banished", int(seat), (int(other), int(self.at[other]))))
                self.at[other] = START

    # the end

    def home(self, colour: i64) -> i64:
        """(ZZ-20) How many apprentices of a colour are in their town."""
        count: i64 = 0
        for piece in range(colour * EACH, colour * EACH + EACH):
            if self.at[piece] == TOWN:
                count += 1
        return count

    def way(self, colour: i64) -> i64:
        """(ZZ-20) The sum of the step numbers of a colour's pieces."""
        total: i64 = 0
        for piece in range(colour * EACH, colour * EACH + EACH):
            total += self.steps_done(piece)
        return total
