"""Fixtures of the page tests: a browser and a house."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import chromium
from house.running import House, house
from playwright.sync_api import Browser

# For this package alone: a browser keeps an event loop running, which would disturb other tests.


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A running house whose bots don't pause."""
    folder: Path = tmp_path_factory.mktemp("page")
    with house(str(folder / "house.db"), folder) as running:
        yield running
