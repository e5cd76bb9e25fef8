"""Zapp Zerapp: what everyone knows, and what one seat knows beyond it.

Barrels, pieces and locations are numbered as in `data`; -1 stands for none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class PublicBoard:
    """The apprentices on the board."""

    locations: tuple[int, ...]  # by piece
    protected: tuple[int, ...]  # pieces in their zone or under their castle (ZZ-16, ZZ-21)
    threatened: tuple[int, ...]  # pieces that the seat to move may banish (ZZ-15)


@dataclass(frozen=True, slots=True)
class PublicBarrels:
    """The barrels, in the middle unless they are in a hand or placed."""

    hands: tuple[tuple[int, ...], ...]  # by seat, the barrel taken first comes first
    placed: tuple[int, ...]  # by seat
    shaken: int  # the barrel whose sound is about to be heard
    numbers: tuple[int, ...]  # by barrel, where everyone sees it now (ZZ-7, ZZ-12); else 0
    handled: tuple[int, ...]  # by seat: how often it took, shook or put back one this round

    def number_of(self, seat: int) -> int:
        """The number of the barrel that a seat has placed; 0 before it is turned over."""
        barrel = self.placed[seat]
        return self.numbers[barrel] if barrel >= 0 else 0


@dataclass(frozen=True, slots=True)
class Public:
    """What everyone knows."""

    phase: int
    seat: int  # who moves, or shook last
    awaited: tuple[int, ...]  # seats that may act
    colours: tuple[int, ...]  # by seat; -1 before they are known
    roller: int
    dice: tuple[int, int]  # visible until the next roll; zeros before the first
    magic: int  # their sum
    board: PublicBoard
    barrels: PublicBarrels
    still_to_move: tuple[int, ...]  # seats still to move, the highest number first
    advanced: bool
    scores: tuple[int, ...]
    steps: tuple[int, ...]  # by seat: the step numbers of its pieces, added up (ZZ-20)
    winner: int


class Private(NamedTuple):
    """What one seat knows beyond that."""

    # Barrels, apparent counts and how often it heard them, as far as not left to memory (ZZ-12)
    heard: tuple[tuple[int, int, int], ...]
