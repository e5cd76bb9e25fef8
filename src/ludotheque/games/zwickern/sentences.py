"""Zwickern: facts, moves and scores in words."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import bit_indices
from ludotheque.games.zwickern import data, moves, sums
from ludotheque.games.zwickern.observation import LOOSE, Public
from ludotheque.games.zwickern.rules import Zwickern
from ludotheque.presentation.score_table import (
    ScoreColumn,
    ScoreRow,
    ScoreTable,
    by_rank,
    number_cells,
    tie_notes,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words


MAX_CARDS_LISTED: Final = 7  # of what is left of a deal, for those who see it

# cards and sides


@cache
def card_values(card: int) -> str:
    """The number or numbers printed on a card."""
    low = data.LOW_VALUE[card]
    return f"{low}/{low + data.DUAL_STEP}" if data.IS_DUAL[card] else str(low)


@cache
def card_name(card: int, words: Words) -> str:
    """A card in a sentence: its number; with its mark for those who don't see it."""
    return _named(card, "card", words)


@cache
def full_name(card: int, words: Words) -> str:
    """A card by its number and its mark."""
    return _named(card, "card.full", words)


def _named(card: int, key: str, words: Words) -> str:
    if card >= data.FIFTEEN:
        return card_values(card)
    mark = words.say(f"mark.{data.MARKS[card % 4]}")
    return words.say(key, values=card_values(card), mark=mark)


def face_name(name: str, card: int, value: int, words: Words) -> str:
    """A card at one of its values, given its name."""
    return words.say("card.as", card=name, value=value) if data.IS_DUAL[card] else name


def item_name(name: str, pile_value: int, words: Words) -> str:
    """A loose card, given its name, or a pile with its value (LOOSE for a loose card)."""
    return name if pile_value == LOOSE else words.say("pile", value=pile_value)


def list_items(names: Sequence[str], words: Words) -> str:
    """Names with their articles: the 3, the 5 and the pile of 9."""
    *first, last = names
    return words.say("list", first=", ".join(first), last=last) if first else last


def the(name: str, words: Words) -> str:
    """The name of a card with its article."""
    return words.say("the", card=name)


def the_item(name: str, pile_value: int, words: Words) -> str:
    """A loose card, given its name, or a pile, with an article."""
    return the(name, words) if pile_value == LOOSE else words.say("the.pile", value=pile_value)


def side_name(side: int, names: Sequence[str]) -> str:
    """The names of a side: one player, or two partners."""
    return f"{names[side]} + {names[side + 2]}" if len(names) == 4 else names[side]


def heading(key: str, public: Public, words: Words, names: Sequence[str]) -> str:
    """The deal and the round, with the words of a key; or that the game is over."""
    if public.phase == moves.OVER:
        return words.say("heading.over", deals=public.deals)
    return words.say(
        key,
        deal=public.deal + 1,
        deals=public.deals,
        round=public.round + 1,
        rounds=public.rounds,
        name=names[public.dealer],
    )


# facts


def _built(about: Sequence[int], words: Words, key: str, name: str) -> str:
    """(ZW-10) A build on a card, or on a pile of which only the top card is known."""
    card, item, value = about
    key = key if sums.is_build_of_two(card, item, value) else f"{key}.pile"
    named = card_name(card, words), card_name(item, words)
    return words.say(key, name=name, card=named[0], item=named[1], value=value)


def phrase(fact: Fact, words: Words, names: Sequence[str]) -> str:
    """A fact in words."""
    key = f"fact.{fact.kind}"
    name = names[fact.seat] if fact.seat >= 0 else ""
    about = fact.about
    match fact.kind:
        case "dealt":
            dealt = fact.secret
            return words.say(key, name=name, card=card_name(dealt[0], words)) if dealt else ""
        case "opened" | "added":
            return words.say(key, name=name, card=card_name(about[0], words))
        case "fixed":
            return words.say(key, name=name, card=card_name(about[0], words), value=about[1])
        case "built":
            return _built(about, words, key, name)
        case "captured":
            return _captured(about, words, name)
        case "penalty":
            return words.say(key, name=name, value=about[1], points=about[2])
        case "left":
            taken = _list_cards(about, words)
            if len(about) > MAX_CARDS_LISTED:
                taken = words.say("cards.many", count=len(about), cards=taken)
            return words.say(key if name else f"{key}.nobody", name=name, cards=taken)
        case "scored":
            return _scored(fact.seat, about, words, names)
        case "over":
            return words.say(key, deals=about[0])
        case "heaped":
            return words.say(key, name=name, count=about[0])
        case _:
            return words.say(key, name=name)


