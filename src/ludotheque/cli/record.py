"""``ludotheque record``: play, referee, verify and show records, and turn them into datasets."""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from rich.console import Console

from ludotheque.bots import find_bot
from ludotheque.cli.arguments import add_options, add_seed, at_least_one, read_options, seed_of
from ludotheque.cli.language import add_language, language_of, terminal_words
from ludotheque.core.errors import BadRecord, GameError
from ludotheque.core.record import (
    Fault,
    Json,
    Record,
    from_json,
    of_table,
    read_json,
    referee,
    replay,
)
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.seal import verify
from ludotheque.core.state import SPECTATOR
from ludotheque.core.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ludotheque.cli.arguments import Commands
    from ludotheque.core.game import Game
    from ludotheque.core.options import Options

Verdict: TypeAlias = tuple[bool, str]  # whether it is all right, and what to say
BAD, BROKEN = 1, 2  # exit status: a record is wrong, a file is no record


def add_to(commands: Commands) -> None:
    """Add the command and its parts."""
    record = commands.add_parser("record", help="play, check and show records of games")
    parts = record.add_subparsers(metavar="PART", required=True)

    random = parts.add_parser("random", help="print records of random games, one a line")
    random.add_argument("game")
    random.add_argument("--count", type=at_least_one, default=1)
    add_seed(random)
    add_options(random)
    random.set_defaults(run=_random)

    check = parts.add_parser("check", help="referee records; '-' is standard input")
    check.add_argument("files", nargs="+", metavar="FILE")
    check.set_defaults(run=_check)

    seal = parts.add_parser("verify", help="check luck against its seal; '-' is standard input")
    seal.add_argument("files", nargs="+", metavar="FILE")
    seal.set_defaults(run=_verify)

    legal = parts.add_parser("legal", help="print all legal moves after a record, as JSON")
    legal.add_argument("file", metavar="FILE")
    legal.set_defaults(run=_legal)

    show = parts.add_parser("show", help="draw the table after a record")
    show.add_argument("file", metavar="FILE")
    show.add_argument("--seat", type=int, help="as this seat sees it; else as a spectator does")
    show.add_argument("--at", type=int, metavar="EVENT", help="after this many events")
    add_language(show)
    show.set_defaults(run=_show)

    dataset = parts.add_parser("dataset", help="write what each seat saw and did, for learning")
    dataset.add_argument("files", nargs="+", metavar="FILE")
    dataset.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="NAME.jsonl or NAME.npz"
    )
    dataset.add_argument("--seat", type=int, help="of this seat only")
    dataset.set_defaults(run=_dataset)


def _random(arguments: argparse.Namespace) -> int:
    game = find(arguments.game)
    options = read_options(game, arguments.option)
    seed = seed_of(arguments)
    for number in range(arguments.count):
        print(of_table(play_random(game, options, seed + number)).to_json())
    return 0


def play_random(game: Game, options: Options, seed: int) -> Table:
    """A whole game by random choice; of several who may act, each is as likely."""
    rng = SeededRng(seed)
    table = Table(game, options, rng)
    bot = find_bot(game, "random")
    while not table.over:
        actors = table.state.actors()
        seat = actors[rng.below(len(actors))]
        move = bot.choose(table.state, seat, rng)  # chance itself, it has no use for worlds
        table.submit(seat, game.text(table.state, move))
    return table


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


def _judge(names: Sequence[str], judge: Callable[[Json | BadRecord], Verdict]) -> int:
    """Print a line about each record of some files; return the worst status."""
    status = 0
    for name in names:
        empty = True
        for line, data in read_json(_read(name)):
            empty = False
            where = f"{name}:{line}:"
            try:
                good, told = judge(data)
            except GameError as error:
                print(f"{where} {error}", file=sys.stderr)
                status = BROKEN
                continue
            print(f"{where} {told}")
            status = max(status, 0 if good else BAD)
        if empty:
            raise BadRecord(f"{name}: no record in it")
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


def check_line(data: Json | BadRecord) -> str:
    """What is wrong with a record or a conformance line; nothing if it is as it should be."""
    if isinstance(data, BadRecord):
        raise data
    if not isinstance(data, dict) or "kind" not in data:
        return str(referee(from_json(data)) or "")
    record = from_json(data.get("record"))
    match data["kind"]:
        case "game":
            return str(referee(record) or "")
        case "legal":
            return _compare_legal(record, data.get("legal"))
        case "illegal":
            fault = referee(record)
            if fault is None or fault.index != data.get("index"):
                return (
                    f"event {data.get('index')} should be the first bad one, {fault or 'none is'}"
                )
            return ""
        case kind:
            raise BadRecord(f"a conformance line is game, legal or illegal, not {kind!r}")


def _compare_legal(record: Record, told: Json) -> str:
    fault = referee(record)
    if fault is not None:
        return str(fault)
    truth = legal_texts(replay(record))
    if not isinstance(told, dict):
        raise BadRecord("legal is a JSON object")
    return "" if truth == told else f"legal moves are {json.dumps(truth)}"


def legal_texts(table: Table) -> dict[str, list[str]]:
    """All legal moves by actor, canonical and sorted."""
    state = table.state
    return {str(seat): table.game.texts(state, seat) for seat in state.actors()}


def _dataset(arguments: argparse.Namespace) -> int:
    from ludotheque.research.datasets import write  # noqa: PLC0415 - numpy is large

    rows = write(_all_records(arguments.files), arguments.out, arguments.seat)
    print(f"{arguments.out}: {rows} rows")
    return 0


def _all_records(names: Sequence[str]) -> Iterator[Record]:
    """The records of some files, one after the other; refuses what is none or has a bad event."""
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


def _one_record(name: str) -> Record:
    found = list(read_json(_read(name)))
    if len(found) != 1:
        raise BadRecord(f"{name}: one record is wanted, there are {len(found)}")
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
    """The table after a record; None, with a line about it, if an event is bad."""
    record = _one_record(name)
    events = record.events[:until]
    fault = referee(replace(record, events=events, scores=None, ranks=None))
    if fault is not None:
        print(f"ludotheque: {name}: {fault}", file=sys.stderr)
        return None
    return replay(record, until)


def _legal(arguments: argparse.Namespace) -> int:
    table = _replayed(arguments.file)
    if table is None:
        return BAD
    print(json.dumps(legal_texts(table), indent=1))
    return 0


def _show(arguments: argparse.Namespace) -> int:
    if arguments.at is not None and arguments.at < 0:
        raise BadRecord(f"there is no event {arguments.at}")
    table = _replayed(arguments.file, arguments.at)
    if table is None:
        return BAD
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
