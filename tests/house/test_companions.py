"""People who share a device: each has a session of their own, in a cookie of their own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from house.running import House, guest, house, in_loop
from playthroughs import INSTALLED
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from ludotheque.core.game import Game
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import SPECTATOR
from ludotheque.core.table import Table
from ludotheque.house.limits import MAX_COMPANIONS
from ludotheque.house.views.messages import Refusal


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("companions")
    with house(str(folder / "house.sqlite"), folder) as running:
        yield running


class Device:
    """A browser that keeps its cookies."""

    def __init__(self, here: House) -> None:
        self.here = here
        self.cookies: dict[str, str] = {}
        self.new_cookies: list[str] = []  # of the last answer, with their attributes

    @property
    def headers(self) -> dict[str, str]:
        """The cookies, as a browser sends them."""
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Send a request; returns the status and the data."""
        return await asyncio.to_thread(self._ask, method, path, json.dumps(body or {}))

    def _ask(self, method: str, path: str, body: str) -> tuple[int, Any]:
        connection = HTTPConnection(self.here.address, timeout=30)
        connection.request(method, path, body if method == "POST" else None, self.headers)
        answer = connection.getresponse()
        self.new_cookies = answer.headers.get_all("set-cookie") or []
        for cookie in self.new_cookies:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        data = json.loads(answer.read())
        connection.close()
        return answer.status, data

    async def name(self, query: str = "") -> object:
        """Whom the house takes a request for."""
        _, data = await self.ask("GET", f"/api/me{query}")
        return data.get("name") or data["code"]


@in_loop
async def test_each_companion_has_a_session_of_their_own(here: House) -> None:
    device = Device(here)
    await device.ask("POST", "/api/guest")
    own = await device.name()
    for number, name in [("1", "Clara"), ("2", "Ben")]:
        status, _ = await device.ask("POST", f"/api/guest?companion={number}")
        assert status == 201
        (cookie,) = device.new_cookies
        assert cookie.startswith(f"ludotheque-{number}=")
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        await device.ask("POST", f"/api/me/name?companion={number}", {"name": name})
    assert await device.name() == own
    assert await device.name("?companion=1") == "Clara"
    assert await device.name("?companion=2") == "Ben"
    assert await device.name("?companion=3") == "no-token"
    status, _ = await device.ask("POST", "/api/guest?companion=1")
    assert status == 200, "who is signed in stays the same"


@in_loop
async def test_a_companion_leaves_alone(here: House) -> None:
    device = Device(here)
    for query in ("", "?companion=1", "?companion=2"):
        await device.ask("POST", f"/api/guest{query}")
    others = await device.name(), await device.name("?companion=2")
    for method, path in [("POST", "/api/logout"), ("DELETE", "/api/me/data")]:
        await device.ask("POST", "/api/guest?companion=1")
        status, _ = await device.ask(method, f"{path}?companion=1")
        assert status == 200
        assert [cookie.partition("=")[0] for cookie in device.new_cookies] == ["ludotheque-1"]
        device.cookies.pop("ludotheque-1")
        assert await device.name("?companion=1") == "no-token"
    assert (await device.name(), await device.name("?companion=2")) == others


@in_loop
async def test_there_is_no_other_companion(here: House) -> None:
    device = Device(here)
    for number in ("0", "x", "01", str(MAX_COMPANIONS + 1), "1%0d%0a", "%C2%B2"):
        status, data = await device.ask("POST", f"/api/guest?companion={number}")
        assert (status, data["code"]) == (400, "bad-companion")
        assert not device.new_cookies
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws://{here.address}/ws/unknown00000?companion={number}", proxy=None)
        assert refused.value.response.status_code == 400


@in_loop
async def test_companions_sit_at_a_table_from_one_browser(here: House) -> None:
    device = Device(here)
    await device.ask("POST", "/api/guest")
    for number in (1, 2):
        await device.ask("POST", f"/api/guest?companion={number}")
    _, made = await device.ask("POST", "/api/tables", {"game": "m", "options": {"players": 2}})
    url = f"ws://{here.address}/ws/{made['table']}?protocol=2&whole=1"
    for number in (1, 2):
        async with connect(
            f"{url}&companion={number}", additional_headers=device.headers, proxy=None
        ) as socket:
            view = json.loads(await socket.recv())
            assert (view["you"]["seat"], view["you"]["host"]) == (-1, False)
            await socket.send(json.dumps({"type": "sit", "seat": number - 1, "id": 1}))
            while view["you"]["seat"] < 0:
                view = {**view, **json.loads(await socket.recv())}
            assert view["you"]["seat"] == number - 1
    async with connect(url, additional_headers=device.headers, proxy=None) as socket:
        view = json.loads(await socket.recv())
        assert (view["you"]["seat"], view["you"]["host"]) == (-1, True)
        await socket.send(json.dumps({"type": "start", "id": 1}))
        while view["table"]["status"] != "playing":
            view = {**view, **json.loads(await socket.recv())}
        assert view["own"] is None, "the host sees no hand"


@in_loop
async def test_whoever_asks_for_it_is_a_spectator(here: House) -> None:
    ada = await guest(here)
    table = await ada.new_table("m", ["", "greedy"], players=2)
    async with ada.at(table) as seated, ada.at(table, spectator="1") as board:
        await seated.must("sit", seat=0)
        await seated.must("start")
        await seated.my_turn()
        await board.see(lambda view: view.status == "playing")
        assert (board.view.seat, board.view.host, board.state.own) == (-1, False, None)
        assert await board.refused("resign") == "no-token"
        assert seated.state.own is not None
        assert seated.state.own["secret"] is True


@in_loop
async def test_a_board_is_closed_with_the_session_of_its_person(tmp_path: Path) -> None:
    with house(str(tmp_path / "house.sqlite"), tmp_path) as here:
        ada = await guest(here)
        table = await ada.new_table("m", ["", "greedy"], players=2)
        async with ada.at(table, spectator="1") as board:
            await board.see()
            await ada.post("/api/logout")
            assert await asyncio.wait_for(board.end(), 10) == 4001


@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
@in_loop
async def test_a_seat_is_told_whether_it_has_a_secret(here: House, game: Game) -> None:
    """As the rules say: whether the seat knows anything that a spectator does not."""
    ada = await guest(here)
    state = Table(game, {}, SeededRng(1)).state
    table = await ada.new_table(game.slug, ["", *["greedy"] * (int(state.seats()) - 1)])
    async with ada.at(table) as seated:
        await seated.must("sit", seat=0)
        answer = await seated.ask("start")
        assert not isinstance(answer, Refusal), answer
        await seated.my_turn()
        own = seated.state.own
        assert own is not None
        phase = game.timed_phase
        is_listening = phase is not None and phase.contains(state)
        assert own["secret"] == (is_listening or state.private(0) != state.private(SPECTATOR))
