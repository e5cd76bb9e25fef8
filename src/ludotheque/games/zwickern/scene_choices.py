"""Zwickern: what a seat may do, as pieces to press.

A card is pressed first, then where it goes: the heap of its side to capture (the items are picked
after that), an item to build on it or to take just this one, the free place to add it. Captures are
never listed, as they double with each item; nor are the builds one by one, once there are too many.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.games.zwickern import data, moves, notation
from ludotheque.games.zwickern.notation import CARD_NAMES
from ludotheque.games.zwickern.rules import Zwickern
from ludotheque.games.zwickern.sentences import (
    build_phrase,
    capture_phrase,
    card_name,
    item_name,
    lay_phrase,
)
from ludotheque.presentation.scene import Choice, Pick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words
    from ludotheque.games.zwickern.observation import Public

FREE_PLACE: Final = "cell"  # on the table
# By card, each of its faces with its value as a bit
FACES_AND_VALUES: Final = tuple(
    [
        [(face, 2 ** int(data.FACE_VALUE[face])) for face in data.faces_of(card)]
        for card in range(data.CARDS)
    ]
)
ITEM_TARGETS: Final = tuple([(name, name) for name in CARD_NAMES])  # of picks, by top card
CHOICE_CACHE_SIZE: Final = 4096
BUILDING_CACHE_SIZE: Final = 10_000  # each card on each other one, in three languages
MAX_SINGLE_BUILDS: Final = 200  # if there are more, their values are picked


class Builds(NamedTuple):
    """The values that can be announced for a card put on an item."""

    card: int
    item: int
    values: list[int]


class Offer(NamedTuple):
    """What a seat may do."""

    choices: tuple[Choice, ...]
    announced: tuple[int, ...]  # values to pick for builds, ascending: only on a crowded table


def heap_id(side: int) -> str:
    """The heap of a side, pressed to capture."""
    return f"heap:{side}"


def value_id(value: int) -> str:
    """A flag with a value to announce."""
    return f"={value}"


def offer(state: Zwickern, public: Public, hand: Sequence[int], seat: int, words: Words) -> Offer:
    """Everything that the seat whose turn it is may do."""
    is_last = len(hand) == 1  # a pile built with the last card can't be captured in this round
    builds = [
        Builds(card, item.top, values)
        for card in hand
        for item in public.items
        if (values := state.buildable_values(seat, card, item.top))
    ]
    captures = _captures(state, public, hand, seat, words)
    adds = [add for card in hand for add in _adds(card, is_last, words)]
    if sum([len(build.values) for build in builds]) > MAX_SINGLE_BUILDS:
        families = _build_families(public, builds, is_last, words)
        announced = {value for build in builds for value in build.values}
        return Offer((*captures, *families, *adds), tuple(sorted(announced)))
    highest = int(data.LOW_VALUE[state.config.largest])
    singles = [one for build in builds for one in _builds(build, is_last, highest, words)]
    return Offer((*captures, *singles, *adds), ())


# captures


def _captures(
    state: Zwickern, public: Public, hand: Sequence[int], seat: int, words: Words
) -> list[Choice]:
    """(ZW-6) Captures of items to pick, then those of one item by putting the card on it."""
    side, is_only_item = int(state.side(seat)), len(public.items) == 1
    group_values = state.group_values()
    own_values = [int(state.sums_with(1, item.top)) for item in public.items]
    captures, singles = [], []
    for card in hand:
        for face, value in FACES_AND_VALUES[card]:
            found = [item for item, values in group_values if values & value]
            if found:
                captures.append(_capture(side, face, found, words))
            singles += [
                _single(face, item.top, item.value, is_only_item, words)
                for item, values in zip(public.items, own_values, strict=True)
                if values & value
            ]
    return captures + singles


def _capture(side: int, face: int, found: list[int], words: Words) -> Choice:
    """Capturing with a card at one of its values; the items are picked from those found."""
    path, text, label, question = _capturing(side, face, words)
    pick = Pick("", tuple([ITEM_TARGETS[item] for item in found]), question, least=1)
    return Choice(path, text, label, (pick,))


@cache
def _capturing(side: int, face: int, words: Words) -> tuple[tuple[str, str], str, str, str]:
    """The path, text and label of captures with a card at one of its values; what to pick."""
    card, value = int(data.FACE_CARD[face]), int(data.FACE_VALUE[face])
    label = words.say("choice.capture", card=card_name(card, words), value=value)
    question = words.say("pick.items", value=value)
    path = (CARD_NAMES[card], heap_id(side))
    return path, f"capture {CARD_NAMES[card]} {value}", label, question


@lru_cache(CHOICE_CACHE_SIZE)
def _single(face: int, item: int, pile_value: int, is_zwick: bool, words: Words) -> Choice:
    """Taking one item of the same value."""
    card, value = int(data.FACE_CARD[face]), int(data.FACE_VALUE[face])
    text = notation.text_of(moves.Capture(card, value, 2**item))
    label = capture_phrase(card, value, [item_name(item, pile_value, words)], is_zwick, words)
    return Choice((CARD_NAMES[card], CARD_NAMES[item]), text, label)


# builds and adds


def _builds(build: Builds, is_last: bool, highest: int, words: Words) -> list[Choice]:
    """Each build of a card on an item by itself."""
    card, item, values = build
    path, text, label = _building(card, item, words)
    return [
        Choice(path, f"{text} {value}", label.format(value), confirm=is_last or value > highest)
        for value in values
    ]


@lru_cache(BUILDING_CACHE_SIZE)
def _building(card: int, item: int, words: Words) -> tuple[tuple[str, str], str, str]:
    """The path, text and label of all builds of a card on an item, with a gap for the value."""
    path = (CARD_NAMES[card], CARD_NAMES[item])
    return path, f"build {path[0]} {path[1]}", build_phrase(card, item, "{}", words)


def _build_families(
    public: Public, builds: Sequence[Builds], is_last: bool, words: Words
) -> list[Choice]:
    """Each card on each item, with values to pick."""
    pile_values = {item.top: item.value for item in public.items}
    return [_build_family(build, pile_values[build.item], is_last, words) for build in builds]


def _build_family(build: Builds, pile_value: int, is_last: bool, words: Words) -> Choice:
    card, item, values = build
    path, text, _ = _building(card, item, words)
    targets = tuple([(value_id(value), str(value)) for value in values])
    pick = Pick("", targets, words.say("pick.value"), least=1)
    played, below = card_name(card, words), item_name(item, pile_value, words)
    label = words.say("choice.build", card=played, item=below)
    return Choice(path, text, label, (pick,), confirm=is_last)


@cache
def _adds(card: int, is_last: bool, words: Words) -> tuple[Choice, ...]:
    """(ZW-11) A card laid loose, or with a fixed value."""
    choices = [_lay(moves.Add(card), False, words)]
    if data.IS_DUAL[card]:
        values = [int(data.FACE_VALUE[face]) for face in data.faces_of(card)]
        choices += [_lay(moves.Fix(card, value), is_last, words) for value in values]
    return tuple(choices)


def _lay(move: moves.Add | moves.Fix, confirm: bool, words: Words) -> Choice:
    """A card laid on the free place."""
    path, label = (CARD_NAMES[move.card], FREE_PLACE), lay_phrase(move, words)
    return Choice(path, notation.text_of(move), label, confirm=confirm)
