"""The chat of a table: messages, and phrases that are translated for each reader."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from ludotheque.core.words import Words
from ludotheque.house.refusals import Refused

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.house.table.entries import Said

MAX_MESSAGE_LENGTH: Final = 300
CHARACTER_PREFIX: Final = "character."  # of the phrases that a game's characters say
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
    """The translations of the house's own texts."""
    return Words.load(files("ludotheque.house") / "words", language)


def phrases(language: str) -> dict[str, str]:
    """All phrases by key, translated, in display order."""
    return {phrase: house_words(language).say(f"phrase.{phrase}") for phrase in PHRASES}


def text_of(said: Said, game: Game, language: str) -> str:
    """The text of a message, a phrase translated: one of the house, or of a character."""
    if said.phrase.startswith(CHARACTER_PREFIX):
        words = game.words(language)
        return words.say(said.phrase) if said.phrase in words else ""
    return house_words(language).say(f"phrase.{said.phrase}") if said.phrase else said.text


def clean_message(text: str, phrase: str) -> str:
    """The text to store, without surplus spaces; refuses anything but a text or a phrase."""
    tidy = " ".join(text.split())
    if phrase:
        if phrase not in PHRASES or tidy:
            raise Refused("bad-talk", "a chat message is either a known phrase or a text")
    elif not tidy or len(tidy) > MAX_MESSAGE_LENGTH or not tidy.isprintable():
        limits = f"1 to {MAX_MESSAGE_LENGTH} printable characters"
        raise Refused("bad-talk", f"a chat message must have {limits}")
    return tidy
