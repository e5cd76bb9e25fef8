"""The chat of a table: messages, and phrases that everybody reads in their own language."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from ludotheque.core.words import Words
from ludotheque.house.refusals import Refused

if TYPE_CHECKING:
    from ludotheque.house.table.entries import Said

MAX_MESSAGE_LENGTH: Final = 300
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
def house_words(language: str) -> Words:
    """The house's own word catalogue."""
    return Words.load(files("ludotheque.house") / "words", language)


def phrases(language: str) -> dict[str, str]:
    """All phrases with their texts, in the order in which to offer them."""
    return {phrase: house_words(language).say(f"phrase.{phrase}") for phrase in PHRASES}


def text_of(said: Said, language: str) -> str:
    """The text of a message, for a reader of a language."""
    return house_words(language).say(f"phrase.{said.phrase}") if said.phrase else said.text


def clean_message(text: str, phrase: str) -> str:
    """The text to keep; refuses what is neither a phrase nor a readable text."""
    tidy = " ".join(text.split())
    if phrase:
        if phrase not in PHRASES or tidy:
            raise Refused("bad-talk", "say one of the phrases, or something else")
    elif not tidy or len(tidy) > MAX_MESSAGE_LENGTH or not tidy.isprintable():
        raise Refused("bad-talk", f"say something of at most {MAX_MESSAGE_LENGTH} characters")
    return tidy
