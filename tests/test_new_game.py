"""``ludotheque new-game`` makes a package that plays at once and keeps the contract."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from packages import environment, new_package, run, run_failing_tests, run_tests

from ludotheque.cli import main

SLUG = "my_tricks"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("new") / "package"


@pytest.fixture(scope="module")
def sources(folder: Path) -> Path:
    return new_package(SLUG, folder)


def test_its_own_tests_pass(folder: Path, sources: Path) -> None:
    assert "failed" not in run_tests(folder, [sources])


def test_it_is_typed_and_clean(folder: Path, sources: Path) -> None:
    """By the settings of its own ``pyproject.toml``."""
    run("ruff", "check", "--no-cache", ".", sources=[sources], folder=folder)
    run("ruff", "format", "--no-cache", "--check", ".", sources=[sources], folder=folder)
    run("mypy", "--cache-dir", str(folder / ".types"), sources=[sources], folder=folder)


def test_it_is_played_to_its_end_in_the_terminal(sources: Path) -> None:
    words = ["ludotheque", "play", SLUG, "--bot", "random", "--seed", "1", "--lang", "en"]
    said = run(*words, sources=[sources], text="1\n" * 5)
    assert "My Tricks: welcome" in said
    assert "The game is over" in said


def test_it_survives_random_play_and_its_records_are_checked(tmp_path: Path, sources: Path) -> None:
    assert "no failure" in run("ludotheque", "fuzz", SLUG, "--games", "6", sources=[sources])
    record = run("ludotheque", "record", "random", SLUG, "--seed", "1", sources=[sources])
    (tmp_path / "game.json").write_text(record)
    run("ludotheque", "record", "check", str(tmp_path / "game.json"), sources=[sources])


@pytest.mark.parametrize("slug", ["My-Game", "1st", "a b", ""])
def test_a_bad_name_is_refused(
    slug: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", slug, "--folder", str(tmp_path / "new")]) == 2
    assert "small letters" in capsys.readouterr().err


@pytest.mark.parametrize("slug", ["class", "random", "m"])
def test_a_name_that_is_taken_is_refused(
    slug: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", slug, "--folder", str(tmp_path / "new")]) == 2
    assert "is taken" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "precious").write_text("")
    assert main(["new-game", SLUG, "--folder", str(tmp_path)]) == 2
    assert "not empty" in capsys.readouterr().err


def test_the_command_says_what_to_do_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", "duel", "--name", "Le duel", "--folder", str(tmp_path / "duel")]) == 0
    assert "ludotheque play duel" in capsys.readouterr().out
    assert 'name = "Le duel"' in (tmp_path / "duel/src/duel/__init__.py").read_text("utf-8")


def test_its_tests_say_why_the_game_cannot_be_used(tmp_path: Path) -> None:
    """In one line, instead of where the plug-in noticed it."""
    sources = new_package("ageless", tmp_path / "ageless")
    game = sources / "ageless" / "__init__.py"
    game.write_text(game.read_text("utf-8").replace("    age = 8\n", ""), "utf-8")
    said = run_failing_tests(tmp_path / "ageless", sources)
    assert "the game ageless can't be used: age is missing" in said
    assert "Traceback" not in said
    assert "pytest_plugin.py" not in said


def test_a_check_that_fails_says_which(tmp_path: Path) -> None:
    """Here everybody is told the hand of seat 0."""
    sources = new_package("leaky", tmp_path / "leaky")
    rules = sources / "leaky" / "rules.py"
    text = rules.read_text("utf-8")
    assert "self.hands[viewer] if viewer >= 0 else ()" in text
    rules.write_text(text.replace("self.hands[viewer] if viewer >= 0 else ()", "self.hands[0]"))
    script = (
        "from leaky import GAME; from ludotheque.testing import check_game; check_game(GAME, 1)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(sources),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "the viewer sees a difference" in done.stderr
