"""``python -m ludotheque.research.values GAME``: learn a game's win chances from games of bots.

It plays games, trains the model (`core/value.py`), writes its numbers into the game's folder as
``values.json``, and reports the calibration on games that were held out. Every part of the games is
a file: a run that was interrupted, or is repeated, plays only what is missing.
"""

from __future__ import annotations

import argparse
import json
import os
from concurrent.futures import ProcessPoolExecutor
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from rich.console import Console

from ludotheque.core.errors import BadOption
from ludotheque.core.net import SCALE
from ludotheque.core.registry import find
from ludotheque.core.value import ROLES, VALUES_FILE, LearnedValue, RecalibratedValue
from ludotheque.research import calibration, self_play, training
from ludotheque.research.calibration import Report, Scored
from ludotheque.research.self_play import MIXED, POLICY, Part, Rows

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.value import ValueModel
    from ludotheque.presentation.arrays import Array

GAMES: Final = {POLICY: 12_000, "novice": 1600, "player": 800, MIXED: 800}  # in all, by mix
HELD_OUT: Final = ("master", "champion")  # mixes for the report only: they think long
PART_GAMES: Final = {POLICY: 200, "master": 4, "champion": 4}  # of a part
PART_GAMES_WITH_SEARCH: Final = 20  # of a part of other mixes
TEST_EVERY: Final = 4  # of the parts of a mix, one is held out for the report
CHECK_EVERY: Final = 8  # and one tells when to stop
DIGITS_PER_LINE: Final = 24  # weights


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--folder", type=Path, default=Path("build/values"), help="played games")
    parser.add_argument(
        "--games", default="", help="how many by mix: policy=12000,novice=1600,player=800,mixed=800"
    )
    parser.add_argument("--hidden", type=int, default=16, help="units of the hidden layer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, help="the file of the numbers; by default the game's")
    parser.add_argument("--report", type=Path, default=Path("docs/calibration"), help="a folder")
    parser.add_argument(
        "--page", type=Path, default=Path("docs/analysis.md"), help="a page with a table of all"
    )
    parser.add_argument("--no-training", action="store_true", help="only report")
    parser.add_argument(
        "--add-mixes",
        metavar="GAMES",
        help="play these held-out games, such as master=60,champion=20, add their mixes to the"
        " report, and change nothing else of it",
    )
    arguments = parser.parse_args()
    game = find(arguments.game)
    if game.value_model is None:
        raise BadOption(f"{game.slug} has no value model")
    adds = arguments.add_mixes is not None
    wanted = _counts(arguments.add_mixes) if adds else {**GAMES, **_counts(arguments.games)}
    if adds and not wanted.keys() <= {*HELD_OUT}:
        raise BadOption(f"only {' and '.join(HELD_OUT)} can be added: others are learned from")
    console = Console(highlight=False)
    parts = [part for mix, games in wanted.items() for part in parts_of(game, mix, games)]
    folder = arguments.folder / game.slug
    folder.mkdir(parents=True, exist_ok=True)
    console.print(f"{game.slug}: {sum(part.games for part in parts)} games in {folder}")
    _play(parts, arguments.seed, folder, arguments.jobs)
    out = arguments.out or Path(str(files(type(game).__module__).joinpath(VALUES_FILE)))
    if not arguments.no_training and not adds:
        values = trained(game.value_model, parts, folder, arguments.hidden, arguments.seed, console)
        out.write_text(written(values), encoding="utf-8")
        console.print(f"wrote {out}")
    found = reported(game, parts, folder, json.loads(out.read_text(encoding="utf-8")))
    arguments.report.mkdir(parents=True, exist_ok=True)
    path = arguments.report / f"{game.slug}.json"
    if adds:
        earlier = msgspec.json.decode(path.read_bytes(), type=Report)
        found = msgspec.structs.replace(earlier, mixes={**earlier.mixes, **found.mixes})
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    if arguments.page.exists():
        write_page(arguments.page, arguments.report)
    console.print(f"calibration error {found.all.error:.3f}, of phases", _errors(found), str(path))


def write_page(page: Path, folder: Path) -> None:
    """Write the table of all reports of a folder into a page."""
    reports = [
        msgspec.json.decode(path.read_bytes(), type=Report) for path in folder.glob("*.json")
    ]
    names = {one.game: find(one.game).name for one in reports}
    text = calibration.with_table(page.read_text(encoding="utf-8"), reports, names)
    page.write_text(text, encoding="utf-8")


def _errors(found: Report) -> str:
    return " ".join(f"{one.error:.3f}" for one in found.phases)


def _counts(text: str) -> dict[str, int]:
    """Numbers of games by mix, from ``policy=100,novice=20``."""
    pairs = [pair.split("=") for pair in text.split(",") if pair]
    for pair in pairs:
        if len(pair) != 2 or pair[0] not in {*GAMES, *HELD_OUT} or not pair[1].isdecimal():
            raise BadOption(f"{'='.join(pair)!r} is not a mix and a number of games")
    return {mix: int(games) for mix, games in pairs}


# games


def parts_of(game: Game, mix: str, games: int) -> list[Part]:
    """The parts of a mix: the same number of games for each number of players."""
    counts = [int(n) for option in game.options if option.name == "players" for n in option.values]
    size = PART_GAMES.get(mix, PART_GAMES_WITH_SEARCH)
    each = max(1, round(games / len(counts) / size)) if games else 0
    return [
        Part(game.slug, mix, players, number, size) for players in counts for number in range(each)
    ]


def is_test(part: Part) -> bool:
    """Whether a part is held out for the report."""
    return part.mix in HELD_OUT or part.number % TEST_EVERY == 0


def is_check(part: Part) -> bool:
    """Whether a part tells when to stop training."""
    return not is_test(part) and part.number % CHECK_EVERY == 1


def _play(parts: list[Part], seed: int, folder: Path, jobs: int) -> None:
    """Play the parts that are missing."""
    missing = [part for part in parts if not (folder / f"{part.name}.npz").exists()]
    if jobs == 1:
        for part in missing:
            self_play.make(part, seed, folder)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for future in [pool.submit(self_play.make, part, seed, folder) for part in missing]:
            future.result()


def gathered(parts: list[Part], folder: Path) -> list[Rows]:
    """The rows of parts, one set for each number of players."""
    by_players: dict[int, list[Rows]] = {}
    for part in parts:
        rows = self_play.read(folder / f"{part.name}.npz")
        if len(rows.won):
            by_players.setdefault(part.players, []).append(rows)
    return [self_play.joined(rows) for rows in by_players.values()]


# training


def trained(
    model: ValueModel, parts: list[Part], folder: Path, hidden: int, seed: int, console: Console
) -> dict[str, object]:
    """The content of ``values.json``."""
    learning = [part for part in parts if not is_test(part)]
    counted = {
        mix: sum(part.games for part in learning if part.mix == mix)
        for mix in dict.fromkeys(part.mix for part in learning)
    }
    if isinstance(model, RecalibratedValue):
        sets = [
            rows
            for mix in counted
            for rows in gathered([part for part in learning if part.mix == mix], folder)
        ]
        found = training.fitted_corrections(sets)
        return {
            "games": counted,
            "exponents": [round(one.exponent * SCALE) for one in found],
            "even_parts": [round(one.even_part * SCALE) for one in found],
        }
    assert isinstance(model, LearnedValue)
    levels = [part for part in learning if part.mix != POLICY]
    task = training.Task(
        public=int(model.public_size),
        own=int(model.seat_size),
        train=gathered([part for part in learning if not is_check(part)], folder),
        fine=gathered([part for part in levels if not is_check(part)], folder),
        check=gathered([part for part in levels if is_check(part)], folder),
        hidden=hidden,
        seed=seed,
        tell=console.print,
    )
    net = training.learn(task)
    return {
        "games": counted,
        "curve": task.curve,
        "inputs": int(model.public_size + ROLES * model.seat_size),
        "hidden": hidden,
        "weights": net.whole_numbers(),
    }


def written(values: dict[str, object]) -> str:
    """The numbers as JSON, some to a line, so that a change is readable."""
    lines: list[str] = []
    for name, value in values.items():
        if isinstance(value, list) and len(value) > DIGITS_PER_LINE:
            rows = [
                ", ".join(map(str, value[at : at + DIGITS_PER_LINE]))
                for at in range(0, len(value), DIGITS_PER_LINE)
            ]
            lines.append(f' "{name}": [\n  ' + ",\n  ".join(rows) + "\n ]")
        else:
            lines.append(f' "{name}": {json.dumps(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


# the report


def reported(game: Game, parts: list[Part], folder: Path, values: dict[str, object]) -> Report:
    """The calibration of the numbers on the parts that were held out."""
    model = game.value_model
    assert model is not None
    sets: list[Scored] = []
    for mix in dict.fromkeys(part.mix for part in parts):
        for players in sorted({part.players for part in parts}):
            chosen = [part for part in parts if (part.mix, part.players) == (mix, players)]
            for rows in gathered([part for part in chosen if is_test(part)], folder):
                said = chances_of(model, rows.inputs, values)
                static = rows.static / rows.static.sum(1, keepdims=True)
                sets.append(Scored(mix, players, said, static, rows.won, rows.event, rows.game))
    kind = "learned" if isinstance(model, LearnedValue) else "recalibrated"
    counted, curve = values["games"], values.get("curve", [])
    assert isinstance(counted, dict)
    assert isinstance(curve, list)
    return calibration.report(game.slug, kind, counted, curve, sets)


def chances_of(model: ValueModel, inputs: Array, values: dict[str, object]) -> Array:
    """What the numbers say of rows: as the model does, but for rounding."""
    if isinstance(model, RecalibratedValue):
        exponents, even_parts = values["exponents"], values["even_parts"]
        assert isinstance(exponents, list)
        assert isinstance(even_parts, list)
        return training.recalibrated(inputs, exponents, even_parts)
    assert isinstance(model, LearnedValue)
    weights, hidden = values["weights"], values["hidden"]
    assert isinstance(weights, list)
    assert isinstance(hidden, int)
    net = training.FloatNet.of(weights, hidden)
    arranged = training.arranged(inputs, int(model.public_size), int(model.seat_size))
    return training.softmax(net.scores(arranged))


if __name__ == "__main__":
    main()
