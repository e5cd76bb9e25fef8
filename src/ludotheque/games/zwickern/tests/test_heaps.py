"""Zwickern: heaps lie face down (ZW-6, option ``open_heaps``)."""

from __future__ import annotations

import pytest

from ludotheque.core.fast import bit_indices
from ludotheque.core.state import LUCK
from ludotheque.games.zwickern import GAME
from ludotheque.games.zwickern.data import ALL_CLAWS, claws_of, deck
from ludotheque.games.zwickern.notation import CARD_NAMES, CARD_NUMBERS
from ludotheque.games.zwickern.observation import HIDDEN
from ludotheque.games.zwickern.tests.tables import ZwickernTable, add_until, opened, play
from ludotheque.games.zwickern.tests.test_scene import counters, in_area, piece, scene_of

NAMES = ("Ada", "Blaise", "Clara")


def captured(**options: bool) -> ZwickernTable:
    """Seat 0 has captured a 10 with three claws, with a 10 that has one."""
    table = opened("10s 3s 9s", "10f", "8s", players=3, **options)
    play(table, "capture 10f 10 10s")
    return table


def picture(table: ZwickernTable) -> str:
    return GAME.picture(table.state.observe(1), GAME.words("en"), NAMES)


def heaps(table: ZwickernTable) -> list[tuple[int, int]]:
    """Cards and claws of each heap, as everybody sees them."""
    return [(player.heap_size, player.heap_claws) for player in table.state.public().players]


def test_everybody_knows_how_many_cards_a_heap_has_and_no_more() -> None:
    table = captured()
    assert heaps(table) == [(2, HIDDEN), (0, HIDDEN), (0, HIDDEN)]
    assert table.state.public().sides[0].heap_claws == HIDDEN
    other = opened("10a 3s 9s", "10g 10f 10s", "8s", players=3)
    play(other, "capture 10g 10 10a")
    assert heaps(other) == heaps(table)


def test_open_heaps_show_their_claws() -> None:
    table = captured(open_heaps=True)
    assert heaps(table) == [(2, 4), (0, 0), (0, 0)]
    scene = scene_of(table, 1)
    assert counters(scene, "heap0") == {"heap": 2, "claw": 4}
    assert piece(scene, "heap:0").label == "Heap of Ada: 2 cards, 4 claws"
    assert "✦ 4" in picture(table)
    seen = GAME.arrays(table.options).encode(table.state.observe(1), 1)
    assert list(seen["heap_claws"]) == [0, 0, 4]


def test_page_and_terminal_show_the_number_of_cards_alone() -> None:
    """Only the card played last is still to be seen, until the next move."""
    table = captured()
    scene = scene_of(table, 1)
    assert counters(scene, "heap0") == {"heap": 2}
    assert piece(scene, "heap:0").label == "Heap of Ada: 2 cards"
    assert in_area(scene, "heap0") == ["heap:0", "10f"]
    play(table, "add 8s")
    assert in_area(scene_of(table, 1), "heap0") == ["heap:0"]
    assert "heap: 2 cards" in picture(table)
    assert "✦ 4" not in picture(table)


@pytest.mark.parametrize("open_heaps", [False, True])
def test_captured_cards_are_named_once_and_not_logged(open_heaps: bool) -> None:
    """The log keeps how many went to the heap."""
    table = captured(open_heaps=open_heaps)
    facts = table.events[-1].facts
    capture = facts[0]
    assert (capture.kind, capture.about) == (
        "captured",
        (CARD_NUMBERS["10f"], 10, CARD_NUMBERS["10s"]),
    )
    kept = [
        (fact.kind, fact.about)
        for fact in facts
        if not GAME.memory.is_ephemeral(fact, table.options)
    ]
    assert kept == ([("captured", capture.about)] if open_heaps else [("heaped", (2,))])


def test_scoring_reveals_all_claws() -> None:
    table = captured()
    last = add_until(table, 1, 0)[-1]
    drawn = {event.text.split()[-1] for event in table.events if event.who == LUCK}
    (out,) = {CARD_NAMES[card] for card in bit_indices(deck("15/25/30"))} - drawn  # (ZW-4)
    claws = ALL_CLAWS - claws_of(CARD_NUMBERS[out], CARD_NUMBERS["30"])
    assert [fact.about for fact in last.facts[-3:]] == [
        (54, 3, 0, claws),
        (0, 0, 0, 0),
        (0, 0, 0, 0),
    ]
