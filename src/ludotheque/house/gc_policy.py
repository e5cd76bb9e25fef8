"""Garbage is looked for when much has gathered, not whenever many objects were made.

A move makes thousands of objects and leaves no cycle behind; searching for one cost a fifth of the
work of a busy house, and pauses that players noticed. A socket leaves 1.4 KB behind when it closes
(a parser of websockets that holds itself): they are found after some 40 000 of them.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LOOK: Final = 5.0  # seconds between two looks at how many objects have gathered
MANY: Final = 500_000  # more than there were: a search of all is a pause of a quarter of a second


async def tidy_on() -> None:
    """Look for garbage when much has gathered, until cancelled; never in what was there before."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        while True:
            await asyncio.sleep(LOOK)
            if gc.get_count()[0] > MANY:
                gc.collect()
    finally:
        gc.unfreeze()
        gc.enable()


class Requests(HttpToolsProtocol):
    """Reads requests, and holds itself no longer when a socket takes over: 8 KB each."""

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the socket's own protocol."""
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # as uvicorn does when a connection ends
