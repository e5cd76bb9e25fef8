"""What people are to one another, in the store: friends, blocks, circles, matches, reports."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from ludotheque.house.store.rows import Conflict, NotFound
from ludotheque.house.store.writes import Statement, Values, Write

if TYPE_CHECKING:
    from ludotheque.house.store.contract import Store
    from ludotheque.house.store.hosting import Link

SELECT_MATCH: Final = "SELECT person, game, wish, since, ends, seen, table_id FROM match_requests"
UPSERT_MATCH: Final = """INSERT INTO match_requests
    (person, game, wish, since, ends, seen, table_id) VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (person) DO UPDATE SET game = excluded.game, wish = excluded.wish,
    since = excluded.since, ends = excluded.ends, seen = excluded.seen, table_id = ''"""
CLAIM_MATCH: Final = """UPDATE match_requests SET table_id = $2, ends = $3
    WHERE person = $1 AND table_id = ''"""
SELECT_CIRCLE: Final = "SELECT id, name, owner, created, weekday, minute, zone FROM circles"
SELECT_REPORT: Final = """SELECT reports.id, at, reporter, person, table_id, reason, quote, handled,
    COALESCE(r.name, ''), COALESCE(p.name, '') FROM reports
    LEFT JOIN people AS r ON r.id = reporter LEFT JOIN people AS p ON p.id = reports.person"""
INSERT_FRIEND: Final = """INSERT INTO friends (person, friend, since) VALUES ($1, $2, $3)
    ON CONFLICT (person, friend) DO NOTHING"""
INSERT_MEMBER: Final = """INSERT INTO circle_members (circle, person, since) VALUES ($1, $2, $3)
    ON CONFLICT (circle, person) DO NOTHING"""
USE_LINK: Final = """UPDATE links SET uses = uses - 1
    WHERE hash = $1 AND kind = $2 AND expires > $3 AND uses > 0"""
# Of who is a member no more; a circle without members goes.
NEW_OWNERS: Final = """UPDATE circles SET owner = (SELECT person FROM circle_members
        WHERE circle = circles.id ORDER BY since, person LIMIT 1)
    WHERE owner = $1 AND EXISTS (SELECT 1 FROM circle_members WHERE circle = circles.id)
    AND NOT EXISTS (
        SELECT 1 FROM circle_members WHERE circle = circles.id AND person = circles.owner)"""
# What goes with a person.
FORGET_PERSON: Final = (
    "DELETE FROM blocks WHERE person = $1 OR blocked = $1",
    "DELETE FROM mutes WHERE person = $1 OR muted = $1",
    "DELETE FROM friends WHERE person = $1 OR friend = $1",
    "DELETE FROM hidden_people WHERE person = $1",
    "DELETE FROM table_calls WHERE person = $1 OR caller = $1",
    "DELETE FROM circle_members WHERE person = $1",
    NEW_OWNERS,
    "DELETE FROM circles WHERE owner = $1",
    "DELETE FROM match_requests WHERE person = $1",
    "DELETE FROM reports WHERE reporter = $1 OR person = $1",
)


class MatchRow(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who waits to be matched."""

    person: str
    game: str
    wish: str  # JSON, opaque to the store
    since: int
    ends: int
    seen: int
    table_id: str = ""  # once there is one


class Friend(msgspec.Struct, frozen=True, kw_only=True):
    """A friend of a person."""

    person: str
    name: str
    since: int
    hidden: bool  # they don't show that they are here


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody whom a person has blocked or muted, or who is a member of a circle."""

    person: str
    name: str


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """A friend calls a person to a table."""

    table_id: str
    game: str
    caller: str  # their id
    name: str
    at: int


class Circle(msgspec.Struct, frozen=True, kw_only=True):
    """A group with its own tables, and perhaps a standing evening."""

    id: str
    name: str
    owner: str
    created: int
    weekday: int  # 0 is Monday; -1 without an evening
    minute: int  # of the day
    zone: str  # such as Europe/Zurich


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody reported to the host."""

    id: str
    at: int
    reporter: str
    person: str
    table_id: str  # "" if it is not about a table
    reason: str
    quote: str  # a line of the chat, or ""
    handled: int  # when the host saw to it; 0 before
    reporter_name: str = ""
    person_name: str = ""


