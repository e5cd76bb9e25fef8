"""Rule sheets for people: one per game and language, with numbered paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ludotheque.core.words import best_language

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_RULE: Final = r"[A-Z]+-E?\d+"  # the number of a rule: ZK-7, or ZK-E2 for the second example
_PARAGRAPH: Final = re.compile(rf"^\*\*({_RULE})\*\* (.+)$", re.MULTILINE)
_INLINE: Final = re.compile(rf"\*\*(?P<bold>.+?)\*\*|`(?P<code>[^`]+)`|\b(?P<rule>{_RULE})\b")
# Markdown that sheets don't use: lower headings, tables, quotes, other lists, indentation, fences
_UNSUPPORTED: Final = re.compile(r"#{3,} |[|>] ?|\d+\. |\* |\s|```")


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a text; ``kind`` is "" (plain), bold, code, or rule (the number of a rule)."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a section.

    ``kind`` is rule (with its number), paragraph, or list (a text for each item). Pictures belong
    to rules by their numbers (`ludotheque.presentation.pictures`).
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
        """Read ``folder/LANGUAGE.md``, or the sheet in another language if there is none."""
        found = best_language(folder, language, "md")
        text = (folder / f"{found}.md").read_text(encoding="utf-8")
        return Sheet(text, dict(_PARAGRAPH.findall(text)))

    def search(self, word: str) -> list[str]:
        """The number of the paragraph with that number, or of all that contain the word."""
        if word.upper() in self.paragraphs:
            return [word.upper()]
        wanted = word.casefold()
        return [number for number, text in self.paragraphs.items() if wanted in text.casefold()]

    def sections(self) -> tuple[Section, ...]:
        """The sheet parsed, for clients without a Markdown parser.

        Raises ValueError for Markdown that sheets don't use.
        """
        found: list[tuple[str, list[Block]]] = []
        for lines in _pieces(self.text):
            first = lines[0]
            if first.startswith(("# ", "## ")):
                found.append((first.lstrip("# "), []))
            elif not found:
                raise ValueError(f"a sheet must start with its title, not {first!r}")
            else:
                found[-1][1].append(self._block(lines))
        return tuple(Section(title, tuple(blocks)) for title, blocks in found)

    def _block(self, lines: list[str]) -> Block:
        first = lines[0]
        if any(_UNSUPPORTED.match(line) for line in lines):
            raise ValueError(f"a sheet must not use Markdown like {first!r}")
        if first.startswith("- "):
            return Block("list", tuple(self._spans(line.removeprefix("- ")) for line in lines))
        text = " ".join(lines)
        numbered = _PARAGRAPH.fullmatch(text)
        if numbered:
            return Block("rule", (self._spans(numbered[2]),), numbered[1])
        return Block("paragraph", (self._spans(text),))

    def _spans(self, text: str) -> tuple[Span, ...]:
        """A text split into spans; only numbers of rules that this sheet has become rule spans."""
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
    """Groups of lines: those between empty lines."""
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line:
            lines.append(line)
        elif lines:
            yield lines
            lines = []
