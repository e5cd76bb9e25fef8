"""Appenzell: the table as data any client can draw, in two layers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ludotheque.core.state import LUCK, NOBODY
from ludotheque.games.appenzell.data import (
    BACK,
    CAT,
    ENDS,
    FALLEN_LIMIT,
    INLET,
    LINE,
    PASSAGE,
    SOCK,
    TRAP,
    TURN_LIMIT,
    square_before,
)
from ludotheque.games.appenzell.moves import (
    ACTING,
    FINDING_FIRST,
    FLEEING,
    GIVING,
    OVER,
    PLACING,
    Done,
    Enter,
    Flee,
    Give,
    Place,
    Push,
    Run,
    Uncover,
    decode,
)
from ludotheque.games.appenzell.notation import FACE_NAMES, text
from ludotheque.games.appenzell.scene_castle import (
    BOARD_SIDE,
    castle_pieces,
    end_id,
    floor_id,
    mouse_id,
    mouse_on,
    roof_id,
    tile_art,
    tile_id,
    tile_tip,
    tower_id,
)
from ludotheque.games.appenzell.sentences import face_name, move_phrase
from ludotheque.presentation.scene import (
    TABLE_LAYER_CACHE_SIZE,
    Area,
    Choice,
    Counter,
    OwnLayer,
    Piece,
    Scene,
    TableLayer,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words
    from ludotheque.games.appenzell.observation import Player, Public
    from ludotheque.games.appenzell.rules import Appenzell


# what everybody sees


@lru_cache(TABLE_LAYER_CACHE_SIZE)
def table(public: Public, words: Words, names: tuple[str, ...]) -> TableLayer:
    """All areas and pieces."""
    return TableLayer(
        prompt=_prompt(public, words, names),
        areas=_areas(public, words, names),
        pieces=(
            *castle_pieces(public, words, names),
            *_spares(public, words),
            *_panel_pieces(public, words, names),
        ),
    )


def final_scene(state: Appenzell, words: Words, names: Sequence[str]) -> Scene:
    """(CA-20) The castle with every tile somebody has seen, also under roofs."""
    return table(state.public_with_notes(True), words, tuple(names)).scene("appenzell")


def _prompt(public: Public, words: Words, names: Sequence[str]) -> str:
    """How the game has ended, or who is to act."""
    if public.phase == OVER:
        if public.winner == NOBODY:
            return words.say("prompt.draw")
        return words.say("prompt.won", name=names[public.winner])
    if public.actor == LUCK:
        return words.say("prompt.first" if public.phase == FINDING_FIRST else "prompt.luck")
    key = "prompt.wait.sock" if public.phase in (GIVING, FLEEING) else "prompt.wait"
    return words.say(key, name=names[public.actor])


def _areas(public: Public, words: Words, names: Sequence[str]) -> tuple[Area, ...]:
    areas = [
        _board(public, words),
        Area("spares", "row", words.say("area.spares"), tip=words.say("tip.spares")),
        *(_panel(public, seat, words, name) for seat, name in enumerate(names)),
    ]
    if public.unseen:
        counters = [
            Counter(tile_art(face), face_name(face, words), count)
            for face, count in enumerate(public.unseen)
        ]
        label, tip = words.say("area.unseen"), words.say("tip.unseen")
        areas.append(Area("unseen", "stack", label, counters=tuple(counters), tip=tip))
    return tuple(areas)


def _board(public: Public, words: Words) -> Area:
    goal_tip = words.say("tip.goal", count=public.goal)
    turn_tip = words.say("tip.turns", count=TURN_LIMIT)
    counters = [
        Counter("goal", words.say("area.goal"), public.goal, goal_tip),
        Counter("turn", words.say("area.turns"), public.turns, turn_tip),
    ]
    if ACTING <= public.phase < OVER:
        label, tip = words.say("area.actions"), words.say("tip.actions")
        counters.append(Counter("actions", label, public.actions, tip))
    size = (BOARD_SIDE, BOARD_SIDE)
    return Area("board", "board", words.say("area.board"), size=size, counters=tuple(counters))


def _panel(public: Public, seat: int, words: Words, name: str) -> Area:
    """What the pieces don't show: mice that wait and cheeses lie in the panel themselves."""
    player = public.players[seat]
    values = {"cheeses": len(player.cheeses), "fallen": player.fallen}
    counters = [
        Counter(key, words.say(f"area.{key}"), value, words.say(f"tip.{key}"))
        for key, value in values.items()
    ]
    acting = public.actor == seat
    return Area(f"seat{seat}", "panel", name, seat, counters=tuple(counters), acting=acting)


def _spares(public: Public, words: Words) -> list[Piece]:
    """A piece for each face that can be pushed in; a double-faced tile has two (CA-30)."""
    pieces = []
    for order, face in enumerate(sorted(set(public.spares))):
        count, art = public.spares.count(face), tile_art(face)
        if face >= PASSAGE:
            back = face_name(int(BACK[face]), words)
            label = words.say("piece.double", face=face_name(face, words), back=back)
        else:
            label = words.say("piece.spare", face=face_name(face, words), count=count)
        pieces.append(
            Piece(
                tile_id(face, public.spare_names[face]),
                art,
                "spares",
                label,
                (float(order), 0.0),
                value=str(count) if count > 1 else "",
                tip=tile_tip(face, words),
                origin=_spare_origin(public, face),
            )
        )
    return pieces


