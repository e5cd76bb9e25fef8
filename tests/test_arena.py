"""Contests: balanced seating, the same deals for all, logs to resume, and correct results."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from playthroughs import INSTALLED

from ludotheque.arena.chart import standings_chart
from ludotheque.arena.contest import Contest, line_ups, pairing
from ludotheque.arena.play import Failed, Played, play
from ludotheque.arena.results import interval, rate, result, shares
from ludotheque.arena.run import append, begin_log, read_log, read_only, run
from ludotheque.bots import find_bot
from ludotheque.cli import main
from ludotheque.core.errors import BadOption, BadRecord
from ludotheque.core.registry import find

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from ludotheque.core.game import Game
    from ludotheque.core.rng import Rng
    from ludotheque.core.state import State

GAME = find("m")  # quickly played


def contest(game: Game = GAME, *bots: str, one_vs_rest: bool = False, **options: int) -> Contest:
    """A contest with the usual options but those named."""
    return Contest(
        game.slug, game.resolve_options(options), bots or ("random", "greedy"), 5, one_vs_rest
    )


def finished(games: Iterable[Played | Failed]) -> list[Played]:
    """The games; in none of them a bot has failed."""
    played = []
    for one in games:
        assert isinstance(one, Played), one
        played.append(one)
    return played


def test_line_ups() -> None:
    assert line_ups(("a", "b"), 4, False) == [("a", "b", "a", "b")]
    assert line_ups(("a", "b"), 3, False) == [("a", "b", "a"), ("b", "a", "b")]
    assert line_ups(("a", "b", "c"), 2, False) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert line_ups(("a", "b"), 3, True) == [("a", "b", "b")]
    with pytest.raises(BadOption):
        line_ups(("a", "b", "c"), 3, True)


@pytest.mark.parametrize("one_vs_rest", [False, True])
@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
def test_everybody_sits_everywhere_with_the_same_luck(game: Game, one_vs_rest: bool) -> None:
    for players in next(option.values for option in game.options if option.name == "players"):
        one = contest(game, "a", "b", one_vs_rest=one_vs_rest, players=int(players))
        met = [pairing(one, game, number) for number in range(12 * int(players))]
        lucks: dict[int, list[tuple[str, ...]]] = {}
        for each in met:
            lucks.setdefault(each.luck_seed, []).append(each.seats)
        for seat in range(int(players)):
            sat = Counter(each.seats[seat] for each in met)
            expected = Counter(name for each in met for name in each.seats)
            assert sat["a"] * int(players) == expected["a"]
        assert all(len(set(seats)) == len(seats) > 1 for seats in lucks.values())


def test_partners_are_the_same_bot() -> None:
    paired = [game for game in INSTALLED if game.team_of(2, 4) == game.team_of(0, 4)]
    assert paired, "no game has partners"
    for game in paired:
        one = contest(game, "a", "b", one_vs_rest=True, players=4)
        seats = pairing(one, game, 1).seats
        assert seats[0] == seats[2] != seats[1] == seats[3]


def test_a_pairing_always_plays_the_same_game() -> None:
    one = contest(GAME, "random", "search:3", players=2)
    met = pairing(one, GAME, 0)
    first, second = finished([play(one, met), play(one, met)])
    assert (first.ranks, first.scores) == (second.ranks, second.scores)
    assert [len(times) for times in first.think_times] == [
        len(times) for times in second.think_times
    ]


def test_a_log_is_resumed(tmp_path: Path) -> None:
    log, one = tmp_path / "log.jsonl", contest(players=2)
    begin_log(log, one)
    for played in finished(run(one, [0, 1], 1)):
        append(log, played)
    whole = log.read_bytes()
    log.write_bytes(whole[:-20])  # the power went off
    assert [played.number for played in read_log(log, one)] == [0]
    assert log.read_bytes() == whole[: len(log.read_bytes())]
    with pytest.raises(BadRecord):
        read_log(log, contest(one_vs_rest=True))


OLD_LOG = """\
{"game":"m","options":{"players":2},"bots":["a","b"],"seed":5,"among":true,"code":"c0de"}
{"number":0,"seats":["a","b"],"ranks":[1,2],"scores":[9,8],"thought":[[20],[90]],"memory":2048}
"""


def test_the_format_of_a_log_stays(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(OLD_LOG)
    found, games = read_only(log)
    assert found == Contest("m", {"players": 2}, ("a", "b"), 5, True, "c0de")
    assert (games[0].think_times, games[0].peak_memory_kb) == (((20,), (90,)), 2048)
    begin_log(log, found)
    append(log, games[0])
    assert log.read_text() == OLD_LOG


def played(number: int, seats: str, ranks: tuple[int, ...]) -> Played:
    """A game with a few decisions of 2 ms, and one of 9."""
    think_times = tuple((20, 20, 20, 90) for _ in seats)
    return Played(
        number, tuple(seats), ranks, tuple(10 - rank for rank in ranks), think_times, 2048
    )


def test_figures() -> None:
    games = [played(0, "abb", (1, 2, 3)), played(1, "bab", (1, 1, 3)), played(2, "bba", (2, 3, 1))]
    assert shares(games[1]) == [0.5, 0.5, 0.0]
    found = result(games, {})
    assert [one.bot for one in found.standings] == ["a", "b"]
    a, b = found.standings
    assert (a.seats, a.wins, b.seats, b.wins) == (3, 2.5, 6, 0.5)
    assert a.fair == pytest.approx(1 / 3)
    assert a.low < a.share < a.high
    assert (a.rank, a.points, a.p95_ms, found.peak_memory_mb) == (1.0, 9.0, 9.0, 2.0)


def test_intervals_hold_the_share_and_narrow() -> None:
    few, many = interval(5, 10), interval(500, 1000)
    assert few[0] < many[0] < 0.5 < many[1] < few[1]
    assert interval(0, 10)[0] == 0
    assert interval(10, 10)[1] == pytest.approx(1)


def test_ratings_follow_the_results() -> None:
    games = [played(n, "ab" if n % 2 else "ba", (1, 2) if n % 2 else (2, 1)) for n in range(20)]
    ratings = rate(games)
    assert ratings["a"][0] > ratings["b"][0]
    assert ratings["a"][1] > 0


def test_the_picture_can_be_drawn() -> None:
    games = [played(0, "ab", (1, 2)), played(1, "ba", (1, 2))]
    drawing = ElementTree.fromstring(standings_chart(result(games, {}), "a < b & c"))  # noqa: S314 - ours
    assert len(drawing.findall(".//{*}rect")) == 3


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    words = ["arena", GAME.slug, "--bots", "random,greedy", "--seed", "3", "--jobs", "1"]
    words += ["--players", "2", "--out", str(log)]
    assert main([*words, "--games", "2"]) == 0
    assert "greedy" in capsys.readouterr().out
    assert main([*words, "--games", "2"]) == 2  # it does not write over a log
    assert main([*words, "--games", "4", "--resume"]) == 0
    assert len(log.read_text().splitlines()) == 5
    summary = json.loads(log.with_suffix(".json").read_text())
    assert summary["result"]["games"] == 4
    assert {"among", "code"} <= set(summary["contest"])
    assert {"milliseconds", "slow", "doubt"} <= set(summary["result"]["standings"][0])
    assert log.with_suffix(".svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    "wrong",
    [
        ["--bots", "nobody"],
        ["--bots", "random,greedy,random", "--one-vs-rest"],
        ["--players", "99"],
    ],
)
def test_bad_arguments_are_refused_before_anything_is_played(wrong: list[str]) -> None:
    assert main(["arena", GAME.slug, "--bots", "random", "--jobs", "1", *wrong]) == 2


def test_processes_play_the_same_games() -> None:
    one = contest(GAME, "random", "greedy", players=2)
    alone = {played.number: played.scores for played in finished(run(one, [0, 1, 2], 1))}
    together = {played.number: played.scores for played in finished(run(one, [0, 1, 2], 2))}
    assert alone == together


class Tired:
    """A bot that plays a few moves and then divides by zero."""

    def __init__(self) -> None:
        self.moves = 3

    def choose(self, world: State, seat: int, rng: Rng) -> int:
        self.moves -= 1
        return world.legal_moves(seat)[0 // self.moves]


def test_a_bot_that_fails_is_reported_with_its_record_and_the_contest_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "ludotheque.arena.play.find_bot",
        lambda game, name, clock: Tired() if name == "greedy" else find_bot(game, name, clock),
    )
    log = tmp_path / "log.jsonl"
    words = ["arena", GAME.slug, "--bots", "random,greedy", "--among", "--players", "2"]
    words += ["--seed", "3", "--jobs", "1", "--games", "2", "--out", str(log)]
    assert main(words) == 1
    told = capsys.readouterr().err
    assert told.count("the bot greedy failed at seat") == 2
    assert "ZeroDivisionError" in told
    for number in (0, 1):
        path = tmp_path / f"arena-{GAME.slug}-3-{number}.json"
        assert main(["record", "check", str(path)]) == 0
        assert len(json.loads(path.read_text())["events"]) > 5
    assert len(log.read_text().splitlines()) == 1  # a failed game is no game of the contest
    monkeypatch.undo()
    assert main([*words, "--resume"]) == 0
    assert len(log.read_text().splitlines()) == 3
