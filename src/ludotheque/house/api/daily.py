"""The deal of the day over HTTP: what it is, its ladder, and one's own try."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from starlette.routing import Route

from ludotheque.house.api.http import endpoint, json_response
from ludotheque.house.ratings.daily import FIRST_DAY, PERSON_SEAT, commitment_of
from ludotheque.house.refusals import Refused
from ludotheque.house.table.days import day_before, day_of, end_of, number_of
from ludotheque.house.table.deeds import Caller
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ludotheque.house.server import House
    from ludotheque.house.store.daily import Rung

DAY_LENGTH: Final = len(FIRST_DAY)


class LadderRung(msgspec.Struct, frozen=True):
    """A finished try: equal ones share a place."""

    place: int
    name: str
    rank: int  # at the table
    score: int
    minutes: int
    table: str  # whose replay may be opened; "" while it is a secret
    you: bool


class DailyDeal(msgspec.Struct, frozen=True):
    """The deal of a day."""

    day: str
    previous: str  # the day before, if it had a deal
    game: str
    options: dict[str, bool | int | str]
    bot: str  # the level of the three players of the house
    seat: int  # where everybody sits
    ends: int  # when the day is over
    commitment: str
    seed: str  # once the day is over
    table: str  # of one's own try; "" before it
    finished: bool  # one's own try, or the day
    ladder: list[LadderRung]


async def daily(house: House, request: Request) -> Response:
    """The deal of today, or of ?day=, with its ladder."""
    day = _day(request.query_params.get("day", ""))
    person = await house.person_of(request)
    viewer = person.id if person else ""
    deal = await house.daily.deal(day)
    own = await house.daily.try_of(day, viewer)
    is_over = now_ms() >= end_of(day)
    may_see = is_over or (own is not None and own.is_over)
    ladder = await house.daily.ladder(day, viewer)
    before = await house.daily.store.deal(day_before(day))
    return json_response(
        DailyDeal(
            day=day,
            previous=before.day if before and before.game in house.shelf else "",
            game=deal.game,
            options=msgspec.json.decode(deal.options),
            bot=deal.bot,
            seat=PERSON_SEAT,
            ends=end_of(day),
            commitment=commitment_of(deal),
            seed=deal.seed if is_over else "",
            table=own.table if own else "",
            finished=may_see,
            ladder=_rungs(ladder, viewer, may_see),
        )
    )


def _rungs(ladder: list[Rung], viewer: str, may_see: bool) -> list[LadderRung]:
    results = [(one.rank, one.score) for one in ladder]
    return [
        LadderRung(
            place=1 + results.index((one.rank, one.score)),
            name=one.name,
            rank=one.rank,
            score=one.score,
            minutes=round(one.duration_ms / 60_000),
            table=one.table_id if may_see else "",
            you=one.person == viewer,
        )
        for one in ladder
    ]


def _day(text: str) -> str:
    """The day that a request names; today if it names none."""
    today = day_of(now_ms())
    if not text:
        return today
    try:
        number_of(text)
    except ValueError:
        raise no_such_deal() from None
    if len(text) != DAY_LENGTH or not FIRST_DAY <= text <= today:
        raise no_such_deal()
    return text


def no_such_deal() -> Refused:
    """The refusal of a day that has no deal."""
    return Refused("no-such-deal", "there is no deal of that day")


async def begin(house: House, request: Request) -> Response:
    """Begin one's try at the deal of today, or go on with it."""
    person = await house.require_person(request)
    caller = Caller(person.id, person.name or "")
    if await house.daily.try_of(day_of(now_ms()), person.id):
        return json_response({"table": await house.daily.begin(house.tables, caller)})
    async with house.table_quota.one_more(house.client(request, person), public=False) as note:
        table = await house.daily.begin(house.tables, caller)
        note(table)
    return json_response({"table": table}, 201)


RESPONSE_TYPES: Final = (DailyDeal,)


def routes() -> list[Route]:
    """The routes of this module."""
    return [
        Route("/api/daily", endpoint(daily), methods=["GET"]),
        Route("/api/daily", endpoint(begin), methods=["POST"]),
    ]
