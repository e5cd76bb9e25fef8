"""Random games for tests: all games that are installed, and the one that has everything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fair import FAIR

from ludotheque.core.registry import installed
from ludotheque.core.rng import Rng, SeededRng
from ludotheque.core.state import LUCK, SPECTATOR, Move, Seat, State

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.options import Options

INSTALLED: list[Game] = list(installed().values())
GAMES: list[Game] = [*INSTALLED, FAIR]


@dataclass(frozen=True, slots=True)
class Step:
    """A state and what was then done in it."""

    state: Any
    seat: Seat
    move: Move


def pick(state: State, seat: Seat, rng: Rng) -> Move:
    """A random move of a seat, or outcome of luck."""
    if seat == LUCK:
        return state.sample_luck(rng)
    choices = state.choices(seat)
    assert choices, f"seat {seat} is asked to act and has nothing to do"
    return choices[rng.below(len(choices))]


def walk(game: Game, options: Options, seed: int) -> list[Step]:
    """The steps of one random game; the last has nobody to act."""
    rng, state = SeededRng(seed), game.new(options)
    bound = game.max_events(options)
    steps: list[Step] = []
    while actors := state.actors():
        assert len(steps) < bound, "the game does not end"
        seat = actors[rng.below(len(actors))]
        move = pick(state, seat, rng)
        steps.append(Step(state.clone(), seat, move))
        state.apply(seat, move, [])
    steps.append(Step(state, LUCK, 0))
    return steps


def some(steps: list[Step], rng: Rng, count: int) -> list[Step]:
    """A few steps of a game, the last but one among them, in order."""
    last = len(steps) - 1
    chosen = {rng.below(last) for _ in range(count)} | {last - 1}
    return [steps[i] for i in sorted(chosen)]


def viewers(state: State) -> list[int]:
    """Everybody who may look: all seats and a spectator."""
    return [*range(state.seats()), SPECTATOR]


def variant(game: Game, seed: int) -> Options:
    """One of the game's combinations of options."""
    variants = game.variants()
    return variants[seed * 7919 % len(variants)]
