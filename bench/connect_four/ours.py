"""Ours: rules and search of the build in ``build/connect_four``, compiled or plain."""

from __future__ import annotations

from clock import EXPLORATION, SIMULATIONS, chance, per_second, tell


def measure() -> dict[str, float]:
    """Random games and simulations per second."""
    from ludotheque.connect_four import ConnectFour, Result  # noqa: PLC0415 - of the build

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
                state.apply(seat, moves[int(chance() * len(moves))])

    def drawn(games: int) -> None:
        for _ in range(games):
            state = ConnectFour()
            while (seat := state.next_actor()) >= 0:
                state.apply(seat, state.random_move(seat, rng))

    def think(simulations: int) -> None:
        for seed in range(simulations // SIMULATIONS):
            search = Search(ConnectFour(), 0, Result(), SeededRng(seed), EXPLORATION)
            search.run(SIMULATIONS, 10**9)

    size = 10 if COMPILED else 1
    return {
        "listed": per_second(listed, 200 * size),
        "drawn": per_second(drawn, 200 * size),
        "inside": per_second(lambda games: playouts(ConnectFour(), games, rng), 400 * size**2),
        "search": per_second(think, size * SIMULATIONS),
    }


def version() -> str:
    """Of ours."""
    import ludotheque  # noqa: PLC0415 - of the build

    return ludotheque.__version__


if __name__ == "__main__":
    tell(measure, version)
