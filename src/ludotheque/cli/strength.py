"""``ludotheque arena --all``: every level of every game, and a page about how strong they are."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import track

from ludotheque.arena.fingerprint import fingerprint_of
from ludotheque.arena.report import Row, drawing, page
from ludotheque.arena.run import append, begin_log, read_log, read_only
from ludotheque.arena.strength import GAMES, contests, figures
from ludotheque.cli.failures import Failures
from ludotheque.core.errors import BadOption, BadRecord
from ludotheque.core.registry import find, installed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ludotheque.arena.contest import Contest
    from ludotheque.arena.play import Failed, Played
    from ludotheque.core.game import Game

    Run = Callable[[Contest, list[int]], Iterator[Played | Failed]]


def add_to(arena: argparse.ArgumentParser) -> None:
    """Add the words that only ``--all`` understands."""
    arena.add_argument(
        "--all", action="store_true", help="each level among the next weaker one, in every game"
    )
    arena.add_argument("--only", help="with --all: play these games, with commas")
    arena.add_argument(
        "--report",
        type=Path,
        default=Path("docs", "strength.md"),
        help="with --all: the page to write, pictures in a folder beside it (docs/strength.md)",
    )
    arena.add_argument(
        "--no-play", action="store_true", help="with --all: write the page from the logs there are"
    )


def strength(arguments: argparse.Namespace, run: Run) -> int:
    """Play what is still to be played, and write the page after each contest."""
    games, logs, report = _wishes(arguments)
    told = [game for game in installed().values() if game in games or _has_logs(game, logs)]
    seed = 1 if arguments.seed is None else int(arguments.seed)
    console = Console(highlight=False)
    failures = Failures(logs)
    if not arguments.no_play:
        logs.mkdir(parents=True, exist_ok=True)
        wanted = [one for game in games for one in contests(game, seed, fingerprint_of(game))]
        _refuse_old_logs(wanted, logs, arguments.resume)
        for contest in wanted:
            _play(contest, logs, arguments.games or GAMES, run, console, failures)
            _write(report, told, logs)
    _write(report, told, logs)
    console.print(f"{report} is written")
    return failures.status()


def _wishes(arguments: argparse.Namespace) -> tuple[list[Game], Path, Path]:
    """Which games, where the logs are, where the page goes; all of it checked."""
    if arguments.game is not None or arguments.bots is not None or arguments.option:
        raise BadOption("--all chooses games, bots and options itself; --only names some games")
    named = arguments.only.split(",") if arguments.only else list(installed())
    logs, report = arguments.out or Path("strength"), arguments.report
    if not report.parent.is_dir():
        raise BadOption(f"there is no folder {report.parent} for the page; name it by --report")
    if arguments.no_play and not logs.is_dir():
        raise BadOption(f"there is no folder {logs} with logs; name it by --out")
    return [find(slug) for slug in named], logs, report


def _log_of(contest: Contest, logs: Path) -> Path:
    name = "-".join([contest.game, str(contest.options["players"]), *contest.bots])
    return logs / f"{name}.jsonl"


def _has_logs(game: Game, logs: Path) -> bool:
    return any(_log_of(contest, logs).exists() for contest in contests(game, 0, ""))


def _refuse_old_logs(wanted: list[Contest], logs: Path, resume: bool) -> None:
    """Nothing is played before it is clear that every log can be gone on with."""
    for contest in wanted:
        log = _log_of(contest, logs)
        if not log.exists():
            continue
        if not resume:
            raise BadOption(f"{log} exists; --resume goes on with it")
        read_log(log, contest)


def _play(
    contest: Contest, logs: Path, games: int, run: Run, console: Console, failures: Failures
) -> None:
    """Play a contest up to ``games`` games, and log each that comes to its end."""
    log = _log_of(contest, logs)
    if not log.exists():
        begin_log(log, contest)
    done = {played.number for played in read_log(log, contest)}
    numbers = [number for number in range(games) if number not in done]
    for played in track(
        failures.without(contest, run(contest, numbers)),
        log.stem,
        len(numbers),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ):
        append(log, played)
    console.print(f"{log.stem}: {len(read_log(log, contest))} games")


def _write(report: Path, games: list[Game], logs: Path) -> None:
    """The page and its pictures, from the logs there are."""
    found = [(game, _rows(game, logs)) for game in games]
    pictures = report.with_suffix("")
    pictures.mkdir(exist_ok=True)
    for game, rows in found:
        (pictures / f"{game.slug}.svg").write_text(drawing(game, rows), encoding="utf-8")
    report.write_text(page(found, pictures.name), encoding="utf-8")


def _rows(game: Game, logs: Path) -> list[Row]:
    return [_row(contest, logs) for contest in contests(game, 0, fingerprint_of(game))]


def _row(contest: Contest, logs: Path) -> Row:
    log = _log_of(contest, logs)
    if not log.exists():
        return Row(contest, None, current=True)
    found, played = read_only(log)
    if (found.game, found.options, found.bots, found.among) != (
        contest.game,
        contest.options,
        contest.bots,
        True,
    ):
        raise BadRecord(f"{log} is the log of another contest")
    shown = figures(played, contest.bots[0]) if played else None
    return Row(found, shown, current=found.code == contest.code)
