"""Bots that search with the knowledge of a game, within the budget of a level."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import TYPE_CHECKING, Final, TypeAlias

from ludotheque.bots.search import MoveResult, Search
from ludotheque.core.bot import ExplainingBot
from ludotheque.core.rng import weighted_choice
from ludotheque.core.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.bot import Level
    from ludotheque.core.game import Game
    from ludotheque.core.rng import Rng
    from ludotheque.core.state import Move, Seat, State

Clock: TypeAlias = Callable[[], float]  # seconds
EXPLORATION: Final = 0.15  # weight of the exploration term of the UCB
# A batch is the simulations between two readings of the clock.
FIRST_BATCH: Final = 2  # simulations, before the speed is known
MAX_BATCH: Final = 1000  # simulations
MAX_BATCH_TIME_FRACTION: Final = 0.1  # of the time limit
NEAR_BEST_MARGIN: Final = 0.01  # share of a win: moves this close to the best count as equal
NOISE_STEPS: Final = 1000  # noise is a multiple of 1 / NOISE_STEPS of a win


class SearchBot:
    """Plays by a search within the budget of its level, or by the heuristic of the level.

    It plays the most visited move; where the game wants a mixed strategy, one near the best.
    """

    def __init__(self, game: Game, level: Level, clock: Clock) -> None:
        self.game = game
        self.level = level
        self.clock = clock
        self.knowledge = level.knowledge or game.knowledge

    def choose(self, world: State, seat: Seat, rng: Rng) -> Move:
        if self.level.heuristic is not None:
            return self.level.heuristic.choose(self._recalled(world, seat), seat, rng)
        results = self.think(world, seat, rng)
        if len(results) > 1 and self.knowledge.wants_mixed_strategy(world, seat):
            return _sample_near_best(results, rng)
        return self._best_first(results, rng)[0].move

    def rank(self, world: State, seat: Seat, rng: Rng) -> list[tuple[Move, float]]:
        """The moves considered, best first, with the expected share of a win."""
        if self.level.heuristic is not None:
            return self.level.heuristic.rank(self._recalled(world, seat), seat, rng)
        results = self._best_first(self.think(world, seat, rng), rng)
        return [(result.move, result.value) for result in results]

    def why(self, world: State, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
        """The reason the game gives for a move, or against it."""
        first = [] if self.level.heuristic is None else [self.level.heuristic]
        for bot in [*first, *self.game.bots.values()]:
            if isinstance(bot, ExplainingBot):
                return bot.why(world, seat, move, words, names)
        return ""

    def expects(self, share: float, language: str) -> str:
        """The expected share of a win, as a sentence; ValueError unless it is from 0 to 1."""
        percent = round(100 * share)  # so rounding errors of the share are allowed
        if not 0 <= percent <= 100:
            raise ValueError(f"a share of a win must be from 0 to 1, not {share}")
        words = Words.load(files("ludotheque.bots") / "words", language)
        return words.say("bot.expects", percent=percent)

    def think(self, world: State, seat: Seat, rng: Rng) -> list[MoveResult]:
        """The results of a search; a single move needs no simulations."""
        search = Search(self._recalled(world, seat), seat, self.knowledge, rng, EXPLORATION)
        if search.move_count() > 1:
            self._simulate(search)
        return search.results()

    def _recalled(self, world: State, seat: Seat) -> State:
        """The world as this level recalls it."""
        memory = self.game.memory
        return world if memory is None else memory.recalled(world, seat, self.level.recall)

    def _simulate(self, search: Search) -> None:
        """Run the simulations of the level, or stop at its time limit."""
        begin, limit = self.clock(), self.level.time_limit_s
        done, batch = 0, FIRST_BATCH
        while search.run(batch, self.level.simulations):
            done += batch
            spent = self.clock() - begin
            if spent >= limit:
                return
            speed = done / max(spent, 1e-6)
            batch_time = min(limit * MAX_BATCH_TIME_FRACTION, limit - spent)
            batch = max(1, int(min(batch_time * speed, MAX_BATCH)))

    def _best_first(self, results: list[MoveResult], rng: Rng) -> list[MoveResult]:
        """By visits; a level with noise sorts by values with a random error."""
        noise = int(self.level.noise * NOISE_STEPS)
        if not noise:
            return sorted(results, key=lambda one: (one.visits, one.value), reverse=True)
        visited = [one for one in results if one.visits] or results
        noisy_value = {one.move: one.value + rng.below(noise) / NOISE_STEPS for one in visited}
        return sorted(visited, key=lambda one: noisy_value[one.move], reverse=True)


def _sample_near_best(results: list[MoveResult], rng: Rng) -> Move:
    """One of the moves near the best, in proportion to its visits, so that it is unpredictable."""
    max_visits = max(one.visits for one in results)
    best = max(one.value for one in results if one.visits == max_visits)
    near = [
        (one.move, one.visits)
        for one in results
        if one.visits and one.value >= best - NEAR_BEST_MARGIN
    ]
    return weighted_choice(rng, near) if near else results[0].move
