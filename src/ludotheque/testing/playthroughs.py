"""Random games, step by step, as the checks of games use them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludotheque.core.rng import Rng, SeededRng
from ludotheque.core.state import LUCK, SPECTATOR, Fact, Move, Seat, State

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.options import Options


@dataclass(frozen=True, slots=True)
class Step:
    """A state, and what was then done in it."""

    state: Any
    seat: Seat
    move: Move


def random_move(state: State, seat: Seat, rng: Rng) -> Move:
    """A random move of a seat, or outcome of luck."""
    if seat == LUCK:
        return state.sample_luck(rng)
    choices = state.choices(seat)
    assert choices, f"seat {seat} is to act and has no choice"
    return choices[rng.below(len(choices))]


def playthrough(game: Game, options: Options, seed: int) -> list[Step]:
    """The steps of one random game; nobody is to act in the last."""
    rng, state = SeededRng(seed), game.new(options)
    bound = game.max_events(options)
    steps: list[Step] = []
    while actors := state.actors():
        assert len(steps) < bound, "the game does not end"
        seat = actors[rng.below(len(actors))]
        move = random_move(state, seat, rng)
        steps.append(Step(state.clone(), seat, move))
        state.apply(seat, move, [])
    steps.append(Step(state, LUCK, 0))
    return steps


def sample(steps: list[Step], rng: Rng, count: int) -> list[Step]:
    """A few random steps of a game, in order; the last decision is always one of them."""
    last = len(steps) - 1
    chosen = {rng.below(last) for _ in range(count)} | {last - 1}
    return [steps[i] for i in sorted(chosen)]


def some_steps(game: Game, seed: int, count: int) -> list[Step]:
    """A few steps of one random game, of options chosen by the seed."""
    return sample(playthrough(game, variant(game, seed), seed), SeededRng(seed), count)


def viewers(state: State) -> list[int]:
    """All viewers: the seats and a spectator."""
    return [*range(state.seats()), SPECTATOR]


def variant(game: Game, seed: int) -> Options:
    """A combination of options, chosen by a seed."""
    variants = game.variants()
    return variants[seed * 7919 % len(variants)]


def after(state: State, seat: Seat, move: Move) -> tuple[State, list[Fact]]:
    """The state after a move, and the facts of the move."""
    twin, facts = state.clone(), list[Fact]()
    twin.apply(seat, move, facts)
    return twin, facts