def _list_cards(cards: Sequence[int], words: Words) -> str:
    return list_items([the(card_name(card, words), words) for card in cards], words)


def _captured(about: tuple[int, ...], words: Words, name: str) -> str:
    """What a card takes, with the sums it makes where there are any."""
    card, value, *taken = about
    played = face_name(card_name(card, words), card, value, words)
    cards, groups = _list_cards(taken, words), sums.groups_of_cards(taken, value)
    if not groups:  # with piles: what they were worth is seen, and not told
        cards = words.say("cards.many", count=len(taken), cards=cards)
    groups = [group for group in groups if len(group) > 1]
    if not groups:
        return words.say("fact.captured", name=name, card=played, cards=cards)
    made = ", ".join([sums.equation(group, value) for group in groups])
    return words.say("fact.captured.sum", name=name, card=played, cards=cards, sum=made)


def _scored(side: int, about: tuple[int, ...], words: Words, names: Sequence[str]) -> str:
    """(ZW-14) What a side scores in a deal, and for what."""
    count, most, zwicks, claws = about
    parts = [("most", most, count), ("zwicks", zwicks, zwicks), ("claws", claws, claws)]
    told = [
        words.say(f"scored.{part}", points=points, count=number)
        for part, points, number in parts
        if points
    ]
    key = "fact.scored" if len(names) == 3 else "fact.scored.pair"
    name, partner = names[side], names[side + 2] if len(names) == 4 else ""
    if not told:
        return words.say(f"{key}.nothing", name=name, partner=partner)
    points, all_parts = most + zwicks + claws, list_items(told, words)
    return words.say(key, name=name, partner=partner, count=points, parts=all_parts)


# moves


def move_phrase(state: Zwickern, move: int, words: Words) -> str:
    """A move in words."""
    match moves.decode(move, state.config.deck):
        case moves.Capture(card, value, items):
            taken = [state.public_item(item) for item in bit_indices(items)]
            names = [the_item(full_name(item.top, words), item.value, words) for item in taken]
            played = face_name(full_name(card, words), card, value, words)
            return capture_phrase(played, names, items == state.items, words)
        case moves.Deal(card) | moves.Open(card):
            return words.say("move.luck", card=full_name(card, words))
        case moves.Build(card, item, value):
            below = state.public_item(item)
            made = sums.build_sum(card, item, below.value, value)
            on = the_item(full_name(item, words), below.value, words)
            return build_phrase(full_name(card, words), on, value, made, words)
        case moves.Add(card):
            return words.say("move.add", card=full_name(card, words))
        case moves.Fix(card, value):
            return words.say("move.fix", card=full_name(card, words), value=value)


def capture_phrase(played: str, items: Sequence[str], is_zwick: bool, words: Words) -> str:
    """A capture in words, given the names of the card and, with articles, of the items."""
    key = "move.zwick" if is_zwick else "move.capture"
    return words.say(key, card=played, items=list_items(items, words))


def build_phrase(played: str, item: str, value: int, made: str, words: Words) -> str:
    """A build in words, given the names of the card and, with its article, of the item."""
    return words.say("move.build", card=played, item=item, value=value, sum=made)


def score_table(public: Public, ranks: Sequence[int], words: Words) -> ScoreTable:
    """(ZW-14, ZW-15) Most cards, Zwicks and claws, minus penalties, a row for each side."""
    rows = []
    for side, (*_, tally) in enumerate(public.sides):
        seats = tuple([seat for seat, player in enumerate(public.players) if player.side == side])
        numbers = (tally.most_cards, tally.zwicks, tally.claws, -tally.penalties)
        cells = number_cells(*numbers, public.players[side].score)
        rows.append(ScoreRow(seats, ranks[side], cells))
    parts = ("heap", "zwick", "claw", "penalty", "score")
    columns = tuple([ScoreColumn(words.say(f"tally.{part}")) for part in parts])
    ordered = by_rank(rows)
    return ScoreTable(columns, ordered, tie_notes(ordered, words.say("score.shared")))
