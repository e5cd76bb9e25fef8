"""The replay of a finished game: its story with standings, and its scene after any event.

Once a game is over nothing is secret: everybody may see it from every seat, or with all hands.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.routing import Route

from ludotheque.core.state import SPECTATOR, Fact, State
from ludotheque.house.api.http import endpoint, gzip_json_response, language_of
from ludotheque.house.refusals import Refused
from ludotheque.house.views.lines import LoggedEvent, line_of
from ludotheque.house.views.messages import Line, SeatView
from ludotheque.house.views.table_view import score_table, seat_view
from ludotheque.presentation.narration import narrate
from ludotheque.presentation.scene import Area, Piece, Scene
from ludotheque.presentation.score_table import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.requests import Request
    from starlette.responses import Response

    from ludotheque.core.game import Game
    from ludotheque.core.table import Table
    from ludotheque.core.words import Words
    from ludotheque.house.server import House
    from ludotheque.house.table.room import Room

REPLAY_CACHE_SIZE: Final = 64
EVENTS_PER_SNAPSHOT: Final = 16
ALL_HANDS: Final = SPECTATOR - 1  # a viewer who sees all hands
HIDDEN_MARK: Final = "hidden"  # of a piece in its owner's scene that is face down for all others
MAX_SHOWN_SEAT_LENGTH: Final = 8


class Story(msgspec.Struct, frozen=True):
    """A finished game in words and numbers."""

    game: str
    options: dict[str, bool | int | str]
    events: int
    lines: list[Line]
    standings: list[tuple[int, ...]]  # by event and seat; the first before the first event
    names: list[str]
    seats: list[SeatView]
    scores: list[int]
    ranks: list[int]
    score_table: ScoreTable


class ReplayFrame(msgspec.Struct, frozen=True):
    """The scene after a number of events."""

    event: int  # the number of events
    scene: Scene


class Replay:
    """A finished game with snapshots, so that any of its states is restored quickly."""

    def __init__(self, table: Table) -> None:
        game, events = table.game, table.events
        self.game = game
        self.events = list(events)
        self.standings: list[tuple[int, ...]] = []
        self._snapshots: list[State] = []
        state = game.new_under(table.rules_version, table.options)
        for index in range(len(events) + 1):
            if index % EVENTS_PER_SNAPSHOT == 0:
                self._snapshots.append(state.clone())
            self.standings.append(game.progress(state))
            if index < len(events):
                self._apply(state, index)

    def _apply(self, state: State, event_index: int) -> None:
        event = self.events[event_index]
        state.apply(event.who, self.game.parse(state, event.text), [])

    def state_after(self, events: int) -> State:
        """The state after a number of events."""
        snapshot = events // EVENTS_PER_SNAPSHOT
        state = self._snapshots[snapshot].clone()
        for event_index in range(snapshot * EVENTS_PER_SNAPSHOT, events):
            self._apply(state, event_index)
        return state

    def lines(self, causes: Sequence[str], words: Words, names: Sequence[str]) -> list[Line]:
        """What happened, in words, with everything that was secret during the game."""
        lines = []
        for index, event in enumerate(self.events):
            logged = LoggedEvent(index, event, causes[index])
            for part, fact in enumerate(event.facts):
                known = Fact(fact.kind, fact.seat, fact.about, fact.secret)
                told = narrate(self.game, known, words, names)
                if told.text:
                    lines.append(line_of(self.game, logged, part, known, told))
        return lines


class Replays:
    """A cache of the replays that were used last."""

    def __init__(self) -> None:
        self._replays: OrderedDict[str, Replay] = OrderedDict()

    async def of(self, room: Room) -> Replay:
        """The replay of a room whose game is over."""
        if room.status != "over":
            raise Refused("not-over", "a game can be replayed once it is over")
        table_id, table = room.created.table, room.started_table()
        if table_id not in self._replays:
            self._replays[table_id] = await asyncio.to_thread(Replay, table)
        self._replays.move_to_end(table_id)
        while len(self._replays) > REPLAY_CACHE_SIZE:
            self._replays.popitem(last=False)
        return self._replays[table_id]


# scenes


def replay_frame(
    replay: Replay, event: int, viewer: int, words: Words, names: Sequence[str]
) -> ReplayFrame:
    """The scene after some events, for a seat, for a spectator, or with all hands."""
    state = replay.state_after(event)
    if viewer != ALL_HANDS:
        scene = replay.game.scene(state, viewer, words, names)
    else:
        scene = _scene_with_all_hands(replay.game, state, words, names)
    return ReplayFrame(event, msgspec.structs.replace(scene, choices=()))


def _scene_with_all_hands(game: Game, state: State, words: Words, names: Sequence[str]) -> Scene:
    """The final scene of a spectator, with the hands of all seats, and hidden pieces face up."""
    scene = game.final_scene(state, words, names)
    public = {area.id for area in scene.areas}
    areas: list[Area] = []
    pieces: list[Piece] = []
    face_up: dict[object, Piece] = {}
    for seat, name in enumerate(names):
        own = game.scene(state, seat, words, names)
        secret = [area for area in own.areas if area.id not in public]
        hidden = {area.id for area in secret}
        areas += [_revealed_area(area, seat, name) for area in secret]
        pieces += [_revealed_piece(piece, seat) for piece in own.pieces if piece.area in hidden]
        face_up |= {_spot(piece): piece for piece in own.pieces if HIDDEN_MARK in piece.marks}
    table = [_face_up(piece, face_up.get(_spot(piece), piece)) for piece in scene.pieces]
    return msgspec.structs.replace(scene, areas=(*scene.areas, *areas), pieces=(*table, *pieces))


def _spot(piece: Piece) -> object:
    return piece.area, piece.at


def _face_up(piece: Piece, known: Piece) -> Piece:
    """A piece that is face down, as its owner knows it."""
    return msgspec.structs.replace(
        piece, art=known.art, label=known.label, value=known.value, tip=known.tip
    )


def _revealed_area(area: Area, seat: int, name: str) -> Area:
    return msgspec.structs.replace(area, id=f"open:{seat}:{area.id}", seat=seat, label=name)


def _revealed_piece(piece: Piece, seat: int) -> Piece:
    area = f"open:{seat}:{piece.area}"
    return msgspec.structs.replace(piece, id=f"open:{seat}:{piece.id}", area=area)


# handlers


async def story(house: House, request: Request) -> Response:
    """A finished game in words and numbers."""
    language = language_of(request)
    room = (await house.tables.open(request.path_params["table"])).room
    replay = await house.replays.of(room)
    return gzip_json_response(request, await asyncio.to_thread(_story, replay, room, language))


def _story(replay: Replay, room: Room, language: str) -> Story:
    names, words = room.names(), room.game.words(language)
    state = room.started_table().state
    return Story(
        game=room.created.game,
        options=dict(room.options),
        events=len(replay.events),
        lines=replay.lines(room.causes, words, names),
        standings=replay.standings,
        names=names,
        seats=[seat_view(room, seat) for seat in range(len(names))],
        scores=list(state.scores()),
        ranks=list(state.ranks()),
        score_table=score_table(room, language),
    )


async def replay_scene(house: House, request: Request) -> Response:
    """The scene of a finished game after some events."""
    language = language_of(request)
    room = (await house.tables.open(request.path_params["table"])).room
    replay = await house.replays.of(room)
    event = request.path_params["event"]
    if event > len(replay.events):
        raise Refused("no-such-event", f"this game has {len(replay.events)} events")
    viewer = _viewer(request.query_params.get("seat", "-1"), len(room.chairs))
    words, names = room.game.words(language), room.names()
    return gzip_json_response(
        request, await asyncio.to_thread(replay_frame, replay, event, viewer, words, names)
    )


def _viewer(text: str, seats: int) -> int:
    """The viewer that ?seat= names: a seat, -1 for a spectator, or "all"."""
    if text == "all":
        return ALL_HANDS
    if text == "-1":
        return SPECTATOR
    if not text.isdecimal() or int(text) >= seats:
        shown = text[:MAX_SHOWN_SEAT_LENGTH]
        raise Refused("no-such-seat", f"there is no seat {shown}; -1 and all are allowed, too")
    return int(text)


def routes() -> list[Route]:
    """The routes of this module; a slider requests many frames, as many as files."""
    return [
        Route("/api/tables/{table}/story", endpoint(story)),
        Route("/api/tables/{table}/replay/{event:int}", endpoint(replay_scene, is_file=True)),
    ]
