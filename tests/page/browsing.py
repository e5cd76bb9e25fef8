"""A real browser for the tests: the Chromium of this machine, and whatever goes wrong in it."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PHONE, DESK = (390, 844), (1440, 900)
STILL = json.dumps({"speed": 0, "muted": True})


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """A browser that is gone afterwards; without one on this machine the test is skipped."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("there is no Chromium here to look at the page with")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Watched:
    """A page of somebody of his own, and everything that went wrong on it."""

    def __init__(self, browser: Browser, address: str, size: tuple[int, int] = DESK) -> None:
        self.address = f"http://{address}"
        self.wrongs: list[str] = []
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale="en-GB", has_touch=size == PHONE
        )
        self.page: Page = context.new_page()
        self.page.add_init_script(f"localStorage['ludotheque.settings'] ??= {STILL!r}")
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.wrongs.append(f"error: {error}"))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.wrongs.append(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        self.wrongs.append(f"failed: {request.url}")

    def _response(self, response: Response) -> None:
        if not response.url.startswith(self.address):
            self.wrongs.append(f"elsewhere: {response.url}")
        if response.status >= 400:
            self.wrongs.append(f"{response.status}: {response.url}")

    def go(self, path: str) -> None:
        """Go to an address of the house."""
        self.page.goto(self.address + path)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Ask the house from within the page, as the person who sits before it."""
        return self.page.evaluate(
            """async ([method, path, body]) => {
                const data = method === "GET" ? {} : {body: JSON.stringify(body ?? {})};
                return (await fetch(path, {method, ...data})).json();
            }""",
            [method, path, body],
        )

    def set_up(self, game: str, bots: list[str], **options: object) -> str:
        """Set a table up that begins at once, and go there."""
        self.ask("POST", "/api/guest?language=en")
        made = self.ask("POST", "/api/tables", {"game": game, "bots": bots, "options": options})
        table = str(made["table"])
        self.page.evaluate("table => sessionStorage['ludotheque.begin'] = table", table)
        self.go(f"/table/{table}")
        self.page.wait_for_selector(".scene .spot")
        return table
