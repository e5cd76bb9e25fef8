"""The strength of the levels and its page: how wins are counted, and how rows are marked."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from playthroughs import INSTALLED

from ludotheque.arena.contest import Contest
from ludotheque.arena.play import Played
from ludotheque.arena.report import Row, page, strength_chart
from ludotheque.arena.run import append, begin_log
from ludotheque.arena.strength import GAMES_PER_CONTEST, contests, figures, player_counts, target
from ludotheque.bots.fingerprint import fingerprint_of
from ludotheque.cli import main
from ludotheque.core.registry import find

if TYPE_CHECKING:
    from pathlib import Path

    from ludotheque.core.game import Game

GAME = find("m")


def played(number: int, seats: tuple[str, ...], ranks: tuple[int, ...]) -> Played:
    """A game with a few decisions of 2 ms, and one of 9."""
    think_times = tuple((20, 20, 20, 90) for _ in seats)
    return Played(number, seats, ranks, tuple(-rank for rank in ranks), think_times, 102400)


def alternating(one: str, others: str, wins: int, games: int) -> list[Played]:
    """Games of three players in which the first bot has won the first ``wins`` games."""
    seats = (one, others, others)
    return [played(n, seats, (1, 2, 2) if n < wins else (3, 1, 2)) for n in range(games)]


@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
def test_every_level_meets_the_next_weaker_one(game: Game) -> None:
    counts = player_counts(game)
    assert len(set(counts)) == 2
    assert counts[0] == min(int(n) for o in game.options if o.name == "players" for n in o.values)
    met = {(one.options["players"], *one.bots) for one in contests(game, 1, "")}
    pairs = [("master", "player"), ("player", "novice"), ("novice", "random")]
    if game.slug != "zapp_zerapp":  # its ceiling is reached
        pairs.append(("champion", "master"))
    assert met == {(players, *pair) for players in counts for pair in pairs}
    assert all(one.one_vs_rest for one in contests(game, 1, ""))


def test_figures_are_counted_once_a_game() -> None:
    found = figures(alternating("a", "b", 3, 4), "a")
    assert (found.games, found.share) == (4, 0.75)
    assert found.fair == pytest.approx(1 / 3)
    assert found.low < found.share < found.high
    assert found.ahead == 0.75
    assert (found.mean_ms, found.p95_ms, found.peak_memory_mb) == (3.75, 9.0, 100.0)


def test_partners_win_together_and_count_as_one() -> None:
    found = figures([played(0, ("a", "b", "a", "b"), (1, 3, 1, 3))], "a")
    assert (found.share, found.fair, found.ahead) == (1.0, 0.5, 1.0)


def test_a_shared_victory_counts_in_part_and_a_tie_half() -> None:
    found = figures([played(0, ("b", "a", "b"), (1, 1, 3))], "a")
    assert (found.share, found.ahead) == (0.5, 0.75)


def test_no_target_is_to_win_every_game() -> None:
    assert target("player", 1 / 2) == 1.4
    assert target("random", 1 / 3) == 2
    assert target("random", 1 / 2) is None


def rows(wins: int, games: int, pair: tuple[str, str] = ("player", "novice")) -> list[Row]:
    """One contest of three players, with a given number of wins."""
    contest = Contest(GAME.slug, GAME.resolve_options({"players": 3}), pair, 1, True, "c0de")
    return [Row(contest, figures(alternating(*pair, wins, games), pair[0]), current=True)]


def table_row(found: list[Row]) -> str:
    """The only row of the only table of a page."""
    lines = page([(GAME, found)], "strength").splitlines()
    return lines[next(i for i, line in enumerate(lines) if line.startswith("|--")) + 1]


def test_a_row_says_what_was_reached_and_of_how_many_games() -> None:
    assert "| 400 |" in table_row(rows(300, GAMES_PER_CONTEST))
    assert "**surely**" in table_row(rows(300, GAMES_PER_CONTEST))
    assert "on average" in table_row(rows(190, GAMES_PER_CONTEST))
    assert "| no |" in table_row(rows(150, GAMES_PER_CONTEST))
    assert "only 40 of 400" in table_row(rows(30, 40))
    missing = [Row(rows(1, 1)[0].contest, None, current=True)]
    assert "| 0 of 400 |" in table_row(missing)


def test_a_level_that_plays_as_the_one_before_says_so() -> None:
    """Where a game's ceiling is reached there is nothing to play for."""
    found = page([(find("zapp_zerapp"), rows(300, 400))], "strength")
    assert "*champion* plays as *master* does" in found
    assert "plays as" not in page([(GAME, rows(300, 400))], "strength")


def test_slow_and_large_bots_and_old_results_are_marked() -> None:
    slow = Played(0, ("player", "novice"), (1, 2), (1, 0), ((9000,), (1,)), 300 * 1024)
    contest = rows(1, 1)[0].contest
    old = [Row(contest, figures([slow], "player"), current=False)]
    text = table_row(old)
    assert "900.0 **late**" in text
    assert "300 **too much**" in text
    assert "played with an earlier version" in page([(GAME, old)], "strength")
    assert "played with an earlier version" not in page([(GAME, rows(1, 1))], "strength")


def test_the_chart_has_a_bar_and_a_target_for_each_contest() -> None:
    root = ElementTree.fromstring(strength_chart(GAME, rows(3, 4) + rows(3, 4)))  # noqa: S314 - ours
    assert len(root.findall(".//{*}rect[@class='b']")) == 2
    assert len(root.findall(".//{*}line[@class='a']")) == 2


