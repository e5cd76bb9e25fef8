"""``ludotheque fuzz``: random play over all options; a failure is saved as a record."""

from __future__ import annotations

import argparse
import itertools
import sys
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from ludotheque.cli.arguments import add_seed, seed_of
from ludotheque.core.record import Record
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.table import Table
from ludotheque.testing.invariants import play_checked

if TYPE_CHECKING:
    from ludotheque.cli.arguments import Commands


def add_to(commands: Commands) -> None:
    """Add the command."""
    fuzz = commands.add_parser("fuzz", help="find failures by random play over all options")
    fuzz.add_argument("game")
    fuzz.add_argument("--minutes", type=float, default=1.0)
    fuzz.add_argument("--games", type=int, help="stop after this many games")
    fuzz.add_argument("--out", type=Path, default=Path(), help="folder for the record of a failure")
    add_seed(fuzz)
    fuzz.set_defaults(run=_fuzz)


def _fuzz(arguments: argparse.Namespace) -> int:
    game = find(arguments.game)
    seed = seed_of(arguments)
    end = time.monotonic() + 60 * arguments.minutes
    events = played = 0
    for number, options in enumerate(itertools.cycle(game.variants())):
        if time.monotonic() > end or number == arguments.games:
            break
        table = Table(game, options)
        try:
            events += play_checked(table, SeededRng(seed + number))
        except Exception:  # any exception is a finding
            _report(table, arguments.out, seed + number)
            return 1
        played += 1
    print(f"{game.slug}: {played} games, {events} events, seeds from {seed}: no failure")
    return 0


def _report(table: Table, folder: Path, seed: int) -> None:
    traceback.print_exc()
    path = folder / f"fuzz-{table.game.slug}-{seed}.json"
    path.write_text(Record.from_table(table).to_json() + "\n", encoding="utf-8")
    print(f"ludotheque: failed after {len(table.events)} events; to replay it:", file=sys.stderr)
    print(f"  ludotheque record check {path}", file=sys.stderr)
    print(f"  ludotheque record show {path}", file=sys.stderr)
