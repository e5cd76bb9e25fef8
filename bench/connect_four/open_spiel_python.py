"""OpenSpiel with a game written in Python, and its search in Python.

OpenSpiel has no Connect Four in Python, so this is one with the bitboards of `rules`.
"""

from __future__ import annotations

from importlib.metadata import version as installed
from typing import Any

from clock import EXPLORATION, SIMULATIONS, per_second, report, uniform

COLUMNS = 7
HEIGHT = 7  # bits of a column, one of them empty


def has_four(stones: int) -> bool:
    """Whether four stones stand in a line."""
    for step in (1, HEIGHT, HEIGHT + 1, HEIGHT - 1):
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def game_of(pyspiel: Any) -> Any:
    """The game; its classes derive from OpenSpiel's, so they are made after the import."""
    kind = pyspiel.GameType
    game_type = kind(
        short_name="python_connect_four",
        long_name="Connect Four in Python",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    game_info = pyspiel.GameInfo(
        num_distinct_actions=COLUMNS,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=42,
    )

    class State(pyspiel.State):  # type: ignore[misc]
        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.stones = [0, 0]
            self.turn = 0
            self.score = 0.0
            self.over = False

        def current_player(self) -> int:
            return int(pyspiel.PlayerId.TERMINAL) if self.over else self.turn

        def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - only one player moves
            full = self.stones[0] | self.stones[1]
            return [c for c in range(COLUMNS) if not full >> (HEIGHT * c + HEIGHT - 2) & 1]

        def _apply_action(self, action: int) -> None:
            full, bottom = self.stones[0] | self.stones[1], 1 << HEIGHT * action
            stone = (full + bottom) & (bottom * 63)
            self.stones[self.turn] |= stone
            if has_four(self.stones[self.turn]):
                self.over, self.score = True, 1.0 - 2 * self.turn
            elif (full | stone).bit_count() == 42:
                self.over = True
            self.turn = 1 - self.turn

        def is_terminal(self) -> bool:
            return self.over

        def returns(self) -> list[float]:
            return [self.score, -self.score]

    class Game(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Any = None) -> None:
            super().__init__(game_type, game_info, params or {})

        def new_initial_state(self) -> State:
            return State(self)

    pyspiel.register_game(game_type, Game)
    return pyspiel.load_game("python_connect_four")


def measure() -> dict[str, float]:
    """Random games and simulations per second."""
    import numpy as np  # noqa: PLC0415 - an optional extra
    import pyspiel  # noqa: PLC0415
    from open_spiel.python.algorithms import mcts  # noqa: PLC0415

    game = game_of(pyspiel)

    def listed(games: int) -> None:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                moves = state.legal_actions()
                state.apply_action(moves[int(uniform() * len(moves))])

    def run_search(simulations: int) -> None:
        rng = np.random.RandomState(1)
        evaluator = mcts.RandomRolloutEvaluator(1, rng)
        bot = mcts.MCTSBot(game, EXPLORATION, simulations, evaluator, False, rng)
        bot.mcts_search(game.new_initial_state())

    return {
        "listed": per_second(listed, 200),
        "search": per_second(run_search, SIMULATIONS // 10),
    }


if __name__ == "__main__":
    report(measure, lambda: installed("open_spiel"))
