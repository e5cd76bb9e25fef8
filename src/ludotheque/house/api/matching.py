"""Playing with somebody, over HTTP: asking to be matched, how it stands, and waiting no longer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from starlette.routing import Route

from ludotheque.house.api.http import endpoint, json_response, read_body
from ludotheque.house.matchmaking.matchmaker import MatchState
from ludotheque.house.matchmaking.wishes import Wish
from ludotheque.house.refusals import Refused
from ludotheque.house.table.clocks import TimeControl

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ludotheque.house.server import House


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody wants to play with others; what is left out may be anything."""

    game: str
    options: dict[str, bool | int | str] = {}  # the number of players included
    pace: TimeControl | None = None
    strength: str = ""  # of the others: a level of the game's bots
    wait: int = 20  # seconds after which bots take the seats of those who have not come


async def ask(house: House, request: Request) -> Response:
    """Wait for others who want to play the same."""
    person = await house.require_person(request)
    body = await read_body(request, NewMatch)
    if body.game not in house.shelf:
        raise Refused("unknown-game", f"no game {body.game!r} here: {', '.join(house.shelf)}")
    client = house.client(request, person)
    if not house.match_limit.take(client):
        raise Refused("too-fast", "too many requests to play; wait a minute")
    wish = Wish(body.options, body.pace, body.strength)
    await house.table_quota.check(client)
    await house.matchmaker.ask(client, body.game, wish, body.wait)
    return json_response(await house.matchmaker.state(person.id), 201)


async def state(house: House, request: Request) -> Response:
    """How one's request stands; whoever stops asking waits no longer."""
    person = await house.require_person(request)
    return json_response(await house.matchmaker.state(person.id))


async def withdraw(house: House, request: Request) -> Response:
    """Wait no longer."""
    person = await house.require_person(request)
    await house.matchmaker.withdraw(person.id)
    return json_response({})


BODY_TYPES: Final = (NewMatch,)
RESPONSE_TYPES: Final = (MatchState,)


def routes() -> list[Route]:
    """The routes of this module."""
    return [
        Route("/api/match", endpoint(ask), methods=["POST"]),
        Route("/api/match", endpoint(state), methods=["GET"]),
        Route("/api/match", endpoint(withdraw), methods=["DELETE"]),
    ]
