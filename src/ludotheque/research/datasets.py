"""Datasets made from records: what each seat observed, and what it did.

Every row is one decision of one seat and holds nothing that this seat could not know at that time,
except for the result of the game, which has columns of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ludotheque.core.errors import BadRecord
from ludotheque.core.record import Record
from ludotheque.core.state import LUCK, Fact, Move, Seat, State
from ludotheque.presentation.arrays import Array

if TYPE_CHECKING:
    from pathlib import Path

    from ludotheque.core.game import Game

FORMAT: Final = "ludotheque-dataset/3"
OBSERVATION_PREFIX: Final = "seen."  # of the names of the arrays observed


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a seat, and what it knew."""

    number: int  # of the event in the record
    seat: Seat
    state: State  # before the move; rows use only `observe` and `legal_moves` of the seat
    move: Move
    text: str
    facts: tuple[Fact, ...]  # learnt since the last decision of the seat, as it may know them


def decisions(record: Record, seat: Seat | None = None) -> Iterator[Decision]:
    """All decisions of a record, or those of one seat; an illegal event is refused."""
    table = record.table()
    seats = int(table.state.seats())
    if seat is not None and not 0 <= seat < seats:
        raise BadRecord(f"there is no seat {seat}, only 0 to {seats - 1}")
    learnt: dict[Seat, list[Fact]] = {viewer: [] for viewer in range(seats)}
    for number, (who, text) in enumerate(record.events):
        before = table.state.clone()
        events = table.submit(who, text)
        if who != LUCK and seat in {None, who}:
            move = record.game.parse(before, text)
            yield Decision(number, who, before, move, text, tuple(learnt[who]))
            learnt[who].clear()
        for viewer in learnt:
            learnt[viewer] += table.told_to(viewer, events)


# JSON lines, one for each decision


def lines(records: Iterable[Record], seat: Seat | None = None) -> Iterator[str]:
    """A line of JSON for each decision; `docs/research.md` describes it."""
    for number, record in enumerate(records):
        for decision in decisions(record, seat):
            row = row_of(record, number, decision)
            yield json.dumps(row, separators=(",", ":"), ensure_ascii=False)


def row_of(record: Record, number: int, decision: Decision) -> dict[str, object]:
    """What a seat learnt, observed and did, as JSON."""
    row: dict[str, object] = {
        "format": FORMAT,
        "game": record.game.slug,
        "rules": record.rules_version,
        "options": record.table().options,
        "record": number,
        "event": decision.number,
        "seat": decision.seat,
        "told": [fact_row(record.game, fact) for fact in decision.facts],
        "public": named(decision.state.public()),
        "private": named(decision.state.private(decision.seat)),
        "move": decision.text,
    }
    if record.scores is not None and record.ranks is not None:
        seat = decision.seat
        row["result"] = {"score": record.scores[seat], "rank": record.ranks[seat]}
    return row


def named(value: object) -> object:
    """Knowledge as JSON: dataclasses and named tuples by their names, other tuples as lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: named(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: named(part) for name, part in zip(value._fields, value, strict=True)}
    if isinstance(value, tuple | list | frozenset):
        return [named(part) for part in value]
    return value


def fact_row(game: Game, fact: Fact) -> dict[str, object]:
    """A fact as JSON, its values named by the schema of the game."""
    named = game.fact_schema(fact.kind).named(fact)
    return {"kind": fact.kind, "seat": fact.seat, **named}


# arrays, a row for each step


def stacked(records: Iterable[Record], seat: Seat | None = None) -> dict[str, Array]:
    """Named arrays with a row for each step of each decision; `docs/research.md` describes them."""
    columns: dict[str, list[Array]] = {}
    first: tuple[object, object] | None = None
    for number, record in enumerate(records):
        variant = (record.game, record.table().options)
        first = first or variant
        if variant != first:
            raise BadRecord(f"record {number} is of another game or has other options")
        for decision in decisions(record, seat):
            for row in rows_of(record, number, decision):
                for name, value in row.items():
                    columns.setdefault(name, []).append(value)
    if not columns:
        raise BadRecord("there is no decision in these records")
    return {name: np.stack(values) for name, values in columns.items()}


def rows_of(record: Record, number: int, decision: Decision) -> Iterator[dict[str, Array]]:
    """What a seat observed and did, a row of arrays for each step of its move."""
    arrays, state, seat = record.game.arrays(record.table().options), decision.state, decision.seat
    view = state.observe(seat)
    steps = arrays.encode_move(state, seat, decision.move)
    rank = record.ranks[seat] if record.ranks is not None else 0
    score = record.scores[seat] if record.scores is not None else 0
    for count, step in enumerate(steps):
        mask = np.zeros(arrays.actions, np.uint8)
        mask[arrays.legal_steps(state, seat, steps[:count])] = 1
        mask[step] = 1  # the arrays may offer fewer moves than the rules allow
        row = {
            "record": np.int32(number),
            "event": np.int32(decision.number),
            "seat": np.int8(seat),
            "step": np.int16(count),
            "action": np.int32(step),
            "mask": np.packbits(mask),
            "score": np.int32(score),
            "rank": np.int8(rank),
        }
        observation = arrays.encode(view, seat, steps[:count])
        yield {
            **{name: np.asarray(value) for name, value in row.items()},
            **{OBSERVATION_PREFIX + name: array for name, array in observation.items()},
        }


def write(records: Iterable[Record], path: Path, seat: Seat | None = None) -> int:
    """Write a dataset, as JSON lines or as arrays by its suffix; return the number of rows.

    If a record is refused, no file of that name is left.
    """
    writers = {".jsonl": _write_lines, ".npz": _write_arrays}
    if path.suffix not in writers:
        raise BadRecord(f"a dataset is a .jsonl or .npz file, not {path.name}")
    part = path.with_name(f"part-{path.name}")
    try:
        rows = writers[path.suffix](records, part, seat)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return rows


def _write_lines(records: Iterable[Record], path: Path, seat: Seat | None) -> int:
    rows = 0
    with path.open("w", encoding="utf-8") as file:
        for line in lines(records, seat):
            file.write(line + "\n")
            rows += 1
    return rows


def _write_arrays(records: Iterable[Record], path: Path, seat: Seat | None) -> int:
    columns = stacked(records, seat)
    np.savez_compressed(path, allow_pickle=False, **columns)
    return len(columns["seat"])
