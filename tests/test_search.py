"""The search: it finds the best moves, keeps to its budget, and knows no more than its seat."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playthroughs import GAMES, INSTALLED, playthrough, sample, variant, viewers
from toy_games import Corridor, HiddenChoice, NoKnowledge, Noughts, Pennies

from ludotheque.bots import bots_of, find_bot, levels_of
from ludotheque.bots.search import MAX_PATH_NODES, Search
from ludotheque.bots.search_bot import SearchBot
from ludotheque.core.bot import EvaluatingBot, ExplainingBot, Level, RankingBot
from ludotheque.core.errors import BadOption
from ludotheque.core.knowledge import WIN
from ludotheque.core.rng import Rng, SeededRng
from ludotheque.core.state import LUCK
from ludotheque.core.table import Table
from ludotheque.core.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ludotheque.core.game import Game
    from ludotheque.core.knowledge import Knowledge
    from ludotheque.core.state import State

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
every_installed_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
seeds = st.integers(0, 2**32 - 1)
few = settings(max_examples=max(5, settings().max_examples // 5))  # whole games with search
BUDGET = 600


def searched(world: State, seat: int, knowledge: Knowledge, budget: int = BUDGET) -> Search:
    """A finished search."""
    search = Search(world, seat, knowledge, SeededRng(1), 0.7)
    search.run(budget, budget)
    return search


def best(search: Search) -> int:
    """The most visited move."""
    return max(search.results(), key=lambda one: one[1])[0]


# paths


def test_a_full_path_ends_the_tree_and_every_node_is_counted() -> None:
    """A simulation adds one node, so the path is full after MAX_PATH_NODES of them."""
    search = searched(Corridor(), 0, NoKnowledge(), 3 * MAX_PATH_NODES)
    tree, simulations = search.forest, search.done
    assert min(Corridor.LENGTH, simulations) > MAX_PATH_NODES + 1
    assert tree.count == 1 + MAX_PATH_NODES  # the root is not on the path
    visits = [tree.visits[node] for node in range(1, tree.count)]
    assert visits == [simulations - depth for depth in range(MAX_PATH_NODES)]


# best moves


@pytest.mark.parametrize(
    ("boards", "move"),
    [
        ((0b000_000_011, 0b000_011_000), 2),  # three in a row
        ((0b100_000_001, 0b000_011_000), 5),  # blocks the opponent
        ((0b000_000_100, 0b000_010_000), None),  # no threat: any move
    ],
)
def test_it_wins_and_blocks(boards: tuple[int, int], move: int | None) -> None:
    found = best(searched(Noughts(boards), 0, NoKnowledge()))
    assert found == move if move is not None else found in Noughts(boards).legal_moves(0)


def test_noughts_and_crosses_is_a_draw() -> None:
    state = Noughts()
    while state.actors():
        seat = state.next_actor()
        state.apply(seat, best(searched(state, seat, NoKnowledge(), 600)))
    assert state.winner() == -1


def test_no_plan_depends_on_what_an_opponent_cannot_know() -> None:
    """A hidden penny is guessed half of the time; one tree for both would always guess it."""
    hidden = [value for _, _, value in searched(Pennies(), 0, HiddenChoice(), 4000).results()]
    assert all(0.35 < value < 0.65 for value in hidden)
    seen = [value for _, _, value in searched(Pennies(), 0, NoKnowledge(), 4000).results()]
    assert all(value < 0.2 for value in seen)


# budgets


def test_it_stops_at_its_budget_or_when_the_choice_is_decided() -> None:
    search = Search(Noughts(), 0, NoKnowledge(), SeededRng(1), 0.7)
    assert search.run(10, 25)
    assert not search.run(100, 25)
    assert search.done == 25
    decided = searched(Noughts((0b011, 0b011_000)), 0, NoKnowledge(), 5000)
    assert decided.done < 5000


def test_the_result_does_not_depend_on_batch_sizes() -> None:
    whole = searched(Noughts(), 0, NoKnowledge(), 300).results()
    search = Search(Noughts(), 0, NoKnowledge(), SeededRng(1), 0.7)
    while search.run(7, 300):
        pass
    assert search.results() == whole


def test_a_tree_grows_beyond_its_initial_capacity() -> None:
    search = searched(Noughts(), 0, NoKnowledge(), 6000)
    assert search.forest.count > 4096
    assert sum(visits for _, visits, _ in search.results()) == search.done


class FakeClock:
    """A clock that advances by a step with each reading."""

    def __init__(self, step: float) -> None:
        self.step = step
        self.now = 0.0

    def __call__(self) -> float:
        """The time."""
        self.now += self.step
        return self.now


def test_a_search_ends_at_its_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    game = INSTALLED[0]
    monkeypatch.setattr(game, "knowledge", NoKnowledge())
    clock = FakeClock(0.3)
    bot = SearchBot(game, Level(10**9, 1.0), clock)
    bot.choose(Noughts(), 0, SeededRng(1))
    assert 1.0 < clock.now < 2.0


def test_a_single_move_needs_no_search() -> None:
    game = INSTALLED[0]
    clock = FakeClock(1)
    last = Noughts((0b101_100_010, 0b010_011_100), 0)
    assert len(last.legal_moves(0)) == 1
    bot = SearchBot(game, Level(10**9, inf), clock)
    assert bot.choose(last, 0, SeededRng(1)) == 0
    assert clock.now == 0


def test_a_heuristic_level_does_not_search() -> None:
    game, clock = INSTALLED[0], FakeClock(1)
    step = next(
        step for step in playthrough(game, game.resolve_options({}), 1) if step.seat != LUCK
    )
    world = step.state.imagine(step.seat, SeededRng(1))
    heuristic = FirstMove()
    bot = SearchBot(game, Level(10**9, inf, heuristic=heuristic), clock)
    chosen = heuristic.choose(world, step.seat, SeededRng(2))
    assert bot.choose(world, step.seat, SeededRng(2)) == chosen
    assert bot.rank(world, step.seat, SeededRng(2)) == [(chosen, 0.5)]
    assert clock.now == 0


class FirstMove:
    """Plays the first legal move."""

    def choose(self, world: State, seat: int, rng: Rng) -> int:
        """The first legal move."""
        return world.legal_moves(seat)[0]

    def rank(self, world: State, seat: int, rng: Rng) -> list[tuple[int, float]]:
        """The first legal move only."""
        return [(self.choose(world, seat, rng), 0.5)]


# levels


@every_installed_game
def test_every_game_has_the_four_levels(game: Game) -> None:
    assert levels_of(game) == ["random", "novice", "player", "master", "champion"]
    assert game.middle_level() == "player"
    seconds = [level.time_limit_s for level in game.levels.values()]
    assert seconds == [0.05, 0.3, 1.0, 1.5]
    assert [*bots_of(game)][-1] == "champion"
    for name in game.levels:
        assert isinstance(find_bot(game, name), RankingBot)
        assert isinstance(find_bot(game, name), ExplainingBot)


@every_installed_game
@pytest.mark.parametrize("seats", [min, max])
def test_every_level_plays_whole_games(game: Game, seats: Callable[[Iterable[int]], int]) -> None:
    """All at one table, with few simulations: time is up at the first reading of the clock."""
    players = next(option for option in game.options if option.name == "players")
    count = seats(int(value) for value in players.values)
    table = Table(game, {"players": count}, SeededRng(count))
    bots = [SearchBot(game, level, FakeClock(level.time_limit_s)) for level in game.levels.values()]
    while not table.over:
        seat = table.state.awaited()[0]
        table.submit(seat, table.ask(bots[seat % 3], seat, SeededRng(len(table.events))))
    assert min(table.state.ranks()) == 1


def test_a_search_can_have_any_number_of_simulations() -> None:
    bot = find_bot(INSTALLED[0], "search:7")
    assert isinstance(bot, SearchBot)
    assert bot.level.simulations == 7
    for name in ("search:0", "search:x", "search", "nobody"):
        with pytest.raises(BadOption):
            find_bot(INSTALLED[0], name)


@every_installed_game
@few
@given(seed=seeds)
def test_moves_are_legal_ranked_and_explained(game: Game, seed: int) -> None:
    bot = find_bot(game, "search:6")
    assert isinstance(bot, SearchBot)
    for step in sample(playthrough(game, variant(game, seed), seed), SeededRng(seed), 2):
        for seat in step.state.actors():
            if seat == LUCK:
                continue
            world = step.state.imagine(seat, SeededRng(seed))
            ranked = bot.rank(world, seat, SeededRng(seed))
            chosen = bot.choose(world, seat, SeededRng(seed))
            assert step.state.is_legal(seat, chosen)
            assert chosen in [move for move, _ in ranked]
            assert all(step.state.is_legal(seat, move) for move, _ in ranked)
            assert all(0 <= value <= 1 for _, value in ranked)
            for language in LANGUAGES:
                names = [f"N{one}" for one in range(step.state.seats())]
                assert bot.why(world, seat, ranked[0][0], game.words(language), names)
                assert "50" in bot.expects(0.5, language)


@every_installed_game
@few
@given(seed=seeds)
def test_levels_value_moves_by_their_share_of_a_win(game: Game, seed: int) -> None:
    """Also those with a heuristic: their values are put into words as the search's are."""
    levels = [replace(level, simulations=6, time_limit_s=inf) for level in game.levels.values()]
    step = sample(playthrough(game, variant(game, seed), seed), SeededRng(seed), 1)[0]
    for seat in step.state.actors():
        if seat == LUCK:
            continue
        world = step.state.imagine(seat, SeededRng(seed))
        for bot in [SearchBot(game, level, FakeClock(0)) for level in levels]:
            for _, share in bot.rank(world, seat, SeededRng(seed)):
                assert bot.expects(share, "en")


