"""Zapp Zerapp: what players infer from sounds, how they listen, and what numbers are worth."""

from __future__ import annotations

from itertools import permutations
from math import prod

import pytest
from scripted_games import play_script, scripted_table

from ludotheque.core.fast import zeros
from ludotheque.core.greedy_bot import GreedyBot
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import Move
from ludotheque.core.table import Table
from ludotheque.core.words import LANGUAGES
from ludotheque.games.zapp_zerapp import GAME
from ludotheque.games.zapp_zerapp.bot import ATTENTIVE, CASUAL, GREEDY, MASTER, NOVICE
from ludotheque.games.zapp_zerapp.data import BARRELS
from ludotheque.games.zapp_zerapp.knowledge import KNOWLEDGE, LOOKAHEAD, ZappZerappKnowledge
from ludotheque.games.zapp_zerapp.knowledge_hearing import Posterior, with_noisy_memory
from ludotheque.games.zapp_zerapp.listening import (
    FIRST_COUNT_CHANCES,
    MAX_USEFUL_SHAKES,
    Deliberation,
    ListeningPolicy,
    reservation_value,
)
from ludotheque.games.zapp_zerapp.moves import LISTENING
from ludotheque.games.zapp_zerapp.notation import PIECE_BY_NAME
from ludotheque.games.zapp_zerapp.rules import ZappZerapp
from ludotheque.games.zapp_zerapp.rules_hearing import likelihoods_into

ORDER = "- mix 1 2 3 4 5 6 7 8 9 10 11 12 13"
NAMES = ("Ada", "Blaise", "Clara", "Dirk")


def state(table: Table) -> ZappZerapp:
    assert isinstance(table.state, ZappZerapp)
    return table.state


def hearing(roll: str, *sounds: tuple[int, int], back: bool = True) -> ZappZerapp:
    """Seat 0 of two has shaken barrels that sounded like this, and put them back."""
    lines = [f"- roll {roll}", ORDER]
    for barrel, count in sounds:
        lines += [f"0 take {barrel}", f"0 shake {barrel}", f"- heard 0 {barrel} {count}"]
        lines += [f"0 back {barrel}"] if back else []
    return state(scripted_table(GAME, "\n".join(lines), players=2))


def text(world: ZappZerapp, move: Move) -> str:
    return GAME.text(world, move)


# what sounds tell


def test_without_a_sound_all_numbers_are_equally_likely() -> None:
    assert all(
        chance == pytest.approx(1 / BARRELS)
        for row in Posterior(hearing("3 4"), 0).table()
        for chance in row
    )


@pytest.mark.parametrize("sounds", [(), ((1, 2),), ((1, 2), (7, 8), (8, 8)), ((5, 20), (6, 20))])
def test_every_barrel_holds_a_number_and_every_number_is_somewhere(
    sounds: tuple[tuple[int, int], ...],
) -> None:
    chances = Posterior(hearing("3 4", *sounds), 0).table()
    assert all(sum(row) == pytest.approx(1) for row in chances)
    assert all(sum(column) == pytest.approx(1) for column in zip(*chances, strict=True))


def test_a_sound_of_one_barrel_tells_of_the_others() -> None:
    """Of two barrels that sound like eight only one can be it; a single stone is heard exactly."""
    alone = Posterior(hearing("3 4", (1, 8)), 0).table()
    both = Posterior(hearing("3 4", (1, 8), (2, 8), (3, 1)), 0).table()
    assert both[0][7] < alone[0][7]
    assert both[0][7] == pytest.approx(both[1][7])
    assert both[2][0] == pytest.approx(1)
    assert both[9][0] == pytest.approx(0, abs=1e-6)
    assert alone[9][7] < 1 / BARRELS < alone[9][12]


def test_the_posterior_counts_all_orders() -> None:
    """With `memory` nine numbers were seen; the chances of the others are those of all orders."""
    lines = ["- roll 6 6", ORDER]
    for numbers in ((1, 2), (3, 4), (5, 6), (8, 9)):
        lines += [f"{seat} take {n}\n{seat} place {n}" for seat, n in enumerate(numbers)]
        lines += [f"{seat} go {'RB'[seat]}1" for seat in (1, 0)]
        lines += ["- roll 6 6"]
    lines += ["0 take 7\n0 shake 7\n- heard 0 7 8\n0 take 10\n0 shake 10\n- heard 0 10 12"]
    world = state(scripted_table(GAME, "\n".join(lines), players=2, memory=True))
    left, hidden = (7, 10, 11, 12, 13), (6, 9, 10, 11, 12)
    fits = {}
    for barrel in hidden:
        row = zeros(BARRELS)
        likelihoods_into(world.heard, 0, barrel, row, 0)
        fits[barrel] = [int(fit) for fit in row]
    weights = {
        order: prod(fits[b][n - 1] for b, n in zip(hidden, order, strict=True) if b in {6, 9})
        for order in permutations(left)
    }
    total = sum(weights.values())
    chances = Posterior(world, 0).table()
    for i, barrel in enumerate(hidden):
        for number in left:
            share = sum(w for order, w in weights.items() if order[i] == number) / total
            assert chances[barrel][number - 1] == pytest.approx(share, abs=1e-4)
    assert chances[2][2] == 1


