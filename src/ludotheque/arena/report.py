"""How strong the levels are: a page with tables and charts, made from the logs.

A contest without a log keeps the row that the page has (`rows_on_page`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.arena.chart import Bar, chart
from ludotheque.arena.strength import GAMES_PER_CONTEST, Figures, plays_alike, target
from ludotheque.bots import levels_of

if TYPE_CHECKING:
    from ludotheque.arena.contest import Contest
    from ludotheque.core.game import Game

MAX_MEMORY_MB: Final = 200
MAX_P95_FACTOR: Final = 1.2  # of the time limit: the 95th percentile may exceed it by this
SECTION: Final = re.compile(r"^!\[.*\]\(\w+/(?P<slug>\w+)\.svg\)$", re.MULTILINE)
FINGERPRINTS: Final = re.compile(r"^Fingerprint ([\w, ]+)\.$", re.MULTILINE)
NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
HEAD: Final = (
    "| players | bot | against | games | wins | 95 % | of fair | target | reached "
    "| ahead of one | ms | ms (95 %) | limit | MB |\n"
    "|--:|---|---|--:|--:|--:|--:|--:|---|--:|--:|--:|--:|--:|"
)
TEXT: Final = """# Strength

How much better each level is than the next weaker one. `ludotheque arena --all` plays the games
and writes this page; `--all --no-play` only writes it, from the logs there are.

One seat is played by the first bot and all others by the second. Each deal is played once with the
first bot in each seat. Partners are always the same bot, and count as one.

- *wins*: the share of the games that the bot has won; a win is divided among all winners. *95 %*:
  the Wilson interval of that share.
- *of fair*: the share, as a multiple of what equally strong players would win.
- *target*: 1.4 times the fair share against the next weaker level, twice the fair share against
  random players, the fair share itself for a champion against masters. *reached*: **surely** if
  the whole interval is above the target, *on average* if only the share is.
- With two players, or two pairs of partners, the fair share is one half and twice that would be
  every game. The target is then to be *better* than the opponent (**surely**: the whole interval
  is above one half).
- *ahead of one*: how often the bot finishes ahead of one given opponent, ties counting half, with
  the lower end of the interval. Above 50 % it is the stronger of the two, whatever the number of
  players.
- *ms*: processor time of a decision of the bot, mean and 95th percentile; *limit*: the time limit
  of its level. *MB*: peak memory of a process with all bots of a table.

A row with fewer than {games} games says so, and is only a rough estimate.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One contest, and its results if it was played."""

    contest: Contest
    figures: Figures | None
    current: bool  # played with the rules and bots installed now

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.contest.options["players"])


class Pair(NamedTuple):
    """Which row of a game's table: the number of players, the bot, and what it plays against."""

    players: int
    bot: str
    rest: str


class Earlier(NamedTuple):
    """A row as an earlier page has it, and the fingerprints of its section."""

    figures: Figures
    fingerprints: str


def rows_on_page(text: str) -> dict[str, dict[Pair, Earlier]]:
    """The rows of a page by game, those without any game left out."""
    parts = SECTION.split(text)[1:]
    found: dict[str, dict[Pair, Earlier]] = {}
    for slug, section in zip(parts[::2], parts[1::2], strict=True):
        code = FINGERPRINTS.search(section)
        rows = [_cells_of(line) for line in section.splitlines() if line[:3].strip("| ").isdigit()]
        found[slug] = {
            Pair(int(cells[0]), cells[1], cells[2]): Earlier(
                _figures(cells), code[1] if code else ""
            )
            for cells in rows
            if NUMBER.findall(cells[4])
        }
    return found


