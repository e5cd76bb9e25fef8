"""M: the table as data any client can draw, in two layers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ludotheque.games.m.moves import (
    LAYING,
    OVER,
    TAKING,
    AnyMove,
    ChooseLine,
    Exchange,
    Lay,
    Pass,
    Take,
    decode,
)
from ludotheque.games.m.notation import CARD, text
from ludotheque.games.m.rules import M
from ludotheque.games.m.scene_board import (
    BOARD_SIDE,
    board,
    card_id,
    cell_id,
    free_cells,
    laid_card_id,
)
from ludotheque.games.m.scene_taken import taken
from ludotheque.games.m.sentences import card_name, move_phrase
from ludotheque.presentation.scene import (
    TABLE_LAYER_CACHE_SIZE,
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
    from ludotheque.games.m.observation import Private, Public


# what everybody sees


@lru_cache(TABLE_LAYER_CACHE_SIZE)
def table(public: Public, words: Words, names: tuple[str, ...]) -> TableLayer:
    """Everything but the hand and what belongs to it."""
    pile = Counter("pile", words.say("area.pile"), public.pile_size)
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
    if not public.pile_size:
        return []
    label = words.say("pile", count=public.pile_size)
    cards = ", ".join(card_name(kind, words) for kind in buried)
    tip = f"{label} {words.say('pile.yours', cards=cards)}" if buried else ""
    return [Piece("pile", "back", "pile", label, value=str(public.pile_size), tip=tip)]


# what one seat sees and may do


def own(
    world: M, public: Public, private: Private, seat: int, words: Words, names: tuple[str, ...]
) -> OwnLayer:
    """The hand, what the seat knows of cards it put under the pile, and its choices."""
    legal = world.legal_moves(seat)
    moves = [decode(move) for move in legal]
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
        choices=tuple(_choice(world, move, words) for move in legal),
    )


def _own_prompt(public: Public, moves: Sequence[AnyMove], words: Words) -> str:
    if public.scoring:
        return words.say("prompt.line" if public.scoring.column else "prompt.take")
    if any(isinstance(move, Lay) for move in moves):
        return words.say("prompt.lay" if public.pile_size else "prompt.lay.last")
    return words.say("prompt.pass" if moves == [Pass()] else "prompt.exchange")


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


def _own_cells(world: M, public: Public, moves: Sequence[AnyMove], words: Words) -> list[Piece]:
    """The free cells, for the player who lays a card."""
    if not moves or public.phase != LAYING:
        return []
    cells = {move.cell for move in moves if isinstance(move, Lay)}
    playable = {(world.row_of(cell), world.column_of(cell)) for cell in cells}
    return free_cells(public, playable, words)


def _hand(public: Public, private: Private, moves: Sequence[AnyMove], words: Words) -> list[Piece]:
    useful = {move.kind for move in moves if isinstance(move, Lay | Exchange)}
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


def _choice(world: M, move: int, words: Words) -> Choice:
    decoded = decode(move)
    return Choice(
        _path(world, decoded),
        text(world, move),
        move_phrase(world, move, words),
        careful=isinstance(decoded, Pass),
    )


def _path(world: M, move: AnyMove) -> tuple[str, ...]:
    """The pieces to press for a move of a seat; none for a pass."""
    match move:
        case Lay(kind, cell):
            return card_id(kind), cell_id(world.row_of(cell), world.column_of(cell))
        case Take(cell):
            return (laid_card_id(*world.card_at(cell)),)
        case ChooseLine(is_row):
            return ("line:row" if is_row else "line:column",)
        case Exchange(kind):
            return card_id(kind), "pile"
        case _:
            return ()
