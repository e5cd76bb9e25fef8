"""The analysis of a finished game over HTTP, and playing on from one of its moments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import msgspec
from starlette.routing import Route

from ludotheque.analysis import reason
from ludotheque.analysis.report import Decision, GameAnalysis, Grade, LuckEffect
from ludotheque.bots import bots_of
from ludotheque.core.bot import current_bot_name
from ludotheque.core.record import Record
from ludotheque.house import limits
from ludotheque.house.analysis.analyst import Progress, Subject
from ludotheque.house.api.http import (
    endpoint,
    gzip_json_response,
    json_response,
    language_of,
    read_body,
)
from ludotheque.house.api.records import opened, seat_names
from ludotheque.house.api.replay import Replay, ReplayFrame, frame_of, open_shown, viewer_of
from ludotheque.house.refusals import Refused
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.expiry import DAY_MS
from ludotheque.house.table.playing_on import Position, World, play_on
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.requests import Request
    from starlette.responses import Response

    from ludotheque.core.words import Words
    from ludotheque.house.server import House
    from ludotheque.house.table.room import Room

RECORD_KEY: Final = "record "  # before the id of an opened record
DEFAULT_BOT: Final = "player"


class DecisionView(msgspec.Struct, frozen=True):
    """A decision that was judged, by what its seat could know."""

    event: int  # the number of the move that was played
    seat: int
    played: str
    best: str
    played_label: str  # in words
    best_label: str
    cost: float  # what the move cost, as a share of a win
    doubt: float  # half of the 95 % interval of the cost
    gain: float  # of the best move: how far the next one is behind
    grade: Grade
    reason: str  # for the best move; "" if there is none


class AnalysisView(msgspec.Struct, frozen=True):
    """An analysis, or how far it is; its lists are empty before it is done."""

    status: Literal["running", "done", "failed"]
    progress: float  # from 0 to 1
    chances: list[tuple[float, ...]]  # of each seat, before the first event and after each
    decisions: list[DecisionView]
    moments: list[int]  # up to three of the decisions, which cost or gained most
    luck: list[LuckEffect]
    bots: list[str]  # who can play on, from the weakest to the strongest


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to play on from a moment of a finished game."""

    event: int
    seat: int
    world: World = "true"
    bot: str = DEFAULT_BOT


class Source(NamedTuple):
    """A finished game that can be analysed."""

    subject: Subject
    replay: Replay
    names: list[str]


async def _table_source(house: House, request: Request) -> Source:
    """The finished table of a request, if the person may see it."""
    room = (await open_shown(house, request)).room
    replay = await house.replays.of(room, house.heavy_requests, house.address(request))
    return Source(table_subject(room), replay, room.names())


def table_subject(room: Room) -> Subject:
    """A finished table as the subject of an analysis; refuses a game that has no record."""
    if room.created.position:
        raise Refused("no-analysis", "a game that began at a position is not analysed")
    return Subject(room.created.table, Record.from_table(room.started_table()))


async def _record_source(house: House, request: Request) -> Source:
    """The opened record of a request."""
    record, replay = await opened(house, request)
    key = RECORD_KEY + request.path_params["record"]
    names = seat_names(replay.table.state.seats(), language_of(request))
    expires = now_ms() + limits.OPENED_RECORD_DAYS * DAY_MS
    return Source(Subject(key, record, expires), replay, names)


async def _source(house: House, request: Request) -> Source:
    if "table" in request.path_params:
        return await _table_source(house, request)
    return await _record_source(house, request)


async def _progress(house: House, request: Request, source: Source) -> Progress:
    """How an analysis stands; it is begun if that is needed."""
    progress = await house.analyst.progress(source.subject)
    if progress is None:
        person = await house.person_of(request)
        client = house.client(request, person)
        if not house.analysis_limit.take(client):
            raise Refused("too-fast", "many analyses; wait a little before the next one")
        house.analyst.begin(source.subject, client)
        progress = Progress(None, 0.0)
    return progress


