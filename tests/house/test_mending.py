"""``ludotheque admin mend``: broken tables are listed, cut before what is wrong, or closed."""

from __future__ import annotations

import asyncio
import json
import stat
from pathlib import Path

import pytest
from house.damage import (
    LOG_DAMAGES,
    ROW_DAMAGES,
    Damage,
    cut_in_half,
    damage_table,
    entry_rows,
    of_a_game_not_installed,
    possible,
    with_another_seed,
    without_a_seed,
)
from house.test_broken import begun, play_one, serving, two_tables

from ludotheque.cli import main
from ludotheque.core.state import LUCK
from ludotheque.house.store import open_store
from ludotheque.house.table.live_tables import LiveTables
from ludotheque.house.table.mending import Fault, fault_of, faults
from ludotheque.house.table.summary import row_of, summary_of
from ludotheque.house.workers.bot_pool import BotPool

pytest_plugins = ("house.postgres",)
Output = pytest.CaptureFixture[str]
DAMAGES = (*LOG_DAMAGES, *ROW_DAMAGES)
HOPELESS = {with_another_seed, without_a_seed}  # the row has a secret that the log has not
every_damage = pytest.mark.parametrize("damage", DAMAGES, ids=lambda one: one.__name__)


def damaged(place: str, damage: Damage) -> tuple[str, list[Fault]]:
    """A house with a broken table and another one; what is found to be wrong."""

    async def prepare() -> tuple[str, list[Fault]]:
        async with open_store(place) as store:
            bad, _ = await two_tables(store)
            await damage_table(place, store, bad, damage)
            return bad, [fault async for fault in faults(store)]

    return asyncio.run(prepare())


def play_on(place: str, table: str) -> None:
    """Play a move, as people do in a house."""

    async def play() -> None:
        async with open_store(place) as store:
            assert await fault_of(store, table) is None
            tables = LiveTables(store, BotPool())
            live = await tables.open(table)
            row = await store.table(table)
            assert row == row_of(live.room)
            if live.room.status == "playing":
                await play_one(tables, live)
            await tables.close()
            tables.bot_pool.close()

    asyncio.run(play())


@every_damage
def test_a_broken_table_is_listed_and_cut(
    place: str, damage: Damage, capsys: Output, tmp_path: Path
) -> None:
    if not possible(place, damage):
        return
    bad, (fault,) = damaged(place, damage)
    assert fault.table == bad
    assert main(["admin", "mend", "--database", place]) == 0
    out = capsys.readouterr().out
    assert out == f"{bad}  {fault.where}: {fault.reason}\n"
    assert main(["admin", "mend", "--database", place, "--", bad]) == 0
    assert fault.reason in capsys.readouterr().out
    last = fault.number - 1 if fault.number >= 0 else length(place, bad) - 1
    copy = tmp_path / "copy.jsonl"
    command = ["admin", "mend", "--cut-after", str(last), "--copy", str(copy), "--database", place]
    if last < 0 or damage in HOPELESS:
        assert last < 0 or main([*command, "--", bad]) == 2
        return
    before = stored(place, bad)
    assert main([*command, "--", bad]) == 0
    assert f"{last + 1} entries are left" in capsys.readouterr().out
    lines = [json.loads(line) for line in copy.read_text(encoding="utf-8").splitlines()]
    assert [(line["number"], line["entry"]) for line in lines] == before
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    play_on(place, bad)


def stored(place: str, table: str) -> list[tuple[int, str]]:
    async def read() -> list[tuple[int, str]]:
        async with open_store(place) as store:
            return [(number, text) for number, text in await entry_rows(store, table)]

    return asyncio.run(read())


def length(place: str, table: str) -> int:
    return len(stored(place, table))


@pytest.mark.parametrize("damage", [cut_in_half, of_a_game_not_installed, with_another_seed])
def test_a_broken_table_is_closed_and_its_log_stays(place: str, damage: Damage) -> None:
    bad, _ = damaged(place, damage)
    before = stored(place, bad)
    assert main(["admin", "mend", "--close", "--database", place, "--", bad]) == 0
    assert stored(place, bad) == before

    async def check() -> None:
        async with open_store(place) as store:
            row = await store.table(bad)
            assert row is not None
            summary = summary_of(row)
            assert summary is not None
            assert (row.status, row.due, summary.closed) == ("closed", None, "admin")
            assert summary.names == ["Name of ada", "Name of bob"]

    asyncio.run(check())


def test_a_compressed_log_is_cut(place: str, tmp_path: Path) -> None:
    async def prepare() -> tuple[str, list[tuple[int, str]]]:
        async with open_store(place) as store:
            async with serving(store) as tables:
                name = await begun(tables, "ada", "bob")
            before = [*enumerate(await store.read(name))]
            await store.compact(name)
            return name, before

    name, before = asyncio.run(prepare())
    copy = str(tmp_path / "copy")
    command = ["admin", "mend", "--cut-after", "5", "--copy", copy, "--database", place]
    assert main([*command, "--", name]) == 0
    after = stored(place, name)
    assert [number for number, _ in after] == [*range(len(after))]
    assert after[:6] == before[:6]
    luck = [json.loads(text)["who"] for _, text in after[6:]]  # drawn again, from the same seal
    assert luck
    assert {*luck} == {LUCK}
    for (_, one), (_, two) in zip(after[6:], before[6:], strict=False):
        assert json.loads(one)["text"] == json.loads(two)["text"]
    play_on(place, name)


def test_what_can_not_be_mended_is_refused(place: str, capsys: Output, tmp_path: Path) -> None:
    bad, (fault,) = damaged(place, cut_in_half)
    whole = length(place, bad)
    copy = tmp_path / "copy"
    cut = ["admin", "mend", "--copy", str(copy), "--database", place, "--cut-after"]
    for number, message in (
        (fault.number, f"entry {fault.number} is broken, too"),
        (whole + 3, f"entry {whole} can't be read"),
    ):
        assert main([*cut, str(number), "--", bad]) == 2
        assert message in capsys.readouterr().err
        assert not copy.exists()
    copy.write_text("mine", encoding="utf-8")
    assert main([*cut, str(fault.number - 1), "--", bad]) == 2  # it exists already
    assert copy.read_text(encoding="utf-8") == "mine"
    assert length(place, bad) == whole
    assert main(["admin", "mend", "--database", place, "--", "nothing"]) == 2
    assert "there is no table nothing" in capsys.readouterr().err
    assert main(["admin", "mend", "--close", "--database", place]) == 2
    assert "name the table" in capsys.readouterr().err
