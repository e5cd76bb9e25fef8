"""The documents stay true: links lead somewhere, commands exist, the example runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludotheque.cli import parser
from ludotheque.research.layout import page

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
named = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


@named
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


@named
def test_files_that_are_named_exist(path: Path) -> None:
    """What stands in back quotes with a folder of ours before it."""
    text = path.read_text(encoding="utf-8")
    for name in re.findall(r"`((?:docs|tests|core|games/m|src)/[\w./-]+)`", text):
        places = [ROOT / name, ROOT / "src" / "ludotheque" / name]
        assert any(place.exists() for place in places), name


@pytest.mark.parametrize("name", ["README.md", "README.fr.md"])
def test_commands_in_the_readme_are_understood(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    commands = re.findall(r"^    ludotheque ([^#>\n]+)", text, re.MULTILINE)
    assert len(commands) > 4
    for command in commands:
        assert parser().parse_args(command.split()).run


def test_the_readme_names_make_targets_that_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^    make (\w+)", (ROOT / "README.md").read_text(), re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_the_example_in_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})  # noqa: S102 - it is our own example
    assert capsys.readouterr().out.startswith("(")


def examples_for_researchers() -> list[str]:
    """All programs in the document."""
    text = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


@pytest.mark.parametrize("number", range(len(examples_for_researchers())))
def test_examples_for_researchers_run(number: int) -> None:
    program = compile(examples_for_researchers()[number], "research.md", "exec")
    exec(program, {"__name__": "__main__"})  # noqa: S102 - it is our own example


def test_the_layouts_are_those_of_the_games() -> None:
    assert (ROOT / "docs" / "layouts.md").read_text(encoding="utf-8") == page()


def test_the_change_log_starts_with_what_is_not_released() -> None:
    assert "\n## Unreleased\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
