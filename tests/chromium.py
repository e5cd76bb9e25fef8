"""A real browser for the tests: Chromium, installed if necessary."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from installing import found_or_installed
from playwright.async_api import Page as AsyncPage
from playwright.async_api import async_playwright
from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def _installed() -> Path | None:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return Path(found) if found else None


def _path() -> Path:
    """The path of Chromium; ``LUDOTHEQUE_TESTS=nobrowser`` skips the test."""
    if "nobrowser" in os.environ.get("LUDOTHEQUE_TESTS", "").split(","):
        pytest.skip("LUDOTHEQUE_TESTS=nobrowser")
    return found_or_installed(_installed, "chromium", "Chromium")


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """A browser, closed afterwards."""
    path = _path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@contextlib.asynccontextmanager
async def page_of_chromium() -> AsyncIterator[AsyncPage]:
    """A page with no session, for tests with an event loop of their own."""
    path = _path()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield await browser.new_page()
        finally:
            await browser.close()