def test_a_noisy_memory_changes_counts() -> None:
    world = hearing("3 4", (1, 2), (9, 9), back=False)
    noisy = [with_noisy_memory(world, 0, SeededRng(seed), 0.3, 0.3) for seed in range(9)]
    assert len({memory.private(0) for memory in noisy}) > 3
    assert all(len(memory.private(0).heard) == 2 for memory in noisy)
    assert with_noisy_memory(world, 0, SeededRng(1), 0.0, 0.0).private(0) == world.private(0)


def test_all_sounds_of_a_number_together_are_certain() -> None:
    for number in range(BARRELS):
        assert sum(count[number] for count in FIRST_COUNT_CHANCES) == pytest.approx(1, abs=1e-3)


# listening

HIGH = [float(number if number <= 7 else 0) for number in range(1, BARRELS + 1)]


@pytest.mark.parametrize(
    ("world", "wanted"),
    [
        (hearing("3 4", (7, 7), back=False), {"shake 7", "take *", "place 7"}),
        (hearing("3 4", (2, 2), back=False), {"take *"}),  # surely not the best
        (hearing("3 4", (13, 16), (12, 15), back=False), {"back 13", "back 12"}),
        (hearing("3 4"), {"take *"}),
    ],
)
def test_an_attentive_listener_looks_for_the_number_it_wants(
    world: ZappZerapp, wanted: set[str]
) -> None:
    chosen = text(world, Deliberation(world, 0, SeededRng(1), ATTENTIVE, HIGH).best_move())
    assert chosen in wanted or f"{chosen.split()[0]} *" in wanted


def test_a_barrel_that_was_put_back_is_taken_again_when_it_is_wanted() -> None:
    world = hearing("1 1", (2, 2), (9, 9))
    low = [0.0, 1.0, *[0.0] * 11]
    assert text(world, Deliberation(world, 0, SeededRng(1), ATTENTIVE, low).best_move()) == "take 2"


def test_after_enough_handling_the_best_barrel_in_hand_is_placed() -> None:
    world = hearing("3 4", (2, 2), (5, 5), back=False)
    policy = ListeningPolicy(max_handled=4, price=0.01)
    assert text(world, Deliberation(world, 0, SeededRng(1), policy, HIGH).best_move()) == "place 5"


def test_nobody_shakes_one_barrel_for_ever() -> None:
    """8 or 9, when 8 is best and 9 too high: the bias of the barrel hides for good which it is."""
    table = scripted_table(GAME, f"- roll 4 4\n{ORDER}\n0 take 9", players=2)
    values = [0.1] * 7 + [1.0] + [0.1] * 5
    gains = []
    for count in (8, 9, 8, 9, 8):
        play_script(table, f"0 shake 9\n- heard 0 9 {count}")
        deliberation = Deliberation(state(table), 0, SeededRng(1), ATTENTIVE, values)
        gains.append(deliberation.gain_of_shake(8))
    assert all(gain > 0 for gain in gains[: MAX_USEFUL_SHAKES - 1])
    assert gains[MAX_USEFUL_SHAKES - 1] == 0


def test_another_try_must_be_worth_its_price() -> None:
    chances, values = [0.5, 0.5], [0.0, 1.0]
    assert reservation_value(chances, values, 0.1) == pytest.approx(0.8)  # 0.5 * (1 - 0.8) = 0.1
    assert reservation_value(chances, values, 0.5) == pytest.approx(0.0)


def test_a_novice_believes_what_it_hears() -> None:
    rng = SeededRng(1)
    assert text(hearing("3 4"), NOVICE.choose(hearing("3 4"), 0, rng)).startswith("take ")
    for count, wanted in ((7, "place 9"), (8, "back 9")):
        world = hearing("3 4", (9, count), back=False)
        assert text(world, NOVICE.choose(world, 0, rng)) == wanted


# what numbers are worth


def board(roll: str, where: str) -> Table:
    """Red and blue apprentices on squares, ``R1=3 B1=8``, and all barrels in the middle."""
    table = scripted_table(GAME, f"- roll {roll}\n{ORDER}", players=2)
    locations = list(state(table).locations)
    for name, square in (word.split("=") for word in where.split()):
        locations[PIECE_BY_NAME[name]] = int(square)
    fields = [field for field in table.position.split() if not field.startswith("locations=")]
    return Table.from_position(
        GAME, " ".join([*fields, f"locations={','.join(map(str, locations))}"])
    )


