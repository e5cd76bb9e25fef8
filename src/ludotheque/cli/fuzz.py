"""``ludotheque fuzz``: random play over all options; a failure becomes a record to replay."""

from __future__ import annotations

import argparse
import itertools
import sys
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from ludotheque.bots import find_bot
from ludotheque.cli.arguments import add_seed, seed_of
from ludotheque.core.record import of_table, replay
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, SPECTATOR
from ludotheque.core.table import Table

if TYPE_CHECKING:
    from ludotheque.cli.arguments import Commands
    from ludotheque.core.rng import Rng


def add_to(commands: Commands) -> None:
    """Add the command."""
    fuzz = commands.add_parser("fuzz", help="look for failures by random play over all options")
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
        except Exception:  # whatever it is, it is what we look for
            _report(table, arguments.out, seed + number)
            return 1
        played += 1
    print(f"{game.slug}: {played} games, {events} events, seeds from {seed}: no failure")
    return 0


def play_checked(table: Table, rng: Rng) -> int:
    """Play a table to its end by random choice, checking all along; return how many events."""
    game, bound = table.game, table.game.max_events(table.options)
    bot = find_bot(game, "random")
    while not table.over:
        assert len(table.events) < bound, "the game does not end"
        actors = table.state.actors()
        seat = actors[rng.below(len(actors))]
        if seat == LUCK:
            text = game.text(table.state, table.state.sample_luck(rng))
        else:
            text = game.text(table.state, bot.choose(table.state, seat, rng))
        table.submit(seat, text)
        game.check(table.state)
        check_secrets(table, rng.below(table.state.seats() + 1) - 1, rng)
    again = replay(of_table(table))
    assert again.state.key() == table.state.key(), "the record replays to another state"
    return len(table.events)


def check_secrets(table: Table, seat: int, rng: Rng) -> None:
    """A world imagined for a seat (or for a spectator, -1) looks to it as the true state does."""
    viewer = SPECTATOR if seat < 0 else seat
    world = table.state.imagine(viewer, rng)
    table.game.check(world)
    assert world.observe(viewer) == table.state.observe(viewer), "a secret shows"


def _report(table: Table, folder: Path, seed: int) -> None:
    traceback.print_exc()
    path = folder / f"fuzz-{table.game.slug}-{seed}.json"
    path.write_text(of_table(table).to_json() + "\n", encoding="utf-8")
    print(
        f"ludotheque: a failure after {len(table.events)} events; replay it with", file=sys.stderr
    )
    print(f"  ludotheque record check {path}", file=sys.stderr)
    print(f"  ludotheque record show {path}", file=sys.stderr)
