"""Without the extras: rules, bots and the terminal work; what does not says what to install."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MODULES = {"argon2-cffi": "argon2", "prometheus-client": "prometheus_client"}
# Runs the command as if these modules were not installed.
WITHOUT = """
import sys
names = sys.argv.pop(1).split(",")
sys.modules.update(dict.fromkeys(names))
from ludotheque.cli import main
status = main()
assert not [name for name in sys.modules if name.startswith("ludotheque.house.")]
sys.exit(status)
"""


def house_modules() -> list[str]:
    """The modules that the extra of the house installs."""
    packages = [line.partition(">=")[0] for line in PROJECT["optional-dependencies"]["house"]]
    return [MODULES.get(package, package) for package in packages]


def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command without the packages of the house."""
    command = [sys.executable, "-c", WITHOUT, ",".join(house_modules()), *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False)


def test_the_terminal_and_records_need_no_house() -> None:
    assert run("games").returncode == 0
    assert run("record", "random", "m", "--seed", "1").stdout.startswith("{")
    played = run("play", "m", "--option", "players=2", "--lang", "en", typed="")
    assert "Traceback" not in played.stderr


@pytest.mark.parametrize("command", ["serve", "backup", "admin"])
def test_the_house_says_what_to_install(command: str) -> None:
    done = run(command, "--help")
    assert done.returncode == 2
    assert done.stderr.startswith("ludotheque: argon2, asyncpg, ")
    assert done.stderr.endswith("not installed: pip install 'ludotheque[house]'\n")


def test_the_help_names_the_extra() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert "pip install 'ludotheque[house]'" in " ".join(done.stdout.split())


def test_a_house_without_one_of_its_packages_names_it() -> None:
    command = "import sys; sys.modules['segno'] = None; import ludotheque.house"
    done = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, text=True, check=False
    )
    assert "MissingExtra: segno not installed: pip install 'ludotheque[house]'" in done.stderr