def _cells_of(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def _figures(cells: list[str]) -> Figures:
    """The figures of a row, as exactly as the page tells them."""
    games, share, interval, of_fair = cells[3:7]
    low, high = (float(number) / 100 for number in NUMBER.findall(interval))
    ahead, ahead_low = (float(number) / 100 for number in NUMBER.findall(cells[9]))
    won = float(NUMBER.findall(share)[0]) / 100
    mean, p95, _, memory = (float(NUMBER.findall(cell)[0]) for cell in cells[10:14])
    fair = 1 / round(float(of_fair) / won) if won else 1 / int(cells[0])
    played = int(NUMBER.findall(games)[0])
    return Figures(played, won, low, high, fair, ahead, ahead_low, mean, p95, memory)


def page(games: list[tuple[Game, list[Row]]], pictures: str) -> str:
    """The page; ``pictures`` is the folder of its charts, relative to it."""
    parts = [TEXT.format(games=GAMES_PER_CONTEST)]
    for game, rows in games:
        parts += [f"## {game.name}\n", f"![{game.name}]({pictures}/{game.slug}.svg)\n", HEAD]
        parts += ["| " + " | ".join(_cells(game, row)) + " |" for row in rows]
        parts += ["", _notes(rows) + _ceiling(game)]
    return "\n".join(parts).rstrip() + "\n"


def strength_chart(game: Game, rows: list[Row]) -> str:
    """The win shares of one game as a chart."""
    bars = []
    for row in rows:
        if row.figures is not None:
            bot, rest = row.contest.bots
            label = f"{row.players} players: {bot} among {rest}"
            bars.append(_bar(label, row.figures, target(rest, row.figures.fair)))
    return chart(bars, game.name, "95 % intervals; dashed: fair share; green: target")


def _bar(label: str, found: Figures, times: float | None) -> Bar:
    share = None if times is None else times * found.fair
    return Bar(label, found.share, found.low, found.high, found.fair, share)


def _cells(game: Game, row: Row) -> list[str]:
    bot, rest = row.contest.bots
    found = row.figures
    if found is None:
        return [str(row.players), bot, rest, f"0 of {GAMES_PER_CONTEST}", *["–"] * 10]
    limit = game.levels[bot].time_limit_s * 1000
    is_too_large = found.peak_memory_mb > MAX_MEMORY_MB
    times = target(rest, found.fair)
    return [
        str(row.players),
        bot,
        rest,
        _count(found.games) + ("" if row.current else " \\*"),
        f"{found.share:.1%}",
        f"{found.low:.1%} to {found.high:.1%}",
        f"{found.share / found.fair:.2f}",
        "better" if times is None else f"{times:g}",
        _reached(found, (times or 1) * found.fair),
        f"{found.ahead:.1%} (over {found.ahead_low:.1%})",
        f"{found.mean_ms:.1f}",
        f"{found.p95_ms:.1f}" + (" **late**" if found.p95_ms > limit * MAX_P95_FACTOR else ""),
        f"{limit:.0f}",
        f"{found.peak_memory_mb:.0f}" + (" **too much**" if is_too_large else ""),
    ]


def _count(games: int) -> str:
    return str(games) if games >= GAMES_PER_CONTEST else f"only {games} of {GAMES_PER_CONTEST}"


def _reached(found: Figures, share: float) -> str:
    if found.low > share:
        return "**surely**"
    return "on average" if found.share >= share else "no"


def _ceiling(game: Game) -> str:
    """What to say of a level that is no stronger than the one before it."""
    return "".join(
        f"*{bot}* plays as *{rest}* does: thinking ten times as long gained nothing"
        " ([bots.md](bots.md#the-champion)).\n"
        for rest, bot in pairwise(levels_of(game))
        if plays_alike(game, bot, rest)
    )


def _notes(rows: list[Row]) -> str:
    """The fingerprints under a table, and a note on results of other code."""
    played = [row for row in rows if row.figures is not None]
    named = [one for row in played for one in row.contest.fingerprint.split(", ")]
    fingerprints = sorted({*named} - {""})
    text = f"Fingerprint {', '.join(fingerprints)}.\n" if fingerprints else ""
    if any(not row.current for row in played):
        text += (
            "\\* played with an earlier version: the code of rules or bots has changed since;"
            " `tests/test_same_moves.py` tells whether their moves have.\n"
        )
    return text
