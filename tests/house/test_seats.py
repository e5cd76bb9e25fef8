"""Before a game the host gives free seats to bots, and frees them again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from house.running import House, guest, house, in_loop

from ludotheque.house.table.chairs import BOT_NAMES, Chair, bot_chair
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.entries import (
    ERASED_NAME,
    Created,
    Erased,
    Reserved,
    SeatPlan,
    without_person,
)
from ludotheque.house.table.restore import restore
from ludotheque.house.table.summary import row_of


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("seats")
    with house(str(folder / "house.sqlite"), folder) as running:
        yield running
        assert not [line for line in running.errors() if '"level": "error"' in line]


@in_loop
async def test_the_host_fills_free_seats_with_bots(here: House) -> None:
    ada, bob = await guest(here), await guest(here)
    table = await ada.new_table("m", ["", "", "greedy"], players=4, symbols=4)
    async with ada.at(table) as host, bob.at(table) as other:
        await host.must("sit", seat=0)
        assert await host.refused("start") == "seats-free"
        await host.must("bot", seat=3, bot="random")
        await host.must("bot", seat=1, bot="greedy")
        view = await other.see(lambda view: all(seat.taken for seat in view.seats))
        assert [seat.bot for seat in view.seats] == ["", "greedy", "greedy", "random"]
        assert len({seat.name for seat in view.seats}) == 4
        await host.must("free", seat=1)
        await other.must("sit", seat=1)
        await host.must("start")
        await other.see(lambda view: view.status == "playing")
        assert await host.refused("free", seat=3) == "game-running"
        assert await host.refused("bot", seat=3, bot="greedy") == "game-running"


@in_loop
async def test_only_the_host_seats_bots_and_only_at_free_seats(here: House) -> None:
    ada, bob = await guest(here), await guest(here)
    table = await ada.new_table("m", ["", "greedy"], players=3)
    async with ada.at(table) as host, bob.at(table) as other:
        await other.must("sit", seat=0)
        assert await other.refused("bot", seat=2, bot="greedy") == "not-host"
        assert await other.refused("free", seat=1) == "not-host"
        assert await host.refused("bot", seat=0, bot="greedy") == "seat-taken"
        assert await host.refused("bot", seat=1, bot="greedy") == "seat-taken"
        assert await host.refused("bot", seat=2, bot="clever") == "unknown-bot"
        assert await host.refused("bot", seat=3, bot="greedy") == "no-such-seat"
        assert await host.refused("free", seat=-1) == "no-such-seat"
        assert await host.refused("free", seat=0) == "seat-taken"  # people can't be removed


def test_an_erased_person_has_no_reserved_seat() -> None:
    created = Created(
        table="t",
        game="m",
        options={"players": 2, "symbols": 4, "voluntary_pass": False, "opening": "zigzag"},
        seats=[SeatPlan(), SeatPlan()],
        public=True,
        host="ada",
        time_control=TimeControl(),
        commitment="c",
    )
    reserved = Reserved(seat=1, person="bob", name="Bob")
    room = restore([created, reserved])
    assert room.chairs[1] == Chair(reserved_for="bob", name="Bob")
    assert '"Bob"' not in row_of(room).summary  # does not sit there yet
    assert without_person(reserved) == Reserved(seat=1, person="bob", name=ERASED_NAME)
    room.fold(Erased(person="bob"))
    assert room.chairs[1] == Chair()


def test_a_bot_has_a_name_that_looks_like_no_other_at_the_table() -> None:
    assert bot_chair(1, "random", []).name == BOT_NAMES[1]
    assert bot_chair(1, "random", ["BIaise"]).name == BOT_NAMES[2]
    assert bot_chair(5, "random", [BOT_NAMES[5], "АDA"]).name == BOT_NAMES[1]
    assert bot_chair(len(BOT_NAMES) + 1, "random", BOT_NAMES).name == f"{BOT_NAMES[1]} 2"
    assert bot_chair(0, "random", [*BOT_NAMES, "Ada 2"]).name == "Ada 3"
