"""Appenzell: the table as data any client can draw, in two layers."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from ludotheque.core.part_cache import PartCache
from ludotheque.core.state import LUCK, NOBODY
from ludotheque.games.appenzell import data, moves, scene_castle
from ludotheque.games.appenzell.notation import FACE_NAMES, move_text
from ludotheque.games.appenzell.sentences import (
    decoded_phrase,
    face_name,
    ground_key,
    object_words,
)
from ludotheque.presentation.scene import (
    EMPTY_OWN_LAYER,
    Area,
    Choice,
    Counter,
    OwnLayer,
    Piece,
    Scene,
    TableLayer,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ludotheque.core.words import Words
    from ludotheque.games.appenzell.observation import Player, Public
    from ludotheque.games.appenzell.rules import Appenzell


CHOICE_CACHE_SIZE: Final = 8192  # from one action to the next most choices stay
HARMFUL_FACES: Final = frozenset((data.TRAP, data.CAT, data.SOCK))  # to a mouse they come to


# what everybody sees


def table(public: Public, words: Words, names: tuple[str, ...], cache: PartCache) -> TableLayer:
    """All areas and pieces."""
    last = public.last_move
    push = last if moves.PUSH <= last < moves.DONE else data.NONE
    spares_basis = public.spares, public.spare_ids, push
    return TableLayer(
        prompt=_prompt(public, words, names),
        areas=_areas(public, words, names, cache),
        pieces=(
            *scene_castle.castle_pieces(public, words, names, cache),
            *cache.keep("spares", spares_basis, lambda: _spares(public, words)),
            *_panel_pieces(public, words, names, cache),
        ),
    )


def final_scene(state: Appenzell, words: Words, names: Sequence[str]) -> Scene:
    """(CA-20) The castle with every tile somebody has seen, also under roofs."""
    public = state.public_with_notes(True)
    return table(public, words, tuple(names), PartCache()).scene("appenzell")


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


def _areas(
    public: Public, words: Words, names: Sequence[str], cache: PartCache
) -> tuple[Area, ...]:
    board_basis = public.turns, public.actions, public.phase
    return (
        cache.keep("board", board_basis, lambda: _board(public, words)),
        _spares_area(len(public.spares), words),
        *(_kept_panel(public, seat, words, name, cache) for seat, name in enumerate(names)),
        *cache.keep("unseen", public.unseen, lambda: _unseen(public, words)),
    )


@cache
def _spares_area(count: int, words: Words) -> Area:
    label = words.say("area.spares", count=max(1, count))  # none only until luck names one
    return Area("spares", "row", label, tip=words.say("tip.spares"))


def _unseen(public: Public, words: Words) -> list[Area]:
    """With notes: how many tiles of each face nobody has seen."""
    if not public.unseen:
        return []
    counters = [
        Counter(scene_castle.tile_art(face), face_name(face, words), count)
        for face, count in enumerate(public.unseen)
    ]
    label, tip = words.say("area.unseen"), words.say("tip.unseen")
    return [Area("unseen", "stack", label, counters=tuple(counters), tip=tip)]


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


def _kept_panel(public: Public, seat: int, words: Words, name: str, cache: PartCache) -> Area:
    player = public.players[seat]
    basis = len(player.cheeses), player.fallen, public.actor == seat, name
    return cache.keep(("panel", seat), basis, lambda: _panel(public, seat, words, name))


def _panel(public: Public, seat: int, words: Words, name: str) -> Area:
    """The panel of a seat, with counters."""
    player = public.players[seat]
    values = {"cheeses": len(player.cheeses), "fallen": player.fallen}
    counters = [
        Counter(key, words.say(f"area.{key}"), value, words.say(f"tip.{key}"))
        for key, value in values.items()
    ]
    acting = public.actor == seat
    return Area(panel_id(seat), "panel", name, seat, counters=tuple(counters), acting=acting)


def panel_id(seat: int) -> str:
    """The panel of a seat."""
    return f"seat{seat}"


def _spares(public: Public, words: Words) -> list[Piece]:
    """A piece for each face that can be pushed in; a double-faced tile has two (CA-30)."""
    pieces = []
    for index, face in enumerate(sorted(set(public.spares))):
        count, origin = public.spares.count(face), _spare_origin(public, face)
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
                marks=scene_castle.LAST * (origin != "" and len(public.spares) == 1),
                tip=scene_castle.tile_tip(face, words),
                origin=origin,
                ask=words.say("ask.spare"),
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


def _panel_pieces(
    public: Public, words: Words, names: Sequence[str], cache: PartCache
) -> list[Piece]:
    pieces = []
    for seat, player in enumerate(public.players):
        pieces += _kept_possessions(player, seat, words, names[seat], cache)
    return pieces


def _kept_possessions(
    player: Player, seat: int, words: Words, name: str, cache: PartCache
) -> list[Piece]:
    basis = player.supply, player.next_mouse_id, player.cheeses, name
    return cache.keep(("possessions", seat), basis, lambda: _possessions(player, seat, words, name))


def _possessions(player: Player, seat: int, words: Words, name: str) -> list[Piece]:
    """The mice in the supply, as a pile, and the cheeses earned."""
    pieces = [_supply(player, seat, words, name)] if player.supply else []
    for index, cheese in enumerate(player.cheeses):
        id_, art = cheese_id(seat, cheese), f"cheese-{FACE_NAMES[cheese]}"
        label = words.say("piece.cheese", name=name, face=face_name(cheese, words))
        area, at = panel_id(seat), (index + 1.0, 0.0)
        pieces.append(Piece(id_, art, area, label, at, origin="board"))
    return pieces


def _supply(player: Player, seat: int, words: Words, name: str) -> Piece:
    return Piece(
        scene_castle.mouse_id(seat, player.next_mouse_id),
        f"mouse-{seat}",
        panel_id(seat),
        words.say("piece.supply", name=name, count=player.supply),
        value=str(player.supply),
        tip=words.say("tip.supply"),
        ask=words.say("ask.supply"),
    )


def cheese_id(seat: int, cheese: int) -> str:
    """A cheese that a seat has earned."""
    return f"cheese:{seat}:{FACE_NAMES[cheese]}"


# what one seat may do


def own(
    world: Appenzell, public: Public, private: None, seat: int, words: Words, names: tuple[str, ...]
) -> OwnLayer:
    """The prompt and the choices of the seat that has to act; no seat has private knowledge."""
    del private, names
    if public.actor != seat:
        return EMPTY_OWN_LAYER
    return OwnLayer(prompt=_own_prompt(public, words), choices=_choices(world, public, seat, words))


def own_basis(public: Public, private: None, seat: int) -> None:
    """Nothing: a seat that may not act has an empty layer."""
    del public, private, seat


def _own_prompt(public: Public, words: Words) -> str:
    if public.phase == moves.PLACING:
        return words.say("prompt.place")
    if public.phase == moves.GIVING:
        return words.say("prompt.give")
    if public.phase == moves.FLEEING:
        return words.say("prompt.flee")
    return words.say("prompt.act" if public.may_push else "prompt.act.pushed", count=public.actions)


# choices


_decode = cache(moves.decode)


def _choices(world: Appenzell, public: Public, seat: int, words: Words) -> tuple[Choice, ...]:
    risks = {face: _risks(public, seat, face) for face in set(public.spares)}  # of pushes
    choices, mad_mice = [], world.config.mad_mice
    for move in world.legal_moves(seat):
        decoded = _decode(move)
        cost = int(world.run_cost(*decoded)) if isinstance(decoded, moves.Run) else 0
        path, detail = _path(public, seat, decoded), _detail(public, decoded)
        question = _question(public, decoded, risks, words)
        choices.append(_choice(path, move, detail, cost, question, mad_mice, words))
    return tuple(choices)


@lru_cache(CHOICE_CACHE_SIZE)
def _choice(
    path: tuple[str, ...],
    move: int,
    detail: str,
    cost: int,
    question: str,
    mad_mice: bool,
    words: Words,
) -> Choice:
    label, spoken = _labels(move, detail, cost, words)
    return Choice(
        path,
        move_text(move, mad_mice),
        label,
        confirm=question != "",
        question=question or UNSET,
        spoken=spoken if spoken != label else UNSET,
    )


@lru_cache(CHOICE_CACHE_SIZE)
def _labels(move: int, detail: str, cost: int, words: Words) -> tuple[str, str]:
    """A move in words, without places and with them; see `decoded_phrase`."""
    decoded = _decode(move)
    return (
        decoded_phrase(decoded, detail, cost, words),
        decoded_phrase(decoded, detail, cost, words.spoken()),
    )


def _detail(public: Public, move: moves.AnyMove) -> str:
    """The kind of the roof to lift, or what lies where a mouse goes."""
    match move:
        case moves.Run(_, landing) | moves.Flee(landing):
            return ground_key(public.castle.floor[landing])
        case moves.Uncover(room):
            return scene_castle.roof_kind(public.castle.plan, room)
        case _:
            return ""


def _path(public: Public, seat: int, move: moves.AnyMove) -> tuple[str, ...]:
    """The pieces to press for a move."""
    player = public.players[seat]
    match move:
        case moves.Run(start, landing):
            floor_id = scene_castle.floor_id(public.castle, landing)
            return scene_castle.mouse_on(player, seat, start), floor_id
        case moves.Push(face, end):
            return scene_castle.tile_id(face, public.spare_ids[face]), scene_castle.end_id(end)
        case moves.Uncover(room):
            return (scene_castle.roof_id(room),)
        case moves.Enter(tower):
            return scene_castle.mouse_id(seat, player.next_mouse_id), scene_castle.tower_id(tower)
        case moves.Place(tower):
            return (scene_castle.tower_id(tower),)
        case moves.Give(cheese):
            return (cheese_id(seat, cheese),)
        case moves.Flee(square):
            return (scene_castle.floor_id(public.castle, square),)
        case _:
            return ()


# moves that hurt


def _question(
    public: Public, move: moves.AnyMove, risks: Mapping[int, Mapping[int, str]], words: Words
) -> str:
    """What to ask before a move that may be a slip; "" for other moves.

    A slip loses actions, gives a cheese away, or pushes something harmful.
    """
    match move:
        case moves.Push(face, end) if end in risks[face]:
            return words.say(risks[face][end])
        case moves.Done():
            return words.say("question.done", count=public.actions)
        case moves.Give(cheese):
            return words.say("question.give", **object_words(cheese, words))
        case _:
            return ""


def _risks(public: Public, seat: int, face: int) -> dict[int, str]:
    """The ends where pushing in a face costs the seat a mouse, or visibly ends the game.

    Each has the key of the question to ask.
    """
    risks: dict[int, str] = {}
    for owner, player in enumerate(public.players):
        fallen = dict[int, int]()
        for square in player.mice:
            for end, source in _pushes_over(square):
                arriving = face if source == data.NONE else public.castle.floor[source]
                if arriving == data.TRAP:
                    fallen[end] = fallen.get(end, player.fallen) + 1
                if owner == seat and arriving in HARMFUL_FACES:  # (CA-14, CA-34, CA-35)
                    risks.setdefault(end, f"question.{FACE_NAMES[arriving]}")
        for end, count in fallen.items():
            if count >= data.FALLEN_LIMIT:  # (CA-19)
                risks[end] = "question.third"
    return risks


@cache
def _pushes_over(square: int) -> list[tuple[int, int]]:
    """The ends whose line has the square, and from where each push brings a tile to it.

    NONE as a source stands for the tile that is pushed in.
    """
    pushes = []
    for end in range(data.ENDS):
        if data.LINE[end] >> square & 1:
            is_inlet = data.INLET[end] >> square & 1
            pushes.append((end, data.NONE if is_inlet else int(data.pushed_from(square, end))))
    return pushes
