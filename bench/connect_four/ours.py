"""Ludothèque: rules and search built in ``build/connect_four``, compiled or plain."""

from __future__ import annotations

from clock import EXPLORATION, SIMULATIONS, per_second, report, uniform


def measure() -> dict[str, float]:
    """Random games and simulations per second."""
    from ludotheque.connect_four import ConnectFour, Result  # noqa: PLC0415 - it is in the build only

    from ludotheque.bots.search import Search  # noqa: PLC0415
    from ludotheque.core.fast import COMPILED  # noqa: PLC0415
    from ludotheque.core.playout import playouts  # noqa: PLC0415
    from ludotheque.core.rng import SeededRng  # noqa: PLC0415

    rng = SeededRng(2)

    def listed(games: int) -> None:
        for _ in range(games):
            state = ConnectFour()
            while (seat := state.next_actor()) >= 0:
                moves = state.legal_moves(seat)
                state.apply(seat, moves[int(uniform() * len(moves))])

    def drawn(games: int) -> None:
        for _ in range(games):
            state = ConnectFour()
            while (seat := state.next_actor()) >= 0:
                state.apply(seat, state.random_move(seat, rng))

    def run_search(simulations: int) -> None:
        for seed in range(simulations // SIMULATIONS):
            search = Search(ConnectFour(), 0, Result(), SeededRng(seed), EXPLORATION)
            search.run(SIMULATIONS, 10**9)

    size = 10 if COMPILED else 1
    return {
        "listed": per_second(listed, 200 * size),
        "drawn": per_second(drawn, 200 * size),
        "inside": per_second(lambda games: playouts(ConnectFour(), games, rng), 400 * size**2),
        "search": per_second(run_search, size * SIMULATIONS),
    }


def version() -> str:
    """The version of the build."""
    import ludotheque  # noqa: PLC0415 - it is in the build only

    return ludotheque.__version__


if __name__ == "__main__":
    report(measure, version)
