"""The language of names, comments and documents: no phrase of the list below comes back.

Rule texts, catalogues, decisions (`docs/adr`) and the change log are not checked.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
NOT_CHECKED = ("docs/adr", "docs/fr", "docs/rules", "docs/gallery", "docs/strength.md")
PHRASES = {
    r"hang(?:s|ing)? on|hung on": "depend on",
    r"for who": "for the player who, for whom",
    r"so many(?!(?:\W+\w+){1,8}\W+that\b)": "a given number of",
    r"dear(?:er|est)?": "expensive",
    r"lest": "so that ... not",
    r"he|him|his|himself": "they, the player",
}
PATTERNS = {
    re.compile(rf"\b(?:{phrase})\b", re.IGNORECASE): plain for phrase, plain in PHRASES.items()
}
# A free relative as the subject: "Who joins must share." A question is not one.
WHO = re.compile(r"(?:^|(?<=[.;] ))Who [a-z][^.?]*\.")


def python_files() -> list[Path]:
    """All sources and tests; this file names the phrases."""
    folders = ("src", "tests", "bench", "examples")
    found = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return sorted(path for path in found if path != Path(__file__))


def documents() -> list[Path]:
    """All documents in English that are not rules or history."""
    found = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    return sorted(path for path in found if not name_of(path).startswith(NOT_CHECKED))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def prose_of(source: str) -> Iterator[tuple[int, str]]:
    """Comments, docstrings and the words of names defined here, each with its line."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# ")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            body = ast.get_docstring(node)
            if body:
                yield getattr(node, "lineno", 1), " ".join(body.split())
            name = getattr(node, "name", "")
            yield getattr(node, "lineno", 1), name.replace("_", " ")


def complaints(text: str) -> list[str]:
    """The phrases found in a text, with what to write instead."""
    text = re.sub(r"`[^`]*`|\"[^\"]*\"|\*[^*]+\*", "", text)  # names and quotations
    found = [
        f"{match.group()!r}: {plain}"
        for pattern, plain in PATTERNS.items()
        for match in pattern.finditer(text)
    ]
    return found + [f"{match.group()!r}: a player who ..." for match in WHO.finditer(text)]


@pytest.mark.parametrize("path", python_files(), ids=name_of)
def test_code_is_in_plain_english(path: Path) -> None:
    prose = prose_of(path.read_text(encoding="utf-8"))
    assert [f"line {line}: {one}" for line, text in prose for one in complaints(text)] == []


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_documents_are_in_plain_english(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n")]
    assert [one for paragraph in paragraphs for one in complaints(paragraph)] == []


def test_the_list_finds_what_it_should() -> None:
    assert complaints("This hangs on him.")
    assert complaints("Play so many games. Who wins gets a chip.")
    assert not complaints("So many entries that it takes long. Who wins? The *hang on* of `he`.")
