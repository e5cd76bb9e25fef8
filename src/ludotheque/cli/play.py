"""``ludotheque play``: a game in the terminal against bots."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable
from rich.text import Text

from ludotheque.bots import find_bot
from ludotheque.cli.arguments import add_options, add_seed, read_options, seed_of
from ludotheque.cli.language import add_language, language_of, terminal_words
from ludotheque.core.errors import BadOption, GameError
from ludotheque.core.record import Record
from ludotheque.core.registry import find
from ludotheque.core.reveal import reveals
from ludotheque.core.rng import SeededRng
from ludotheque.core.table import Table
from ludotheque.presentation.narration import narrate, words_for
from ludotheque.presentation.picture import picture_text
from ludotheque.presentation.scene import picked_text
from ludotheque.presentation.sheets import Sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.cli.arguments import Commands
    from ludotheque.core.bot import Bot
    from ludotheque.core.state import Seat
    from ludotheque.presentation.scene import Choice, Pick
    from ludotheque.presentation.score_table import ScoreTable

NAMES: Final = ("Ada", "Blaise", "Clara", "Dirk", "Edith", "Felix")
MAX_CHOICES_LISTED: Final = 30  # more are listed on request only


class Quit(Exception):
    """The player quits."""


def add_to(commands: Commands) -> None:
    """Add the command."""
    play = commands.add_parser("play", help="play in the terminal against bots")
    play.add_argument("game")
    play.add_argument("--seat", type=int, default=0, help="your seat (default 0)")
    play.add_argument("--bot", default="player", help="your opponents (default player)")
    play.add_argument("--record", type=Path, metavar="FILE", help="save the record of the game")
    add_seed(play)
    add_options(play)
    add_language(play)
    play.set_defaults(run=_play)


def _play(arguments: argparse.Namespace) -> int:
    game = find(arguments.game)
    options = read_options(game, arguments.option)
    rng = SeededRng(seed_of(arguments))
    table = Table(game, options, rng)
    seats = table.state.seats()
    if not 0 <= arguments.seat < seats:
        raise BadOption(f"there is no seat {arguments.seat}, only 0 to {seats - 1}")
    bot = find_bot(game, arguments.bot)
    session = Session(
        table, arguments.seat, bot, SeededRng(rng.below(2**31)), language_of(arguments)
    )
    try:
        session.run()
    except (Quit, EOFError):
        session.say("left")
    finally:
        if arguments.record:
            arguments.record.write_text(
                Record.from_table(session.table).to_json() + "\n", encoding="utf-8"
            )
    return 0


class Session:
    """One person at a table of bots."""

    def __init__(self, table: Table, seat: Seat, bot: Bot, rng: SeededRng, language: str) -> None:
        self.table = table
        self.seat = seat
        self.bot = bot
        self.rng = rng
        self.words = terminal_words(language)
        self.game_words = table.game.words(language)
        self.sheet = Sheet.load(table.game.folder() / "sheets", language)
        self.names = [*NAMES[: table.state.seats()]]
        self.names[seat] = self.words.say("you")
        self.console = Console(highlight=False)
        self.reported = 0  # events already reported

    def say(self, key: str, **values: object) -> None:
        """Print a sentence of the terminal catalogue."""
        self.console.print(self._sentence(key, **values))

    def _sentence(self, key: str, **values: object) -> str:
        """A sentence of the terminal catalogue as markup; values are shown as they are."""
        texts = {name: escape(value) for name, value in values.items() if isinstance(value, str)}
        return self.words.say(key, **{**values, **texts})

    def run(self) -> None:
        """Play to the end: each awaited bot acts once, then the person is asked."""
        self.say("welcome", game=self.table.game.name)
        while not self.table.over:
            self._let_bots_act()
            if self.seat in self.table.state.actors():
                self.ask_person()
        self._report_events()
        self._report_result()

    def _let_bots_act(self) -> None:
        for seat in self.table.state.awaited():
            if seat != self.seat and seat in self.table.state.awaited():
                self.table.submit(seat, self.table.ask(self.bot, seat, self.rng))

    # output

    def _report_events(self) -> None:
        """Print the events since the last report, as this seat may know them."""
        news = self.table.events[self.reported :]
        self.reported = len(self.table.events)
        for fact in self.table.told_to(self.seat, news):
            words = words_for(self.table.game, fact, self.seat, self.game_words)
            told = narrate(self.table.game, fact, words, self.names)
            if told.text:
                self.console.print(f"  {told.spoken or told.text}", markup=False)

    def _draw(self) -> None:
        view = self.table.state.observe(self.seat)
        self.console.print()
        picture = picture_text(self.table.game, view, self.game_words, self.names)
        self.console.print(picture, soft_wrap=True)
        self.console.print()

    def _report_result(self) -> None:
        state = self.table.state
        self._draw()
        self.console.rule(self.words.say("over"))
        scores = self.table.game.score_table(state.public(), state.ranks(), self.game_words)
        self.console.print(_rich_table(scores, self.names))
        for note in scores.notes:
            self.console.print(f"{_names_of(note.seats, self.names)}: {note.text}", markup=False)

    # input

    def ask_person(self) -> None:
        """Show the table and ask the person until the table has changed."""
        self._report_events()
        self._draw()
        choices = self._choices()
        if len(choices) <= MAX_CHOICES_LISTED:
            self._list(choices)
        else:
            self.say("many", count=len(choices))
        before = len(self.table.events)
        while before == len(self.table.events):
            prompt = self._sentence("prompt", count=len(choices))
            self._handle(self.console.input(prompt).strip(), choices)

    def _choices(self) -> list[Choice]:
        """The choices of the scene, those without picks first."""
        state = self.table.state
        scene = self.table.game.scene(state, self.seat, self.game_words, self.names)
        self.console.print(Text(scene.prompt, style="bold"))
        return sorted(scene.choices, key=lambda choice: len(choice.picks) > 0)

    def _list(self, choices: list[Choice]) -> None:
        for number, choice in enumerate(choices, 1):
            names = [name for pick in choice.picks for _, name in pick.targets]
            more = f" ({' '.join(names)})" if names else ""
            label = choice.spoken or choice.label
            shown = (f"{number:>3}", "bold"), f" {label}{more} ", (choice.text, "dim")
            self.console.print(Text.assemble(" ", *shown))

    def _handle(self, text: str, choices: list[Choice]) -> None:
        word, _, rest = text.partition(" ")
        match word:
            case "":
                return
            case "q" | "quit":
                raise Quit
            case "?" | "help":
                self.say("help", rule=next(iter(self.sheet.paragraphs)))
            case "list":
                self._list(choices)
            case "table":
                self._draw()
            case "rule" | "rules":
                self._show_rules(rest)
            case "undo":
                self.undo()
            case _:
                self._submit(self._to_notation(text, choices))

    def _to_notation(self, text: str, choices: list[Choice]) -> str:
        """What was typed, as notation: a number selects a choice and may ask for picks."""
        if not text.isdecimal() or not 1 <= int(text) <= len(choices):
            return text
        choice = choices[int(text) - 1]
        return picked_text(choice, [self._pick(pick) for pick in choice.picks])

    def _pick(self, pick: Pick) -> list[str]:
        """The targets a person picks by their names; unknown names are ignored."""
        if not pick.targets:
            return []
        names = " ".join(name for _, name in pick.targets)
        answer = self.console.input(self._sentence("pick", label=pick.label, names=names))
        wanted = answer.split()
        return [target for target, name in pick.targets if name in wanted]

    def _submit(self, text: str) -> None:
        try:
            self.table.submit(self.seat, text)
        except GameError as error:
            self.say(f"error.{error.code}", text=text)
            if error.rule:
                self._show_rules(error.rule)

    def _show_rules(self, word: str) -> None:
        found = self.sheet.search(word) if word else list(self.sheet.paragraphs)
        if not found:
            self.say("no-rule", word=word)
        for number in found:
            paragraph = f" {self.sheet.paragraphs[number]}"
            self.console.print(Text.assemble((number, "bold"), paragraph))

    def undo(self) -> None:
        """Take back the person's last move, unless something was revealed since."""
        start = self._last_own_event()
        if start is None:
            self.say("undo.nothing")
            return
        if reveals(self.table, start, self.seat, self.rng):
            self.say("undo.revealed")
            return
        rng = self.table.rng
        self.table = self.table.rewound(start)
        self.table.rng = rng
        self.reported = min(self.reported, start)
        self.say("undo.done")
        self.ask_person()

    def _last_own_event(self) -> int | None:
        own = [number for number, event in enumerate(self.table.events) if event.who == self.seat]
        return own[-1] if own else None


# the end


def _rich_table(scores: ScoreTable, names: Sequence[str]) -> RichTable:
    """The final scores, for a terminal."""
    table = RichTable(box=None, pad_edge=False, header_style="dim")
    table.add_column("")
    table.add_column("")
    for column in scores.columns:
        table.add_column(Text(column.label), justify="right")
    for row in scores.rows:
        cells = [Text(cell.text) for cell in row.cells]
        table.add_row(f"{row.rank}.", Text(_names_of(row.seats, names)), *cells)
    return table


def _names_of(seats: Sequence[int], names: Sequence[str]) -> str:
    return ", ".join([names[seat] for seat in seats])
