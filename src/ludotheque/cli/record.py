"""``ludotheque record``: play, check, verify and show records, and make datasets of them."""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from rich.console import Console

from ludotheque.cli.arguments import add_options, add_seed, positive_int, read_options, seed_of
from ludotheque.cli.language import add_language, language_of, terminal_words
from ludotheque.core.errors import BadRecord, GameError
from ludotheque.core.record import Fault, Json, Record, from_json, read_json, referee, replay
from ludotheque.core.registry import find
from ludotheque.core.seal import verify
from ludotheque.core.state import SPECTATOR
from ludotheque.testing.conformance import check_line, legal_texts
from ludotheque.testing.random_games import play_random

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ludotheque.cli.arguments import Commands
    from ludotheque.core.table import Table

Verdict: TypeAlias = tuple[bool, str]  # whether the record is good, and a message
STATUS_BAD_RECORD, STATUS_NOT_A_RECORD = 1, 2  # exit status


def add_to(commands: Commands) -> None:
    """Add the command and its subcommands."""
    record = commands.add_parser("record", help="play, check and show records of games")
    subcommands = record.add_subparsers(metavar="SUBCOMMAND", required=True)

    random = subcommands.add_parser("random", help="print records of random games, one per line")
    random.add_argument("game")
    random.add_argument("--count", type=positive_int, default=1)
    add_seed(random)
    add_options(random)
    random.set_defaults(run=_random)

    check = subcommands.add_parser(
        "check", help="check records by the rules; '-' is standard input"
    )
    check.add_argument("files", nargs="+", metavar="FILE")
    check.set_defaults(run=_check)

    seal = subcommands.add_parser(
        "verify", help="check luck against the seal; '-' is standard input"
    )
    seal.add_argument("files", nargs="+", metavar="FILE")
    seal.set_defaults(run=_verify)

    legal = subcommands.add_parser("legal", help="print all legal moves after a record, as JSON")
    legal.add_argument("file", metavar="FILE")
    legal.set_defaults(run=_legal)

    show = subcommands.add_parser("show", help="draw the table after a record")
    show.add_argument("file", metavar="FILE")
    show.add_argument(
        "--seat", type=int, help="as this seat sees it (default: as a spectator does)"
    )
    show.add_argument("--at", type=int, metavar="EVENT", help="after this many events")
    add_language(show)
    show.set_defaults(run=_show)

    dataset = subcommands.add_parser(
        "dataset", help="write what each seat saw and did, for machine learning"
    )
    dataset.add_argument("files", nargs="+", metavar="FILE")
    dataset.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="NAME.jsonl or NAME.npz"
    )
    dataset.add_argument("--seat", type=int, help="only decisions of this seat")
    dataset.set_defaults(run=_dataset)


def _random(arguments: argparse.Namespace) -> int:
    game = find(arguments.game)
    options = read_options(game, arguments.option)
    seed = seed_of(arguments)
    for number in range(arguments.count):
        print(Record.from_table(play_random(game, options, seed + number)).to_json())
    return 0


def _read(name: str) -> str:
    try:
        if name == "-":
            return sys.stdin.buffer.read().decode("utf-8")
        data = Path(name).read_bytes()
        return (gzip.decompress(data) if name.endswith(".gz") else data).decode("utf-8")
    except (UnicodeDecodeError, gzip.BadGzipFile, EOFError) as error:
        raise BadRecord(f"{name}: not a text file: {error}") from None


def _check(arguments: argparse.Namespace) -> int:
    return _judge(arguments.files, _checked)


def _verify(arguments: argparse.Namespace) -> int:
    return _judge(arguments.files, _verified)


def _judge(names: Sequence[str], validate_move: Callable[[Json | BadRecord], Verdict]) -> int:
    """Print a line for each record of some files; return the worst status."""
    status = 0
    for name in names:
        empty = True
        for line, data in read_json(_read(name)):
            empty = False
            where = f"{name}:{line}:"
            try:
                good, message = validate_move(data)
            except GameError as error:
                print(f"{where} {error}", file=sys.stderr)
                status = STATUS_NOT_A_RECORD
                continue
            print(f"{where} {message}")
            status = max(status, 0 if good else STATUS_BAD_RECORD)
        if empty:
            raise BadRecord(f"{name}: it holds no record")
    return status


def _verified(data: Json | BadRecord) -> Verdict:
    if isinstance(data, BadRecord):
        raise data
    outcomes = verify(from_json(data))
    if isinstance(outcomes, Fault):
        return False, str(outcomes)
    return True, f"ok, {len(outcomes)} outcomes"


def _checked(data: Json | BadRecord) -> Verdict:
    fault = check_line(data)
    return not fault, fault or "ok"


def _dataset(arguments: argparse.Namespace) -> int:
    from ludotheque.research.datasets import write  # noqa: PLC0415 - numpy is slow to import

    rows = write(all_records(arguments.files), arguments.out, arguments.seat)
    print(f"{arguments.out}: {rows} rows")
    return 0


def all_records(names: Sequence[str]) -> Iterator[Record]:
    """The records of some files in order; one that can't be read or has a bad event is refused."""
    for name in names:
        for line, data in read_json(_read(name)):
            try:
                if isinstance(data, BadRecord):
                    raise data
                record = from_json(data)
                fault = referee(record)
            except GameError as error:
                raise BadRecord(f"{name}:{line}: {error}") from None
            if fault is not None:
                raise BadRecord(f"{name}:{line}: {fault}")
            yield record


def read_one_record(name: str) -> Record:
    """The only record of a file. Raises a `GameError` with the name of the file."""
    found = list(read_json(_read(name)))
    if len(found) != 1:
        raise BadRecord(f"{name}: expected one record, found {len(found)}")
    data = found[0][1]
    if isinstance(data, BadRecord):
        raise BadRecord(f"{name}: {data}")
    if isinstance(data, dict) and "kind" in data:
        data = data.get("record")
    try:
        return from_json(data)
    except GameError as error:
        raise type(error)(f"{name}: {error}") from None


def _replayed(name: str, until: int | None = None) -> Table | None:
    """The table after a record; None, with a message, if an event is bad."""
    record = read_one_record(name)
    events = record.events[:until]
    fault = referee(replace(record, events=events, scores=None, ranks=None))
    if fault is not None:
        print(f"ludotheque: {name}: {fault}", file=sys.stderr)
        return None
    return replay(record, until)


def _legal(arguments: argparse.Namespace) -> int:
    table = _replayed(arguments.file)
    if table is None:
        return STATUS_BAD_RECORD
    print(json.dumps(legal_texts(table), indent=1))
    return 0


def _show(arguments: argparse.Namespace) -> int:
    if arguments.at is not None and arguments.at < 0:
        raise BadRecord(f"there is no event {arguments.at}")
    table = _replayed(arguments.file, arguments.at)
    if table is None:
        return STATUS_BAD_RECORD
    if arguments.at is not None and arguments.at > len(table.events):
        raise BadRecord(f"there are only {len(table.events)} events")
    seats = table.state.seats()
    viewer = SPECTATOR if arguments.seat is None else arguments.seat
    if viewer != SPECTATOR and not 0 <= viewer < seats:
        raise BadRecord(f"there is no seat {viewer}, only 0 to {seats - 1}")
    language = language_of(arguments)
    names = [terminal_words(language).say("seat", seat=seat) for seat in range(seats)]
    view = table.state.observe(viewer)
    picture = table.game.picture(view, table.game.words(language), names)
    Console(highlight=False, soft_wrap=True).print(picture)
    return 0
