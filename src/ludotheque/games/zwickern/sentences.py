"""Zwickern: facts, moves and scores in words."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ludotheque.core.fast import bit_indices
from ludotheque.games.zwickern import data, moves
from ludotheque.games.zwickern.observation import LOOSE, Public
from ludotheque.games.zwickern.rules import Zwickern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words


@cache
def card_values(card: int) -> str:
    """The number or numbers printed on a card."""
    low = data.LOW_VALUE[card]
    return f"{low}/{low + data.DUAL_STEP}" if data.IS_DUAL[card] else str(low)


@cache
def card_name(card: int, words: Words) -> str:
    """A card in words: its values, then its mark."""
    if card >= data.FIFTEEN:
        return card_values(card)
    mark = words.say(f"mark.{data.MARKS[card % 4]}")
    return words.say("card", values=card_values(card), mark=mark)


def item_name(top: int, pile_value: int, words: Words) -> str:
    """A loose card, or a pile with its value; ``pile_value`` is LOOSE for a loose card."""
    if pile_value == LOOSE:
        return card_name(top, words)
    return words.say("pile", card=card_name(top, words), value=pile_value)


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
            built, item = card_name(about[0], words), card_name(about[1], words)
            return words.say(key, name=name, card=built, item=item, value=about[2])
        case "captured":
            played, taken = card_name(about[0], words), _list_cards(about[2:], words)
            return words.say(key, name=name, card=played, value=about[1], cards=taken)
        case "penalty":
            top, value, points = card_name(about[0], words), about[1], about[2]
            return words.say(key, name=name, card=top, value=value, points=points)
        case "left":
            taken = _list_cards(about, words)
            return words.say(key if name else f"{key}.nobody", name=name, cards=taken)
        case "scored":
            return _scored(about, words, side_name(fact.seat, names))
        case "heaped":
            return words.say(key, name=name, count=about[0])
        case _:
            return words.say(key, name=name)


def _list_cards(cards: Sequence[int], words: Words) -> str:
    return ", ".join(card_name(card, words) for card in cards)


def _scored(about: tuple[int, ...], words: Words, name: str) -> str:
    count, most, zwicks, claws = about
    points = most + zwicks + claws
    return words.say(
        "fact.scored", name=name, count=count, points=points, most=most, zwicks=zwicks, claws=claws
    )


def move_phrase(state: Zwickern, move: int, words: Words) -> str:
    """A move in words."""
    match moves.decode(move, state.config.deck):
        case moves.Capture(card, value, items):
            taken = [state.public_item(item) for item in bit_indices(items)]
            names = [item_name(item.top, item.value, words) for item in taken]
            return capture_phrase(card, value, names, items == state.items, words)
        case moves.Deal(card) | moves.Open(card):
            return words.say("move.luck", card=card_name(card, words))
        case laid:
            return lay_phrase(laid, words)


def capture_phrase(
    card: int, value: int, items: Sequence[str], is_zwick: bool, words: Words
) -> str:
    """A capture in words, given the names of the items."""
    key = "move.zwick" if is_zwick else "move.capture"
    return words.say(key, card=card_name(card, words), value=value, items=", ".join(items))


def lay_phrase(move: moves.Build | moves.Add | moves.Fix, words: Words) -> str:
    """A move that leaves its card on the table, in words."""
    played = card_name(move.card, words)
    match move:
        case moves.Build(_, item, value):
            return build_phrase(move.card, item, str(value), words)
        case moves.Add():
            return words.say("move.add", card=played)
        case moves.Fix(_, value):
            return words.say("move.fix", card=played, value=value)


def build_phrase(card: int, item: int, value: str, words: Words) -> str:
    """A build in words."""
    played, below = card_name(card, words), card_name(item, words)
    return words.say("move.build", card=played, item=below, value=value)


def score_breakdown(public: Public, words: Words, names: Sequence[str]) -> list[str]:
    """(ZW-14) Most cards, Zwicks and claws, minus penalties, a line for each seat."""
    lines = []
    for player, name in zip(public.players, names, strict=True):
        most, zwicks, claws, penalties = public.sides[player.side].tally
        sums = words.say(
            "reckoning", most=most, zwicks=zwicks, claws=claws, penalties=penalties, name=name
        )
        lines.append(f"{sums} = {player.score}")
    return lines
