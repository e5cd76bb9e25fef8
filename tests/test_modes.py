"""Compiled and plain modules: both play the same, and the version names the mode."""

from __future__ import annotations

import inspect
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from playthroughs import INSTALLED

from ludotheque import core
from ludotheque._compiled import SUFFIX, current_modules, fingerprint
from ludotheque.core import playout, rng, words
from ludotheque.core import state as states
from ludotheque.core.fast import BIT, BITS, COMPILED, count_bits, lowest_bit, nth_bit
from ludotheque.core.record import Record
from ludotheque.core.table import Table
from ludotheque.games.m import scene
from ludotheque.house.views import changes
from ludotheque.testing.random_games import play_random

GAMES_EACH = 12
BUILT = bool(current_modules() or [*Path(inspect.getfile(core)).parent.glob("state.*.so")])


def run(pure: bool, *words: str) -> str:
    """The output of the command in one of the two modes."""
    environment = {**os.environ, "LUDOTHEQUE_PURE": "1" if pure else "0"}
    command = [sys.executable, "-m", "ludotheque", *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def test_the_mode_is_the_one_that_is_tested() -> None:
    assert (os.environ.get("LUDOTHEQUE_PURE") != "1") == COMPILED
    for module in (states, rng, playout, words, scene, changes):
        assert str(module.__file__).endswith(".py") != COMPILED


def test_the_version_names_the_mode() -> None:
    assert run(True, "--version").endswith(" pure\n")
    assert run(False, "--version").endswith(" compiled\n" if BUILT else " pure\n")


def a_build(root: Path) -> Path:
    """A build of two modules, in a clone of nothing but their sources; returns its pointer."""
    sources = {"src/one.py": b"ONE = 1", "src/two.py": b"TWO = 2"}
    for name, source in sources.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_bytes(source)
    build = {"folder": "b", "suffix": SUFFIX, "modules": ["one", "two"]}
    pointer = root / "build" / "compiled" / "current.json"
    pointer.parent.mkdir(parents=True)
    pointer.write_text(json.dumps({**build, "sources": fingerprint(sources)}), encoding="utf-8")
    return pointer


def test_compiled_modules_are_taken_if_all_sources_are_the_same(tmp_path: Path) -> None:
    pointer = a_build(tmp_path)
    folder = pointer.parent / "b"
    assert current_modules(pointer) == {
        "one": folder / f"one{SUFFIX}",
        "two": folder / f"two{SUFFIX}",
    }
    assert current_modules(tmp_path / "a" / "b" / "none.json") == {}


def test_no_compiled_module_is_taken_if_one_source_has_changed(tmp_path: Path) -> None:
    pointer = a_build(tmp_path)
    source = tmp_path / "src" / "two.py"
    source.write_text("TWO = 3", encoding="utf-8")
    assert current_modules(pointer) == {}
    source.unlink()
    assert current_modules(pointer) == {}


def test_no_module_compiled_for_another_python_is_taken(tmp_path: Path) -> None:
    pointer = a_build(tmp_path)
    text = pointer.read_text(encoding="utf-8")
    pointer.write_text(text.replace(SUFFIX, ".other.so"), encoding="utf-8")
    assert current_modules(pointer) == {}


@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
def test_both_modes_play_the_same_games(game: object) -> None:
    slug = game.slug  # type: ignore[attr-defined]  # INSTALLED holds games
    words = ("record", "random", slug, "--seed", "7", "--count", str(GAMES_EACH))
    assert run(True, *words) == run(False, *words)


def test_bits() -> None:
    for bits in (1, 2, 3, 0b1011000, 2**62, 2**62 + 2**31 + 1, 2**63 - 1, 12345678901234567):
        places = [n for n in range(BITS) if bits >> n & 1]
        assert count_bits(bits) == len(places)
        assert lowest_bit(bits) == places[0]
        assert [nth_bit(bits, n) for n in range(len(places))] == places
    assert [BIT[n] for n in range(BITS)] == [2**n for n in range(BITS)]


def test_rng_is_uniform_and_reproducible() -> None:
    one, two = rng.SeededRng(5), rng.SeededRng(5)
    rolls = [one.below(6) for _ in range(60_000)]
    assert rolls[:100] == [two.below(6) for _ in range(100)]
    for face in range(6):
        assert 9_600 < rolls.count(face) < 10_400
    starts = [rng.SeededRng(seed).below(1000) for seed in range(3000)]
    assert len(set(starts)) > 900


def test_weighted_draws_follow_the_weights() -> None:
    source = rng.SeededRng(3)
    drawn = [rng.weighted_choice(source, [(7, 1), (8, 3)]) for _ in range(8000)]
    assert 1800 < drawn.count(7) < 2200


def test_a_seed_determines_a_game() -> None:
    game = INSTALLED[0]
    one = Record.from_table(play_random(game, game.resolve_options({}), 11))
    assert one == Record.from_table(play_random(game, game.resolve_options({}), 11))
    assert one != Record.from_table(play_random(game, game.resolve_options({}), 12))


def test_choices_leak_no_memory() -> None:
    """A leak of eight kilobytes per call would show."""
    game = INSTALLED[0]
    state = Table(game, game.resolve_options({}), rng.SeededRng(1)).state
    seat = state.actors()[0]
    assert state.choices(seat)
    started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(6000):
        state.choices(seat)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - started
    assert grown < 20_000, f"{grown} kB more after 6000 calls"


SEARCHES = """
from ludotheque.bots.search import Search
from ludotheque.testing.random_games import sample_positions
from ludotheque.core.rng import SeededRng
from ludotheque.core.registry import find
game = find({slug!r})
for state, seat in sample_positions(game)[:3]:
    search = Search(state, seat, game.knowledge, SeededRng(1), 0.2)
    search.run(40, 40)
    print(search.results())
"""


@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
def test_both_modes_search_the_same(game: object) -> None:
    slug = game.slug  # type: ignore[attr-defined]  # INSTALLED holds games
    found = []
    for pure in ("1", "0"):
        environment = {**os.environ, "LUDOTHEQUE_PURE": pure}
        command = [sys.executable, "-c", SEARCHES.format(slug=slug)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        found.append(done.stdout)
    assert found[0] == found[1]
    assert found[0].count("\n") == 3
