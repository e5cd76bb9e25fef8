"""Facts as lines of text, without what players must hear."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ludotheque.core.game import Game
from ludotheque.core.state import Fact
from ludotheque.core.words import Words
from ludotheque.presentation.narration import Sentence, narrate

SENTENCE_CACHE_SIZE: Final = 1024  # all viewers of a move read the same lines


@lru_cache(SENTENCE_CACHE_SIZE)
def sentence(
    game: Game, fact: Fact, program: bool, words: Words, names: tuple[str, ...]
) -> Sentence:
    """A fact in words, for a person or a program; cached for all who may know the same."""
    shown = without_sound(fact) if is_audio(game, fact) and not program else fact
    return narrate(game, shown, words, names)


def is_audio(game: Game, fact: Fact) -> bool:
    """Whether a fact has something that people must hear and may not read."""
    return game.audio is not None and game.audio.value(fact) is not None


def without_sound(fact: Fact) -> Fact:
    """A fact without what people must hear and may not read."""
    return Fact(fact.kind, fact.seat, fact.about)
