"""Rewinding a table: the same as a replay from the beginning, at the cost of what is taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from everything_game import FAIR, Fair
from hypothesis import given
from hypothesis import strategies as st
from playthroughs import GAMES, random_move

from ludotheque.core.checkpoints import INTERVAL_EVENTS, Checkpoints
from ludotheque.core.game import Game
from ludotheque.core.pack import pack
from ludotheque.core.rng import SeededRng
from ludotheque.core.table import Table

seeds = st.integers(0, 2**32 - 1)
MANY_EVENTS = 40_000
CHECKPOINTS_OF_MANY = 60


class Counter:
    """A state that counts its events."""

    def __init__(self, events: int = 0) -> None:
        self.events = events

    def clone(self) -> Counter:
        return Counter(self.events)


def replayed(table: Table, events: int) -> Table:
    """The table after some events, played again from the beginning with every check."""
    past = Table(table.game, table.options, None, table.rules_version)
    for event in table.events[:events]:
        past.submit(event.who, event.text)
    return past


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
@given(seed=seeds)
def test_a_rewound_table_is_a_replayed_one(game: Game, seed: int) -> None:
    """Also after it was rewound before, and played on."""
    rng = SeededRng(seed)
    table = Table(game, game.resolve_options({}), SeededRng(seed))
    for _ in range(4):
        while not table.over and rng.below(40):
            seat = table.state.next_actor()
            table.submit(seat, game.text(table.state, random_move(table.state, seat, rng)))
        events = rng.below(len(table.events) + 1)
        past, expected = table.rewound(events), replayed(table, events)
        assert past.events == expected.events == table.events[:events]
        assert past.state.key() == expected.state.key()
        assert pack(past.state) == pack(expected.state)
        assert past.rng is None
        past.rng = table.rng
        past._draw_luck()
        table = past


def played_fair(moves: int) -> Table:
    table = Table(FAIR, FAIR.resolve_options({}), SeededRng(1))
    rng = SeededRng(2)
    for _ in range(moves):
        seat = table.state.next_actor()
        table.submit(seat, FAIR.text(table.state, random_move(table.state, seat, rng)))
    return table


def counted(calls: list[int], method: Callable[..., Any]) -> Callable[..., Any]:
    def count(*arguments: Any) -> Any:
        calls.append(1)
        return method(*arguments)

    return count


def test_rewinding_applies_few_events(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played_fair(30)
    events = len(table.events)
    assert events > 2 * INTERVAL_EVENTS
    calls: list[int] = []
    monkeypatch.setattr(Fair, "apply", counted(calls, Fair.apply))
    monkeypatch.setattr(Fair, "is_legal", counted(calls, Fair.is_legal))
    for taken_back in range(INTERVAL_EVENTS):
        calls.clear()
        table.rewound(events - taken_back)
        assert len(calls) < INTERVAL_EVENTS + taken_back


def test_checkpoints_are_few_and_near() -> None:
    checkpoints: Checkpoints[Any] = Checkpoints()
    for events in range(1, MANY_EVENTS + 1):
        checkpoints.update(events, Counter(events))
        if events % 997 == 0:
            assert len(checkpoints) <= CHECKPOINTS_OF_MANY
            for back in (1, 5, 40, 300, 2000, events // 2):
                number, state = checkpoints.until(events - back).last() or (0, Counter())
                assert state.events == number
                assert events - back - number <= INTERVAL_EVENTS + back
