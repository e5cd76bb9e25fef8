"""How strong the levels are, as a page with tables and pictures, made from logs alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ludotheque.arena.picture import Bar, chart
from ludotheque.arena.strength import GAMES, Figures, wanted

if TYPE_CHECKING:
    from ludotheque.arena.contest import Contest
    from ludotheque.core.game import Game

MEMORY: Final = 200  # megabytes that a bot may need
LATE: Final = 1.2  # times its thinking time, that 19 of 20 decisions may take at most
HEAD: Final = (
    "| players | one | among | games | victories | 95 % | of fair | aim | reached "
    "| ahead of another | ms | ms (95 %) | limit | MB |\n"
    "|--:|---|---|--:|--:|--:|--:|--:|---|--:|--:|--:|--:|--:|"
)
TEXT: Final = """# Strength

How much better each level is than the next weaker one. `ludotheque arena --all` plays the games
and writes this page; `--all --no-play` only writes it, from the logs there are.

One seat is held by the first bot and all others by the second; in turn it sits at every place,
with the same deals. Partners are always the same bot, and count as one.

- *victories*: the share of the games that the one has won; who wins together shares. Beside it
  the interval (Wilson) that holds the true share with a confidence of 95 %.
- *of fair*: the share, as a multiple of what equally strong players would win.
- *aim*: 1.4 times the fair share among the next weaker level, twice among players who move at
  random. *reached*: **surely** if the whole interval is beyond it, *on average* if the share is.
- With two players, or two pairs of partners, the fair share is a half, and twice of it would be
  every game: there the share itself and its interval say what there is to say, and *reached*
  tells whether it is better than the other (**surely**: the whole interval is above a half).
- *ahead of another*: how often the one ends before one of the others, ties counting half, and the
  lower end of its interval: above 50 % it is the better player of the two, whatever the number of
  players.
- *ms*: processor time of the one for a decision, on average and at the 95th percentile; *limit*
  is its thinking time. *MB*: the most memory that a process with all bots of a table has ever
  needed.

A row with fewer than {games} games says so, and is only a first look.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One contest, and what it has shown, if it was played."""

    contest: Contest
    figures: Figures | None
    current: bool  # played by the very bots that are here now

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.contest.options["players"])


def page(games: list[tuple[Game, list[Row]]], pictures: str) -> str:
    """The page; ``pictures`` is the folder beside it in which they lie."""
    parts = [TEXT.format(games=GAMES)]
    for game, rows in games:
        parts += [f"## {game.name}\n", f"![{game.name}]({pictures}/{game.slug}.svg)\n", HEAD]
        parts += ["| " + " | ".join(_cells(game, row)) + " |" for row in rows]
        parts += ["", _notes(rows)]
    return "\n".join(parts).rstrip() + "\n"


def drawing(game: Game, rows: list[Row]) -> str:
    """The victories of one game as a picture."""
    bars = []
    for row in rows:
        if row.figures is not None:
            one, others = row.contest.bots
            label = f"{row.players} players: {one} among {others}"
            bars.append(_bar(label, row.figures, wanted(others, row.figures.fair)))
    return chart(bars, game.name, "95 % intervals; dashed: by chance; green: the aim")


def _bar(label: str, found: Figures, times: float | None) -> Bar:
    aim = None if times is None else times * found.fair
    return Bar(label, found.share, found.low, found.high, found.fair, aim)


def _cells(game: Game, row: Row) -> list[str]:
    one, others = row.contest.bots
    found = row.figures
    if found is None:
        return [str(row.players), one, others, f"0 of {GAMES}", *["–"] * 10]
    limit = game.levels[one].seconds * 1000
    times = wanted(others, found.fair)
    return [
        str(row.players),
        one,
        others,
        _count(found.games) + ("" if row.current else " \\*"),
        f"{found.share:.1%}",
        f"{found.low:.1%} to {found.high:.1%}",
        f"{found.share / found.fair:.2f}",
        "better" if times is None else f"{times:g}",
        _reached(found, (times or 1) * found.fair),
        f"{found.ahead:.1%} (over {found.ahead_low:.1%})",
        f"{found.milliseconds:.1f}",
        f"{found.slow:.1f}" + (" **late**" if found.slow > limit * LATE else ""),
        f"{limit:.0f}",
        f"{found.megabytes:.0f}" + (" **too much**" if found.megabytes > MEMORY else ""),
    ]


def _count(games: int) -> str:
    return str(games) if games >= GAMES else f"only {games} of {GAMES}"


def _reached(found: Figures, aim: float) -> str:
    if found.low > aim:
        return "**surely**"
    return "on average" if found.share >= aim else "no"


def _notes(rows: list[Row]) -> str:
    """What has to be said of the figures under their table."""
    codes = sorted({row.contest.code for row in rows if row.figures is not None} - {""})
    text = f"Bots {', '.join(codes)}.\n" if codes else ""
    if any(row.figures is not None and not row.current for row in rows):
        text += "\\* played by other bots than those of now: their code has changed since.\n"
    return text
