"""The final scores of a game as a table: a row for each side, a column for what counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MINUS: Final = "\N{MINUS SIGN}"


class ScoreColumn(msgspec.Struct, frozen=True):
    """Something that counts, or shows how a score came about."""

    label: str
    art: str = ""  # the name of a picture that is shown in place of the label


class ScoreCell(msgspec.Struct, frozen=True):
    """What a side has in a column: a text, and pictures that say it at a glance."""

    text: str
    art: tuple[
        str, ...
    ] = ()  # the names of pictures; the text is then for those who don't see them


class ScoreRow(msgspec.Struct, frozen=True):
    """A side: one seat, or partners."""

    seats: tuple[int, ...]
    rank: int
    cells: tuple[ScoreCell, ...]  # one for each column


class ScoreNote(msgspec.Struct, frozen=True):
    """Something about some sides that the table does not show, such as what decides a tie.

    It is written after their names: "Ada, Clara: equally many points, and so the same rank."
    """

    seats: tuple[int, ...]
    text: str


class ScoreTable(msgspec.Struct, frozen=True):
    """The final scores: the best side first, its total in the last column."""

    columns: tuple[ScoreColumn, ...]
    rows: tuple[ScoreRow, ...]
    notes: tuple[ScoreNote, ...] = ()


def signed(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", MINUS)


def number_cells(*numbers: int) -> tuple[ScoreCell, ...]:
    """Cells that are numbers."""
    return tuple([ScoreCell(signed(number)) for number in numbers])


def by_rank(rows: Iterable[ScoreRow]) -> tuple[ScoreRow, ...]:
    """Rows, the best side first; their ranks are counted among sides."""
    ordered = sorted(rows, key=lambda row: row.rank)
    ranks = [row.rank for row in ordered]
    return tuple([msgspec.structs.replace(row, rank=1 + ranks.index(row.rank)) for row in ordered])


def tie_notes(rows: Sequence[ScoreRow], shared: str, ahead: str = "") -> tuple[ScoreNote, ...]:
    """A note for all sides of a total: that they share a rank, or why one of them is ahead."""
    ties: dict[str, list[ScoreRow]] = {}
    for row in rows:
        ties.setdefault(row.cells[-1].text, []).append(row)
    return tuple(
        [
            ScoreNote(
                tuple([seat for row in tied for seat in row.seats]),
                shared if len({row.rank for row in tied}) == 1 else ahead,
            )
            for tied in ties.values()
            if len(tied) > 1
        ]
    )


def totals_table(
    totals: Sequence[int], ranks: Sequence[int], label: str, shared: str = ""
) -> ScoreTable:
    """The table of a game in which one number counts; ``shared`` explains equal ones."""
    pairs = zip(ranks, totals, strict=True)
    rows = [ScoreRow((seat,), rank, number_cells(n)) for seat, (rank, n) in enumerate(pairs)]
    ordered = by_rank(rows)
    return ScoreTable((ScoreColumn(label),), ordered, tie_notes(ordered, shared) if shared else ())
