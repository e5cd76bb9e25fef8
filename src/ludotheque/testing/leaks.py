"""Checks of what each viewer may know: no leaks, and worlds that a viewer can't tell apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.observation import Observation
from ludotheque.core.pack import Packed, pack, unpack
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import SPECTATOR, State
from ludotheque.testing.playthroughs import (
    Step,
    after,
    playthrough,
    random_move,
    sample,
    variant,
    viewers,
)

if TYPE_CHECKING:
    from ludotheque.core.game import Game

MAX_MOVES_TRIED: Final = 40  # of a list of legal moves
NUMBERS_TRIED: Final = 3  # of an array in a state, changed one at a time


def chosen_before(game: Game, steps: list[Step]) -> set[str]:
    """Fields that only repeat an option: they differ between variants, but not within a game."""
    fresh = [pack(game.new(options)) for options in game.variants()]
    first, last = pack(steps[0].state), pack(steps[-1].state)
    return {
        name
        for name, value in first.items()
        if not isinstance(value, list)
        and value == last[name]
        and any(packed[name] != value for packed in fresh)
    }


def with_changes(packed: Packed, name: str, donor: Packed, rng: SeededRng) -> list[Packed]:
    """The fields with one of them changed, slightly or to its value at another step."""
    value = packed[name]
    values = [donor[name]]
    if isinstance(value, bool):
        values.append(not value)
    elif isinstance(value, int):
        values += [value + 1, max(value - 1, 0)]  # bit sets are not negative
    elif isinstance(value, list) and value and all(isinstance(item, int) for item in value):
        for _ in range(NUMBERS_TRIED):
            i = rng.below(len(value))
            values += [[*value[:i], number, *value[i + 1 :]] for number in (value[i] + 1, 0)]
    return [{**packed, name: other} for other in values if other != value]


def observations(state: State, seed: int) -> list[object]:
    """The ranks and, for each viewer, the observation and the key of an imagined world."""
    seen: list[object] = [state.ranks()]
    for viewer in viewers(state):
        seen += [state.observe(viewer), state.imagine(viewer, SeededRng(seed)).key()]
    return seen


def indistinct(step: Step, seat: int, other: int, rng: SeededRng) -> int | None:
    """A move of ``seat`` that ``other`` can't tell from some different one, if there is one."""
    moves = step.state.legal_moves(seat)
    if len(moves) < 2 or len(moves) > MAX_MOVES_TRIED:
        return None
    one: int = moves[rng.below(len(moves))]
    seen = after(step.state, seat, one)[0].observe(other)
    for two in moves:
        if two != one and after(step.state, seat, two)[0].observe(other) == seen:
            return one
    return None


def observations_reveal_no_secret(game: Game, seed: int) -> None:
    """Observation and legal moves of a viewer are the same in every world imagined for it."""
    rng = SeededRng(seed)
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 12):
        for viewer in viewers(step.state):
            world = step.state.imagine(viewer, rng)
            game.check_invariants(world)
            assert world.observe(viewer) == step.state.observe(viewer)
            assert list(world.actors()) == list(step.state.actors())
            assert list(world.awaited()) == list(step.state.awaited())
            assert world.legal_moves(viewer) == step.state.legal_moves(viewer)


def imagine_depends_on_the_observation_only(game: Game, seed: int) -> None:
    """From a state and from a world imagined in it, the same seed draws the same world."""
    rng = SeededRng(seed)
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 8):
        for viewer in viewers(step.state):
            world = step.state.imagine(viewer, rng)
            one = step.state.imagine(viewer, SeededRng(seed))
            other = world.imagine(viewer, SeededRng(seed))
            assert one.key() == other.key()


