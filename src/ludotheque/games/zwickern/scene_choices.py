"""Zwickern: what a seat may do, as pieces to press.

A card is pressed first, then where it goes: the own heap to capture (the items are picked after
that), an item to build on it or to take just this one, the free place to add it. The captures are
never listed, as they double with each item; nor are the builds one by one, once there are too many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.core.fast import BIT, members
from ludotheque.games.zwickern.data import (
    FACE_CARD,
    FACE_VALUE,
    IS_DUAL,
    LOW_VALUE,
    faces_of,
)
from ludotheque.games.zwickern.moves import add_move, build_move, capture_move, fix_move
from ludotheque.games.zwickern.notation import CARD_NAMES, text
from ludotheque.games.zwickern.rules import Zwickern
from ludotheque.games.zwickern.sentences import card_name, item_name, move_phrase
from ludotheque.presentation.scene import Choice, Pick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words

FREE_PLACE: Final = "cell"  # on the table
MAX_SINGLE_BUILDS: Final = 200  # if there are more, their values are picked


class Builds(NamedTuple):
    """The values that can be announced for a card put on an item."""

    card: int
    item: int
    values: list[int]


def heap_id(side: int) -> str:
    """The heap of a side, pressed to capture."""
    return f"heap:{side}"


def value_id(value: int | str) -> str:
    """A flag with a value to announce."""
    return f"={value}"


def choices_of(state: Zwickern, hand: Sequence[int], seat: int, words: Words) -> tuple[Choice, ...]:
    """Everything that the seat whose turn it is may do."""
    is_last = len(hand) == 1  # a pile built with the last card can't be captured in this round
    captures: list[Choice] = []
    singles: list[Choice] = []
    adds: list[Choice] = []
    builds: list[Builds] = []
    for card in hand:
        for face in faces_of(card):
            captures += _capture(state, seat, face, words)
            singles += _singles(state, face, words)
        adds += _adds(state, card, is_last, words)
        for item in members(state.items):
            values = state.buildable_values(seat, card, item)
            if values:
                builds.append(Builds(card, item, values))
    return (*captures, *singles, *_build_choices(state, builds, is_last, words), *adds)


# captures


def _capture(state: Zwickern, seat: int, face: int, words: Words) -> list[Choice]:
    """(ZW-6) Capturing with a card at one of its values, if there is anything to capture."""
    card, value = int(FACE_CARD[face]), int(FACE_VALUE[face])
    found = [CARD_NAMES[item] for item in members(state.capturable_items(value))]
    if not found:
        return []
    targets = tuple((name, name) for name in found)
    pick = Pick("", targets, words.say("pick.items", value=value), least=1)
    path = (CARD_NAMES[card], heap_id(int(state.side(seat))))
    label = words.say("choice.capture", card=card_name(card, words), value=value)
    return [Choice(path, f"capture {CARD_NAMES[card]} {value}", label, (pick,))]


def _singles(state: Zwickern, face: int, words: Words) -> list[Choice]:
    """(ZW-6) Taking one item of the same value, by putting the card on it."""
    choices = []
    for item in members(state.items):
        if state.sums_with(1, item) & BIT[FACE_VALUE[face]]:
            path = (CARD_NAMES[FACE_CARD[face]], CARD_NAMES[item])
            move = int(capture_move(face, BIT[item]))
            choices.append(Choice(path, text(state, move), move_phrase(state, move, words)))
    return choices


# builds


def _build_choices(
    state: Zwickern, builds: Sequence[Builds], is_last: bool, words: Words
) -> list[Choice]:
    """Each build by itself; on a crowded table each card on each item, with values to pick."""
    if sum(len(build.values) for build in builds) > MAX_SINGLE_BUILDS:
        return [_build_family(state, build, is_last, words) for build in builds]
    return [
        _build(state, card, item, value, is_last, words)
        for card, item, values in builds
        for value in values
    ]


def _build(
    state: Zwickern, card: int, item: int, value: int, is_last: bool, words: Words
) -> Choice:
    move = int(build_move(card, item, value))
    careful = is_last or value > LOW_VALUE[state.config.largest]
    path, label = (CARD_NAMES[card], CARD_NAMES[item]), move_phrase(state, move, words)
    return Choice(path, text(state, move), label, careful=careful)


def _build_family(state: Zwickern, build: Builds, is_last: bool, words: Words) -> Choice:
    card, item, values = build
    targets = tuple((value_id(value), str(value)) for value in values)
    pick = Pick("", targets, words.say("pick.value"), least=1)
    label = words.say(
        "choice.build", card=card_name(card, words), item=item_name(state, item, words)
    )
    path = (CARD_NAMES[card], CARD_NAMES[item])
    notation = f"build {CARD_NAMES[card]} {CARD_NAMES[item]}"
    return Choice(path, notation, label, (pick,), careful=is_last)


# adds


def _adds(state: Zwickern, card: int, is_last: bool, words: Words) -> list[Choice]:
    """(ZW-11) A card laid loose, or with a fixed value."""
    moves = [(int(add_move(card)), False)]
    if IS_DUAL[card]:
        moves += [(int(fix_move(face)), is_last) for face in faces_of(card)]
    path = (CARD_NAMES[card], FREE_PLACE)
    return [
        Choice(path, text(state, move), move_phrase(state, move, words), careful=careful)
        for move, careful in moves
    ]
