"""How well the analysis finds blunders in a game: ``python -m`` this, with a game.

At some decisions of games of masters, their move and a random other one are judged
(`ludotheque.analysis.planted`). The verdicts of each game are a file: a run that was interrupted,
or is repeated with more games, plays only what is missing. Files are for the code that wrote them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.analysis.games import version_of
from ludotheque.analysis.planted import Detection, Verdict, detection, verdicts
from ludotheque.core.registry import find

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.options import Options

PLAYERS: Final = "master"  # the bots that play


def judged(
    game: Game, options: Options, seed: int, every: int, folder: Path, level: str = PLAYERS
) -> list[Verdict]:
    """The verdicts on every nth decision of a game, played now unless they are in the folder."""
    name = f"{game.slug}-{version_of(game)}-{level}-{every}-{options['players']}-{seed}.json"
    path = folder / name
    if path.exists():
        return msgspec.json.decode(path.read_bytes(), type=list[Verdict])
    found = list(verdicts(game, options, seed, every, players=level))
    unfinished = path.with_suffix(".tmp")
    unfinished.write_bytes(msgspec.json.encode(found))
    unfinished.replace(path)
    return found


def row(game: Game, games: int, every: int, found: Detection) -> str:
    """The row of a game in the table of docs/analysis.md."""
    share = found.found / max(1, found.blunders)
    alarms = f"{found.alarms} ({found.alarms / max(1, found.own):.1%})"
    cells = [
        game.name,
        f"{games}, {every}th",
        f"{found.own}",
        alarms,
        f"{found.false_alarms}",
        f"{found.blunders}",
        f"{found.found} ({share:.0%})",
    ]
    return "| " + " | ".join(cells) + " |"


def main() -> int:
    """Print the row of a game."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--every", type=int, default=10, help="nth decision is judged")
    parser.add_argument("--players", type=int)
    parser.add_argument("--folder", type=Path, default=Path("build/planted"))
    arguments = parser.parse_args()
    game = find(arguments.game)
    options = game.resolve_options(
        {} if arguments.players is None else {"players": arguments.players}
    )
    arguments.folder.mkdir(parents=True, exist_ok=True)
    all_of_them: list[Verdict] = []
    for seed in range(1, arguments.games + 1):
        all_of_them += judged(game, options, seed, arguments.every, arguments.folder)
        line = row(game, seed, arguments.every, detection(all_of_them))
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