def an_imagined_world_can_be_played_on(game: Game, seed: int) -> None:
    """A world follows the true events, with equal observations, as long as they are legal in it.

    It is left as soon as a reveal differs there from the true one.
    """
    rng = SeededRng(seed)
    steps = playthrough(game, variant(game, seed), seed)
    start = rng.below(len(steps) - 1)
    for viewer in viewers(steps[start].state):
        world = steps[start].state.imagine(viewer, rng)
        for step, following in zip(steps[start:], steps[start + 1 :], strict=False):
            if step.seat != viewer and not world.is_legal(step.seat, step.move):
                break
            assert world.is_legal(step.seat, step.move)
            world, facts = after(world, step.seat, step.move)
            game.check_invariants(world)
            true_facts = after(step.state, step.seat, step.move)[1]
            if [f.told_to(viewer) for f in facts] != [f.told_to(viewer) for f in true_facts]:
                break
            if list(world.actors()) != list(following.state.actors()):
                break
        else:
            assert world.observe(viewer) == steps[-1].state.observe(viewer)


def facts_reveal_no_more_than_observations(game: Game, seed: int) -> None:
    """Two moves with equal observations for a viewer give that viewer equal facts."""
    rng = SeededRng(seed)
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 12):
        other = random_move(step.state, step.seat, rng)
        one, facts_one = after(step.state, step.seat, step.move)
        two, facts_two = after(step.state, step.seat, other)
        for viewer in viewers(step.state):
            same = one.observe(viewer) == two.observe(viewer)
            if viewer != step.seat and same and list(one.actors()) == list(two.actors()):
                known_one = [fact.told_to(viewer) for fact in facts_one]
                assert known_one == [fact.told_to(viewer) for fact in facts_two]


def equal_keys_mean_equal_observations(game: Game, seed: int) -> None:
    """Ranks, observations and imagined worlds depend on nothing outside the key."""
    options, rng = variant(game, seed), SeededRng(seed)
    steps = playthrough(game, options, seed)
    chosen = chosen_before(game, steps)
    for step in sample(steps, rng, 2):
        packed, key, expected = pack(step.state), step.state.key(), observations(step.state, seed)
        donor = pack(steps[rng.below(len(steps))].state)
        for name in sorted(packed.keys() - chosen):
            for changed in with_changes(packed, name, donor, rng):
                try:
                    other = unpack(game, options, changed)
                    found = observations(other, seed) if other.key() == key else expected
                except (IndexError, KeyError, TypeError, ValueError):  # not a state of this game
                    continue
                assert found == expected, f"{name} is missing in key()"


def public_knowledge_is_equal_in_all_worlds_imagined_for_anybody(game: Game, seed: int) -> None:
    rng = SeededRng(seed)
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 12):
        public = step.state.public()
        for viewer in viewers(step.state):
            world = step.state.imagine(viewer, rng)
            assert world.public() == public
            assert hash(world.public()) == hash(public)


def private_knowledge_is_equal_in_all_worlds_imagined_for_its_seat(game: Game, seed: int) -> None:
    rng = SeededRng(seed)
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 12):
        for viewer in viewers(step.state):
            private = step.state.private(viewer)
            world = step.state.imagine(viewer, rng)
            assert world.private(viewer) == private
            assert hash(world.private(viewer)) == hash(private)


def an_observation_is_what_is_public_and_what_is_private(game: Game, seed: int) -> None:
    for step in sample(playthrough(game, variant(game, seed), seed), SeededRng(seed), 6):
        for viewer in viewers(step.state):
            seen = step.state.observe(viewer)
            assert isinstance(seen, Observation)
            assert seen == (step.state.public(), step.state.private(viewer))


def a_spectator_has_nothing_private(game: Game, seed: int) -> None:
    steps = playthrough(game, variant(game, seed), seed)
    assert {step.state.private(SPECTATOR) for step in steps} == {steps[0].state.private(SPECTATOR)}


def the_order_of_commitments_does_not_matter(game: Game, seed: int) -> None:
    """If neither of two seats observes the move of the other, their order makes no difference."""
    rng = SeededRng(seed)
    for step in playthrough(game, variant(game, seed), seed)[:-1]:
        actors = step.state.actors()
        if len(actors) < 2:
            continue
        a, b = actors[0], actors[1 + rng.below(len(actors) - 1)]
        one, two = indistinct(step, a, b, rng), indistinct(step, b, a, rng)
        if one is not None and two is not None:
            first, _ = after(after(step.state, a, one)[0], b, two)
            second, _ = after(after(step.state, b, two)[0], a, one)
            assert first.key() == second.key()
