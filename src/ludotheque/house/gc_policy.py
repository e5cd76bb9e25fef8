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

CHECK_INTERVAL_S: Final = 5.0
COLLECT_ABOVE_OBJECTS: Final = 500_000  # allocated since; a collection takes 0.25 s


async def collect_above_threshold() -> None:
    """Collect garbage above a threshold, until cancelled; objects that exist now are kept."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        while True:
            await asyncio.sleep(CHECK_INTERVAL_S)
            if gc.get_count()[0] > COLLECT_ABOVE_OBJECTS:
                gc.collect()
    finally:
        gc.unfreeze()
        gc.enable()


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's protocol without the reference cycle of 8 KB that each WebSocket leaves."""

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol."""
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # as uvicorn does when a connection ends
