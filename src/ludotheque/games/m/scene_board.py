"""M: the board of a scene: cards, free cells, and the line being scored.

A card keeps its id from the hand to the table and on to the player who takes it. Only the zeros, of
which there are two of each colour, are named by where they lie.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from ludotheque.games.m.data import is_zero
from ludotheque.games.m.moves import LAYING
from ludotheque.games.m.notation import CARD
from ludotheque.games.m.sentences import card_name
from ludotheque.presentation.scene import Piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words
    from ludotheque.games.m.observation import Cell, LaidCard, Public, Scoring

BOARD_SIDE: Final = 7  # six cards (M-8) and room around them; fewer have a free cell on either side
PILLAR_SPAN: Final = (0.42, 0.756)
PILLAR_EDGE: Final = BOARD_SIDE - 0.24
LAST: Final = ("last",)
LINE: Final = ("line",)
STAYS: Final = ("line", "stays")
NOT_PLAYABLE: Final = -1  # instead of chips: no card of the hand fits
PIECE_CACHE_SIZE: Final = 16_384  # a move changes few of the cards and cells


# ids


@cache
def cell_id(row: int, column: int) -> str:
    """A free cell."""
    return f"cell:{row}:{column}"


@cache
def card_id(kind: int) -> str:
    """A card in a hand."""
    return f"card:{CARD[kind]}"


@cache
def laid_card_id(kind: int, row: int, column: int) -> str:
    """A card on the board."""
    return f"zero:{row}:{column}" if is_zero(kind) else card_id(kind)


# what everybody sees


def board(public: Public, words: Words, names: Sequence[str]) -> list[Piece]:
    """The line being scored, under the cards in reading order."""
    return [*_lines(public, words, names), *_cards(public, words)]


def _corner(public: Public) -> tuple[float, float]:
    """Where the cell 0 0 has its middle: the cards always lie in the middle of the board."""
    rows = [row for row, _, _ in public.cards] or [0]
    columns = [column for _, column, _ in public.cards] or [0]
    return (BOARD_SIDE - min(columns) - max(columns)) / 2, (BOARD_SIDE - min(rows) - max(rows)) / 2


def _cards(public: Public, words: Words) -> list[Piece]:
    left, top = _corner(public)
    scoring = public.scoring if public.scoring and not public.scoring.column else None
    pieces = []
    for card in public.cards:
        row, column, _ = card
        is_latest = public.latest == (row, column)
        marks: tuple[str, ...] = LAST if is_latest else ()
        if scoring and (row, column) in scoring.line:
            marks += LINE if (row, column) in scoring.takeable else STAYS
        origin = f"seat{_latest_player(public)}" if is_latest else ""
        pieces.append(_card(card, (left + column, top + row), marks, origin, words))
    return pieces


def _latest_player(public: Public) -> int:
    """The seat that laid the latest card: since then players have only passed."""
    if public.scoring:
        return public.scoring.trigger
    ago = public.passes + (1 if public.phase >= LAYING else 0)
    return (public.seat - ago) % len(public.chips)


@lru_cache(PIECE_CACHE_SIZE)
def _card(
    card: LaidCard, at: tuple[float, float], marks: tuple[str, ...], origin: str, words: Words
) -> Piece:
    row, column, kind = card
    name = card_name(kind, words)
    label = words.say("piece.card", card=name, row=row, column=column)
    tip = words.say("tip.stays", card=name) if "stays" in marks else ""
    return Piece(
        laid_card_id(kind, row, column),
        f"card-{CARD[kind]}",
        "board",
        label,
        at,
        marks=marks,
        tip=tip,
        origin=origin,
    )


def _lines(public: Public, words: Words, names: Sequence[str]) -> list[Piece]:
    """The two lines to choose from; or the rhombus and the pillar at the one that is scored."""
    scoring = public.scoring
    if scoring is None:
        return []
    if not scoring.column:
        return _scored_line(public, scoring, words, names)
    return [
        _line(public, scoring.line, "choose-row", words.say("move.line.row")),
        _line(public, scoring.column, "choose-column", words.say("move.line.column")),
    ]


def _scored_line(
    public: Public, scoring: Scoring, words: Words, names: Sequence[str]
) -> list[Piece]:
    """(M-3) The rhombus at the line being scored, the pillar of the player who triggered it."""
    is_row = scoring.line[0][0] == scoring.line[1][0]
    art = "line-row" if is_row else "line-column"
    rhombus = _line(public, scoring.line, art, words.say("piece.rhombus"))
    across, down = rhombus.at
    pillar = Piece(
        "pillar",
        f"pillar-{scoring.trigger}",
        "board",
        words.say("piece.pillar", name=names[scoring.trigger]),
        (PILLAR_EDGE, down) if is_row else (across, PILLAR_EDGE - 0.12),
        PILLAR_SPAN,
        origin=f"seat{scoring.trigger}",
    )
    return [rhombus, pillar]


def _line(public: Public, cells: Sequence[Cell], art: str, label: str) -> Piece:
    """A whole row or column of the board."""
    left, top = _corner(public)
    row, column = cells[0]
    if art.endswith("row"):
        at, span = (BOARD_SIDE / 2, top + row), (BOARD_SIDE, 1)
        return Piece("line:row", art, "board", label, at, span, place=True)
    at, span = (left + column, BOARD_SIDE / 2), (1, BOARD_SIDE)
    return Piece("line:column", art, "board", label, at, span, place=True)


# what the player who lays a card sees


def free_cells(public: Public, playable: set[Cell], words: Words) -> list[Piece]:
    """All free cells; those where a card of the hand fits have the chips it brings."""
    left, top = _corner(public)
    cards = {(row, column) for row, column, _ in public.cards}
    pieces = []
    for row, column in public.free:
        beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        chips = len(beside & cards) - 1 if (row, column) in playable else NOT_PLAYABLE
        pieces.append(_free_cell(row, column, (left + column, top + row), chips, words))
    return pieces


@lru_cache(PIECE_CACHE_SIZE)
def _free_cell(row: int, column: int, at: tuple[float, float], chips: int, words: Words) -> Piece:
    if chips == NOT_PLAYABLE:
        art, tip = "cell-shut", words.say("tip.cell.shut")
    elif chips:
        art, tip = f"cell-{chips}", words.say("tip.cell.chips", count=chips)
    else:
        art, tip = "cell", words.say("tip.cell")
    label = f"{words.say('piece.cell', row=row, column=column)}. {tip}"
    return Piece(cell_id(row, column), art, "board", label, at, tip=tip, place=True)
