"""Records: whole games as JSON, which anybody can replay and referee without an RNG."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ludotheque.core.errors import BadRecord, GameError
from ludotheque.core.game import Game
from ludotheque.core.options import Value
from ludotheque.core.registry import find
from ludotheque.core.rng import Rng
from ludotheque.core.state import LUCK, Seat
from ludotheque.core.table import Table

FORMAT: Final = "ludotheque-record/1"
Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played, finished or not.

    ``options`` are exactly those of the JSON text, because the seal's key is derived from them;
    `table` adds the missing ones.
    """

    game: Game
    rules_version: int
    options: dict[str, Value]
    events: tuple[tuple[Seat, str], ...]
    scores: tuple[int, ...] | None = None
    ranks: tuple[int, ...] | None = None
    seal: Json = None  # as in the JSON text; `core/seal.py` validates it
    takebacks: Json = None  # as in the JSON text: what was taken back, in order
    holders: Json = None  # as in the JSON text: who played for which seat from which event on

    @staticmethod
    def from_table(table: Table) -> Record:
        """The record of a table in its current state.

        Raises `BadRecord` for a table that began at a position: nobody could replay it.
        """
        if table.start is not None:
            raise BadRecord("a game that began at a position can't be recorded")
        return Record(
            table.game,
            table.rules_version,
            table.options,
            tuple((event.who, event.text) for event in table.events),
            table.state.scores() if table.over else None,
            table.state.ranks() if table.over else None,
        )

    def table(self) -> Table:
        """The table before the first event, under the record's version of the rules."""
        options = self.game.recorded_options(self.options)
        return Table(self.game, options, rules_version=self.rules_version)

    def to_json(self) -> str:
        """One line of JSON; its keys are in the order of `docs/rules/records.md`."""
        data: dict[str, object] = {
            "format": FORMAT,
            "game": self.game.slug,
            "rules": self.rules_version,
            "options": self.options,
            "events": self.events,
        }
        if self.scores is not None:
            data |= {"scores": self.scores, "ranks": self.ranks}
        if self.seal is not None:
            data["seal"] = self.seal
        if self.takebacks is not None:
            data["takebacks"] = self.takebacks
        if self.holders is not None:
            data["holders"] = self.holders
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Fault:
    """The first fault of a record: the number of the event, None for the result, and the error."""

    index: int | None
    error: GameError

    def __str__(self) -> str:
        """One line for people."""
        where = "the result" if self.index is None else f"event {self.index}"
        rule = f" ({self.error.rule})" if self.error.rule else ""
        return f"{where}: {self.error}{rule}"


def replay(record: Record, until: int | None = None) -> Table:
    """A table after the events of a record, or after the first ``until`` of them.

    Raises the `GameError` of the first event that is not legal.
    """
    table = record.table()
    for who, text in record.events[:until]:
        table.submit(who, text)
    return table


def referee(record: Record, rng: Rng | None = None) -> Fault | None:
    """The first fault of a record; None if there is none.

    With an RNG, each outcome of luck must also be the one that the RNG draws.
    """
    table = record.table()
    for index, (who, text) in enumerate(record.events):
        try:
            if who == LUCK and rng is not None:
                _compare_luck(table, text, rng)
            table.submit(who, text)
        except GameError as error:
            return Fault(index, error)
    if record.scores is None:
        return None
    truth = Record.from_table(table)
    if truth.scores is None:
        return Fault(None, BadRecord("it has scores, but the game is not over"))
    accepted = record.game.accepted_ranks(table.state)
    if record.scores != truth.scores or record.ranks not in accepted:
        recorded = f"scores {list(record.scores)} and ranks {list(record.ranks or ())}"
        computed = f"scores {list(truth.scores)} and ranks {list(truth.ranks or ())}"
        return Fault(None, BadRecord(f"recorded {recorded}, but the rules give {computed}"))
    return None


def _compare_luck(table: Table, text: str, rng: Rng) -> None:
    state = table.state
    if state.next_actor() != LUCK:
        return  # `Table.submit` refuses it
    drawn = table.game.text(state, state.sample_luck(rng.seek(len(table.events))))
    if text != drawn:
        raise BadRecord(f"recorded {text!r}, but the RNG draws {drawn!r}")


# reading


def read_json(text: str) -> Iterator[tuple[int, Json | BadRecord]]:
    """The JSON values of a file, each with its line number: one value, or one per line.

    `BadRecord` is yielded, not raised, in place of a line that is not JSON.
    """
    try:
        yield 1, _loads(text)
        return
    except BadRecord as error:
        lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
        if len(lines) < 2 or not _is_json(lines[0][1]):
            yield 1, error
            return
    for number, line in lines:
        try:
            yield number, _loads(line)
        except BadRecord as error:
            yield number, error


def _loads(text: str) -> Json:
    try:
        value: Json = json.loads(text)
    except (RecursionError, ValueError) as error:
        raise BadRecord(f"not JSON: {error}") from None
    return value


def _is_json(text: str) -> bool:
    try:
        _loads(text)
    except BadRecord:
        return False
    return True


def from_json(data: Json) -> Record:
    """The record in a JSON value.

    Raises `BadRecord`, `UnknownGame`, `UnknownRules` or `BadOption`; events are not checked.
    """
    if not isinstance(data, dict):
        raise BadRecord("a record must be a JSON object")
    if data.get("format") != FORMAT:
        raise BadRecord(f"format must be {FORMAT!r}, not {data.get('format')!r}")
    slug = data.get("game")
    if not isinstance(slug, str):
        raise BadRecord("game must be the name of a game")
    game = find(slug)
    version = data.get("rules")
    if not isinstance(version, int) or isinstance(version, bool):
        raise BadRecord(f"rules must be the number of a rules version, not {version!r}")
    game.check_version(version)
    scores = _numbers(data, "scores")
    ranks = _numbers(data, "ranks")
    if (scores is None) != (ranks is None):
        raise BadRecord("scores and ranks must come together")
    options = _options(game, data.get("options"))
    seal, takebacks, holders = data.get("seal"), data.get("takebacks"), data.get("holders")
    return Record(game, version, options, _events(data), scores, ranks, seal, takebacks, holders)


def _options(game: Game, data: Json) -> dict[str, Value]:
    if not isinstance(data, Mapping):
        raise BadRecord("options must be a JSON object")
    complete = game.recorded_options(data)
    return {name: value for name, value in complete.items() if name in data}


def _events(data: Mapping[str, Json]) -> tuple[tuple[Seat, str], ...]:
    events = data.get("events")
    if not isinstance(events, list):
        raise BadRecord("events must be a JSON list")
    return tuple(_event(index, event) for index, event in enumerate(events))


def _event(index: int, event: Json) -> tuple[Seat, str]:
    match event:
        case [int(who), str(text)] if not isinstance(who, bool) and who >= LUCK:
            return who, text
    raise BadRecord(f"event {index} must be [seat, text]")


def _numbers(data: Mapping[str, Json], name: str) -> tuple[int, ...] | None:
    values = data.get(name)
    if values is None:
        return None
    if not isinstance(values, Sequence) or isinstance(values, str):
        raise BadRecord(f"{name} must be a JSON list")
    numbers = [v for v in values if isinstance(v, int) and not isinstance(v, bool)]
    if len(numbers) != len(values):
        raise BadRecord(f"{name} must be integers")
    return tuple(numbers)
