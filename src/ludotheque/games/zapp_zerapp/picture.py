"""Zapp Zerapp: the table as coloured text, and what happened in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.games.zapp_zerapp.rules import View, ZappZerapp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words


def table(view: View, words: Words, names: Sequence[str]) -> str:
    return ""


def phrase(fact: Fact, words: Words, names: Sequence[str]) -> str:
    return ""


def move_phrase(state: ZappZerapp, move: int, words: Words) -> str:
    return ""


def reckoning(view: View, words: Words, names: Sequence[str]) -> list[str]:
    return []
