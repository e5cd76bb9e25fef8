"""Learning win chances: the games are repeatable, and training sees what the model sees."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from playthroughs import INSTALLED, playthrough

from ludotheque.bots import find_bot
from ludotheque.core.errors import BadOption
from ludotheque.core.net import SCALE
from ludotheque.core.registry import find
from ludotheque.core.value import read_values
from ludotheque.research import calibration, self_play, training, values
from ludotheque.research.self_play import MIXED, POLICY, Part, Rows, make, play, read, seen

if TYPE_CHECKING:
    from pathlib import Path

    from ludotheque.core.game import Game
    from ludotheque.presentation.arrays import Array

every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)


def fewest(game: Game) -> int:
    """The smallest number of players."""
    return min(int(n) for option in game.options if option.name == "players" for n in option.values)


KINDS = [(game.slug, POLICY) for game in INSTALLED] + [("appenzell", MIXED)]


@pytest.mark.parametrize(("slug", "mix"), KINDS)
def test_a_part_is_the_same_whenever_it_is_played(slug: str, mix: str, tmp_path: Path) -> None:
    part = Part(slug, mix, fewest(find(slug)), 0, 1)
    first, again = play(part, 1), read(make(part, 1, tmp_path))
    for name in ("inputs", "won", "static", "event", "game"):
        assert np.array_equal(getattr(first, name), getattr(again, name))
    assert np.allclose(first.won.sum(1), 1)
    assert np.all(np.diff(first.event) > 0)


@every_game
def test_the_report_computes_the_chances_of_the_model(game: Game) -> None:
    """In every state of a game: the report's floats and the model's whole numbers."""
    model = game.value_model
    assert model is not None
    numbers = read_values(type(game).__module__)
    for options in (game.variants()[0], game.variants()[-1]):
        states = [step.state for step in playthrough(game, options, 5)[:-1:5]]
        inputs = np.array([seen(model, state) for state in states], np.int32)
        found = values.chances_of(model, inputs, numbers)
        for state, chances in zip(states, found, strict=True):
            exact = model.chances(state)[: len(chances)]
            assert np.allclose(np.array(exact) / 1e6, chances, atol=2e-3)


def rows_of(inputs: list[list[int]], won: list[list[float]]) -> Rows:
    """Rows of a game that does not exist."""
    count = len(inputs)
    won_array = np.array(won, np.float32)
    numbers = np.arange(count)
    return Rows(np.array(inputs, np.int32), won_array, won_array * 0 + 0.5, numbers, numbers)


def test_a_net_learns_that_who_is_ahead_wins() -> None:
    rng = np.random.default_rng(1)
    points = rng.integers(0, 20, (20_000, 2))
    won = [[float(a >= b), float(b > a)] for a, b in points]
    rows = rows_of([[0, int(a), int(b)] for a, b in points], won)
    task = training.Task(1, 1, [rows], [rows], [rows], hidden=4, seed=1, tell=lambda _line: None)
    net = training.learn(task)
    again = training.FloatNet.of(net.whole_numbers(), 4)
    said = training.softmax(again.scores(training.arranged(rows.inputs, 1, 1)))
    assert training.log_loss(said, rows.won) < 0.4  # of equal chances 0.69
    assert task.curve[-1] < task.curve[0]


def test_a_correction_is_found_for_each_phase() -> None:
    """Values of 80 % of which 60 % come true are believed less; those that do, are believed."""
    inputs = [[phase, 800_000, 200_000] for phase in (0, 1) for _ in range(100)]
    won = [[1.0, 0.0] if i % 100 < share else [0.0, 1.0] for share in (60, 80) for i in range(100)]
    found = training.fitted_corrections([rows_of(inputs, won)])
    assert len(found) == 2
    numbers = [[round(x * SCALE) for x in one] for one in zip(*found, strict=True)]
    said = training.recalibrated(np.array(inputs), *numbers)
    assert said[0] == pytest.approx([0.6, 0.4], abs=0.01)
    assert said[-1] == pytest.approx([0.8, 0.2], abs=0.01)


def test_the_calibration_error_is_the_distance_of_said_and_come() -> None:
    said: Array = np.repeat([[0.9, 0.1]], 200, axis=0)
    won: Array = np.array([[1.0, 0.0]] * 140 + [[0.0, 1.0]] * 60)
    assert calibration.calibration_error(said, won) == pytest.approx(0.2)
    assert calibration.calibration_error(said * 0 + [0.7, 0.3], won) == pytest.approx(0, abs=1e-9)


def test_the_command_learns_reports_and_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(values, "PART_GAMES", {})
    monkeypatch.setattr(values, "PART_GAMES_WITH_SEARCH", 1)
    out = tmp_path / "values.json"
    words = ["zwickern", "--games", "policy=8,novice=8,player=0,mixed=0", "--jobs", "1"]
    words += ["--folder", str(tmp_path), "--report", str(tmp_path / "report"), "--out", str(out)]
    page = tmp_path / "page.md"
    page.write_text(f"above\n{calibration.BEGIN}\nold\n{calibration.END}\nbelow\n")
    words += ["--page", str(page)]
    monkeypatch.setattr(sys, "argv", ["values", *words])
    values.main()
    first, made = out.read_text(), {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*-*")}
    assert json.loads(first)["games"] == {"policy": 6, "novice": 6}
    report = json.loads((tmp_path / "report" / "zwickern.json").read_text())
    assert report["all"]["games"] == 4
    assert [*report["players"]] == ["3", "4"]
    assert page.read_text().startswith(f"above\n{calibration.BEGIN}\n| game |")
    assert "| Zwickern | recalibrated |" in page.read_text()
    assert page.read_text().endswith(f"{calibration.END}\nbelow\n")
    values.main()
    assert out.read_text() == first
    assert made == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*-*")}
    assert "calibration error" in capsys.readouterr().out


def test_games_of_masters_are_added_to_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are held out, and nothing else of the report changes."""
    monkeypatch.setattr(values, "PART_GAMES", {})
    monkeypatch.setattr(values, "PART_GAMES_WITH_SEARCH", 1)
    played = list[str]()

    def quick(game: Game, name: str, _clock: object) -> object:
        played.append(name)
        return find_bot(game, "greedy")

    monkeypatch.setattr(self_play, "find_bot", quick)
    out, path = tmp_path / "values.json", tmp_path / "report" / "zwickern.json"

    def run(*words: str) -> dict[str, Any]:
        common = ["--jobs", "1", "--folder", str(tmp_path), "--report", str(path.parent)]
        common += ["--out", str(out), "--page", str(tmp_path / "none")]
        monkeypatch.setattr(sys, "argv", ["values", "zwickern", *words, *common])
        values.main()
        found: dict[str, Any] = json.loads(path.read_text())
        return found

    before, learned = run("--games", "policy=8,novice=0,player=0,mixed=0"), out.read_text()
    after = run("--add-mixes", "master=4,champion=2")
    assert out.read_text() == learned
    assert {mix: one["games"] for mix, one in after["mixes"].items()} == {
        "policy": 2,
        "master": 4,
        "champion": 2,
    }
    assert {**after, "mixes": before["mixes"]} == before
    assert after["mixes"]["policy"] == before["mixes"]["policy"]
    assert {*played} == {"master", "champion"}
    with pytest.raises(BadOption, match="only master and champion"):
        run("--add-mixes", "player=4")


def test_a_mix_that_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["values", "m", "--games", "wizard=5"])
    with pytest.raises(BadOption, match="'wizard=5' is not a mix"):
        values.main()
