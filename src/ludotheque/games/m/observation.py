"""M: what everybody knows, and what one seat knows beyond it. Cards are kinds (see `data`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]  # row, column, as the notation names them
LaidCard: TypeAlias = tuple[int, int, int]  # row, column, kind


def neighbours_of(row: int, column: int) -> set[Cell]:
    """The four cells orthogonally next to a cell."""
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


@dataclass(frozen=True, slots=True)
class Scoring:
    """A line that is scored, or the two lines to choose from (M-13 to M-17)."""

    scorer: int  # the seat that laid the card, and takes first
    line: tuple[Cell, ...]  # also those whose card has been taken; the row, if both lines qualify
    column: tuple[Cell, ...]  # the column, if both lines qualify
    takeable: tuple[Cell, ...]
    is_last: bool  # the pile was empty when the card was laid (M-17)


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody knows."""

    phase: int
    seat: int  # who lays, chooses or takes
    cards: tuple[LaidCard, ...]  # in reading order
    free: tuple[Cell, ...]  # cells where a card that matches could be laid (M-7, M-8)
    latest: Cell | None  # of the card laid last, while it lies there
    scoring: Scoring | None
    chips: tuple[int, ...]
    taken: tuple[tuple[int, ...], ...]  # by seat, in the order of taking
    hand_sizes: tuple[int, ...]
    pile_size: int  # cards to draw, those put under it included
    buried_by: tuple[int, ...]  # who put each card under the pile, top first
    passes: int  # in a row
    scores: tuple[int, ...]


class Private(NamedTuple):
    """What one seat knows beyond that."""

    hand: tuple[int, ...]  # sorted
    buried: tuple[int, ...]  # cards the seat put under the pile, top first
    known: tuple[tuple[int, int], ...]  # seat and card: such cards, drawn by others since


NOTHING_PRIVATE: Final = Private((), (), ())