async def analysis(house: House, request: Request) -> Response:
    """What decided a finished game; it is analysed if nobody asked before."""
    language = language_of(request)
    source = await _source(house, request)
    progress = await _progress(house, request, source)
    words = source.replay.game.words(language)
    return await house.heavy_requests.run(
        house.address(request),
        lambda: gzip_json_response(request, _view(source, progress, words)),
    )


def _view(source: Source, progress: Progress, words: Words) -> AnalysisView:
    found = progress.result
    bots = list(bots_of(source.replay.game))
    if found is None:
        status: Literal["running", "failed"] = "failed" if progress.failed else "running"
        return AnalysisView(status, progress.fraction, [], [], [], [], bots)
    return AnalysisView(
        status="done",
        progress=1.0,
        chances=[*found.chances],
        decisions=[_decision_view(source, one, words) for one in found.decisions],
        moments=[*found.moments],
        luck=[*found.luck],
        bots=bots,
    )


def _decision_view(source: Source, one: Decision, words: Words) -> DecisionView:
    game, state = source.replay.game, source.replay.state_after(one.event)
    played, best = (game.parse(state, text) for text in (one.played, one.best))
    return DecisionView(
        event=one.event,
        seat=one.seat,
        played=one.played,
        best=one.best,
        played_label=game.move_phrase(state, played, words),
        best_label=game.move_phrase(state, best, words),
        cost=one.cost,
        doubt=one.doubt,
        gain=one.gain,
        grade=one.grade,
        reason=reason(game, state, one.seat, one.best, words, source.names),
    )


async def better_move(house: House, request: Request) -> Response:
    """The table after the best move, in place of the move that was played at an event."""
    words_language = language_of(request)
    source = await _source(house, request)
    found = (await _progress(house, request, source)).result
    if found is None:
        raise Refused("not-analysed", "the analysis is not done yet")
    decision = _decision_at(found, request.path_params["event"])
    viewer = viewer_of(request.query_params.get("seat", "-1"), len(source.names))
    words = source.replay.game.words(words_language)
    return await house.heavy_requests.run(
        house.address(request),
        lambda: gzip_json_response(
            request, _better_frame(source.replay, decision, viewer, words, source.names)
        ),
    )


def _decision_at(found: GameAnalysis, event: int) -> Decision:
    decision = next((one for one in found.decisions if one.event == event), None)
    if decision is None:
        raise Refused("no-such-event", f"event {event} was not judged")
    return decision


def _better_frame(
    replay: Replay, decision: Decision, viewer: int, words: Words, names: Sequence[str]
) -> ReplayFrame:
    state = replay.state_after(decision.event)
    state.apply(decision.seat, replay.game.parse(state, decision.best))
    return frame_of(replay.game, state, decision.event, viewer, words, names)


async def play_on_here(house: House, request: Request) -> Response:
    """Play on from a moment of a finished game, at a table of one's own with bots."""
    person = await house.require_person(request)
    wish = await read_body(request, PlayOn)
    source = await _source(house, request)
    replay = source.replay
    if current_bot_name(wish.bot) not in bots_of(replay.game):
        raise Refused("unknown-bot", f"there is no bot {wish.bot[:40]!r} for {replay.game.slug}")
    if not 0 <= wish.event <= len(replay.events):
        raise Refused("no-such-event", f"this game has {len(replay.events)} events")
    state = await house.heavy_requests.run(
        house.address(request), lambda: replay.state_after(wish.event)
    )
    position = Position(replay.game, replay.table.options, state, wish.seat, wish.bot)
    caller = Caller(person.id, person.name or "")
    async with house.table_quota.one_more(house.client(request, person), public=False) as note:
        table = await play_on(house.tables, caller, position, wish.world)
        note(table)
    return json_response({"table": table}, 201)


BODY_TYPES: Final = (PlayOn,)
RESPONSE_TYPES: Final = (AnalysisView,)


def routes() -> list[Route]:
    """The routes of this module."""
    return [
        route
        for source in ("/api/tables/{table}", "/api/records/{record}")
        for route in (
            Route(f"{source}/analysis", endpoint(analysis)),
            Route(f"{source}/analysis/{{event:int}}", endpoint(better_move, is_file=True)),
            Route(f"{source}/play-on", endpoint(play_on_here), methods=["POST"]),
        )
    ]
