"""Zapp Zerapp: which covered numbers players forget, and what they never forget (ZZ-12)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playthroughs import playthrough, variant
from scripted_games import play_script, scripted_table

from ludotheque.bots import find_bot
from ludotheque.core.fast import bit_indices, count_bits
from ludotheque.core.rng import SeededRng
from ludotheque.games.zapp_zerapp import GAME
from ludotheque.games.zapp_zerapp.bot import NOVICE
from ludotheque.games.zapp_zerapp.data import BARRELS
from ludotheque.games.zapp_zerapp.knowledge_hearing import with_partial_memory
from ludotheque.games.zapp_zerapp.moves import LISTENING
from ludotheque.games.zapp_zerapp.rules import ZappZerapp

ORDER = "- mix 1 2 3 4 5 6 7 8 9 10 11 12 13"


def moments(seed: int, helped: bool = False) -> list[ZappZerapp]:
    """Some moments of a game in which a seat decides."""
    options = {**variant(GAME, seed), "memory": True, "help": helped}
    states = [step.state for step in playthrough(GAME, options, seed) if step.seat >= 0][::17]
    return [state for state in states if isinstance(state, ZappZerapp)]


def covered(state: ZappZerapp) -> int:
    return int(state.turned & ~state.in_sight())


def recalled(state: ZappZerapp, seat: int, fraction: float) -> ZappZerapp:
    return GAME.memory.recalled(state, seat, fraction)


@pytest.mark.parametrize("seed", range(4))
def test_only_what_is_covered_is_forgotten(seed: int) -> None:
    for state in moments(seed):
        seat = int(state.next_actor())
        world = recalled(state, seat, 0.0)
        GAME.check_invariants(world)
        assert world.observe(seat) == state.observe(seat)
        assert world.legal_moves(seat) == state.legal_moves(seat)
        assert covered(world) == 0


@pytest.mark.parametrize("seed", range(4))
def test_the_better_the_memory_the_more_is_known(seed: int) -> None:
    for state in moments(seed):
        known = [int(recalled(state, 0, share / 4).turned) for share in range(5)]
        assert all(fewer & more == fewer for fewer, more in pairwise(known))
        assert known[-1] == state.turned


def test_half_a_memory_keeps_about_half() -> None:
    kept = lost = 0
    for seed in range(6):
        for state in moments(seed):
            kept += int(count_bits(covered(recalled(state, 0, 0.5))))
            lost += int(count_bits(state.turned ^ recalled(state, 0, 0.5).turned))
    assert kept + lost > 500
    assert 0.4 < kept / (kept + lost) < 0.6


def test_what_is_remembered_is_the_same_for_a_round_and_not_in_the_next() -> None:
    script = ["- roll 1 1", ORDER]
    for barrel in range(3, BARRELS, 2):
        script += [f"0 take {barrel}", f"0 place {barrel}"]
        script += [f"1 take {barrel + 1}", f"1 place {barrel + 1}", "- roll 1 1"]
    table = scripted_table(GAME, "\n".join(script), players=2, memory=True)
    kept, of_another = list[int](), list[int]()
    for barrel in (3, 5, 7, 9):
        state = table.state
        assert isinstance(state, ZappZerapp)
        first = recalled(state, 0, 0.5).turned
        play_script(table, f"0 take {barrel}\n0 shake {barrel}\n- heard 0 {barrel} 6")
        assert recalled(state, 0, 0.5).turned == first
        kept.append(int(first))
        of_another.append(int(recalled(state, 1, 0.5).turned))
        play_script(table, f"0 place {barrel}\n1 take 13\n1 place 13\n- roll 1 1")
    assert len(set(kept)) > 1
    assert kept != of_another


def test_what_is_remembered_does_not_depend_on_what_is_forgotten() -> None:
    """Whatever the forgotten numbers are, the same world."""
    orders = (ORDER, ORDER.replace("12 13", "13 12"), ORDER.replace("11 12 13", "13 11 12"))
    script = "0 take 12\n0 place 12\n1 take 13\n1 place 13\n- roll 1 2\n0 take 4"
    tables = [
        scripted_table(GAME, f"- roll 3 5\n{order}\n{script}", players=2, memory=True)
        for order in orders
    ]
    keys = set()
    for table in tables:
        world = table.state.imagine(0, SeededRng(1))
        assert isinstance(world, ZappZerapp)
        keys.add(with_partial_memory(world, 0, 0).key())
    assert len(keys) == 1


def test_nobody_forgets_what_is_in_sight() -> None:
    for state in moments(3, helped=True):
        assert GAME.memory.recalled(state, 0, 0.0) is state


def test_a_novice_uses_what_it_remembers() -> None:
    """It shakes no barrel whose number it knows, and takes none that it knows to be too full."""
    high = "0 take 12\n0 place 12\n1 take 13\n1 place 13\n- roll 1 2"
    table = scripted_table(GAME, f"- roll 3 5\n{ORDER}\n{high}", players=2, memory=True)
    taken = {NOVICE.choose(table.state, 0, SeededRng(seed)) for seed in range(200)}
    assert taken == set(range(11))
    play_script(table, "0 take 12")
    assert GAME.text(table.state, NOVICE.choose(table.state, 0, SeededRng(1))) == "back 12"
    play_script(
        table, "0 back 12\n0 take 4\n0 place 4\n1 take 3\n1 place 3\n1 go B1\n- roll 2 2\n0 take 4"
    )
    assert GAME.text(table.state, NOVICE.choose(table.state, 0, SeededRng(1))) == "place 4"


def test_the_levels_forget_more_or_less() -> None:
    """The master never shakes a barrel whose number was seen; the novice does."""
    assert [level.recall for level in GAME.levels.values()] == [0.3, 0.6, 1.0, 1.0]
    shakes = dict.fromkeys(GAME.levels, 0)
    for seed in range(12):
        states = [state for state in moments(seed) if state.phase == LISTENING]
        for state in states[:6]:
            seat = int(state.next_actor())
            for name in shakes:
                bot, world = find_bot(GAME, name), state.imagine(seat, SeededRng(seed))
                move = bot.choose(world, seat, SeededRng(seed))
                known = bit_indices(int(state.turned))
                shakes[name] += GAME.text(state, move) in {f"shake {b + 1}" for b in known}
    assert shakes["master"] == 0
    assert shakes["novice"] > 0
