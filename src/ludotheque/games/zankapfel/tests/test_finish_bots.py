"""Zankapfel: bots bring their pawns to the finish, and take nobody else there (ZK-23)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludotheque.bots.search_bot import SearchBot
from ludotheque.core.greedy_bot import GreedyBot
from ludotheque.core.knowledge import WIN
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import move_buffer
from ludotheque.core.table import Table
from ludotheque.games.zankapfel import GAME, reasons
from ludotheque.games.zankapfel.knowledge import KNOWLEDGE, fitting_quarrel_card
from ludotheque.games.zankapfel.moves import BUY_DICE, LayQuarrelCard, Offer, decode
from ludotheque.games.zankapfel.rules import Zankapfel
from ludotheque.games.zankapfel.tests import positions
from ludotheque.games.zankapfel.tests.positions import NAMES, changed, play

ALL_LAID = "0 lay r, 1 lay y, 2 lay g, 3 lay b"
WINDOW = f"{ALL_LAID}, 0 move 3 2"  # green is worth 4 here, 7 in row 5
LEVELS = ("greedy", "novice", "player", "master")
SIMULATIONS = 300  # enough for what is clear


def start(pawns: tuple[int, ...], script: str, finish: str = "first") -> Table[Zankapfel]:
    """Four players after set-up, and after a script; with bribery if a cell is proposed."""
    bribery = "move 3 2" in script
    table = positions.start(pawns=pawns, bribery=bribery, finish=finish)
    play(table, script)
    return table


def choice(table: Table, seat: int, name: str, seed: int = 0) -> str:
    """What a bot plays; levels search without a clock, so that all machines find the same."""
    if name in GAME.bots:
        return table.ask(GAME.bots[name], seat, SeededRng(seed))
    level = GAME.levels[name]
    level = replace(level, simulations=min(level.simulations, SIMULATIONS))
    return table.ask(SearchBot(GAME, level, lambda: 0.0), seat, SeededRng(seed))


def why(table: Table, seat: int, text: str) -> str:
    move, words = GAME.parse(table.state, text), GAME.words("en")
    return reasons.why(table.state, seat, move, words, NAMES)


# bribes


def answering(pawn: int, finish: str = "first") -> Table[Zankapfel]:
    """Seat 0 is offered 1 point for a cell where red is worth 7, or 2 points where it is 4."""
    script = f"{WINDOW}, 1 offer 3 1 1, 2 offer 5 3 2, 1 decline, 3 decline"
    return start((pawn, 0, 0, 0), script, finish)


@pytest.mark.parametrize("bot", LEVELS)
def test_a_bribe_that_wins_is_accepted(bot: str) -> None:
    table = answering(38)
    assert choice(table, 0, bot) == "accept 2"
    table.submit(0, "accept 2")
    assert table.state.ranks()[0] == 1


def test_a_bribe_that_wins_is_all_a_search_considers() -> None:
    buffer, table = move_buffer(), answering(38)
    assert KNOWLEDGE.propose_into(table.state, 0, buffer) == 1
    assert GAME.text(table.state, int(buffer[0])) == "accept 2"
    assert KNOWLEDGE.propose_into(answering(37).state, 0, buffer) == 3
    assert KNOWLEDGE.propose_into(answering(38, "round").state, 0, buffer) == 3
    rng = SeededRng(1)
    for _ in range(20):
        move = KNOWLEDGE.rollout_move(table.state, 0, rng, buffer)
        assert GAME.text(table.state, int(move)) == "accept 2"


def points_of(move: int) -> int:
    """The points of an offer; 0 for other moves."""
    decoded = decode(move)
    return decoded.points if isinstance(decoded, Offer) else 0


@pytest.mark.parametrize(("pawn", "most"), [(37, 2), (38, 1), (39, 0)])
def test_the_finish_is_never_sold(pawn: int, most: int) -> None:
    """Seat 2, who would gain 3 points by a better cell, offers no more than can be afforded."""
    table = start((pawn, 0, 0, 0), f"{WINDOW}, 1 offer 3 1 1" if most else WINDOW)
    buffer, rng = move_buffer(), SeededRng(2)
    count = KNOWLEDGE.propose_into(table.state, 2, buffer)
    moves = [int(buffer[i]) for i in range(count)]
    moves += [int(KNOWLEDGE.rollout_move(table.state, 2, rng, buffer)) for _ in range(40)]
    assert max(points_of(move) for move in moves) == most
    ranked = GreedyBot(KNOWLEDGE, reasons.why).rank(table.state, 2, rng)
    selling = [value for move, value in ranked if points_of(move) > most]
    assert bool(selling) == (most < 2)
    assert all(value < -50 for value in selling)


@pytest.mark.parametrize("bot", LEVELS)
@pytest.mark.parametrize("seed", range(2))
def test_no_bot_offers_what_loses_the_game(bot: str, seed: int) -> None:
    assert choice(start((39, 0, 0, 0), WINDOW), 2, bot, seed) == "decline"


def test_with_round_a_bribe_is_offered_as_ever() -> None:
    assert choice(start((39, 0, 0, 0), WINDOW, "round"), 2, "greedy").startswith("offer 5 ")


# harvest


def colouring(pawns: tuple[int, ...]) -> Table[Zankapfel]:
    """Seat 3 has a joker: red is worth 5, yellow 3, green 7, blue 2; green and red are laid."""
    return start(pawns, "0 lay g, 1 lay r, 2 buy, - turn y, 3 lay j, 0 move 5 2")


@pytest.mark.parametrize("bot", ["greedy", "master"])
def test_a_joker_goes_to_the_finish_alone(bot: str) -> None:
    assert choice(colouring((32, 34, 36, 37)), 3, bot) == "colour y"


@pytest.mark.parametrize("bot", ["greedy", "master"])
def test_a_joker_stops_another_at_the_finish(bot: str) -> None:
    assert choice(colouring((30, 36, 30, 33)), 3, bot) == "colour r"


def test_a_card_that_may_lead_to_the_finish_is_laid() -> None:
    """In seat 0's reach green is worth 7; without a victory to win, buying is valued higher."""
    far, near = (start((pawn, 0, 0, 0), "", "first") for pawn in (20, 33))
    lay, rng = GAME.parse(near.state, "lay g"), SeededRng(0)
    near_value, far_value = (KNOWLEDGE.appraise(one.state, 0, lay, rng) for one in (near, far))
    assert near_value > far_value + 2
    assert choice(near, 0, "greedy") in {"lay g", "lay r"}  # 7 in both cases


