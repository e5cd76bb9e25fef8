"""Connect Four, ours beside OpenSpiel's C++: search, and random play stepped from Python.

Rules and search are compiled together in ``build/connect_four``, as the games of the house are.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parent.parent
BUILD: Final = ROOT / "build" / "connect_four"
CORE: Final = ("fast", "dice", "state", "knowledge", "playout")
ROUNDS: Final = 5
SIMULATIONS: Final = 2000
GAMES: Final = 500
EXPLORATION: Final = 1.4


def build() -> None:
    """Compile rules and search in one group."""
    shutil.rmtree(BUILD, ignore_errors=True)
    package = BUILD / "src" / "ludotheque"
    for room in ("core", "bots"):
        ignored = shutil.ignore_patterns("*.so", "__pycache__")
        shutil.copytree(ROOT / "src" / "ludotheque" / room, package / room, ignore=ignored)
    shutil.copy(ROOT / "src" / "ludotheque" / "__init__.py", package)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, BUILD)
    shutil.copy(HERE / "rules.py", package / "connect_four.py")
    hot = [*(f"src/ludotheque/core/{name}.py" for name in CORE), "src/ludotheque/bots/search.py"]
    environment = {**os.environ, "MYPYC_OPT_LEVEL": "3"}
    command = [sys.executable, "-m", "mypyc", *hot, "src/ludotheque/connect_four.py"]
    subprocess.run(command, cwd=BUILD, env=environment, check=True, stdout=subprocess.DEVNULL)


def ours() -> dict[str, float]:
    """Simulations and random games per second; runs where ours is compiled."""
    from ludotheque.connect_four import ConnectFour, Result  # noqa: PLC0415

    from ludotheque.bots.search import Search  # noqa: PLC0415 - of the build
    from ludotheque.core.dice import QuickDice  # noqa: PLC0415
    from ludotheque.core.playout import playouts  # noqa: PLC0415

    def think() -> None:
        search = Search(ConnectFour(), 0, Result(), QuickDice(1), EXPLORATION)
        search.run(SIMULATIONS, 10**9)

    def play(times: int) -> None:
        for _ in range(times):
            state = ConnectFour()
            while (seat := state.next_actor()) >= 0:
                state.apply(seat, chance.choice(state.legal_moves(seat)))

    chance = random.Random(1)  # noqa: S311 - to play with
    dice = QuickDice(2)
    inside = median(lambda: playouts(ConnectFour(), SIMULATIONS, dice))
    return {
        "simulations/s": SIMULATIONS / median(think),
        "games/s from Python": GAMES / median(lambda: play(GAMES)),
        "games/s inside": SIMULATIONS / inside,
    }


def open_spiel() -> dict[str, float]:
    """The same with OpenSpiel's search in C++, and random play through its Python interface."""
    import pyspiel  # noqa: PLC0415 - an optional extra

    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, SIMULATIONS, 1000, False, 1, False)
    chance = random.Random(1)  # noqa: S311 - to play with

    def play(times: int) -> None:
        for _ in range(times):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))

    return {
        "simulations/s": SIMULATIONS / median(lambda: bot.mcts_search(game.new_initial_state())),
        "games/s from Python": GAMES / median(lambda: play(GAMES)),
    }


def median(work: Callable[[], object]) -> float:
    """Processor seconds of a piece of work, the median of some rounds."""
    times = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return sorted(times)[ROUNDS // 2]


def main() -> None:
    """Build, measure both in processes of their own, and print figures and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=("ours", "open_spiel"))
    only = parser.parse_args().only
    if only:
        print(json.dumps(ours() if only == "ours" else open_spiel()))
        return
    build()  # some seconds
    found = {name: _figures(name) for name in ("ours", "open_spiel")}
    for name, figures in found.items():
        print(name, {key: round(value) for key, value in figures.items()})
    for key, value in found["open_spiel"].items():
        print(f"{key}: {found['ours'][key] / value:.1f} times OpenSpiel")


def _figures(name: str) -> dict[str, float]:
    environment = {**os.environ, "PYTHONPATH": str(BUILD / "src")}
    command = [sys.executable, str(HERE / "measure.py"), "--only", name]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


if __name__ == "__main__":
    main()
