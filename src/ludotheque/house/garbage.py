"""Garbage is looked for when much has gathered, not whenever many objects were made.

A move makes thousands of objects and leaves no cycle behind; searching for one cost a fifth of the
work of a busy house, and pauses that players noticed. Only connections leave some, when they end.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Final

LOOK: Final = 5.0  # seconds between two looks at how many objects have gathered
MANY: Final = 50_000  # more than there were; with a thousand players a search then takes 100 ms
ALL: Final = 5  # searches, the last of them among everything there is


async def tidy_on() -> None:
    """Look for garbage when much has gathered, until cancelled; in what has stayed, seldom."""
    searches = 0
    gc.disable()
    try:
        while True:
            if gc.get_count()[0] > MANY or not searches:
                search(among_all=searches % ALL == 0)
                searches += 1
            await asyncio.sleep(LOOK)
    finally:
        gc.unfreeze()
        gc.enable()


def search(among_all: bool) -> None:
    """Free what has become garbage; what stays is not looked at again until all is."""
    if among_all:
        gc.unfreeze()
    gc.collect()
    gc.freeze()
