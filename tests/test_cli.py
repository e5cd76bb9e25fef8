"""The command line: its output, and one line and an exit status for every failure."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playthroughs import INSTALLED

from ludotheque.cli import bench, fuzz, main
from ludotheque.cli.play import Session
from ludotheque.core.record import Record
from ludotheque.core.reveal import reveals
from ludotheque.core.rng import SeededRng
from ludotheque.core.table import Table
from ludotheque.testing.random_games import play_random

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludotheque.core.game import Game

GAME = next(game for game in INSTALLED if game.slug == "m")
Output = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A whole random game of M in a file."""
    path = tmp_path / "game.json"
    path.write_text(
        Record.from_table(play_random(GAME, GAME.resolve_options({}), 1)).to_json(),
        encoding="utf-8",
    )
    return path


def edited(path: Path, change: Callable[[dict[str, object]], object]) -> str:
    """The record with something changed, in a file beside it."""
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    other = path.with_name("edited.json")
    other.write_text(json.dumps(data, indent=2), encoding="utf-8")
    return str(other)


# record


@every_game
def test_random_games_are_good_records(game: Game, tmp_path: Path, capsys: Output) -> None:
    assert main(["record", "random", game.slug, "--count", "3", "--seed", "2"]) == 0
    path = tmp_path / "games.jsonl"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["record", "check", str(path)]) == 0
    assert capsys.readouterr().out == "".join(f"{path}:{line}: ok\n" for line in (1, 2, 3))


def test_options_are_taken(capsys: Output) -> None:
    words = [
        "--option",
        "players=2",
        "--option",
        "voluntary_pass=true",
        "--option",
        "opening=block",
    ]
    assert main(["record", "random", "m", *words]) == 0
    options = json.loads(capsys.readouterr().out)["options"]
    assert options == {"players": 2, "symbols": 5, "voluntary_pass": True, "opening": "block"}


def test_check_reads_standard_input(record: Path, capsys: Output, monkeypatch: Patch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(record.read_bytes()))
    monkeypatch.setattr("sys.stdin", stream)
    assert main(["record", "check", "-"]) == 0
    assert capsys.readouterr().out == "-:1: ok\n"


def test_check_names_the_first_bad_event_and_its_rule(record: Path, capsys: Output) -> None:
    def spoil(data: dict[str, object]) -> None:
        events = data["events"]
        assert isinstance(events, list)
        events[30] = [events[30][0], "pass"]

    path = edited(record, spoil)
    assert main(["record", "check", path]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"{path}:1: event 30: ")
    assert out.endswith(("(M-11)\n", "(M-10)\n"))


def test_check_compares_the_result(record: Path, capsys: Output) -> None:
    path = edited(record, lambda data: data.update(scores=[1, 2, 3, 4]))
    assert main(["record", "check", path]) == 1
    assert "the result: recorded scores [1, 2, 3, 4]" in capsys.readouterr().out


def test_a_score_before_the_end_is_wrong(record: Path, capsys: Output) -> None:
    path = edited(record, lambda data: data.update(events=data["events"][:20]))  # type: ignore[index]  # a list
    assert main(["record", "check", path]) == 1
    assert "not over" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "other/1"}, "format must be 'ludotheque-record/1', not 'other/1'"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": 5}, "game must be the name of a game"),
        ({"rules": 99}, "m was played under rules version 99"),
        ({"rules": True}, "not True"),
        ({"options": {}}, "option players is missing"),
        ({"options": []}, "options must be a JSON object"),
        ({"events": {}}, "events must be a JSON list"),
        ({"events": [[0]]}, "event 0 must be [seat, text]"),
        ({"events": [[True, "pass"]]}, "event 0 must be [seat, text]"),
        ({"events": [[-2, "pass"]]}, "event 0 must be [seat, text]"),
        ({"scores": "high"}, "scores must be a JSON list"),
        ({"scores": [1, 2, 3, "x"]}, "scores must be integers"),
        ({"ranks": None}, "scores and ranks must come together"),
    ],
)
def test_a_broken_record_is_one_line_and_status_2(
    record: Path, capsys: Output, change: dict[str, object], message: str
) -> None:
    path = edited(record, lambda data: data.update(change))
    assert main(["record", "check", path]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 7}, "option players must be one of 2, 3, 4, 5, 6, not 7"),
        ({"players": True}, "not true"),
        ({"players": 4.0}, "not 4.0"),
        ({"voluntary_pass": 0}, "option voluntary_pass must be one of false, true, not 0"),
        ({"colour": "red"}, "m has no option colour"),
    ],
)
def test_a_wrong_option_in_a_record(
    record: Path, capsys: Output, options: dict[str, object], message: str
) -> None:
    path = edited(record, lambda data: data["options"].update(options))  # type: ignore[attr-defined]  # a dict
    assert main(["record", "check", path]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "{", "[1,2", "nothing", '"x"', "[" * 100_000])
