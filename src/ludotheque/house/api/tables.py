"""Tables over HTTP: lists, new tables, and the record of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.house.api.http import endpoint, json_response, language_of, read_body
from ludotheque.house.table import chat
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.entries import SeatPlan
from ludotheque.house.table.summary import summary_of

if TYPE_CHECKING:
    from starlette.requests import Request

    from ludotheque.house.server import House
    from ludotheque.house.store import TableRow


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request for a new table."""

    game: str
    options: dict[str, bool | int | str] = {}
    bots: list[str] = []  # by seat; an empty name is a seat for a person
    public: bool = False
    pace: TimeControl = TimeControl()
    hints: bool = True


def listed(row: TableRow, person: str = "") -> dict[str, object]:
    """A table in a list, with the seat of the person who asks; -1 if they have none."""
    summary = summary_of(row)
    seats = dict(zip(row.people, summary.person_seats, strict=False))  # old rows have no seats
    return {
        "table": row.id,
        "game": row.game,
        "status": row.status,
        "created": row.created,
        "changed": row.changed,
        "summary": summary,
        "you": seats.get(person, -1),
    }


async def tables(house: House, request: Request) -> Response:
    """Public tables, or with ?mine=1 those of the person who asks."""
    if request.query_params.get("mine"):
        person = await house.person_of(request)
        if person is None:
            return json_response([])
        rows = await house.store.tables(person=person.id)
        return json_response([listed(row, person.id) for row in rows])
    rows = await house.store.tables(public_only=True)
    return json_response([listed(row) for row in rows])


async def new_table(house: House, request: Request) -> Response:
    """Create a table."""
    person = await house.require_person(request)
    body = await read_body(request, NewTable)
    settings = TableSettings(
        game=body.game,
        options=body.options,
        seats=[SeatPlan(bot) for bot in body.bots],
        public=body.public,
        time_control=body.pace,
        hints=body.hints,
    )
    table = await house.tables.create(settings, person.id)
    return json_response({"table": table.room.created.table}, 201)


async def phrases(_house: House, request: Request) -> Response:
    """The phrases of the chat, in a language."""
    return json_response(chat.phrases(language_of(request)))


async def record(house: House, request: Request) -> Response:
    """The record of a finished game, with its seal."""
    table = await house.tables.open(request.path_params["table"])
    return Response(table.sealed_record().to_json(), media_type="application/json")


def routes() -> list[Route]:
    """The routes of this module."""
    return [
        Route("/api/phrases", endpoint(phrases)),
        Route("/api/tables", endpoint(tables), methods=["GET"]),
        Route("/api/tables", endpoint(new_table), methods=["POST"]),
        Route("/api/tables/{table}/record", endpoint(record)),
    ]
