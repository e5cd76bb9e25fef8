"""OpenSpiel: its game and its search, both in C++, through the Python API."""

from __future__ import annotations

from importlib.metadata import version as installed

from clock import EXPLORATION, SIMULATIONS, per_second, report, uniform


def measure() -> dict[str, float]:
    """Random games and simulations per second."""
    import pyspiel  # noqa: PLC0415 - an optional extra

    game = pyspiel.load_game("connect_four")
    random_bots = [pyspiel.make_uniform_random_bot(player, 1) for player in (0, 1)]

    def listed(games: int) -> None:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                moves = state.legal_actions()
                state.apply_action(moves[int(uniform() * len(moves))])

    def drawn(games: int) -> None:
        for _ in range(games):
            state = game.new_initial_state()
            while (player := state.current_player()) >= 0:
                state.apply_action(random_bots[player].step(state))

    def inside(games: int) -> None:
        """Two simulations with half of the games each: the API has no other way to play them."""
        evaluator = pyspiel.RandomRolloutEvaluator(games // 2, 1)
        bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, 2, 1000, False, 1, False)
        bot.mcts_search(game.new_initial_state())

    def run_search(simulations: int) -> None:
        for seed in range(simulations // SIMULATIONS):
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            bot = pyspiel.MCTSBot(
                game, evaluator, EXPLORATION, SIMULATIONS, 1000, False, seed, False
            )
            bot.mcts_search(game.new_initial_state())

    return {
        "listed": per_second(listed, 1000),
        "drawn": per_second(drawn, 1000),
        "inside": per_second(inside, 5000),
        "search": per_second(run_search, 10 * SIMULATIONS),
    }


if __name__ == "__main__":
    report(measure, lambda: installed("open_spiel"))
