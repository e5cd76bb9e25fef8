"""Connect Four, ours beside other engines in one run: random games, and search.

Rules and search are compiled together in ``build/connect_four``, as the games of the house are.
Everybody is measured in a process of its own; what can't be is named, with the reason.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parent.parent
BUILD: Final = ROOT / "build" / "connect_four"
BOARDGAME: Final = ROOT / "bench" / "boardgame"
CORE: Final = ("fast", "rng", "state", "knowledge", "playout")
ENGINES: Final = {  # what they are called, and what runs them
    "ours": "ours.py",
    "ours, plain Python": "ours.py",
    "OpenSpiel (C++)": "open_spiel_cpp.py",
    "OpenSpiel (Python)": "open_spiel_python.py",
    "PettingZoo": "petting_zoo.py",
    "pgx (CPU)": "pgx_cpu.py",
    "boardgame.io": "connect_four.cjs",
}
KINDS: Final = {
    "listed": "games/s, moves listed",
    "drawn": "games/s, moves drawn",
    "inside": "games/s inside",
    "search": "simulations/s",
}
NOTE: Final = """\
In brackets: how many times as fast ours is. Random games from the empty board: *moves listed*,
every step is made from outside, and one of the moves that the engine lists is chosen there; *moves
drawn*, every step is made from outside, and the engine's own random player (ours:
`State.random_move`; OpenSpiel's uniform random bot; sampling by mask; boardgame.io's `RandomBot`)
draws the move; *inside*, whole games without a step from outside. Outside is Python, for
boardgame.io JavaScript. pgx plays {batch} games at once. OpenSpiel has no Connect Four in Python,
so there it plays one of ours, written for it. *Simulations*: {simulations} from the empty board (a
tenth for OpenSpiel in Python and boardgame.io), a random game each; ours keeps a tree for each
seat, the others have one.
"""


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


def measured(name: str) -> dict[str, Any]:
    """Figures and version of an engine, or what is missing."""
    script, environment = ENGINES[name], {**os.environ, "PYTHONPATH": str(BUILD / "src")}
    environment["LUDOTHEQUE_PURE"] = "1" if name == "ours, plain Python" else "0"
    if script.endswith(".cjs"):
        return in_node(script)
    return told_by([sys.executable, str(HERE / script)], environment)


def in_node(script: str) -> dict[str, Any]:
    """The same for what runs on node; it is installed first if it isn't there."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        return {"missing": "it needs node and npm"}
    if not (BOARDGAME / "node_modules").exists():
        command = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"]
        if subprocess.run(command, cwd=BOARDGAME, check=False).returncode:
            return {"missing": "npm could not install it"}
    environment = {**os.environ, "NODE_ENV": "production"}
    return told_by([node, str(BOARDGAME / script)], environment)


def told_by(command: list[str], environment: dict[str, str]) -> dict[str, Any]:
    """What a process tells in its last line."""
    done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    if done.returncode:
        last = (done.stderr.strip() or f"it ended with {done.returncode}").splitlines()[-1]
        return {"missing": last}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def table(found: dict[str, dict[str, Any]]) -> str:
    """The figures as a table, with ours as a multiple of each."""
    ours = found["ours"].get("figures", {})
    lines = ["| Connect Four | " + " | ".join(KINDS.values()) + " |", "|---|" + "--:|" * len(KINDS)]
    for name, one in found.items():
        if "missing" in one:
            lines.append(f"| {name} | not measured: {one['missing']} |" + " |" * (len(KINDS) - 1))
            continue
        cells = [cell(one["figures"].get(kind), ours.get(kind), name) for kind in KINDS]
        lines.append(f"| {name} {one['version']} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def cell(figure: float | None, ours: float | None, name: str) -> str:
    """A figure, and how many times as fast ours is."""
    if figure is None:
        return "–"
    text = f"{figure:,.0f}".replace(",", " ")
    if name == "ours" or ours is None:
        return text
    ratio = ours / figure
    return f"{text} ({ratio:.0f})" if ratio >= 10 else f"{text} ({ratio:.1f})"


def main() -> None:
    """Build, measure all in processes of their own, and print figures and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep it in bench/results.md")
    wanted = parser.parse_args()
    load = os.getloadavg()[0]  # of others
    build()  # some seconds
    found = {}
    for name in ENGINES:
        print(f"{name} ...", file=sys.stderr)
        found[name] = measured(name)
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores ({platform.machine()})"
    when = (
        f"Per second of processor time, the quickest of 9 rounds; {machine}, {time.strftime('%F')}"
    )
    note = NOTE.format(batch=1024, simulations=2000)
    text = f"{table(found)}\n\n{note}{when}; before it the machine's load was {load:.1f}.\n"
    if wanted.write:
        sys.path.append(str(ROOT / "bench"))
        from results import write_section  # noqa: PLC0415 (it lies beside this folder)

        write_section("Beside other engines", text)
    print(text)


if __name__ == "__main__":
    main()
