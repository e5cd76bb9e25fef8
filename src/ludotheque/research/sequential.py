"""A game as a sequence of steps by one seat at a time, as most learning libraries expect it.

Simultaneous moves are serialized: of the awaited seats, the next one around the table makes its
whole move. Seats that may act but are not awaited are skipped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ludotheque.core.errors import GameOver, IllegalMove
from ludotheque.core.state import LUCK, NOBODY, Move, Seat, State

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ludotheque.core.bot import Bot
    from ludotheque.core.game import Game
    from ludotheque.core.options import Options
    from ludotheque.core.rng import Rng
    from ludotheque.presentation.arrays import ObservationArrays

NOBODY_YET: Final = -1  # the last actor before the first move


def next_seat(state: State, last: Seat) -> Seat:
    """The next actor after ``last``: a seat, LUCK, or NOBODY when the game is over."""
    awaited = state.awaited()
    if not awaited:
        return NOBODY
    return next((seat for seat in awaited if seat > last), awaited[0])


class SequentialGame:
    """A game in progress, and the seat whose step is next; luck is drawn as soon as it is due.

    >>> from ludotheque import SeededRng, find
    >>> play = SequentialGame(find("m"), {"players": 2}, SeededRng(1))
    >>> while not play.over:
    ...     play.step(play.legal_steps()[0])
    >>> min(play.state.ranks())
    1
    """

    def __init__(self, game: Game, options: Options, rng: Rng) -> None:
        self.game = game
        self.options = game.resolve_options(options)
        self.arrays = game.arrays(self.options)
        self.state = game.new(self.options)
        self.rng = rng
        self.seat: Seat = NOBODY
        self.steps: list[int] = []  # of the current move so far
        self._legal_steps: list[int] | None = None  # cached
        self._advance(NOBODY_YET)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.seat == NOBODY

    def observation(self, viewer: Seat) -> ObservationArrays:
        """What a seat observes, with the steps it has taken of its move."""
        steps = self.steps if viewer == self.seat else ()
        return self.arrays.encode(self.state.observe(viewer), viewer, steps)

    def legal_steps(self) -> list[int]:
        """The legal steps of the current seat, ascending."""
        if self._legal_steps is None:
            self._legal_steps = [] if self.over else self._find_legal_steps()
        return self._legal_steps

    def _find_legal_steps(self) -> list[int]:
        return self.arrays.legal_steps(self.state, self.seat, self.steps)

    def mask(self, viewer: Seat) -> NDArray[np.int8]:
        """1 for each legal step of a seat; all 0 if it is not its turn."""
        mask = np.zeros(self.arrays.actions, np.int8)
        if viewer == self.seat:
            mask[self.legal_steps()] = 1
        return mask

    def step(self, number: int) -> None:
        """Take a step for the current seat; an illegal one is refused."""
        if self.over:
            raise GameOver("the game is over")
        if number not in self.legal_steps():
            raise IllegalMove(f"step {number} is not legal for seat {self.seat}; see its mask")
        self.steps.append(int(number))
        self._legal_steps = None
        move = self.arrays.decode_move(self.state, self.seat, self.steps)
        if move is not None:
            self._apply(move)

    def ask(self, bot: Bot, rng: Rng) -> None:
        """Let a bot move for the current seat, in an imagined world and with an RNG of its own."""
        world = self.state.imagine(self.seat, rng)
        self._apply(bot.choose(world, self.seat, rng))

    def _apply(self, move: Move) -> None:
        self.state.apply(self.seat, move)
        self.steps = []
        self._legal_steps = None
        self._advance(self.seat)

    def _advance(self, last: Seat) -> None:
        """Draw the luck that is due, and find the next seat."""
        self.seat = next_seat(self.state, last)
        while self.seat == LUCK:
            self.state.apply(LUCK, self.state.sample_luck(self.rng))
            self.seat = next_seat(self.state, last)
