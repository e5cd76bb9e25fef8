"""The workflows test and build for every version of Python that the package says it supports."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORKFLOWS = ROOT / ".github" / "workflows"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSION = r"3\.(\d+)"


def workflow(name: str) -> str:
    return (WORKFLOWS / f"{name}.yml").read_text(encoding="utf-8")


def python_minors() -> list[int]:
    """The minor versions of Python in the matrix of the tests."""
    (matrix,) = re.findall(r"^ +python: \[(.+)\]$", workflow("test"), re.MULTILINE)
    return [int(minor) for minor in re.findall(VERSION, matrix)]


def test_tests_and_wheels_have_the_same_versions() -> None:
    built = PROJECT["tool"]["cibuildwheel"]["build"]
    assert built == [f"cp3{minor}-*" for minor in python_minors()]


def test_the_oldest_version_is_the_one_that_is_required() -> None:
    minors = python_minors()
    assert PROJECT["project"]["requires-python"] == f">=3.{minors[0]}"
    assert minors == [*range(minors[0], minors[-1] + 1)]


def test_nothing_is_released_that_was_not_tested() -> None:
    release = workflow("release")
    for name in ("test", "wheels"):
        assert f"uses: ./.github/workflows/{name}.yml" in release
        assert "workflow_call:" in workflow(name)
    assert "needs: [test, wheels]" in release
    assert "attest-build-provenance" in release


def test_what_the_workflows_run_exists() -> None:
    """Targets of the Makefile and files of this repository."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for path in WORKFLOWS.glob("*.yml"):
        text = path.read_text(encoding="utf-8")
        for target in re.findall(r"run: make ([\w-]+)", text):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), (path.name, target)
        for name in re.findall(r"(?:tests|docs)/[\w./-]+\.(?:py|txt)", text):
            assert (ROOT / name).exists(), (path.name, name)
