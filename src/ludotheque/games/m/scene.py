"""M: the table as data any client can draw.

A card keeps its id from the hand to the table and on to who takes it. Only the zeros, of which
there are two of each colour, are named by where they lie.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from ludotheque.games.m.data import CELLS, VALUE, VALUES
from ludotheque.games.m.notation import CARD, text
from ludotheque.games.m.picture import card_name, move_phrase
from ludotheque.games.m.rules import (
    CHOOSING_LINE,
    EXCHANGE,
    LAYING,
    LINE_COLUMN,
    LINE_ROW,
    OVER,
    PASS,
    TAKE,
    TAKING,
    M,
    View,
)
from ludotheque.games.m.scene_taken import taken
from ludotheque.presentation.scene import SHARED_CACHE_SIZE, Area, Choice, Counter, Piece, Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words

Cells: TypeAlias = tuple[tuple[int, int], ...]

SIDE: Final = 7  # six cards (M-8) and room around them; fewer have a free cell on either side
PILLAR: Final = (0.42, 0.756)
EDGE: Final = SIDE - 0.24  # where the pillar stands
LAST: Final = ("last",)
LINE: Final = ("line",)
STAYS: Final = ("line", "stays")
SHUT: Final = -1  # instead of chips: no card of the hand fits
KEPT: Final = 16_384  # cards that are remembered where they lie: a move changes few of them


def scene(state: M, viewer: int, words: Words, names: Sequence[str]) -> Scene:
    """What a viewer sees and may do."""
    view = state.observe(viewer)
    moves = state.legal_moves(viewer)
    takeable = tuple(state.cells_of(state.takeable)) if view.phase == TAKING else ()
    column = tuple(state.cells_of(state.other_line))
    areas, board, beside = _seen_by_all(
        replace(view, hand=()), takeable, column, words, tuple(names)
    )
    cells = _cells(state, view, moves, words) if moves and view.phase == LAYING else []
    return Scene(
        game="m",
        viewer=viewer,
        prompt=_prompt(view, viewer, moves, words, names),
        areas=(*areas, *_own_area(viewer, words)),
        pieces=(*board, *cells, *_hand(view, moves, words), *beside),
        choices=tuple(_choice(state, move, words) for move in moves),
    )


@lru_cache(SHARED_CACHE_SIZE)
def _seen_by_all(
    view: View, takeable: Cells, column: Cells, words: Words, names: Sequence[str]
) -> tuple[tuple[Area, ...], tuple[Piece, ...], tuple[Piece, ...]]:
    """Areas, the board and what lies beside it, once for all who look."""
    board = (*_lines(view, column, words, names), *_board(view, takeable, words))
    return _areas(view, words, names), board, (*taken(view, words), *_pile(view, words))


def _prompt(
    view: View, viewer: int, moves: Sequence[int], words: Words, names: Sequence[str]
) -> str:
    if view.phase == OVER:
        return words.say("prompt.over")
    if viewer != view.seat:
        key = "prompt.wait.take" if view.phase == TAKING else "prompt.wait"
        return words.say(key, name=names[view.seat])
    if view.phase == TAKING:
        return words.say("prompt.take")
    if view.phase == CHOOSING_LINE:
        return words.say("prompt.line")
    if moves and min(moves) >= PASS:
        return words.say("prompt.pass" if max(moves) == PASS else "prompt.exchange")
    return words.say("prompt.lay.last" if not view.pile else "prompt.lay")


# areas


def _areas(view: View, words: Words, names: Sequence[str]) -> tuple[Area, ...]:
    pile = Counter("pile", words.say("area.pile"), view.pile)
    areas = [
        Area("board", "board", words.say("area.board"), size=(SIDE, SIDE)),
        Area("pile", "stack", words.say("area.pile"), counters=(pile,)),
    ]
    areas += [_panel(view, seat, words, name) for seat, name in enumerate(names)]
    return tuple(areas)


def _own_area(viewer: int, words: Words) -> list[Area]:
    return [Area("hand", "row", words.say("hand"), viewer)] if viewer >= 0 else []


def _panel(view: View, seat: int, words: Words, name: str) -> Area:
    counters = (
        Counter("score", words.say("area.score"), view.scores[seat], words.say("tip.score")),
        Counter("chip", words.say("area.chips"), view.chips[seat], words.say("tip.chips")),
        Counter("card", words.say("area.cards"), view.hand_sizes[seat]),
    )
    known = ", ".join(card_name(kind, words) for kind in view.known[seat])
    tip = words.say("tip.known", name=name, cards=known) if known else ""
    acting = view.phase != OVER and view.seat == seat
    return Area(f"seat{seat}", "panel", name, seat, counters=counters, acting=acting, tip=tip)


# the board


def _corner(view: View) -> tuple[float, float]:
    """Where the cell 0 0 has its middle: the cards always lie in the middle of the board."""
    rows = [row for row, _, _ in view.cards] or [0]
    columns = [column for _, column, _ in view.cards] or [0]
    return (SIDE - min(columns) - max(columns)) / 2, (SIDE - min(rows) - max(rows)) / 2


def _board(view: View, takeable: Cells, words: Words) -> list[Piece]:
    left, top = _corner(view)
    is_taking = view.phase == TAKING
    pieces = []
    for card in sorted(view.cards):  # as one reads them
        cell = card[:2]
        marks: tuple[str, ...] = LAST if cell == view.latest else ()
        if is_taking and cell in view.line:
            marks += LINE if cell in takeable else STAYS
        pieces.append(_card(card, (left + card[1], top + card[0]), marks, words))
    return pieces


@lru_cache(KEPT)
def _card(
    card: tuple[int, int, int], at: tuple[float, float], marks: tuple[str, ...], words: Words
) -> Piece:
    """A card on the board."""
    row, column, kind = card
    name = card_name(kind, words)
    label = words.say("piece.card", card=name, row=row, column=column)
    tip = words.say("tip.stays", card=name) if "stays" in marks else ""
    art = f"card-{CARD[kind]}"
    return Piece(_laid(kind, row, column), art, "board", label, at, marks=marks, tip=tip)


def _cells(state: M, view: View, moves: Sequence[int], words: Words) -> list[Piece]:
    """All free cells beside cards: those where a card of the hand fits with the chips it brings."""
    left, top = _corner(view)
    cards = {(row, column) for row, column, _ in view.cards}
    open_to = {_place(state, move % CELLS) for move in moves if move < TAKE}
    pieces = []
    for row, column in state.cells_of(state.free_cells()):
        beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        chips = len(beside & cards) - 1 if (row, column) in open_to else SHUT
        at = (left + column, top + row)
        pieces.append(_free(row, column, at, chips, words))
    return pieces


@lru_cache(KEPT)
def _free(row: int, column: int, at: tuple[float, float], chips: int, words: Words) -> Piece:
    """A free cell with the chips it brings."""
    if chips == SHUT:
        art, tip = "cell-shut", words.say("tip.cell.shut")
    elif chips:
        art, tip = f"cell-{chips}", words.say("tip.cell.chips", count=chips)
    else:
        art, tip = "cell", words.say("tip.cell")
    label = f"{words.say('piece.cell', row=row, column=column)}. {tip}"
    return Piece(_cell(row, column), art, "board", label, at, tip=tip)


def _lines(view: View, column: Cells, words: Words, names: Sequence[str]) -> list[Piece]:
    """(M-3) The rhombus at the line being scored, the pillar of who triggered it."""
    if view.phase == CHOOSING_LINE:
        return [
            _line(view, line, f"choose-{way}", words.say(f"move.line.{way}"))
            for way, line in (("row", view.line), ("column", column))
        ]
    if view.phase != TAKING:
        return []
    cards = {(row, column) for row, column, _ in view.cards}
    cells = [cell for cell in view.line if cell in cards]
    is_row = cells[0][0] == cells[1][0]
    label = words.say("piece.rhombus")
    rhombus = _line(view, cells, "line-row" if is_row else "line-column", label)
    label = words.say("piece.pillar", name=names[view.trigger])
    across, down = rhombus.at
    at = (EDGE, down) if is_row else (across, EDGE - 0.12)
    pillar = Piece("pillar", f"pillar-{view.trigger}", "board", label, at, PILLAR)
    return [rhombus, pillar]


def _line(view: View, cells: Sequence[tuple[int, int]], art: str, label: str) -> Piece:
    """A whole row or column of the board."""
    left, top = _corner(view)
    if art.endswith("row"):
        return Piece("line:row", art, "board", label, (SIDE / 2, top + cells[0][0]), (SIDE, 1))
    return Piece("line:column", art, "board", label, (left + cells[0][1], SIDE / 2), (1, SIDE))


# hand and pile


def _hand(view: View, moves: Sequence[int], words: Words) -> list[Piece]:
    useful = {move // CELLS if move < TAKE else move - EXCHANGE for move in moves}
    pieces = []
    for order, kind in enumerate(view.hand):
        copy = view.hand[:order].count(kind)
        idle = view.phase == LAYING and bool(moves) and kind not in useful
        pieces.append(
            Piece(
                _held(kind) + (":2" if copy else ""),
                f"card-{CARD[kind]}",
                "hand",
                card_name(kind, words),
                (order, 0),
                tip=words.say("tip.idle", card=card_name(kind, words)) if idle else "",
            )
        )
    return pieces


def _pile(view: View, words: Words) -> list[Piece]:
    if not view.pile:
        return []
    buried = ", ".join(card_name(kind, words) for kind in view.buried if kind >= 0)
    label = words.say("pile", count=view.pile)
    tip = f"{label} {words.say('pile.yours', cards=buried)}" if buried else ""
    return [Piece("pile", "back", "pile", label, value=str(view.pile), tip=tip)]


# names


@cache
def _cell(row: int, column: int) -> str:
    return f"cell:{row}:{column}"


@cache
def _held(kind: int) -> str:
    return f"card:{CARD[kind]}"


@cache
def _laid(kind: int, row: int, column: int) -> str:
    is_zero = VALUE[kind] == VALUES
    return f"zero:{row}:{column}" if is_zero else _held(kind)


def _place(state: M, cell: int) -> tuple[int, int]:
    return state.row_of(cell), state.column_of(cell)


# choices


def _choice(state: M, move: int, words: Words) -> Choice:
    label = move_phrase(state, move, words)
    notation = text(state, move)
    if move < TAKE:
        kind, cell = divmod(move, CELLS)
        return Choice((_held(kind), _cell(*_place(state, cell))), notation, label)
    if move < LINE_ROW:
        place = _place(state, move - TAKE)
        return Choice((_laid(state.kind_at(*place), *place),), notation, label)
    if move <= LINE_COLUMN:
        way = "row" if move == LINE_ROW else "column"
        return Choice((f"line:{way}",), notation, label)
    if move > PASS:
        return Choice((_held(move - EXCHANGE), "pile"), notation, label)
    return Choice((), notation, label, careful=True)
