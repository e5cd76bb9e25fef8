"""Puzzles over HTTP: moments with one clearly best move, solved at a table of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from starlette.routing import Route

from ludotheque.analysis import reason
from ludotheque.analysis.puzzles import Puzzle, load_puzzles
from ludotheque.core.errors import UnknownGame
from ludotheque.core.position import load_position
from ludotheque.house.api.http import (
    endpoint,
    gzip_json_response,
    json_response,
    language_of,
    read_body,
)
from ludotheque.house.refusals import Refused
from ludotheque.house.table.days import day_of, number_of
from ludotheque.house.timestamps import now_ms
from ludotheque.presentation.lessons import NAMES
from ludotheque.presentation.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.requests import Request
    from starlette.responses import Response

    from ludotheque.core.game import Game
    from ludotheque.core.state import State
    from ludotheque.house.server import House


class ListedPuzzle(msgspec.Struct, frozen=True):
    """A puzzle in a list."""

    puzzle: str  # its id
    game: str
    difficulty: int  # from 1 to 3


class PuzzleList(msgspec.Struct, frozen=True):
    """Puzzles, and the one of the day for each game that has any."""

    puzzles: list[ListedPuzzle]
    daily: list[ListedPuzzle]


class PuzzleView(msgspec.Struct, frozen=True):
    """A puzzle to solve, as the seat that is to move sees the table."""

    puzzle: str
    game: str
    difficulty: int
    seat: int
    names: list[str]
    scene: Scene


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move that is tried."""

    text: str


class Solution(msgspec.Struct, frozen=True):
    """Whether a move was right, and what is best and why."""

    right: bool
    best: str
    best_label: str  # in words
    cost: float  # of the next best move, as a share of a win
    reason: str  # "" if there is none
    scene: Scene  # the table after the best move


async def puzzles(house: House, request: Request) -> Response:
    """The puzzles of all games here, or of ?game=, and those of the day."""
    slug = request.query_params.get("game", "")
    if slug and slug not in house.shelf:
        raise UnknownGame(f"there is no game {slug[:40]!r} here")
    games = [house.shelf[slug]] if slug else [*house.shelf.values()]
    day = number_of(day_of(now_ms()))
    found = [one for game in games for one in load_puzzles(game)]
    of_the_day = [one for game in games if (one := of_day(load_puzzles(game), day))]
    return gzip_json_response(
        request, PuzzleList([*map(_listed, found)], [*map(_listed, of_the_day)])
    )


def of_day(found: Sequence[Puzzle], day: int) -> Puzzle | None:
    """The puzzle of a day: in the order of their hashes, so that easy and hard ones mix."""
    ordered = sorted(found, key=lambda one: one.id)
    return ordered[day % len(ordered)] if ordered else None


def _listed(one: Puzzle) -> ListedPuzzle:
    return ListedPuzzle(one.id, one.game, one.difficulty)


async def puzzle(house: House, request: Request) -> Response:
    """A puzzle to solve."""
    language = language_of(request)
    game, one, state = _loaded(house, request.path_params["puzzle"])
    names = _names(state)
    scene = game.scene(state, one.seat, game.words(language), names)
    return gzip_json_response(
        request, PuzzleView(one.id, one.game, one.difficulty, one.seat, names, scene)
    )


async def solve(house: House, request: Request) -> Response:
    """Whether a move solves a puzzle; the solution in any case."""
    attempt = await read_body(request, Attempt)
    language = language_of(request)
    game, one, state = _loaded(house, request.path_params["puzzle"])
    tried = game.text(state, game.legal_move(state, one.seat, attempt.text))
    words, names = game.words(language), _names(state)
    best = game.parse(state, one.best)
    label = game.move_phrase(state, best, words)
    why = reason(game, state, one.seat, one.best, words, names)
    after = state.clone()
    after.apply(one.seat, best)
    scene = msgspec.structs.replace(game.scene(after, one.seat, words, names), choices=())
    return json_response(Solution(tried in one.answers, one.best, label, one.cost, why, scene))


def _loaded(house: House, puzzle_id: str) -> tuple[Game, Puzzle, State]:
    """A puzzle by its id, with its game and a world as its seat knows it."""
    for game in house.shelf.values():
        for one in load_puzzles(game):
            if one.id == puzzle_id:
                _, state = load_position(game, one.position)
                return game, one, state
    raise Refused("no-such-puzzle", "there is no such puzzle")


def _names(state: State) -> list[str]:
    return [*NAMES[: state.seats()]]


BODY_TYPES: Final = (Attempt,)
RESPONSE_TYPES: Final = (PuzzleList, PuzzleView, Solution)


def routes() -> list[Route]:
    """The routes of this module."""
    return [
        Route("/api/puzzles", endpoint(puzzles)),
        Route("/api/puzzles/{puzzle}", endpoint(puzzle), methods=["GET"]),
        Route("/api/puzzles/{puzzle}", endpoint(solve), methods=["POST"]),
    ]
