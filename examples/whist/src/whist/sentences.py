"""Facts, moves, scores and the terminal's picture in words; the words are in ``words/``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludotheque.core.observation import Observation
from ludotheque.core.state import Fact, Move
from ludotheque.core.words import Words
from ludotheque.presentation.score_table import (
    ScoreColumn,
    ScoreRow,
    ScoreTable,
    by_rank,
    number_cells,
)

from whist.notation import RANK_NAMES, SUITS
from whist.rules import RANKS, SEATS, UNKNOWN, Private, Public, Whist, cards_of

SIGNS: Final = "♣♦♥♠"
PAINT: Final = ("cyan", "red", "red", "cyan")  # by suit
SUIT_ORDER: Final = (3, 2, 0, 1)  # of a hand: black and red in turn


def sorted_hand(cards: int) -> list[int]:
    """The cards of a hand by suit, the highest first."""
    return sorted(cards_of(cards), key=lambda card: (SUIT_ORDER.index(card // RANKS), -card))


def rank_text(card: int, words: Words) -> str:
    """What is printed on a card."""
    return words.say(f"rank.{RANK_NAMES[card % RANKS]}")


def card_name(card: int, words: Words) -> str:
    """A card in words."""
    rank = words.say(f"rank.name.{RANK_NAMES[card % RANKS]}")
    return words.say("card", rank=rank, suit=suit_name(card, words))


def suit_name(card: int, words: Words) -> str:
    """The suit of a card in words."""
    return words.say(f"suit.{SUITS[card // RANKS]}")


def side_name(side: int, words: Words, names: Sequence[str]) -> str:
    """Two partners."""
    return words.say("side", one=names[side], two=names[side + 2])


def phrase(fact: Fact, words: Words, names: Sequence[str]) -> str:
    """A sentence for a fact."""
    name = names[fact.seat]
    if fact.kind == "first":
        return words.say("fact.first", name=name)
    if fact.kind == "won":
        return words.say("fact.won", name=name, count=fact.about[0])
    if fact.kind in {"turned", "played"}:
        card = fact.about[0]
        card_words = {"card": card_name(card, words), "suit": suit_name(card, words)}
        return words.say(f"fact.{fact.kind}", name=name, **card_words)
    count, points, total = fact.about
    side = side_name(fact.seat, words, names)
    return words.say(f"fact.{fact.kind}", side=side, number=count, count=points, total=total)


def move_phrase(state: Whist, move: Move, words: Words) -> str:
    """A move of a seat in words, for a list to choose from."""
    del state
    return words.say("move.play", card=card_name(move, words))


def score_table(public: Public, ranks: Sequence[int], words: Words) -> ScoreTable:
    """The points of both sides."""
    rows = [
        ScoreRow((side, side + 2), ranks[side], number_cells(public.points[side]))
        for side in (0, 1)
    ]
    return ScoreTable((ScoreColumn(words.say("score.total")),), by_rank(rows))


def picture(observation: Observation[Public, Private], words: Words, names: Sequence[str]) -> str:
    """The table as text with Rich markup, for a terminal."""
    public, hand = observation.public, observation.private
    lines = []
    for side in (0, 1):
        counts = {"points": public.points[side], "tricks": public.tricks[side]}
        lines.append(words.say("picture.side", side=side_name(side, words, names), **counts))
    if public.turned != UNKNOWN:
        lines.append(f"{words.say('area.trump')}: {_paint(public.turned, words)}")
    seats = [(public.starter + i) % SEATS for i in range(len(public.trick))]
    played = [
        f"{names[seat]} {_paint(c, words)}" for seat, c in zip(seats, public.trick, strict=True)
    ]
    lines.append(f"{words.say('area.table')}: {'  '.join(played) or '—'}")
    if hand:
        cards = " ".join(_paint(card, words) for card in sorted_hand(hand))
        lines.append(f"{words.say('area.hand')}: {cards}")
    return "\n".join(lines)


def _paint(card: int, words: Words) -> str:
    suit = card // RANKS
    return f"[bold {PAINT[suit]}]{rank_text(card, words)}{SIGNS[suit]}[/]"
