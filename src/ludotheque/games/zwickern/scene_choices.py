"""Zwickern: what a seat may do, as pieces to press.

A card is pressed first, then what it takes, an item to build on, or the free place to add it.
Captures are never listed one by one, as they double with each item: a card has the groups that it
can take. On a crowded table there are too many even of these, and the items are picked freely; and
there the values of builds are picked as well.
"""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import UNSET

from ludotheque.games.zwickern import data, moves, notation, sums
from ludotheque.games.zwickern.naming import Naming
from ludotheque.games.zwickern.notation import CARD_NAMES
from ludotheque.games.zwickern.risks import Risk, Risks
from ludotheque.games.zwickern.rules import Zwickern
from ludotheque.games.zwickern.sentences import build_phrase, capture_phrase
from ludotheque.presentation.scene import Choice, Pick

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ludotheque.core.words import Words
    from ludotheque.games.zwickern.observation import Item, Public

FREE_PLACE: Final = "cell"  # on the table
ITEM_TARGETS: Final = tuple([(name, name) for name in CARD_NAMES])  # of picks, by top card
BUILD_CACHE_SIZE: Final = 4096  # most builds are offered again in the next turn
ADD_CACHE_SIZE: Final = 4096
MAX_SINGLE_BUILDS: Final = 200  # if there are more, their values are picked


class Builds(NamedTuple):
    """The values that can be announced for a card put on an item."""

    card: int
    item: Item
    values: list[int]


class Offer(NamedTuple):
    """What a seat may do."""

    choices: tuple[Choice, ...]
    announced: tuple[int, ...]  # values to pick for builds, ascending: only on a crowded table


def heap_id(side: int) -> str:
    """The heap of a side."""
    return f"heap:{side}"


def value_id(value: int) -> str:
    """A flag with a value to announce."""
    return f"={value}"


def offer(state: Zwickern, public: Public, hand: Sequence[int], seat: int, words: Words) -> Offer:
    """Everything that the seat whose turn it is may do."""
    naming = Naming(public, hand, words)
    risks = Risks(public, hand, seat)
    builds = [
        Builds(card, item, values)
        for card in hand
        for item in public.items
        if (values := state.buildable_values(seat, card, item.top))
    ]
    captures = _captures(state, public, hand, naming)
    adds = [add for card in hand for add in _adds(card, naming, risks)]
    if sum([len(build.values) for build in builds]) > MAX_SINGLE_BUILDS:
        families = [_build_family(build, naming, is_last=len(hand) == 1) for build in builds]
        announced = {value for build in builds for value in build.values}
        return Offer((*captures, *families, *adds), tuple(sorted(announced)))
    singles = [one for build in builds for one in _builds(build, naming, risks)]
    return Offer((*captures, *singles, *adds), ())


# captures (ZW-6)


def _captures(state: Zwickern, public: Public, hand: Sequence[int], naming: Naming) -> list[Choice]:
    """A choice for each card at each of its values that takes anything."""
    faces = [face for card in hand for face in data.faces_of(card)]
    wanted = {int(data.FACE_VALUE[face]) for face in faces}
    groups = sums.groups_by_value(public.items, wanted) if public.items else {}
    if groups is None:
        return _free_captures(state, faces, naming)
    return [
        _capture(public, face, found, naming)
        for face in faces
        if (found := groups.get(int(data.FACE_VALUE[face])))
    ]


def _capture(public: Public, face: int, groups: Sequence[sums.Group], naming: Naming) -> Choice:
    """Taking one or more groups with a card at one of its values."""
    card, value = int(data.FACE_CARD[face]), int(data.FACE_VALUE[face])
    tops = sorted({term.top for group in groups for term in group})
    pick = Pick(
        "",
        tuple([ITEM_TARGETS[top] for top in tops]),
        naming.words.say("pick.items", value=value),
        least=1,
        groups=tuple([_named_terms(group) for group in groups]),
        total=str(value),
    )
    played = naming.face(card, value)
    label = naming.words.say("choice.capture", card=played)
    if len(groups) == 1:
        items = [naming.the_item(item) for item in public.items if item.top in tops]
        label = capture_phrase(played, items, len(tops) == len(public.items), naming.words)
    return Choice((CARD_NAMES[card],), _capture_text(card, value), label, (pick,))