@pytest.mark.parametrize("value", [-0.01, 1.01, 40.0])
def test_what_is_not_a_share_of_a_win_is_not_put_into_words(value: float) -> None:
    bot = find_bot(INSTALLED[0], "search:6")
    assert isinstance(bot, EvaluatingBot)
    with pytest.raises(ValueError, match="share of a win"):
        bot.expects(value, "en")


# secrets


@every_game
@few
@given(seed=seeds)
def test_bots_cannot_cheat(game: Game, seed: int) -> None:
    """A bot plays the same move in every world imagined for its seat."""
    rng = SeededRng(seed)
    levels = [replace(level, simulations=6, time_limit_s=inf) for level in game.levels.values()]
    bots = [SearchBot(game, level, FakeClock(0)) for level in [Level(6, inf, 0.3), *levels]]
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 2):
        for seat in step.state.actors():
            if seat == LUCK:
                continue
            one, other = step.state.imagine(seat, rng), step.state.imagine(seat, rng)
            for bot in bots:
                chosen = bot.choose(one, seat, SeededRng(seed))
                assert chosen == bot.choose(other, seat, SeededRng(seed))


@every_game
@few
@given(seed=seeds)
def test_worlds_of_a_search_depend_on_the_observation_only(game: Game, seed: int) -> None:
    rng, knowledge = SeededRng(seed), game.knowledge
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 3):
        for viewer in viewers(step.state)[:-1]:
            world = knowledge.imagine(step.state, viewer, rng)
            game.check_invariants(world)
            assert world.observe(viewer) == step.state.observe(viewer)
            one = knowledge.imagine(step.state, viewer, SeededRng(seed))
            assert one.key() == knowledge.imagine(world, viewer, SeededRng(seed)).key()


