"""The documents stay true: files that they name exist, commands are understood, examples run."""

from __future__ import annotations

import ast
import doctest
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest

from ludotheque.cli import parser
from ludotheque.research.layout import page

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
COMMAND = re.compile(r"^ {4}(?:[A-Z_]+=\S+ |\.venv/bin/)?ludotheque ([^#>\n]+)", re.MULTILINE)
IN_A_SENTENCE = re.compile(r"`(?:[A-Z_]+=\S+ )?ludotheque ([^`]+)`")
# What a command says if only an argument is missing, or a capital letter stands for a number.
INCOMPLETE = re.compile(r"the following arguments are required|invalid int value: '[A-Z]'")
MAKE = re.compile(r"^ {4}make ([\w-]+)", re.MULTILINE)
FOR_PLAYERS_AND_HOSTS = (
    *("README.md", "README.fr.md", "docs/self-host.md"),
    *("docs/play.md", "docs/host.md", "docs/fr/play.md", "docs/fr/host.md"),
)
named = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


@named
def test_files_that_are_named_exist(path: Path) -> None:
    """What stands in back quotes with a folder of ours before it."""
    text = path.read_text(encoding="utf-8")
    for name in re.findall(r"`((?:docs|tests|core|games/m|src)/[\w./-]+)`", text):
        places = [ROOT / name, ROOT / "src" / "ludotheque" / name]
        assert any(place.exists() for place in places), name


@named
def test_commands_are_understood(path: Path) -> None:
    for command in COMMAND.findall(path.read_text(encoding="utf-8")):
        assert parser().parse_args(shlex.split(command)).run


@named
def test_commands_in_sentences_exist(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in IN_A_SENTENCE.findall(path.read_text(encoding="utf-8")):
        try:
            parser().parse_args(shlex.split(command))
        except SystemExit as end:
            assert not end.code or INCOMPLETE.search(capsys.readouterr().err), command


@pytest.mark.parametrize("name", FOR_PLAYERS_AND_HOSTS)
def test_players_and_hosts_are_told_commands(name: str) -> None:
    assert len(COMMAND.findall((ROOT / name).read_text(encoding="utf-8"))) >= 3


@named
def test_make_targets_exist(path: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in MAKE.findall(path.read_text(encoding="utf-8")):
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


def test_every_document_is_in_the_navigation_of_the_site() -> None:
    navigation = (ROOT / "docs" / "site" / "nav.md").read_text(encoding="utf-8")
    entries = {*re.findall(r"^(?:.+ <)?([\w/-]+)>?$", navigation, re.MULTILINE)}
    folders = (ROOT / "docs", ROOT / "docs" / "fr", ROOT / "docs" / "gallery")
    pages = {path.relative_to(ROOT / "docs") for folder in folders for path in folder.glob("*.md")}
    assert {page.with_suffix("").as_posix() for page in pages} - {"index"} <= entries


@pytest.mark.parametrize("name", ["index.md", "play.md", "host.md"])
def test_french_pages_name_the_same_commands(name: str) -> None:
    english, french = (ROOT / "docs" / name, ROOT / "docs" / "fr" / name)
    assert commands_of(english) == commands_of(french)


def commands_of(path: Path) -> list[str]:
    """The commands and targets that a document names, without their arguments."""
    text = path.read_text(encoding="utf-8")
    return [command.split()[0] for command in (*COMMAND.findall(text), *MAKE.findall(text))]
