"""Seats people who wait for others: at a new table, or in a running game at the seat of a bot.

Requests are rows of the store. One of the living processes looks at them, on which all agree;
while they disagree, the store decides: a request is claimed once, in the transaction that creates
its table. At a new table the seats are reserved. The game begins when everybody sits, each with a
nonce of their own; the seats of those who don't come soon are given to bots.

A request may lead to a new public table, so it counts as one (`TableQuota`). How people are grouped
is found out once a second, however many ask how their request stands.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.core.errors import GameError
from ludotheque.core.registry import find
from ludotheque.core.seal import new_seed
from ludotheque.house import limits
from ludotheque.house.matchmaking.strength import StrengthOf, unknown_strength
from ludotheque.house.matchmaking.wishes import (
    Group,
    IsApart,
    OpenTable,
    Request,
    Wish,
    groups,
    take_overs,
)
from ludotheque.house.refusals import Refused
from ludotheque.house.store import Conflict, StoreError
from ludotheque.house.store.community import CommunityStore, MatchRow
from ludotheque.house.table.clocks import TimeControl, check_time_control
from ludotheque.house.table.creation import TableSettings, created_entry
from ludotheque.house.table.entries import (
    CLOSED_UNSTARTED,
    AnyEntry,
    Closed,
    Engaged,
    Reserved,
    SeatPlan,
    Started,
    encode_entry,
)
from ludotheque.house.table.restore import restore
from ludotheque.house.table.summary import row_of, summary_of
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.house.shares import Client
    from ludotheque.house.store import TableRow
    from ludotheque.house.table.live_tables import LiveTables
    from ludotheque.house.table.moves import PlannedStep
    from ludotheque.house.table.quota import TableQuota
    from ludotheque.house.table.room import Room

log = logging.getLogger(__name__)
CHANGED: Final = "match-requests"  # a broadcast; also the key by which a process is chosen
DEFAULT_PACE: Final = TimeControl("move", 120)  # strangers don't wait for one another for ever
SEATING_MS: Final = 10_000  # for those who were matched to sit down
UNSEEN_MS: Final = 30_000  # a request nobody has asked about for so long is dropped
SEEN_STEP_MS: Final = 5_000
LOOK_INTERVAL_S: Final = 1.0  # while somebody waits
IDLE_INTERVAL_S: Final = 10.0  # in case a broadcast was lost
FRESH_MS: Final = 600_000  # games that began longer ago are nearly over
OPEN_TABLES: Final = 50  # that are considered
_random = random.SystemRandom()


class MatchState(msgspec.Struct, frozen=True):
    """How a request stands."""

    state: str  # none, waiting or found
    game: str = ""
    ends: int = 0  # when bots take the seats of those who have not come
    now: int = 0  # the time of the house
    seats: int = 0  # of the table they will sit at
    names: list[str] = []  # of those who will play, as of now; yours is the first
    table: str = ""  # where to go, once it is found


class Matchmaker:
    """The requests of people who wait for others."""

    def __init__(
        self,
        tables: LiveTables,
        quota: TableQuota,
        strength_of: StrengthOf = unknown_strength,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.tables = tables
        self.quota = quota
        self.store = tables.store
        self.community = CommunityStore(tables.store)
        self.strength_of = strength_of
        self._monotonic_s = monotonic_s
        self._address_of: dict[str, str] = {}  # of people who asked in this process
        self._group_of: dict[str, Group] = {}  # by person, as they were formed last
        self._formed_at, self._form_again_s = 0, 0.0
        self._forming = asyncio.Lock()
        self._wake = asyncio.Event()
        self._seating: set[str] = set()  # tables where people are expected
        self._unsubscribe = self.store.on_commit(self._on_commit)
        self.store.on_broadcast(self._on_broadcast)

    # requests

    async def ask(self, client: Client, game: str, wish: Wish, wait_s: int) -> None:
        """Have a person wait for others, in place of any request before."""
        check_wish(find(game), wish)
        if not 0 <= wait_s <= limits.MAX_MATCH_WAIT_S:
            raise Refused("bad-wait", f"one may wait 0 to {limits.MAX_MATCH_WAIT_S} seconds")
        await self._check_address(client)
        at = now_ms()
        row = MatchRow(
            person=client.person,
            game=game,
            wish=msgspec.json.encode(wish).decode(),
            since=at,
            ends=at + 1000 * wait_s,
            seen=at,
        )
        await self.community.ask_match(row)
        await self._tell()

    async def _check_address(self, client: Client) -> None:
        """Note from where somebody asks; refuse an address at which many wait already."""
        waiting = {row.person for row in await self.community.matches()} | {client.person}
        self._address_of[client.person] = client.address
        self._address_of = {one: at for one, at in self._address_of.items() if one in waiting}
        there = sum(address == client.address for address in self._address_of.values())
        if there > limits.MAX_MATCHES_PER_ADDRESS:
            del self._address_of[client.person]
            raise Refused("too-fast", "many people at your network wait already; try again later")

    async def withdraw(self, person_id: str) -> None:
        """Wait no longer."""
        await self.community.drop_matches([person_id])
        await self._tell()

    async def state(self, person_id: str) -> MatchState:
        """How the request of a person stands; that they ask keeps it alive."""
        own, at = await self.community.match_of(person_id), now_ms()
        if own is None:
            return MatchState("none", now=at)
        if own.seen < at - SEEN_STEP_MS:
            await self.community.see_match(person_id, at)
        if own.table_id:
            return MatchState("found", own.game, own.ends, at, table=own.table_id)
        group = await self._formed_group(own)
        if group is None:  # the game is gone
            return MatchState("waiting", own.game, own.ends, at)
        people = [one.person for one in group.requests]
        names = await self.community.names(people)
        others = [names[one] for one in people if one != person_id and one in names]
        ends = min(one.ends for one in group.requests)
        shown = [names.get(person_id, ""), *others]
        return MatchState("waiting", own.game, ends, at, group.seats, shown)

    async def _formed_group(self, own: MatchRow) -> Group | None:
        """The group of somebody who waits; formed again if it is old, or older than the request."""
        async with self._forming:
            if self._monotonic_s() >= self._form_again_s or own.since >= self._formed_at:
                self._formed_at, self._form_again_s = (
                    now_ms(),
                    self._monotonic_s() + LOOK_INTERVAL_S,
                )
                rows = [row for row in await self.community.matches() if not row.table_id]
                is_apart = await self._apart([row.person for row in rows])
                requests = await self._requests(rows)
                found = await asyncio.to_thread(groups, requests, is_apart)
                self._group_of = {one.person: each for each in found for one in each.requests}
            return self._group_of.get(own.person)

    async def _requests(self, rows: Collection[MatchRow]) -> list[Request]:
        return [
            Request(
                person=row.person,
                game=row.game,
                wish=msgspec.json.decode(row.wish, type=Wish),
                since=row.since,
                ends=row.ends,
                strength=await self.strength_of(row.person, row.game),
            )
            for row in rows
        ]

    async def _apart(self, people: Collection[str]) -> IsApart:
        pairs = await self.community.blocked_pairs(people)
        return lambda one, other: (one, other) in pairs or (other, one) in pairs

    async def _tell(self) -> None:
        self._wake.set()
        if self.store.shared:
            await self.store.broadcast(CHANGED)

    def _on_broadcast(self, message: str) -> None:
        if message == CHANGED:
            self._wake.set()

    def _on_commit(self, table_id: str, _next_number: int) -> None:
        if table_id in self._seating:
            self._wake.set()

    # matching

    async def run(self) -> None:
        """Match requests until cancelled."""
        try:
            while True:
                is_busy = False
                try:
                    is_busy = await self.look(now_ms())
                except StoreError as error:
                    log.warning("requests can't be matched now: %s", error)
                except Exception:  # one request must not stop all others for good
                    log.exception("requests could not be matched")
                await self._pause(LOOK_INTERVAL_S if is_busy else IDLE_INTERVAL_S)
        finally:
            self._unsubscribe()

    async def _pause(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            pass
        self._wake.clear()

    async def look(self, at: int) -> bool:
        """Match whoever can be matched now, if it falls to this process; whether anybody waits."""
        if not self.tables.processes.falls_to_here(CHANGED):
            return False
        rows = await self.community.matches()
        gone = [row.person for row in rows if _is_gone(row, at)]
        if gone:
            await self.community.drop_matches(gone)
        waiting = [row for row in rows if not row.table_id and row.person not in gone]
        await self._match(waiting, at)
        for table_id in {row.table_id for row in rows if row.table_id}:
            await self._begin(table_id, [row for row in rows if row.table_id == table_id], at)
        return bool(rows)

    async def _match(self, rows: list[MatchRow], at: int) -> None:
        if not rows:
            return
        requests = await self._requests(rows)
        tables = await self._open_tables({row.game for row in rows}, at)
        seated = [person for table in tables for person in table.people]
        is_apart = await self._apart([*(one.person for one in requests), *seated])
        taken = take_overs(requests, tables, is_apart)
        for one in taken:
            await self.community.claim_match(one.person, one.table, at + SEATING_MS)
        left = {one.person for one in requests} - {one.person for one in taken}
        staying = [one for one in requests if one.person in left]
        for group in await asyncio.to_thread(groups, staying, is_apart):
            if group.is_due(at):
                await self._create(group, at)

    async def _open_tables(self, games: Collection[str], at: int) -> list[OpenTable]:
        """Running public games with open seats, those expected there counted."""
        expected: dict[str, list[str]] = {}
        for row in await self.community.matches():
            expected.setdefault(row.table_id, []).append(row.person)
        rows = [
            row
            for game in sorted(games)
            for row in await self.store.public_tables("playing", game=game, limit=OPEN_TABLES)
        ]
        fresh = [row for row in rows if row.created > at - FRESH_MS]
        tables = [_open_table(row, expected.get(row.id, [])) for row in fresh]
        return [table for table in tables if table is not None and table.open_seats > 0]

    async def _create(self, group: Group, at: int) -> None:
        """Create the table of a group, with a reserved seat for everybody."""
        people = [one.person for one in group.requests]
        names = await self.community.names(people)
        seed = new_seed()
        entries = table_log(group, names, seed)
        room = restore(entries)
        claims = [self.community.claim(one, room.created.table, at + SEATING_MS) for one in people]
        try:
            await self.store.create_table(
                row_of(room), [encode_entry(entry) for entry in entries], seed, claims
            )
        except Conflict:  # somebody withdrew, or another process was first
            return
        self._seating.add(room.created.table)
        for address in {self._address_of[one] for one in people if one in self._address_of}:
            self.quota.note(address, room.created.table)

    async def _begin(self, table_id: str, rows: list[MatchRow], at: int) -> None:
        """Begin the game of a new table when everybody sits, or when it is time."""
        is_late = all(row.ends <= at for row in rows)
        try:
            table = await self.tables.open(table_id)
            await self.tables.writer.commit_plan(
                table, lambda room: begun(room, at, is_late=is_late)
            )
        except Refused as error:  # the table is broken
            log.info("the table of a match can't be opened: %s", error)
            await self.community.drop_matches([row.person for row in rows])
            return
        if table.room.status == "waiting":
            return
        self._seating.discard(table_id)
        sitting = table.room.people()
        done = [row.person for row in rows if row.ends <= at or row.person in sitting]
        if done:
            await self.community.drop_matches(done)


def _is_gone(row: MatchRow, at: int) -> bool:
    """Whether nobody asks about a request any more; one that was matched has its own time."""
    return not row.table_id and row.seen < at - UNSEEN_MS


def check_wish(game: Game, wish: Wish) -> None:
    """Refuse a wish that no table of a game can fulfil."""
    try:
        game.resolve_options(wish.options)
    except GameError as error:
        raise Refused(error.code, str(error)) from None
    if wish.pace is not None:
        check_time_control(wish.pace, game)
    if wish.strength and wish.strength not in game.levels:
        raise Refused("unknown-bot", f"the levels are {', '.join(game.levels)}")


def _open_table(row: TableRow, expected: list[str]) -> OpenTable | None:
    """A running game that people may go to; none if its seats are not open."""
    summary = summary_of(row)
    if summary is None or not summary.open_seats:
        return None
    coming = [person for person in expected if person not in row.people]
    wish = Wish(summary.options, summary.time_control)
    seats = sum(bool(bot) for bot in summary.bots) - len(coming)
    return OpenTable(row.id, row.game, wish, (*row.people, *coming), seats)


def table_log(group: Group, names: Mapping[str, str], seed: bytes) -> list[AnyEntry]:
    """The first entries of a group's table: seats by lot, bots at those that nobody has."""
    game = find(group.game)
    bot = group.wish.strength or game.middle_level()
    people = [one.person for one in group.requests]
    lots: list[str] = [*people, *[""] * (group.seats - len(people))]
    _random.shuffle(lots)
    settings = TableSettings(
        game=group.game,
        options=group.wish.options,
        seats=[SeatPlan("" if person else bot) for person in lots],
        public=True,
        time_control=group.wish.pace or DEFAULT_PACE,
        open_seats=True,
    )
    first = created_entry(settings, people[0], seed)
    reserved = [
        Reserved(at=first.at, seat=seat, person=person, name=names.get(person, ""))
        for seat, person in enumerate(lots)
        if person
    ]
    return [first, *reserved]


def begun(room: Room, at: int, *, is_late: bool) -> list[PlannedStep]:
    """Begin the game of a match: when everybody who is expected sits, or when it is late."""
    if room.status != "waiting":
        return []
    if any(chair.reserved_for for chair in room.chairs) and not is_late:
        return []
    if not room.people():
        return [Closed(at=at, reason=CLOSED_UNSTARTED)] if is_late else []
    bot = next((plan.bot for plan in room.created.seats if plan.bot), room.game.middle_level())
    empty = [seat for seat, chair in enumerate(room.chairs) if not chair.person and not chair.bot]
    return [*(Engaged(at=at, seat=seat, bot=bot) for seat in empty), Started(at=at)]
