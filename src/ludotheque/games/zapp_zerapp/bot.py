"""Zapp Zerapp: players of different strength.

They weigh each number of stones by the best move it would allow (`knowledge`), and look for a
barrel that sounds like it (`listening`): so they aim below the magic number, take small barrels to
stop in their zone and too big ones to stay put. A beginner believes its ears and takes its chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.games.zapp_zerapp import reasons
from ludotheque.games.zapp_zerapp.data import BARRELS, LOUDEST
from ludotheque.games.zapp_zerapp.knowledge import KNOWLEDGE
from ludotheque.games.zapp_zerapp.knowledge_round import goes, worth_of_numbers
from ludotheque.games.zapp_zerapp.listening import Manner, compare
from ludotheque.games.zapp_zerapp.rules import (
    BACK,
    LISTENING,
    PLACE,
    SHAKE,
    ZappZerapp,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.rng import Rng
    from ludotheque.core.state import Move, Seat, State
    from ludotheque.core.words import Words

KEEN: Final = Manner(patience=24, price=0.02)
CASUAL: Final = Manner(patience=8, price=0.06, near=0.15, far=0.4)
PATIENCE: Final = 4  # of a beginner
ROUNDS: Final = 12  # that a master thinks through


class Greedy:
    """Plays the best move for the next standing, and listens for the barrel that allows it."""

    def __init__(self, manner: Manner = KEEN) -> None:
        self.manner = manner

    def choose(self, world: State, seat: Seat, rng: Rng) -> Move:
        return self.rank(world, seat, rng)[0][0]

    def rank(self, world: State, seat: Seat, rng: Rng) -> list[tuple[Move, float]]:
        """The best move of each apprentice, or the next thing to do with the barrels."""
        game = _game(world)
        if game.phase == LISTENING:
            return compare(game, seat, rng, self.manner, self.values(game, seat))
        return self.goes(game, seat)

    def values(self, game: ZappZerapp, seat: Seat) -> list[float]:
        """What each number 1..13 is worth."""
        return KNOWLEDGE.worth_of_numbers(game, seat)

    def goes(self, game: ZappZerapp, seat: Seat) -> list[tuple[Move, float]]:
        """The best move of each apprentice, the best first."""
        return KNOWLEDGE.goes(game, seat)

    def why(self, world: State, seat: Seat, move: Move, words: Words, names: Sequence[str]) -> str:
        """The reason for a move; what was heard is for the ear and is not in it."""
        del names
        game = _game(world)
        return reasons.why(game, seat, move, words, self.values(game, seat))


class Master(Greedy):
    """Also thinks of what the others will do before the round is over."""

    def values(self, game: ZappZerapp, seat: Seat) -> list[float]:
        return worth_of_numbers(game, seat, ROUNDS)

    def goes(self, game: ZappZerapp, seat: Seat) -> list[tuple[Move, float]]:
        return goes(game, seat)


class Beginner(Greedy):
    """Takes any barrel, believes what it hears, and moves whom it looks at first."""

    def values(self, game: ZappZerapp, seat: Seat) -> list[float]:
        """The more the better, if it is not too much."""
        del seat
        return [float(n if n <= game.magic() else 0) for n in range(1, BARRELS + 1)]

    def choose(self, world: State, seat: Seat, rng: Rng) -> Move:
        game = _game(world)
        if game.phase == LISTENING:
            return _try_one(game, seat, rng)
        found = self.goes(game, seat)
        return found[0][0] if rng.below(3) == 0 else found[rng.below(len(found))][0]

    def rank(self, world: State, seat: Seat, rng: Rng) -> list[tuple[Move, float]]:
        """What it would do, and what a better player thinks of that and of other moves."""
        chosen = self.choose(world, seat, rng)
        better = Greedy().rank(world, seat, rng)
        worth = dict(better).get(chosen, better[-1][1])
        return [(chosen, worth), *(one for one in better if one[0] != chosen)]


def _try_one(world: ZappZerapp, seat: Seat, rng: Rng) -> Move:
    """Any barrel but those it remembers as too full; shaken once, it is placed unless it sounds so.

    What it remembers of a barrel (ZZ-12) it need not hear.
    """
    hand, known = world.hand(seat), world.numbers_known()
    if not hand:
        free = [move for move in world.legal_moves(seat) if move < SHAKE]
        free = [move for move in free if known[move] <= world.magic()] or free
        return free[rng.below(len(free))]
    counts = [count for count in range(1, LOUDEST + 1) if world.times_heard(seat, hand[0], count)]
    if known[hand[0]]:
        counts = [known[hand[0]]]
    if not counts:
        return SHAKE + hand[0]
    if counts[0] <= world.magic() or world.handled[seat] >= PATIENCE:
        return PLACE + hand[0]
    return BACK + hand[0]


def _game(world: State) -> ZappZerapp:
    assert isinstance(world, ZappZerapp), "a world of another game"
    return world