def test_the_fingerprint_differs_by_game() -> None:
    assert len({fingerprint_of(game) for game in INSTALLED}) == len(INSTALLED)


# the command


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels with two simulations."""
    levels = {name: level.__class__(2, 9.0) for name, level in GAME.levels.items()}
    monkeypatch.setattr(type(GAME), "levels", levels)


@pytest.mark.usefixtures("quick")
def test_the_command_plays_resumes_and_writes(tmp_path: Path) -> None:
    logs, report = tmp_path / "logs", tmp_path / "strength.md"
    words = ["arena", "--all", "--only", GAME.slug, "--jobs", "1"]
    words += ["--out", str(logs), "--report", str(report)]
    assert main([*words, "--games", "1"]) == 0
    assert len(list(logs.iterdir())) == 8
    assert report.read_text().count("only 1 of 400") == 8
    assert (tmp_path / "strength" / f"{GAME.slug}.svg").exists()
    assert main([*words, "--games", "1"]) == 2  # it does not write over a log
    assert main([*words, "--games", "2", "--resume"]) == 0
    assert report.read_text().count("only 2 of 400") == 8
    before = {log: log.read_bytes() for log in logs.iterdir()}
    report.unlink()
    assert main([*words, "--no-play"]) == 0
    assert report.read_text().count("only 2 of 400") == 8
    assert {log: log.read_bytes() for log in logs.iterdir()} == before


def test_a_game_that_was_played_before_stays_on_the_page(tmp_path: Path) -> None:
    for slug in ("m", "zwickern"):
        contest = contests(find(slug), 7, "old")[0]
        players = contest.options["players"]
        begin_log(tmp_path / f"{slug}-{players}-{'-'.join(contest.bots)}.jsonl", contest)
    words = ["--out", str(tmp_path), "--report", str(tmp_path / "page.md"), "--no-play"]
    assert main(["arena", "--all", "--only", "m", *words]) == 0
    page_of_two = (tmp_path / "page.md").read_text()
    assert page_of_two.count("\n## ") == 2
    assert "## Zwickern" in page_of_two


def test_a_row_without_a_log_stays_on_the_page(tmp_path: Path) -> None:
    """Its log may be elsewhere: hundreds of games are not played again."""
    game, report = find("zankapfel"), tmp_path / "strength.md"
    contest = Contest(game.slug, {"players": 3}, ("player", "novice"), 1, True, "c0de")
    figures_of = figures(alternating("player", "novice", 190, 400), "player")
    report.write_text(page([(game, [Row(contest, figures_of, current=False)])], "strength"))
    (before,) = [line for line in report.read_text().splitlines() if line.startswith("| 3 |")]
    other = contests(game, 7, "new")[3]
    log = tmp_path / "zankapfel-3-champion-master.jsonl"
    begin_log(log, other)
    append(log, played(0, ("champion", "master", "master"), (1, 2, 2)))
    words = ["arena", "--all", "--only", game.slug, "--no-play", "--out", str(tmp_path)]
    for _ in range(2):  # the second time from the page that it has written itself
        assert main([*words, "--report", str(report)]) == 0
        lines = report.read_text().splitlines()
        assert before in lines
        assert "| 400 \\* | 47.5% | 42.7% to 52.4% | 1.43 | 1.4 | on average |" in before
        assert sum("| only 1 of 400 \\* |" in line for line in lines) == 1
        assert sum("| 0 of 400 |" in line for line in lines) == 6
        assert "Fingerprint c0de, new." in lines


@pytest.mark.usefixtures("quick")
def test_one_level_can_be_played_alone(tmp_path: Path) -> None:
    words = ["arena", "--all", "--only", GAME.slug, "--jobs", "1", "--games", "1"]
    words += ["--level", "champion", "--out", str(tmp_path / "logs")]
    assert main([*words, "--report", str(tmp_path / "page.md")]) == 0
    names = {log.name for log in (tmp_path / "logs").iterdir()}
    assert names == {"m-2-champion-master.jsonl", "m-4-champion-master.jsonl"}


def test_a_page_is_written_from_old_logs_and_nothing_is_added_to_them(tmp_path: Path) -> None:
    contest = contests(GAME, 7, "other")[0]
    log = tmp_path / f"m-{contest.options['players']}-{'-'.join(contest.bots)}.jsonl"
    begin_log(log, contest)
    append(log, played(0, contest.bots, (1, 2)))
    words = ["arena", "--all", "--only", "m", "--out", str(tmp_path), "--jobs", "1"]
    words += ["--report", str(tmp_path / "page.md"), "--seed", "7"]
    assert main([*words, "--no-play"]) == 0
    assert "only 1 of 400 \\*" in (tmp_path / "page.md").read_text()
    assert main([*words, "--resume"]) == 2
    log.write_text("{}\n")
    assert main([*words, "--no-play"]) == 2


@pytest.mark.parametrize(
    "wrong",
    [
        ["--all", "m"],
        ["--all", "--only", "nothing"],
        ["--all", "--report", "no/such/folder/page.md"],
        ["--all", "--no-play", "--out", "no/such/folder"],
        ["m", "--bots", "random", "--only", "m"],
        ["m"],
    ],
)
def test_bad_arguments_are_refused(
    wrong: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["arena", *wrong, "--jobs", "1"]) == 2
    assert capsys.readouterr().err.startswith("ludotheque: ")
    assert not list(tmp_path.iterdir())
