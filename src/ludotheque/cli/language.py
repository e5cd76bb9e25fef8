"""The language of the terminal, and its word catalogue."""

from __future__ import annotations

import argparse
import os
from importlib.resources import files

from ludotheque.core.words import LANGUAGES, Words, installed_languages, matching_language


def add_language(command: argparse.ArgumentParser) -> None:
    """``--lang``, one of the installed languages."""
    command.add_argument(
        "--lang", choices=installed_languages(), help="language (default: that of the system)"
    )


def language_of(arguments: argparse.Namespace) -> str:
    """The language given, else that of the system if installed, else French."""
    if arguments.lang:
        return str(arguments.lang)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        language = matching_language(os.environ.get(name, "").partition(".")[0])
        if language is not None:
            return language
    return LANGUAGES[0]


def terminal_words(language: str) -> Words:
    """The catalogue of the terminal client in a language."""
    return Words.load(files(__package__) / "words", language)
