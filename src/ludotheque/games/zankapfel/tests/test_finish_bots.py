"""Zankapfel: bots bring their pawns home, and take nobody else there (ZK-23)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from ludotheque.games.zankapfel.bot import Greedy
from ludotheque.games.zankapfel.worth import appraise, fitting_card, value_of_dice
from script import go_on, scripted

from ludotheque.bots.search_bot import SearchBot
from ludotheque.core.knowledge import WIN
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import move_buffer
from ludotheque.core.table import Table
from ludotheque.games.zankapfel import GAME
from ludotheque.games.zankapfel.data import CELLS
from ludotheque.games.zankapfel.rules import DECLINE, OFFER, QUARREL, Zankapfel

HANDS = ("r y g b", "r y g j", "r y g b", "r b g j")
NAMES = ("Ada", "Blaise", "Clara", "Dirk")
ALL_LAID = "0 lay r, 1 lay y, 2 lay g, 3 lay b"
WINDOW = f"{ALL_LAID}, 0 move 3 2"  # green is worth 4 here, 7 in row 5
LEVELS = ("greedy", "novice", "player", "master")
THOUGHT = 300  # simulations, enough for what is clear


def start(pawns: tuple[int, ...], script: str, finish: str = "first") -> Table:
    """Four players after set-up: the mayor on 4 2, chips gone from 1 1 to 1 4; then a script."""
    lines = ["0 mayor 4 2"]
    for seat, hand in enumerate(HANDS):
        lines += [f"- deal {seat} {card}" for card in hand.split()]
    lines += ["- turn r", *(f"{seat} clear 1 {seat + 1}" for seat in range(4))]
    bribery = "move 3 2" in script
    table = scripted(GAME, "\n".join(lines), players=4, bribery=bribery, finish=finish)
    for seat, pawn in enumerate(pawns):
        state_of(table).pawns[seat] = pawn
    go_on(table, "\n".join(script.split(", ")))
    return table


def state_of(table: Table) -> Zankapfel:
    assert isinstance(table.state, Zankapfel)
    return table.state


def choice(table: Table, seat: int, name: str, seed: int = 0) -> str:
    """What a bot plays; levels think as long as it takes, so that all machines see the same."""
    if name in GAME.bots:
        return table.ask(GAME.bots[name], seat, SeededRng(seed))
    level = GAME.levels[name]
    level = replace(level, simulations=min(level.simulations, THOUGHT))
    return table.ask(SearchBot(GAME, level, lambda: 0.0), seat, SeededRng(seed))


def why(table: Table, seat: int, text: str) -> str:
    words = GAME.words("en")
    return Greedy().why(table.state, seat, GAME.parse(table.state, text), words, NAMES)


# bribes


def answering(pawn: int, finish: str = "first") -> Table:
    """Seat 0 is offered 1 point for a cell where red is worth 7, or 2 points where it is 4."""
    script = f"{WINDOW}, 1 offer 3 1 1, 2 offer 5 3 2, 1 decline, 3 decline"
    return start((pawn, 0, 0, 0), script, finish)


@pytest.mark.parametrize("bot", LEVELS)
def test_a_bribe_that_wins_is_accepted(bot: str) -> None:
    table = answering(38)
    assert choice(table, 0, bot) == "accept 2"
    table.submit(0, "accept 2")
    assert table.state.ranks()[0] == 1


def test_a_bribe_that_wins_needs_no_thought() -> None:
    """Whatever else could be had: a search is asked about nothing else."""
    buffer, table = move_buffer(), answering(38)
    assert GAME.knowledge.propose_into(table.state, 0, buffer) == 1
    assert GAME.text(table.state, int(buffer[0])) == "accept 2"
    assert GAME.knowledge.propose_into(answering(37).state, 0, buffer) == 3
    assert GAME.knowledge.propose_into(answering(38, "round").state, 0, buffer) == 3
    rng = SeededRng(1)
    for _ in range(20):
        move = GAME.knowledge.rollout_move(table.state, 0, rng, buffer)
        assert GAME.text(table.state, int(move)) == "accept 2"


@pytest.mark.parametrize(("pawn", "most"), [(37, 2), (38, 1), (39, 0)])
def test_the_finish_is_never_sold(pawn: int, most: int) -> None:
    """Seat 2, who would gain 3 points by a better cell, offers no more than can be afforded."""
    table = start((pawn, 0, 0, 0), f"{WINDOW}, 1 offer 3 1 1" if most else WINDOW)
    buffer, rng = move_buffer(), SeededRng(2)
    count = GAME.knowledge.propose_into(table.state, 2, buffer)
    moves = [int(buffer[i]) for i in range(count)]
    moves += [int(GAME.knowledge.rollout_move(table.state, 2, rng, buffer)) for _ in range(40)]
    offered = {(move - OFFER) // CELLS for move in moves if move != DECLINE}
    assert max(offered, default=0) == most
    ranked = Greedy().rank(table.state, 2, rng)
    selling = [
        value for move, value in ranked if move != DECLINE and (move - OFFER) // CELLS > most
    ]
    assert bool(selling) == (most < 2)
    assert all(value < -50 for value in selling)


@pytest.mark.parametrize("bot", LEVELS)
@pytest.mark.parametrize("seed", range(2))
def test_no_bot_offers_what_loses_the_game(bot: str, seed: int) -> None:
    assert choice(start((39, 0, 0, 0), WINDOW), 2, bot, seed) == "decline"


def test_with_round_a_bribe_is_offered_as_ever() -> None:
    assert choice(start((39, 0, 0, 0), WINDOW, "round"), 2, "greedy").startswith("offer 5 ")


# harvest


def colouring(pawns: tuple[int, ...]) -> Table:
    """Seat 3 has a joker: red is worth 5, yellow 3, green 7, blue 2; green and red are laid."""
    return start(pawns, "0 lay g, 1 lay r, 2 buy, - turn y, 3 lay j, 0 move 5 2")


@pytest.mark.parametrize("bot", ["greedy", "master"])
def test_a_joker_goes_home_alone(bot: str) -> None:
    assert choice(colouring((32, 34, 36, 37)), 3, bot) == "colour y"


@pytest.mark.parametrize("bot", ["greedy", "master"])
def test_a_joker_stops_another_at_the_finish(bot: str) -> None:
    assert choice(colouring((30, 36, 30, 33)), 3, bot) == "colour r"


def test_a_card_that_may_lead_home_is_laid() -> None:
    """In seat 0's reach green is worth 7; without a victory to win, buying looks better."""
    far, near = (start((pawn, 0, 0, 0), "", "first") for pawn in (20, 33))
    lay = GAME.parse(near.state, "lay g")
    assert appraise(state_of(near), 0, lay) > appraise(state_of(far), 0, lay) + 3
    assert choice(near, 0, "greedy") in {"lay g", "lay r"}  # 7 in both cases


