"""Records: one from a file opened in the page, and all of one's own as a file.

A file may come from anybody. It is refereed with bounded work before anything is shown of it, and
stored for a day under an id that nobody can guess.
"""

from __future__ import annotations

import secrets
import time
import zlib
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from ludotheque.core.errors import BadRecord, GameError
from ludotheque.core.record import Record, from_json, read_json
from ludotheque.house import limits
from ludotheque.house.api.http import endpoint, gzip_json_response, json_response, language_of
from ludotheque.house.api.luck import outcomes
from ludotheque.house.api.replay import Replay, Story, frame_response
from ludotheque.house.refusals import Refused
from ludotheque.house.store import TableCursor
from ludotheque.house.store.opened_records import add_record, opened_record
from ludotheque.house.table.chat import house_words
from ludotheque.house.table.expiry import DAY_MS
from ludotheque.house.table.live import LiveTable
from ludotheque.house.timestamps import now_ms
from ludotheque.house.views.messages import SeatView
from ludotheque.presentation.score_table import ScoreTable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request

    from ludotheque.core.table import Table
    from ludotheque.house.server import House

GZIP_WINDOW: Final = 31  # zlib's number for a gzip header
TABLES_PER_PAGE: Final = 50
NO_SCORES: Final = ScoreTable((), ())  # of a game that was not played to its end


class OpenedRecord(msgspec.Struct, frozen=True):
    """A record that can be replayed now."""

    record: str  # its id
    game: str
    events: int
    others: int  # how many other records the file has


async def open_record(house: House, request: Request) -> Response:
    """Open a record file, which may be compressed by gzip: its first record."""
    person = await house.require_person(request)
    if not house.open_record_limit.take(house.client(request, person)):
        raise Refused("too-fast", "too many records; wait a little")
    body = await request.body()
    record, others, replay = await house.heavy_requests.run(
        house.address(request), lambda: refereed(body)
    )
    record_id = secrets.token_urlsafe(12)
    expires = now_ms() + limits.OPENED_RECORD_DAYS * DAY_MS
    await add_record(house.store, record_id, record.to_json(), expires, limits.MAX_OPENED_RECORDS)
    house.replays.add(f"record {record_id}", replay)
    opened = OpenedRecord(record_id, record.game.slug, len(record.events), others)
    return json_response(opened, 201)


def refereed(body: bytes) -> tuple[Record, int, Replay]:
    """The first record of a file, how many others it has, and its replay; refuses a bad one."""
    try:
        text = unpacked(body).decode("utf-8")
        (_, first), *others = [*read_json(text)]
        if isinstance(first, BadRecord):
            raise first
        record = from_json(first)
        table = _played(record)
    except GameError as error:
        raise Refused("bad-record", str(error), error.rule) from None
    except (UnicodeDecodeError, zlib.error):
        raise Refused("bad-record", "the file is not text") from None
    except (ValueError, TypeError, ArithmeticError, LookupError, RecursionError) as error:
        if isinstance(error, Refused):
            raise
        raise Refused("bad-record", "the file is not a record of a game") from error
    return record, len(others), Replay(table)


def unpacked(body: bytes) -> bytes:
    """The bytes of a file, without its compression; refuses one that is too long."""
    if body[:2] == b"\x1f\x8b":
        unpacking = zlib.decompressobj(GZIP_WINDOW)
        body = unpacking.decompress(body, limits.MAX_RECORD_BYTES + 1)
    if len(body) > limits.MAX_RECORD_BYTES:
        raise Refused("too-long", f"a record may have at most {limits.MAX_RECORD_BYTES} bytes")
    return body


def _played(record: Record) -> Table:
    """The table after all events, each of them checked; refuses a record that takes too long."""
    if len(record.events) > limits.MAX_RECORD_EVENTS:
        raise Refused("too-long", f"a record may have {limits.MAX_RECORD_EVENTS} events")
    table, began_s = record.table(), time.monotonic()
    seats = table.state.seats()
    for index, (who, text) in enumerate(record.events):
        if time.monotonic() - began_s > limits.MAX_RECORD_WORK_S:
            raise Refused("too-long", "this record takes too long to check")
        if who >= seats:
            raise BadRecord(f"event {index}: there is no seat {str(who)[:8]}")
        try:
            table.submit(who, text)
        except GameError as error:
            raise BadRecord(f"event {index}: {error}", error.rule) from None
    _check_result(record, table)
    return table


def _check_result(record: Record, table: Table) -> None:
    if record.scores is None:
        return
    is_true = (
        table.over
        and record.scores == table.state.scores()
        and record.ranks in record.game.accepted_ranks(table.state)
    )
    if not is_true:
        raise BadRecord("its scores are not those of its moves")