def _named_terms(group: sums.Group) -> tuple[tuple[str, str], ...]:
    return tuple([(CARD_NAMES[term.top], str(term.counts)) for term in group])


def _capture_text(card: int, value: int) -> str:
    return f"capture {CARD_NAMES[card]} {value}"


def _free_captures(state: Zwickern, faces: Sequence[int], naming: Naming) -> list[Choice]:
    """On a crowded table: anything that can be part of a group may be picked."""
    group_values = state.group_values()
    choices = []
    for face in faces:
        card, value = int(data.FACE_CARD[face]), int(data.FACE_VALUE[face])
        targets = [ITEM_TARGETS[item] for item, values in group_values if values >> value & 1]
        if targets:
            question = naming.words.say("pick.items", value=value)
            label = naming.words.say("choice.capture", card=naming.face(card, value))
            pick = Pick("", tuple(targets), question, least=1)
            text = _capture_text(card, value)
            choices.append(Choice((CARD_NAMES[card],), text, label, (pick,)))
    return choices


# builds and adds (ZW-10, ZW-11)


def _builds(build: Builds, naming: Naming, risks: Risks) -> list[Choice]:
    """Each build of a card on an item by itself, those without a question first."""
    card, item, values = build
    names = naming.card(card), naming.the_item(item)
    choices = [
        _build(card, item[:2], value, names, risks.of_pile(card, value, item), naming.words)
        for value in values
    ]
    return sorted(choices, key=_needs_confirmation)


_needs_confirmation: Callable[[Choice], bool] = attrgetter("confirm")


@lru_cache(BUILD_CACHE_SIZE)
def _build(
    card: int,
    item: tuple[int, int],
    value: int,
    names: tuple[str, str],
    risk: Risk,
    words: Words,
) -> Choice:
    """A build on an item, which is its top card and its value; both are named."""
    top, pile_value = item
    path = (CARD_NAMES[card], CARD_NAMES[top])
    made = sums.build_sum(card, top, pile_value, value)
    label = build_phrase(*names, value, made, words)
    question = risk.question(f"{made} = {value}", words)
    return _laid(path, f"build {path[0]} {path[1]} {value}", label, question)


def _build_family(build: Builds, naming: Naming, *, is_last: bool) -> Choice:
    """A card on an item, with values to pick."""
    card, item, values = build
    path = (CARD_NAMES[card], CARD_NAMES[item.top])
    targets = tuple([(value_id(value), str(value)) for value in values])
    pick = Pick("", targets, naming.words.say("pick.value"), least=1, most=1)
    label = naming.words.say("choice.build", card=naming.card(card), item=naming.the_item(item))
    return Choice(path, f"build {path[0]} {path[1]}", label, (pick,), confirm=is_last)


def _adds(card: int, naming: Naming, risks: Risks) -> list[Choice]:
    """A card laid loose, or with a fixed value."""
    name = naming.card(card)
    choices = [_add(card, name, risks.of_loose(card), naming.words)]
    if data.IS_DUAL[card]:
        values = [int(data.FACE_VALUE[face]) for face in data.faces_of(card)]
        choices += [
            _fix(card, value, name, risks.of_pile(card, value), naming.words) for value in values
        ]
    return choices


@lru_cache(ADD_CACHE_SIZE)
def _add(card: int, name: str, risk: Risk, words: Words) -> Choice:
    path, label = (CARD_NAMES[card], FREE_PLACE), words.say("move.add", card=name)
    return _laid(path, notation.text_of(moves.Add(card)), label, risk.question("", words))


@lru_cache(ADD_CACHE_SIZE)
def _fix(card: int, value: int, name: str, risk: Risk, words: Words) -> Choice:
    path, label = (CARD_NAMES[card], FREE_PLACE), words.say("choice.fix", card=name, value=value)
    question = risk.question(str(value), words)
    return _laid(path, notation.text_of(moves.Fix(card, value)), label, question)


def _laid(path: tuple[str, str], text: str, label: str, question: str) -> Choice:
    """A card that stays on the table; with a question if that may be costly."""
    return Choice(path, text, label, confirm=bool(question), question=question or UNSET)
