"""Tables over HTTP: which there are, a new one, and the record of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.core.seal import sealed
from ludotheque.house.api.games import language_of
from ludotheque.house.api.http import answer_json, body_of, endpoint
from ludotheque.house.refusals import Refused
from ludotheque.house.table import chat
from ludotheque.house.table.entries import Pace, SeatPlan
from ludotheque.house.table.live import Summary

if TYPE_CHECKING:
    from starlette.requests import Request

    from ludotheque.house.server import House
    from ludotheque.house.store import TableRow


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """What is said to set a table up."""

    game: str
    options: dict[str, bool | int | str] = {}
    bots: list[str] = []  # by seat; an empty name is a seat for a person
    public: bool = False
    pace: Pace = Pace()
    hints: bool = True


def listed(row: TableRow, person: str = "") -> dict[str, object]:
    """A table in a list, with the seat of who asks, -1 if he has none there."""
    summary = msgspec.json.decode(row.summary, type=Summary)
    seats = dict(zip(row.people, summary.persons, strict=False))  # old rows name no seats
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
    """Public tables, or with ?mine=1 one's own."""
    if request.query_params.get("mine"):
        person = await house.person_of(request)
        if person is None:
            return answer_json([])  # who is new here has none
        rows = await house.store.tables(person=person.id)
        return answer_json([listed(row, person.id) for row in rows])
    rows = await house.store.tables(public_only=True)
    return answer_json([listed(row) for row in rows])


async def new_table(house: House, request: Request) -> Response:
    """Set a table up."""
    person = await house.somebody(request)
    wanted = await body_of(request, NewTable)
    seats = [SeatPlan(bot) for bot in wanted.bots]
    table = await house.hall.create(
        wanted.game,
        wanted.options,
        seats,
        person.id,
        public=wanted.public,
        pace=wanted.pace,
        hints=wanted.hints,
    )
    return answer_json({"table": table.room.created.table}, 201)


async def phrases(house: House, request: Request) -> Response:
    """What may be said without typing, in a language."""
    del house
    return answer_json(chat.phrases(language_of(request)))


async def record(house: House, request: Request) -> Response:
    """The record of a finished game, with its seal."""
    table = await house.hall.open(request.path_params["table"])
    room = table.room
    if room.status != "over":
        raise Refused("not-over", "a record is shown when the game is over")
    nonces = [chair.nonce for chair in room.chairs]
    text = sealed(room.record(), table.seed, nonces).to_json()
    return Response(text, media_type="application/json")


def routes() -> list[Route]:
    """Where all this is asked."""
    return [
        Route("/api/phrases", endpoint(phrases)),
        Route("/api/tables", endpoint(tables), methods=["GET"]),
        Route("/api/tables", endpoint(new_table), methods=["POST"]),
        Route("/api/tables/{table}/record", endpoint(record)),
    ]
