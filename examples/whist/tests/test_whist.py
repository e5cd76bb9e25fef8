"""The contract that all games keep, and the rules of Whist, by number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from ludotheque import SeededRng, Table
from ludotheque.analysis import analyse, win_chances
from ludotheque.analysis.decisions import Effort
from ludotheque.analysis.page import analysis_page
from ludotheque.bots import find_bot
from ludotheque.core.record import Record
from ludotheque.core.state import LUCK
from ludotheque.testing import play_random

from whist import GAME
from whist.notation import CARD, CODES
from whist.rules import SUIT, Whist


def test_the_contract(game_check: Callable[[], None]) -> None:
    """Every check of `ludotheque.testing`; ``ludotheque_games`` in pyproject.toml names the game."""
    game_check()


WHOLE_SUITS = tuple(CODES[13 * suit : 13 * suit + 13] for suit in (0, 1, 2, 3))


def dealt(hands: tuple[tuple[str, ...], ...] = WHOLE_SUITS, **options: object) -> Table:
    """A table where seat 3 deals; the last card of seat 3 is turned."""
    table = Table(GAME, GAME.resolve_options(options))
    table.submit(LUCK, "dealer 3")
    for i in range(13):
        for seat, hand in enumerate(hands):
            table.submit(LUCK, f"deal {seat} {hand[i]}")
    return table


def state_of(table: Table) -> Whist:
    assert isinstance(table.state, Whist)
    return table.state


def play_deal(table: Table) -> None:
    """Everybody plays their lowest card that is allowed, until the next deal."""
    points = list(state_of(table).points)
    while list(table.state.actors()) != [LUCK] and not table.over:
        seat = table.state.actors()[0]
        table.submit(seat, table.game.text(table.state, table.state.legal_moves(seat)[0]))
    assert points != state_of(table).points


def rule_against(table: Table, seat: int, text: str) -> str:
    refusal = table.explain(seat, text)
    assert refusal is not None
    return refusal.rule


def test_wh_3_the_last_card_makes_trumps_and_the_left_of_the_dealer_leads() -> None:
    table = dealt()
    assert CODES[state_of(table).turned] == "SA"
    assert list(table.state.actors()) == [0]


# Seats 0 and 2 hold clubs and diamonds mixed, the others hearts and spades.
MIXED = tuple(
    tuple(CODES[card] for card in range(52) if card % 2 == parity and (card < 26) == low)
    for parity, low in ((0, True), (0, False), (1, True), (1, False))
)


def test_wh_4_a_suit_must_be_followed() -> None:
    table = dealt(MIXED)
    table.submit(0, "play C2")
    table.submit(1, "play H2")  # has no clubs
    assert rule_against(table, 2, "play D2") == "WH-4"
    assert rule_against(table, 2, "play SA") == "WH-1"
    assert rule_against(table, 3, "play SA") == "WH-4"
    table.submit(2, "play C3")
    assert state_of(table).voids == [0, 1, 0, 0]


def test_wh_5_a_trump_beats_every_other_card() -> None:
    table = dealt()
    for seat, card in enumerate(("CA", "DA", "HA", "S2")):
        table.submit(seat, f"play {card}")
    assert list(table.state.actors()) == [3]
    assert state_of(table).tricks == [0, 1]


def test_wh_5_another_suit_takes_nothing() -> None:
    table = dealt(MIXED)
    for seat, card in enumerate(("C2", "HA", "C3", "H3")):
        table.submit(seat, f"play {card}")
    assert list(table.state.actors()) == [2]


def test_wh_6_and_wh_7_tricks_and_honours_score() -> None:
    """Seat 3 holds all trumps: thirteen tricks are seven points, four honours four."""
    table = dealt(points=10)
    play_deal(table)
    assert state_of(table).points == [0, 11]
    assert table.over


def test_wh_7_honours_may_be_left_out() -> None:
    table = dealt(points=10, honours=False)
    play_deal(table)
    assert state_of(table).points == [0, 7]
    assert state_of(table).dealer == 0


def test_wh_7_a_side_that_needs_one_point_counts_no_honours() -> None:
    table = dealt(points=10)
    state_of(table).points[1] = 2
    play_deal(table)
    assert state_of(table).points == [0, 9]


def test_wh_8_tricks_count_before_honours() -> None:
    table = dealt(points=5)
    play_deal(table)
    assert state_of(table).points == [0, 7]
    assert table.state.ranks() == (3, 1, 3, 1)


def test_nobody_is_imagined_with_a_suit_they_lack() -> None:
    table = dealt(MIXED)
    for seat, card in enumerate(("C2", "H2", "C3", "H3")):
        table.submit(seat, f"play {card}")
    for seed in range(50):
        world = state_of(table).imagine(0, SeededRng(seed))
        assert not world.hands[1] & SUIT[0]
        assert not world.hands[3] & SUIT[0]
        assert world.hands[3] >> CARD["SA"] & 1  # everybody saw it turned


@pytest.mark.parametrize("level", GAME.levels)
def test_bots_of_every_level_play_a_deal(level: str) -> None:
    rng = SeededRng(1)
    table, bot = Table(GAME, {}, rng), find_bot(GAME, level)
    for _ in range(12 if level == "master" else 52):
        seat = table.state.actors()[0]
        table.submit(seat, table.ask(bot, seat, rng))


def test_the_search_plays_better_than_chance() -> None:
    """Each deal is played twice: partners who search sit at either side of the table."""
    lead = 0
    for seed in range(4):
        for side in (0, 1):
            rng = SeededRng(seed)
            table = Table(GAME, {"honours": False, "points": 10}, rng)
            bots = [
                find_bot(GAME, "search:40" if seat % 2 == side else "random") for seat in range(4)
            ]
            while not sum(state_of(table).points):
                seat = table.state.actors()[0]
                table.submit(seat, table.ask(bots[seat], seat, SeededRng(seed)))
            points = state_of(table).points
            lead += points[side] - points[1 - side]
    assert lead > 0


def test_a_game_can_be_analysed() -> None:
    """Nothing of the analysis is Whist's own: chances, decisions and a page come with the rules."""
    table = play_random(GAME, GAME.resolve_options({}), seed=1)
    record = Record.from_table(table)
    start = replace(record, events=record.events[:70], scores=None, ranks=None)
    analysis = analyse(start, effort=Effort(search=10, trials=3))
    assert len(analysis.chances) == 71
    assert all(chances[0] == chances[2] for chances in analysis.chances)  # partners
    assert analysis.decisions
    assert not analysis.luck  # no kind of luck was shown to decide anything
    assert "<svg" in analysis_page(start, analysis, "en")
    finished = win_chances(GAME, table.state)
    assert sum(finished) == 2  # one side wins, or both share the win
