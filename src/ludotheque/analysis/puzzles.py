"""Puzzles: moments with a clearly best move, kept with their game as ``puzzles.json``."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ludotheque.core.game import Game

FILE: Final = "puzzles.json"  # in the folder of a game


class Puzzle(msgspec.Struct, frozen=True):
    """A moment of a game in which one move, or a few that are as good, is clearly the best."""

    id: str  # unique among all games: slug and a hash of the position
    game: str
    position: str  # as `Table.position` writes it: a world imagined for the seat
    seat: int
    best: str  # in notation
    cost: float  # the share of a win that the next best move costs
    difficulty: int  # 1 to 3
    answers: tuple[str, ...]  # moves that count as right: the best one, and what is as good


@cache
def load_puzzles(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first; none if its folder has no `FILE`."""
    path = game.folder() / FILE
    if not path.is_file():
        return ()
    return msgspec.json.decode(path.read_bytes(), type=tuple[Puzzle, ...])


def puzzles_json(puzzles: Iterable[Puzzle]) -> bytes:
    """Puzzles as the text of `FILE`, a line each, the easiest first."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.difficulty, puzzle.id))
    return b"[\n" + b",\n".join(msgspec.json.encode(puzzle) for puzzle in ordered) + b"\n]\n"
