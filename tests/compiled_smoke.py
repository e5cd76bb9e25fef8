"""Whether the installed package is compiled and plays: what every wheel is tested with."""

from __future__ import annotations

import ludotheque
from ludotheque.core.fast import COMPILED


def main() -> None:
    """Play a game of each kind by random moves; the record of each must be right."""
    assert COMPILED, "this wheel is not compiled"
    for game in ludotheque.installed().values():
        table = ludotheque.Table(game, {}, ludotheque.SeededRng(seed=1))
        bot, rng = ludotheque.find_bot(game, "random"), ludotheque.SeededRng(seed=2)
        while not table.over:
            seat = table.state.actors()[0]
            table.submit(seat, table.ask(bot, seat, rng))
        assert ludotheque.referee(ludotheque.Record.from_table(table)) is None
    print("compiled, and every game was played")  # noqa: T201 - a program's report


if __name__ == "__main__":
    main()
