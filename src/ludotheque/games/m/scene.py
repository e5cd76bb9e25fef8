"""M: the table as data any client can draw, in two layers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ludotheque.games.m.data import CELLS
from ludotheque.games.m.notation import CARD, text
from ludotheque.games.m.picture import card_name, move_phrase
from ludotheque.games.m.rules import (
    EXCHANGE,
    LAYING,
    LINE_COLUMN,
    LINE_ROW,
    OVER,
    PASS,
    TAKE,
    TAKING,
    M,
)
from ludotheque.games.m.scene_board import (
    BOARD_SIDE,
    board,
    card_id,
    cell_id,
    free_cells,
    laid_card_id,
)
from ludotheque.games.m.scene_taken import taken
from ludotheque.presentation.scene import (
    SHARED_CACHE_SIZE,
    Area,
    Choice,
    Counter,
    OwnLayer,
    Piece,
    TableLayer,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words
    from ludotheque.games.m.observation import Cell, Private, Public


# what everybody sees


@lru_cache(SHARED_CACHE_SIZE)
def table(public: Public, words: Words, names: tuple[str, ...]) -> TableLayer:
    """Everything but the hand and what belongs to it."""
    pile = Counter("pile", words.say("area.pile"), public.pile)
    return TableLayer(
        prompt=_prompt(public, words, names),
        areas=(
            Area("board", "board", words.say("area.board"), size=(BOARD_SIDE, BOARD_SIDE)),
            Area("pile", "stack", words.say("area.pile"), counters=(pile,)),
            *(_panel(public, seat, words, name) for seat, name in enumerate(names)),
        ),
        pieces=(*board(public, words, names), *taken(public, words), *_pile(public, (), words)),
    )


def _prompt(public: Public, words: Words, names: Sequence[str]) -> str:
    if public.phase == OVER:
        return words.say("prompt.over")
    key = "prompt.wait.take" if public.phase == TAKING else "prompt.wait"
    return words.say(key, name=names[public.seat])


def _panel(public: Public, seat: int, words: Words, name: str, tip: str = "") -> Area:
    counters = (
        Counter("score", words.say("area.score"), public.scores[seat], words.say("tip.score")),
        Counter("chip", words.say("area.chips"), public.chips[seat], words.say("tip.chips")),
        Counter("card", words.say("area.cards"), public.hand_sizes[seat]),
    )
    acting = public.phase != OVER and public.seat == seat
    return Area(f"seat{seat}", "panel", name, seat, counters=counters, acting=acting, tip=tip)


def _pile(public: Public, buried: Sequence[int], words: Words) -> list[Piece]:
    """The pile, and which cards the viewer put under it."""
    if not public.pile:
        return []
    label = words.say("pile", count=public.pile)
    cards = ", ".join(card_name(kind, words) for kind in buried)
    tip = f"{label} {words.say('pile.yours', cards=cards)}" if buried else ""
    return [Piece("pile", "back", "pile", label, value=str(public.pile), tip=tip)]


# what one seat sees and may do


def own(
    world: M, public: Public, private: Private, seat: int, words: Words, names: tuple[str, ...]
) -> OwnLayer:
    """The hand, what the seat knows of cards it put under the pile, and its choices."""
    moves = world.legal_moves(seat)
    return OwnLayer(
        prompt=_own_prompt(public, moves, words) if moves else "",
        areas=(
            *_panels_with_known_cards(public, private, words, names),
            Area("hand", "row", words.say("hand"), seat),
        ),
        pieces=(
            *_own_cells(world, public, moves, words),
            *_hand(public, private, moves, words),
            *(_pile(public, private.buried, words) if private.buried else ()),
        ),
        choices=tuple(_choice(world, move, words) for move in moves),
    )


def _own_prompt(public: Public, moves: Sequence[int], words: Words) -> str:
    if public.scoring:
        return words.say("prompt.line" if public.scoring.column else "prompt.take")
    if min(moves) >= PASS:
        return words.say("prompt.pass" if max(moves) == PASS else "prompt.exchange")
    return words.say("prompt.lay" if public.pile else "prompt.lay.last")


def _panels_with_known_cards(
    public: Public, private: Private, words: Words, names: Sequence[str]
) -> list[Area]:
    """The panels of players who hold cards that the viewer once put under the pile."""
    panels = []
    for seat in dict.fromkeys(seat for seat, _ in private.known):
        cards = ", ".join(card_name(kind, words) for owner, kind in private.known if owner == seat)
        tip = words.say("tip.known", name=names[seat], cards=cards)
        panels.append(_panel(public, seat, words, names[seat], tip))
    return panels


def _own_cells(world: M, public: Public, moves: Sequence[int], words: Words) -> list[Piece]:
    """The free cells, for the player who lays a card."""
    if not moves or public.phase != LAYING:
        return []
    playable = {_place(world, move % CELLS) for move in moves if move < TAKE}
    return free_cells(public, playable, words)


def _hand(public: Public, private: Private, moves: Sequence[int], words: Words) -> list[Piece]:
    useful = {move // CELLS if move < TAKE else move - EXCHANGE for move in moves}
    pieces = []
    for order, kind in enumerate(private.hand):
        is_second = kind in private.hand[:order]
        is_idle = public.phase == LAYING and bool(moves) and kind not in useful
        pieces.append(
            Piece(
                card_id(kind) + (":2" if is_second else ""),
                f"card-{CARD[kind]}",
                "hand",
                card_name(kind, words),
                (order, 0),
                tip=words.say("tip.idle", card=card_name(kind, words)) if is_idle else "",
                origin="pile",
            )
        )
    return pieces


def _place(world: M, cell: int) -> Cell:
    return world.row_of(cell), world.column_of(cell)


def _choice(world: M, move: int, words: Words) -> Choice:
    label = move_phrase(world, move, words)
    notation = text(world, move)
    if move < TAKE:
        kind, cell = divmod(move, CELLS)
        return Choice((card_id(kind), cell_id(*_place(world, cell))), notation, label)
    if move < LINE_ROW:
        place = _place(world, move - TAKE)
        return Choice((laid_card_id(world.kind_at(*place), *place),), notation, label)
    if move <= LINE_COLUMN:
        way = "row" if move == LINE_ROW else "column"
        return Choice((f"line:{way}",), notation, label)
    if move > PASS:
        return Choice((card_id(move - EXCHANGE), "pile"), notation, label)
    return Choice((), notation, label, careful=True)
