"""PettingZoo: the Connect Four that it brings, moves drawn from its mask."""

from __future__ import annotations

from importlib.metadata import version as installed

from clock import chance, per_second, tell


def measure() -> dict[str, float]:
    """Random games per second; there is no search, and nothing plays inside."""
    from pettingzoo.classic import connect_four_v3  # noqa: PLC0415 - an optional extra

    table = connect_four_v3.env()

    def listed(games: int) -> None:
        for _ in range(games):
            table.reset()
            for _ in table.agent_iter():
                seen, _, over, cut, _ = table.last()
                if over or cut:
                    table.step(None)
                    continue
                moves = seen["action_mask"].nonzero()[0]
                table.step(int(moves[int(chance() * len(moves))]))

    def drawn(games: int) -> None:
        for _ in range(games):
            table.reset()
            for agent in table.agent_iter():
                seen, _, over, cut, _ = table.last()
                done = over or cut
                table.step(None if done else table.action_space(agent).sample(seen["action_mask"]))

    return {"listed": per_second(listed, 20), "drawn": per_second(drawn, 20)}


if __name__ == "__main__":
    tell(measure, lambda: installed("pettingzoo"))
