"""The deal of the day: equal play gives equal games, in one try, and nothing leaks before it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from house.stores import in_loop, person

from ludotheque.bots import find_bot
from ludotheque.core.registry import installed
from ludotheque.core.rng import SeededRng
from ludotheque.core.seal import commitment
from ludotheque.house.ratings import daily as daily_module
from ludotheque.house.ratings.daily import DailyDeals, can_be_daily, commitment_of
from ludotheque.house.ratings.recorder import Recorder
from ludotheque.house.refusals import Refused
from ludotheque.house.store import Store, open_store
from ludotheque.house.table import live
from ludotheque.house.table.asks import Play, ProposeTakeback, Sit
from ludotheque.house.table.days import day_before, day_of, end_of
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.timestamps import now_ms
from ludotheque.house.workers.bot_pool import BotPool

GAME = "zankapfel"
ADA, BOB, EVE = Caller("p-ada", "Ada"), Caller("p-bob", "Bob"), Caller("p-eve", "Eve")


async def no_pause(_seconds: float) -> None:
    await asyncio.sleep(0)


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[tuple[Store, LiveTables, DailyDeals]]:
    bot_pool = BotPool(sleep=no_pause)
    async with open_store(str(path / "house.sqlite")) as store:
        for name in ("ada", "bob", "eve"):
            await store.create_person(msgspec.structs.replace(person(name), name=name.title()))
        tables = LiveTables(store, bot_pool)
        try:
            yield store, tables, DailyDeals(store, {GAME: installed()[GAME]})
        finally:
            await tables.close()
            bot_pool.close()


async def play_to_the_end(tables: LiveTables, table: LiveTable, caller: Caller) -> None:
    """Play as the greedy bot does, whose random numbers are the same for the same events."""
    bot = find_bot(table.room.game, "greedy")
    async with asyncio.timeout(120):
        while table.room.status == "playing":
            room = table.room
            # A start player may accept an offer at any moment (ZK-12): no race with the bots here.
            if 0 not in room.started_table().state.awaited():
                tables.autoplay.schedule(table)
                await asyncio.sleep(0.002)
                continue
            state, rng = room.started_table().state, SeededRng(len(room.times))
            move = bot.choose(state.imagine(0, rng), 0, rng)
            text = room.game.text(state, move)
            await tables.perform(table, caller, Play(decision=room.chairs[0].decision, text=text))


def events(table: LiveTable) -> list[tuple[int, str]]:
    return [(event.who, event.text) for event in table.room.started_table().events]


@in_loop
async def test_equal_play_gives_equal_games_and_one_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as (store, tables, deals):
        today = day_of(now_ms())
        made = deals._new_deal(today)
        await deals.store.add_deal(msgspec.structs.replace(made, bot="novice"))  # faster
        deal = await deals.deal(today)
        assert await deals.deal(today) == deal  # also for another process
        ada = await tables.open(await deals.begin(tables, ADA))
        bob = await tables.open(await deals.begin(tables, BOB))
        assert ada is not bob
        assert ada.room.created.commitment == commitment_of(deal)
        # One's own table again, from another window, and nobody else at it.
        assert await deals.begin(tables, ADA) == ada.room.created.table
        with pytest.raises(Refused):
            await tables.perform(ada, EVE, Sit(seat=1))
        # Nobody sees the deal before their own try.
        for caller in (BOB, EVE, Caller("")):
            with pytest.raises(Refused) as secret:
                await deals.check_may_see(ada.room, caller.person)
            assert secret.value.code == "daily-secret"
        await deals.check_may_see(ada.room, "p-ada")
        await play_to_the_end(tables, ada, ADA)
        await play_to_the_end(tables, bob, BOB)
        assert events(ada) == events(bob)
        assert len(events(ada)) > 50
        # Over, and still no seed for anybody.
        assert ada.room.seed == ""
        assert ada.sealed_record().seal is None
        assert deal.seed not in "".join(await store.read(ada.room.created.table))
        await deals.check_may_see(ada.room, "p-bob")
        with pytest.raises(Refused):
            await deals.check_may_see(ada.room, "p-eve")
        assert await deals.begin(tables, ADA) == ada.room.created.table  # no second try
        recorder = Recorder(store)
        for table in (ada, bob):
            await recorder.record(table.room)
        ladder = await deals.ladder(today, "")
        assert {one.name for one in ladder} == {"Ada", "Bob"}
        assert len({(one.rank, one.score) for one in ladder}) == 1
        # The day after everybody may see it, with its seed.
        for module in (daily_module, live):
            monkeypatch.setattr(module, "now_ms", lambda: end_of(today))
        await deals.check_may_see(ada.room, "p-eve")
        seal = ada.sealed_record().seal
        assert isinstance(seal, dict)
        assert seal["seed"] == deal.seed
        assert commitment(bytes.fromhex(deal.seed)) == ada.room.created.commitment


@in_loop
async def test_a_try_is_not_taken_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, tables, deals):
        table = await tables.open(await deals.begin(tables, ADA))
        with pytest.raises(Refused):
            await tables.perform(table, ADA, ProposeTakeback())
        with pytest.raises(Refused) as refused:
            await deals.deal(day_before(day_of(now_ms())))
        assert refused.value.code == "no-such-deal"


def test_games_without_a_fixed_order_are_left_out() -> None:
    daily = {slug for slug, game in installed().items() if can_be_daily(game)}
    assert daily == {slug for slug, game in installed().items() if game.timed_phase is None}
