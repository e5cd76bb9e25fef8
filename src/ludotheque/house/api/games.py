"""The games over HTTP: their descriptions and rule sheets, in a language."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec
from starlette.routing import Route

from ludotheque.bots import levels_of
from ludotheque.bots.characters import characters_of
from ludotheque.core.registry import find
from ludotheque.core.words import Words
from ludotheque.house.api.files import art_url
from ludotheque.house.api.http import endpoint, gzip_json_response, language_of
from ludotheque.presentation.lessons import FILE
from ludotheque.presentation.sheets import Section, Sheet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from ludotheque.core.game import Game
    from ludotheque.core.options import Option, Value
    from ludotheque.house.server import House


def game_of(request: Request) -> Game:
    """The game that a request's path names."""
    return find(request.path_params["game"])


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a game, in words."""

    name: str
    label: str
    tip: str
    values: tuple[bool | int | str, ...]
    labels: tuple[str, ...]
    default: bool | int | str


class Level(msgspec.Struct, frozen=True):
    """A level of bots, in words."""

    name: str
    label: str
    tip: str


class CharacterInfo(msgspec.Struct, frozen=True):
    """An opponent with a name and a manner, in words; its name as a bot is ``name``."""

    name: str
    label: str
    tip: str
    level: str  # as strong as


class GameInfo(msgspec.Struct, frozen=True):
    """What a box of the game would say, in a language, and where its art is."""

    game: str
    name: str
    line: str
    play: str  # against whom one plays at once, if not simply against bots
    players: tuple[int, int]
    minutes: tuple[int, int]
    age: int
    authors: tuple[str, ...]
    publisher: str
    year: int
    options: tuple[OptionInfo, ...]
    bots: tuple[str, ...]
    levels: tuple[Level, ...]
    characters: tuple[CharacterInfo, ...]
    together: bool
    lessons: bool
    cover: str
    art: str
    style: str
    look: str


def game_info(game: Game, language: str) -> GameInfo:
    """The description of a game in a language."""
    words = game.words(language)
    players = next(option.values for option in game.options if option.name == "players")
    seats = [int(count) for count in players]
    levels = _levels(game, language)
    return GameInfo(
        game=game.slug,
        name=game.name,
        line=words.say("about.line"),
        play=words.say("about.play") if "about.play" in words else "",
        players=(min(seats), max(seats)),
        minutes=game.minutes,
        age=game.age,
        authors=game.authors,
        publisher=game.publisher,
        year=game.year,
        options=tuple(_option(option, words) for option in game.options),
        bots=tuple(levels_of(game)),
        levels=levels,
        characters=_characters(game, words, {level.name: level.label for level in levels}),
        together=game.timed_phase is not None,
        lessons=(game.folder() / FILE).is_file(),
        cover=art_url(game.slug, "cover.svg"),
        art=art_url(game.slug, "art.svg"),
        style=art_url(game.slug, "look.css"),
        look=art_url(game.slug, "look.json"),
    )


def _option(option: Option, words: Words) -> OptionInfo:
    key = f"option.{option.name}"
    return OptionInfo(
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
    """The levels of a game; its own words for them, if it has any, come first."""
    own = game.words(language)
    common = Words.load(files("ludotheque.bots") / "words", language)
    levels: list[Level] = []
    for name in levels_of(game):
        key = f"bot.{name}"
        words = own if key in own else common
        tip = words.say(f"{key}.tip") if f"{key}.tip" in words else ""
        levels.append(Level(name, words.say(key), tip))
    return tuple(levels)


def _characters(game: Game, words: Words, labels: Mapping[str, str]) -> tuple[CharacterInfo, ...]:
    """The characters of a game, such as "Elsa, the collector (Player)"."""
    return tuple(
        CharacterInfo(
            name=one.name,
            label=f"{one.called}, {words.say(f'character.{one.name}')} ({labels[one.level]})",
            tip=words.say(f"character.{one.name}.tip"),
            level=one.level,
        )
        for one in characters_of(game).values()
    )


class RuleSheet(msgspec.Struct, frozen=True):
    """A rule sheet, parsed."""

    game: str
    language: str
    sections: tuple[Section, ...]


# handlers


async def games(house: House, request: Request) -> Response:
    """The games of the shelf, described in a language."""
    language = language_of(request)
    shelf = house.shelf.values()
    return gzip_json_response(request, [game_info(game, language) for game in shelf])


async def sheet(_house: House, request: Request) -> Response:
    """The rule sheet of a game, parsed."""
    game, language = game_of(request), language_of(request)
    sections = Sheet.load(game.folder() / "sheets", language).sections()
    return gzip_json_response(request, RuleSheet(game.slug, language, sections))


def routes() -> list[Route]:
    """The routes of this module."""
    return [
        Route("/api/games", endpoint(games)),
        Route("/api/games/{game}/sheet", endpoint(sheet)),
    ]
