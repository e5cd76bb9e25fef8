"""Runs the cyclic garbage collector rarely: when many objects were allocated.

A move allocates thousands of objects and creates no cycles; searching for cycles took a fifth of
the time of a busy house, in pauses that players noticed. A socket that closes leaves 1.4 KB in a
cycle (a parser of websockets that refers to itself): collected after some 40 000 sockets.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Final

CHECK_INTERVAL_S: Final = 1.0
YOUNG_OBJECTS: Final = 2_000  # are searched at once, in a pause of about a millisecond
ALL_AFTER_YOUNG_COLLECTIONS: Final = 2_000  # all objects are searched; it takes about a second
NEVER: Final = 2**31 - 1  # a threshold that is not reached


async def collect_rarely() -> None:
    """Collect young garbage often, in pauses that nobody notices, and all of it rarely.

    Until cancelled; objects that exist now are kept.
    """
    gc.collect()
    gc.freeze()
    before = gc.get_threshold()
    gc.set_threshold(YOUNG_OBJECTS, NEVER, NEVER)
    try:
        while True:
            await asyncio.sleep(CHECK_INTERVAL_S)
            young_collections = gc.get_count()[1]
            if young_collections > ALL_AFTER_YOUNG_COLLECTIONS:
                gc.collect()
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
