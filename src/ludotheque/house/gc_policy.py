"""Runs the cyclic garbage collector rarely: when many objects were allocated.

A move allocates thousands of objects and creates no cycles; searching for cycles took a fifth of
the time of a busy house, in pauses that players noticed. A socket that closes leaves 1.4 KB in a
cycle (a parser of websockets that refers to itself): collected after some 40 000 sockets.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

CHECK_INTERVAL_S: Final = 1.0
COLLECT_YOUNG_ABOVE_OBJECTS: Final = 20_000  # allocated since; it takes about 10 ms
COLLECT_ALL_ABOVE_OBJECTS: Final = 4_000_000  # allocated since; it takes about a second


async def collect_above_threshold() -> None:
    """Collect garbage above thresholds, until cancelled; objects that exist now are kept.

    Young objects often, in pauses that nobody notices; all of them rarely.
    """
    gc.collect()
    gc.freeze()
    gc.disable()
    allocated = 0  # since all objects were searched
    try:
        while True:
            await asyncio.sleep(CHECK_INTERVAL_S)
            young = gc.get_count()[0]
            if allocated + young > COLLECT_ALL_ABOVE_OBJECTS:
                gc.collect()
                allocated = 0
            elif young > COLLECT_YOUNG_ABOVE_OBJECTS:
                gc.collect(0)
                allocated += young
    finally:
        gc.unfreeze()
        gc.enable()


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's protocol without the reference cycle of 8 KB that each WebSocket leaves."""

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol."""
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # as uvicorn does when a connection ends