@pytest.mark.parametrize("knowledge", [KNOWLEDGE, LOOKAHEAD], ids=["one move", "round"])
def test_a_number_is_wanted_for_what_it_does(knowledge: ZappZerappKnowledge) -> None:
    """To hunt, to stay in a zone with a hunter behind, to run home."""

    def values(table: Table) -> list[float]:
        return knowledge.number_values(state(table), 0)

    hunt = values(board("3 4", "R1=3 B1=8"))
    assert hunt[4] > hunt[3]  # a step less misses it
    stay = values(board("1 1", "R1=13 R2=25 R3=25 B1=12 B2=25 B3=25"))
    assert max(stay[:2]) < stay[12]
    home = values(board("6 6", "R1=20"))
    assert home[3] == pytest.approx(home[9], abs=0.1)  # surplus steps are lost (ZZ-13)
    assert home[2] < home[3]


def test_thinking_ahead_leaves_the_world_as_it_was() -> None:
    world = state(board("3 4", "R1=3 B1=8"))
    before = world.key()
    LOOKAHEAD.number_values(world, 0)
    GREEDY.why(world, 0, GAME.parse(world, "take 3"), GAME.words("en"), NAMES)
    assert world.key() == before


def test_a_master_sees_who_moves_next() -> None:
    """Red moves 5 before blue, who is on 3 and has 4: out of its start red would be caught."""
    table = board("6 6", "R1=6 B1=3")
    play_script(table, "0 take 5\n0 place 5\n1 take 4\n1 place 4")
    world = state(table)
    quick, slow = (dict(bot.rank(world, 0, SeededRng(1))) for bot in (GREEDY, MASTER))
    out, on = GAME.parse(world, "go R2"), GAME.parse(world, "go R1")
    assert slow[out] < quick[out]
    assert MASTER.choose(world, 0, SeededRng(1)) == on


# levels


@pytest.mark.parametrize("level", GAME.levels)
def test_every_level_gives_its_reason_with_the_number_it_wants(level: str) -> None:
    bot = GAME.levels[level].heuristic
    assert isinstance(bot, GreedyBot)
    assert isinstance(bot.knowledge, ZappZerappKnowledge)
    world = state(board("3 4", "R1=3 B1=8"))
    said = {bot.why(world, 0, 2, GAME.words(language), NAMES) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    values = bot.knowledge.number_values(world, 0)
    best = values.index(max(values)) + 1
    assert all(str(best) in sentence for sentence in said)


@pytest.mark.parametrize("level", GAME.levels)
def test_every_level_compares_what_it_does_with_what_it_might(level: str) -> None:
    bot = GAME.levels[level].heuristic
    assert bot is not None
    for sounds in ((), ((5, 5),), ((5, 5), (12, 12))):
        world = hearing("3 4", *sounds, back=False)
        ranked = bot.rank(world, 0, SeededRng(4))
        assert ranked[0][0] == bot.choose(world, 0, SeededRng(4))
        assert {text(world, move) for move, _ in ranked} >= {f"place {n}" for n, _ in sounds}
        assert all(world.is_legal(0, move) and 0 < value < 1 for move, value in ranked)


def test_a_value_is_a_share_of_a_win_even_where_listening_costs_more() -> None:
    """One number in thirteen wins, all others lose: a barrel costs more than it gains."""
    world = hearing("3 4")
    values = [1.0 if number == 5 else 0.0 for number in range(1, BARRELS + 1)]
    deliberation = Deliberation(world, 0, SeededRng(1), CASUAL, values)
    assert deliberation.rank()[0][1] == 0.0


@pytest.mark.parametrize("level", GAME.levels)
@pytest.mark.parametrize("options", [{}, {"advanced": True, "memory": True, "forgetful": True}])
def test_levels_finish_rounds_within_the_limits_of_a_house(
    level: str, options: dict[str, bool]
) -> None:
    """At most 24 shakes a round and 8 of one barrel; the same seeds play the same."""
    bot = GAME.levels[level].heuristic
    assert bot is not None
    games = []
    for _ in range(2):
        table, rng = Table(GAME, {"players": 2, **options}, SeededRng(7)), SeededRng(3)
        while not table.over and state(table).round < 4:
            for seat in table.state.awaited():
                move = table.ask(bot, seat, rng)
                assert not GAME.timed_phase.rate_limit_reason(table.events, seat, move)
                table.submit(seat, move)
                if state(table).phase != LISTENING:
                    break
        games.append([event.text for event in table.events])
    assert games[0] == games[1]
