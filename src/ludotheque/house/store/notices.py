"""Notices in a store: settings, channels, turns, and the outbox of deliveries.

A delivery tells one channel of one turn. Those that are due for a channel are claimed together and
are one message, whose id stays the same however often it is tried:

    waiting --claim--> sending --answered--> sent --turn is over--> withdrawal or deleted
       ^                  |
       +--- failed, or the lease has expired

A claim is one UPDATE, so that of several processes one sends. What is sent about a turn stays in
the outbox until the turn is over, so that it can be withdrawn.
"""

# ruff: noqa: S608 - only constants of this module are interpolated

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypeVar

import msgspec

from ludotheque.house.store.contract import can_be_id
from ludotheque.house.store.rows import NotFound
from ludotheque.house.store.writes import Statement, Value, Values, Write, turn_statements

if TYPE_CHECKING:
    from ludotheque.house.store.contract import Store
    from ludotheque.house.store.rows import Turn

TURN: Final = "turn"  # kinds of deliveries
WITHDRAWAL: Final = "withdrawal"
CONFIRMATION: Final = "confirmation"
PlannedDelivery: TypeAlias = tuple[str, int]  # the id of a channel, and when it is told
PLANNED_AT_ONCE: Final = 200

SELECT_CHANNEL: Final = """SELECT id, person, kind, target, table_id, token, details, confirmed,
    created FROM notice_channels"""
INSERT_CHANNEL: Final = """INSERT INTO notice_channels
    (id, person, kind, target, table_id, token, details, confirmed, created)
    SELECT $1, id, $3, $4, $5, $6, $7, $8, $9 FROM people WHERE id = $2 AND name IS NOT NULL"""
SELECT_TURN: Final = "SELECT person, table_id, number, since, deadline FROM turns"
INSERT_DELIVERY: Final = """INSERT INTO deliveries
    (id, person, table_id, number, channel, kind, due, message, state, attempts, lease, created)
    SELECT $1, person, table_id, number, $5, 'turn', $6, '', 'waiting', 0, 0, $7 FROM turns
    WHERE person = $2 AND table_id = $3 AND number = $4
    AND EXISTS (SELECT 1 FROM notice_channels WHERE id = $5)
    ON CONFLICT (id) DO UPDATE SET due = excluded.due
    WHERE deliveries.state = 'waiting' AND deliveries.attempts = 0"""
INSERT_CONFIRMATION: Final = """INSERT INTO deliveries
    (id, person, table_id, number, channel, kind, due, message, state, attempts, lease, created)
    SELECT $1, person, '', 0, id, 'confirmation', $3, '', 'waiting', 0, 0, $3
    FROM notice_channels WHERE id = $2"""
SET_PLANNED: Final = """UPDATE turns SET planned = 1
    WHERE person = $1 AND table_id = $2 AND number = $3 AND deadline = $4"""
IS_OVER: Final = """NOT EXISTS (SELECT 1 FROM turns WHERE turns.person = deliveries.person
    AND turns.table_id = deliveries.table_id AND turns.number = deliveries.number)"""
# No turn of the same message waits any more.
IS_WHOLLY_OVER: Final = f"""{IS_OVER} AND NOT EXISTS (SELECT 1 FROM deliveries AS other
    JOIN turns ON turns.person = other.person AND turns.table_id = other.table_id
        AND turns.number = other.number WHERE other.message = deliveries.message)"""
IS_IDLE: Final = "(state <> 'sending' OR lease < $1)"  # no process is sending it
CAN_WITHDRAW: Final = """channel IN (SELECT id FROM notice_channels
    WHERE kind = 'push' OR kind = 'webhook' AND details LIKE '%"format":"json"%')"""
DELETE_UNSENT: Final = f"""DELETE FROM deliveries
    WHERE kind = 'turn' AND state = 'waiting' AND attempts = 0 AND {IS_OVER}"""
# Also what may have arrived although no answer did.
WITHDRAW: Final = f"""UPDATE deliveries
    SET kind = 'withdrawal', state = 'waiting', due = $1, attempts = 0, lease = 0, created = $1
    WHERE kind = 'turn' AND message <> '' AND {IS_IDLE} AND {CAN_WITHDRAW} AND {IS_WHOLLY_OVER}"""
DELETE_OVER: Final = f"""DELETE FROM deliveries
    WHERE kind = 'turn' AND {IS_IDLE} AND NOT {CAN_WITHDRAW} AND {IS_OVER}"""
