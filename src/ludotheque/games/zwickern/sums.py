"""Zwickern: the arithmetic of captures and builds, to be shown.

A *group* is some items or cards that add up to a value, each with what it counts there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.games.zwickern import data
from ludotheque.games.zwickern.observation import LOOSE
from ludotheque.presentation.score_table import MINUS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ludotheque.games.zwickern.observation import Item

MAX_ITEMS: Final = 14  # on a table whose groups are listed
MAX_GROUPS: Final = 60  # of one value
MAX_CARDS: Final = 10  # of a capture whose sums are shown
MAX_WORTHLESS: Final = 3  # piles worth 0: each doubles the groups


class Term(NamedTuple):
    """An item or a card, by its number, and what it counts."""

    top: int
    counts: int


Group = tuple[Term, ...]


def equation(group: Group, value: int) -> str:
    """A group as a sum: 3 + 5 = 8."""
    return f"{' + '.join(str(term.counts) for term in group)} = {value}"


def _values(top: int, pile_value: int) -> tuple[int, ...]:
    """What an item may count; ``pile_value`` is LOOSE for a loose card."""
    if pile_value != LOOSE:
        return (pile_value,)
    low = int(data.LOW_VALUE[top])
    return (low, low + data.DUAL_STEP) if data.IS_DUAL[top] else (low,)


def build_sum(card: int, item: int, pile_value: int, value: int) -> str:
    """(ZW-10) How a card put on an item makes a value: 12 - 3. A sum rather than a difference."""
    below, played = _values(item, pile_value), _values(card, LOOSE)
    for sign, symbol in ((1, "+"), (-1, MINUS)):
        for one in below:
            for other in played:
                if one + sign * other == value:
                    return f"{one} {symbol} {other}"
    raise AssertionError(f"{card} on {item} is not worth {value}")


def is_build_of_two(card: int, item: int, value: int) -> bool:
    """Whether a card put on another one can make a value; else the other one lies on a pile."""
    below, played = _values(item, LOOSE), _values(card, LOOSE)
    return any(value in {one + other, one - other} for one in below for other in played)


# groups on the table


def groups_by_value(items: Sequence[Item], wanted: set[int]) -> dict[int, list[Group]] | None:
    """(ZW-6, ZW-10) All groups worth each wanted value, also with piles worth 0.

    None if there may be too many to list.
    """
    worthless = [Term(item.top, 0) for item in items if item.value == 0]
    if not wanted or len(items) > MAX_ITEMS or len(worthless) > MAX_WORTHLESS:
        return None
    choices = [(item.top, _values(item.top, item.value)) for item in items if item.value != 0]
    found: dict[int, dict[frozenset[int], Group]] = {value: {} for value in wanted}
    for total, group in _sums(choices, 0, 0, max(wanted)):
        if total in wanted:
            found[total].setdefault(frozenset([term.top for term in group]), group)
    if any(len(groups) << len(worthless) > MAX_GROUPS for groups in found.values()):
        return None
    return {
        value: [one for group in groups.values() for one in _along(group, worthless)]
        for value, groups in found.items()
        if groups
    }


def _sums(
    choices: Sequence[tuple[int, tuple[int, ...]]], start: int, total: int, most: int
) -> Iterator[tuple[int, Group]]:
    """All sets of items from ``start`` on, at each of their values, with their sum."""
    for at in range(start, len(choices)):
        top, values = choices[at]
        for counts in values:
            if total + counts <= most:
                term = Term(top, counts)
                yield total + counts, (term,)
                for more, group in _sums(choices, at + 1, total + counts, most):
                    yield more, (term, *group)


def _along(group: Group, worthless: Sequence[Term]) -> list[Group]:
    """A group alone, and with each set of piles worth 0."""
    groups = [group]
    for pile in worthless:
        groups += [(*one, pile) for one in groups]
    return groups


# groups of captured cards


def groups_of_cards(cards: Sequence[int], value: int) -> list[Group]:
    """Cards as groups worth a value, each at a printed value; none if they do not add up so.

    Piles are worth what was announced, so a capture with piles may not.
    """
    if not 0 < len(cards) <= MAX_CARDS:
        return []
    for group in sorted(_groups_with_first(cards, value), key=len):
        used = {term.top for term in group}
        rest = [card for card in cards if card not in used]
        others = groups_of_cards(rest, value)
        if others or not rest:
            return [group, *others]
    return []


def _groups_with_first(cards: Sequence[int], value: int) -> Iterator[Group]:
    lead, *others = cards
    choices = [(card, _values(card, LOOSE)) for card in others]
    for counts in _values(lead, LOOSE):
        first = Term(lead, counts)
        if counts == value:
            yield (first,)
        for total, group in _sums(choices, 0, counts, value):
            if total == value:
                yield (first, *group)
