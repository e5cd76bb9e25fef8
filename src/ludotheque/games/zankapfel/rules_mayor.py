"""Zankapfel: the mayor's way through the orchard, and bribes (ZK-11 to ZK-13)."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from ludotheque.core.fast import BIT, i64, vec, zeros
from ludotheque.core.state import Fact
from ludotheque.games.zankapfel.data import ALL_CELLS, BRIBES, CELLS, NEIGHBOURS, NONE
from ludotheque.games.zankapfel.rules_race import RaceTable

# Phases of the mayor
MOVING: Final = 5  # the start player proposes a cell, or moves at once
BRIBING: Final = 6  # others offer or decline, the start player accepts or refuses


class MayorTable(RaceTable):
    """The part of a game that the mayor needs: the start player, chips and offers."""

    def __init__(self, players: i64, winning: i64, twin: MayorTable | None) -> None:
        super().__init__(players, winning, twin)
        if twin is None:
            self.start: i64 = 0  # the start player (ZK-4)
            self.mayor: i64 = NONE
            self.proposal: i64 = NONE  # while bribes are offered, and if one has won the game
            self.chips: i64 = ALL_CELLS  # cells with a chip (ZK-5)
            self.offers: vec[i64] = zeros(players)  # 25 * points + cell
        else:
            self.start = twin.start
            self.mayor = twin.mayor
            self.proposal = twin.proposal
            self.chips = twin.chips
            self.offers = twin.offers[:]

    @abstractmethod
    def mayor_arrived(self, facts: list[Fact] | None) -> None:
        """What comes when the mayor's move is final."""

    def reachable(self) -> i64:
        """(ZK-11) Neighbouring cells with a chip; if there are none, all others with one."""
        near = NEIGHBOURS[self.mayor] & self.chips
        return near or self.chips & ~BIT[self.mayor]

    def has_offers(self) -> bool:
        """(ZK-12) Whether there is an offer that the start player could accept."""
        if self.phase == BRIBING:
            for offer in self.offers:
                if offer > 0:
                    return True
        return False

    def offer_of(self, seat: i64) -> tuple[int, int]:
        """The cell and the points of a standing offer."""
        offer = int(self.offers[seat])
        return (offer % CELLS, offer // CELLS) if offer else (NONE, 0)

    def move_mayor(self, seat: i64, cell: i64, bribery: bool, facts: list[Fact] | None) -> None:
        """(ZK-11) Final at once without bribery, or where there was no choice (ZK-12)."""
        cells = self.reachable()
        if not bribery or cells & (cells - 1) == 0:
            self._mayor_goes(cell, facts)
            return
        self.proposal = cell
        self.phase = BRIBING
        self.waiting = (BIT[self.players] - 1) ^ BIT[seat]
        if facts is not None:
            facts.append(Fact("proposed", int(seat), (int(cell),)))

    def offer(self, seat: i64, offer: i64, facts: list[Fact] | None) -> None:
        """(ZK-12) All others who could still better it have the choice again."""
        self.offers[seat] = offer
        if facts is not None:
            facts.append(Fact("offered", int(seat), (int(offer % CELLS), int(offer // CELLS))))
        self.waiting = 0
        for other in range(self.players):
            if other != seat and other != self.start and self.offers[other] < BRIBES * CELLS:
                self.waiting |= BIT[other]
        if self.waiting == 0:
            self.waiting = BIT[self.start]

    def decline(self, seat: i64, facts: list[Fact] | None) -> None:
        """(ZK-12) A standing offer stays; without any the window closes by itself."""
        self.waiting ^= BIT[seat]
        if facts is not None:
            facts.append(Fact("declined", int(seat)))
        if self.waiting == 0:
            if self.has_offers():
                self.waiting = BIT[self.start]
            else:
                self._mayor_goes(self.proposal, facts)

    def accept(self, seat: i64, briber: i64, facts: list[Fact] | None) -> None:
        """(ZK-12) Points go from pawn to pawn, the mayor to the briber's cell.

        If they win the game, the mayor stays (ZK-23): proposal and offers lie there as they were.
        """
        points = self.offers[briber] // CELLS
        cell = self.offers[briber] % CELLS
        self.pawns[briber] -= points
        self.pawns[seat] += points
        if facts is not None:
            facts.append(Fact("accepted", int(seat), (int(briber), int(cell), int(points))))
        if not self.ends_at_finish(facts):
            self._mayor_goes(cell, facts)

    def refuse(self, seat: i64, facts: list[Fact] | None) -> None:
        """(ZK-12) What was proposed is done."""
        if facts is not None:
            facts.append(Fact("refused", int(seat)))
        self._mayor_goes(self.proposal, facts)

    def _mayor_goes(self, cell: i64, facts: list[Fact] | None) -> None:
        """(ZK-13) The chip of the mayor's cell is removed."""
        self.mayor = cell
        self.chips ^= BIT[cell]
        self.proposal = NONE
        for seat in range(self.players):
            self.offers[seat] = 0
        if facts is not None:
            facts.append(Fact("moved", int(self.start), (int(cell),)))
        self.mayor_arrived(facts)