def test_a_file_without_a_record(tmp_path: Path, capsys: Output, text: str) -> None:
    path = tmp_path / "no.json"
    path.write_text(text, encoding="utf-8")
    assert main(["record", "check", str(path)]) == 2
    error = capsys.readouterr().err
    assert str(path) in error
    assert error.count("\n") == 1


def test_a_file_that_is_not_text(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "no.json"
    path.write_bytes(b"\xff\xfe\x00")
    assert main(["record", "check", str(path)]) == 2
    assert "not a text file" in capsys.readouterr().err


def test_one_bad_line_does_not_hide_the_others(
    record: Path, tmp_path: Path, capsys: Output
) -> None:
    good = record.read_text(encoding="utf-8").strip()
    path = tmp_path / "mixed.jsonl"
    path.write_text(f"{good}\nrubbish\n{good}\n", encoding="utf-8")
    assert main(["record", "check", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == f"{path}:1: ok\n{path}:3: ok\n"
    assert f"{path}:2: not JSON" in captured.err


@pytest.mark.parametrize(
    "words",
    [
        ["record", "random", "chess"],
        ["record", "random", "m", "--option", "players=9"],
        ["record", "random", "m", "--option", "players"],
        ["record", "random", "m", "--option", "tables=2"],
        ["record", "check", "/no/such/file"],
        ["record", "legal", "/no/such/file"],
        ["play", "chess"],
        ["play", "m", "--seat", "9"],
        ["play", "m", "--bot", "genius"],
        ["fuzz", "chess"],
        ["bench", "chess"],
    ],
)
def test_a_failure_is_one_line_and_status_2(words: list[str], capsys: Output) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("ludotheque: ")
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_what_is_wrong_with_a_file_is_told_without_a_number(tmp_path: Path, capsys: Output) -> None:
    there = tmp_path / "there.po"
    there.touch()
    for words, reason in (
        (["record", "legal", "/no/such/file"], "/no/such/file: No such file or directory"),
        (["words", "export", "eo", str(there)], f"{there}: File exists"),
    ):
        assert main(words) == 2
        assert capsys.readouterr().err == f"ludotheque: {reason}\n"


def test_legal_prints_all_moves_by_actor(record: Path, capsys: Output) -> None:
    path = edited(record, lambda data: _cut(data, 22))
    assert main(["record", "legal", path]) == 0
    legal = json.loads(capsys.readouterr().out)
    ((actor, texts),) = legal.items()
    assert int(actor) in range(4)
    assert texts == sorted(texts)
    assert all(text.startswith("lay ") for text in texts)


def test_legal_of_a_finished_game_is_empty(record: Path, capsys: Output) -> None:
    assert main(["record", "legal", str(record)]) == 0
    assert json.loads(capsys.readouterr().out) == {}


def test_legal_of_a_bad_record_says_which_event(record: Path, capsys: Output) -> None:
    path = edited(record, lambda data: data.update(events=[[-1, "open X"]]))
    assert main(["record", "legal", path]) == 1
    assert "event 0: unknown card 'X'" in capsys.readouterr().err


def _cut(data: dict[str, object], events: int) -> None:
    data["events"] = data["events"][:events]  # type: ignore[index]  # a list
    del data["scores"], data["ranks"]


@every_game
def test_show_draws_the_table_for_each_viewer(game: Game, tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "game.json"
    table = play_random(game, game.resolve_options({}), 5)
    path.write_text(Record.from_table(table).to_json(), encoding="utf-8")
    for at in ("0", "3", str(len(table.events) // 2), str(len(table.events))):
        for seat in ([], ["--seat", "0"], ["--seat", "1"]):
            for language in ("fr", "en", "de"):
                words = ["record", "show", str(path), "--at", at, *seat, "--lang", language]
                assert main(words) == 0
                assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("words", [["--seat", "4"], ["--at", "-1"], ["--at", "9999"]])
def test_show_refuses_a_bad_seat_or_event(record: Path, capsys: Output, words: list[str]) -> None:
    assert main(["record", "show", str(record), *words]) == 2
    assert "there " in capsys.readouterr().err


def test_show_keeps_secrets(record: Path, capsys: Output) -> None:
    main(["record", "show", str(record), "--at", "40", "--lang", "en"])
    assert "Your hand" not in capsys.readouterr().out
    main(["record", "show", str(record), "--at", "40", "--lang", "en", "--seat", "2"])
    assert "Your hand" in capsys.readouterr().out


# fuzz and bench


def test_fuzz_says_how_much_it_played(capsys: Output) -> None:
    assert main(["fuzz", "m", "--games", "3", "--seed", "1"]) == 0
    assert capsys.readouterr().out.startswith("m: 3 games, ")


def test_fuzz_keeps_a_record_of_a_failure(
    tmp_path: Path, capsys: Output, monkeypatch: Patch
) -> None:
    def broken(table: Table, rng: object) -> int:
        play_events(table, 30)
        raise AssertionError("chips")

    monkeypatch.setattr(fuzz, "play_checked", broken)
    assert main(["fuzz", "m", "--games", "3", "--seed", "1", "--out", str(tmp_path)]) == 1
    error = capsys.readouterr().err
    (path,) = tmp_path.glob("fuzz-m-*.json")
    assert f"ludotheque record check {path}" in error
    assert main(["record", "check", str(path)]) == 0


def play_events(table: Table, events: int) -> None:
    rng = SeededRng(4)
    while len(table.events) < events:
        seat = table.state.actors()[0]
        moves = table.state.legal_moves(seat)
        table.submit(seat, table.game.text(table.state, moves[rng.below(len(moves))]))


def test_bench_goes_on_without_what_is_not_plain(capsys: Output, monkeypatch: Patch) -> None:
    failed = subprocess.CompletedProcess([], 1, "", "Traceback\nTypeError: vec expected")
    monkeypatch.setattr(bench, "COMPILED", True)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    assert main(["bench", "m", "--seconds", "0.02"]) == 0
    said = capsys.readouterr()
    assert "not measured as plain Python: TypeError: vec expected" in said.err
    assert said.out.count(" m ") == 1


def test_bench_prints_a_row_for_each_mode(capsys: Output) -> None:
    assert main(["bench", "m", "--seconds", "0.02"]) == 0
    assert "plain" in capsys.readouterr().out


def test_games_lists_options(capsys: Output) -> None:
    assert main(["games"]) == 0
    assert "voluntary_pass: False, True (default False)" in capsys.readouterr().out


# play


@every_game
@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_a_whole_game_in_the_terminal(
    game: Game, language: str, capsys: Output, monkeypatch: Patch, tmp_path: Path
) -> None:
    rng = SeededRng(8)
    monkeypatch.setattr("rich.console.Console.input", lambda *_: str(1 + rng.below(4)))
    path = tmp_path / "kept.json"
    words = ["--seed", "3", "--bot", "random", "--lang", language, "--record", str(path)]
    assert main(["play", game.slug, *words]) == 0
    out = capsys.readouterr().out
    assert "1. " in out
    assert main(["record", "check", str(path)]) == 0


def answers(monkeypatch: Patch, *texts: str) -> None:
    """Let the person type these, then close standard input."""
    waiting = iter(texts)

    def ask(*_: object) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("rich.console.Console.input", ask)


def test_help_rules_and_refusals_in_the_terminal(capsys: Output, monkeypatch: Patch) -> None:
    answers(
        monkeypatch,
        "?",
        "rule M-7",
        "rule zebra",
        "lay B40c 99 99",
        "jump",
        "table",
        "list",
        "undo",
    )
    assert main(["play", "m", "--seed", "5", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "undo: take your move back" in out
    assert "M-7 " in out
    assert "No rule mentions 'zebra'" in out
    assert "'lay B40c 99 99' is not allowed here" in out
    assert "'jump' is not a move" in out
    assert "nothing to take back" in out
    assert out.strip().endswith("You leave the table.")


def test_choices_are_listed_with_their_places(capsys: Output, monkeypatch: Patch) -> None:
    answers(monkeypatch, "1", "list")
    assert main(["play", "appenzell", "--seed", "3", "--lang", "fr", "--bot", "random"]) == 0
    out = capsys.readouterr().out
    assert "Soulever le toit C uncover C" in out
    assert "par le haut, colonne 2 push top 1" in out


def test_undo_is_refused_once_a_card_was_drawn(capsys: Output, monkeypatch: Patch) -> None:
    answers(monkeypatch, "1", "undo")
    assert main(["play", "m", "--seed", "5", "--lang", "en"]) == 0
    assert "revealed" in capsys.readouterr().out


def test_undo_takes_back_a_move_that_revealed_nothing(capsys: Output) -> None:
    """Taking cards of a line reveals nothing, so it can be taken back while the line lasts."""
    for seed in range(50):
        table = Table(GAME, GAME.resolve_options({}), SeededRng(seed))
        takes = 0
        while not table.over and takes < 2:
            seat = table.state.actors()[0]
            text = GAME.texts(table.state, seat)[0]
            table.submit(seat, text)
            takes = takes + 1 if text.startswith("take") else 0
        if takes == 2 and table.events[-1].who >= 0:
            taker = table.events[-2].who
            assert not reveals(table, len(table.events) - 2, taker, SeededRng(1))
            session = Session(table, taker, GAME.bots["greedy"], SeededRng(1), "en")
            session.ask_person = lambda: None  # type: ignore[method-assign]  # nobody answers here
            session.undo()
            assert len(session.table.events) == len(table.events) - 2
            assert "Taken back" in capsys.readouterr().out
            return
    raise AssertionError("no line was scored in 50 games")


LOADED = """
import sys
from ludotheque.cli import parser
parser("serve")
import ludotheque.house.server
print(*sorted({"asyncpg", "numpy", "rich", "ludotheque.cli.arena"} & set(sys.modules)))
"""


def test_a_house_loads_only_what_it_needs() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
