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
from ludotheque.games.zwickern import data, moves
from ludotheque.games.zwickern.notation import FACE_NUMBERS
from ludotheque.games.zwickern.rules import Zwickern
from ludotheque.presentation.arrays import StepRange, Steps

CAPTURING: Final = 0  # and a face
FIXING: Final = CAPTURING + data.FACES  # and a face
ADDING: Final = FIXING + data.FACES  # and a card
BUILDING: Final = ADDING + data.CARDS  # and a card
ITEM: Final = BUILDING + data.CARDS  # and the top card of an item
WAY: Final = ITEM + data.CARDS  # and the number of one of WAYS
# How a build counts: the sign of the card's value, and what dual cards add to the sum.
WAYS: Final = (
    (1, 0),
    (1, data.DUAL_STEP),
    (1, 2 * data.DUAL_STEP),
    (-1, -data.DUAL_STEP),
    (-1, 0),
    (-1, data.DUAL_STEP),
)
NEXT: Final = WAY + len(WAYS)
DONE: Final = NEXT + 1
STEP_COUNT: Final = DONE + 1
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


def legal_steps(state: Zwickern, seat: int, steps: Steps) -> list[int]:
    """The steps that lead on to a legal move, ascending."""
    if state.phase != moves.PLAYING or seat != state.seat:
        return []
    if not steps:
        return _first_steps(state, seat)
    if steps[0] >= BUILDING:
        return _build_steps(state, seat, steps)
    return _capture_steps(state, steps)


def move_of(state: Zwickern, steps: Steps) -> int | None:
    """The move that steps make; None while one more is wanted."""
    if not steps:
        return None
    first = steps[0]
    if first < FIXING:
        items = sum(2 ** (step - ITEM) for step in steps[1:] if step < WAY)
        return int(moves.capture_move(first - CAPTURING, items)) if steps[-1] == DONE else None
    if first < ADDING:
        return int(moves.card_move(moves.FIX, first - FIXING))
    if first < BUILDING:
        return int(moves.card_move(moves.ADD, first - ADDING))
    if len(steps) < 3:
        return None
    card, item = first - BUILDING, steps[1] - ITEM
    return int(moves.build_move(card, item, _built_values(state, card, item)[steps[2] - WAY]))


def steps_of(state: Zwickern, move: int) -> tuple[int, ...]:
    """Steps that make a move of a seat."""
    match moves.decode(move, state.config.deck):
        case moves.Add(card):
            return (ADDING + card,)
        case moves.Fix(card, value):
            return (FIXING + FACE_NUMBERS[card, value],)
        case moves.Build(card, item, value):
            way = _built_values(state, card, item).index(value)
            return BUILDING + card, ITEM + item, WAY + way
        case moves.Capture(card, value, items):
            return _steps_of_capture(state, FACE_NUMBERS[card, value], items)
        case luck:
            raise AssertionError(f"{luck} is not a move of a seat")


def _steps_of_capture(state: Zwickern, face: int, items: int) -> tuple[int, ...]:
    groups = [bit_indices(group) for group in state.partition(items, data.FACE_VALUE[face])]
    assert groups, "a capture that does not add up"
    steps = [CAPTURING + face]
    for group in sorted(groups):
        steps += [*(ITEM + item for item in group), NEXT]
    return (*steps[:-1], DONE)


# which steps are open


def _first_steps(state: Zwickern, seat: int) -> list[int]:
    steps: list[int] = []
    for card in bit_indices(state.hands[seat]):
        steps.append(ADDING + card)
        for face in data.faces_of(card):
            if data.IS_DUAL[card]:
                steps.append(FIXING + face)
            if _capture_steps(state, [face]):
                steps.append(CAPTURING + face)
        if _build_steps(state, seat, [BUILDING + card]):
            steps.append(BUILDING + card)
    return sorted(steps)


def _build_steps(state: Zwickern, seat: int, steps: Steps) -> list[int]:
    """(ZW-10) The items a card may go on, then how it may count there: each value once."""
    card = steps[0] - BUILDING
    if len(steps) == 1:
        items = bit_indices(state.items)
        return [ITEM + item for item in items if state.buildable_values(seat, card, item)]
    item = steps[1] - ITEM
    values = _built_values(state, card, item)
    return sorted(WAY + values.index(value) for value in state.buildable_values(seat, card, item))


def _built_values(state: Zwickern, card: int, item: int) -> list[int]:
    """The value of an item when a card is built on it in each of the WAYS; some may be equal."""
    low, added = int(state.low_value(item)), int(data.LOW_VALUE[card])
    return [low + sign * added + tens for sign, tens in WAYS]


def _capture_steps(state: Zwickern, steps: Steps) -> list[int]:
    """(ZW-6) Items that may still lead to a whole group, and what may follow one."""
    value = int(data.FACE_VALUE[steps[0]])
    groups: list[list[int]] = [[]]
    for step in steps[1:]:
        if step == NEXT:
            groups.append([])
        else:
            groups[-1].append(step - ITEM)
    *whole, group = groups
    used = {item for done in whole for item in done}
    free = [item for item in bit_indices(state.items) if item not in used]
    if not group:
        after = whole[-1][0] if whole else -1
        return [ITEM + item for item in _fitting(state, free, 1, after, value)]
    found = [ITEM + item for item in _fitting(state, free, _sums(state, group), group[-1], value)]
    if _sums(state, group) >> value & 1:
        rest = [item for item in free if item not in group]
        found += [NEXT, DONE] if _fitting(state, rest, 1, group[0], value) else [DONE]
    return found


def _sums(state: Zwickern, items: list[int]) -> int:
    """The values that a set of items can have together, as bits."""
    sums = 1
    for item in items:
        sums = int(state.sums_with(sums, item))
    return sums


def _fitting(state: Zwickern, free: list[int], sums: int, after: int, value: int) -> list[int]:
    """The items higher than ``after`` that can be added to ``sums`` to reach a value, ascending."""
    rest = 1  # sums of the subsets of the items higher than the present one
    found: list[int] = []
    for item in reversed([item for item in free if item > after]):
        reached = int(state.sums_with(sums, item))
        if any(reached >> s & 1 and rest >> (value - s) & 1 for s in range(value + 1)):
            found.append(item)
        rest |= int(state.sums_with(rest, item))
    return found[::-1]
