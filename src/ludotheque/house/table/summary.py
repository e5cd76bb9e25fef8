"""The row of a table in the store, with the summary that lists of tables show."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.core.state import LUCK
from ludotheque.house.store import TableRow
from ludotheque.house.table.clocks import TimeControl, deadline

if TYPE_CHECKING:
    from ludotheque.house.table.room import Room

DUE_STEP_MS: Final = 5000


class Summary(
    msgspec.Struct, frozen=True, rename={"time_control": "pace", "person_seats": "persons"}
):
    """What lists show of a table, in addition to the columns of its row."""

    options: dict[str, bool | int | str]
    names: list[str]
    bots: list[str]
    time_control: TimeControl
    acting: list[int]  # the seats the game waits for
    scores: list[int]
    person_seats: list[int] = []  # the seats of the row's people, in the same order
    open_seats: bool = False  # whether the seats of bots may be taken over during the game
    leave: list[list[date]] = []  # by seat: its days of leave; empty where nobody has taken any
    closed: str = ""  # why the table was closed, if it was: `entries.Closed.reason`


NO_SUMMARY: Final = Summary(
    options={}, names=[], bots=[], time_control=TimeControl(), acting=[], scores=[]
)


def summary_of(row: TableRow) -> Summary | None:
    """The summary of a row; none if the row is broken."""
    try:
        return msgspec.json.decode(row.summary, type=Summary)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def due_of(room: Room) -> int | None:
    """When somebody must look at a table: a bot is to move, or a clock runs out; none if never.

    It is rounded down, so that it rarely changes with a move.
    """
    if room.status != "playing":
        return None
    awaited = room.started_table().state.awaited()
    bot_acts = any(seat != LUCK and room.chairs[seat].bot for seat in awaited)
    limit = deadline(room)
    times = [*([room.changed] if bot_acts else []), *([limit.at] if limit else [])]
    return min(times) // DUE_STEP_MS * DUE_STEP_MS if times else None


def _leave_of(room: Room) -> list[list[date]]:
    seats = range(len(room.chairs))
    return [sorted(room.leave_of(seat)) for seat in seats] if room.clocks.leave else []


def row_of(room: Room) -> TableRow:
    """The row of a room."""
    table = room.table
    acting = [] if table is None else [seat for seat in table.state.awaited() if seat != LUCK]
    summary = Summary(
        options=dict(room.options),
        names=["" if chair.reserved_for else chair.name for chair in room.chairs],
        bots=[chair.bot for chair in room.chairs],
        time_control=room.time_control,
        acting=[int(seat) for seat in acting],
        scores=list(table.state.scores()) if table is not None and table.over else [],
        person_seats=[seat for seat, chair in enumerate(room.chairs) if chair.person],
        open_seats=room.created.open_seats,
        leave=_leave_of(room),
        closed=room.closed_reason,
    )
    return TableRow(
        id=room.created.table,
        game=room.created.game,
        status=room.status,
        public=room.created.public,
        created=room.created.at,
        changed=room.changed,
        summary=msgspec.json.encode(summary).decode(),
        people=room.people(),
        due=due_of(room),
    )
