"""Fixtures of the page tests: a browser and a house."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import launched
from house.running import House, house
from playwright.sync_api import Browser, Playwright, sync_playwright

# For this package alone: a browser keeps an event loop running, which would disturb other tests.


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Playwright, of which a thread has one at a time."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium."""
    with launched(playwright) as found:
        yield found


@pytest.fixture(autouse=True)
def _pages_are_closed(browser: Browser) -> Iterator[None]:
    """A test that fails leaves no page open, which would keep the machine busy."""
    before = list(browser.contexts)
    yield
    for context in browser.contexts:
        if context not in before:
            context.close()


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A running house whose bots don't pause."""
    folder: Path = tmp_path_factory.mktemp("page")
    with house(str(folder / "house.db"), folder) as running:
        yield running
