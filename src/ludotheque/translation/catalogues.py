"""The folders of words: of the page, of the package and of each game, with a file a language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import ludotheque
from ludotheque.core.registry import installed
from ludotheque.core.words import (
    FALLBACKS,
    available_languages,
    missing_sentences,
    read_entries,
)

PACKAGE: Final = Path(ludotheque.__file__).parent
CLIENT: Final = PACKAGE.parents[1] / "client" / "words"  # in a clone; else there is none


@dataclass(frozen=True, slots=True)
class Catalogue:
    """A folder with words in some languages, LANGUAGE.json."""

    name: str
    folder: Path

    def languages(self) -> list[str]:
        """The languages that the folder has."""
        return available_languages(self.folder, "json")

    def entries(self, language: str) -> dict[str, str]:
        """The texts of a language by key; empty if there is no file."""
        return read_entries(self.folder, language) if language in self.languages() else {}

    def source(self, language: str = FALLBACKS[0]) -> dict[str, str]:
        """All texts there should be, in a language, or in another one where it lacks them."""
        texts = self.entries(language)
        for other in self.languages():
            texts |= missing_sentences(texts, self.entries(other))
        return texts

    def path(self, language: str) -> Path:
        """The file of a language."""
        return self.folder / f"{language}.json"

    def write(self, language: str, entries: dict[str, str]) -> None:
        """Write the file of a language, in the order of the source."""
        order = [*self.source(), *entries]
        texts = {key: entries[key] for key in order if key in entries}
        text = json.dumps(texts, ensure_ascii=False, indent=2) + "\n"
        self.path(language).write_text(text, encoding="utf-8")


def all_catalogues() -> list[Catalogue]:
    """The words of the page, of the package, and of every installed game."""
    return [*_client(), *_package(), *_games()]


def sheet_folders() -> dict[str, Path]:
    """The folders of the rule sheets, LANGUAGE.md, by name."""
    return {
        f"games/{game.slug}/sheets": Path(str(game.folder())) / "sheets"
        for game in installed().values()
    }


def _client() -> Iterator[Catalogue]:
    if CLIENT.is_dir():
        yield Catalogue("client", CLIENT)
        for folder in sorted(filter(Path.is_dir, CLIENT.iterdir())):
            yield Catalogue(f"client/{folder.name}", folder)


def _package() -> Iterator[Catalogue]:
    for folder in sorted(PACKAGE.glob("*/words")):
        yield Catalogue(folder.parent.name, folder)


def _games() -> Iterator[Catalogue]:
    for game in installed().values():
        yield Catalogue(f"games/{game.slug}", Path(str(game.folder())) / "words")
