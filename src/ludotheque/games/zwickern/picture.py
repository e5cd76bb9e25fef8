"""Stub."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words
    from ludotheque.games.zwickern.rules import View, Zwickern


def table(view: View, words: Words, names: Sequence[str]) -> str:
    return ""


def phrase(fact: Fact, words: Words, names: Sequence[str]) -> str:
    return ""


def move_phrase(state: Zwickern, move: int, words: Words) -> str:
    return ""


def reckoning(view: View, words: Words, names: Sequence[str]) -> list[str]:
    return []
