"""Puzzles: those that come with the games are sound, and more can be mined."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
import pytest
from playthroughs import INSTALLED

from ludotheque.analysis import mining
from ludotheque.analysis.mining import (
    LONG_SEARCH,
    MAX_ANSWERS,
    MIN_GAP,
    MIN_MOVES,
    most_visited,
    puzzle_at,
)
from ludotheque.analysis.puzzles import Puzzle, load_puzzles, puzzles_json
from ludotheque.cli import main
from ludotheque.cli import puzzles as command
from ludotheque.core.fast import COMPILED
from ludotheque.core.record import Record
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.table import Table
from ludotheque.presentation.scene import find_path
from ludotheque.testing.random_games import play_random

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ludotheque.core.game import Game
    from ludotheque.core.state import State

every_installed_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
MIN_PUZZLES = 200  # of each game
SHOWN = 20  # of the puzzles of a game, whose scenes are made
Output = pytest.CaptureFixture[str]


@every_installed_game
def test_there_are_easy_and_hard_puzzles(game: Game) -> None:
    puzzles = load_puzzles(game)
    assert len(puzzles) >= MIN_PUZZLES
    assert len({puzzle.difficulty for puzzle in puzzles}) > 1
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles)


@every_installed_game
def test_every_puzzle_is_well_formed(game: Game) -> None:
    for puzzle in load_puzzles(game):
        table = Table.from_position(game, puzzle.position)
        assert puzzle.game == game.slug
        assert puzzle.id.startswith(f"{game.slug}-")
        assert puzzle.cost >= MIN_GAP
        assert puzzle.answers[0] == puzzle.best
        assert 1 <= len(set(puzzle.answers)) == len(puzzle.answers) <= MAX_ANSWERS
        assert puzzle.seat in table.state.awaited()
        assert len(table.state.legal_moves(puzzle.seat)) >= MIN_MOVES
        for answer in puzzle.answers:
            assert table.explain(puzzle.seat, answer) is None, puzzle.id
        game.check_invariants(table.state)


@every_installed_game
def test_the_scene_of_a_puzzle_offers_its_answers(game: Game) -> None:
    puzzles = load_puzzles(game)
    for puzzle in puzzles[:: max(1, len(puzzles) // SHOWN)]:
        state = Table.from_position(game, puzzle.position).state
        names = [f"P{seat}" for seat in range(state.seats())]
        scene = game.scene(state, puzzle.seat, game.words("en"), names)
        for answer in puzzle.answers:
            assert find_path(scene, answer) is not None, (puzzle.id, answer)


@pytest.mark.skipif(not COMPILED, reason="long searches, which take minutes in plain Python")
@every_installed_game
def test_another_search_finds_the_answer(game: Game) -> None:
    puzzles = load_puzzles(game)
    sample = puzzles[:: max(1, len(puzzles) // 4)][:4]
    right = 0
    for puzzle in sample:
        state = Table.from_position(game, puzzle.position).state
        best = most_visited(game, state, puzzle.seat, LONG_SEARCH, SeededRng(77))[0]
        right += game.text(state, best) in puzzle.answers
    assert right >= len(sample) - 1


def test_there_is_no_puzzle_where_there_is_no_choice() -> None:
    game = find("m")
    table = play_random(game, game.resolve_options({}), 1)
    for number in range(len(table.events)):
        before = table.rewound(number)
        seat = int(before.state.next_actor())
        if seat >= 0 and len(before.state.legal_moves(seat)) == 1:
            assert puzzle_at(game, table.options, before.state, seat, SeededRng(1)) is None
            return
    pytest.fail("there was a choice everywhere")


def made(number: int, difficulty: int = 1) -> Puzzle:
    return Puzzle(f"m-{number}", "m", "m |", 0, "x", 0.2, difficulty, ("x",))


def test_the_command_adds_to_a_file(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each game has the puzzle of the last one and a new one; no puzzle is kept twice."""
    path, played = tmp_path / "puzzles.json", list[tuple[object, int]]()

    def mine(game: Game, options: dict[str, object], seed: int) -> Iterator[Puzzle]:
        played.append((options["players"], seed))
        yield from (made(seed), made(seed + 1))

    monkeypatch.setattr(command, "mine", mine)
    path.write_bytes(puzzles_json([made(7)]))
    assert main(["puzzles", "m", "--count", "3", "--seed", "5", "--out", str(path)]) == 0
    kept = msgspec.json.decode(path.read_bytes(), type=tuple[Puzzle, ...])
    assert [puzzle.id for puzzle in kept] == ["m-5", "m-6", "m-7", "m-8"]
    assert played == [(2, 5), (3, 6), (4, 7)]  # the number of players changes
    assert "4 puzzles; the next game has the seed 8" in capsys.readouterr().out