# what is opened


async def opened(house: House, request: Request) -> tuple[Record, Replay]:
    """The record of a request, read again if another process has opened it."""
    record_id = request.path_params["record"]
    text = await opened_record(house.store, record_id, now_ms())
    if not text:
        raise Refused("no-such-record", "there is no such record, or it was opened too long ago")
    key = f"record {record_id}"
    record, replay = from_json(msgspec.json.decode(text)), house.replays.found(key)
    if replay is not None:
        return record, replay
    record, _, again = await house.heavy_requests.run(
        house.address(request), lambda: refereed(text.encode())
    )
    house.replays.add(key, again)
    return record, again


def seat_names(seats: int, language: str) -> list[str]:
    """Names for the seats of a record, which has none."""
    words = house_words(language)
    return [words.say("record.seat", number=seat + 1) for seat in range(seats)]


async def story(house: House, request: Request) -> Response:
    """An opened record in words and numbers."""
    language = language_of(request)
    _, replay = await opened(house, request)
    return await house.heavy_requests.run(
        house.address(request), lambda: gzip_json_response(request, _story(replay, language))
    )


def _story(replay: Replay, language: str) -> Story:
    table, game = replay.table, replay.game
    names, words = seat_names(table.state.seats(), language), game.words(language)
    ranks = table.state.ranks() if table.over else ()
    scores = game.score_table(table.state.public(), ranks, words) if table.over else NO_SCORES
    return Story(
        game=game.slug,
        options=dict(table.options),
        events=len(replay.events),
        lines=replay.lines([""] * len(replay.events), words, names),
        standings=replay.standings,
        names=names,
        seats=[_seat(name) for name in names],
        scores=list(table.state.scores()),
        ranks=list(ranks),
        score_table=scores,
        holders=[],
        from_position=False,
    )


def _seat(name: str) -> SeatView:
    return SeatView(
        name=name,
        taken=True,
        reserved=False,
        bot="",
        program=False,
        away=False,
        resigned=False,
        rated=False,
        acting=False,
        deadline=0,
        left_ms=-1,
        leave=(),
    )


async def replay_scene(house: House, request: Request) -> Response:
    """The scene of an opened record after some events."""
    language = language_of(request)
    _, replay = await opened(house, request)
    names = seat_names(replay.table.state.seats(), language)
    return await frame_response(house, request, replay, replay.game.words(language), names)


async def file(house: House, request: Request) -> Response:
    """An opened record as a file."""
    record, _ = await opened(house, request)
    return Response(record.to_json(), media_type="application/json")


async def luck(house: House, request: Request) -> Response:
    """The outcomes of an opened record, with their draws, if it is sealed."""
    record, _ = await opened(house, request)
    try:
        return await house.heavy_requests.run(
            house.address(request), lambda: gzip_json_response(request, outcomes(record))
        )
    except GameError as error:
        raise Refused("bad-record", str(error)) from None


# one's own


async def own_records(house: House, request: Request) -> Response:
    """The records of one's finished games, one in a line, the newest first."""
    person = await house.require_person(request)
    if not house.export_limit.take(house.client(request, person)):
        raise Refused("too-fast", "your games were downloaded a moment ago; wait a minute")
    lines = _record_lines(house, person.id, house.address(request))
    return StreamingResponse(lines, media_type="application/x-ndjson")


async def _record_lines(house: House, person: str, address: str) -> AsyncIterator[bytes]:
    before: TableCursor | None = None
    count = 0
    while page := await house.store.tables_of_person(
        person, statuses=("over",), before=before, limit=TABLES_PER_PAGE
    ):
        for row in page:
            try:
                async with house.heavy_requests.part(address):
                    room, seed = await house.tables.loader.load(row.id)
                    line = LiveTable(room, seed).sealed_record().to_json().encode()
            except (Refused, GameError):  # one that can't be read any more
                continue
            yield line + b"\n"
            count += 1
            if count == limits.MAX_EXPORTED_RECORDS:
                return
        before = TableCursor(page[-1].created, page[-1].id)


RESPONSE_TYPES: Final = (OpenedRecord,)


def routes() -> list[Route]:
    """The routes of this module; a slider requests many frames, as many as files."""
    path = "/api/records/{record}"
    return [
        Route("/api/records", endpoint(open_record), methods=["POST"]),
        Route(f"{path}/story", endpoint(story)),
        Route(f"{path}/replay/{{event:int}}", endpoint(replay_scene, is_file=True)),
        Route(f"{path}/record", endpoint(file)),
        Route(f"{path}/luck", endpoint(luck)),
        Route("/api/me/records", endpoint(own_records)),
    ]
