"""Appenzell: what players forget, and what they never do (CA-20)."""

from __future__ import annotations

import pytest
from playthroughs import playthrough, variant

from ludotheque.core.fast import count_bits
from ludotheque.games.appenzell import GAME
from ludotheque.games.appenzell.data import ORDINARY_FACES, UNSEEN
from ludotheque.games.appenzell.rules import Appenzell


def moments(seed: int, memory: str = "strict") -> list[Appenzell]:
    """Some moments of a game in which a seat decides."""
    options = {**variant(GAME, seed), "memory": memory}
    states = [step.state for step in playthrough(GAME, options, seed) if step.seat >= 0][::9]
    return [state for state in states if isinstance(state, Appenzell)]


@pytest.mark.parametrize("seed", range(6))
def test_only_what_is_covered_is_forgotten(seed: int) -> None:
    for state in moments(seed):
        seat = state.next_actor()
        recalled = GAME.memory.recalled(state, seat, 0.0)
        GAME.check_invariants(recalled)
        assert recalled.observe(seat) == state.observe(seat)
        assert recalled.legal_moves(seat) == state.legal_moves(seat)
        shown = recalled.open_squares | recalled.glimpsed
        assert all(recalled.faces[face] & ~shown == 0 for face in range(ORDINARY_FACES))


@pytest.mark.parametrize("seed", range(6))
def test_the_better_the_memory_the_more_is_known(seed: int) -> None:
    for state in moments(seed):
        worlds = [GAME.memory.recalled(state, 0, quarters / 4) for quarters in range(5)]
        unseen = [int(count_bits(world.faces[UNSEEN])) for world in worlds]
        assert unseen == sorted(unseen, reverse=True)
        assert unseen[-1] == count_bits(state.faces[UNSEEN])


def test_half_of_it_is_about_half() -> None:
    kept = lost = 0
    for seed in range(6):
        for state in moments(seed):
            recalled = GAME.memory.recalled(state, 0, 0.5)
            gone = int(count_bits(recalled.faces[UNSEEN] & ~state.faces[UNSEEN]))
            covered = sum(
                int(count_bits(state.faces[face] & ~(state.open_squares | state.glimpsed)))
                for face in range(ORDINARY_FACES)
            )
            lost += gone
            kept += covered - gone
    assert kept + lost > 500
    assert 0.4 < kept / (kept + lost) < 0.6


def test_nobody_forgets_what_the_program_notes() -> None:
    for state in moments(3, "notes"):
        assert GAME.memory.recalled(state, 0, 0.0) is state
