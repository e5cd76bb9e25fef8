"""The game that is only measured: its rules hold, and the search plays it well."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from typing import Any

from ludotheque.bots.search import Search
from ludotheque.core.dice import QuickDice

RULES = Path(__file__).parent.parent / "bench" / "connect_four" / "rules.py"


@cache
def rules() -> Any:
    """The module, which belongs to no package."""
    spec = importlib.util.spec_from_file_location("connect_four_rules", RULES)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def after(*columns: int) -> Any:
    """The state after stones in these columns, by turns."""
    state = rules().ConnectFour()
    for column in columns:
        assert column in state.legal_moves(state.next_actor())
        state.apply(state.next_actor(), column)
    return state


def test_four_in_a_line_win() -> None:
    for columns in (
        (0, 1, 0, 1, 0, 1, 0),  # upright
        (0, 0, 1, 1, 2, 2, 3),  # level
        (0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3),  # rising
        (3, 2, 2, 1, 1, 0, 1, 0, 0, 6, 0),  # falling
    ):
        assert after(*columns[:-1]).actors()
        won = after(*columns)
        assert won.scores() == (1, 0)
        assert won.actors() == ()


def test_a_full_column_is_closed() -> None:
    state = after(0, 0, 0, 0, 0, 0)
    assert state.legal_moves(0) == [1, 2, 3, 4, 5, 6]


def test_lines_end_at_the_edge() -> None:
    """Three at the top of a column and one at the bottom of the next are no line."""
    assert after(1, 0, 2, 0, 3, 0, 0, 5, 0, 5, 0, 6, 1).actors()


def test_the_search_completes_and_hinders_a_line() -> None:
    for state, best in ((after(0, 6, 0, 6, 0, 5), 0), (after(6, 0, 6, 0, 5, 0), 0)):
        search = Search(state, 0, rules().Result(), QuickDice(1), 1.4)
        search.run(400, 400)
        assert max(search.found(), key=lambda one: one[1])[0] == best
