"""Parsers of words that the notations of the games share."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeVar

from ludotheque.core.errors import BadNotation, IllegalMove

_NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,5}")  # plain decimal: no +1, 01 or -0
T = TypeVar("T")


def split_words(text: str) -> list[str]:
    """The words of a text; `BadNotation` unless they are ASCII and separated by single spaces."""
    words = text.split(" ")
    if not text.isascii() or not text.isprintable() or "" in words:
        raise BadNotation(f"{text[:80]!r} is not words separated by single spaces")
    return words


def number(word: str) -> int:
    """An integer in plain decimal; `BadNotation` for anything else."""
    if not _NUMBER.fullmatch(word):
        raise BadNotation(f"{word!r} is not a plain number")
    return int(word)


def bounded_number(word: str, minimum: int, maximum: int, rule: str) -> int:
    """A number from ``minimum`` to ``maximum``, bounds that ``rule`` sets.

    Raises `BadNotation` for what is not a number, and `IllegalMove` with the rule for a number out
    of bounds: it is well formed, but names something that does not exist.
    """
    value = number(word)
    if not minimum <= value <= maximum:
        raise IllegalMove(f"{value} is not between {minimum} and {maximum}", rule)
    return value


def seat_number(word: str, seats: int, rule: str) -> int:
    """The number of a seat at a table for ``seats``; refused as by `bounded_number`."""
    return bounded_number(word, 0, seats - 1, rule)


def lookup(word: str, table: Mapping[str, T], what: str) -> T:
    """What a word stands for in ``table``.

    Raises `BadNotation` for another word; ``what`` says what it should be, such as "card".
    """
    if word not in table:
        raise BadNotation(f"unknown {what} {word!r}")
    return table[word]


def unknown_move(text: str) -> BadNotation:
    """The error for a text that is not a move of the game."""
    return BadNotation(f"{text[:80]!r} is not a move of this game")
