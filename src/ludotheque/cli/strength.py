"""``ludotheque arena --all``: matches between all levels of every game, and the page of results."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from rich.console import Console
from rich.progress import track

from ludotheque.arena.anchors import ANCHORS_FILE, anchors_json, sections
from ludotheque.arena.report import Earlier, Pair, Row, page, rows_on_page, strength_chart
from ludotheque.arena.run import append, begin_log, read_log, read_only
from ludotheque.arena.strength import GAMES_PER_CONTEST, contests, figures
from ludotheque.bots.fingerprint import fingerprint_of
from ludotheque.cli.failures import Failures
from ludotheque.core.errors import BadOption, BadRecord
from ludotheque.core.registry import find, installed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ludotheque.arena.contest import Contest
    from ludotheque.arena.play import Failed, Played
    from ludotheque.core.game import Game

    Run = Callable[[Contest, list[int]], Iterator[Played | Failed]]


def add_to(arena: argparse.ArgumentParser) -> None:
    """Add the arguments of ``--all``."""
    arena.add_argument(
        "--all", action="store_true", help="each level against the next weaker one, in every game"
    )
    arena.add_argument("--only", help="with --all: only these games, separated by commas")
    arena.add_argument("--level", help="with --all: only the games of this level against the next")
    arena.add_argument(
        "--report",
        type=Path,
        default=Path("docs", "strength.md"),
        help="with --all: the page to write (docs/strength.md), charts in a folder next to it",
    )
    arena.add_argument(
        "--no-play", action="store_true", help="with --all: only write the page, from existing logs"
    )
    arena.add_argument(
        "--anchors",
        action="store_true",
        help="write the ratings of the levels into the folder of each game, from the page",
    )


def write_anchors(report: Path) -> int:
    """Write the file ``anchors.json`` of each installed game that a page of strengths has."""
    if not report.is_file():
        raise BadOption(f"there is no page {report}; see --report")
    for section in sections(report.read_text(encoding="utf-8")):
        game = installed().get(section.slug)
        if game is not None:
            path = Path(str(game.folder()), ANCHORS_FILE)
            path.write_text(anchors_json(section), encoding="utf-8")
            print(f"wrote {path}")
    return 0


def strength(arguments: argparse.Namespace, run: Run) -> int:
    """Play the games that are missing, and write the page after each contest."""
    games, logs, report = _parse_request(arguments)
    on_page = rows_on_page(_text_of(report))
    shown = [
        game
        for game in installed().values()
        if game in games or game.slug in on_page or _has_logs(game, logs)
    ]
    seed = 1 if arguments.seed is None else int(arguments.seed)
    console = Console(highlight=False)
    failures = Failures(logs)
    if not arguments.no_play:
        logs.mkdir(parents=True, exist_ok=True)
        planned = [
            one
            for game in games
            for one in contests(game, seed, fingerprint_of(game))
            if arguments.level in {None, one.bots[0]}
        ]
        _check_logs(planned, logs, arguments.resume)
        for contest in planned:
            _play(contest, logs, arguments.games or GAMES_PER_CONTEST, run, console, failures)
            _write(report, shown, logs)
    _write(report, shown, logs)
    console.print(f"wrote {report}")
    return failures.status()


def _parse_request(arguments: argparse.Namespace) -> tuple[list[Game], Path, Path]:
    """The games, the folder of the logs and the path of the page, checked."""
    if arguments.game is not None or arguments.bots is not None or arguments.option:
        raise BadOption("--all takes no GAME, --bots or --option; --only limits it to some games")
    named = arguments.only.split(",") if arguments.only else list(installed())
    logs, report = arguments.out or Path("strength"), arguments.report
    if not report.parent.is_dir():
        raise BadOption(f"there is no folder {report.parent} for the page; see --report")
    if arguments.no_play and not logs.is_dir():
        raise BadOption(f"there is no folder {logs} with logs; see --out")
    return [find(slug) for slug in named], logs, report


def _log_of(contest: Contest, logs: Path) -> Path:
    name = "-".join([contest.game, str(contest.options["players"]), *contest.bots])
    return logs / f"{name}.jsonl"


def _has_logs(game: Game, logs: Path) -> bool:
    return any(_log_of(contest, logs).exists() for contest in contests(game, 0, ""))


def _check_logs(planned: list[Contest], logs: Path, resume: bool) -> None:
    """Refuse, before anything is played, logs that exist or can't be resumed."""
    for contest in planned:
        log = _log_of(contest, logs)
        if not log.exists():
            continue
        if not resume:
            raise BadOption(f"{log} exists; --resume continues it")
        read_log(log, contest)


def _play(
    contest: Contest, logs: Path, games: int, run: Run, console: Console, failures: Failures
) -> None:
    """Play a contest up to ``games`` games, and log each finished one."""
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
    """Write the page and its charts from the logs."""
    earlier = rows_on_page(_text_of(report))
    found = [(game, _rows(game, logs, earlier.get(game.slug, {}))) for game in games]
    pictures = report.with_suffix("")
    pictures.mkdir(exist_ok=True)
    for game, rows in found:
        (pictures / f"{game.slug}.svg").write_text(strength_chart(game, rows), encoding="utf-8")
    report.write_text(page(found, pictures.name), encoding="utf-8")


def _text_of(report: Path) -> str:
    """The page as it is; "" if there is none."""
    return report.read_text(encoding="utf-8") if report.is_file() else ""


def _rows(game: Game, logs: Path, earlier: Mapping[Pair, Earlier]) -> list[Row]:
    return [_row(contest, logs, earlier) for contest in contests(game, 0, fingerprint_of(game))]


def _row(contest: Contest, logs: Path, earlier: Mapping[Pair, Earlier]) -> Row:
    """The row of a contest: from its log, else as the page has it."""
    log = _log_of(contest, logs)
    if not log.exists():
        kept = earlier.get(Pair(int(contest.options["players"]), *contest.bots))
        if kept is None:
            return Row(contest, None, current=True)
        current = kept.fingerprints == contest.fingerprint
        return Row(replace(contest, fingerprint=kept.fingerprints), kept.figures, current)
    found, played = read_only(log)
    if (found.game, found.options, found.bots, found.one_vs_rest) != (
        contest.game,
        contest.options,
        contest.bots,
        True,
    ):
        raise BadRecord(f"{log} is the log of another contest")
    results = figures(played, contest.bots[0]) if played else None
    return Row(found, results, current=found.fingerprint == contest.fingerprint)
