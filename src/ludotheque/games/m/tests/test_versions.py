"""M-20 has two versions: games begun under the first let chips break ties, later ones share."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest

from ludotheque.core.errors import BadRecord, UnknownRules
from ludotheque.core.pack import pack, unpack
from ludotheque.core.record import Record, from_json, referee
from ludotheque.core.rng import SeededRng
from ludotheque.core.table import Table
from ludotheque.games.m import GAME
from ludotheque.games.m.rules import M

OPTIONS = GAME.resolve_options({"players": 2, "voluntary_pass": True})
MAX_GAMES = 2000


def played(seed: int, rules: int) -> Table:
    """A game of passes and random moves, which is over soon, under a version of the rules."""
    table, rng = Table(GAME, OPTIONS, SeededRng(seed), rules), SeededRng(seed + 1)
    while not table.over:
        seat = table.state.next_actor()
        table.submit(seat, GAME.text(table.state, table.state.random_move(seat, rng)))
    return table


@cache
def tied(rules: int) -> Record:
    """The record of a finished game with equal totals and different chips."""
    for seed in range(MAX_GAMES):
        table = played(seed, rules)
        assert isinstance(table.state, M)
        if len(set(table.state.scores())) == 1 and len(set(table.state.chips)) > 1:
            return Record.from_table(table)
    raise AssertionError(f"no such game in {MAX_GAMES}")


def test_new_games_share_their_rank() -> None:
    assert tied(2).ranks == (1, 1)
    assert Table(GAME, OPTIONS).rules_version == 2
    state = GAME.new(OPTIONS)
    assert not state.chips_break_ties


def test_a_game_begun_under_the_first_version_lets_chips_decide() -> None:
    record = tied(1)
    table = record.table()
    for who, text in record.events:
        table.submit(who, text)
    assert isinstance(table.state, M)
    more = int(table.state.chips[1] > table.state.chips[0])
    assert record.ranks == ((1, 2), (2, 1))[more]


def test_a_record_of_the_first_version_may_be_ranked_either_way() -> None:
    by_chips = tied(1)
    assert referee(by_chips) is None
    assert referee(replace(by_chips, ranks=(1, 1))) is None
    wrong = (2, 1) if by_chips.ranks == (1, 2) else (1, 2)
    fault = referee(replace(by_chips, ranks=wrong))
    assert fault is not None
    assert isinstance(fault.error, BadRecord)


def test_a_record_of_the_second_version_shares() -> None:
    record = tied(2)
    assert referee(record) is None
    for ranks in ((1, 2), (2, 1)):
        assert referee(replace(record, ranks=ranks)) is not None


def test_a_version_nobody_knows_is_refused_in_words() -> None:
    data = json.loads(Record.from_table(Table(GAME, OPTIONS)).to_json())
    with pytest.raises(UnknownRules, match="under rules version 99; known here: 1 and 2"):
        from_json({**data, "rules": 99})
    with pytest.raises(UnknownRules):
        GAME.new_under(99, OPTIONS)


@pytest.mark.parametrize("rules", [1, 2])
def test_copies_and_packed_states_keep_the_version(rules: int) -> None:
    state = GAME.new_under(rules, OPTIONS)
    packed = unpack(GAME, OPTIONS, pack(state))
    world = state.imagine(0, SeededRng(1))
    for copy in (state.clone(), packed, world):
        assert isinstance(copy, M)
        assert copy.chips_break_ties == (rules == 1)
        assert copy.key() == state.key()
    assert state.key() != GAME.new_under(3 - rules, OPTIONS).key()
