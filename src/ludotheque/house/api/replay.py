"""The replay of a finished game: its story with standings, and its scene after any event.

Once a game is over nothing is secret: everybody may see it from every seat, or with all hands.
"""

from __future__ import annotations

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
    from ludotheque.house.heavy_requests import HeavyRequests
    from ludotheque.house.server import House
    from ludotheque.house.table.live import LiveTable
    from ludotheque.house.table.room import Room

REPLAY_CACHE_SIZE: Final = 64
EVENTS_PER_SNAPSHOT: Final = 16
ALL_HANDS: Final = SPECTATOR - 1  # a viewer who sees all hands
HIDDEN_MARK: Final = "hidden"  # of a piece in its owner's scene that is face down for all others
MAX_SHOWN_SEAT_LENGTH: Final = 8


class SeatHolder(msgspec.Struct, frozen=True):
    """The player of a seat from some event on: the person of that name, or a bot."""

    seat: int
    event: int
    name: str
    bot: str  # "" for a person


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
    holders: list[SeatHolder]  # in order; empty if nobody left and nobody came
    from_position: bool  # the game began at a position, so it has no record


class ReplayFrame(msgspec.Struct, frozen=True):
    """The scene after a number of events."""

    event: int  # the number of events
    scene: Scene


class Replay:
    """A finished game with snapshots, so that any of its states is restored quickly."""

    def __init__(self, table: Table) -> None:
        game, events = table.game, table.events
        self.game = game
        self.table = table
        self.events = list(events)
        self.standings: list[tuple[int, ...]] = []
        self._snapshots: list[State] = []
        state = table.start or game.new_under(table.rules_version, table.options)
        state = state.clone()
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

    async def of(self, room: Room, heavy_requests: HeavyRequests, address: str = "") -> Replay:
        """The replay of a room whose game is over, for a client at an address."""
        if room.status != "over":
            raise Refused("not-over", "a game can be replayed once it is over")
        table_id, table = room.created.table, room.started_table()
        if table_id not in self._replays:
            self.add(table_id, await heavy_requests.run(address, lambda: Replay(table)))
        self._replays.move_to_end(table_id)
        return self._replays[table_id]

    def found(self, key: str) -> Replay | None:
        """A replay that is in the cache."""
        return self._replays.get(key)

    def add(self, key: str, replay: Replay) -> None:
        """Put a replay into the cache; the one that was used least recently is dropped."""
        self._replays[key] = replay
        while len(self._replays) > REPLAY_CACHE_SIZE:
            self._replays.popitem(last=False)


# scenes


def replay_frame(
    replay: Replay, event: int, viewer: int, words: Words, names: Sequence[str]
) -> ReplayFrame:
    """The scene after some events, for a seat, for a spectator, or with all hands."""
    return frame_of(replay.game, replay.state_after(event), event, viewer, words, names)


def frame_of(
    game: Game, state: State, event: int, viewer: int, words: Words, names: Sequence[str]
) -> ReplayFrame:
    """The scene of a state, for a seat, for a spectator, or with all hands."""
    if viewer != ALL_HANDS:
        scene = game.scene(state, viewer, words, names)
    else:
        scene = _scene_with_all_hands(game, state, words, names)
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
    room, replay = await _replay_of(house, request)
    return await house.heavy_requests.run(
        house.address(request),
        lambda: gzip_json_response(request, _story(replay, room, language)),
    )


async def _replay_of(house: House, request: Request) -> tuple[Room, Replay]:
    room = (await open_shown(house, request)).room
    return room, await house.replays.of(room, house.heavy_requests, house.address(request))


async def open_shown(house: House, request: Request) -> LiveTable:
    """The table of a request, if the person may see it; the deal of the day is kept for later."""
    table = await house.open_table(request)
    if table.room.created.daily:
        person = await house.person_of(request)
        await house.daily.check_may_see(table.room, person.id if person else "")
    return table


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
        holders=_holders(room),
        from_position=bool(room.created.position),
    )


def _holders(room: Room) -> list[SeatHolder]:
    if len(room.holders) == len(room.chairs):
        return []
    return [SeatHolder(one.seat, one.event, one.name, one.bot) for one in room.holders]


async def replay_scene(house: House, request: Request) -> Response:
    """The scene of a finished game after some events."""
    language = language_of(request)
    room, replay = await _replay_of(house, request)
    return await frame_response(house, request, replay, room.game.words(language), room.names())


async def frame_response(
    house: House, request: Request, replay: Replay, words: Words, names: Sequence[str]
) -> Response:
    """The scene that a request asks for."""
    event = request.path_params["event"]
    if event > len(replay.events):
        raise Refused("no-such-event", f"this game has {len(replay.events)} events")
    viewer = viewer_of(request.query_params.get("seat", "-1"), len(names))
    return await house.heavy_requests.run(
        house.address(request),
        lambda: gzip_json_response(request, replay_frame(replay, event, viewer, words, names)),
    )


def viewer_of(text: str, seats: int) -> int:
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
