"""What happened is told in the second person to those it concerns, and with places if need be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ludotheque.core.facts import FactSchema
from ludotheque.core.state import SPECTATOR, Fact
from ludotheque.core.words import SUBJECT, Words
from ludotheque.presentation.narration import Sentence, narrate, words_for

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = ("Ada", "Blaise", "Clara")
WORDS = Words(
    "en",
    {
        "fact.laid": "{name} lays a card.",
        "fact.laid.spoken": "{name} lays a card in row {row}.",
        "fact.laid.you": "You lay a card.",
        "fact.laid.you.spoken": "You lay a card in row {row}.",
        "fact.paid": "{name} pays {other} {count} points.",
        "fact.paid.one": "{name} pays {other} {count} point.",
        "fact.paid.to_you": "{name} pays you {count} points.",
        "fact.paid.to_you.one": "{name} pays you {count} point.",
    },
)


class Payments:
    """The part of a game that tells facts."""

    def fact_schema(self, kind: str) -> FactSchema:
        return FactSchema(
            "P-1", about=("row",) if kind == "laid" else ("other", "points"), seats=("other",)
        )

    def phrase(self, fact: Fact, words: Words, names: Sequence[str]) -> str:
        name = names[fact.seat]
        if fact.kind == "laid":
            return words.say("fact.laid", name=name, row=fact.about[0])
        other, points = fact.about
        return words.say("fact.paid", name=name, other=names[other], count=points)


def told(fact: Fact, viewer: int) -> Sentence:
    game: object = Payments()
    return narrate(game, fact, words_for(game, fact, viewer, WORDS), NAMES)  # type: ignore[arg-type]


@pytest.mark.parametrize("viewer", [SPECTATOR, 1, 2])
def test_others_read_a_name(viewer: int) -> None:
    fact = Fact("laid", 0, (3,))
    assert told(fact, viewer) == ("Ada lays a card.", "Ada lays a card in row 3.")


def test_you_read_what_you_did() -> None:
    assert told(Fact("laid", 0, (3,)), 0) == ("You lay a card.", "You lay a card in row 3.")


def test_you_read_what_was_done_to_you() -> None:
    assert told(Fact("paid", 0, (2, 5)), 2) == ("Ada pays you 5 points.", "")
    assert told(Fact("paid", 0, (2, 1)), 2) == ("Ada pays you 1 point.", "")
    assert told(Fact("paid", 0, (2, 1)), 1) == ("Ada pays Clara 1 point.", "")


def test_a_sentence_without_a_variant_keeps_the_name() -> None:
    assert told(Fact("paid", 0, (2, 5)), 0) == ("Ada pays Clara 5 points.", "")


def test_words_without_spoken_variants_are_their_own() -> None:
    words = Words("en", {"a": "A"})
    assert words.spoken() is words
    assert words.variant() is words
    assert words.variant(SUBJECT) is words.variant(SUBJECT)
