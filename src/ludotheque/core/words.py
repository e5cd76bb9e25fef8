"""Sentences by key and language, with placeholders. French is the default language."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LANGUAGES: Final = ("fr", "en", "de")  # those that all our texts have, the default first
FALLBACKS: Final = ("en", "fr", "de")  # for a text that a language lacks; then any other
LANGUAGE_CODE: Final = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?")  # sr, sr-Latn, pt-BR
# Languages in which 0 takes the singular, too (CLDR); in others only 1 does.
ZERO_IS_SINGULAR: Final = frozenset(
    ("am", "as", "bn", "fa", "ff", "fr", "gu", "hi", "hy", "kab", "kn", "pa", "pt", "si", "zu")
)
SENTENCE_CACHE_SIZE: Final = 4096  # a table says the same sentences repeatedly
SUBJECT: Final = ".you"  # ends the key of a sentence for the person who did it
OBJECT: Final = ".to_you"  # ends the key of a sentence for a person whom somebody else did it to
SPOKEN: Final = ".spoken"  # ends the key of a sentence for those who don't see what it points at
SUFFIXES: Final = (SUBJECT, OBJECT, SPOKEN, ".one")
_loaded: dict[str, Words] = {}


@cache
def installed_languages() -> tuple[str, ...]:
    """The languages that people are offered: those that the page was built in, ours first."""
    page = files("ludotheque") / "house" / "page"  # `ludotheque.house` itself may lack its extra
    found = re.findall(r"^words\.(.+)\.json$", "\n".join(_names(page)), re.MULTILINE)
    return (*LANGUAGES, *sorted(set(found) - set(LANGUAGES)))


def matching_language(tag: str) -> str | None:
    """The installed language for a tag such as ``de_CH`` or ``pt-BR``; None if there is none."""
    tag = tag.replace("_", "-").lower()
    known = {language.lower(): language for language in installed_languages()}
    return known.get(tag) or known.get(tag.partition("-")[0])


def available_languages(folder: Traversable, extension: str) -> list[str]:
    """The languages that ``folder`` has a file for, named LANGUAGE.EXTENSION; `FALLBACKS` first."""
    ending = f".{extension}"
    stems = [name.removesuffix(ending) for name in _names(folder) if name.endswith(ending)]
    found = sorted(filter(LANGUAGE_CODE.fullmatch, stems))
    return [
        *(one for one in FALLBACKS if one in found),
        *(one for one in found if one not in FALLBACKS),
    ]


def _names(folder: Traversable) -> list[str]:
    return [file.name for file in folder.iterdir()] if folder.is_dir() else []


def best_language(folder: Traversable, language: str, extension: str) -> str:
    """The language, if ``folder`` has a file for it, else the first that it has.

    Raises FileNotFoundError if there is none.
    """
    available = available_languages(folder, extension)
    if not available:
        raise FileNotFoundError(f"{folder} has no LANGUAGE.{extension}")
    return language if language in available else available[0]


class Words:
    """The words of one language: `say` fills the placeholders of a key.

    A sentence may have variants, whose keys end with a suffix. `variant` prefers them.
    """

    def __init__(
        self, language: str, entries: dict[str, str], suffixes: tuple[str, ...] = ()
    ) -> None:
        self.language = language
        self.entries = entries
        self.suffixes = suffixes  # of the preferred variants, best first
        self._said: dict[object, str] = {}
        self._variants: dict[tuple[str, ...], Words] = {}
        self._spoken: Words | None = None  # once it was needed
        self._templates: dict[str, tuple[str, str]] = {}  # by key: plural and singular

    @staticmethod
    def load(folder: Traversable, language: str) -> Words:
        """The words of ``folder/LANGUAGE.json``; the files are read once.

        A sentence that the language lacks is that of another one, as `available_languages` sorts
        them.
        """
        name = f"{folder}/{language}"
        if name not in _loaded:
            best = best_language(folder, language, "json")
            entries = read_entries(folder, best)
            for other in available_languages(folder, "json"):
                entries |= missing_sentences(entries, read_entries(folder, other))
            _loaded[name] = Words(best, entries)
        return _loaded[name]

    def variant(self, *suffixes: str) -> Words:
        """The same words, but sentences with these suffixes are preferred, the first one most."""
        if suffixes == self.suffixes:
            return self
        if suffixes not in self._variants:
            self._variants[suffixes] = Words(self.language, self.entries, suffixes)
        return self._variants[suffixes]

    def spoken(self) -> Words:
        """The same words for those who don't see the table: places by row and column."""
        if self._spoken is None:
            both = [suffix + SPOKEN for suffix in self.suffixes]
            has_spoken = any(SPOKEN in key for key in self.entries)
            self._spoken = self.variant(*both, *self.suffixes, SPOKEN) if has_spoken else self
        return self._spoken

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
        templates = self._templates.get(key)
        if templates is None:
            templates = self._templates[key] = self._find_templates(key)
        return templates[self._is_singular(values.get("count"))].format(**values)

    def _is_singular(self, count: object) -> bool:
        return count == 1 or (count == 0 and self.language.partition("-")[0] in ZERO_IS_SINGULAR)

    def _find_templates(self, key: str) -> tuple[str, str]:
        variants = (key + suffix for suffix in self.suffixes)
        key = next((variant for variant in variants if variant in self.entries), key)
        return self.entries[key], self.entries.get(f"{key}.one", self.entries[key])

    def __contains__(self, key: str) -> bool:
        """Whether there are words for a key."""
        return key in self.entries


def read_entries(folder: Traversable, language: str) -> dict[str, str]:
    """The sentences of one file by key; ValueError if it is not an object of texts."""
    entries = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    if not isinstance(entries, dict) or not all(isinstance(one, str) for one in entries.values()):
        raise ValueError(f"{language}.json must be an object of texts by key")
    return entries


def missing_sentences(entries: dict[str, str], others: dict[str, str]) -> dict[str, str]:
    """Sentences of another language that are missing; a variant only if its sentence is, too."""
    present = {_base(key) for key in entries}
    return {key: text for key, text in others.items() if _base(key) not in present}


def _base(key: str) -> str:
    """A key without the suffixes of variants."""
    while (suffix := next(filter(key.endswith, SUFFIXES), "")) != "":
        key = key.removesuffix(suffix)
    return key
