"""Statistics over HTTP: the page of a person, and that of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from starlette.routing import Route

from ludotheque.house.api.games import game_of
from ludotheque.house.api.http import (
    endpoint,
    gzip_json_response,
    json_response,
    language_of,
    read_body,
)
from ludotheque.house.names import normalized_name
from ludotheque.house.ratings.statistics import (
    SHOWN_FAVOURITES,
    GameStatistics,
    PersonGame,
    favourite_list,
    histogram,
    person_games,
    rated_players,
    record_holders,
    record_list,
    seat_totals,
)
from ludotheque.house.refusals import Refused

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ludotheque.core.game import Game
    from ludotheque.house.server import House
    from ludotheque.house.store import Person

RESULTS_PER_PERSON: Final = 2000  # the newest: of these a person's page is made
RATED_PEOPLE_PER_GAME: Final = 50
RECORDS_PER_KIND: Final = 5


class PersonPage(msgspec.Struct, frozen=True):
    """What the house shows of a person."""

    name: str
    guest: bool
    you: bool
    hidden: bool  # from everybody else
    games: list[PersonGame]


class PageSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a person shows their page to nobody else."""

    hidden: bool


def check_rate(house: House, request: Request, person: Person | None) -> None:
    """Refuse too many requests for statistics."""
    if not house.statistics_limit.take(house.client(request, person)):
        raise Refused("too-fast", "too many pages of statistics; wait a little")


async def person_named(house: House, name: str, viewer: str) -> Person:
    """The person of that name, if they show their page to the viewer."""
    person = await house.store.person_named(normalized_name(name))
    if person is None or (person.id != viewer and await house.results.is_page_hidden(person.id)):
        raise Refused("no-such-person", "there is nobody of that name, or they show no page")
    return person


async def person_page(house: House, request: Request) -> Response:
    """The page of the person of a ?name=: public games, and those where the viewer sat, too."""
    language = language_of(request)
    asking = await house.person_of(request)
    check_rate(house, request, asking)
    viewer = asking.id if asking else ""
    person = await person_named(house, request.query_params.get("name", ""), viewer)
    address = house.address(request)
    async with house.heavy_reads.turn(address):
        results = await house.results.results_of_person(person.id, viewer, RESULTS_PER_PERSON)
        ratings = await house.results.ratings_of(person.id)
        highlights = await house.results.highlights_of_person(person.id, viewer)
    games = await house.heavy_requests.run(
        address, lambda: person_games(results, ratings, highlights, house.shelf, language)
    )
    page = PersonPage(
        name=person.name or "",
        guest=person.guest,
        you=person.id == viewer,
        hidden=await house.results.is_page_hidden(person.id),
        games=games,
    )
    return gzip_json_response(request, page)


async def game_statistics(house: House, request: Request) -> Response:
    """What finished games of a game came to: public ones, and the viewer's own."""
    game, language = game_of(request), language_of(request)
    person = await house.person_of(request)
    check_rate(house, request, person)
    viewer = person.id if person else ""
    async with house.heavy_reads.turn(house.address(request)):
        statistics = await _statistics(house, game, viewer, language)
    return gzip_json_response(request, statistics)


async def _statistics(house: House, game: Game, viewer: str, language: str) -> GameStatistics:
    slug, words = game.slug, game.words(language)
    results, finder, count = house.results, game.highlights, RECORDS_PER_KIND
    seats = seat_totals(await results.seat_totals(slug, viewer))
    rated = await results.best_rated(slug, viewer, RATED_PEOPLE_PER_GAME)
    records = [
        record_list(kind, best, words)
        for kind in (finder.records if finder else ())
        if (best := await results.best_highlights(slug, kind, viewer, count))
    ]
    favourites = [
        favourite_list(finder, kind, labels, words)
        for kind in (finder.favourites if finder else ())
        if finder and (labels := await results.label_counts(slug, kind, viewer, SHOWN_FAVOURITES))
    ]
    return GameStatistics(
        game=slug,
        games=sum(one.games for one in seats if one.seat == 0),
        seats=seats,
        scores=histogram(await results.score_counts(slug, viewer)),
        minutes=histogram(await results.duration_counts(slug, viewer)),
        best_scores=record_holders(await results.best_scores(slug, viewer, count)),
        records=records,
        favourites=favourites,
        ratings=rated_players(game, rated),
    )


async def page_settings(house: House, request: Request) -> Response:
    """Whether the person shows their page to nobody else."""
    person = await house.require_person(request)
    return json_response(PageSettings(await house.results.is_page_hidden(person.id)))


async def hide_page(house: House, request: Request) -> Response:
    """Show one's page to nobody else, or to everybody again."""
    person = await house.require_person(request)
    body = await read_body(request, PageSettings)
    await house.results.hide_page(person.id, body.hidden)
    return json_response(body)


BODY_TYPES: Final = (PageSettings,)
RESPONSE_TYPES: Final = (PersonPage, GameStatistics)


def routes() -> list[Route]:
    """The routes of this module."""
    return [
        Route("/api/people", endpoint(person_page)),
        Route("/api/games/{game}/statistics", endpoint(game_statistics)),
        Route("/api/me/page", endpoint(page_settings), methods=["GET"]),
        Route("/api/me/page", endpoint(hide_page), methods=["POST"]),
    ]
