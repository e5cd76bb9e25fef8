"""``ludotheque arena``: matches between bots, with confidence intervals and ratings."""

from __future__ import annotations

import argparse
import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from ludotheque.arena.chart import standings_chart
from ludotheque.arena.cluster import run_on_cluster
from ludotheque.arena.contest import Contest, pairing
from ludotheque.arena.results import rate, result
from ludotheque.arena.run import append, begin_log, read_log, run
from ludotheque.arena.strength import GAMES_PER_CONTEST
from ludotheque.bots import find_bot
from ludotheque.bots.fingerprint import fingerprint_of
from ludotheque.cli import strength
from ludotheque.cli.arguments import add_options, add_seed, positive_int, read_options, seed_of
from ludotheque.cli.failures import Failures
from ludotheque.core.errors import BadOption
from ludotheque.core.registry import find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludotheque.arena.play import Failed, Played
    from ludotheque.arena.results import Result, Standing
    from ludotheque.cli.arguments import Commands

DEFAULT_GAMES: Final = 100


def add_to(commands: Commands) -> None:
    """Add the command."""
    arena = commands.add_parser("arena", help="play matches between bots and rate them")
    arena.add_argument("game", metavar="GAME", nargs="?")
    arena.add_argument("--bots", help="names separated by commas; see 'ludotheque games'")
    arena.add_argument(
        "--games",
        type=positive_int,
        help=f"how many (default {DEFAULT_GAMES}; with --all {GAMES_PER_CONTEST} of each)",
    )
    arena.add_argument(
        "--one-vs-rest",
        "--among",
        action="store_true",
        help="one seat for the first bot, all others for the second",
    )
    arena.add_argument("--players", type=positive_int, help="short for --option players=N")
    add_options(arena)
    add_seed(arena)
    arena.add_argument(
        "--jobs",
        type=positive_int,
        default=os.cpu_count() or 1,
        help="processes (default: one per core)",
    )
    arena.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on this Ray cluster: HOST:PORT, auto (on this machine) or local (a new one)",
    )
    arena.add_argument(
        "--out",
        type=Path,
        help="log, FILE.jsonl; results are written next to it, .json and .svg; with --all a folder",
    )
    arena.add_argument("--resume", action="store_true", help="continue an existing log")
    strength.add_to(arena)
    arena.set_defaults(run=_arena)


def _arena(arguments: argparse.Namespace) -> int:
    if arguments.anchors:
        return strength.write_anchors(arguments.report)
    if arguments.all:
        return strength.strength(arguments, partial(_run, arguments))
    return _one_contest(arguments)


def _run(
    arguments: argparse.Namespace, contest: Contest, numbers: list[int]
) -> Iterator[Played | Failed]:
    """Play the games with these numbers, on this machine or on a Ray cluster."""
    if arguments.ray is not None and numbers:
        return run_on_cluster(contest, numbers, arguments.ray)
    return run(contest, numbers, min(arguments.jobs, max(1, len(numbers))))


def _one_contest(arguments: argparse.Namespace) -> int:
    contest = _contest(arguments)
    log: Path | None = arguments.out
    played = _begin(contest, log, arguments.resume)
    done = {one.number for one in played}
    numbers = [number for number in range(arguments.games or DEFAULT_GAMES) if number not in done]
    console = Console(highlight=False)
    failures = Failures(Path() if log is None else log.parent)
    for one in track(
        failures.without(contest, _run(arguments, contest, numbers)),
        contest.game,
        len(numbers),
        console=console,
        transient=True,
    ):
        played.append(one)
        if log is not None:
            append(log, one)
    if played:
        found = result(played, rate(played))
        console.print(_grid(contest, found))
        if log is not None:
            _write(log, contest, found)
    return failures.status()


def _contest(arguments: argparse.Namespace) -> Contest:
    """The contest of the arguments, checked before anything is played."""
    if arguments.game is None or arguments.bots is None:
        raise BadOption("give a GAME and --bots, or --all")
    if arguments.only or arguments.no_play:
        raise BadOption("--only and --no-play need --all")
    game = find(arguments.game)
    pairs = list(arguments.option)
    if arguments.players is not None:
        pairs.append(f"players={arguments.players}")
    bots = tuple(arguments.bots.split(","))
    for name in bots:
        find_bot(game, name)
    if arguments.resume and (arguments.out is None or arguments.seed is None):
        raise BadOption("--resume needs --out and --seed")
    options = read_options(game, pairs)
    contest = Contest(
        game.slug,
        options,
        bots,
        seed_of(arguments),
        one_vs_rest=arguments.one_vs_rest,
        fingerprint=fingerprint_of(game, bots),
    )
    pairing(contest, game, 0)  # refuses a line-up that is impossible
    return contest


def _begin(contest: Contest, log: Path | None, resume: bool) -> list[Played]:
    if log is not None and resume and log.exists():
        return read_log(log, contest)
    if log is not None:
        if log.exists():
            raise BadOption(f"{log} exists; --resume continues it")
        begin_log(log, contest)
    return []


def _grid(contest: Contest, found: Result) -> Grid:
    title = f"{contest.game}, {contest.options['players']} players, {found.games} games"
    title += f", seed {contest.seed}, up to {found.peak_memory_mb:.0f} MB"
    grid = Grid("bot", title=title)
    for name in ("wins", "95 %", "of fair", "points", "rank", "ms", "ms (95 %)", "rating"):
        grid.add_column(name, justify="right")
    for one in found.standings:
        grid.add_row(*_cells(one))
    return grid


def _cells(one: Standing) -> tuple[str, ...]:
    rating = "" if one.rating is None else f"{one.rating:.1f} ± {one.rating_ci95:.1f}"
    return (
        one.bot,
        f"{one.share:.1%}",
        f"{one.low:.1%} to {one.high:.1%}",
        f"{one.share / one.fair:.2f}",
        f"{one.points:.1f}",
        f"{one.rank:.2f}",
        f"{one.mean_ms:.1f}",
        f"{one.p95_ms:.1f}",
        rating,
    )


def _write(log: Path, contest: Contest, found: Result) -> None:
    title = f"{contest.game}, {contest.options['players']} players"
    data = {"contest": contest, "result": found}
    text = msgspec.json.format(msgspec.json.encode(data), indent=2)
    log.with_suffix(".json").write_bytes(text + b"\n")
    log.with_suffix(".svg").write_text(standings_chart(found, title), encoding="utf-8")