Row = TypeVar("Row", MatchRow, Friend, Known, Call, Circle, Report)


class CommunityStore:
    """What people are to one another, in a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def _write(self, *statements: Statement) -> None:
        await self.store.write(Write(statements))

    async def names(self, people: Collection[str]) -> dict[str, str]:
        """The names of people by id; those who have none are left out."""
        marks = _marks(people)
        sql = f"SELECT id, name FROM people WHERE name IS NOT NULL AND id IN ({marks})"  # noqa: S608
        rows = await self.store.rows(sql, *people) if people else []
        return {str(person): str(name) for person, name in rows}

    # Blocks and mutes

    async def block(self, person: str, other: str) -> None:
        """Have two people not meet; they are friends no more."""
        sql = """INSERT INTO blocks (person, blocked) VALUES ($1, $2)
            ON CONFLICT (person, blocked) DO NOTHING"""
        calls = """DELETE FROM table_calls WHERE person = $1 AND caller = $2
            OR person = $2 AND caller = $1"""
        await self._write(
            Statement(sql, [(person, other)]),
            *_unfriend(person, other),
            Statement(calls, [(person, other)]),
        )

    async def unblock(self, person: str, other: str) -> None:
        """Let two people meet again."""
        sql = "DELETE FROM blocks WHERE person = $1 AND blocked = $2"
        await self._write(Statement(sql, [(person, other)]))

    async def mute(self, person: str, other: str) -> None:
        """Have a person not read another, at any table."""
        sql = """INSERT INTO mutes (person, muted) VALUES ($1, $2)
            ON CONFLICT (person, muted) DO NOTHING"""
        await self._write(Statement(sql, [(person, other)]))

    async def unmute(self, person: str, other: str) -> None:
        """Let a person read another again."""
        sql = "DELETE FROM mutes WHERE person = $1 AND muted = $2"
        await self._write(Statement(sql, [(person, other)]))

    async def blocked(self, person: str) -> list[Known]:
        """Whom a person has blocked, by name."""
        sql = """SELECT id, COALESCE(name, '') FROM blocks JOIN people ON id = blocked
            WHERE person = $1 ORDER BY name, id"""
        return [_struct(Known, row) for row in await self.store.rows(sql, person)]

    async def muted(self, person: str) -> list[Known]:
        """Whom a person has muted, by name."""
        sql = """SELECT id, COALESCE(name, '') FROM mutes JOIN people ON id = muted
            WHERE person = $1 ORDER BY name, id"""
        return [_struct(Known, row) for row in await self.store.rows(sql, person)]

    async def unheard(self, person: str) -> frozenset[str]:
        """Whom a person does not read: those they muted or blocked."""
        sql = """SELECT muted FROM mutes WHERE person = $1
            UNION SELECT blocked FROM blocks WHERE person = $1"""
        return frozenset(str(row[0]) for row in await self.store.rows(sql, person))

    async def count_unwanted(self, person: str) -> int:
        """How many people a person has blocked or muted."""
        sql = """SELECT (SELECT COUNT(*) FROM blocks WHERE person = $1)
            + (SELECT COUNT(*) FROM mutes WHERE person = $1)"""
        return int((await self.store.rows(sql, person))[0][0] or 0)

    async def apart_from(self, person: str) -> set[str]:
        """Whom a person has blocked, and who has blocked them."""
        sql = """SELECT blocked FROM blocks WHERE person = $1
            UNION SELECT person FROM blocks WHERE blocked = $1"""
        return {str(row[0]) for row in await self.store.rows(sql, person)}

    async def blocked_pairs(self, people: Collection[str]) -> set[tuple[str, str]]:
        """The blocks among some people: (person, whom they blocked)."""
        if not people:
            return set()
        wanted = sorted({*people})
        marks = _marks(wanted)
        sql = f"SELECT person, blocked FROM blocks WHERE person IN ({marks})"  # noqa: S608
        rows = await self.store.rows(sql, *wanted)
        return {(str(person), str(blocked)) for person, blocked in rows}

    # Friends

    async def befriend(self, link: Link, person: str, at: int) -> None:
        """Use up a link once and make its maker and a person friends: both, or `NotFound`."""
        use = Statement(USE_LINK, [(link.hash, link.kind, at)], NotFound("the link was used up"))
        pair: list[Values] = [(person, link.subject, at), (link.subject, person, at)]
        await self._write(use, Statement(INSERT_FRIEND, pair))

    async def unfriend(self, person: str, other: str) -> None:
        """End a friendship, for both."""
        await self._write(*_unfriend(person, other))

    async def friends(self, person: str) -> list[Friend]:
        """The friends of a person, by name."""
        sql = """SELECT p.id, COALESCE(p.name, ''), f.since,
            (SELECT COUNT(*) FROM hidden_people AS h WHERE h.person = p.id)
            FROM friends AS f JOIN people AS p ON p.id = f.friend
            WHERE f.person = $1 AND p.name IS NOT NULL ORDER BY p.name, p.id"""
        return [_struct(Friend, row) for row in await self.store.rows(sql, person)]

    async def are_friends(self, person: str, other: str) -> bool:
        """Whether two people are friends."""
        sql = "SELECT 1 FROM friends WHERE person = $1 AND friend = $2"
        return bool(await self.store.rows(sql, person, other))

    async def is_hidden(self, person: str) -> bool:
        """Whether a person does not show that they are here."""
        return bool(await self.store.rows("SELECT 1 FROM hidden_people WHERE person = $1", person))

    async def set_hidden(self, person: str, hidden: bool) -> None:
        """Show friends that one is here, or don't."""
        hide = "INSERT INTO hidden_people (person) VALUES ($1) ON CONFLICT (person) DO NOTHING"
        show = "DELETE FROM hidden_people WHERE person = $1"
        await self._write(Statement(hide if hidden else show, [(person,)]))

    # Calls to tables

    async def call(self, person: str, table_id: str, caller: str, at: int) -> None:
        """Call a person to a table."""
        sql = """INSERT INTO table_calls (person, table_id, caller, at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (person, table_id)
            DO UPDATE SET caller = excluded.caller, at = excluded.at"""
        await self._write(Statement(sql, [(person, table_id, caller, at)]))

    async def calls(self, person: str, since: int) -> list[Call]:
        """The tables a person was called to since then that are not finished, the newest first."""
        sql = """SELECT c.table_id, t.game, c.caller, COALESCE(p.name, ''), c.at
            FROM table_calls AS c JOIN tables AS t ON t.id = c.table_id
            JOIN people AS p ON p.id = c.caller
            WHERE c.person = $1 AND c.at > $2 AND t.status IN ('waiting', 'playing')
            AND NOT EXISTS (SELECT 1 FROM seated AS s
                WHERE s.table_id = c.table_id AND s.person = c.person)
            ORDER BY c.at DESC, c.table_id"""
        return [_struct(Call, row) for row in await self.store.rows(sql, person, since)]

    async def dismiss_call(self, person: str, table_id: str) -> None:
        """Show a call no more."""
        sql = "DELETE FROM table_calls WHERE person = $1 AND table_id = $2"
        await self._write(Statement(sql, [(person, table_id)]))

    async def delete_old_calls(self, before: int) -> None:
        """Delete the calls from before a time."""
        await self._write(Statement("DELETE FROM table_calls WHERE at < $1", [(before,)]))

    # Circles

    async def create_circle(self, circle: Circle) -> None:
        """Create a circle, with its owner as the first member."""
        sql = """INSERT INTO circles (id, name, owner, created, weekday, minute, zone)
            VALUES ($1, $2, $3, $4, $5, $6, $7)"""
        await self._write(
            Statement(sql, [msgspec.structs.astuple(circle)]),
            Statement(INSERT_MEMBER, [(circle.id, circle.owner, circle.created)]),
        )

    async def change_circle(self, circle: Circle) -> None:
        """Change the name and the evening of a circle."""
        sql = "UPDATE circles SET name = $2, weekday = $3, minute = $4, zone = $5 WHERE id = $1"
        values = (circle.id, circle.name, circle.weekday, circle.minute, circle.zone)
        await self._write(Statement(sql, [values], NotFound("no such circle")))

    async def delete_circle(self, circle_id: str) -> None:
        """Delete a circle; its tables stay, for those who have sat there."""
        await self._write(
            Statement("DELETE FROM links WHERE kind = 'circle' AND subject = $1", [(circle_id,)]),
            Statement("DELETE FROM circles WHERE id = $1", [(circle_id,)]),
        )

    async def circle(self, circle_id: str) -> Circle | None:
        """A circle, if there is one."""
        rows = await self.store.rows(f"{SELECT_CIRCLE} WHERE id = $1", circle_id)
        return _struct(Circle, rows[0]) if rows else None

    async def circles_of(self, person: str) -> list[Circle]:
        """The circles a person is a member of, by name."""
        own = "(SELECT circle FROM circle_members WHERE person = $1)"
        sql = f"{SELECT_CIRCLE} WHERE id IN {own} ORDER BY name, id"
        return [_struct(Circle, row) for row in await self.store.rows(sql, person)]

    async def members(self, circle_id: str) -> list[Known]:
        """The members of a circle, by name."""
        sql = """SELECT p.id, p.name FROM circle_members AS m JOIN people AS p ON p.id = m.person
            WHERE m.circle = $1 AND p.name IS NOT NULL ORDER BY p.name, p.id"""
        return [_struct(Known, row) for row in await self.store.rows(sql, circle_id)]

    async def is_member(self, circle_id: str, person: str) -> bool:
        """Whether a person is a member of a circle."""
        sql = "SELECT 1 FROM circle_members WHERE circle = $1 AND person = $2"
        return bool(await self.store.rows(sql, circle_id, person))

    async def join_circle(self, link: Link, person: str, at: int) -> None:
        """Use up a link once and make a person a member of its circle: both, or `NotFound`."""
        use = Statement(USE_LINK, [(link.hash, link.kind, at)], NotFound("the link was used up"))
        await self._write(use, Statement(INSERT_MEMBER, [(link.subject, person, at)]))

    async def leave_circle(self, circle_id: str, person: str) -> None:
        """Be a member no more; `NotFound` if they are none.

        An owner leaves the circle to who has been there for longest; the last one ends it.
        """
        sql = "DELETE FROM circle_members WHERE circle = $1 AND person = $2"
        empty = """DELETE FROM circles WHERE id = $1
            AND NOT EXISTS (SELECT 1 FROM circle_members WHERE circle = $1)"""
        await self._write(
            Statement(sql, [(circle_id, person)], NotFound("no such member")),
            Statement(NEW_OWNERS, [(person,)]),
            Statement(empty, [(circle_id,)]),
        )

    def circle_table(self, table_id: str, circle_id: str) -> Statement:
        """The statement that lists a table of a circle."""
        sql = "INSERT INTO circle_tables (table_id, circle) VALUES ($1, $2)"
        return Statement(sql, [(table_id, circle_id)])

    # Matchmaking

    async def ask_match(self, row: MatchRow) -> None:
        """Have a person wait to be matched, in place of any request before."""
        await self._write(Statement(UPSERT_MATCH, [msgspec.structs.astuple(row)]))

    async def matches(self) -> list[MatchRow]:
        """All requests, the oldest first."""
        rows = await self.store.rows(f"{SELECT_MATCH} ORDER BY since, person")
        return [_struct(MatchRow, row) for row in rows]

    async def match_of(self, person: str) -> MatchRow | None:
        """The request of a person."""
        rows = await self.store.rows(f"{SELECT_MATCH} WHERE person = $1", person)
        return _struct(MatchRow, rows[0]) if rows else None

    async def see_match(self, person: str, at: int) -> None:
        """A person still waits."""
        sql = "UPDATE match_requests SET seen = $2 WHERE person = $1"
        await self._write(Statement(sql, [(person, at)]))

    def claim(self, person: str, table_id: str, ends: int) -> Statement:
        """The statement that gives a person who waits a table, once; else it is a `Conflict`."""
        claimed = Conflict("the request was withdrawn or claimed")
        return Statement(CLAIM_MATCH, [(person, table_id, ends)], claimed)

    async def claim_match(self, person: str, table_id: str, ends: int) -> bool:
        """Give a person who waits a table; False if they wait no more."""
        try:
            await self._write(self.claim(person, table_id, ends))
        except Conflict:
            return False
        return True

    async def drop_matches(self, people: Collection[str]) -> None:
        """Delete the requests of people."""
        sql = "DELETE FROM match_requests WHERE person = $1"
        await self._write(Statement(sql, [(person,) for person in people]))

    # Reports

    async def report(self, report: Report) -> None:
        """Store a report."""
        sql = """INSERT INTO reports (id, at, reporter, person, table_id, reason, quote, handled)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"""
        await self._write(Statement(sql, [msgspec.structs.astuple(report)[:8]]))

    async def reports(self, limit: int) -> list[Report]:
        """Reports the host has not seen to first, then the newest."""
        sql = f"{SELECT_REPORT} ORDER BY handled > 0, at DESC, reports.id LIMIT $1"
        return [_struct(Report, row) for row in await self.store.rows(sql, limit)]

    async def reports_by(self, person: str) -> list[Report]:
        """What a person has reported, the newest first."""
        sql = f"{SELECT_REPORT} WHERE reporter = $1 ORDER BY at DESC, reports.id"
        return [_struct(Report, row) for row in await self.store.rows(sql, person)]

    async def find_report(self, report_id: str) -> Report | None:
        """A report, if there is one."""
        rows = await self.store.rows(f"{SELECT_REPORT} WHERE reports.id = $1", report_id)
        return _struct(Report, rows[0]) if rows else None

    async def count_open_reports(self, reporter: str) -> int:
        """How many reports of a person the host has not seen to."""
        sql = "SELECT COUNT(*) FROM reports WHERE reporter = $1 AND handled = 0"
        return int((await self.store.rows(sql, reporter))[0][0] or 0)

    async def handle_report(self, report_id: str, at: int) -> None:
        """The host has seen to a report; `NotFound` if there is none that is open."""
        sql = "UPDATE reports SET handled = $2 WHERE id = $1 AND handled = 0"
        no_report = NotFound("no such report")
        await self._write(Statement(sql, [(report_id, at)], no_report))


def _unfriend(person: str, other: str) -> list[Statement]:
    sql = "DELETE FROM friends WHERE person = $1 AND friend = $2"
    return [Statement(sql, [(person, other), (other, person)])]


def _marks(values: Collection[str]) -> str:
    """Parameters for a list of values: $1, $2..."""
    return ", ".join(f"${position}" for position, _ in enumerate(values, 1))


def _struct(type_: type[Row], row: Values) -> Row:
    # Not strict: the databases keep what is true or false as a number.
    names = type_.__struct_fields__
    return msgspec.convert(dict(zip(names, row, strict=True)), type_, strict=False)
