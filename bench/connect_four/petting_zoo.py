"""PettingZoo: its own Connect Four, moves drawn from the mask."""

from __future__ import annotations

from importlib.metadata import version as installed

from clock import per_second, report, uniform


def measure() -> dict[str, float]:
    """Random games per second; it has no search and no internal playouts."""
    from pettingzoo.classic import connect_four_v3  # noqa: PLC0415 - an optional extra

    table = connect_four_v3.env()

    def listed(games: int) -> None:
        for _ in range(games):
            table.reset()
            for _ in table.agent_iter():
                observation, _, terminated, truncated, _ = table.last()
                if terminated or truncated:
                    table.step(None)
                    continue
                moves = observation["action_mask"].nonzero()[0]
                table.step(int(moves[int(uniform() * len(moves))]))

    def drawn(games: int) -> None:
        for _ in range(games):
            table.reset()
            for agent in table.agent_iter():
                observation, _, terminated, truncated, _ = table.last()
                done = terminated or truncated
                table.step(
                    None if done else table.action_space(agent).sample(observation["action_mask"])
                )

    return {"listed": per_second(listed, 20), "drawn": per_second(drawn, 20)}


if __name__ == "__main__":
    report(measure, lambda: installed("pettingzoo"))
