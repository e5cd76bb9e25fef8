"""Rule sheets for people: one a game and language, with numbered paragraphs one can point to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_PARAGRAPH: Final = re.compile(r"^\*\*([A-Z]+-E?\d+)\*\* (.+)$", re.MULTILINE)
_FENCE: Final = "```"
_INLINE: Final = re.compile(r"\*\*(?P<bold>.+?)\*\*|`(?P<code>[^`]+)`|\b(?P<rule>[A-Z]+-E?\d+)\b")
_UNKNOWN: Final = re.compile(r"#{3,} |[|>] ?|\d+\. |\* |\s")  # kinds of lines no sheet uses


@dataclass(frozen=True, slots=True)
class Span:
    """Some words of a text: plain (``""``), ``bold``, ``code``, or the number of a ``rule``."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a section.

    ``kind`` is rule (with its number), paragraph, list (a text for each item) or figure (one text,
    drawn with letters of equal width).
    """

    kind: str
    texts: tuple[tuple[Span, ...], ...]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of a sheet; the first has the sheet's own title."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A rule sheet: the whole text, and its numbered paragraphs in order."""

    text: str
    paragraphs: dict[str, str]

    @staticmethod
    def load(folder: Traversable, language: str) -> Sheet:
        """Read ``folder/LANGUAGE.md``."""
        text = (folder / f"{language}.md").read_text(encoding="utf-8")
        return Sheet(text, dict(_PARAGRAPH.findall(text)))

    def search(self, word: str) -> list[str]:
        """The numbers of the paragraphs that contain a word, or bear it as their number."""
        if word.upper() in self.paragraphs:
            return [word.upper()]
        wanted = word.casefold()
        return [number for number, text in self.paragraphs.items() if wanted in text.casefold()]

    def sections(self) -> tuple[Section, ...]:
        """The sheet taken apart, for pages that know no Markdown."""
        found: list[tuple[str, list[Block]]] = []
        for lines in _pieces(self.text):
            first = lines[0]
            if first.startswith(("# ", "## ")):
                found.append((first.lstrip("# "), []))
            elif not found:
                raise ValueError(f"a sheet starts with its title, not {first!r}")
            else:
                found[-1][1].append(self._block(lines))
        return tuple(Section(title, tuple(blocks)) for title, blocks in found)

    def _block(self, lines: list[str]) -> Block:
        first = lines[0]
        if first == _FENCE:
            return Block("figure", ((Span("", "\n".join(lines[1:-1])),),))
        if any(_UNKNOWN.match(line) for line in lines):
            raise ValueError(f"no sheet has lines like {first!r}")
        if first.startswith("- "):
            return Block("list", tuple(self._spans(line.removeprefix("- ")) for line in lines))
        text = " ".join(lines)
        numbered = _PARAGRAPH.fullmatch(text)
        if numbered:
            return Block("rule", (self._spans(numbered[2]),), numbered[1])
        return Block("paragraph", (self._spans(text),))

    def _spans(self, text: str) -> tuple[Span, ...]:
        """A text in its parts; what looks like the number of a rule is one if there is such."""
        spans, start = [], 0
        for found in _INLINE.finditer(text):
            kind = str(found.lastgroup)
            if kind == "rule" and found["rule"] not in self.paragraphs:
                continue
            spans += [Span("", text[start : found.start()]), Span(kind, found[kind])]
            start = found.end()
        spans.append(Span("", text[start:]))
        return tuple(span for span in spans if span.text)


def _pieces(text: str) -> Iterator[list[str]]:
    """Lines that belong together: between empty lines, or from fence to fence."""
    lines: list[str] = []
    fenced = False
    for line in [*text.splitlines(), ""]:
        fenced ^= line == _FENCE
        if line or fenced:
            lines.append(line)
        elif lines:
            yield lines
            lines = []
    if fenced:
        raise ValueError("a figure without an end")