IS_DUE: Final = "(state = 'waiting' AND due <= $1 OR state = 'sending' AND lease < $1)"
DUE_BATCHES: Final = f"""SELECT d.channel, d.kind, d.message, MIN(d.due), c.kind, c.target
    FROM deliveries AS d JOIN notice_channels AS c ON c.id = d.channel WHERE {IS_DUE}
    GROUP BY d.channel, d.kind, d.message, c.kind, c.target ORDER BY MIN(d.due) LIMIT $2"""
CLAIM: Final = f"""UPDATE deliveries
    SET state = 'sending', message = $5, lease = $6, attempts = attempts + 1
    WHERE {IS_DUE} AND channel = $2 AND kind = $3 AND message = $4"""


class Channel(msgspec.Struct, frozen=True, kw_only=True):
    """Where notices go."""

    id: str
    person: str
    kind: str  # push, mail, webhook, calendar
    target: str  # a URL or a mail address; "" for a calendar
    table_id: str = ""  # of a table's own webhook
    token: str  # of links that need no login: the calendar's, and those that stop mails
    details: str = "{}"  # JSON, by kind
    confirmed: bool = True
    created: int


class TurnRow(msgspec.Struct, frozen=True):
    """A turn as it is stored."""

    person: str
    table_id: str
    number: int
    since: int
    deadline: int


class DueBatch(NamedTuple):
    """Deliveries that are due for one channel and become one message."""

    channel: str
    kind: str
    message: str  # the id of the message; "" before it was tried for the first time
    due: int
    channel_kind: str
    target: str


class ClaimedBatch(NamedTuple):
    """A message that this process alone may send until its lease expires."""

    channel: Channel
    kind: str
    message: str
    attempts: int
    created: int
    turns: list[TurnRow]  # those that still wait


Row = TypeVar("Row", Channel, TurnRow)


