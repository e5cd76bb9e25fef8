"""Players that search: a game's knowledge, and a level that says how long they may think."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import TYPE_CHECKING, Final, TypeAlias

from ludotheque.bots.search import Search
from ludotheque.core.dice import weighted
from ludotheque.core.game import Explains
from ludotheque.core.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.dice import Dice
    from ludotheque.core.game import Game, Level
    from ludotheque.core.state import Move, Seat, State

Clock: TypeAlias = Callable[[], float]  # seconds
EXPLORATION: Final = 0.15  # of new moves, against good ones again
SLICE: Final = 0.1  # of the time: how long it may think without looking at the clock
FIRST: Final = 2  # simulations before its speed is known
NEARLY: Final = 0.01  # of a victory: moves so near the best are as good
MOST: Final = 1000  # simulations at once


class SearchBot:
    """Plays the move that most simulations came to; thinks no longer than its level allows."""

    def __init__(self, game: Game, level: Level, clock: Clock) -> None:
        self.game = game
        self.level = level
        self.clock = clock

    def choose(self, world: State, seat: Seat, dice: Dice) -> Move:
        if self.level.instinct is not None:
            return self.level.instinct.choose(self._mind(world, seat), seat, dice)
        found = self.think(world, seat, dice)
        if len(found) > 1 and self.game.knowledge.mixes(world, seat):
            return _by_chance(found, dice)
        return self._best_first(found, dice)[0][0]

    def rank(self, world: State, seat: Seat, dice: Dice) -> list[tuple[Move, float]]:
        """The moves it looked at, best first, with the share of a victory it expects."""
        if self.level.instinct is not None:
            return self.level.instinct.rank(self._mind(world, seat), seat, dice)
        found = self._best_first(self.think(world, seat, dice), dice)
        return [(move, value) for move, _, value in found]

    def why(self, world: State, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
        """The game's own reason for a move, or against it."""
        first = [] if self.level.instinct is None else [self.level.instinct]
        for bot in [*first, *self.game.bots.values()]:
            if isinstance(bot, Explains):
                return bot.why(world, seat, move, words, names)
        return ""

    def expects(self, worth: float, language: str) -> str:
        """What it expects of a move, as a share of a victory."""
        words = Words.load(files("ludotheque.bots") / "words", language)
        return words.say("bot.expects", percent=round(100 * worth))

    def think(self, world: State, seat: Seat, dice: Dice) -> list[tuple[Move, int, float]]:
        """Moves with their simulations and mean values; a single move needs no thought."""
        search = Search(self._mind(world, seat), seat, self.game.knowledge, dice, EXPLORATION)
        if search.choices() > 1:
            self._simulate(search)
        return search.found()

    def _mind(self, world: State, seat: Seat) -> State:
        """The world as this level remembers it."""
        return self.game.as_remembered(world, seat, self.level.memory)

    def _simulate(self, search: Search) -> None:
        """Simulate as often as the level says, or until its time is up."""
        begin, done, batch = self.clock(), 0, FIRST
        while search.run(batch, self.level.simulations):
            done += batch
            spent = self.clock() - begin
            if spent >= self.level.seconds:
                return
            speed = done / max(spent, 1e-6)
            part = min(self.level.seconds * SLICE, self.level.seconds - spent)
            batch = max(1, int(min(part * speed, MOST)))

    def _best_first(
        self, found: list[tuple[Move, int, float]], dice: Dice
    ) -> list[tuple[Move, int, float]]:
        """By simulations; a level with noise takes a value for up to so much better or worse."""
        noise = int(self.level.noise * 1000)
        if not noise:
            return sorted(found, key=lambda one: one[1:], reverse=True)
        tried = [one for one in found if one[1]] or found
        taste = {move: value + dice.below(noise) / 1000 for move, _, value in tried}
        return sorted(tried, key=lambda one: taste[one[0]], reverse=True)


def _by_chance(found: list[tuple[Move, int, float]], dice: Dice) -> Move:
    """One of the moves that are nearly the best, as often as it was tried: nobody foresees it."""
    most = max(tries for _, tries, _ in found)
    best = max(value for _, tries, value in found if tries == most)
    near = [(move, tries) for move, tries, value in found if tries and value >= best - NEARLY]
    return weighted(dice, near) if near else found[0][0]
