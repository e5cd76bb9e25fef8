"""M: the board of a scene: cards, free cells, and the line being scored.

A card keeps its id from the hand to the table and on to the player who takes it. Only the zeros, of
which there are two of each colour, are named by where they lie.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ludotheque.games.m.data import COLOUR, COLOURS, is_zero
from ludotheque.games.m.moves import DRAWING, LAYING
from ludotheque.games.m.notation import CARD_NAMES
from ludotheque.games.m.observation import neighbours_of
from ludotheque.games.m.rules_geometry import MAX_SPAN
from ludotheque.games.m.sentences import card_name, place
from ludotheque.presentation.scene import XY, Piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words
    from ludotheque.games.m.observation import Cell, LaidCard, Public

BOARD_SIZE: Final = 7  # cells: six cards (M-8) and half a cell on each side
FIRST_CELL: Final = XY(1.5, 3.0)  # the centre of cell 0 0 at the start, across and down
PILLAR_SPAN: Final = XY(0.42, 0.756)  # cells: width, height
PILLAR_ACROSS: Final = BOARD_SIZE - 0.24  # at the right end of a row
PILLAR_DOWN: Final = BOARD_SIZE - 0.36  # at the lower end of a column
NOT_PLAYABLE: Final = -1  # instead of chips: no card of the hand fits
PIECE_CACHE_SIZE: Final = 16_384  # a move changes few of the cards and cells


# ids


def cell_id(row: int, column: int) -> str:
    """A free cell."""
    return f"cell:{row}:{column}"


def card_id(kind: int) -> str:
    """A card in a hand."""
    return f"card:{CARD_NAMES[kind]}"


def card_art(kind: int) -> str:
    """The picture of a card."""
    return f"card-{CARD_NAMES[kind]}"


def laid_card_id(kind: int, row: int, column: int) -> str:
    """A card on the board."""
    return f"zero:{row}:{column}" if is_zero(kind) else card_id(kind)


def targets(fact: Fact) -> tuple[str, ...]:
    """What a fact is about: the card, the line, or the panels of who gives and takes."""
    match fact.kind, fact.about:
        case "laid" | "opened", (kind, row, column):
            return (laid_card_id(kind, row, column),)
        case "took", (kind, _, _):
            return (taken_card_id(fact.seat, kind),)
        case "scoring", (is_row, _):
            return ("line:row" if is_row else "line:column",)
        case "chips" | "gave", (other, *_):
            return (f"seat{fact.seat}", f"seat{other}")
        case _:
            return ()


def taken_card_id(seat: int, kind: int) -> str:
    """The tally that a card was taken to: it has the id of the card, except for a zero."""
    return f"tally:{seat}:{COLOURS[COLOUR[kind]]}" if is_zero(kind) else card_id(kind)


# what everybody sees


def board(public: Public, words: Words, names: Sequence[str]) -> list[Piece]:
    """The line being scored, under the cards in reading order."""
    return [*_lines(public, words, names), *_cards(public, words)]


def _offset(public: Public) -> tuple[float, float]:
    """The centre of cell 0 0 on the board. It changes only when a card would leave the board."""
    rows = [row for row, _, _ in public.cards] or [0]
    columns = [column for _, column, _ in public.cards] or [0]
    return _shift(columns, FIRST_CELL[0]), _shift(rows, FIRST_CELL[1])


def _shift(numbers: Sequence[int], preferred: float) -> float:
    """Where number 0 is, so that all cards lie on the board, and the free cells around them."""
    first, last = min(numbers), max(numbers)
    margin = 1.0 if last - first + 1 < MAX_SPAN else 0.5  # (M-8) a full line has no free cells
    return min(max(preferred, 0.5 + margin - first), BOARD_SIZE - 0.5 - margin - last)


def _cards(public: Public, words: Words) -> list[Piece]:
    left, top = _offset(public)
    scoring = public.scoring if public.scoring and not public.scoring.column else None
    pieces = []
    for card in public.cards:
        row, column, _ = card
        is_latest = public.latest == (row, column)
        marks: tuple[str, ...] = ("last",) if is_latest else ()
        if scoring and (row, column) in scoring.line:
            marks += ("line",) if (row, column) in scoring.takeable else ("line", "stays")
        origin = f"seat{latest_player(public)}" if is_latest else ""
        pieces.append(_card(card, (left + column, top + row), marks, origin, words))
    return pieces


def latest_player(public: Public) -> int:
    """The seat that laid the latest card: since then players have only passed."""
    if public.scoring:
        return public.scoring.scorer
    is_next = public.phase >= LAYING and public.phase != DRAWING  # who draws has just played
    turns_since = public.passes + (1 if is_next else 0)
    return (public.seat - turns_since) % len(public.chips)


@lru_cache(PIECE_CACHE_SIZE)
def _card(
    card: LaidCard, at: tuple[float, float], marks: tuple[str, ...], origin: str, words: Words
) -> Piece:
    row, column, kind = card
    piece_id = laid_card_id(kind, row, column)
    name = card_name(kind, words)
    label = words.say("piece.card", card=name, **place(row, column))
    tip = words.say("tip.stays", card=name) if "stays" in marks else ""
    return Piece(piece_id, card_art(kind), "board", label, at, marks=marks, tip=tip, origin=origin)


def _lines(public: Public, words: Words, names: Sequence[str]) -> list[Piece]:
    """The two lines to choose from; or the rhombus and the pillar at the one that is scored."""
    scoring = public.scoring
    if scoring is None:
        return []
    if scoring.column:
        return [
            _line(public, scoring.line, "choose", words.say("move.line.row")),
            _line(public, scoring.column, "choose", words.say("move.line.column")),
        ]
    rhombus = _line(public, scoring.line, "line", words.say("piece.rhombus"))
    label = words.say("piece.pillar", name=names[scoring.scorer])
    return [rhombus, _pillar(scoring.scorer, rhombus, label)]


def _line(public: Public, cells: Sequence[Cell], art: str, label: str) -> Piece:
    """A whole row or column of the board; a rhombus marks the one being scored (M-3)."""
    left, top = _offset(public)
    row, column = cells[0]
    if row == cells[1][0]:
        at, span = (BOARD_SIZE / 2, top + row), (BOARD_SIZE, 1)
        return Piece("line:row", f"{art}-row", "board", label, at, span, place=True)
    at, span = (left + column, BOARD_SIZE / 2), (1, BOARD_SIZE)
    return Piece("line:column", f"{art}-column", "board", label, at, span, place=True)


def _pillar(scorer: int, rhombus: Piece, label: str) -> Piece:
    """(M-3) The pillar of the player who scores the line, at the end of the rhombus."""
    across, down = rhombus.at
    at = (PILLAR_ACROSS, down) if rhombus.id == "line:row" else (across, PILLAR_DOWN)
    art, origin = f"pillar-{scorer}", f"seat{scorer}"
    return Piece("pillar", art, "board", label, at, PILLAR_SPAN, origin=origin)


# what the player who lays a card sees


def free_cells(public: Public, playable: set[Cell], words: Words) -> list[Piece]:
    """All free cells; those where a card of the hand fits have the chips it brings."""
    left, top = _offset(public)
    payable = sum(public.chips) - public.chips[public.seat]  # (M-9) the others have no more
    cards = {(row, column) for row, column, _ in public.cards}
    pieces = []
    for row, column in public.free:
        is_playable = (row, column) in playable
        worth = min(len(neighbours_of(row, column) & cards) - 1, payable)
        chips = worth if is_playable else NOT_PLAYABLE
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
    label = f"{words.say('piece.cell', **place(row, column))}. {tip}"
    return Piece(cell_id(row, column), art, "board", label, at, tip=tip, place=True)