class NoticeStore:
    """Notices in a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # Settings

    async def settings(self, person_id: str) -> str:
        """The settings of a person, as JSON; "" if they chose none."""
        sql = "SELECT settings FROM notice_settings WHERE person = $1"
        rows = await self.store.rows(sql, person_id)
        return str(rows[0][0]) if rows else ""

    async def save_settings(self, person_id: str, settings: str) -> None:
        """Store the settings of a person; what is not sent yet is planned anew."""
        sql = """INSERT INTO notice_settings (person, settings)
            SELECT id, $2 FROM people WHERE id = $1 AND name IS NOT NULL
            ON CONFLICT (person) DO UPDATE SET settings = excluded.settings"""
        missing = NotFound(f"no such person: {person_id}")
        save = Statement(sql, [(person_id, settings)], missing)
        await self.store.write(Write([save, *_replan(person_id)]))

    # Channels

    async def called(self) -> tuple[set[str], set[str]]:
        """The people who have a channel, and the tables that have one."""
        sql = "SELECT DISTINCT person, table_id FROM notice_channels WHERE confirmed = 1"
        rows = await self.store.rows(sql)
        people = {str(person) for person, table_id in rows if not table_id}
        return people, {str(table_id) for _, table_id in rows if table_id}

    async def has_channels(self) -> bool:
        """Whether anybody has a channel, or wants one that is not confirmed yet."""
        return bool(await self.store.rows("SELECT 1 FROM notice_channels LIMIT 1"))

    async def add_channel(self, channel: Channel, due: int | None = None) -> None:
        """Add a channel; `NotFound` if the person is gone. With ``due`` it is to be confirmed."""
        values = (*msgspec.structs.astuple(channel)[:7], int(channel.confirmed), channel.created)
        missing = NotFound(f"no such person: {channel.person}")
        statements = [Statement(INSERT_CHANNEL, [values], missing)]
        if channel.kind == "push":  # a browser is of the person who signed in there last
            others = "DELETE FROM notice_channels WHERE kind = 'push' AND target = $1"
            statements.insert(0, Statement(others, [(channel.target,)]))
        if due is not None:
            confirmation = (secrets.token_urlsafe(12), channel.id, due)
            statements.append(Statement(INSERT_CONFIRMATION, [confirmation]))
        await self.store.write(Write([*statements, *_replan(channel.person)]))

    async def channels(self, person_id: str) -> list[Channel]:
        """The channels of a person, the oldest first."""
        sql = f"{SELECT_CHANNEL} WHERE person = $1 ORDER BY created, id"
        return [_struct(Channel, row) for row in await self.store.rows(sql, person_id)]

    async def channels_of_table(self, table_id: str) -> list[Channel]:
        """The channels that are told of every turn of a table."""
        if not can_be_id(table_id):
            return []
        sql = f"{SELECT_CHANNEL} WHERE table_id = $1 ORDER BY created, id"
        return [_struct(Channel, row) for row in await self.store.rows(sql, table_id)]

    async def channel_by_token(self, token: str) -> Channel | None:
        """The channel of a link that needs no login."""
        rows = []
        if can_be_id(token):
            rows = await self.store.rows(f"{SELECT_CHANNEL} WHERE token = $1", token)
        return _struct(Channel, rows[0]) if rows else None

    async def unconfirmed(self, confirmation: str) -> Channel | None:
        """The channel that a link confirms."""
        if not can_be_id(confirmation) or not confirmation:
            return None
        sql = f"{SELECT_CHANNEL} WHERE confirmed = 0 AND details = $1"
        details = msgspec.json.encode({"confirmation": confirmation}).decode()
        rows = await self.store.rows(sql, details)
        return _struct(Channel, rows[0]) if rows else None

    async def confirm_channel(self, channel_id: str, details: str) -> None:
        """The person has confirmed that the address is theirs."""
        sql = "UPDATE notice_channels SET confirmed = 1, details = $2 WHERE id = $1"
        await self.store.write(Write([Statement(sql, [(channel_id, details)])]))

    async def remove_channel(self, channel: Channel) -> None:
        """Remove a channel, with all that is to be sent there; does nothing if it is gone."""
        sql = "DELETE FROM notice_channels WHERE id = $1"
        rest = """DELETE FROM turns WHERE person = $1 AND NOT EXISTS (
            SELECT 1 FROM notice_channels WHERE person = $1)"""
        statements = [Statement(sql, [(channel.id,)]), Statement(rest, [(channel.person,)])]
        await self.store.write(Write(statements))

    # Turns

    async def turns(self, person_id: str) -> list[TurnRow]:
        """Where a person is awaited, the most urgent first."""
        sql = f"{SELECT_TURN} WHERE person = $1 ORDER BY deadline = 0, deadline, since, table_id"
        return [_struct(TurnRow, row) for row in await self.store.rows(sql, person_id)]

    async def add_turns(self, table_id: str, next_number: int, turns: Sequence[Turn]) -> None:
        """Write the turns of a table, unless it has more entries: then its writer wrote them."""
        guard = "UPDATE tables SET next = next WHERE id = $1 AND next = $2"
        moved = NotFound(f"table {table_id} has moved on")
        statements = [Statement(guard, [(table_id, next_number)], moved)]
        await self.store.write(Write([*statements, *turn_statements(table_id, turns)]))

    async def note_seen(self, people: Collection[str], at: int) -> None:
        """Some people look at the house: nobody needs to tell them, for now."""
        sql = "UPDATE turns SET seen = $2 WHERE person = $1 AND planned = 0"
        await self.store.write(Write([Statement(sql, [(person, at) for person in people])]))

    async def unplanned(self, before: int) -> list[TurnRow]:
        """Turns that began before a time, of people who have not looked since, to be planned."""
        sql = f"""{SELECT_TURN} WHERE planned = 0 AND since <= $1 AND seen <= $1
            ORDER BY since, table_id LIMIT $2"""
        rows = await self.store.rows(sql, before, PLANNED_AT_ONCE)
        return [_struct(TurnRow, row) for row in rows]

    async def plan(self, turn: TurnRow, planned: Sequence[PlannedDelivery], at: int) -> None:
        """Write what is to be sent about a turn; nothing if it is over. Doing it twice is once."""
        key = (turn.person, turn.table_id, turn.number)
        rows: list[Values] = [
            (f"{'.'.join(map(str, key))}.{channel}", *key, channel, due, at)
            for channel, due in planned
        ]
        done = Statement(SET_PLANNED, [(*key, turn.deadline)])
        await self.store.write(Write([Statement(INSERT_DELIVERY, rows), done]))

    # Deliveries

    async def withdraw(self, at: int) -> None:
        """Delete what is not sent and withdraw what was, of turns that are over."""
        found = f"SELECT 1 FROM deliveries WHERE kind = 'turn' AND {IS_OVER} LIMIT 1"
        if not await self.store.rows(found):
            return
        statements = [
            Statement(DELETE_UNSENT, [()]),
            Statement(WITHDRAW, [(at,)]),
            Statement(DELETE_OVER, [(at,)]),
        ]
        await self.store.write(Write(statements))

    async def due(self, at: int, limit: int) -> list[DueBatch]:
        """What is due, or was being sent by a process that did not finish."""
        rows = await self.store.rows(DUE_BATCHES, at, limit)
        return [
            DueBatch(str(row[0]), str(row[1]), str(row[2]), int(row[3] or 0), *map(str, row[4:]))
            for row in rows
        ]

    async def claim(self, batch: DueBatch, at: int, lease: int) -> ClaimedBatch | None:
        """Claim a batch until ``lease``; none if another process has it, or it is gone."""
        message = batch.message or secrets.token_urlsafe(16)
        values = (at, batch.channel, batch.kind, batch.message, message, lease)
        try:
            taken = Statement(CLAIM, [values], NotFound("another process sends it"))
            await self.store.write(Write([taken]))
        except NotFound:
            return None
        return await self._claimed(batch.channel, batch.kind, message)

    async def _claimed(self, channel_id: str, kind: str, message: str) -> ClaimedBatch | None:
        channels = await self.store.rows(f"{SELECT_CHANNEL} WHERE id = $1", channel_id)
        sql = """SELECT d.attempts, d.created, t.person, t.table_id, t.number, t.since, t.deadline
            FROM deliveries AS d LEFT JOIN turns AS t ON t.person = d.person
                AND t.table_id = d.table_id AND t.number = d.number
            WHERE d.channel = $1 AND d.kind = $2 AND d.message = $3
            ORDER BY t.deadline = 0, t.deadline, t.since, t.table_id"""
        rows = await self.store.rows(sql, channel_id, kind, message)
        if not channels or not rows:
            return None
        return ClaimedBatch(
            _struct(Channel, channels[0]),
            kind,
            message,
            attempts=max(int(row[0] or 0) for row in rows),
            created=min(int(row[1] or 0) for row in rows),
            turns=[_struct(TurnRow, row[2:]) for row in rows if row[2] is not None],
        )

    async def mark_sent(self, batch: ClaimedBatch) -> None:
        """A message was received. Only what is about a turn is kept, until that is over."""
        sent = (
            "UPDATE deliveries SET state = 'sent' WHERE channel = $1 AND kind = $2 AND message = $3"
        )
        await self._end(batch, sent if batch.kind == TURN else DELETE_BATCH)

    async def try_again(self, batch: ClaimedBatch, due: int) -> None:
        """A message was not received: it is due again later."""
        sql = """UPDATE deliveries SET state = 'waiting', due = $4
            WHERE channel = $1 AND kind = $2 AND message = $3"""
        await self._end(batch, sql, due)

    async def give_up(self, batch: ClaimedBatch) -> None:
        """A message will not be received."""
        await self._end(batch, DELETE_BATCH)

    async def _end(self, batch: ClaimedBatch, sql: str, *more: Value) -> None:
        values = (batch.channel.id, batch.kind, batch.message, *more)
        await self.store.write(Write([Statement(sql, [values])]))

    async def release(self) -> None:
        """End all leases: on a database of one process, when it starts, nobody is sending."""
        await self.store.write(Write([Statement("UPDATE deliveries SET lease = 0", [()])]))

    # Keys of the house

    async def key(self, name: str, new: str) -> str:
        """A key of the house, the same in all processes; ``new`` becomes it if there is none."""
        sql = "SELECT value FROM house_keys WHERE name = $1"
        rows = await self.store.rows(sql, name)
        if not rows:
            insert = """INSERT INTO house_keys (name, value) VALUES ($1, $2)
                ON CONFLICT (name) DO NOTHING"""
            await self.store.write(Write([Statement(insert, [(name, new)])]))
            rows = await self.store.rows(sql, name)
        return str(rows[0][0])


DELETE_BATCH: Final = "DELETE FROM deliveries WHERE channel = $1 AND kind = $2 AND message = $3"


def _replan(person_id: str) -> list[Statement]:
    """Plan the turns of a person again; what was tried already stays."""
    unsent = """DELETE FROM deliveries WHERE person = $1 AND kind = 'turn'
        AND state = 'waiting' AND attempts = 0"""
    again = "UPDATE turns SET planned = 0 WHERE person = $1"
    return [Statement(unsent, [(person_id,)]), Statement(again, [(person_id,)])]


def _struct(type_: type[Row], row: Values) -> Row:
    # Not strict: the databases keep what is true or false as a number.
    fields = dict(zip(type_.__struct_fields__, row, strict=True))
    return msgspec.convert(fields, type_, strict=False)