@every_game
@few
@given(seed=seeds)
def test_observations_of_moves_reveal_no_secret(game: Game, seed: int) -> None:
    """Moves after which a viewer observes the same are observed as the same."""
    for step in sample(playthrough(game, variant(game, seed), seed), SeededRng(seed), 3):
        moves = step.state.legal_moves(step.seat)[:12]
        for viewer in viewers(step.state)[:-1]:
            if viewer == step.seat:
                continue
            observations: dict[object, int] = {}
            for move in moves:
                after = step.state.clone()
                after.apply(step.seat, move)
                seen = (after.observe(viewer), tuple(after.actors()))
                observation = int(game.knowledge.observed_move(step.state, viewer, step.seat, move))
                assert observations.setdefault(seen, observation) == observation


@every_game
@few
@given(seed=seeds)
def test_values_lie_between_0_and_a_win(game: Game, seed: int) -> None:
    steps = playthrough(game, variant(game, seed), seed)
    for step in sample(steps, SeededRng(seed), 3):
        assert all(0 <= value <= WIN for value in values(game.knowledge, step.state))
    last = steps[-1].state
    found, ranks = values(game.knowledge, last), last.ranks()
    winners = [value for value, rank in zip(found, ranks, strict=True) if rank == 1]
    losers = [value for value, rank in zip(found, ranks, strict=True) if rank > 1]
    assert not losers or min(winners) > max(losers)


def values(knowledge: Knowledge, state: State) -> list[int]:
    """The value of a state to each seat."""
    return list(knowledge.values(state))
