"""M: the table as data any client can draw, in two layers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from ludotheque.games.m import data, moves, notation, scene_board
from ludotheque.games.m.rules import M
from ludotheque.games.m.rules_scores import SCORING_COLOURS, ranked_colours
from ludotheque.games.m.scene_board import BOARD_SIZE
from ludotheque.games.m.sentences import (
    card_name,
    card_names,
    lay_phrase,
    move_phrase,
)
from ludotheque.presentation.scene import (
    Area,
    Choice,
    Counter,
    OwnLayer,
    Piece,
    TableLayer,
)
from ludotheque.presentation.score_table import signed

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from ludotheque.core.part_cache import PartCache
    from ludotheque.core.words import Words
    from ludotheque.games.m.observation import Private, Public

TALLY_CACHE_SIZE: Final = 4096  # seats and what they took: a move changes one of them at most


# what everybody sees


def table(public: Public, words: Words, names: tuple[str, ...], cache: PartCache) -> TableLayer:
    """Everything but the hand and what belongs to it."""
    seats = range(len(names))
    player = scene_board.latest_player(public) if public.latest else -1
    board_basis = (public.cards, public.latest, player, public.scoring, names)
    return TableLayer(
        prompt=_prompt(public, words, names),
        areas=(
            *cache.keep("areas", public.pile_size, lambda: _areas(public, words)),
            *(_kept_panel(public, seat, words, names[seat], cache) for seat in seats),
        ),
        pieces=(
            *cache.keep("board", board_basis, lambda: scene_board.board(public, words, names)),
            *(tally for seat in seats for tally in _tallies(seat, public.taken[seat], words)),
            *cache.keep("pile", public.pile_size, lambda: _pile(public, (), words)),
        ),
    )


def _areas(public: Public, words: Words) -> tuple[Area, ...]:
    """The board and the pile."""
    pile = Counter("pile", words.say("area.pile"), public.pile_size)
    return (
        Area("board", "board", words.say("area.board"), size=(BOARD_SIZE, BOARD_SIZE)),
        Area("pile", "stack", words.say("area.pile"), counters=(pile,)),
    )


def _prompt(public: Public, words: Words, names: Sequence[str]) -> str:
    if public.phase == moves.OVER:
        return words.say("prompt.over")
    key = "prompt.wait.take" if public.phase == moves.TAKING else "prompt.wait"
    return words.say(key, name=names[public.seat])


def _kept_panel(public: Public, seat: int, words: Words, name: str, cache: PartCache) -> Area:
    counts = public.scores[seat], public.chips[seat], public.hand_sizes[seat]
    basis = (counts, _is_acting(public, seat), name)
    return cache.keep(("panel", seat), basis, lambda: _panel(public, seat, words, name))


def _is_acting(public: Public, seat: int) -> bool:
    return public.phase != moves.OVER and public.seat == seat


def _panel(public: Public, seat: int, words: Words, name: str, tip: str = "") -> Area:
    counters = (
        Counter("score", words.say("area.score"), public.scores[seat], words.say("tip.score")),
        Counter("chip", words.say("area.chips"), public.chips[seat], words.say("tip.chips")),
        Counter("card", words.say("area.cards"), public.hand_sizes[seat]),
    )
    acting = _is_acting(public, seat)
    return Area(f"seat{seat}", "panel", name, seat, counters=counters, acting=acting, tip=tip)


def _pile(public: Public, buried: Sequence[int], words: Words) -> list[Piece]:
    """The pile, and which cards the viewer put under it."""
    if not public.pile_size:
        return []
    label = words.say("pile", count=public.pile_size)
    yours = words.say("pile.yours", cards=card_names(buried, words))
    tip = f"{label} {yours}" if buried else ""
    return [Piece("pile", "back", "pile", label, value=str(public.pile_size), tip=tip)]


@lru_cache(TALLY_CACHE_SIZE)
def _tallies(seat: int, kinds: tuple[int, ...], words: Words) -> list[Piece]:
    """(M-19) What a seat has taken: a tally for each colour, the best first."""
    pieces = []
    for rank, (points, colour) in enumerate(ranked_colours(kinds)):
        cards = [kind for kind in kinds if data.COLOUR[kind] == colour]
        if cards:
            pieces.append(_tally(seat, cards, points, rank, words))
    return pieces


def _tally(seat: int, cards: list[int], points: int, rank: int, words: Words) -> Piece:
    """One colour, with the id of the card taken last, so that clients can follow that card."""
    latest, letter = cards[-1], data.COLOURS[data.COLOUR[cards[0]]]
    is_against = rank >= SCORING_COLOURS and points > 0
    key = "piece.tally.against" if is_against else "piece.tally"
    label = words.say(key, colour=words.say(f"colour.{letter}"), points=points)
    return Piece(
        scene_board.taken_card_id(seat, latest),
        f"tally-{letter}",
        f"seat{seat}",
        label,
        (float(rank), 0.0),
        value=signed(-points if is_against else points),
        marks=("against",) if is_against else (),
        tip=f"{label} {card_names(cards, words)}.",
        origin="board",
    )


# what one seat sees and may do


def own(
    world: M, public: Public, private: Private, seat: int, words: Words, names: tuple[str, ...]
) -> OwnLayer:
    """The hand, what the seat knows of cards it put under the pile, and its choices."""
    legal = world.legal_moves(seat)
    decoded = [moves.decode(move) for move in legal]
    return OwnLayer(
        prompt=_own_prompt(public, decoded, words) if decoded else "",
        areas=(
            *_panels_with_known_cards(public, private, words, names),
            Area("hand", "row", words.say("hand"), seat),
        ),
        pieces=(
            *_free_cells(world, public, decoded, words),
            *_hand(public, private, decoded, words),
            *(_pile(public, private.buried, words) if private.buried else ()),
        ),
        choices=tuple(
            [
                _choice(world, move, named, words, is_only=len(legal) == 1)
                for move, named in zip(legal, decoded, strict=True)
            ]
        ),
    )


def own_basis(public: Public, private: Private, seat: int) -> Hashable:
    """The hand, and what the seat knows of cards that it put under the pile."""
    del seat
    panels = (public.scores, public.chips, public.hand_sizes, public.seat, public.phase)
    return private, private.known and panels, private.buried and public.pile_size


def _own_prompt(public: Public, legal: Sequence[moves.AnyMove], words: Words) -> str:
    if public.scoring:
        return words.say("prompt.line" if public.scoring.column else "prompt.take")
    if any(isinstance(move, moves.Lay) for move in legal):
        return words.say("prompt.lay" if public.pile_size else "prompt.lay.last")
    return words.say("prompt.pass" if legal == [moves.Pass()] else "prompt.exchange")


def _panels_with_known_cards(
    public: Public, private: Private, words: Words, names: Sequence[str]
) -> list[Area]:
    """The panels of players who hold cards that the viewer once put under the pile."""
    panels = []
    for seat in dict.fromkeys(seat for seat, _ in private.known):
        cards = card_names([kind for owner, kind in private.known if owner == seat], words)
        tip = words.say("tip.known", name=names[seat], cards=cards)
        panels.append(_panel(public, seat, words, names[seat], tip))
    return panels


def _free_cells(
    world: M, public: Public, legal: Sequence[moves.AnyMove], words: Words
) -> list[Piece]:
    """The free cells, for the player who lays a card."""
    if not legal or public.phase != moves.LAYING:
        return []
    cells = {move.cell for move in legal if isinstance(move, moves.Lay)}
    return scene_board.free_cells(public, set(map(world.coordinates, cells)), words)


def _hand(
    public: Public, private: Private, legal: Sequence[moves.AnyMove], words: Words
) -> list[Piece]:
    useful = {move.kind for move in legal if isinstance(move, moves.Lay | moves.Exchange)}
    is_choosing = public.phase == moves.LAYING and bool(legal)
    hand = private.hand
    return [
        _held_card(
            kind,
            index,
            index > 0 and hand[index - 1] == kind,
            is_choosing and kind not in useful,
            words,
        )
        for index, kind in enumerate(hand)
    ]


@lru_cache(scene_board.PIECE_CACHE_SIZE)
def _held_card(kind: int, index: int, is_duplicate: bool, is_idle: bool, words: Words) -> Piece:
    """A card of the hand; of two equal ones the second has an id of its own."""
    name = card_name(kind, words)
    return Piece(
        scene_board.card_id(kind) + (":2" if is_duplicate else ""),
        scene_board.card_art(kind),
        "hand",
        name,
        (index, 0),
        tip=words.say("tip.idle", card=name) if is_idle else "",
        origin="pile",
    )


def _choice(world: M, move: int, named: moves.AnyMove, words: Words, *, is_only: bool) -> Choice:
    match named:
        case moves.Lay(kind, cell):
            return _lay_choice(kind, *world.coordinates(cell), words)
        case moves.Take(cell):
            path: tuple[str, ...] = (scene_board.laid_card_id(*world.card_at(cell)),)
        case moves.ChooseLine(is_row):
            path = ("line:row" if is_row else "line:column",)
        case moves.Exchange(kind):
            path = (scene_board.card_id(kind), "pile")
        case _:
            path = ()
    label, spoken = (move_phrase(world, move, said) for said in (words, words.spoken()))
    return Choice(
        path,
        notation.text(world, move),
        label,
        confirm=move == moves.PASS and not is_only,
        spoken=UNSET if spoken == label else spoken,
    )


@lru_cache(scene_board.PIECE_CACHE_SIZE)
def _lay_choice(kind: int, row: int, column: int, words: Words) -> Choice:
    path = scene_board.card_id(kind), scene_board.cell_id(row, column)
    label, spoken = (lay_phrase(kind, row, column, said) for said in (words, words.spoken()))
    return Choice(path, notation.lay_text(kind, row, column), label, spoken=spoken)
