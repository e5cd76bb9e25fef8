"""Small readers that the notations of the games share; each refuses politely."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeVar

from ludotheque.core.errors import BadNotation, IllegalMove

_NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,5}")  # plain decimal: no +1, 01 or -0
T = TypeVar("T")


def words_of(text: str) -> list[str]:
    """The words of a text: ASCII, separated by one space each."""
    words = text.split(" ")
    if not text.isascii() or not text.isprintable() or "" in words:
        raise BadNotation(f"{text[:80]!r} is not words separated by single spaces")
    return words


def number(word: str) -> int:
    """A whole number in plain decimal."""
    if not _NUMBER.fullmatch(word):
        raise BadNotation(f"{word!r} is not a plain number")
    return int(word)


def within(word: str, least: int, most: int, rule: str) -> int:
    """A number of something there are ``least`` to ``most`` of.

    Any other number is well formed and names what is not there: the rule that says what there is
    refuses it, in every game.
    """
    value = number(word)
    if not least <= value <= most:
        raise IllegalMove(f"{value} is not between {least} and {most}", rule)
    return value


def seat_number(word: str, seats: int, rule: str) -> int:
    """The number of a seat at a table for ``seats``."""
    return within(word, 0, seats - 1, rule)


def one_of(word: str, table: Mapping[str, T], what: str) -> T:
    """What a word stands for in a table; ``what`` it should be, for the refusal."""
    if word not in table:
        raise BadNotation(f"{word!r} is no {what}")
    return table[word]


def unknown(text: str) -> BadNotation:
    """The refusal of a text that has no known form."""
    return BadNotation(f"{text[:80]!r} is no move of this game")
