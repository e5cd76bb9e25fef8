"""Sentences by key and language, with placeholders. French is the default language."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LANGUAGES: Final = ("fr", "en", "de")
SINGULAR_COUNTS: Final = {"fr": (0, 1), "en": (1,), "de": (1,)}  # others take the plural
SENTENCE_CACHE_SIZE: Final = 4_096  # a table says the same sentences repeatedly
_loaded: dict[str, Words] = {}


class Words:
    """The words of one language: `say` fills the placeholders of a key."""

    def __init__(self, language: str, entries: dict[str, str]) -> None:
        self.language = language
        self.entries = entries
        self._said: dict[object, str] = {}

    @staticmethod
    def load(folder: Traversable, language: str) -> Words:
        """The words of ``folder/LANGUAGE.json``; the file is read once."""
        name = f"{folder}/{language}"
        if name not in _loaded:
            text = (folder / f"{language}.json").read_text(encoding="utf-8")
            _loaded[name] = Words(language, json.loads(text))
        return _loaded[name]

    def say(self, key: str, **values: object) -> str:
        """The sentence of a key with its placeholders filled; KeyError for an unknown key.

        If ``values`` has a ``count`` that takes the singular, ``KEY.one`` is used where it exists.
        """
        said = (key, *values, *values.values()) if values else key
        sentence = self._said.get(said)
        if sentence is None:
            if len(self._said) > SENTENCE_CACHE_SIZE:
                self._said.clear()
            sentence = self._said[said] = self._make(key, values)
        return sentence

    def _make(self, key: str, values: dict[str, object]) -> str:
        if values.get("count") in SINGULAR_COUNTS[self.language] and f"{key}.one" in self.entries:
            key += ".one"
        return self.entries[key].format(**values)

    def __contains__(self, key: str) -> bool:
        """Whether there are words for a key."""
        return key in self.entries
