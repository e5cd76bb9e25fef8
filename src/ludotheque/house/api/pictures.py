"""The pictures of the rules over HTTP: scenes that are ready to be drawn."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TYPE_CHECKING

import msgspec
from starlette.routing import Route

from ludotheque.core.registry import find
from ludotheque.house.api.games import game_of
from ludotheque.house.api.http import endpoint, gzip_json_response, language_of
from ludotheque.presentation.pictures import Picture, Pictures, draw, load
from ludotheque.presentation.scene import Scene

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ludotheque.core.game import Game
    from ludotheque.core.words import Words
    from ludotheque.house.server import House


class RulePicture(msgspec.Struct, frozen=True):
    """A scene, and the ids of the pieces and areas that are framed in it."""

    scene: Scene
    point: tuple[str, ...]


class EssentialView(msgspec.Struct, frozen=True):
    """One of the essentials of a game: a picture with one or two sentences."""

    say: str
    rule: str
    picture: RulePicture


class Figure(msgspec.Struct, frozen=True):
    """The pictures beside a numbered rule or worked example."""

    rule: str
    pictures: tuple[RulePicture, ...]


class RulePictures(msgspec.Struct, frozen=True):
    """The pictures of a game's rules in a language; empty if it has none."""

    essentials: tuple[EssentialView, ...]
    figures: tuple[Figure, ...]


def rule_pictures(game: Game, language: str) -> RulePictures:
    """The pictures of a game's rules in a language."""
    pictures, words = load(game), game.words(language)
    return RulePictures(
        tuple(
            EssentialView(words.say(one.say), one.rule, _drawn(game, pictures, one, words))
            for one in pictures.essentials
        ),
        tuple(
            Figure(rule, tuple(_drawn(game, pictures, figure, words) for figure in figures))
            for rule, figures in pictures.figures.items()
        ),
    )


def _drawn(game: Game, pictures: Pictures, picture: Picture, words: Words) -> RulePicture:
    return RulePicture(draw(game, pictures, picture, words), picture.point)


@cache
def _encoded(slug: str, language: str) -> msgspec.Raw:
    """Drawing takes hundreds of moves, and the answer never changes while the house runs."""
    return msgspec.Raw(msgspec.json.encode(rule_pictures(find(slug), language)))


async def pictures(_house: House, request: Request) -> Response:
    """The pictures of a game's rules: the essentials, and those beside numbered rules."""
    slug, language = game_of(request).slug, language_of(request)
    return gzip_json_response(request, await asyncio.to_thread(_encoded, slug, language))


def routes() -> list[Route]:
    """The routes of this module."""
    return [Route("/api/games/{game}/pictures", endpoint(pictures))]
