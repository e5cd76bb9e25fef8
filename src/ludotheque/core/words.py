"""Catalogues of words: keys with placeholders in, sentences out. French is the first language."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LANGUAGES: Final = ("fr", "en", "de")
SINGULAR: Final = {"fr": (0, 1), "en": (1,), "de": (1,)}


class Words:
    """The words of one language: `say` fills the placeholders of a key."""

    def __init__(self, language: str, entries: dict[str, str]) -> None:
        self.language = language
        self.entries = entries

    @staticmethod
    def load(folder: Traversable, language: str) -> Words:
        """Read ``folder/LANGUAGE.json``."""
        text = (folder / f"{language}.json").read_text(encoding="utf-8")
        return Words(language, json.loads(text))

    def say(self, key: str, **values: object) -> str:
        """The sentence of a key; where ``count`` asks for the singular, ``key.one`` if there is."""
        if values.get("count") in SINGULAR[self.language] and f"{key}.one" in self.entries:
            key += ".one"
        return self.entries[key].format(**values)

    def __contains__(self, key: str) -> bool:
        """Whether there are words for a key."""
        return key in self.entries
