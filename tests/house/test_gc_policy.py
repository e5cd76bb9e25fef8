"""Garbage is collected when enough has gathered, and only then."""

from __future__ import annotations

import asyncio
import gc
import socket
import weakref
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.asyncio.client import connect

from ludotheque.house import gc_policy


class Ring:
    """Something that only a search can free."""

    def __init__(self) -> None:
        self.itself: Any = self


def ring() -> weakref.ref[Ring]:
    """A ring that nobody holds."""
    return weakref.ref(Ring())


def test_much_garbage_is_found_and_little_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_policy, "CHECK_INTERVAL_S", 0.01)
    monkeypatch.setattr(gc_policy, "COLLECT_AFTER_OBJECTS", 5_000)

    async def gather() -> None:
        tidying = asyncio.create_task(gc_policy.collect_above_threshold())
        await asyncio.sleep(0.05)
        few = ring()
        await asyncio.sleep(0.1)
        assert few() is not None  # nothing was collected
        many: list[list[int]] = [[] for _ in range(6_000)]
        await asyncio.sleep(0.1)
        assert few() is None
        assert len(many) == 6_000
        tidying.cancel()
        await asyncio.gather(tidying, return_exceptions=True)

    asyncio.run(gather())
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


async def welcome(scope: Any, receive: Any, send: Any) -> None:
    """Takes any socket."""
    assert scope["type"] == "websocket"
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def left_behind(requests: type[HttpToolsProtocol]) -> int:
    """How many readers of requests are left after a few sockets, if no garbage is collected."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(welcome, http=requests, log_config=None, lifespan="off")
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve([listener]))
    for _ in range(5):
        async with connect(f"ws://127.0.0.1:{listener.getsockname()[1]}", proxy=None):
            pass
    await asyncio.sleep(0.1)
    left = sum(issubclass(type(one), HttpToolsProtocol) for one in gc.get_objects())
    server.should_exit = True
    await serving
    return left


@pytest.mark.parametrize(
    ("requests", "left"),
    [(HttpToolsProtocol, 5), (gc_policy.HttpProtocol, 0)],
    ids=["usual", "ours"],
)
def test_a_socket_leaves_no_garbage(requests: type[HttpToolsProtocol], left: int) -> None:
    gc.collect()
    gc.disable()
    try:
        assert asyncio.run(left_behind(requests)) == left
    finally:
        gc.enable()
