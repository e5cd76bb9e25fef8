"""The game of the benchmark: its rules, and the comparison with other engines."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ludotheque.bots.search import Search
from ludotheque.cli import bench as cli_bench
from ludotheque.cli import main
from ludotheque.core.rng import SeededRng

RULES = Path(__file__).parent.parent / "bench" / "connect_four" / "rules.py"


@cache
def rules() -> Any:
    """The rules module, which is in no package."""
    spec = importlib.util.spec_from_file_location("connect_four_rules", RULES)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def after(*columns: int) -> Any:
    """The state after stones in these columns, by turns."""
    state = rules().ConnectFour()
    for column in columns:
        assert column in state.legal_moves(state.next_actor())
        state.apply(state.next_actor(), column)
    return state


def test_four_in_a_line_win() -> None:
    for columns in (
        (0, 1, 0, 1, 0, 1, 0),  # upright
        (0, 0, 1, 1, 2, 2, 3),  # level
        (0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3),  # rising
        (3, 2, 2, 1, 1, 0, 1, 0, 0, 6, 0),  # falling
    ):
        assert after(*columns[:-1]).actors()
        won = after(*columns)
        assert won.scores() == (1, 0)
        assert won.actors() == ()


def test_a_full_column_is_closed() -> None:
    state = after(0, 0, 0, 0, 0, 0)
    assert state.legal_moves(0) == [1, 2, 3, 4, 5, 6]


def test_lines_end_at_the_edge() -> None:
    """Three at the top of a column and one at the bottom of the next are no line."""
    assert after(1, 0, 2, 0, 3, 0, 0, 5, 0, 5, 0, 6, 1).actors()


def test_the_search_completes_and_blocks_a_line() -> None:
    for state, best in ((after(0, 6, 0, 6, 0, 5), 0), (after(6, 0, 6, 0, 5, 0), 0)):
        search = Search(state, 0, rules().Result(), SeededRng(1), 1.4)
        search.run(400, 400)
        assert max(search.results(), key=lambda one: one[1])[0] == best


# the comparison


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The benchmark scripts, importable."""
    monkeypatch.syspath_prepend(str(RULES.parent))
    return importlib.import_module("measure")


@pytest.mark.usefixtures("bench")
def test_the_same_game_is_measured_in_open_spiel() -> None:
    """OpenSpiel's game, the one written for it in Python, and ours: equal moves and results."""
    pyspiel = pytest.importorskip("pyspiel")
    games = (
        importlib.import_module("open_spiel_python").game_of(pyspiel),
        pyspiel.load_game("connect_four"),
    )
    rng = SeededRng(4)
    for _ in range(20):
        state, others = rules().ConnectFour(), [game.new_initial_state() for game in games]
        while (seat := state.next_actor()) >= 0:
            for other in others:
                assert other.legal_actions() == state.legal_moves(seat)
            move = int(state.random_move(seat, rng))
            state.apply(seat, move)
            for other in others:
                other.apply_action(move)
        scores = state.scores()
        for other in others:
            assert other.is_terminal()
            assert list(other.returns()) == [scores[0] - scores[1], scores[1] - scores[0]]


def test_a_peer_that_is_missing_is_named(bench: Any) -> None:
    found = {
        "ours": {"figures": {"listed": 300.0, "search": 5000.0}, "version": "1"},
        "slow": {"figures": {"listed": 100.0}, "version": "2"},
        "absent": {"missing": "no module"},
    }
    lines = bench.table(found).splitlines()
    assert lines[2] == "| ours 1 | 300 | – | – | 5 000 |"
    assert lines[3] == "| slow 2 | 100 (3.0) | – | – | – |"
    assert lines[4].startswith("| absent | not measured: no module |")
    assert {line.count("|") for line in lines} == {6}


def test_a_failure_is_reported(bench: Any) -> None:
    python, environment = sys.executable, dict(os.environ)
    lost = "import clock; clock.report(lambda: __import__('no_such_engine'), str)"
    environment["PYTHONPATH"] = str(RULES.parent)
    assert "no_such_engine" in bench.output_of([python, "-c", lost], environment)["missing"]
    broken = "import sys; sys.exit('it broke')"
    assert bench.output_of([python, "-c", broken], environment) == {"missing": "it broke"}
    fine = "import clock; clock.report(lambda: {'listed': 1.0}, lambda: '3')"
    output = bench.output_of([python, "-c", fine], environment)
    assert output == {"figures": {"listed": 1.0}, "version": "3"}


def test_a_run_replaces_the_last_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(RULES.parent.parent))
    results_file = importlib.import_module("results")
    results = tmp_path / "results.md"
    monkeypatch.setattr(results_file, "RESULTS", results)
    results.write_text("# Results\n\n## Mine\n\nold\n\n## Other\n\nkept\n")
    results_file.write_section("Mine", "new\n")
    assert results.read_text() == "# Results\n\n## Other\n\nkept\n\n## Mine\n\nnew\n"


def test_the_command_needs_the_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli_bench, "REPOSITORY", tmp_path)
    assert main(["bench", "--peers"]) == 2
    assert "needs the repository" in capsys.readouterr().err
    assert main(["bench", "m", "--peers"]) == 2
    assert main(["bench", "--write"]) == 2
    script = tmp_path / "bench" / "connect_four" / "measure.py"
    script.parent.mkdir(parents=True)
    script.write_text("import sys; sys.exit(len(sys.argv) + 5)")
    assert main(["bench", "--peers", "--write"]) == 7
