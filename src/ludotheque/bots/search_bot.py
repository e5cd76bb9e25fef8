"""Bots that search with the knowledge of a game, within the budget of a level."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import TYPE_CHECKING, Final, TypeAlias

from ludotheque.bots.search import Search
from ludotheque.core.bot import ExplainingBot
from ludotheque.core.rng import weighted
from ludotheque.core.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.bot import Level
    from ludotheque.core.game import Game
    from ludotheque.core.rng import Rng
    from ludotheque.core.state import Move, Seat, State

Clock: TypeAlias = Callable[[], float]  # seconds
EXPLORATION: Final = 0.15  # weight of the exploration term of the UCB
CLOCK_CHECK_FRACTION: Final = 0.1  # of the time limit, at most, between two readings of the clock
FIRST_BATCH: Final = 2  # simulations, before the speed is known
NEAR_BEST: Final = 0.01  # of a win: moves within this of the best count as equal
MAX_BATCH: Final = 1000  # simulations between two readings of the clock


class SearchBot:
    """Plays the most visited move, within the budget of its level."""

    def __init__(self, game: Game, level: Level, clock: Clock) -> None:
        self.game = game
        self.level = level
        self.clock = clock

    def choose(self, world: State, seat: Seat, rng: Rng) -> Move:
        if self.level.heuristic is not None:
            return self.level.heuristic.choose(self._recalled(world, seat), seat, rng)
        found = self.think(world, seat, rng)
        if len(found) > 1 and self.game.knowledge.wants_mixed_strategy(world, seat):
            return _sample_near_best(found, rng)
        return self._best_first(found, rng)[0][0]

    def rank(self, world: State, seat: Seat, rng: Rng) -> list[tuple[Move, float]]:
        """The moves considered, best first, with the expected share of a win."""
        if self.level.heuristic is not None:
            return self.level.heuristic.rank(self._recalled(world, seat), seat, rng)
        found = self._best_first(self.think(world, seat, rng), rng)
        return [(move, value) for move, _, value in found]

    def why(self, world: State, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
        """The reason the game gives for a move, or against it."""
        first = [] if self.level.heuristic is None else [self.level.heuristic]
        for bot in [*first, *self.game.bots.values()]:
            if isinstance(bot, ExplainingBot):
                return bot.why(world, seat, move, words, names)
        return ""

    def expects(self, value: float, language: str) -> str:
        """The expected share of a win, as a sentence."""
        words = Words.load(files("ludotheque.bots") / "words", language)
        return words.say("bot.expects", percent=round(100 * value))

    def think(self, world: State, seat: Seat, rng: Rng) -> list[tuple[Move, int, float]]:
        """Moves with their visits and mean values; a single move needs no search."""
        search = Search(self._recalled(world, seat), seat, self.game.knowledge, rng, EXPLORATION)
        if search.choices() > 1:
            self._simulate(search)
        return search.found()

    def _recalled(self, world: State, seat: Seat) -> State:
        """The world as this level remembers it."""
        memory = self.game.memory
        return world if memory is None else memory.recalled(world, seat, self.level.memory)

    def _simulate(self, search: Search) -> None:
        """Run the simulations of the level, or stop at its time limit."""
        begin, done, batch = self.clock(), 0, FIRST_BATCH
        while search.run(batch, self.level.simulations):
            done += batch
            spent = self.clock() - begin
            if spent >= self.level.seconds:
                return
            speed = done / max(spent, 1e-6)
            part = min(self.level.seconds * CLOCK_CHECK_FRACTION, self.level.seconds - spent)
            batch = max(1, int(min(part * speed, MAX_BATCH)))

    def _best_first(
        self, found: list[tuple[Move, int, float]], rng: Rng
    ) -> list[tuple[Move, int, float]]:
        """By visits; a level with noise adds a random error to each value."""
        noise = int(self.level.noise * 1000)
        if not noise:
            return sorted(found, key=lambda one: one[1:], reverse=True)
        visited = [one for one in found if one[1]] or found
        noisy_value = {move: value + rng.below(noise) / 1000 for move, _, value in visited}
        return sorted(visited, key=lambda one: noisy_value[one[0]], reverse=True)


def _sample_near_best(found: list[tuple[Move, int, float]], rng: Rng) -> Move:
    """One of the moves near the best, in proportion to its visits, so that it is unpredictable."""
    most = max(visits for _, visits, _ in found)
    best = max(value for _, visits, value in found if visits == most)
    near = [(move, visits) for move, visits, value in found if visits and value >= best - NEAR_BEST]
    return weighted(rng, near) if near else found[0][0]
