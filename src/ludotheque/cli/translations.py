"""``ludotheque words``: exchange words with translators, and see what is missing."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ludotheque.core.words import FALLBACKS, LANGUAGES, available_languages
from ludotheque.translation.catalogues import Catalogue, all_catalogues, sheet_folders
from ludotheque.translation.exchange import (
    Report,
    context_of,
    export_po,
    import_po,
    missing_keys,
    unknown_keys,
)

if TYPE_CHECKING:
    from ludotheque.cli.arguments import Commands

MAX_LISTED: Final = 10  # contexts of one kind after an import


def add_to(commands: Commands) -> None:
    """Add the command and its own commands."""
    words = commands.add_parser("words", help="export and import translations, see what is missing")
    own = words.add_subparsers(metavar="ACTION", required=True)
    export = own.add_parser("export", help="write all texts for translators, as a gettext PO file")
    export.add_argument("language", help="its code, such as eo or pt-BR")
    export.add_argument("file", type=Path, help="the PO file; it must not exist")
    export.add_argument(
        "--from", dest="source", default=FALLBACKS[0], help="translate from (default: %(default)s)"
    )
    _add_only(export)
    export.set_defaults(run=_export)
    importing = own.add_parser("import", help="add the translations of a PO file")
    importing.add_argument("file", type=Path, help="the PO file; it names its language")
    importing.set_defaults(run=_import)
    status = own.add_parser("status", help="how many texts each language lacks, by file")
    status.add_argument("language", nargs="?", help="list the keys that this language lacks")
    _add_only(status)
    status.set_defaults(run=_status)


def _add_only(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--only", default="", metavar="NAME", help="words whose name begins so, such as games/m"
    )


def _chosen(only: str) -> list[Catalogue]:
    return [one for one in all_catalogues() if f"{one.name}/".startswith(only)]


def _export(arguments: argparse.Namespace) -> int:
    text = export_po(_chosen(arguments.only), arguments.language, arguments.source)
    with arguments.file.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)
    print(f"{arguments.file} is for any tool that edits PO files. To read it back:")
    print(f"  ludotheque words import {arguments.file}")
    return 0


def _import(arguments: argparse.Namespace) -> int:
    report = import_po(all_catalogues(), arguments.file.read_text(encoding="utf-8"))
    for path, count in report.changed.items():
        print(f"{path}: {count} texts")
    if not report.changed:
        print("no text has changed")
    _tell("not imported, since they are fuzzy", report.fuzzy)
    _tell("not imported, since there is no such text any more", report.unknown)
    _tell("imported, but the source text has changed since", report.outdated)
    _tell("not translated yet", report.untranslated)
    _tell_next(report)
    return 0


def _tell(what: str, contexts: list[str]) -> None:
    if contexts:
        print(f"{len(contexts)} {what}:")
        for context in contexts[:MAX_LISTED]:
            print(f"  {context}")
        if len(contexts) > MAX_LISTED:
            print(f"  and {len(contexts) - MAX_LISTED} more")


def _tell_next(report: Report) -> None:
    print("The page takes the words when it is built (make client).")
    without = [
        name for name, folder in sheet_folders().items() if not _has(folder, report.language)
    ]
    if without:
        print(
            f"Rule sheets to write: {', '.join(f'{one}/{report.language}.md' for one in without)}"
        )


def _has(folder: Path, language: str) -> bool:
    return language in available_languages(folder, "md")


def _status(arguments: argparse.Namespace) -> int:
    chosen = _chosen(arguments.only)
    sheets = {name: one for name, one in sheet_folders().items() if name.startswith(arguments.only)}
    if arguments.language:
        _list_missing(chosen, sheets, arguments.language)
        return 0
    found = {language for catalogue in chosen for language in catalogue.languages()}
    languages = [*LANGUAGES, *sorted(found - set(LANGUAGES))]
    rows = [
        (one.name, len(one.source()), [len(missing_keys(one, lang)) for lang in languages])
        for one in chosen
    ] + [
        (name, 1, [int(not _has(one, lang)) for lang in languages]) for name, one in sheets.items()
    ]
    width = max(map(len, ("missing in", *(name for name, _, _ in rows))))
    print(f"{'missing in':{width}} {'of':>5}", *(f"{language:>5}" for language in languages))
    for name, total, missing in rows:
        print(f"{name:{width}} {total:>5}", *(f"{count:>5}" for count in missing))
    return 0


def _list_missing(chosen: list[Catalogue], sheets: dict[str, Path], language: str) -> None:
    for catalogue in chosen:
        for key in missing_keys(catalogue, language):
            print(context_of(catalogue, key))
        for key in unknown_keys(catalogue, language):
            print(f"{context_of(catalogue, key)} (no text is found by this key)")
    for name, folder in sheets.items():
        if not _has(folder, language):
            print(f"{name}/{language}.md")
