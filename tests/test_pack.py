"""Packed states: they survive the way into another process."""

from __future__ import annotations

import json
import pickle
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playthroughs import INSTALLED, playthrough, random_move, sample, variant
from toy_games import Corridor

from ludotheque.core.pack import Packed, pack, unpack
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import Fact, State

if TYPE_CHECKING:
    from ludotheque.core.game import Game

every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)


@every_game
@given(seed=st.integers(0, 2**32 - 1))
def test_a_state_survives_as_json(game: Game, seed: int) -> None:
    options = variant(game, seed)
    for step in sample(playthrough(game, options, seed), SeededRng(seed), 6):
        unpacked = unpack(game, options, json.loads(json.dumps(pack(step.state))))
        assert unpacked.key() == step.state.key()
        assert pack(unpacked) == pack(step.state)
        for viewer in range(unpacked.seats()):
            assert unpacked.observe(viewer) == step.state.observe(viewer)
        unpacked.apply(step.seat, step.move)


@every_game
@given(seed=st.integers(0, 2**32 - 1))
def test_arrays_keep_their_length(game: Game, seed: int) -> None:
    """Compiled or not: so `unpack` can check it."""
    options = variant(game, seed)
    start = pack(game.new(options))
    for step in sample(playthrough(game, options, seed), SeededRng(seed), 6):
        for name, value in pack(step.state).items():
            assert not isinstance(value, list) or len(value) == len(arrays(start)[name]), name


def arrays(packed: Packed) -> dict[str, list[object]]:
    """The fields that are arrays."""
    return {name: value for name, value in packed.items() if isinstance(value, list)}


@every_game
def test_a_bad_packed_state_is_refused(game: Game) -> None:
    """Fields that are missing or unknown, another type, an array that is too short or too long."""
    options = game.resolve_options({})
    good = pack(game.new(options))
    bad: list[Packed] = [{"phase": 1}, {**good, "nothing": 0}]
    bad += [{name: value for name, value in good.items() if name != "phase"}]
    bad += [{**good, "phase": value} for value in ("1", True, [1])]
    for name, numbers in arrays(good).items():
        bad += [{**good, name: value} for value in (numbers[:-1], [*numbers, 0], 0, ["1"])]
        bad += [{**good, name: [*numbers[:-1], value]} for value in ("0", None)]
    for packed in bad:
        with pytest.raises(ValueError, match=r"field|its fields are"):
            unpack(game, options, packed)
    assert pack(unpack(game, options, good)) == good


# What a bot is given depends on nothing that its seat does not know


MAX_TRIES = 8  # moves tried in the other world for one that looks the same
MAX_STEPS = 40  # after two worlds have parted


def told(state: State, seat: int, move: int, viewer: int) -> tuple[State, object]:
    """A state after a move, and what a viewer learns of it."""
    after, facts = state.clone(), list[Fact]()
    after.apply(seat, move, facts)
    return after, (after.observe(viewer), [fact.told_to(viewer) for fact in facts])


def step_both(one: State, two: State, viewer: int, rng: SeededRng) -> tuple[State, State] | None:
    """A move in each of two worlds that looks the same to a viewer; none if none is found."""
    actors = one.actors()
    seat = actors[rng.below(len(actors))]
    if seat not in two.actors():
        return None
    for _ in range(MAX_TRIES):
        move = random_move(one, seat, rng)
        after, seen = told(one, seat, move, viewer)
        others = [move, *(random_move(two, seat, rng) for _ in range(MAX_TRIES))]
        for other in others[:1] if seat == viewer else others:
            if two.is_legal(seat, other):
                elsewhere, same = told(two, seat, other, viewer)
                if same == seen:
                    return after, elsewhere
    return None


@every_game
@given(seed=st.integers(0, 2**32 - 1))
def test_worlds_for_a_seat_depend_on_nothing_it_does_not_know(game: Game, seed: int) -> None:
    rng, options = SeededRng(seed), variant(game, seed)
    step = sample(playthrough(game, options, seed)[:-1], rng, 1)[0]
    viewer = rng.below(step.state.seats())
    one, two = step.state, step.state.imagine(viewer, rng)
    for number in range(MAX_STEPS):
        worlds = [pack(state.imagine(viewer, SeededRng(number))) for state in (one, two)]
        differing = [name for name, value in worlds[0].items() if worlds[1][name] != value]
        assert not differing
        pair = step_both(one, two, viewer, rng) if one.actors() else None
        if pair is None:
            break
        one, two = pair


class Slotted(Corridor):
    """A plain state with slots, and a field that is None now and then."""

    __slots__ = ("best", "seen")

    def __init__(self, steps: int = 0) -> None:
        super().__init__(steps)
        self.best: int | None = 0
        self.seen: set[tuple[int, int]] = set()


def test_fields_of_plain_states_may_have_any_type() -> None:
    class Walk:
        slug = "walk"
        new = staticmethod(lambda options: Slotted())

    state = Slotted(3)
    state.best, state.seen = None, {(1, 2)}
    walk: Any = Walk()
    unpacked = unpack(walk, {}, pickle.loads(pickle.dumps(pack(state))))  # noqa: S301 - our own
    assert (unpacked.steps, unpacked.best, unpacked.seen) == (3, None, {(1, 2)})
    with pytest.raises(ValueError, match="field steps must be of type int"):
        unpack(walk, {}, {**pack(state), "steps": "3"})
