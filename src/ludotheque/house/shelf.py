"""The shelf of games: what stands on a box, its rule sheet and its lessons, in one's language."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from starlette.routing import Route

from ludotheque.bots import bots_of
from ludotheque.core.registry import find, installed
from ludotheque.core.sheets import Sheet
from ludotheque.core.words import LANGUAGES, Words
from ludotheque.house.answers import answer_json, endpoint
from ludotheque.house.files import art_address
from ludotheque.house.refusals import Refused

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ludotheque.core.game import Game, Option, Value
    from ludotheque.house.server import House


def language_of(request: Request) -> str:
    """The language asked for; French if none is."""
    language = request.query_params.get("language", LANGUAGES[0])
    if language not in LANGUAGES:
        raise Refused("unknown-language", f"we speak {', '.join(LANGUAGES)}")
    return language


def game_of(request: Request) -> Game:
    """The game asked for."""
    return find(request.path_params["game"])


# boxes


def box(game: Game, language: str) -> dict[str, object]:
    """What stands on the box of a game."""
    words = game.words(language)
    players = next(option for option in game.options if option.name == "players")
    return {
        "game": game.slug,
        "name": game.name,
        "line": words.say("about.line"),
        "players": [min(players.values), max(players.values)],
        "minutes": game.minutes,
        "age": game.age,
        "authors": game.authors,
        "publisher": game.publisher,
        "year": game.year,
        "options": [_option(option, words) for option in game.options],
        "bots": [*bots_of(game)],
        "levels": _levels(game, language),
        "cover": art_address(game.slug, "cover.svg"),
        "art": art_address(game.slug, "art.svg"),
        "style": art_address(game.slug, "look.css"),
        "look": art_address(game.slug, "look.json"),
    }


def _option(option: Option, words: Words) -> dict[str, object]:
    key = f"option.{option.name}"
    return {
        "name": option.name,
        "label": words.say(key),
        "tip": words.say(f"{key}.tip") if f"{key}.tip" in words else "",
        "values": option.values,
        "labels": [_value(f"{key}.{_word(value)}", value, words) for value in option.values],
        "default": option.default,
    }


def _word(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(key: str, value: Value, words: Words) -> str:
    """A value in words; a plain number needs none."""
    if isinstance(value, int) and not isinstance(value, bool) and key not in words:
        return str(value)
    return words.say(key)


def _levels(game: Game, language: str) -> list[dict[str, str]]:
    words = Words.load(files("ludotheque.bots") / "words", language)
    return [
        {
            "name": name,
            "label": words.say(f"bot.{name}"),
            "tip": words.say(f"bot.{name}.tip"),
        }
        for name in bots_of(game)
    ]


# answers


async def games(house: House, request: Request) -> Response:
    """All games, with what stands on their boxes."""
    del house
    language = language_of(request)
    return answer_json([box(game, language) for game in installed().values()])


async def sheet(house: House, request: Request) -> Response:
    """The rule sheet of a game, taken apart."""
    del house
    game, language = game_of(request), language_of(request)
    found = Sheet.load(game.folder() / "sheets", language)
    return answer_json({"game": game.slug, "language": language, "sections": found.sections()})


def routes() -> list[Route]:
    """Where all this is asked."""
    return [
        Route("/api/games", endpoint(games)),
        Route("/api/games/{game}/sheet", endpoint(sheet)),
    ]
