"""Tables set up by a script in notation: ``- open B40c`` is luck, ``0 lay B40c 1 1`` a seat.

Events are separated by line feeds or by a comma and a space.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from typing_extensions import TypeVar

from ludotheque.core.state import LUCK, State
from ludotheque.core.table import Table

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.options import Value

S = TypeVar("S", bound=State, default=Any)


def scripted_table(game: Game[S, Any], script: str, **options: Value) -> Table[S]:
    """A new table after the events of a script."""
    table = Table(game, options)
    play_script(table, script)
    return table


def play_script(table: Table, script: str) -> None:
    """Play the events of a script."""
    for event in filter(None, re.split(r"\n|, ", script.strip())):
        who, _, text = event.strip().partition(" ")
        table.submit(LUCK if who == "-" else int(who), text)


def play_in_turn(table: Table, *texts: str) -> None:
    """Play moves, each by the seat whose turn it is then."""
    for text in texts:
        table.submit(table.state.next_actor(), text)


def rule_against(table: Table, seat: int, text: str) -> str:
    """The number of the rule that forbids a move."""
    refusal = table.explain(seat, text)
    assert refusal is not None, f"{text!r} is legal"
    return refusal.rule


def state_of(table: Table, kind: type[S]) -> S:
    """The state of a table, with its type checked."""
    assert isinstance(table.state, kind)
    return table.state
