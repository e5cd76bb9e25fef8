"""Compacts every log of a store until it is killed: for the tests of compaction."""

from __future__ import annotations

import asyncio
import sys

from ludotheque.house.store import open_store


async def compact_until_killed(place: str) -> None:
    """Compact the tables whose ids come on standard input; print each that was compacted."""
    async with open_store(place) as store:
        for line in sys.stdin:
            await store.compact(line.strip())
            sys.stdout.write(line)
            sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(compact_until_killed(sys.argv[1]))
