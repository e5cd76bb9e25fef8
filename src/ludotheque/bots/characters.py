"""Characters: opponents with a name and a manner, as strong as a level.

A character plays as its level does, but among moves of nearly the same value it follows its
leanings. They are data, ``characters.json`` in the folder of a game; its manner in words is
``character.NAME`` and ``character.NAME.tip`` in the words of the game, what it says is
``character.NAME.says.OCCASION``.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from ludotheque.bots.search_bot import NEAR_BEST_MARGIN, Clock, SearchBot
from ludotheque.core.rng import weighted_choice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ludotheque.core.game import Game
    from ludotheque.core.rng import Rng
    from ludotheque.core.state import Move, Seat, State

CHARACTERS_FILE: Final = "characters.json"  # in the folder of a game
OCCASIONS: Final = ("start", "pleased", "won", "lost")  # on which a character may say something
MIN_VISITS_FRACTION: Final = 0.05  # of those of the move visited most: fewer say too little


@dataclass(frozen=True, slots=True)
class Leaning:
    """What a character likes, and how many shares of a win it is worth to it.

    ``moves`` is a regular expression that the notation of a move matches from its start. ``gain``
    is for each point that a move brings at once, and ``harm`` for each point that it costs the
    other seat that loses most; both only where all see the points that a move brings.
    """

    moves: str = ""
    worth: float = 0.0
    gain: float = 0.0
    harm: float = 0.0


@dataclass(frozen=True, slots=True)
class Character:
    """An opponent: a level, and its leanings among moves that cost at most ``margin``.

    Two fields make up for what a manner costs: ``simulations`` in place of those of the level (0:
    the same), and ``plays_as``, the stronger level that it is made from.
    """

    name: str
    called: str  # at a table, in every language
    level: str
    margin: float  # share of a win
    leanings: tuple[Leaning, ...]
    simulations: int = 0
    plays_as: str = ""


@cache
def _characters(package: str) -> tuple[Character, ...]:
    spec = find_spec(package)
    if spec is None or spec.submodule_search_locations is None:  # a game in a single module
        return ()
    file = files(package) / CHARACTERS_FILE
    if not file.is_file():
        return ()
    return tuple(_character(one) for one in json.loads(file.read_text(encoding="utf-8")))


def _character(data: dict[str, Any]) -> Character:
    leanings = tuple(Leaning(**one) for one in data["leanings"])
    return Character(**{**data, "leanings": leanings})


def characters_of(game: Game) -> Mapping[str, Character]:
    """The characters of a game by name."""
    return {one.name: one for one in _characters(type(game).__module__)}


def level_name(game: Game, bot: str) -> str:
    """The level of a bot: of a character its own, else the name itself."""
    character = characters_of(game).get(bot)
    return character.level if character else bot


class CharacterBot(SearchBot):
    """Plays as a level, and follows the leanings of a character where that costs little."""

    def __init__(self, game: Game, character: Character, clock: Clock) -> None:
        level = game.levels[character.plays_as or character.level]
        if character.simulations:
            level = replace(level, simulations=character.simulations)
        super().__init__(game, level, clock)
        self.character = character

    def choose(self, world: State, seat: Seat, rng: Rng) -> Move:
        moves = self._near_best(world, seat, rng)
        if len(moves) == 1:
            return moves[0][0]
        best = max(self._liked(world, seat, move, value) for move, value, _ in moves)
        liked = [
            (move, visits)
            for move, value, visits in moves
            if self._liked(world, seat, move, value) >= best - self._slack(world, seat)
        ]
        return weighted_choice(rng, liked)

    def _slack(self, world: State, seat: Seat) -> float:
        """How near to the most liked move others count as equal, where one must not be predictable.

        That is as near as for the level.
        """
        mixed = self.level.heuristic is None and self.knowledge.wants_mixed_strategy(world, seat)
        return NEAR_BEST_MARGIN if mixed else 0.0

    def _near_best(self, world: State, seat: Seat, rng: Rng) -> list[tuple[Move, float, int]]:
        """The moves within the margin, with values and visits; the level's own choice first."""
        if self.level.heuristic is not None:
            ranked = self.level.heuristic.rank(self._recalled(world, seat), seat, rng)
            found = [(move, value, 1) for move, value in ranked]
        else:
            results = self._best_first(self.think(world, seat, rng), rng)
            found = [(one.move, one.value, max(1, one.visits)) for one in results]
        first = found[0]
        lowest_value = first[1] - self.character.margin
        lowest_visits = first[2] * MIN_VISITS_FRACTION
        return [first] + [
            one for one in found[1:] if one[1] >= lowest_value and one[2] >= lowest_visits
        ]

    def _liked(self, world: State, seat: Seat, move: Move, value: float) -> float:
        """The value of a move with what it is worth to the character."""
        return value + liking(self.game, self.character, world, seat, move)


def liking(game: Game, character: Character, state: State, seat: Seat, move: Move) -> float:
    """How much a character likes a move, in shares of a win."""
    text = game.text(state, move)
    return sum(_worth(one, state, seat, move, text) for one in character.leanings)


def pleases(game: Game, character: Character, state: State, seat: Seat, move: Move) -> bool:
    """Whether a move is after a character's own heart."""
    return liking(game, character, state, seat, move) > 0.0


def _worth(leaning: Leaning, world: State, seat: Seat, move: Move, text: str) -> float:
    """What a leaning makes of a move."""
    if re.match(leaning.moves, text) is None:
        return 0.0
    worth = leaning.worth
    if leaning.gain or leaning.harm:
        before, after = world.scores(), world.clone()
        after.apply(seat, move)
        changes = [new - old for old, new in zip(before, after.scores(), strict=True)]
        others = [change for other, change in enumerate(changes) if other != seat]
        worth += leaning.gain * changes[seat] - leaning.harm * min(others)
    return worth
