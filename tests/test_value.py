"""Models of win chances: every installed game's, and the two kinds that there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playthroughs import INSTALLED, playthrough
from toy_games import NoKnowledge, Noughts

from ludotheque.analysis.decisions import knowledge_of
from ludotheque.bots.search import Search
from ludotheque.core.fast import i64, vec, zeros
from ludotheque.core.knowledge import WIN
from ludotheque.core.net import SCALE, Net
from ludotheque.core.registry import find
from ludotheque.core.rng import Rng, SeededRng
from ludotheque.core.state import LUCK, State
from ludotheque.core.value import (
    ROLES,
    LearnedValue,
    RecalibratedValue,
    ValuedLeaves,
    ValueModel,
    two_player_weights,
    win_shares_into,
)

if TYPE_CHECKING:
    from ludotheque.core.game import Game

VARIANTS: Final = 10
MODELLED: Final = [game for game in INSTALLED if game.value_model is not None]


class Seated(Noughts):
    """Noughts and crosses with any number of seats: only their number is asked for."""

    def __init__(self, seats: int) -> None:
        super().__init__()
        self.count = seats

    def seats(self) -> i64:
        return self.count


class Points(LearnedValue):
    """One public feature that is 1, and one of each seat: its points."""

    def __init__(self, points: list[int], weights: list[int]) -> None:
        super().__init__("none", 1, 1)
        self.points = points
        self.weights = weights

    def look(self, state: State) -> None:
        self.public[0] = 1
        for seat in range(state.seats()):
            self.own[seat] = self.points[seat]

    def load(self) -> Net:
        """One hidden unit, with the weights in place of a file."""
        self.shared, self.sums = zeros(1), zeros(1)
        self.net = Net(1 + ROLES + 1, 1, two_player_weights(self.weights, 1, 1))
        return self.net


def points_model(points: list[int], public: int, *roles: int) -> Points:
    """A model with these weights of the roles; what it adds up is its score."""
    weights = [0, public * SCALE, *(weight * SCALE for weight in roles), SCALE]
    return Points(points, weights)


def scores_of(model: Points) -> list[int]:
    """The scores of all seats as multiples of SCALE."""
    model.chances(Seated(len(model.points)))
    return [int(model.scores[seat]) // SCALE for seat in range(len(model.points))]


# learned values


def test_a_seat_is_scored_by_itself_the_next_the_best_other_and_the_mean_of_the_others() -> None:
    assert scores_of(points_model([1, 8, 4, 3], 0, 1, 0, 0, 0)) == [1, 8, 4, 3]
    assert scores_of(points_model([1, 8, 4, 3], 0, 0, 1, 0, 0)) == [8, 4, 3, 1]
    assert scores_of(points_model([1, 8, 4, 3], 0, 0, 0, 1, 0)) == [8, 4, 8, 8]
    assert scores_of(points_model([1, 8, 4, 3], 0, 0, 0, 0, 1)) == [5, 2, 4, 4]  # 8/3 and 13/3
    assert scores_of(points_model([1, 8, 4, 3], 5, 1, 0, 0, 0)) == [6, 13, 9, 8]


def test_with_two_players_the_other_is_the_next_the_best_and_the_mean() -> None:
    assert scores_of(points_model([2, 7], 1, 1, 10, 100, 1000)) == [1 + 2 + 7770, 1 + 7 + 2220]


def test_of_equal_others_the_best_is_the_first_clockwise() -> None:
    """With one feature it makes no difference, so this asks for the seat itself."""
    model = points_model([5, 5, 5], 0, 1, 0, 0, 0)
    model.chances(Seated(3))
    assert [model._best_other(seat, 3) for seat in range(3)] == [1, 2, 0]


def test_chances_are_the_softmax_of_the_scores() -> None:
    assert points_model([1, 0], 0, 1, 0, 0, 0).chances(Seated(2)) == [731059, 268941]


# recalibrated values


class Recalibrated(RecalibratedValue):
    """A model with fixed values and exponents; the phase is the number of seats less two."""

    def __init__(
        self, values: list[int], exponents: list[int], teams: int = 0, even_part: int = 0
    ) -> None:
        super().__init__("none", FixedValues(values))
        self.fixed = exponents
        self.even_part = even_part
        self.team_count = teams

    def phase(self, state: State) -> i64:
        return state.seats() - 2

    def teams(self, state: State) -> i64:
        return self.team_count or state.seats()

    def load(self) -> None:
        """The numbers in place of a file."""
        self.exponents = vec[i64](self.fixed)
        self.even_parts = vec[i64]([self.even_part] * len(self.fixed))


class FixedValues(NoKnowledge):
    """The same values for every state."""

    def __init__(self, values: list[int]) -> None:
        super().__init__()
        self.fixed = values

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        for seat in range(state.seats()):
            out[seat] = self.fixed[seat]


def test_an_exponent_of_one_changes_nothing_but_the_last_digits() -> None:
    found = Recalibrated([600_000, 400_000], [SCALE]).chances(Seated(2))
    assert found == pytest.approx([600_000, 400_000], abs=40)


def test_smaller_exponents_are_less_sure_and_each_phase_has_its_own() -> None:
    values, exponents = [640_000, 360_000, 0], [SCALE // 2, SCALE]
    found = Recalibrated(values, exponents).chances(Seated(2))
    assert found == pytest.approx([WIN * 4 / 7, WIN * 3 / 7], abs=40)  # of the square roots
    assert Recalibrated(values, exponents).chances(Seated(3))[2] == 1  # a value of 0 counts as 1


def test_a_part_of_a_win_is_divided_evenly() -> None:
    values = [700_000, 200_000, 100_000]
    found = Recalibrated(values, [SCALE] * 2, even_part=SCALE // 4).chances(Seated(3))
    assert found == pytest.approx([WIN / 12 + 0.75 * value for value in values], abs=60)
    assert sum(found) == WIN


def test_partners_have_the_same_chance_and_teams_add_up() -> None:
    found = Recalibrated([700_000, 300_000] * 2, [SCALE] * 3, teams=2).chances(Seated(4))
    assert found[:2] == found[2:]
    assert sum(found[:2]) == WIN


# the end of a game


def test_winners_share_a_win() -> None:
    out = zeros(4)
    win_shares_into((2, 1, 4, 1), out)
    assert [int(share) for share in out] == [0, WIN // 2, 0, WIN // 2]


# leaves of a search


class Sure(ValueModel):
    """The first seat wins seven games of ten."""

    def chances_into(self, state: State, out: vec[i64]) -> None:
        out[0], out[1] = 7 * WIN // 10, 3 * WIN // 10


class Even(NoKnowledge):
    """No state is better than another; counts the moves of its rollouts."""

    def __init__(self) -> None:
        super().__init__()
        self.rolled = 0

    def evaluate_into(self, state: State, out: vec[i64]) -> None:
        out[0] = out[1] = WIN // 2

    def rollout_move(self, state: State, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        self.rolled += 1
        return super().rollout_move(state, seat, rng, buffer)


@pytest.mark.parametrize(
    ("percent", "chances_after", "value", "rolled"),
    [(0, False, 0.5, 3), (50, False, 0.6, 3), (50, True, 0.7, 3), (100, False, 0.7, 0)],
)
def test_a_leaf_is_valued_before_and_after_its_rollout(
    percent: int, chances_after: bool, value: float, rolled: int
) -> None:
    even = Even()
    search = Search(
        Noughts(), 0, ValuedLeaves(even, Sure(), percent, 3, chances_after), SeededRng(1), 0.7
    )
    search.run(1, 1)
    assert [one.value for one in search.results() if one.visits] == [pytest.approx(value)]
    assert even.rolled == rolled, "with all of the value before it there is no rollout"


def test_a_leaf_at_the_end_is_worth_what_was_won() -> None:
    out, leaves = zeros(2), ValuedLeaves(Even(), Sure(), 100, 0)
    leaves.leaf_into(Noughts((0o007, 0o030)), out)
    assert [int(share) for share in out] == [WIN, 0]
    leaves.leaf_into(Noughts(), out)
    assert [int(share) for share in out] == [7 * WIN // 10, 3 * WIN // 10]


@pytest.mark.parametrize("slug", ["m", "zankapfel"])
def test_champions_with_a_net_play_by_the_knowledge_of_their_game_otherwise(slug: str) -> None:
    game = find(slug)
    leaves = game.levels["champion"].knowledge
    assert isinstance(leaves, ValuedLeaves)
    for step in playthrough(game, game.resolve_options({}), seed=3)[:-1:7]:
        state, own, other = step.state, zeros(1024), zeros(1024)
        assert leaves.values(state) == game.knowledge.values(state)
        for seat in state.actors():
            if seat == LUCK:
                continue
            count = leaves.propose_into(state, seat, own)
            assert count == game.knowledge.propose_into(state, seat, other)
            assert list(own) == list(other)
            one, two = (
                knowledge.rollout_move(state, seat, SeededRng(1), zeros(1024))
                for knowledge in (leaves, game.knowledge)
            )
            assert one == two
            assert (
                leaves.imagine(state, seat, SeededRng(1)).key()
                == game.knowledge.imagine(state, seat, SeededRng(1)).key()
            )
            mixed = leaves.wants_mixed_strategy(state, seat)
            assert mixed == game.knowledge.wants_mixed_strategy(state, seat)


def test_moves_are_judged_by_chances_alone() -> None:
    """In M by the net, whatever the champion makes of it; elsewhere as the strongest level."""
    for slug in ("m", "zankapfel", "appenzell"):
        game = find(slug)
        state = game.new(game.resolve_options({}))
        judging = knowledge_of(game)
        if slug == "m":
            assert game.value_model is not None
            assert judging.values(state) == game.value_model.chances(state)
            assert judging.leaf_percent == 100
        else:
            assert judging is game.knowledge


# the models of the games


@pytest.mark.parametrize("game", MODELLED, ids=lambda game: game.slug)
def test_chances_add_up_by_team_in_every_state_and_partners_have_the_same(game: Game) -> None:
    """In some variants with each number of players, at some steps of a random game."""
    model = game.value_model
    assert model is not None
    variants = game.variants()
    for options in variants[:: max(1, len(variants) // VARIANTS - 1)]:
        for step in playthrough(game, options, seed=3)[:-1:7]:
            state = step.state
            chances, seats = model.chances(state), int(state.seats())
            by_team = {game.team_of(seat, seats): chances[seat] for seat in range(seats)}
            assert sum(by_team.values()) == WIN
            assert all(by_team[game.team_of(s, seats)] == chances[s] for s in range(seats))
            assert chances == model.chances(state.clone())
