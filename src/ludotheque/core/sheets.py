"""Rule sheets for people: one a game and language, with numbered paragraphs one can point to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_PARAGRAPH: Final = re.compile(r"^\*\*([A-Z]+-E?\d+)\*\* (.+)$", re.MULTILINE)


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
