"""``ludotheque puzzles``: mine puzzles from games between bots, or from records."""

from __future__ import annotations

import argparse
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ludotheque.analysis.mining import mine, mine_record
from ludotheque.analysis.puzzles import Puzzle, puzzles_json
from ludotheque.analysis.settings import settings_of
from ludotheque.cli.arguments import positive_int
from ludotheque.cli.record import all_records
from ludotheque.core.errors import BadOption
from ludotheque.core.registry import find

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ludotheque.cli.arguments import Commands
    from ludotheque.core.game import Game
    from ludotheque.core.record import Record


def add_to(commands: Commands) -> None:
    """Add the command."""
    puzzles = commands.add_parser("puzzles", help="find moments of games with one best move")
    puzzles.add_argument("game", metavar="GAME")
    puzzles.add_argument("--count", type=positive_int, default=10, help="how many to find")
    puzzles.add_argument("--seed", type=int, default=1, help="of the first game that is mined")
    puzzles.add_argument(
        "--games", type=positive_int, help="mine no more than this many games (default: no limit)"
    )
    puzzles.add_argument(
        "--records",
        nargs="+",
        metavar="FILE",
        help="mine these records of games whose players agree, in place of games between bots",
    )
    puzzles.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="add them to this file; it is written after each game (default: print them)",
    )
    puzzles.set_defaults(run=_puzzles)


def _puzzles(arguments: argparse.Namespace) -> int:
    game, out = find(arguments.game), arguments.out
    kept = {puzzle.id: puzzle for puzzle in _read(out, game)}
    wanted, seed = len(kept) + arguments.count, arguments.seed
    for mined in _mined_games(game, arguments):
        if len(kept) >= wanted:
            break
        found = {puzzle.id: puzzle for puzzle in mined}
        new = [puzzle for puzzle in found.values() if puzzle.id not in kept]
        kept |= {puzzle.id: puzzle for puzzle in new[: wanted - len(kept)]}
        seed += 1
        if new and out is not None:
            out.write_bytes(puzzles_json(kept.values()))
    if out is None:
        print(puzzles_json(kept.values()).decode(), end="")
    elif arguments.records is not None:
        print(f"{out}: {len(kept)} puzzles")
    else:
        print(f"{out}: {len(kept)} puzzles; the next game has the seed {seed}")
    return 0


def _mined_games(game: Game, arguments: argparse.Namespace) -> Iterator[Iterable[Puzzle]]:
    """The puzzles of one game after the other: of records, or of games between bots."""
    seeds: Iterable[int] = count(arguments.seed)
    if arguments.games is not None:
        seeds = range(arguments.seed, arguments.seed + arguments.games)
    if arguments.records is None:
        yield from (_mine(game, seed) for seed in seeds)
        return
    records = [record for record in all_records(arguments.records) if _is_minable(record, game)]
    yield from (mine_record(record, seed) for record, seed in zip(records, seeds, strict=False))


def _is_minable(record: Record, game: Game) -> bool:
    """Whether a record is of this game, and nothing had to be remembered in it."""
    if record.game is not game:
        return False
    options, needed = game.recorded_options(record.options), settings_of(game).puzzles
    return all(options[name] == value for name, value in needed.items())


def _mine(game: Game, seed: int) -> Iterator[Puzzle]:
    """The puzzles of one game; the number of players changes from game to game."""
    chosen = dict(settings_of(game).puzzles)
    counts = next(option.values for option in game.options if option.name == "players")
    chosen.setdefault("players", counts[seed % len(counts)])
    yield from mine(game, game.resolve_options(chosen), seed)


def _read(out: Path | None, game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of an existing file. Raises `BadOption` if it has something else."""
    if out is None or not out.exists():
        return ()
    try:
        puzzles = msgspec.json.decode(out.read_bytes(), type=tuple[Puzzle, ...])
    except msgspec.DecodeError as error:
        raise BadOption(f"{out}: not a file of puzzles: {error}") from None
    if any(puzzle.game != game.slug for puzzle in puzzles):
        raise BadOption(f"{out}: it has puzzles of another game")
    return puzzles