def test_the_command_mines_no_more_games_than_it_may(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "mine", lambda game, options, seed: iter([made(seed)]))
    assert main(["puzzles", "m", "--count", "9", "--seed", "5", "--games", "2"]) == 0
    printed = msgspec.json.decode(capsys.readouterr().out, type=tuple[Puzzle, ...])
    assert [puzzle.id for puzzle in printed] == ["m-5", "m-6"]


def written(path: Path, *tables: Table) -> Path:
    """A file with the records of some games."""
    lines = [Record.from_table(table).to_json() for table in tables]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_the_command_mines_records_in_which_nothing_had_to_be_remembered(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, other = find("appenzell"), find("m")
    memory = [game.resolve_options({"memory": how}) for how in ("notes", "strict")]
    tables = [play_random(game, options, 1) for options in memory]
    path = written(tmp_path / "games", *tables, play_random(other, other.resolve_options({}), 1))
    mined = list[Record]()

    def mine_record(record: Record, seed: int) -> Iterator[Puzzle]:
        mined.append(record)
        yield made(seed)

    monkeypatch.setattr(command, "mine_record", mine_record)
    assert main(["puzzles", "appenzell", "--records", str(path)]) == 0
    assert mined == [Record.from_table(tables[0])]
    printed = msgspec.json.decode(capsys.readouterr().out, type=tuple[Puzzle, ...])
    assert [puzzle.id for puzzle in printed] == ["m-1"]


def test_a_record_with_an_illegal_move_is_refused(tmp_path: Path, capsys: Output) -> None:
    game = find("m")
    record = Record.from_table(play_random(game, game.resolve_options({}), 1))
    bad = replace(record, events=(*record.events[:30], (0, "lay B00 40 40")))
    path = tmp_path / "games"
    path.write_text(bad.to_json(), encoding="utf-8")
    assert main(["puzzles", "m", "--records", str(path)]) == 2
    assert f"{path}:1" in capsys.readouterr().err


def test_every_decision_of_a_record_may_become_a_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """All decisions with a choice are looked at, until there are enough puzzles."""
    game = find("m")
    table = play_random(game, game.resolve_options({}), 1)
    choices = [
        (number, event.who)
        for number, event in enumerate(table.events)
        if event.who >= 0 and len(table.rewound(number).state.choices(event.who)) > 1
    ]
    expected = [(table.rewound(number).state.key(), who) for number, who in choices]
    looked_at = list[tuple[Hashable, int]]()

    def puzzle_at(_game: Game, _options: object, state: State, seat: int, _rng: object) -> object:
        looked_at.append((state.key(), seat))
        return made(len(looked_at)) if len(looked_at) in {2, 5, 9} else None

    monkeypatch.setattr(mining, "puzzle_at", puzzle_at)
    found = list(mining.mine_record(Record.from_table(table), 1))
    assert [puzzle.id for puzzle in found] == ["m-2", "m-5", "m-9"]
    assert looked_at == expected[:9]


def test_a_file_of_another_game_is_refused(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "puzzles.json"
    path.write_bytes(puzzles_json([made(0)]))
    assert main(["puzzles", "appenzell", "--count", "1", "--out", str(path)]) == 2
    assert "another game" in capsys.readouterr().err
    path.write_text("[1]", encoding="utf-8")
    assert main(["puzzles", "appenzell", "--count", "1", "--out", str(path)]) == 2
    assert "not a file of puzzles" in capsys.readouterr().err


def test_puzzles_are_kept_the_easiest_first() -> None:
    text = puzzles_json([made(0, 3), made(1, 1), made(2, 2)])
    again = msgspec.json.decode(text, type=tuple[Puzzle, ...])
    assert [puzzle.difficulty for puzzle in again] == [1, 2, 3]
