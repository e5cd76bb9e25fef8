"""Whist, a package of its own under ``examples/``, keeps the contract by its own tests."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from packages import ROOT, registered, run, run_tests


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy, because an installer writes beside the sources."""
    copy = tmp_path_factory.mktemp("guest") / "whist"
    shutil.copytree(ROOT / "examples" / "whist", copy)
    return copy


@pytest.fixture(scope="module")
def sources(folder: Path) -> Path:
    return registered(folder)


def test_its_own_tests_pass(folder: Path, sources: Path) -> None:
    assert "failed" not in run_tests(folder, [sources], seeds=3)  # as many as by default


def test_it_is_typed_and_clean(folder: Path, sources: Path) -> None:
    run("ruff", "check", "--no-cache", ".", sources=[sources], folder=folder)
    run("ruff", "format", "--no-cache", "--check", ".", sources=[sources], folder=folder)
    run("mypy", "--cache-dir", str(folder / ".types"), sources=[sources], folder=folder)


def test_the_terminal_and_the_arena_know_it(sources: Path) -> None:
    words = ["ludotheque", "play", "whist", "--bot", "random", "--seed", "1", "--lang", "en"]
    said = run(*words, sources=[sources], text="1\n" * 3)
    assert "Whist: welcome" in said
    assert "takes the trick" in said
    assert "bots: random, novice, player, master" in run("ludotheque", "games", sources=[sources])
