"""Appenzell: the table as data any client can draw, in two layers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ludotheque.core.state import LUCK, NOBODY
from ludotheque.games.appenzell import data, moves, scene_castle
from ludotheque.games.appenzell.notation import FACE_NAMES, text
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

    from ludotheque.core.part_cache import PartCache
    from ludotheque.core.words import Words
    from ludotheque.games.appenzell.observation import Player, Public
    from ludotheque.games.appenzell.rules import Appenzell


# what everybody sees


@lru_cache(TABLE_LAYER_CACHE_SIZE)
def table(
    public: Public, words: Words, names: tuple[str, ...], cache: PartCache | None = None
) -> TableLayer:
    """All areas and pieces."""
    return TableLayer(
        prompt=_prompt(public, words, names),
        areas=_areas(public, words, names),
        pieces=(
            *scene_castle.castle_pieces(public, words, names),
            *_spares(public, words),
            *_panel_pieces(public, words, names),
        ),
    )


def final_scene(state: Appenzell, words: Words, names: Sequence[str]) -> Scene:
    """(CA-20) The castle with every tile somebody has seen, also under roofs."""
    return table(state.public_with_notes(True), words, tuple(names)).scene("appenzell")


def _prompt(public: Public, words: Words, names: Sequence[str]) -> str:
    """How the game has ended, or who has to act."""
    if public.phase == moves.OVER:
        if public.winner == NOBODY:
            return words.say("prompt.draw")
        return words.say("prompt.won", name=names[public.winner])
    if public.actor == LUCK:
        return words.say("prompt.first" if public.phase == moves.FINDING_FIRST else "prompt.luck")
    key = "prompt.wait.sock" if public.phase in (moves.GIVING, moves.FLEEING) else "prompt.wait"
    return words.say(key, name=names[public.actor])


def _areas(public: Public, words: Words, names: Sequence[str]) -> tuple[Area, ...]:
    areas = [
        _board(public, words),
        Area("spares", "row", words.say("area.spares"), tip=words.say("tip.spares")),
        *(_panel(public, seat, words, name) for seat, name in enumerate(names)),
    ]
    if public.unseen:
        counters = [
            Counter(scene_castle.tile_art(face), face_name(face, words), count)
            for face, count in enumerate(public.unseen)
        ]
        label, tip = words.say("area.unseen"), words.say("tip.unseen")
        areas.append(Area("unseen", "stack", label, counters=tuple(counters), tip=tip))
    return tuple(areas)


def _board(public: Public, words: Words) -> Area:
    goal_tip = words.say("tip.goal", count=public.goal)
    turn_tip = words.say("tip.turns", count=data.TURN_LIMIT)
    counters = [
        Counter("goal", words.say("area.goal"), public.goal, goal_tip),
        Counter("turn", words.say("area.turns"), public.turns, turn_tip),
    ]
    if moves.ACTING <= public.phase < moves.OVER:
        label, tip = words.say("area.actions"), words.say("tip.actions")
        counters.append(Counter("actions", label, public.actions, tip))
    size = (scene_castle.BOARD_SIZE, scene_castle.BOARD_SIZE)
    return Area("board", "board", words.say("area.board"), size=size, counters=tuple(counters))


def _panel(public: Public, seat: int, words: Words, name: str) -> Area:
    """The panel of a seat, with counters."""
    player = public.players[seat]
    values = {"cheeses": len(player.cheeses), "fallen": player.fallen}
    counters = [
        Counter(key, words.say(f"area.{key}"), value, words.say(f"tip.{key}"))
        for key, value in values.items()
    ]
    acting = public.actor == seat
    return Area(_panel_id(seat), "panel", name, seat, counters=tuple(counters), acting=acting)


def _panel_id(seat: int) -> str:
    return f"seat{seat}"


def _spares(public: Public, words: Words) -> list[Piece]:
    """A piece for each face that can be pushed in; a double-faced tile has two (CA-30)."""
    pieces = []
    for index, face in enumerate(sorted(set(public.spares))):
        count = public.spares.count(face)
        if face >= data.PASSAGE:
            back = face_name(int(data.BACK[face]), words)
            label = words.say("piece.double", face=face_name(face, words), back=back)
        else:
            label = words.say("piece.spare", face=face_name(face, words), count=count)
        pieces.append(
            Piece(
                scene_castle.tile_id(face, public.spare_ids[face]),
                scene_castle.tile_art(face),
                "spares",
                label,
                (float(index), 0.0),
                value=str(count) if count > 1 else "",
                tip=scene_castle.tile_tip(face, words),
                origin=_spare_origin(public, face),
            )
        )
    return pieces


def _spare_origin(public: Public, face: int) -> str:
    """The end where the last push let a tile out, unless the spare may have been there before."""
    match scene_castle.decoded_last_move(public):
        case moves.Push(pushed, end) if face != pushed or len(public.spares) == 1:
            return scene_castle.end_id((end + data.ENDS // 2) % data.ENDS)
        case _:
            return ""


def _panel_pieces(public: Public, words: Words, names: Sequence[str]) -> list[Piece]:
    """In each panel, the mice in the supply, as a pile, and the cheeses earned."""
    pieces = []
    for seat, (player, name) in enumerate(zip(public.players, names, strict=True)):
        if player.supply:
            pieces.append(_supply(player, seat, words, name))
        for index, cheese in enumerate(player.cheeses):
            id_, art = _cheese_id(seat, cheese), f"cheese-{FACE_NAMES[cheese]}"
            label = words.say("piece.cheese", name=name, face=face_name(cheese, words))
            area, at = _panel_id(seat), (index + 1.0, 0.0)
            pieces.append(Piece(id_, art, area, label, at, origin="board"))
    return pieces


def _supply(player: Player, seat: int, words: Words, name: str) -> Piece:
    return Piece(
        scene_castle.mouse_id(seat, player.next_mouse_id),
        f"mouse-{seat}",
        _panel_id(seat),
        words.say("piece.supply", name=name, count=player.supply),
        value=str(player.supply),
        tip=words.say("tip.supply"),
    )


def _cheese_id(seat: int, cheese: int) -> str:
    return f"cheese:{seat}:{FACE_NAMES[cheese]}"


# what one seat may do


def own(
    world: Appenzell, public: Public, private: None, seat: int, words: Words, names: tuple[str, ...]
) -> OwnLayer:
    """The prompt and the choices of the seat that has to act; no seat has private knowledge."""
    del private, names
    return OwnLayer(
        prompt=_own_prompt(public, words) if public.actor == seat else "",
        choices=tuple(
            Choice(
                _path(public, seat, move),
                text(world, move),
                move_phrase(world, move, words),
                confirm=_needs_confirmation(public, seat, move),
            )
            for move in world.legal_moves(seat)
        ),
    )


def _own_prompt(public: Public, words: Words) -> str:
    if public.phase == moves.PLACING:
        return words.say("prompt.place")
    if public.phase == moves.GIVING:
        return words.say("prompt.give")
    if public.phase == moves.FLEEING:
        return words.say("prompt.flee")
    return words.say("prompt.act" if public.may_push else "prompt.act.pushed", count=public.actions)


def _path(public: Public, seat: int, move: int) -> tuple[str, ...]:
    """The pieces to press for a move."""
    player = public.players[seat]
    match moves.decode(move):
        case moves.Run(start, landing):
            floor_id = scene_castle.floor_id(public.castle, landing)
            return scene_castle.mouse_on(player, seat, start), floor_id
        case moves.Uncover(room):
            return (scene_castle.roof_id(room),)
        case moves.Enter(tower):
            return scene_castle.mouse_id(seat, player.next_mouse_id), scene_castle.tower_id(tower)
        case moves.Push(face, end):
            return scene_castle.tile_id(face, public.spare_ids[face]), scene_castle.end_id(end)
        case moves.Place(tower):
            return (scene_castle.tower_id(tower),)
        case moves.Give(cheese):
            return (_cheese_id(seat, cheese),)
        case moves.Flee(square):
            return (scene_castle.floor_id(public.castle, square),)
        case _:
            return ()


def _needs_confirmation(public: Public, seat: int, move: int) -> bool:
    """Whether a slip would hurt: actions lost, a cheese given, or a push that costs mice."""
    match moves.decode(move):
        case moves.Push(face, end):
            return _costs_a_mouse(public, seat, face, end) or _drops_a_third(public, face, end)
        case moves.Done() | moves.Give():
            return True
        case _:
            return False


def _costs_a_mouse(public: Public, seat: int, face: int, end: int) -> bool:
    """(CA-14, CA-34, CA-35) Whether a push visibly brings a trap, cat or sock to own mice."""
    mice = public.players[seat].mice
    arriving = {_arriving_face(public, square, face, end) for square in mice}
    return not arriving.isdisjoint((data.TRAP, data.CAT, data.SOCK))


def _drops_a_third(public: Public, face: int, end: int) -> bool:
    """(CA-19) Whether a push visibly ends the game by a player's third fallen mouse."""
    for player in public.players:
        arriving = [_arriving_face(public, square, face, end) for square in player.mice]
        if data.TRAP in arriving and player.fallen + arriving.count(data.TRAP) >= data.FALLEN_LIMIT:
            return True
    return False


def _arriving_face(public: Public, square: int, face: int, end: int) -> int:
    """The face that a push brings to a square, or NONE if there is none or it is not shown."""
    if not data.LINE[end] >> square & 1:
        return data.NONE
    if data.INLET[end] >> square & 1:
        return face
    return public.castle.floor[data.pushed_from(square, end)]
