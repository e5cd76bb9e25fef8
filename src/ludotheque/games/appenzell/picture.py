"""Appenzell: the castle as coloured text, and what happened in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words
    from ludotheque.games.appenzell.rules import Appenzell, View


def table(view: View, words: Words, names: Sequence[str]) -> str:
    """The whole table as one viewer sees it."""
    return ""


def phrase(fact: Fact, words: Words, names: Sequence[str]) -> str:
    """A fact in words."""
    return ""


def move_phrase(state: Appenzell, move: int, words: Words) -> str:
    """A move in words."""
    return ""


def reckoning(view: View, words: Words, names: Sequence[str]) -> list[str]:
    """How each seat's score came about."""
    return []
