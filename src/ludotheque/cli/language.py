"""The language of the terminal, and its word catalogue."""

from __future__ import annotations

import argparse
import os
from importlib.resources import files

from ludotheque.core.words import LANGUAGES, Words


def add_language(command: argparse.ArgumentParser) -> None:
    """``--lang fr|en|de``."""
    command.add_argument("--lang", choices=LANGUAGES, help="language (default: that of the system)")


def language_of(arguments: argparse.Namespace) -> str:
    """The language given, else that of the system if supported, else French."""
    if arguments.lang:
        return str(arguments.lang)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        language = os.environ.get(name, "")[:2]
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


def terminal_words(language: str) -> Words:
    """The catalogue of the terminal client in a language."""
    return Words.load(files(__package__) / "words", language)
