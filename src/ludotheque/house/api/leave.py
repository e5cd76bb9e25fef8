"""Leave over HTTP: the days in which one's clock rests, at all one's tables at once."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.house.api.http import endpoint, json_response, read_body
from ludotheque.house.refusals import Refused
from ludotheque.house.table.asks import TakeLeave
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.listing import ListedTable, listed
from ludotheque.house.table.pauses import check_days

if TYPE_CHECKING:
    from starlette.requests import Request

    from ludotheque.house.server import House

MAX_TABLES: Final = 100  # with leave, of one person: the newest


class AskedLeave(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request for leave at all tables; without days, one comes back."""

    first: date | None = None
    last: date | None = None


class TableLeave(msgspec.Struct, frozen=True):
    """The leave that one has at a table."""

    table: str
    game: str
    names: list[str]  # of the others
    leave_days: int  # in the whole game
    leave: list[date]  # taken, or to come
    refused: str = ""  # why the table refuses what was asked for: the code of a refusal


RESPONSE_TYPES: Final = (TableLeave,)
BODY_TYPES: Final = (AskedLeave,)


async def leave(house: House, request: Request) -> Response:
    """The leave of the person who asks, at each of their tables that has any."""
    person = await house.require_person(request)
    return json_response(await _tables(house, person.id))


async def take_leave(house: House, request: Request) -> Response:
    """Take leave at all tables that have enough of it."""
    person = await house.require_person(request)
    body = await read_body(request, AskedLeave)
    check_days(body.first, body.last)
    caller = Caller(person.id, person.name or "")
    refused: dict[str, str] = {}
    for one in await _tables(house, person.id):
        try:
            table = await house.tables.open(one.table)
            await house.tables.perform(table, caller, TakeLeave(first=body.first, last=body.last))
        except Refused as error:
            refused[one.table] = error.code
    shown = [
        msgspec.structs.replace(one, refused=refused.get(one.table, ""))
        for one in await _tables(house, person.id)
    ]
    return json_response(shown)


async def _tables(house: House, person_id: str) -> list[TableLeave]:
    rows = await house.store.tables_of_person(person_id, statuses=("playing",), limit=MAX_TABLES)
    return [one for row in rows if (one := _leave_at(listed(row, person_id))) is not None]


def _leave_at(table: ListedTable) -> TableLeave | None:
    """The leave of a person at a table; none if there is none, or if a bot plays for them."""
    summary, seat = table.summary, table.you
    pauses = summary.time_control.pauses
    if seat < 0 or summary.bots[seat] or pauses is None or not pauses.leave_days:
        return None
    return TableLeave(
        table=table.table,
        game=table.game,
        names=[name for other, name in enumerate(summary.names) if other != seat and name],
        leave_days=pauses.leave_days,
        leave=summary.leave[seat] if summary.leave else [],
    )


def routes() -> list[Route]:
    """The routes of this module."""
    return [
        Route("/api/me/leave", endpoint(leave), methods=["GET"]),
        Route("/api/me/leave", endpoint(take_leave), methods=["POST"]),
    ]
