"""``ludotheque analyse``: what decided a game, in the terminal, as JSON and as a page."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table as Grid

from ludotheque.analysis import analyse
from ludotheque.analysis.page import analysis_page
from ludotheque.analysis.view import GRADES, view_of
from ludotheque.cli.language import add_language, language_of
from ludotheque.cli.record import read_one_record

if TYPE_CHECKING:
    from ludotheque.analysis.report import GameAnalysis
    from ludotheque.analysis.view import Moment, View
    from ludotheque.cli.arguments import Commands
    from ludotheque.core.record import Record


def add_to(commands: Commands) -> None:
    """Add the command."""
    command = commands.add_parser("analyse", help="find out what decided a game")
    command.add_argument("file", metavar="RECORD", help="a record; '-' is standard input")
    command.add_argument("--json", type=Path, metavar="FILE", help="write it as JSON")
    command.add_argument("--html", type=Path, metavar="FILE", help="write it as a page to share")
    add_language(command)
    command.set_defaults(run=_analyse)


def _analyse(arguments: argparse.Namespace) -> int:
    record = read_one_record(arguments.file)
    analysis = _with_progress(record)
    language = language_of(arguments)
    if arguments.json is not None:
        arguments.json.write_bytes(msgspec.json.encode(analysis) + b"\n")
    if arguments.html is not None:
        page = analysis_page(record, analysis, language)
        arguments.html.write_text(page, encoding="utf-8")
    _print(view_of(record, analysis, language), analysis)
    return 0


def _with_progress(record: Record) -> GameAnalysis:
    """The analysis of a record; a terminal shows how far it is."""
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(record.game.name, total=1.0, visible=sys.stderr.isatty())
        return analyse(record, lambda share: bar.update(task, completed=share))


def _print(view: View, analysis: GameAnalysis) -> None:
    console, words = Console(highlight=False, soft_wrap=True), view.words
    console.print(f"[bold]{escape(view.title)}[/]")
    last = ", ".join(
        f"{name} {words.say('percent', value=round(100 * chance))}"
        for name, chance in zip(view.names, analysis.chances[-1], strict=True)
    )
    console.print(f"{words.say('chances')}: {last}")
    console.print(f"\n[bold]{words.say('moments')}[/]")
    if not view.moments:
        console.print(words.say("moments.none"))
    for moment in view.moments:
        _print_moment(console, moment, view)
    console.print()
    console.print(_grid(view))
    console.print(view.fairness)


def _print_moment(console: Console, moment: Moment, view: View) -> None:
    console.print(f"\n[bold]{escape(moment.title)}[/]")
    console.print(f"  {view.words.say('played')}: {escape(moment.played)}")
    if moment.better:
        console.print(f"  {view.words.say('better')}: {escape(moment.better)}")
    for sentence in (moment.verdict, moment.reason):
        if sentence:
            console.print(f"  {escape(sentence)}")


def _grid(view: View) -> Grid:
    words = view.words
    grid = Grid("", title=words.say("decisions"))
    for grade in GRADES:
        grid.add_column(words.say(f"grade.{grade}"), justify="right")
    grid.add_column(words.say("lost"), justify="right")
    has_luck = any(tally.luck for tally in view.tallies)
    if has_luck:
        grid.add_column(words.say("luck"), justify="right")
    for tally in view.tallies:
        luck = [tally.luck] if has_luck else []
        grid.add_row(tally.name, *map(str, tally.grades), tally.lost, *luck)
    return grid
