"""A game played step by step by one seat after the other, as most libraries for learning want it.

What happens at the same time is put in a row: of the seats the game waits for, the next one around
the table has the next whole move. Seats that may act, but need not, are not asked.
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
    from ludotheque.presentation.arrays import Observation

BEFORE_ALL: Final = -1  # who acted last before anybody has


def next_seat(state: State, last: Seat) -> Seat:
    """Who is asked next, after ``last``: a seat, LUCK, or NOBODY when all is over."""
    awaited = state.awaited()
    if not awaited:
        return NOBODY
    return next((seat for seat in awaited if seat > last), awaited[0])


class Play:
    """A game in progress, and whose step is next; luck is drawn as soon as it is owed."""

    def __init__(self, game: Game, options: Options, rng: Rng) -> None:
        self.game = game
        self.options = game.resolve_options(options)
        self.arrays = game.arrays(self.options)
        self.state = game.new(self.options)
        self.rng = rng
        self.seat: Seat = NOBODY
        self.steps: list[int] = []  # of the present move
        self._open: list[int] | None = None  # known once asked for
        self._go_on(BEFORE_ALL)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.seat == NOBODY

    def seen_by(self, viewer: Seat) -> Observation:
        """What a seat sees, with the steps it has taken of a move."""
        steps = self.steps if viewer == self.seat else ()
        return self.arrays.observe(self.state.observe(viewer), viewer, steps)

    def legal_steps(self) -> list[int]:
        """The numbers open to the seat that is asked, ascending."""
        if self._open is None:
            self._open = [] if self.over else self._find_open()
        return self._open

    def _find_open(self) -> list[int]:
        return self.arrays.legal_steps(self.state, self.seat, self.steps)

    def mask(self, viewer: Seat) -> NDArray[np.int8]:
        """1 for each number that is open to a seat now."""
        mask = np.zeros(self.arrays.actions, np.int8)
        if viewer == self.seat:
            mask[self.legal_steps()] = 1
        return mask

    def step(self, number: int) -> None:
        """Take a step for the seat that is asked; refuse one that is not open."""
        if self.over:
            raise GameOver("the game is over")
        if number not in self.legal_steps():
            raise IllegalMove(f"{number} is not open to seat {self.seat}; see its mask")
        self.steps.append(int(number))
        self._open = None
        move = self.arrays.move(self.state, self.seat, self.steps)
        if move is not None:
            self._do(move)

    def ask(self, bot: Bot, rng: Rng) -> None:
        """Let a bot move for the seat that is asked; it has its own dice, not the true state."""
        world = self.state.imagine(self.seat, rng)
        self._do(bot.choose(world, self.seat, rng))

    def _do(self, move: Move) -> None:
        self.state.apply(self.seat, move)
        self.steps = []
        self._open = None
        self._go_on(self.seat)

    def _go_on(self, last: Seat) -> None:
        """Draw the luck that is owed, and find who is asked next."""
        self.seat = next_seat(self.state, last)
        while self.seat == LUCK:
            self.state.apply(LUCK, self.state.sample_luck(self.rng))
            self.seat = next_seat(self.state, last)
