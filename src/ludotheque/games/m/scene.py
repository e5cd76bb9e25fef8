"""M: the table as data any client can draw."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from ludotheque.core.scene import SHARED, Area, Choice, Counter, Piece, Scene
from ludotheque.games.m.data import CELLS
from ludotheque.games.m.notation import CARD, text
from ludotheque.games.m.picture import card_name, move_phrase
from ludotheque.games.m.rules import (
    CHOOSING_LINE,
    EXCHANGE,
    LINE_ROW,
    OVER,
    PASS,
    TAKE,
    TAKING,
    M,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words

KEPT: Final = 16_384  # cards that are remembered where they lie: a move changes few of them
MARGIN: Final = 1  # free cells around the cards


def scene(state: M, viewer: int, words: Words, names: Sequence[str]) -> Scene:
    """What a viewer sees and may do."""
    view = state.observe(viewer)
    choices = tuple(_choice(state, move, words) for move in state.legal_moves(viewer))
    areas, board, beside = _seen_by_all(replace(view, hand=()), words, tuple(names))
    return Scene(
        game="m",
        viewer=viewer,
        prompt=_prompt(view, viewer, words, names),
        areas=(*areas, *_own_area(viewer, words)),
        pieces=(*board, *_cells(view, choices, words), *_hand(view.hand, words), *beside),
        choices=choices,
    )


@lru_cache(SHARED)
def _seen_by_all(
    view: View, words: Words, names: Sequence[str]
) -> tuple[tuple[Area, ...], tuple[Piece, ...], tuple[Piece, ...]]:
    """Areas, the board and what lies beside it, once for all who look."""
    board, beside = _board(view, words), _beside(view, words)
    return _areas(view, words, names), tuple(board), tuple(beside)


def _prompt(view: View, viewer: int, words: Words, names: Sequence[str]) -> str:
    if view.phase == OVER:
        return words.say("prompt.over")
    if viewer != view.seat:
        return words.say("prompt.wait", name=names[view.seat])
    if view.phase == TAKING:
        return words.say("prompt.take")
    return words.say("prompt.line" if view.phase == CHOOSING_LINE else "prompt.lay")


# areas


def _areas(view: View, words: Words, names: Sequence[str]) -> tuple[Area, ...]:
    _, _, height, width = _frame(view)
    pile = Counter("pile", words.say("area.pile"), view.pile)
    areas = [
        Area("board", "board", words.say("area.board"), size=(width, height)),
        Area("pile", "stack", words.say("area.pile"), counters=(pile,)),
    ]
    areas += [_panel(view, seat, words, name) for seat, name in enumerate(names)]
    return tuple(areas)


def _own_area(viewer: int, words: Words) -> list[Area]:
    return [Area("hand", "row", words.say("hand"), viewer)] if viewer >= 0 else []


def _panel(view: View, seat: int, words: Words, name: str) -> Area:
    counters = (
        Counter("score", words.say("area.score"), view.scores[seat]),
        Counter("chip", words.say("area.chips"), view.chips[seat]),
        Counter("card", words.say("area.cards"), view.hand_sizes[seat]),
    )
    acting = view.phase != OVER and view.seat == seat
    return Area(f"seat{seat}", "panel", name, seat, counters=counters, acting=acting)


# pieces


def _frame(view: View) -> tuple[int, int, int, int]:
    """Row and column of the board's corner, its height and its width."""
    rows = [row for row, _, _ in view.cards] or [0]
    columns = [column for _, column, _ in view.cards] or [0]
    height = max(rows) - min(rows) + 1 + 2 * MARGIN
    width = max(columns) - min(columns) + 1 + 2 * MARGIN
    return min(rows) - MARGIN, min(columns) - MARGIN, height, width


def _board(view: View, words: Words) -> list[Piece]:
    top, left, _, _ = _frame(view)
    return [
        _card(card, (card[1] - left + 0.5, card[0] - top + 0.5), card[:2] in view.line, words)
        for card in view.cards
    ]


@lru_cache(KEPT)
def _card(
    card: tuple[int, int, int], at: tuple[float, float], is_in_line: bool, words: Words
) -> Piece:
    """A card on the board."""
    row, column, kind = card
    marks = ("line",) if is_in_line else ()
    label = words.say("piece.card", card=card_name(kind, words), row=row, column=column)
    return Piece(_cell(row, column), f"card-{CARD[kind]}", "board", label, at, marks=marks)


def _cells(view: View, choices: Sequence[Choice], words: Words) -> list[Piece]:
    """Free cells where a card can be laid."""
    cards = {_cell(row, column) for row, column, _ in view.cards}
    pressed = {target for choice in choices for target in choice.path}
    cells = {target for target in pressed if target.startswith("cell:")} - cards
    top, left, _, _ = _frame(view)
    pieces = []
    for cell in sorted(cells):
        row, column = (int(number) for number in cell.split(":")[1:])
        label = words.say("piece.cell", row=row, column=column)
        at = (column - left + 0.5, row - top + 0.5)
        pieces.append(Piece(cell, "cell", "board", label, at))
    return pieces


@cache
def _cell(row: int, column: int) -> str:
    return f"cell:{row}:{column}"


def _hand(hand: Sequence[int], words: Words) -> list[Piece]:
    """The viewer's hand."""
    return [
        Piece(
            _held(hand, order),
            f"card-{CARD[kind]}",
            "hand",
            card_name(kind, words),
            (order, 0),
        )
        for order, kind in enumerate(hand)
    ]


def _beside(view: View, words: Words) -> list[Piece]:
    """What was taken, face up before each; the pile."""
    pieces = []
    for seat, taken in enumerate(view.taken):
        for order, kind in enumerate(taken):
            label = card_name(kind, words)
            at = (float(order), 0.0)
            pieces.append(
                Piece(f"taken:{seat}:{order}", f"card-{CARD[kind]}", f"seat{seat}", label, at)
            )
    if view.pile:
        pieces.append(Piece("pile", "back", "pile", words.say("pile", count=view.pile)))
    return pieces


def _held(hand: Sequence[int], order: int) -> str:
    """A name for a card in hand; the second of two equal zeros has its own."""
    copy = hand[:order].count(hand[order])
    return f"hand:{CARD[hand[order]]}" + (":2" if copy else "")


# choices


def _choice(state: M, move: int, words: Words) -> Choice:
    label = move_phrase(state, move, words)
    notation = text(state, move)
    if move < TAKE:
        kind, cell = divmod(move, CELLS)
        path = (f"hand:{CARD[kind]}", _cell(state.row_of(cell), state.column_of(cell)))
        return Choice(path, notation, label)
    if move < LINE_ROW:
        cell = move - TAKE
        return Choice((_cell(state.row_of(cell), state.column_of(cell)),), notation, label)
    if move > PASS:
        return Choice((f"hand:{CARD[move - EXCHANGE]}", "pile"), notation, label, careful=True)
    return Choice((), notation, label, careful=move == PASS)
