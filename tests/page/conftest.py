"""What the tests of the page share: a browser and a house."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import chromium
from house.running import House, house
from playwright.sync_api import Browser

# Both last for a module: a browser keeps a loop running, which other tests can't have around them.


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real browser."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house whose bots don't pause."""
    folder: Path = tmp_path_factory.mktemp("page")
    with house(str(folder / "house.db"), folder) as running:
        yield running
