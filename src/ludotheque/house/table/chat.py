"""What may be said at a table without typing, for each reader in his own language."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from ludotheque.core.words import Words
from ludotheque.house.refusals import Refused

if TYPE_CHECKING:
    from ludotheque.house.table.entries import Said

LENGTH: Final = 300
PHRASES: Final = (
    "hello",
    "good-luck",
    "your-turn",
    "one-moment",
    "take-your-time",
    "well-played",
    "what-luck",
    "bad-luck",
    "oops",
    "sorry",
    "thanks",
    "good-game",
    "again",
    "goodbye",
)


@cache
def words(language: str) -> Words:
    """The catalogue of the house."""
    return Words.load(files("ludotheque.house") / "words", language)


def phrases(language: str) -> dict[str, str]:
    """All phrases with their words, in the order in which to offer them."""
    return {phrase: words(language).say(f"phrase.{phrase}") for phrase in PHRASES}


def text_of(said: Said, language: str) -> str:
    """Something said, for a reader."""
    return words(language).say(f"phrase.{said.phrase}") if said.phrase else said.text


def cleaned(text: str, phrase: str) -> str:
    """The words to keep; refuses what is neither a phrase nor something to read."""
    tidy = " ".join(text.split())
    if phrase:
        if phrase not in PHRASES or tidy:
            raise Refused("bad-talk", "say one of the phrases, or something else")
    elif not tidy or len(tidy) > LENGTH or not tidy.isprintable():
        raise Refused("bad-talk", f"say something of at most {LENGTH} characters")
    return tidy