# quarrels


def quarrel(pawns: tuple[int, ...]) -> Table:
    """Seats 0 and 2 quarrel about green, worth 7."""
    return start(pawns, "0 lay g, 1 buy, - turn y, 2 lay g, 3 lay b, 0 move 5 2")


def test_a_quarrel_that_decides_deserves_the_best_card() -> None:
    rng = SeededRng(3)
    for pawns in ((33, 0, 0, 0), (0, 0, 33, 0)):
        table = quarrel(pawns)
        state_of(table).prize = 2  # for so little nobody would play a high card otherwise
        state_of(table).pawns[0] += 5
        state_of(table).pawns[2] += 5
        assert fitting_card(state_of(table), 0) == 10
        laid = {
            int(GAME.knowledge.rollout_move(table.state, 0, rng, move_buffer())) - QUARREL
            for _ in range(30)
        }
        assert laid == {9, 10}


def test_dice_that_cost_the_victory_are_not_bought() -> None:
    """34 and 7 make 41; the price of one die is one step too many."""
    table = quarrel((34, 0, 0, 0))
    go_on(table, "0 quarrel 6\n2 quarrel 5")
    values = [value_of_dice(state_of(table), 0, dice) for dice in range(4)]
    assert max(values) == values[0]
    assert choice(table, 0, "greedy") == "nodice"
    state_of(table).pawns[0] = 38  # it can be afforded
    assert choice(table, 0, "greedy") != "nodice"


def test_dice_keep_another_from_the_finish() -> None:
    chosen = []
    for pawn in (0, 35):
        table = quarrel((0, 0, pawn, 0))
        go_on(table, "0 quarrel 7\n2 quarrel 5")
        chosen.append(choice(table, 0, "greedy"))
    assert chosen[0] == "nodice"
    assert chosen[1].startswith("dice")


# positions


def test_the_end_is_worth_what_it_is() -> None:
    table = answering(38)
    table.submit(0, "accept 2")
    values = GAME.knowledge.values(table.state)
    assert values == [WIN, 0, 0, 0]
    shared = start((32, 39, 35, 0), f"{ALL_LAID}, 0 move 5 2")
    assert GAME.knowledge.values(shared.state) == [0, WIN // 2, WIN // 2, 0]


def test_being_near_the_finish_is_worth_something() -> None:
    """The same lead is worth more near the finish, and more still if a quarrel may lead there."""
    lead = [
        GAME.knowledge.values(quarrel((pawn, pawn - 3, 0, 0)).state)[0] for pawn in (12, 30, 34)
    ]
    assert lead == sorted(lead)
    short = GAME.knowledge.values(quarrel((32, 29, 0, 0)).state)[0]
    enough = GAME.knowledge.values(quarrel((33, 30, 0, 0)).state)[0]
    assert enough > short + 0.02 * WIN


# reasons


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("accept 2", "These 2 points take your pawn to the finish: you win at once."),
        ("accept 1", "You get 1 point, and your card"),
        ("refuse", "But accepting would take your pawn to the finish: you would win at once."),
    ],
)
def test_the_reason_for_an_answer(text: str, reason: str) -> None:
    assert why(answering(38), 0, text).startswith(reason)


def test_the_reason_against_an_offer() -> None:
    table = start((38, 0, 0, 0), WINDOW)
    sold = (
        "These 2 points would take the start player to the finish: the game would be lost at once."
    )
    assert why(table, 2, "offer 5 2 2") == sold
    assert why(table, 2, "offer 5 2 1").startswith("Your card is worth 7 there instead of 4")
    assert why(start((39, 0, 0, 0), WINDOW), 2, "decline") == (
        "Any offer would take the start player to the finish."
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
    go_on(near, "0 lay g\n1 lay r\n2 lay r\n3 lay b")
    assert why(near, 0, "move 5 2") == "Your card can bring 7 there, enough to reach the finish."
