"""Playing on from a moment of a finished game: a table that begins at a position."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from house.finished_games import finished, stored
from house.stores import in_loop, person

from ludotheque.bots import find_bot
from ludotheque.core.errors import BadRecord
from ludotheque.core.record import Record
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK
from ludotheque.house.api.replay import Replay
from ludotheque.house.people.export import export
from ludotheque.house.ratings.recorder import Recorder
from ludotheque.house.refusals import Refused
from ludotheque.house.store import Store, open_store
from ludotheque.house.table.asks import ChooseRated, Play
from ludotheque.house.table.creation import rematch_log
from ludotheque.house.table.deeds import Caller, choose_rated
from ludotheque.house.table.entries import ChoseRated, Sat
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.table.playing_on import Position, begun_at, play_on
from ludotheque.house.table.restore import BrokenLog, restore
from ludotheque.house.table.room import new_game
from ludotheque.house.workers.bot_pool import BotPool

ADA = Caller("p-ada", "Ada")
GAMES = ("appenzell", "m", "zankapfel", "zapp_zerapp", "zwickern")
PLAYERS = {"zankapfel": 3, "zwickern": 4}


async def no_pause(_seconds: float) -> None:
    """Bots of the tests answer at once."""


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[tuple[Store, LiveTables]]:
    pool = BotPool(sleep=no_pause)
    async with open_store(str(path / "house.sqlite")) as store:
        await store.create_person(msgspec.structs.replace(person("ada"), name="Ada"))
        tables = LiveTables(store, pool)
        try:
            yield store, tables
        finally:
            await tables.close()
            pool.close()


async def play_to_the_end(tables: LiveTables, table: LiveTable) -> None:
    """Play as the greedy bot does, for Ada."""
    bot = find_bot(table.room.game, "greedy")
    seat = table.room.seat_of("p-ada") or 0
    async with asyncio.timeout(120):
        while table.room.status == "playing":
            room, chair = table.room, table.room.chairs[seat]
            if chair.decision < 0:
                tables.autoplay.schedule(table)
                await asyncio.sleep(0.002)
                continue
            text = room.started_table().ask(bot, seat, SeededRng(len(room.times)))
            await tables.perform(table, ADA, Play(decision=chair.decision, text=text))


def moment(slug: str, part: float = 0.5) -> tuple[Replay, int]:
    """A finished game, and a number of events of it after which a seat is to move."""
    room, _, _ = finished(slug, [("p-ada", "Ada")], players=PLAYERS.get(slug, 2))
    replay = Replay(room.started_table())
    event = int(len(replay.events) * part)
    while replay.state_after(event).next_actor() == LUCK:
        event -= 1
    return replay, event


def position_of(replay: Replay, event: int, bot: str = "random") -> Position:
    state = replay.state_after(event)
    return Position(replay.game, replay.table.options, state, int(state.next_actor()), bot)


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_begins_at_the_position_of_another(slug: str) -> None:
    replay, event = moment(slug)
    position = position_of(replay, event)
    for world in ("true", "imagined"):
        first = begun_at(position, world, "p-ada", bytes(32))
        room = restore([first])
        begun = new_game(room.created, room.game, room.options).state
        seat = position.seat
        assert begun.observe(seat) == position.state.observe(seat)
        assert begun.legal_moves(seat) == position.state.legal_moves(seat)
        if world == "true":
            assert begun.key() == position.state.key()


def two_worlds(slug: str) -> tuple[Position, Position]:
    """A position, and another one that its seat can't tell from it."""
    replay, _ = moment(slug)
    for event in range(len(replay.events)):
        position = position_of(replay, event)
        if position.seat != LUCK:
            state = position.state.imagine(position.seat, SeededRng(11))
            if state.key() != position.state.key():
                return position, position._replace(state=state)
    raise AssertionError("nothing is hidden in this game")


