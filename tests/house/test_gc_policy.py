"""Garbage is collected when many objects were allocated, and only then."""

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
from ludotheque.house.api.http_protocol import HttpProtocol
from ludotheque.house.serving import HouseServer
from ludotheque.house.settings import Settings


class Cycle:
    """A reference cycle, which only the cyclic collector can free."""

    def __init__(self) -> None:
        self.itself: Any = self


def unreachable_cycle() -> weakref.ref[Cycle]:
    """A cycle without other references."""
    return weakref.ref(Cycle())


def test_garbage_is_collected_only_after_many_allocations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_policy, "CHECK_INTERVAL_S", 0.01)
    monkeypatch.setattr(gc_policy, "COLLECT_AFTER_OBJECTS", 10_000)
    before = gc.get_threshold()

    async def allocate() -> None:
        collecting = asyncio.create_task(gc_policy.collect_rarely())
        await asyncio.sleep(0.05)
        gone = unreachable_cycle()
        many: list[list[int]] = [[] for _ in range(5_000)]
        await asyncio.sleep(0.1)
        assert gone() is not None  # not collected yet
        many += [[] for _ in range(6_000)]
        assert gone() is not None
        await asyncio.sleep(0.1)
        assert gone() is None
        assert len(many) == 11_000
        collecting.cancel()
        await asyncio.gather(collecting, return_exceptions=True)

    asyncio.run(allocate())
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


async def accept_socket(scope: Any, receive: Any, send: Any) -> None:
    """Accept any socket."""
    assert scope["type"] == "websocket"
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def protocols_left(protocol: type[HttpToolsProtocol]) -> int:
    """How many HTTP protocol objects are left after a few sockets, without garbage collection."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(accept_socket, http=protocol, log_config=None, lifespan="off")
    server = HouseServer(config, Settings()) if protocol is HttpProtocol else uvicorn.Server(config)
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
    ("protocol", "left"),
    [(HttpToolsProtocol, 5), (HttpProtocol, 0)],
    ids=["usual", "ours"],
)
def test_a_socket_leaves_no_garbage(protocol: type[HttpToolsProtocol], left: int) -> None:
    gc.collect()
    gc.disable()
    try:
        assert asyncio.run(protocols_left(protocol)) == left
    finally:
        gc.enable()
