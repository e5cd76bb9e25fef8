"""A house with nothing set makes no call to anywhere: no connection, and no name is looked up."""

from __future__ import annotations

from pathlib import Path

import pytest
from house.running import guest, house, in_loop, seeded_random

# Every process of the house reads this first: the server, its bots, its sounds.
HOOK = """
import os, sys

def record(event, arguments):
    is_local = event == "socket.connect" and isinstance(arguments[1], (str, bytes))
    if event in CALLS and not is_local:
        with open(os.environ["CALLS_FILE"], "a") as file:
            print(event, arguments[1:] if event == "socket.connect" else arguments, file=file)

CALLS = {"socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"}
sys.addaudithook(record)
with open(os.environ["CALLS_FILE"] + ".processes", "a") as file:
    print(os.getpid(), file=file)
"""
PAGES = (
    *("/", "/api/games", "/api/daily", "/api/past", "/api/games/m/statistics", "/api/me/company"),
    *("/api/me/leave", "/api/notices", "/api/announcements", "/healthz", "/metrics"),
)


@in_loop
async def test_a_house_with_nothing_set_calls_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People play with bots and with one another, for days, too; whoever is awaited is away."""
    calls = tmp_path / "calls"
    (tmp_path / "hook").mkdir()
    (tmp_path / "hook" / "sitecustomize.py").write_text(HOOK, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "hook"))
    monkeypatch.setenv("CALLS_FILE", str(calls))
    with house(str(tmp_path / "house.db"), tmp_path) as here:
        anna, clara = await guest(here), await guest(here)
        await clara.post("/api/notices/calendar")
        days = {"mode": "days", "seconds": 2}
        made = await anna.post("/api/tables", game="m", options={"players": 2}, pace=days)
        async with anna.at(made["table"]) as one, clara.at(made["table"]) as two:
            await one.must("sit", seat=0)
            await two.must("sit", seat=1)
            await one.must("start")
        bots = ["", "novice", "novice"]
        with_bots = await anna.post(
            "/api/tables", game="zankapfel", options={"players": 3}, bots=bots
        )
        async with anna.at(with_bots["table"]) as one:
            await one.must("sit", seat=0)
            await one.must("start")
            await one.play_on(seeded_random(1), 3)
        await anna.post("/api/match", game="m", wait=0)
        for path in PAGES:
            assert (await anna.fetch("GET", path)).status == 200, path
        assert here.errors() == []
    processes = (tmp_path / "calls.processes").read_text(encoding="utf-8").split()
    assert len(processes) > 1, "the bots are listened to as well"
    assert not calls.exists(), calls.read_text(encoding="utf-8")