@pytest.mark.parametrize("slug", ["m", "zwickern"])
def test_an_imagined_world_does_not_depend_on_other_hands(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same random numbers give the same position in two worlds the seat can't tell apart."""
    monkeypatch.setattr(secrets, "randbits", lambda _bits: 7)
    position, other = two_worlds(slug)
    texts = {begun_at(one, "imagined", "p-ada", bytes(32)).position for one in (position, other)}
    assert len(texts) == 1
    true = {begun_at(one, "true", "p-ada", bytes(32)).position for one in (position, other)}
    assert len(true) == 2


@in_loop
async def test_one_sits_down_and_plays_to_the_end(tmp_path: Path) -> None:
    async with opened(tmp_path) as (store, tables):
        replay, event = moment("m", 0.9)
        table_id = await play_on(tables, ADA, position_of(replay, event), "true")
        table = await tables.open(table_id)
        assert table.room.status == "playing"
        assert table.room.chairs[table.room.seat_of("p-ada") or 0].name == "Ada"
        assert not table.room.is_rated()
        for seat, chair in enumerate(table.room.chairs):
            assert bool(chair.bot) == (seat != table.room.seat_of("p-ada"))
        # It is read again from its log, also in another process.
        rows = await store.read(table_id)
        assert "position" in rows[0]
        again, _ = await tables.loader.load(table_id)
        assert again.started_table().state.key() == table.room.started_table().state.key()


@in_loop
async def test_it_has_no_record_no_result_and_no_rating(tmp_path: Path) -> None:
    async with opened(tmp_path) as (store, tables):
        replay, event = moment("m", 0.9)
        table_id = await play_on(tables, ADA, position_of(replay, event), "true")
        room = (await tables.open(table_id)).room
        with pytest.raises(BadRecord, match="began at a position"):
            Record.from_table(room.started_table())
        table = await tables.open(table_id)
        await play_to_the_end(tables, table)
        recorder = Recorder(store)
        await recorder.record(table.room)
        assert not await recorder.results.has_results(table_id)
        assert table_id not in await recorder.results.unrecorded_tables()


@in_loop
async def test_an_ordinary_game_is_still_recorded_later(tmp_path: Path) -> None:
    async with opened(tmp_path) as (store, _):
        room, entries, seed = finished("m", [("p-ada", "Ada")])
        table_id = await stored(store, room, entries, seed)
        assert table_id in await Recorder(store).results.unrecorded_tables()


@in_loop
async def test_downloads_of_personal_data_leave_the_position_out(tmp_path: Path) -> None:
    async with opened(tmp_path) as (store, tables):
        replay, event = moment("m", 0.5)
        table_id = await play_on(tables, ADA, position_of(replay, event), "imagined")
        (first, *_) = await store.read(table_id)
        hands = msgspec.json.decode(first)["position"].partition("hands=")[2].split()[0]
        one = await store.person("p-ada")
        assert one is not None
        text = await export(store, one)
        assert table_id in text
        assert hands not in text
        assert "position" not in text


def test_a_rematch_is_a_new_game() -> None:
    replay, event = moment("m")
    room = restore([begun_at(position_of(replay, event), "true", "p-ada", bytes(32))])
    first, *_ = rematch_log(room, "p-ada", bytes(32))
    assert first.position == ""  # type: ignore[union-attr]


def test_bad_wishes_are_refused() -> None:
    replay, event = moment("m")
    position = position_of(replay, event)
    with pytest.raises(Refused, match="the game is over"):
        begun_at(position_of_end(replay), "true", "p-ada", bytes(32))
    with pytest.raises(Refused, match="no seat 9"):
        begun_at(position._replace(seat=9), "true", "p-ada", bytes(32))
    with pytest.raises(Refused, match="no bot"):
        begun_at(position._replace(bot="nobody"), "true", "p-ada", bytes(32))


def position_of_end(replay: Replay) -> Position:
    state = replay.state_after(len(replay.events))
    return Position(replay.game, replay.table.options, state, 0, "random")


BROKEN = {
    "no position": "nonsense",
    "another game": "zankapfel |",
    "an unknown field": "m players=2 | wings=2",
    "other options": "m players=3 |",
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_log_with_a_bad_position_is_broken(name: str) -> None:
    replay, event = moment("m")
    first = begun_at(position_of(replay, event), "true", "p-ada", bytes(32))
    with pytest.raises(BrokenLog, match="can't be read"):
        restore([msgspec.structs.replace(first, position=BROKEN[name])])


def test_nobody_can_make_it_rated() -> None:
    replay, event = moment("m")
    room = restore([begun_at(position_of(replay, event), "true", "p-ada", bytes(32))])
    seat = position_of(replay, event).seat
    room.fold(Sat(at=1, seat=seat, person="p-ada", name="Ada"))
    room.fold(ChoseRated(at=1, seat=seat, yes=True))
    assert not room.is_rated()
    with pytest.raises(Refused, match="not rated"):
        choose_rated(room, ADA, ChooseRated(yes=True), 2)
