"""Datasets: what each seat saw and did, and nothing else."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from playthroughs import INSTALLED

from ludotheque.cli import main
from ludotheque.core.errors import BadRecord
from ludotheque.core.record import Record
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK
from ludotheque.research import datasets
from ludotheque.testing.random_games import play_random

if TYPE_CHECKING:
    from pathlib import Path

    from ludotheque.core.game import Game

every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
DECISIONS_CHECKED = 60  # of each game


def recorded(game: Game, seed: int) -> Record:
    """A random game."""
    return Record.from_table(play_random(game, game.resolve_options({}), seed))


@every_game
def test_lines_hold_every_decision(game: Game) -> None:
    record = recorded(game, 1)
    rows = [json.loads(line) for line in datasets.lines([record])]
    assert [(row["seat"], row["move"]) for row in rows] == [
        event for event in record.events if event[0] != LUCK
    ]
    for row in rows:
        assert list(record.events[row["event"]]) == [row["seat"], row["move"]]
        assert record.scores is not None
        assert row["result"]["score"] == record.scores[row["seat"]]
    assert "result" not in json.loads(next(datasets.lines([replace(record, scores=None)])))


@every_game
def test_a_row_depends_on_nothing_the_seat_did_not_know(game: Game) -> None:
    """Every world imagined for the seat gives the same row."""
    record, rng = recorded(game, 2), SeededRng(3)
    for decision in list(datasets.decisions(record))[:DECISIONS_CHECKED]:
        other = replace(decision, state=decision.state.imagine(decision.seat, rng))
        assert datasets.row_of(record, 0, decision) == datasets.row_of(record, 0, other)
        for mine, theirs in zip(
            datasets.rows_of(record, 0, decision), datasets.rows_of(record, 0, other), strict=True
        ):
            assert mine.keys() == theirs.keys()
            assert all(np.array_equal(mine[name], theirs[name]) for name in mine)
        for fact in decision.facts:
            assert fact == fact.told_to(decision.seat)


def test_secrets_of_others_are_not_told() -> None:
    game = next(game for game in INSTALLED if game.slug == "m")
    for decision in datasets.decisions(recorded(game, 4)):
        for fact in decision.facts:
            if fact.kind == "dealt":
                assert bool(fact.secret) == (fact.seat == decision.seat)


@every_game
def test_arrays_hold_every_step(game: Game) -> None:
    records = [recorded(game, 5), recorded(game, 6)]
    columns = datasets.stacked(records)
    arrays = game.arrays(game.resolve_options({}))
    names = {datasets.OBSERVATION_PREFIX + field.name for field in arrays.fields}
    assert names == {name for name in columns if name.startswith(datasets.OBSERVATION_PREFIX)}
    masks = np.unpackbits(columns["mask"], axis=1, count=arrays.actions)
    assert masks[np.arange(len(masks)), columns["action"]].all()
    first = columns["step"] == 0
    movers = [
        records[record].events[event][0]
        for record, event in zip(columns["record"][first], columns["event"][first], strict=True)
    ]
    assert columns["seat"][first].tolist() == movers
    expected = sum(who != LUCK for record in records for who, _ in record.events)
    assert first.sum() == expected
    one = datasets.stacked(records, seat=1)
    assert len(one["seat"]) == (columns["seat"] == 1).sum()
    assert (one["seat"] == 1).all()


@pytest.mark.parametrize("ending", ["jsonl", "npz"])
def test_the_command_writes_a_file(tmp_path: Path, ending: str, capsys: Any) -> None:
    game = INSTALLED[0]
    source, target = tmp_path / "games.jsonl", tmp_path / f"data.{ending}"
    records = [recorded(game, seed) for seed in (1, 2)]
    source.write_text("\n".join(record.to_json() for record in records), encoding="utf-8")
    assert main(["record", "dataset", str(source), "--out", str(target), "--seat", "1"]) == 0
    if ending == "npz":
        data = np.load(target, allow_pickle=False)
        rows = len(data["seat"])
        assert data["seen.phase"].shape[0] == rows
    else:
        rows = len(target.read_text(encoding="utf-8").splitlines())
    assert f"{rows} rows" in capsys.readouterr().out
    assert sorted(tmp_path.iterdir()) == sorted([source, target])


def test_what_cannot_be_a_dataset_is_refused(tmp_path: Path, capsys: Any) -> None:
    one, other = INSTALLED[:2]
    source, target = tmp_path / "games.jsonl", tmp_path / "data.npz"
    both = [recorded(one, 1).to_json(), recorded(other, 1).to_json()]
    source.write_text("\n".join(both), encoding="utf-8")
    command = ["record", "dataset", str(source), "--out"]
    assert main([*command, str(target)]) == 2
    assert "another game" in capsys.readouterr().err
    assert main([*command, str(tmp_path / "data.csv")]) == 2
    assert ".jsonl or .npz" in capsys.readouterr().err
    assert main([*command, str(tmp_path / "data.jsonl"), "--seat", "9"]) == 2
    assert "no seat 9" in capsys.readouterr().err
    bad = json.loads(both[0])
    bad["events"][3] = [0, "dance"]
    source.write_text(json.dumps(bad), encoding="utf-8")
    assert main([*command, str(target)]) == 2
    assert "event 3" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [source]


def test_records_without_decisions_make_no_arrays() -> None:
    game = INSTALLED[0]
    with pytest.raises(BadRecord, match="no decision"):
        datasets.stacked([Record(game, game.rules_version, game.resolve_options({}), ())])
