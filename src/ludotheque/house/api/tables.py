"""Tables over HTTP: lists, new tables, and the record of a game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, get_args

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.house.api.http import endpoint, json_response, language_of, read_body
from ludotheque.house.api.replay import open_shown
from ludotheque.house.refusals import Refused
from ludotheque.house.table import chat
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.entries import SeatPlan, Status
from ludotheque.house.table.listing import PAGE_SIZE, TablePage, cursor_of, page_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from ludotheque.house.server import House
    from ludotheque.house.store import TableCursor
    from ludotheque.house.store.writes import Statement

STATUSES: Final = get_args(Status)
LONG_LISTS: Final = {"over", "closed"}  # of which there are more from year to year


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request for a new table."""

    game: str
    options: dict[str, bool | int | str] = {}
    bots: list[str] = []  # by seat; an empty name is a seat for a person
    public: bool = False
    pace: TimeControl = TimeControl()
    hints: bool = True
    free_takebacks: bool = False
    open_seats: bool = False  # whoever comes may take over the seat of a bot during the game
    circle: str = ""  # whose members alone may come


async def tables(house: House, request: Request) -> Response:
    """Public tables of one status, or with ?mine=1 those of the person who asks."""
    query = request.query_params
    before, statuses = cursor_of(query.get("before", "")), _statuses(query.get("status", ""))
    if not query.get("mine"):
        return json_response(await _public(house, request, statuses, before))
    person = await house.person_of(request)
    if person is None:
        return json_response(TablePage([], ""))
    rows = await house.store.tables_of_person(
        person.id, statuses=statuses or STATUSES, before=before, limit=PAGE_SIZE + 1
    )
    return json_response(page_of(rows, person.id))


async def _public(
    house: House, request: Request, statuses: list[str], before: TableCursor | None
) -> TablePage:
    if len(statuses) > 1:
        raise Refused("bad-status", "a list of public tables has one status")
    (status,) = statuses or ["waiting"]
    game, limit = request.query_params.get("game"), PAGE_SIZE + 1
    if game is None or status not in LONG_LISTS:
        return page_of(
            await house.store.public_tables(status, game=game, before=before, limit=limit)
        )
    async with house.heavy_reads.turn(house.address(request)):
        rows = await house.store.public_tables(
            status, game=game, before=before, limit=limit, is_long=True
        )
    return page_of(rows)


def _statuses(text: str) -> list[str]:
    """The statuses that ?status= names, separated by commas; refuses an unknown one."""
    statuses = text.split(",") if text else []
    if not {*statuses} <= {*STATUSES}:
        raise bad_status()
    return statuses


def bad_status() -> Refused:
    """The refusal of an unknown status."""
    return Refused("bad-status", f"the statuses are {', '.join(STATUSES)}")


async def new_table(house: House, request: Request) -> Response:
    """Create a table."""
    person = await house.require_person(request)
    body = await read_body(request, NewTable)
    if body.game not in house.shelf:
        raise Refused("unknown-game", f"no game {body.game!r} here: {', '.join(house.shelf)}")
    listing: Callable[[str], Statement] | None = None
    if body.circle:
        circle = await house.circles.of_member(body.circle, person.id)
        listing = partial(house.community.circle_table, circle_id=circle.id)
    settings = TableSettings(
        game=body.game,
        options=body.options,
        seats=[SeatPlan(bot) for bot in body.bots],
        public=body.public and not body.circle,
        time_control=body.pace,
        hints=body.hints,
        free_takebacks=body.free_takebacks,
        open_seats=body.open_seats,
        circle=body.circle,
    )
    client = house.client(request, person)
    async with house.table_quota.one_more(client, body.public) as note:
        table = await house.tables.create(settings, person.id, listing)
        note(table.room.created.table)
    return json_response({"table": table.room.created.table}, 201)


async def phrases(_house: House, request: Request) -> Response:
    """The phrases of the chat, in a language."""
    return json_response(chat.phrases(language_of(request)))


async def record(house: House, request: Request) -> Response:
    """The record of a finished game, with its seal."""
    table = await open_shown(house, request)
    text = await house.heavy_requests.run(
        house.address(request), lambda: table.sealed_record().to_json()
    )
    return Response(text, media_type="application/json")


def routes() -> list[Route]:
    """The routes of this module."""
    return [
        Route("/api/phrases", endpoint(phrases)),
        Route("/api/tables", endpoint(tables), methods=["GET"]),
        Route("/api/tables", endpoint(new_table), methods=["POST"]),
        Route("/api/tables/{table}/record", endpoint(record)),
    ]
