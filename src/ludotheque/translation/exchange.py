"""Exports all words of a language to PO, and imports them; says what a language lacks."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from ludotheque.core.errors import BadOption, GameError
from ludotheque.core.words import FALLBACKS, LANGUAGE_CODE, OBJECT, SPOKEN, SUBJECT
from ludotheque.translation import po
from ludotheque.translation.catalogues import Catalogue

SOURCE_HEADER: Final = "X-Source-Language"
SEPARATOR: Final = ": "  # between the name of a catalogue and a key, in a context
# What the suffix of a key means, if the key without it is a text, too.
SUFFIX_COMMENTS: Final = {
    ".one": "The singular: for a count that takes it in your language.",
    ".other": "The plural: for every count that does not take the singular.",
    SUBJECT: "Said to the player who did it: you.",
    OBJECT: "Said to the player to whom somebody else did it: you.",
    SPOKEN: "Read aloud to those who do not see the table: it says where things are.",
}
KEY_COMMENTS: Final = {
    "language.name": "The name of your language in itself. Without it the language is not offered.",
    "guest.names": "Guests are called by these and a number. A comma and a space separate them.",
}


class BadTranslation(GameError):
    """Translations that can't be used; the message names each by its key."""

    code = "bad-translation"


@dataclass(slots=True)
class Report:
    """What an import did, and the contexts of entries that it left out, or that need a look."""

    language: str
    changed: dict[str, int] = field(default_factory=dict)  # by file: how many texts
    untranslated: list[str] = field(default_factory=list)
    fuzzy: list[str] = field(default_factory=list)  # not imported
    unknown: list[str] = field(default_factory=list)  # not imported: there is no such key
    outdated: list[str] = field(default_factory=list)  # imported, but the source has changed


def context_of(catalogue: Catalogue, key: str) -> str:
    """Where a text is, as a PO file says it."""
    return f"{catalogue.name}{SEPARATOR}{key}"


def export_po(catalogues: Iterable[Catalogue], language: str, source: str = FALLBACKS[0]) -> str:
    """All texts of a source language as a PO file, with the translations that there are.

    Raises `BadOption` for a language that can't be exported.
    """
    catalogues = list(catalogues)
    _check_code(language)
    known = sorted({one for catalogue in catalogues for one in catalogue.languages()})
    if source not in known or source == language:
        raise BadOption(f"the source must be another one of {', '.join(known)}, not {source!r}")
    header = {
        "Project-Id-Version": "ludotheque",
        "Language": language.replace("-", "_"),
        SOURCE_HEADER: source,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    entries = (entry for one in catalogues for entry in _entries(one, language, source))
    return po.write(header, list(entries))


def import_po(catalogues: Iterable[Catalogue], text: str) -> Report:
    """Add the translations of a PO file to the files of its language; other texts there stay.

    Raises `BadPo`, or `BadTranslation` with all that is wrong; then nothing is written.
    """
    header, entries = po.read(text)
    language = header.get("Language", "").replace("_", "-")
    _check_code(language)
    catalogues = list(catalogues)
    places = _places(catalogues, header.get(SOURCE_HEADER, FALLBACKS[0]))
    present = {catalogue: catalogue.entries(language) for catalogue in catalogues}
    report = Report(language)
    faults: list[str] = []
    changes: dict[Catalogue, dict[str, str]] = {}
    for entry in entries:
        if not _is_usable(entry, places, report):
            continue
        catalogue, key, source = places[entry.context]
        faults += _faults(entry, source)
        if present[catalogue].get(key) != entry.translation:
            changes.setdefault(catalogue, {})[key] = entry.translation
    if faults:
        raise BadTranslation("nothing was imported:\n" + "\n".join(faults))
    for catalogue, texts in changes.items():
        catalogue.write(language, present[catalogue] | texts)
        report.changed[str(catalogue.path(language))] = len(texts)
    return report


def missing_keys(catalogue: Catalogue, language: str) -> list[str]:
    """The keys of texts that a language lacks."""
    present = catalogue.entries(language)
    return [key for key in catalogue.source() if not present.get(key)]


def unknown_keys(catalogue: Catalogue, language: str) -> list[str]:
    """The keys that only this language has: no text is found by them."""
    source = catalogue.source()
    return [key for key in catalogue.entries(language) if key not in source]


def placeholders(text: str) -> set[str]:
    """The names in braces, with their conversions; ValueError if a brace has no counterpart."""
    return {
        "".join((name, f"!{conversion}" if conversion else "", f":{spec}" if spec else ""))
        for _, name, spec, conversion in string.Formatter().parse(text)
        if name is not None
    }


def _check_code(language: str) -> None:
    if not LANGUAGE_CODE.fullmatch(language):
        raise BadOption(f"a language is named by a code such as eo or pt-BR, not {language!r}")


def _entries(catalogue: Catalogue, language: str, source: str) -> Iterator[po.Entry]:
    texts, translations = catalogue.source(source), catalogue.entries(language)
    for key, text in texts.items():
        names = sorted(placeholders(text))
        comments = list(_comments(key, texts))
        if names:
            listed = ", ".join(f"{{{name}}}" for name in names)
            comments.append(f"Keep what is in braces: {listed}.")
        flags = ["python-brace-format"] if names else []
        context = context_of(catalogue, key)
        yield po.Entry(context, text, translations.get(key, ""), comments, flags)


def _comments(key: str, texts: dict[str, str]) -> Iterator[str]:
    """What a translator must know about a key."""
    if key in KEY_COMMENTS:
        yield KEY_COMMENTS[key]
    stem = key
    meanings: list[str] = []
    while (suffix := next(filter(stem.endswith, SUFFIX_COMMENTS), "")) != "":
        stem = stem.removesuffix(suffix)
        meanings.insert(0, SUFFIX_COMMENTS[suffix])
    if stem != key and (stem in texts or f"{stem}.other" in texts):
        yield f"A form of {stem}."
        yield from meanings


def _places(catalogues: Iterable[Catalogue], source: str) -> dict[str, tuple[Catalogue, str, str]]:
    """By context: catalogue, key, and the text in the source language."""
    return {
        context_of(catalogue, key): (catalogue, key, text)
        for catalogue in catalogues
        for key, text in catalogue.source(source).items()
    }


def _is_usable(
    entry: po.Entry, places: dict[str, tuple[Catalogue, str, str]], report: Report
) -> bool:
    """Whether an entry is to be imported; the report is told of all that is special about it."""
    if entry.context not in places:
        report.unknown.append(entry.context)
    elif entry.fuzzy:
        report.fuzzy.append(entry.context)
    elif not entry.translation:
        report.untranslated.append(entry.context)
    else:
        if entry.source != places[entry.context][2]:
            report.outdated.append(entry.context)
        return True
    return False


def _faults(entry: po.Entry, source: str) -> Iterator[str]:
    """What is wrong with the placeholders of a translation."""
    try:
        expected, found = placeholders(source), placeholders(entry.translation)
    except ValueError as error:
        yield f"{entry.context}: {error}"
        return
    for name in sorted(expected - found):
        yield f"{entry.context}: {{{name}}} is missing"
    for name in sorted(found - expected):
        yield f"{entry.context}: {{{name}}} is unknown"
