"""``ludotheque bench``: the speed of rules and search, compiled and plain."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table as Grid

from ludotheque.arena.speed import measure
from ludotheque.core.errors import BadOption
from ludotheque.core.fast import COMPILED
from ludotheque.core.registry import find, installed

if TYPE_CHECKING:
    from ludotheque.cli.arguments import Commands

REPOSITORY: Final = Path(__file__).parents[3]  # if the package is installed in place


def add_to(commands: Commands) -> None:
    """Add the command."""
    bench = commands.add_parser("bench", help="measure random play, copies and search")
    bench.add_argument("games", nargs="*", metavar="GAME")
    bench.add_argument("--seconds", type=float, default=0.5, help="time for each measurement")
    bench.add_argument("--json", action="store_true", help="only in this mode, as JSON")
    bench.add_argument(
        "--peers",
        action="store_true",
        help="compare with other engines by Connect Four; needs the repository",
    )
    bench.add_argument(
        "--write", action="store_true", help="with --peers: save it in bench/results.md"
    )
    bench.set_defaults(run=_bench)


def _bench(arguments: argparse.Namespace) -> int:
    if arguments.peers:
        return _peers(arguments)
    if arguments.write:
        raise BadOption("--write needs --peers")
    games = [find(name) for name in arguments.games] or list(installed().values())
    figures = {game.slug: measure(game, arguments.seconds) for game in games}
    if arguments.json:
        print(json.dumps(figures))
        return 0
    here, there = ("compiled", "plain") if COMPILED else ("plain", "")
    rows = [(here, figures)]
    if there:
        plain = _measure_plain(arguments)
        rows += [(there, plain)] if plain else []
    else:
        print("not compiled: plain Python only", file=sys.stderr)
    Console(highlight=False).print(_grid(rows))
    return 0


def _peers(arguments: argparse.Namespace) -> int:
    """Run the comparison, a script of the repository."""
    if arguments.games or arguments.json:
        raise BadOption("--peers takes no GAME and no --json")
    script = REPOSITORY / "bench" / "connect_four" / "measure.py"
    if not script.is_file():
        raise BadOption(
            f"--peers needs the repository, and the package installed in place: no {script}"
        )
    command = [sys.executable, str(script), *(["--write"] if arguments.write else [])]
    return subprocess.run(command, check=False).returncode


def _measure_plain(arguments: argparse.Namespace) -> dict[str, dict[str, float]]:
    """The same figures from a process that ignores the compiled modules.

    None, and a line that says why, if it fails: a game of another package may be compiled itself.
    """
    command = [sys.executable, "-m", "ludotheque", "bench", "--json"]
    command += ["--seconds", str(arguments.seconds), *arguments.games]
    environment = {**os.environ, "LUDOTHEQUE_PURE": "1"}
    done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    if done.returncode:
        print(f"not measured as plain Python: {done.stderr.splitlines()[-1]}", file=sys.stderr)
        return {}
    figures: dict[str, dict[str, float]] = json.loads(done.stdout)
    return figures


def _grid(rows: list[tuple[str, dict[str, dict[str, float]]]]) -> Grid:
    grid = Grid("game", "rules", title="random play and search, per core")
    first = next(iter(rows[0][1].values()))
    for name in first:
        grid.add_column(name, justify="right")
    for slug in rows[0][1]:
        for mode, figures in rows:
            grid.add_row(slug, mode, *(f"{value:,.0f}" for value in figures[slug].values()))
    return grid
