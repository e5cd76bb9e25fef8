"""``ludotheque bench``: how fast rules and search are, plain and compiled, in one run."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table as Grid

from ludotheque.bots.search import Search
from ludotheque.bots.search_bot import EXPLORATION
from ludotheque.core.errors import BadOption
from ludotheque.core.fast import COMPILED
from ludotheque.core.playout import clones, playouts
from ludotheque.core.registry import find, installed
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK, NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludotheque.cli.arguments import Commands
    from ludotheque.core.game import Game
    from ludotheque.core.state import Seat, State

ROUNDS: Final = 5  # the median of these is told
POSITIONS: Final = 8  # of a game, from which a search is measured
ENDLESS: Final = 10**9  # simulations
SOURCES: Final = Path(__file__).parents[3]  # if the package is where it was written


def add_to(commands: Commands) -> None:
    """Add the command."""
    bench = commands.add_parser("bench", help="measure random play, copies and search")
    bench.add_argument("games", nargs="*", metavar="GAME")
    bench.add_argument("--seconds", type=float, default=0.5, help="for each measurement")
    bench.add_argument(
        "--json", action="store_true", help="this interpreter's figures only, as JSON"
    )
    bench.add_argument(
        "--peers", action="store_true", help="Connect Four beside other engines; needs the sources"
    )
    bench.add_argument(
        "--write", action="store_true", help="with --peers: keep it in bench/results.md"
    )
    bench.set_defaults(run=_bench)


def _bench(arguments: argparse.Namespace) -> int:
    if arguments.peers:
        return _peers(arguments)
    if arguments.write:
        raise BadOption("--write belongs to --peers")
    games = [find(name) for name in arguments.games] or list(installed().values())
    figures = {game.slug: measure(game, arguments.seconds) for game in games}
    if arguments.json:
        print(json.dumps(figures))
        return 0
    here, there = ("compiled", "plain") if COMPILED else ("plain", "")
    rows = [(here, figures)]
    if there:
        rows.append((there, _measure_plain(arguments)))
    else:
        print("nothing is compiled here: plain Python only", file=sys.stderr)
    Console(highlight=False).print(_grid(rows))
    return 0


def _peers(arguments: argparse.Namespace) -> int:
    """Run the comparison, which lies beside the package in its sources."""
    if arguments.games or arguments.json:
        raise BadOption("--peers measures Connect Four alone, and tells it as a table")
    script = SOURCES / "bench" / "connect_four" / "measure.py"
    if not script.is_file():
        raise BadOption(
            f"--peers needs the sources of Ludothèque, installed in place: there is no {script}"
        )
    command = [sys.executable, str(script), *(["--write"] if arguments.write else [])]
    return subprocess.run(command, check=False).returncode


def measure(game: Game, seconds: float) -> dict[str, float]:
    """Medians of random play and search with the usual options, per second of processor time."""
    start, rng = game.new(game.resolve_options({})), SeededRng(1)
    sample = 1000 if COMPILED else 50
    moves = playouts(start, sample, SeededRng(2)) / sample
    per_game = _median(lambda games: playouts(start, games, rng), seconds)
    per_clone = _median(lambda times: clones(start, times), seconds / 4)
    asked = questions(game)
    per_simulation = _median(lambda times: search(game, asked, times), seconds) / len(asked)
    return {
        "games/s": 1 / per_game,
        "moves/s": moves / per_game,
        "moves/game": moves,
        "clone ns": per_clone * 1e9,
        "simulations/s": 1 / per_simulation,
    }


def questions(game: Game) -> list[tuple[State, Seat]]:
    """Decisions of one random game, from its beginning to its end, and who has to make them."""
    state, rng = game.new(game.resolve_options({})), SeededRng(1)
    found: list[tuple[State, Seat]] = []
    while (seat := state.next_actor()) != NOBODY:
        if seat == LUCK:
            state.apply(LUCK, state.sample_luck(rng))
            continue
        choices = state.choices(seat)
        if len(choices) > 1:
            found.append((state.clone(), seat))
        state.apply(seat, choices[rng.below(len(choices))])
    return found[:: max(1, len(found) // POSITIONS)]


def search(game: Game, asked: list[tuple[State, Seat]], simulations: int) -> None:
    """Think over each of these decisions, with so many simulations."""
    for state, seat in asked:
        Search(state, seat, game.knowledge, SeededRng(1), EXPLORATION).run(simulations, ENDLESS)


def _median(work: Callable[[int], object], seconds: float) -> float:
    """Processor seconds for one piece of work: the median of some rounds."""
    times, took = 1, 0.0
    while took < seconds / 10:
        times *= 2
        took = _timed(work, times)
    times = max(1, int(times * seconds / took / ROUNDS))
    return sorted(_timed(work, times) / times for _ in range(ROUNDS))[ROUNDS // 2]


def _timed(work: Callable[[int], object], times: int) -> float:
    begin = time.process_time()
    work(times)
    return max(time.process_time() - begin, 1e-9)


def _measure_plain(arguments: argparse.Namespace) -> dict[str, dict[str, float]]:
    """The same figures from an interpreter that passes over the compiled modules."""
    command = [sys.executable, "-m", "ludotheque", "bench", "--json"]
    command += ["--seconds", str(arguments.seconds), *arguments.games]
    environment = {**os.environ, "LUDOTHEQUE_PURE": "1"}
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
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
