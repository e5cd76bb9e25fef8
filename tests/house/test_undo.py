"""Taking a move back: alone with bots at any time, among people as they agreed."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from house.running import in_loop

from ludotheque.core.record import Json, from_json
from ludotheque.core.rng import SeededRng
from ludotheque.core.seal import verify
from ludotheque.house.refusals import Refused
from ludotheque.house.store import SqliteStore
from ludotheque.house.table import deeds
from ludotheque.house.table.asks import Play, ProposeTakeback, Sit, Start
from ludotheque.house.table.creation import TableSettings
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.entries import SeatPlan
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.table.moves import LegalMove, PlannedStep, validate_move
from ludotheque.house.table.room import Room
from ludotheque.house.timestamps import now_ms


class NoBots:
    """A pool that is asked for no move."""

    def close(self) -> None:
        pass


@contextlib.asynccontextmanager
async def begun(
    folder: Path, people: tuple[str, ...], free_takebacks: bool = False
) -> AsyncIterator[tuple[LiveTables, LiveTable]]:
    """A game of M for two, of people and a bot that does not move."""
    pool: Any = NoBots()
    async with SqliteStore(folder / "house.sqlite") as store:
        tables = LiveTables(store, pool)
        tables.autoplay.stopped = True
        seats = [SeatPlan("" if seat < len(people) else "random") for seat in range(2)]
        settings = TableSettings("m", {"players": 2}, seats, free_takebacks=free_takebacks)
        table = await tables.create(settings, "ada")
        for seat, person in enumerate(people):
            await tables.perform(table, Caller(person, person), Sit(seat=seat))
        await tables.perform(table, Caller("ada"), Start())
        yield tables, table
        await tables.close()


async def move(tables: LiveTables, table: LiveTable, person: str, number: int = 0) -> None:
    """Make a move of a person, after which a card is drawn."""
    room = table.room
    seat = room.seat_of(person)
    assert seat is not None
    text = room.started_table().legal(seat)[number]
    ask = Play(decision=room.chairs[seat].decision, text=text)
    await tables.perform(table, Caller(person), ask)


def first_legal_move(room: Room) -> list[PlannedStep]:
    """A bot's move."""
    bot = room.started_table().state.awaited()[0]
    text = room.started_table().legal(bot)[0]
    return [LegalMove(now_ms(), bot, validate_move(room, bot, text), "bot")]


def first_person(table: LiveTable) -> str:
    """The person whose turn it is."""
    seat: int = table.room.started_table().state.awaited()[0]
    return table.room.chairs[seat].person


@in_loop
async def test_alone_with_bots_anything_is_taken_back(tmp_path: Path) -> None:
    async with begun(tmp_path, ("ada",)) as (tables, table):
        while first_person(table) != "ada":  # the bot begins
            await tables.writer.commit_plan(table, first_legal_move)
        before = len(table.room.started_table().events)
        await move(tables, table, "ada")
        gone = table.room.started_table().events[before:]
        assert [event.who for event in gone] == [0, -1]  # a card was drawn: it was revealed
        await tables.perform(table, Caller("ada"), ProposeTakeback())
        assert len(table.room.started_table().events) == before
        assert table.room.taken_back[-1] == (0, before, gone)


@in_loop
async def test_what_was_drawn_is_drawn_again(tmp_path: Path) -> None:
    async with begun(tmp_path, ("ada", "bob"), free_takebacks=True) as (tables, table):
        person = first_person(table)
        await move(tables, table, person)
        drawn = table.room.started_table().events[-1]
        await tables.perform(table, Caller(person), ProposeTakeback())
        await move(tables, table, person)
        assert table.room.started_table().events[-1] == drawn


@in_loop
async def test_people_who_said_so_are_not_asked(tmp_path: Path) -> None:
    async with begun(tmp_path, ("ada", "bob"), free_takebacks=True) as (tables, table):
        person, before = first_person(table), len(table.room.started_table().events)
        await move(tables, table, person)
        await tables.perform(table, Caller(person), ProposeTakeback())
        assert table.room.proposal is None
        assert len(table.room.started_table().events) == before


@in_loop
async def test_among_people_nothing_that_was_revealed_is_taken_back(tmp_path: Path) -> None:
    async with begun(tmp_path, ("ada", "bob")) as (tables, table):
        person = first_person(table)
        await move(tables, table, person)
        with pytest.raises(Refused) as refused:
            await tables.perform(table, Caller(person), ProposeTakeback())
        assert refused.value.code == "revealed"


@pytest.mark.parametrize("is_late", [False, True])
@in_loop
async def test_others_are_asked_after_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_late: bool
) -> None:
    monkeypatch.setattr(deeds, "reveals_to_anybody", lambda *_: False)
    async with begun(tmp_path, ("ada", "bob")) as (_, table):
        person, room = first_person(table), table.room
        seat = room.seat_of(person)
        assert seat is not None
        move_made = room.started_table().state.legal_moves(seat)[0]
        at = deeds.UNDO_MS + 1 if is_late else deeds.UNDO_MS
        entries = [room.play(seat, move_made, 0)]
        planned = deeds.propose_takeback(room, Caller(person), ProposeTakeback(), at)
        assert len(planned) == (1 if is_late else 3), entries


@in_loop
async def test_the_record_has_what_was_taken_back(tmp_path: Path) -> None:
    async with begun(tmp_path, ("ada", "bob"), free_takebacks=True) as (tables, table):
        rng = SeededRng(1)
        person, before = first_person(table), len(table.room.started_table().events)
        await move(tables, table, person)
        gone = [[event.who, event.text] for event in table.room.started_table().events[before:]]
        await tables.perform(table, Caller(person), ProposeTakeback())
        while table.room.status == "playing":
            person = first_person(table)
            seat = table.room.seat_of(person) or 0
            count = len(table.room.started_table().legal(seat))
            await move(tables, table, person, rng.below(count))
        data: Json = msgspec.json.decode(table.sealed_record().to_json())
        record = from_json(data)
        assert record.takebacks == [
            {"seat": table.room.taken_back[0].seat, "after": before, "events": gone}
        ]
        assert isinstance(verify(record), list)  # the seal holds for the events that stayed
