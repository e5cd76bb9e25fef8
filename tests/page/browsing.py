"""A visitor's page in the browser, which records every error."""

from __future__ import annotations

import itertools
import json
import os
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response

PHONE, DESK = (390, 844), (1440, 900)
TEST_SETTINGS: dict[str, object] = {"speed": 0, "muted": True}  # no animation, no sound
_client_numbers = itertools.count(1)
# The home page asks for a guest: another one at the same time would be somebody else.
WAIT_FOR_GUEST = """async () => {
    const until = performance.now() + 1500;
    const isThere = () => performance.getEntriesByType('resource')
        .some(one => one.name.includes('/api/guest') && one.responseEnd);
    while (location.pathname === '/' && performance.now() < until && !isThere()) {
        await new Promise(done => setTimeout(done, 10));
    }
}"""


class Watched:
    """The page of one visitor in a browser context of its own, and all errors on it."""

    def __init__(
        self, browser: Browser, address: str, size: tuple[int, int] = DESK, **settings: object
    ) -> None:
        self.address = f"http://{address}"
        self.problems: list[str] = []
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale="en-GB",
            has_touch=size == PHONE,
            extra_http_headers={
                "X-Forwarded-For": f"10.9.{os.getpid() % 256}.{next(_client_numbers)}"
            },
        )
        self.page: Page = self.context.new_page()
        stored = json.dumps({**TEST_SETTINGS, **settings})
        self.page.add_init_script(f"localStorage['ludotheque.settings'] ??= {stored!r}")
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        self.page.on("request", lambda request: self._check_host(request.url))
        self.page.on("websocket", lambda socket: self._check_host(socket.url))
        self.page.on("requestfailed", self._on_request_failed)
        self.page.on("response", self._on_response)

    def close(self) -> None:
        """Close the page; there must have been no errors."""
        self.context.close()
        assert self.problems == [], self.problems

    def _check_host(self, url: str) -> None:
        host = self.address.removeprefix("http://")
        if not url.startswith((f"http://{host}/", f"ws://{host}/", "data:", "blob:")):
            self.problems.append(f"request to another host: {url}")

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.problems.append(f"console: {message.text}")

    def _on_request_failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # it was left while it loaded
            self.problems.append(f"failed: {request.url} ({request.failure})")

    def _on_response(self, response: Response) -> None:
        if response.status >= 400:
            self.problems.append(f"{response.status}: {response.url}")

    def go(self, path: str) -> None:
        """Go to a path of the house."""
        self.page.goto(self.address + path)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Send an HTTP request from within the page, as the visitor; returns the JSON."""
        if path.startswith("/api/guest"):
            self.page.evaluate(WAIT_FOR_GUEST)
        return self.page.evaluate(
            """async ([method, path, body]) => {
                const data = method === "GET" ? {} : {body: JSON.stringify(body ?? {})};
                return (await fetch(path, {method, ...data})).json();
            }""",
            [method, path, body],
        )

    def set_up(self, game: str, bots: list[str], **options: object) -> str:
        """Set up a table that begins at once, and open it; returns its id."""
        self.ask("POST", "/api/guest?language=en")
        created = self.ask("POST", "/api/tables", {"game": game, "bots": bots, "options": options})
        table = str(created["table"])
        self.page.evaluate("table => sessionStorage['ludotheque.begin'] = table", table)
        self.go(f"/table/{table}")
        self.page.wait_for_selector(".scene .spot")
        return table
