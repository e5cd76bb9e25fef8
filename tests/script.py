"""Games written down in notation: ``- open B40c`` is luck, ``0 lay B40c 1 1`` a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.state import LUCK
from ludotheque.core.table import Table

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.options import Value


def scripted(game: Game, script: str, **options: Value) -> Table:
    """A table after the lines of a script."""
    table = Table(game, options)
    go_on(table, script)
    return table


def go_on(table: Table, script: str) -> None:
    """Play the lines of a script on a table."""
    for line in script.strip().splitlines():
        who, _, text = line.strip().partition(" ")
        table.submit(LUCK if who == "-" else int(who), text)
