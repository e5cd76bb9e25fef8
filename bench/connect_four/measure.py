"""Compare Ludothèque with other engines by Connect Four: random games, and search.

Rules and search are compiled together in ``build/connect_four``, as the games of the package are.
Each engine is measured in a process of its own; one that can't be is listed with the reason.
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
ENGINES: Final = {  # names, and the scripts that measure them
    "ours": "ours.py",
    "ours, plain Python": "ours.py",
    "OpenSpiel (C++)": "open_spiel_cpp.py",
    "OpenSpiel (Python)": "open_spiel_python.py",
    "PettingZoo": "petting_zoo.py",
    "pgx (CPU)": "pgx_cpu.py",
    "boardgame.io": "connect_four.cjs",
}
COLUMNS: Final = {
    "listed": "games/s, moves listed",
    "drawn": "games/s, moves drawn",
    "inside": "games/s inside",
    "search": "simulations/s",
}
NOTE: Final = """\
In brackets: how many times faster Ludothèque is. Random games from the empty board: *moves listed*,
the caller steps the game and chooses from the list of legal moves; *moves drawn*, the caller steps
the game and the engine's own random player draws the move (`State.random_move`; OpenSpiel's uniform
random bot; sampling by mask; boardgame.io's `RandomBot`); *inside*, the engine plays whole games.
The caller is Python, for boardgame.io JavaScript. pgx plays {batch} games at once. OpenSpiel has no
Connect Four in Python; that row is a game written for this comparison. *Simulations*: {simulations}
from the empty board (a tenth for OpenSpiel in Python and boardgame.io), with one rollout each;
Ludothèque has a tree for each seat, the others have one.
"""


def build() -> None:
    """Compile rules and search in one group."""
    shutil.rmtree(BUILD, ignore_errors=True)
    package = BUILD / "src" / "ludotheque"
    for folder in ("core", "bots"):
        ignored = shutil.ignore_patterns("*.so", "__pycache__")
        shutil.copytree(ROOT / "src" / "ludotheque" / folder, package / folder, ignore=ignored)
    for name in ("__init__.py", "_compiled.py", "_pure.py"):
        shutil.copy(ROOT / "src" / "ludotheque" / name, package)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, BUILD)
    shutil.copy(HERE / "rules.py", package / "connect_four.py")
    hot = [*(f"src/ludotheque/core/{name}.py" for name in CORE), "src/ludotheque/bots/search.py"]
    environment = {**os.environ, "MYPYC_OPT_LEVEL": "3"}
    command = [sys.executable, "-m", "mypyc", *hot, "src/ludotheque/connect_four.py"]
    subprocess.run(command, cwd=BUILD, env=environment, check=True, stdout=subprocess.DEVNULL)


def measure(name: str) -> dict[str, Any]:
    """Figures and version of an engine, or the reason why there are none."""
    script, environment = ENGINES[name], {**os.environ, "PYTHONPATH": str(BUILD / "src")}
    environment["LUDOTHEQUE_PURE"] = "1" if name == "ours, plain Python" else "0"
    if script.endswith(".cjs"):
        return measure_in_node(script)
    return output_of([sys.executable, str(HERE / script)], environment)


def measure_in_node(script: str) -> dict[str, Any]:
    """The same for an engine in JavaScript, installed first if necessary."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        return {"missing": "it needs node and npm"}
    if not (BOARDGAME / "node_modules").exists():
        command = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"]
        if subprocess.run(command, cwd=BOARDGAME, check=False).returncode:
            return {"missing": "npm could not install it"}
    environment = {**os.environ, "NODE_ENV": "production"}
    return output_of([node, str(BOARDGAME / script)], environment)


def output_of(command: list[str], environment: dict[str, str]) -> dict[str, Any]:
    """The last line of output of a process, as JSON, or the reason of its failure."""
    done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    if done.returncode:
        last = (done.stderr.strip() or f"it ended with {done.returncode}").splitlines()[-1]
        return {"missing": last}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def table(found: dict[str, dict[str, Any]]) -> str:
    """The figures as a Markdown table."""
    ours = found["ours"].get("figures", {})
    lines = [
        "| Connect Four | " + " | ".join(COLUMNS.values()) + " |",
        "|---|" + "--:|" * len(COLUMNS),
    ]
    for name, one in found.items():
        if "missing" in one:
            lines.append(f"| {name} | not measured: {one['missing']} |" + " |" * (len(COLUMNS) - 1))
            continue
        cells = [cell(one["figures"].get(kind), ours.get(kind), name) for kind in COLUMNS]
        lines.append(f"| {name} {one['version']} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def cell(figure: float | None, ours: float | None, name: str) -> str:
    """A figure, and how many times faster ours is."""
    if figure is None:
        return "–"
    text = f"{figure:,.0f}".replace(",", " ")
    if name == "ours" or ours is None:
        return text
    ratio = ours / figure
    return f"{text} ({ratio:.0f})" if ratio >= 10 else f"{text} ({ratio:.1f})"


def main() -> None:
    """Build, measure all engines, and print figures and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="save it in bench/results.md")
    arguments = parser.parse_args()
    load = os.getloadavg()[0]  # of other processes
    build()  # some seconds
    found = {}
    for name in ENGINES:
        print(f"{name} ...", file=sys.stderr)
        found[name] = measure(name)
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores ({platform.machine()})"
    when = (
        f"Per second of processor time, the fastest of 9 rounds; {machine}, {time.strftime('%F')}"
    )
    note = NOTE.format(batch=1024, simulations=2000)
    text = f"{table(found)}\n\n{note}{when}; load before the run {load:.1f}.\n"
    if arguments.write:
        sys.path.append(str(ROOT / "bench"))
        from results import write_section  # noqa: PLC0415 (it is in the folder above)

        write_section("Compared with other engines", text)
    print(text)


if __name__ == "__main__":
    main()
