"""Zankapfel: the greedy bot plays better than at random."""

from __future__ import annotations

import pytest

from ludotheque.bots import find_bot
from ludotheque.core.rng import SeededRng
from ludotheque.core.table import Table
from ludotheque.games.zankapfel import GAME


def play(players: int, seat: int, seed: int) -> tuple[int, ...]:
    """The ranks of a game of one greedy seat against random ones."""
    table, rng = Table(GAME, {"players": players}, SeededRng(seed)), SeededRng(seed + 1)
    greedy, rival = find_bot(GAME, "greedy"), find_bot(GAME, "random")
    while not table.over:
        actor = int(table.state.next_actor())
        table.submit(actor, table.ask(greedy if actor == seat else rival, actor, rng))
    return table.state.ranks()


@pytest.mark.parametrize("players", [3, 6])
def test_greedy_beats_random_play(players: int) -> None:
    wins = sum(play(players, seed % players, seed)[seed % players] == 1 for seed in range(12))
    assert wins >= 9
