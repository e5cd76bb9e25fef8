"""The documents stay true: links lead somewhere, commands exist, examples run."""

from __future__ import annotations

import ast
import doctest
import re
from importlib import import_module
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


def programs() -> list[tuple[str, int, str]]:
    """All Python programs in documents: file, number, source."""
    return [
        (path.name, number, program)
        for path in DOCUMENTS
        for number, program in enumerate(
            re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
        )
    ]


@pytest.mark.parametrize(
    ("name", "number", "program"), programs(), ids=[f"{name}-{n}" for name, n, _ in programs()]
)
def test_programs_in_documents_run(name: str, number: int, program: str) -> None:
    code = compile(program, f"{name}, program {number}", "exec")
    exec(code, {"__name__": "__main__"})  # noqa: S102 - our own documents


def test_the_program_in_the_readme_prints_a_result(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = (program for name, _, program in programs() if name == "README.md")
    exec(compile(program, "README.md", "exec"), {})  # noqa: S102 - our own document
    assert re.fullmatch(r"\(\d+, \d+, \d+\) \(\d, \d, \d\)\n", capsys.readouterr().out)


def doctests() -> list[doctest.DocTest]:
    """All examples in docstrings. From the sources: compiled functions have no docstrings."""
    found, parser = [], doctest.DocTestParser()
    package = ROOT / "src" / "ludotheque"
    for path in sorted(package.rglob("*.py")):
        module = path.relative_to(ROOT / "src").with_suffix("").as_posix().replace("/", ".")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                name = f"{module.removesuffix('.__init__')} {getattr(node, 'name', '')}".strip()
                text = ast.get_docstring(node) or ""
                example = parser.get_doctest(text, {}, name, str(path), node_line(node))
                found += [example] if example.examples else []
    return found


def node_line(node: ast.AST) -> int:
    return int(getattr(node, "lineno", 1))


@pytest.mark.parametrize("example", doctests(), ids=lambda example: example.name)
def test_examples_in_docstrings_run(example: doctest.DocTest) -> None:
    module = import_module(example.name.split()[0])
    example.globs = dict(vars(module))
    failed, _ = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example)
    assert not failed


def test_every_public_package_has_an_example() -> None:
    packages = {
        example.name.split()[0].split(".")[1] for example in doctests() if "." in example.name
    }
    assert {"arena", "bots", "research", "testing"} <= packages


def test_the_layouts_are_those_of_the_games() -> None:
    assert (ROOT / "docs" / "layouts.md").read_text(encoding="utf-8") == page()


def test_the_change_log_starts_with_what_is_not_released() -> None:
    assert "\n## Unreleased\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
