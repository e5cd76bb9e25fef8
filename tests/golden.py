"""Golden playthroughs: some events of a seeded game, short enough to read.

A file begins with a header (game, seed, events, seat and options). It shows the events as that seat
may know them, the legal moves before each, and the table before and after. ``make golden`` rewrites
all files; read the diff as prose.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.text import Text

from ludotheque.core.record import Record, replay
from ludotheque.core.registry import find
from ludotheque.core.state import LUCK
from ludotheque.testing.random_games import play_random

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.table import Table

GAMES: Final = Path(__file__).parents[1] / "src" / "ludotheque" / "games"
MAX_MOVES_SHOWN: Final = 8


def goldens() -> list[Path]:
    """All golden files."""
    return sorted(GAMES.glob("*/tests/golden/*.txt"))


def header(text: str) -> dict[str, str]:
    """The header of a golden file."""
    lines = text.split("\n\n", maxsplit=1)[0].splitlines()
    return dict(line.split(" ", maxsplit=1) for line in lines)


def golden(text: str) -> str:
    """The golden file with the header of ``text``."""
    given = header(text)
    game = find(given["game"])
    known = {option.name: option for option in game.options}
    options = {key: known[key].read(value) for key, value in given.items() if key in known}
    whole = Record.from_table(play_random(game, game.resolve_options(options), int(given["seed"])))
    first, last = int(given["from"]), int(given["to"])
    table = replay(replace(whole, events=whole.events[:first], scores=None, ranks=None))
    seat = int(given["seat"])
    lines = [f"{key} {value}" for key, value in given.items()]
    lines += ["", *_picture(game, table, seat)]
    for who, event in whole.events[first:last]:
        lines += _event(game, table, seat, who, event)
    lines += [*_legal_moves(table), "", *_picture(game, table, seat)]
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def _names(table: Table) -> list[str]:
    return [f"seat {seat}" for seat in range(table.state.seats())]


def _picture(game: Game, table: Table, seat: int) -> list[str]:
    picture = game.picture(table.state.observe(seat), game.words("en"), _names(table))
    return [*Text.from_markup(picture).plain.splitlines(), ""]


def _event(game: Game, table: Table, seat: int, who: int, text: str) -> list[str]:
    lines = _legal_moves(table) if who != LUCK else []
    events = table.submit(who, text)
    hidden = who == LUCK and any(fact.seen_by != -1 for fact in events[0].facts)
    lines.append(f"{'luck' if who == LUCK else who}> {text}{' (secret)' if hidden else ''}")
    for fact in table.told_to(seat, events):
        phrase = game.phrase(fact, game.words("en"), _names(table))
        if phrase:
            lines.append(f"    {Text.from_markup(phrase).plain}")
    return lines


def _legal_moves(table: Table) -> list[str]:
    lines = []
    for seat in table.state.actors():
        texts = table.game.texts(table.state, seat)
        more = f", ... {len(texts)} in all" if len(texts) > MAX_MOVES_SHOWN else ""
        who = "luck" if seat == LUCK else seat
        lines.append(f"  {who} may: {', '.join(texts[:MAX_MOVES_SHOWN])}{more}")
    return lines


if __name__ == "__main__":
    for path in goldens():
        path.write_text(golden(path.read_text(encoding="utf-8")), encoding="utf-8")
