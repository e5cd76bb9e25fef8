"""Zwickern: what a viewer may do, as pieces to press.

A card is pressed first, then where it goes: the own heap to capture (the items are picked after
that), an item to build on it or to take just this one, the free place to add it. The captures are
never listed, as they double with each item; nor are the builds one by one, once there are too many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from ludotheque.core.fast import BIT
from ludotheque.games.zwickern.data import FACE_CARD, FACE_VALUE, LOW, TEN, TWO, fold
from ludotheque.games.zwickern.notation import CARD, text
from ludotheque.games.zwickern.picture import card_name, item_name, move_phrase
from ludotheque.games.zwickern.rules import View, Zwickern
from ludotheque.games.zwickern.rules_moves import (
    ADD,
    BUILD_VALUE,
    FIX,
    KIND_BITS,
    KIND_MASK,
    build_move,
    faces_of,
)
from ludotheque.games.zwickern.rules_table import LOOSE
from ludotheque.presentation.scene import Choice, Pick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.words import Words

Build: TypeAlias = tuple[int, int, list[int]]  # card, item, values that can be announced

CELL: Final = "cell"  # the free place on the table
MANY: Final = 200  # builds; if there are more, their values are picked


def heap_id(side: int) -> str:
    return f"heap:{side}"


def value_id(value: int | str) -> str:
    """A flag with a value to announce."""
    return f"={value}"


def choices_of(state: Zwickern, view: View, viewer: int, words: Words) -> tuple[Choice, ...]:
    """Everything the viewer may do now."""
    if viewer < 0 or viewer != state.next_actor():
        return ()
    captures: list[Choice] = []
    singles: list[Choice] = []
    adds: list[Choice] = []
    builds: list[Build] = []
    for card in view.hand:
        for face in faces_of(card):
            captures += _capture(state, view, face, words)
            singles += _singles(state, view, face, words)
        adds += _adds(state, view, card, words)
        builds += _builds(state, view, viewer, card)
    return (*captures, *singles, *_build_choices(state, view, builds, words), *adds)


# captures


def _capture(state: Zwickern, view: View, face: int, words: Words) -> list[Choice]:
    """(ZW-6) Capturing with a card at one of its values, if there is anything to capture."""
    card, value = int(FACE_CARD[face]), int(FACE_VALUE[face])
    items = [item[0] for item in view.items]
    found = fitting([worths(item[0], item[1]) for item in view.items], value)
    if not found:
        return []
    targets = tuple((CARD[items[i]], CARD[items[i]]) for i in found)
    pick = Pick("", targets, words.say("pick.items", value=value), least=1)
    path = (CARD[card], heap_id(int(state.side(view.seat))))
    label = words.say("choice.capture", card=card_name(card, words), value=value)
    return [Choice(path, f"capture {CARD[card]} {value}", label, (pick,))]


def _singles(state: Zwickern, view: View, face: int, words: Words) -> list[Choice]:
    """(ZW-6) Taking one item of the same value, by putting the card on it."""
    value = int(FACE_VALUE[face])
    found = [item for item, announced, _, _ in view.items if value in worths(item, announced)]
    return [_single(state, face, item, words) for item in found]


def _single(state: Zwickern, face: int, item: int, words: Words) -> Choice:
    move = int(fold(BIT[item])) << KIND_BITS | face
    path = (CARD[int(FACE_CARD[face])], CARD[item])
    return Choice(path, text(state, move), move_phrase(state, move, words))


def worths(card: int, announced: int = LOOSE) -> tuple[int, ...]:
    """What an item may count: the announced value of a pile, any value of a loose card."""
    if announced != LOOSE:
        return (announced,)
    low = int(LOW[card])
    return (low, low + TEN) if TWO[card] else (low,)


def fitting(items: Sequence[tuple[int, ...]], value: int) -> list[int]:
    """(ZW-6) Which items are in some group worth exactly a value; found without listing groups.

    (ZW-10) Piles worth 0 are, if there is such a group at all.
    """
    found = []
    for i, own in enumerate(items):
        sums = _sums((*items[:i], *items[i + 1 :]), value)
        if any(worth <= value and sums >> (value - worth) & 1 for worth in own):
            found.append(i)
    return found


def _sums(items: Sequence[tuple[int, ...]], limit: int) -> int:
    """What some of the items can be worth together up to a limit, as bits."""
    sums = 1
    for item in items:
        longer = sums
        for worth in item:
            longer |= sums << worth
        sums = longer & (2 << limit) - 1
    return sums


# builds


def _builds(state: Zwickern, view: View, viewer: int, card: int) -> list[Build]:
    """(ZW-10) The items a card may be put on, with the values that can be announced."""
    builds = []
    for item, announced, _, _ in view.items:
        pairs = [(up, down) for up in worths(item, announced) for down in worths(card)]
        values = {one + other for one, other in pairs} | {one - other for one, other in pairs}
        allowed = [value for value in sorted(values) if state.may_build(viewer, card, item, value)]
        if allowed:
            builds.append((card, item, allowed))
    return builds


def _build_choices(
    state: Zwickern, view: View, builds: Sequence[Build], words: Words
) -> list[Choice]:
    """Each build by itself; on a crowded table each card on each item, with values to pick."""
    if sum(len(values) for _, _, values in builds) > MANY:
        return [_build_family(state, view, build, words) for build in builds]
    return [
        _build(state, view, int(build_move(card, item)) | value << BUILD_VALUE, words)
        for card, item, values in builds
        for value in values
    ]


def _build(state: Zwickern, view: View, move: int, words: Words) -> Choice:
    argument = move >> KIND_BITS
    card, item, value = argument & 63, argument >> 6 & 63, argument >> 12
    careful = _is_last(view) or value > LOW[view.largest]
    label = move_phrase(state, move, words)
    return Choice((CARD[card], CARD[item]), text(state, move), label, careful=careful)


def _build_family(state: Zwickern, view: View, build: Build, words: Words) -> Choice:
    card, item, values = build
    targets = tuple((value_id(value), str(value)) for value in values)
    pick = Pick("", targets, words.say("pick.value"), least=1)
    label = words.say(
        "choice.build", card=card_name(card, words), item=item_name(state, item, words)
    )
    path = (CARD[card], CARD[item])
    notation = f"build {CARD[card]} {CARD[item]}"
    return Choice(path, notation, label, (pick,), careful=_is_last(view))


def _is_last(view: View) -> bool:
    """Whether this is the last card of the hand: who builds now can't capture the pile as well."""
    return len(view.hand) == 1


# adds


def _adds(state: Zwickern, view: View, card: int, words: Words) -> list[Choice]:
    """(ZW-11) A card laid loose, or with a fixed value."""
    moves = [card << KIND_BITS | ADD]
    if TWO[card]:
        moves += [face << KIND_BITS | FIX for face in faces_of(card)]
    return [
        Choice(
            (CARD[card], CELL),
            text(state, move),
            move_phrase(state, move, words),
            careful=_is_last(view) and move & KIND_MASK == FIX,
        )
        for move in moves
    ]
