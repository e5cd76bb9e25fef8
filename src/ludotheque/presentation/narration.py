"""What happened, as one viewer is told it: in the second person, and with or without places."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ludotheque.core.words import OBJECT, SUBJECT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.game import Game
    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words


class Sentence(NamedTuple):
    """A fact in words, for those who see the table; and for those who don't, if that differs."""

    text: str
    spoken: str = ""


def words_for(game: Game, fact: Fact, viewer: int, words: Words) -> Words:
    """The words in which a viewer is told a fact: "you" for what they did, or was done to them."""
    if viewer < 0:
        return words
    if fact.seat == viewer:
        return words.variant(SUBJECT)
    if viewer in game.fact_schema(fact.kind).mentioned_seats(fact):
        return words.variant(OBJECT)
    return words


def narrate(game: Game, fact: Fact, words: Words, names: Sequence[str]) -> Sentence:
    """A fact in words, as `words_for` has chosen them."""
    text, spoken = game.phrase(fact, words, names), words.spoken()
    aloud = text if spoken is words else game.phrase(fact, spoken, names)
    return Sentence(text, "" if aloud == text else aloud)
