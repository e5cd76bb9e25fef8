"""The games over HTTP: what a box says, the rule sheet and the lessons, in a language."""

from __future__ import annotations

import asyncio
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.bots import levels_of
from ludotheque.core.registry import find, installed
from ludotheque.core.words import LANGUAGES, Words
from ludotheque.house.api.files import art_address
from ludotheque.house.api.http import endpoint, gzip_json_response
from ludotheque.house.api.lessons import lessons, sounds_of_step
from ludotheque.house.refusals import Refused
from ludotheque.presentation.lessons import FILE
from ludotheque.presentation.sheets import Section, Sheet

if TYPE_CHECKING:
    from starlette.requests import Request

    from ludotheque.core.game import Game
    from ludotheque.core.options import Option, Value
    from ludotheque.house.server import House


def language_of(request: Request) -> str:
    """The language of a request; French by default."""
    language = request.query_params.get("language", LANGUAGES[0])
    if language not in LANGUAGES:
        raise Refused("unknown-language", f"we speak {', '.join(LANGUAGES)}")
    return language


def game_of(request: Request) -> Game:
    """The game of a request."""
    return find(request.path_params["game"])


# boxes


class BoxOption(msgspec.Struct, frozen=True):
    """Something chosen before the game, in words."""

    name: str
    label: str
    tip: str
    values: tuple[bool | int | str, ...]
    labels: tuple[str, ...]
    default: bool | int | str


class Level(msgspec.Struct, frozen=True):
    """A bot, in words."""

    name: str
    label: str
    tip: str


class Box(msgspec.Struct, frozen=True):
    """What the box of a game says."""

    game: str
    name: str
    line: str
    players: tuple[int, int]
    minutes: tuple[int, int]
    age: int
    authors: tuple[str, ...]
    publisher: str
    year: int
    options: tuple[BoxOption, ...]
    bots: tuple[str, ...]
    levels: tuple[Level, ...]
    together: bool
    lessons: bool
    cover: str
    art: str
    style: str
    look: str


def box(game: Game, language: str) -> Box:
    """The box of a game in a language."""
    words = game.words(language)
    players = next(option.values for option in game.options if option.name == "players")
    seats = [int(count) for count in players]
    return Box(
        game=game.slug,
        name=game.name,
        line=words.say("about.line"),
        players=(min(seats), max(seats)),
        minutes=game.minutes,
        age=game.age,
        authors=game.authors,
        publisher=game.publisher,
        year=game.year,
        options=tuple(_option(option, words) for option in game.options),
        bots=tuple(levels_of(game)),
        levels=_levels(game, language),
        together=game.timed_phase is not None,
        lessons=(game.folder() / FILE).is_file(),
        cover=art_address(game.slug, "cover.svg"),
        art=art_address(game.slug, "art.svg"),
        style=art_address(game.slug, "look.css"),
        look=art_address(game.slug, "look.json"),
    )


def _option(option: Option, words: Words) -> BoxOption:
    key = f"option.{option.name}"
    return BoxOption(
        name=option.name,
        label=words.say(key),
        tip=words.say(f"{key}.tip") if f"{key}.tip" in words else "",
        values=option.values,
        labels=tuple(_label(key, value, words) for value in option.values),
        default=option.default,
    )


def _label(key: str, value: Value, words: Words) -> str:
    """The label of a value; a plain number needs none."""
    key = f"{key}.{str(value).lower() if isinstance(value, bool) else value}"
    if isinstance(value, int) and not isinstance(value, bool) and key not in words:
        return str(value)
    return words.say(key)


def _levels(game: Game, language: str) -> tuple[Level, ...]:
    words = Words.load(files("ludotheque.bots") / "words", language)
    keys = {name: f"bot.{name}" for name in levels_of(game)}
    return tuple(Level(name, words.say(key), words.say(f"{key}.tip")) for name, key in keys.items())


class RuleSheet(msgspec.Struct, frozen=True):
    """A rule sheet, parsed."""

    game: str
    language: str
    sections: tuple[Section, ...]


# handlers


async def games(house: House, request: Request) -> Response:
    """All games, with what their boxes say."""
    del house
    language = language_of(request)
    return gzip_json_response(request, [box(game, language) for game in installed().values()])


async def sheet(house: House, request: Request) -> Response:
    """The rule sheet of a game, parsed."""
    del house
    game, language = game_of(request), language_of(request)
    found = Sheet.load(game.folder() / "sheets", language)
    return gzip_json_response(request, RuleSheet(game.slug, language, found.sections()))


async def lesson(house: House, request: Request) -> Response:
    """The lesson of a game, every step with its scene."""
    game, language = game_of(request), language_of(request)
    person = await house.person_of(request)
    name = (person.name or "") if person is not None else ""
    return gzip_json_response(request, await asyncio.to_thread(lessons, game, language, name))


async def lesson_sound(house: House, request: Request) -> Response:
    """What is heard in a step of a lesson, as a WAV file."""
    chapter, step = request.path_params["chapter"], request.path_params["step"]
    counts = await asyncio.to_thread(sounds_of_step, game_of(request), chapter, step)
    data = await house.sounds.wav(counts, 1000 * chapter + step)
    return Response(data, media_type="audio/wav")


def routes() -> list[Route]:
    """The routes of this module."""
    return [
        Route("/api/games", endpoint(games)),
        Route("/api/games/{game}/sheet", endpoint(sheet)),
        Route("/api/games/{game}/lessons", endpoint(lesson)),
        Route("/api/games/{game}/lessons/{chapter:int}/{step:int}/sound", endpoint(lesson_sound)),
    ]
