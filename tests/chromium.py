"""A real browser for the tests: Chromium, installed if necessary."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from installing import found_or_installed, installed_if_possible
from playwright.async_api import Page as AsyncPage
from playwright.async_api import async_playwright
from playwright.sync_api import Browser, Playwright, sync_playwright

WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SHELL = "chromium-headless-shell"  # without windows: it needs less of the processor
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def _installed(*names: str) -> Path | None:
    found = next(filter(None, map(shutil.which, names)), None)
    return Path(found) if found else None


def _path(*, is_whole: bool = False) -> Path:
    """The path of Chromium; ``LUDOTHEQUE_TESTS=nobrowser`` skips the test."""
    if "nobrowser" in os.environ.get("LUDOTHEQUE_TESTS", "").split(","):
        pytest.skip("LUDOTHEQUE_TESTS=nobrowser")
    shell = None if is_whole else installed_if_possible(lambda: _installed(SHELL), SHELL)
    return shell or found_or_installed(lambda: _installed(*WHOLE), "chromium", "Chromium")


@contextlib.contextmanager
def launched(playwright: Playwright, *, is_whole: bool = False) -> Iterator[Browser]:
    """A browser, closed afterwards; a whole one has notifications."""
    browser = playwright.chromium.launch(executable_path=_path(is_whole=is_whole), args=FLAGS)
    try:
        yield browser
    finally:
        browser.close()


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """A browser with a Playwright of its own."""
    with sync_playwright() as playwright, launched(playwright) as browser:
        yield browser


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
