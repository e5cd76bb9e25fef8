"""Which language to speak in the terminal, and the terminal's own words."""

from __future__ import annotations

import argparse
import os
from importlib.resources import files

from ludotheque.core.words import LANGUAGES, Words


def add_language(command: argparse.ArgumentParser) -> None:
    """``--lang fr|en|de``."""
    command.add_argument("--lang", choices=LANGUAGES, help="the language; else the system's")


def language_of(arguments: argparse.Namespace) -> str:
    """The language asked for, else the system's if it is ours, else French."""
    if arguments.lang:
        return str(arguments.lang)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        language = os.environ.get(name, "")[:2]
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


def terminal_words(language: str) -> Words:
    """What the terminal says itself, in a language."""
    return Words.load(files(__package__) / "words", language)
