"""Past games over HTTP: found by game, person, date, result and status."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from starlette.routing import Route

from ludotheque.house.api.http import endpoint, json_response
from ludotheque.house.api.statistics import check_rate, person_named
from ludotheque.house.refusals import Refused
from ludotheque.house.store import TableSearch
from ludotheque.house.table.days import MS_PER_DAY, number_of
from ludotheque.house.table.listing import PAGE_SIZE, ListedTable, cursor_of, cursor_text, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.requests import Request
    from starlette.responses import Response

    from ludotheque.house.server import House
    from ludotheque.house.store import TableRow
    from ludotheque.house.store.results import Result

FINISHED: Final = ("over", "closed")
RESULTS: Final = ("won", "lost")


class PastGame(ListedTable, frozen=True):
    """A finished table with its result."""

    ranks: tuple[int, ...] = ()  # by seat; empty if the game was not finished
    rated: bool = False


class PastGames(msgspec.Struct, frozen=True):
    """Finished tables, the newest first, and the cursor of the following ones."""

    games: list[PastGame]
    next: str  # for ?before=; "" at the end of the list


async def past(house: House, request: Request) -> Response:
    """Past games that the person may see: public ones, and their own with ?mine=1 only."""
    person = await house.person_of(request)
    check_rate(house, request, person)
    viewer = person.id if person else ""
    search = await _search(house, request, viewer)
    before = cursor_of(request.query_params.get("before", ""))
    async with house.heavy_reads.turn(house.address(request)):
        rows = await house.store.search_tables(search, before=before, limit=PAGE_SIZE + 1)
    shown = rows[:PAGE_SIZE]
    results = await house.results.results_of_tables([row.id for row in shown])
    games = [_past_game(row, results[row.id], viewer) for row in shown]
    return json_response(PastGames(games, cursor_text(shown[-1]) if len(rows) > PAGE_SIZE else ""))


async def _search(house: House, request: Request, viewer: str) -> TableSearch:
    query = request.query_params
    status, result = query.get("status", "over"), query.get("result", "")
    if status not in FINISHED:
        raise Refused("bad-status", f"the statuses of past games are {', '.join(FINISHED)}")
    if result not in {"", *RESULTS}:
        raise Refused("bad-result", f"the results are {', '.join(RESULTS)}")
    whose = viewer
    if query.get("name"):
        whose = (await person_named(house, query["name"], viewer)).id
    elif not query.get("mine") and not result:
        whose = ""
    if not whose and (query.get("mine") or result):
        raise Refused("no-token", "sign in first: POST /api/guest")
    return TableSearch(
        viewer=viewer,
        game=query.get("game", ""),
        status=status,
        person=whose,
        result=result,
        since=_day_start(query.get("since", "")),
        until=_day_start(query.get("until", ""), 1),
    )


def _day_start(text: str, days_later: int = 0) -> int:
    """When a day begins, or some days later; 0 without a day."""
    try:
        return (number_of(text) + days_later) * MS_PER_DAY if text else 0
    except ValueError:
        raise Refused("bad-day", "a day is written as 2026-11-18") from None


def _past_game(row: TableRow, results: Sequence[Result], viewer: str) -> PastGame:
    table = msgspec.structs.asdict(listed(row, viewer))
    ranks = tuple([one.rank for one in results])
    return PastGame(**table, ranks=ranks, rated=any(one.rated for one in results))


RESPONSE_TYPES: Final = (PastGames,)


def routes() -> list[Route]:
    """The routes of this module."""
    return [Route("/api/past", endpoint(past))]
