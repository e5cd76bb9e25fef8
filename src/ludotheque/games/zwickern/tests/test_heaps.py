"""Zwickern: heaps lie face down (ZW-6, option ``open_heaps``)."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

import pytest

from ludotheque.core.state import LUCK
from ludotheque.games.zwickern import GAME
from ludotheque.games.zwickern.data import ALL_CLAWS, claws_of, deck
from ludotheque.games.zwickern.notation import CARD, NUMBER
from ludotheque.games.zwickern.rules import View
from ludotheque.games.zwickern.rules_hands import cards_of
from ludotheque.games.zwickern.tests.test_examples import add_until, opened, play, view
from ludotheque.games.zwickern.tests.test_scene import counters, in_area, look, piece

if TYPE_CHECKING:
    from ludotheque.core.table import Table

NAMES = ("Ada", "Blaise", "Clara")


def captured(**options: bool) -> Table:
    """Seat 0 has captured a 10 with three claws, with a 10 that has one."""
    table = opened("10s 3s 9s", "10f", "8s", players=3, **options)
    play(table, "capture 10f 10 10s")
    return table


def picture(table: Table) -> str:
    return GAME.picture(table.state.observe(1), GAME.words("en"), NAMES)


def test_a_view_says_how_many_cards_a_heap_has_and_no_more() -> None:
    table = captured()
    assert view(table).heap_sizes == (2, 0, 0)
    assert view(table).heap_claws == ()
    seen = [getattr(view(table), field.name) for field in fields(View)]
    assert not any(isinstance(value, tuple) and NUMBER["10s"] in value for value in seen)


def test_open_heaps_show_their_claws() -> None:
    table = captured(open_heaps=True)
    assert view(table).heap_sizes == (2, 0, 0)
    assert view(table).heap_claws == (4, 0, 0)
    scene = look(table, 1)
    assert counters(scene, "heap0") == {"heap": 2, "claw": 4}
    assert piece(scene, "heap:0").label == "Heap of Ada: 2 cards, 4 claws"
    assert "✦ 4" in picture(table)
    seen = GAME.arrays(table.options).observe(table.state.observe(1), 1)
    assert list(seen["heap_claws"]) == [0, 0, 4]


def test_page_and_terminal_show_the_number_of_cards_alone() -> None:
    """Only the card played last is still to be seen, until the next move."""
    table = captured()
    scene = look(table, 1)
    assert counters(scene, "heap0") == {"heap": 2}
    assert piece(scene, "heap:0").label == "Heap of Ada: 2 cards"
    assert in_area(scene, "heap0") == ["heap:0", "10f"]
    play(table, "add 8s")
    assert in_area(look(table, 1), "heap0") == ["heap:0"]
    assert "heap: 2 cards" in picture(table)
    assert "✦ 4" not in picture(table)


@pytest.mark.parametrize("open_heaps", [False, True])
def test_which_cards_were_captured_is_told_once(open_heaps: bool) -> None:
    """The log keeps how many went to the heap."""
    table = captured(open_heaps=open_heaps)
    facts = table.events[-1].facts
    told = facts[0]
    assert (told.kind, told.about) == ("captured", (NUMBER["10f"], 10, NUMBER["10s"]))
    kept = [
        (fact.kind, fact.about)
        for fact in facts
        if not GAME.memory.is_ephemeral(fact, table.options)
    ]
    assert kept == ([("captured", told.about)] if open_heaps else [("heaped", (2,))])


def test_scoring_tells_all() -> None:
    table = captured()
    last = add_until(table, 1, 0)[-1]
    drawn = {event.text.split()[-1] for event in table.events if event.who == LUCK}
    (out,) = {CARD[card] for card in cards_of(deck("15/25/30"))} - drawn  # (ZW-4)
    claws = ALL_CLAWS - claws_of(NUMBER[out], NUMBER["30"])
    assert [fact.about for fact in last.facts[-3:]] == [
        (54, 3, 0, claws),
        (0, 0, 0, 0),
        (0, 0, 0, 0),
    ]
