"""A real browser for the tests."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, async_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
NAMES = ("chromium", "chromium-browser", "google-chrome")


@contextlib.asynccontextmanager
async def chromium() -> AsyncIterator[Page]:
    """A page of Chromium that knows nobody yet."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("there is no Chromium here")
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path=found, args=FLAGS)
        try:
            yield await browser.new_page()
        finally:
            await browser.close()