# quarrels


def quarrel(pawns: tuple[int, ...]) -> Table[Zankapfel]:
    """Seats 0 and 2 quarrel about green, worth 7."""
    return start(pawns, "0 lay g, 1 buy, - turn y, 2 lay g, 3 lay b, 0 move 5 2")


def test_a_quarrel_that_decides_deserves_the_best_card() -> None:
    rng = SeededRng(3)
    for pawns in ((38, -2, 5, 0), (5, -2, 38, 0)):
        table = changed(quarrel((0, 0, 0, 0)), prize=2, pawns=pawns)  # a prize for low cards
        assert fitting_quarrel_card(table.state, 0) == 10
        moves = [KNOWLEDGE.rollout_move(table.state, 0, rng, move_buffer()) for _ in range(30)]
        assert {decode(int(move)) for move in moves} == {LayQuarrelCard(9), LayQuarrelCard(10)}


def test_dice_that_cost_the_victory_are_not_bought() -> None:
    """34 and 7 make 41; the price of one die is one step too many."""
    table = quarrel((34, 0, 0, 0))
    play(table, "0 quarrel 9, 2 quarrel 5")
    values = [KNOWLEDGE.move_value(table.state, 0, BUY_DICE + dice) for dice in range(4)]
    assert max(values) == values[0]
    assert choice(table, 0, "greedy") == "nodice"
    table = changed(table, pawns=(38, -2, 0, 2))  # the die can be afforded
    assert choice(table, 0, "greedy") != "nodice"


def test_dice_keep_another_from_the_finish() -> None:
    chosen = []
    for pawn in (0, 35):
        table = quarrel((0, 0, pawn, 0))
        play(table, "0 quarrel 7, 2 quarrel 5")
        chosen.append(choice(table, 0, "greedy"))
    assert chosen == ["dice 1", "dice 2"]


# positions


def test_the_end_is_valued_by_the_victory() -> None:
    table = answering(38)
    table.submit(0, "accept 2")
    values = KNOWLEDGE.values(table.state)
    assert values == [WIN, 0, 0, 0]
    shared = start((32, 39, 35, 0), f"{ALL_LAID}, 0 move 5 2")
    assert KNOWLEDGE.values(shared.state) == [0, WIN // 2, WIN // 2, 0]


def test_being_near_the_finish_is_worth_something() -> None:
    """The same lead is worth more near the finish, and more still if a quarrel may lead there."""
    lead = [KNOWLEDGE.values(quarrel((pawn, pawn - 3, 0, 0)).state)[0] for pawn in (12, 30, 34)]
    assert lead == sorted(lead)
    short = KNOWLEDGE.values(quarrel((32, 29, 0, 0)).state)[0]
    enough = KNOWLEDGE.values(quarrel((33, 30, 0, 0)).state)[0]
    assert enough > short + 0.02 * WIN


# reasons


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("accept 2", "These points take your pawn to the finish: you win at once."),
        ("accept 1", "You get 1 point, and your card"),
        ("refuse", "Careful: an offer would take your pawn to the finish"),
    ],
)
def test_the_reason_for_an_answer(text: str, reason: str) -> None:
    assert why(answering(38), 0, text).startswith(reason)


def test_the_reason_against_an_offer() -> None:
    table = start((38, 0, 0, 0), WINDOW)
    sold = "Careful: these points take Ada to the finish, and the game is lost at once."
    assert why(table, 2, "offer 5 2 2") == sold
    assert why(table, 2, "offer 5 2 1").startswith("Your card can bring 7 there instead of 4")
    assert why(start((39, 0, 0, 0), WINDOW), 2, "decline") == (
        "Any offer would take Ada to the finish."
    )


def test_the_reasons_near_the_finish() -> None:
    table = colouring((20, 36, 0, 37))
    assert why(table, 3, "colour y") == (
        "Nobody else has yellow: its 3 points take you to the finish."
    )
    assert why(table, 3, "colour r").startswith("With red unopposed, Blaise would reach the finish")
    assert why(quarrel((33, 0, 0, 0)), 2, "quarrel 10").startswith("This quarrel may decide")
    near = start((33, 0, 0, 0), "")
    assert why(near, 0, "lay g").startswith("It can bring 7, enough to reach the finish;")
    play(near, "0 lay g, 1 lay r, 2 lay r, 3 lay b")
    assert why(near, 0, "move 5 2") == "Your card can bring 7 there, enough to reach the finish."
