"""Packages of games that are not ours, found by their entry points as if they were installed."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

from ludotheque.cli.new_game import write_package
from ludotheque.core.registry import GROUP

ROOT = Path(__file__).parents[1]
PLUGIN = "ludotheque.pytest_plugin"


def new_package(slug: str, folder: Path) -> Path:
    """The package of a new game, registered; returns its folder of sources."""
    write_package(slug, "", folder)
    return registered(folder)


def registered(folder: Path) -> Path:
    """Write what an installer would: the entry points of a package, beside its sources."""
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    info = folder / "src" / f"{project['name'].replace('-', '_')}-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 0.1\n"
    )
    lines = [f"{slug} = {value}" for slug, value in project["entry-points"][GROUP].items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{GROUP}]", *lines, ""]))
    return folder / "src"


def environment(*sources: Path) -> dict[str, str]:
    """The environment in which these packages are installed as well."""
    path = [*map(str, sources), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}


def run(
    *words: str,
    sources: list[Path],
    folder: Path | None = None,
    text: str = "",
    is_good: bool = True,
) -> str:
    """What ``python -m`` prints, with these packages installed; it must end well, or must not."""
    done = subprocess.run(
        [sys.executable, "-m", *words],
        env=environment(*sources),
        cwd=folder,
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode == 0) == is_good, done.stdout + done.stderr
    return done.stdout + done.stderr


def run_tests(folder: Path, sources: list[Path], seeds: int = 1) -> str:
    """What pytest prints about a package's own tests, which pass."""
    words = ["--ludotheque-seeds", str(seeds)]
    return run(*_pytest(), *words, sources=sources, folder=folder)


def run_failing_tests(folder: Path, sources: Path) -> str:
    """What pytest prints about a package's own tests, some of which fail."""
    return run(*_pytest(), sources=[sources], folder=folder, is_good=False)


def _pytest() -> list[str]:
    """The words that run pytest with the plug-in."""
    is_installed = any(point.value == PLUGIN for point in entry_points(group="pytest11"))
    plugin = [] if is_installed else ["-p", PLUGIN]
    return ["pytest", "-q", "-p", "no:cacheprovider", *plugin]
