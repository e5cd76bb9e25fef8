"""Zwickern: a move as a sequence of steps, for learning agents.

There may be far too many captures to number them, so a move is made step by step, with exactly the
steps that lead to a legal move open at each:

- add a card, or add a dual card with a fixed value: one step;
- build: the card, the item it goes on, and how its value counts;
- capture: the card with its value, then the items of a group that adds up to it, ascending; then
  NEXT for another group, whose first item is higher than that of the group before, or DONE. A pile
  worth 0 goes with any group.

Every legal move can be made so and nothing else can; a set of items that falls into groups in
several ways has several sequences. Cards and faces are numbered as in `data`.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import bit_indices
from ludotheque.games.zwickern.data import (
    CARDS,
    DUAL_STEP,
    FACE_VALUE,
    FACES,
    IS_DUAL,
    LOW_VALUE,
    faces_of,
)
from ludotheque.games.zwickern.moves import (
    ADD,
    FIX,
    PLAYING,
    Add,
    Build,
    Capture,
    Fix,
    build_move,
    capture_move,
    card_move,
    decode,
)
from ludotheque.games.zwickern.notation import FACE_NUMBERS
from ludotheque.games.zwickern.rules import Zwickern
from ludotheque.presentation.arrays import StepRange, Steps

CAPTURING: Final = 0  # and a face
FIXING: Final = CAPTURING + FACES  # and a face
ADDING: Final = FIXING + FACES  # and a card
BUILDING: Final = ADDING + CARDS  # and a card
ITEM: Final = BUILDING + CARDS  # and the top card of an item
WAY: Final = ITEM + CARDS  # and the number of one of WAYS
# How a build counts: the sign of the card's value, and what dual cards add to the sum.
WAYS: Final = (
    (1, 0),
    (1, DUAL_STEP),
    (1, 2 * DUAL_STEP),
    (-1, -DUAL_STEP),
    (-1, 0),
    (-1, DUAL_STEP),
)
NEXT: Final = WAY + len(WAYS)
DONE: Final = NEXT + 1
COUNT: Final = DONE + 1
NUMBERING: Final = (
    StepRange(
        CAPTURING,
        "capture",
        "face: a card at its lower or only value, or 20 more at its higher one",
    ),
    StepRange(FIXING, "fix", "face: add a two-value card with one value"),
    StepRange(ADDING, "add", "card, loose"),
    StepRange(BUILDING, "build", "card"),
    StepRange(ITEM, "item", "top card of the item taken or built on"),
    StepRange(WAY, "way", "plus 0, plus 10, plus 20, minus 10, minus 0, minus and then plus 10"),
    StepRange(NEXT, "next", "another group"),
    StepRange(DONE, "done", "nothing more"),
)


def legal_steps(game: Zwickern, seat: int, steps: Steps) -> list[int]:
    """The steps that lead on to a legal move, ascending."""
    if game.phase != PLAYING or seat != game.seat:
        return []
    if not steps:
        return _first_steps(game, seat)
    if steps[0] >= BUILDING:
        return _build_steps(game, seat, steps)
    return _capture_steps(game, steps)


def move_of(steps: Steps, game: Zwickern) -> int | None:
    """The move that steps make; None while one more is wanted."""
    if not steps:
        return None
    first = steps[0]
    if first < FIXING:
        items = sum(2 ** (step - ITEM) for step in steps[1:] if step < WAY)
        return int(capture_move(first - CAPTURING, items)) if steps[-1] == DONE else None
    if first < ADDING:
        return int(card_move(FIX, first - FIXING))
    if first < BUILDING:
        return int(card_move(ADD, first - ADDING))
    if len(steps) < 3:
        return None
    card, item = first - BUILDING, steps[1] - ITEM
    return int(build_move(card, item, _built_value(game, card, item, steps[2] - WAY)))


def steps_of(game: Zwickern, move: int) -> tuple[int, ...]:
    """Steps that make a move of a seat."""
    match decode(move, game.config.deck):
        case Add(card):
            return (ADDING + card,)
        case Fix(card, value):
            return (FIXING + FACE_NUMBERS[card, value],)
        case Build(card, item, value):
            values = [_built_value(game, card, item, way) for way in range(len(WAYS))]
            return BUILDING + card, ITEM + item, WAY + values.index(value)
        case Capture(card, value, items):
            return _steps_of_capture(game, FACE_NUMBERS[card, value], bit_indices(items))
        case luck:
            raise AssertionError(f"{luck} is no move of a seat")


def _steps_of_capture(game: Zwickern, face: int, items: list[int]) -> tuple[int, ...]:
    groups = _split(game, items, int(FACE_VALUE[face]))
    assert groups is not None, "a capture that does not add up"
    steps = [CAPTURING + face]
    for group in groups:
        steps += [*(ITEM + item for item in group), NEXT]
    return (*steps[:-1], DONE)


# which steps are open


def _first_steps(game: Zwickern, seat: int) -> list[int]:
    steps: list[int] = []
    for card in bit_indices(game.hands[seat]):
        steps.append(ADDING + card)
        for face in faces_of(card):
            if IS_DUAL[card]:
                steps.append(FIXING + face)
            if _capture_steps(game, [face]):
                steps.append(CAPTURING + face)
        if _build_steps(game, seat, [BUILDING + card]):
            steps.append(BUILDING + card)
    return sorted(steps)


def _build_steps(game: Zwickern, seat: int, steps: Steps) -> list[int]:
    """(ZW-10) The items a card may go on, then how it may count there."""
    card = steps[0] - BUILDING
    if len(steps) == 2:
        return [WAY + way for way in _ways(game, seat, card, steps[1] - ITEM)]
    return [ITEM + item for item in bit_indices(game.items) if _ways(game, seat, card, item)]


def _ways(game: Zwickern, seat: int, card: int, item: int) -> list[int]:
    """(ZW-10) The ways to count a build, each value once."""
    values: list[int] = []
    ways: list[int] = []
    for way in range(len(WAYS)):
        value = _built_value(game, card, item, way)
        if value not in values and game.may_build(seat, card, item, value):
            ways.append(way)
        values.append(value)
    return ways


def _built_value(game: Zwickern, card: int, item: int, way: int) -> int:
    """What an item is worth when a card is built on it in a certain way."""
    sign, tens = WAYS[way]
    return int(game.low_value(item) + sign * LOW_VALUE[card]) + tens


def _capture_steps(game: Zwickern, steps: Steps) -> list[int]:
    """(ZW-6) Items that may still lead to a whole group, and what may follow one."""
    value = int(FACE_VALUE[steps[0]])
    groups: list[list[int]] = [[]]
    for step in steps[1:]:
        if step == NEXT:
            groups.append([])
        else:
            groups[-1].append(step - ITEM)
    *whole, group = groups
    used = {item for done in whole for item in done}
    free = [item for item in bit_indices(game.items) if item not in used]
    if not group:
        after = whole[-1][0] if whole else -1
        return [ITEM + item for item in _fitting(game, free, 1, after, value)]
    found = [ITEM + item for item in _fitting(game, free, _sums(game, group), group[-1], value)]
    if _sums(game, group) >> value & 1:
        rest = [item for item in free if item not in group]
        found += [NEXT, DONE] if _fitting(game, rest, 1, group[0], value) else [DONE]
    return found


def _sums(game: Zwickern, items: list[int]) -> int:
    """What some items may be worth together, as bits."""
    sums = 1
    for item in items:
        sums = int(game.sums_with(sums, item))
    return sums


def _fitting(game: Zwickern, free: list[int], sums: int, after: int, value: int) -> list[int]:
    """The items after one that can be added to ``sums`` on the way to a value, ascending."""
    rest = 1  # sums that the items behind the present one can make, or not be used for
    found: list[int] = []
    for item in reversed([item for item in free if item > after]):
        reached = int(game.sums_with(sums, item))
        if any(reached >> s & 1 and rest >> (value - s) & 1 for s in range(value + 1)):
            found.append(item)
        rest |= int(game.sums_with(rest, item))
    return found[::-1]


def _split(game: Zwickern, items: list[int], value: int) -> list[list[int]] | None:
    """Items as groups of a value, each ascending and by their first; None if they are none."""
    if not items:
        return []
    return _fill(game, items[:1], items[1:], items[1:], value)


def _fill(
    game: Zwickern, group: list[int], later: list[int], left: list[int], value: int
) -> list[list[int]] | None:
    """Fill a group with some of the ``later`` items, and split what is then left."""
    sums = _sums(game, group)
    if sums >> value & 1:
        others = _split(game, left, value)
        if others is not None:
            return [group, *others]
    for item in _fitting(game, later, sums, group[-1], value):
        rest = [other for other in left if other != item]
        after = [other for other in later if other > item]
        found = _fill(game, [*group, item], after, rest, value)
        if found is not None:
            return found
    return None
