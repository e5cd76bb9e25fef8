"""The same games on a cluster; ``make test-ray`` installs Ray and runs all of this."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from ludotheque.arena.cluster import LOCAL, play_remotely, run_on_cluster
from ludotheque.arena.contest import Contest, pairing
from ludotheque.arena.play import Failed, Played
from ludotheque.arena.run import run
from ludotheque.bots.fingerprint import fingerprint_of
from ludotheque.cli import main
from ludotheque.core.errors import BadOption
from ludotheque.core.registry import find

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

GAME = find("m")
OPTIONS = GAME.resolve_options({"players": 2})
WORDS = ["arena", "m", "--bots", "random,greedy", "--players", "2", "--games", "2", "--seed", "3"]


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """A cluster of this machine."""
    ray = pytest.importorskip("ray", reason="make test-ray installs it")
    yield
    ray.shutdown()


def results(games: Iterable[Played | Failed]) -> dict[int, tuple[object, object]]:
    """Bots by seat, and scores, of each game that did not fail."""
    return {one.number: (one.seats, one.scores) for one in games if isinstance(one, Played)}


@pytest.mark.usefixtures("cluster")
@pytest.mark.filterwarnings("ignore")  # of Ray's own
def test_a_cluster_plays_the_same_games() -> None:
    one = Contest("m", OPTIONS, ("random", "greedy"), 5, False, fingerprint_of(GAME))
    alone, there = run(one, [0, 1, 2], 1), run_on_cluster(one, [0, 1, 2], LOCAL)
    assert results(there) == results(alone)


@pytest.mark.usefixtures("cluster")
@pytest.mark.filterwarnings("ignore")
def test_the_command_plays_there(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    assert main([*WORDS, "--ray", LOCAL, "--out", str(log)]) == 0
    assert len(log.read_text().splitlines()) == 3


@pytest.mark.usefixtures("cluster")
@pytest.mark.filterwarnings("ignore")
def test_a_failure_there_is_one_line() -> None:
    one = Contest("m", OPTIONS, ("random", "greedy"), 5, False, "other")
    with pytest.raises(BadOption, match=r"^a machine of the cluster has other code"):
        list(run_on_cluster(one, [0], LOCAL))


def test_other_code_is_refused() -> None:
    one = Contest("m", OPTIONS, ("random", "greedy"), 5, False, "other")
    with pytest.raises(BadOption, match="other code"):
        play_remotely(one, pairing(one, GAME, 0))
    unmarked = Contest("m", OPTIONS, ("random", "greedy"), 5)
    assert play_remotely(unmarked, pairing(unmarked, GAME, 0)).number == 0


def test_without_ray_the_command_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main([*WORDS, "--ray", "auto"]) == 2
    assert "ludotheque[ray]" in capsys.readouterr().err
