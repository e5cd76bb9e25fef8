"""Install a wheel where there is no compiler, and use it as a visitor would: `make wheel` runs it.

    python tests/installed_wheel.py dist/ludotheque-0.1.0-py3-none-any.whl pure

An empty environment gets the wheel alone: the terminal plays a whole game, and the house says which
extra it needs. With that extra the house opens and answers.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import urllib.request
import venv
from pathlib import Path

CONSTRAINTS = Path(__file__).parents[1] / "constraints.txt"
TIMEOUT_S = 120
KEPT = ("PIP_", "SYSTEM", "TEMP")  # Windows needs some variables


class Environment:
    """A virtual environment without anything else on its path."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder / "venv", with_pip=True)
        self.folder = folder
        self.programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        kept = {name: value for name, value in os.environ.items() if name.startswith(KEPT)}
        self.variables = {**kept, "HOME": str(folder), "PATH": str(self.programs)}

    def run(self, *words: str, typed: str = "", status: int = 0) -> str:
        """Run a program of the environment; returns what it prints."""
        done = subprocess.run(
            [self.programs / words[0], *words[1:]],
            cwd=self.folder,
            env=self.variables,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != status:
            sys.exit(f"{words} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def install(self, what: str) -> None:
        """Install a package and what it needs, nothing of it from source."""
        options = ("--quiet", "--disable-pip-version-check", "--only-binary", ":all:")
        self.run("python", "-m", "pip", "install", *options, "--constraint", str(CONSTRAINTS), what)


def play_in_the_terminal(here: Environment) -> None:
    """Play a whole game, always the first choice; its record must be right."""
    words = ("play", "m", "--option", "players=2", "--seed", "1", "--bot", "random")
    here.run("ludotheque", *words, "--lang", "en", "--record", "game.json", typed="1\n" * 1000)
    assert "ok" in here.run("ludotheque", "record", "check", "game.json")


def open_the_house(here: Environment) -> None:
    """Start the house; the page and the health check answer."""
    command = [str(here.programs / "ludotheque"), "serve", "--port", "0", "--log", "warning"]
    with subprocess.Popen(
        command, cwd=here.folder, env=here.variables, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1].replace("localhost", "127.0.0.1")
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(address, timeout=TIMEOUT_S) as page:
                assert b"<html" in page.read()
            with opener.open(f"{address}healthz", timeout=TIMEOUT_S) as health:
                assert json.load(health)["ok"]
        finally:
            process.terminate()


def main() -> None:
    """Check one wheel; the second argument is how its rules must run: compiled or pure."""
    wheel, mode = Path(sys.argv[1]).resolve(), sys.argv[2]
    # Windows deletes no file of a process that is just ending.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        here = Environment(Path(folder))
        here.install(str(wheel))
        version = here.run("ludotheque", "--version")
        assert version.endswith(f" {mode}\n"), version
        play_in_the_terminal(here)
        assert "'ludotheque[house]'" in here.run("ludotheque", "serve", status=2)
        here.install(f"{wheel}[house]")
        open_the_house(here)
    print(f"{wheel.name}: installed without a compiler, played, opened")  # noqa: T201 - a report


if __name__ == "__main__":
    main()