def _spare_origin(public: Public, face: int) -> str:
    """The end where the last push let a tile out, unless it may only be the rest of a stack."""
    match decode(public.last_move) if public.last_move >= 0 else None:
        case Push(pushed, end) if face != pushed or len(public.spares) == 1:
            return end_id((end + ENDS // 2) % ENDS)
        case _:
            return ""


def _panel_pieces(public: Public, words: Words, names: Sequence[str]) -> list[Piece]:
    """In each panel, the mice that wait outside, as a pile, and the cheeses earned."""
    pieces = []
    for seat, (player, name) in enumerate(zip(public.players, names, strict=True)):
        area = f"seat{seat}"
        if player.supply:
            pieces.append(_supply(player, seat, words, name))
        for order, cheese in enumerate(player.cheeses):
            label = words.say("piece.cheese", name=name, face=face_name(cheese, words))
            art, at = f"cheese-{FACE_NAMES[cheese]}", (order + 1.0, 0.0)
            pieces.append(Piece(_cheese_id(seat, cheese), art, area, label, at, origin="board"))
    return pieces


def _supply(player: Player, seat: int, words: Words, name: str) -> Piece:
    return Piece(
        mouse_id(seat, player.next_mouse),
        f"mouse-{seat}",
        f"seat{seat}",
        words.say("piece.supply", name=name, count=player.supply),
        value=str(player.supply),
        tip=words.say("tip.supply"),
    )


def _cheese_id(seat: int, cheese: int) -> str:
    return f"cheese:{seat}:{FACE_NAMES[cheese]}"


# what one seat may do


def own(
    world: Appenzell,
    public: Public,
    private: None,
    seat: int,
    words: Words,
    names: tuple[str, ...],
) -> OwnLayer:
    """The prompt and the choices of the seat that is to act; nobody knows more than the others."""
    del private, names
    return OwnLayer(
        prompt=_own_prompt(public, words) if public.actor == seat else "",
        choices=tuple(
            Choice(
                _path(public, seat, move),
                text(world, move),
                move_phrase(world, move, words),
                careful=_needs_confirmation(public, seat, move),
            )
            for move in world.legal_moves(seat)
        ),
    )


def _own_prompt(public: Public, words: Words) -> str:
    if public.phase == PLACING:
        return words.say("prompt.place")
    if public.phase == GIVING:
        return words.say("prompt.give")
    if public.phase == FLEEING:
        return words.say("prompt.flee")
    return words.say("prompt.act" if public.may_push else "prompt.act.pushed", count=public.actions)


def _path(public: Public, seat: int, move: int) -> tuple[str, ...]:
    """The pieces to press for a move."""
    player = public.players[seat]
    match decode(move):
        case Run(start, landing):
            return mouse_on(player, seat, start), floor_id(public.castle, landing)
        case Uncover(room):
            return (roof_id(room),)
        case Enter(tower):
            return mouse_id(seat, player.next_mouse), tower_id(tower)
        case Push(face, end):
            return tile_id(face, public.spare_names[face]), end_id(end)
        case Place(tower):
            return (tower_id(tower),)
        case Give(cheese):
            return (_cheese_id(seat, cheese),)
        case Flee(square):
            return (floor_id(public.castle, square),)
        case _:
            return ()


def _needs_confirmation(public: Public, seat: int, move: int) -> bool:
    """Whether a slip would hurt: actions or a cheese thrown away, or a push that costs mice."""
    match decode(move):
        case Push(face, end):
            return _costs_a_mouse(public, seat, face, end) or _drops_a_third(public, face, end)
        case Done() | Give():
            return True
        case _:
            return False


def _costs_a_mouse(public: Public, seat: int, face: int, end: int) -> bool:
    """(CA-14, CA-34, CA-35) Whether an own mouse is seen to get a trap, cat or sock."""
    mice = public.players[seat].mice
    return any(_arriving_face(public, square, face, end) in (TRAP, CAT, SOCK) for square in mice)


def _drops_a_third(public: Public, face: int, end: int) -> bool:
    """(CA-19) Whether a push is seen to end the game by somebody's third fallen mouse."""
    for player in public.players:
        arriving = [_arriving_face(public, square, face, end) for square in player.mice]
        if TRAP in arriving and player.fallen + arriving.count(TRAP) >= FALLEN_LIMIT:
            return True
    return False


def _arriving_face(public: Public, square: int, face: int, end: int) -> int:
    """The face that a push brings under a square, as far as it is shown; -1 if it is not."""
    if not LINE[end] >> square & 1:
        return -1
    if INLET[end] >> square & 1:
        return face
    return public.castle.floor[square_before(square, end)]
