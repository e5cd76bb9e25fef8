"""Zwickern: what a seat may do, as pieces to press.

A card is pressed first, then where it goes: the heap of its side to capture (the items are picked
after that), an item to build on it or to take just this one, the free place to add it. Captures are
never listed, as they double with each item; nor are the builds one by one, once there are too many.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.core.fast import BIT, bit_indices
from ludotheque.games.zwickern import data, moves, notation
from ludotheque.games.zwickern.notation import CARD_NAMES
from ludotheque.games.zwickern.rules import Zwickern
from ludotheque.games.zwickern.sentences import card_name, item_name, lay_phrase, move_phrase
from ludotheque.presentation.scene import Choice, Pick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words

FREE_PLACE: Final = "cell"  # on the table
CHOICE_CACHE_SIZE: Final = 4096
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
    group_values = state.group_values()
    for card in hand:
        for face in data.faces_of(card):
            value = BIT[data.FACE_VALUE[face]]
            found = [item for item, values in group_values if values & value]
            if found:
                captures.append(_capture(state, seat, face, found, words))
            alone = [item for item in found if state.sums_with(1, item) & value]
            singles += [_single(state, face, item, words) for item in alone]
        adds += _adds(card, is_last, words)
        for item in bit_indices(state.items):
            values = state.buildable_values(seat, card, item)
            if values:
                builds.append(Builds(card, item, values))
    return (*captures, *singles, *_build_choices(state, builds, is_last, words), *adds)


# captures


def _capture(state: Zwickern, seat: int, face: int, found: list[int], words: Words) -> Choice:
    """(ZW-6) Capturing with a card at one of its values; the items are picked from those found."""
    card, value = int(data.FACE_CARD[face]), int(data.FACE_VALUE[face])
    targets = tuple((CARD_NAMES[item], CARD_NAMES[item]) for item in found)
    pick = Pick("", targets, words.say("pick.items", value=value), least=1)
    path = (CARD_NAMES[card], heap_id(int(state.side(seat))))
    label = words.say("choice.capture", card=card_name(card, words), value=value)
    return Choice(path, f"capture {CARD_NAMES[card]} {value}", label, (pick,))


def _single(state: Zwickern, face: int, item: int, words: Words) -> Choice:
    """(ZW-6) Taking one item of the same value, by putting the card on it."""
    path = (CARD_NAMES[data.FACE_CARD[face]], CARD_NAMES[item])
    move = int(moves.capture_move(face, BIT[item]))
    return Choice(path, notation.text(state, move), move_phrase(state, move, words))


# builds and adds


def _build_choices(
    state: Zwickern, builds: Sequence[Builds], is_last: bool, words: Words
) -> list[Choice]:
    """Each build by itself; on a crowded table each card on each item, with values to pick."""
    if sum(len(build.values) for build in builds) > MAX_SINGLE_BUILDS:
        return [_build_family(state, build, is_last, words) for build in builds]
    highest = data.LOW_VALUE[state.config.largest]
    return [
        _lay(moves.Build(card, item, value), is_last or value > highest, words)
        for card, item, values in builds
        for value in values
    ]


def _build_family(state: Zwickern, build: Builds, is_last: bool, words: Words) -> Choice:
    card, item, values = build
    targets = tuple((value_id(value), str(value)) for value in values)
    pick = Pick("", targets, words.say("pick.value"), least=1)
    played, below = card_name(card, words), item_name(state, item, words)
    label = words.say("choice.build", card=played, item=below)
    path = (CARD_NAMES[card], CARD_NAMES[item])
    text = f"build {CARD_NAMES[card]} {CARD_NAMES[item]}"
    return Choice(path, text, label, (pick,), confirm=is_last)


def _adds(card: int, is_last: bool, words: Words) -> list[Choice]:
    """(ZW-11) A card laid loose, or with a fixed value."""
    choices = [_lay(moves.Add(card), False, words)]
    if data.IS_DUAL[card]:
        values = [int(data.FACE_VALUE[face]) for face in data.faces_of(card)]
        choices += [_lay(moves.Fix(card, value), is_last, words) for value in values]
    return choices


@lru_cache(CHOICE_CACHE_SIZE)
def _lay(move: moves.Build | moves.Add | moves.Fix, confirm: bool, words: Words) -> Choice:
    """A move that leaves its card on the table."""
    target = CARD_NAMES[move.item] if isinstance(move, moves.Build) else FREE_PLACE
    path, label = (CARD_NAMES[move.card], target), lay_phrase(move, words)
    return Choice(path, notation.text_of(move), label, confirm=confirm)
