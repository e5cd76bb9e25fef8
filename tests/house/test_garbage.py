"""Garbage is looked for when much has gathered, and only then."""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import Any

import pytest

from ludotheque.house import garbage


class Ring:
    """Something that only a search can free."""

    def __init__(self) -> None:
        self.itself: Any = self


def ring() -> weakref.ref[Ring]:
    """A ring that nobody holds."""
    return weakref.ref(Ring())


def test_much_garbage_is_found_and_little_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "LOOK", 0.01)
    monkeypatch.setattr(garbage, "MANY", 5_000)

    async def gather() -> None:
        tidying = asyncio.create_task(garbage.tidy_on())
        await asyncio.sleep(0.05)
        few = ring()
        await asyncio.sleep(0.1)
        assert few() is not None  # nobody has looked
        many: list[list[int]] = [[] for _ in range(6_000)]
        await asyncio.sleep(0.1)
        assert few() is None
        assert len(many) == 6_000
        tidying.cancel()
        await asyncio.gather(tidying, return_exceptions=True)

    asyncio.run(gather())
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_what_has_stayed_is_searched_in_the_end() -> None:
    garbage.search(among_all=True)
    stays = Ring()
    seen = weakref.ref(stays)
    garbage.search(among_all=False)
    del stays
    garbage.search(among_all=False)
    assert seen() is not None
    garbage.search(among_all=True)
    gc.unfreeze()
    assert seen() is None
