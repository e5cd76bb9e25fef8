"""Somebody before a page of the house, and whatever goes wrong on it."""

from __future__ import annotations

import itertools
import json
import os
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response

PHONE, DESK = (390, 844), (1440, 900)
STILL: dict[str, object] = {"speed": 0, "muted": True}
_hosts = itertools.count(1)


class Watched:
    """A page of somebody of his own, and everything that went wrong on it."""

    def __init__(
        self, browser: Browser, address: str, size: tuple[int, int] = DESK, **liked: object
    ) -> None:
        self.address = f"http://{address}"
        self.wrongs: list[str] = []
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale="en-GB",
            has_touch=size == PHONE,
            extra_http_headers={"X-Forwarded-For": f"10.9.{os.getpid() % 256}.{next(_hosts)}"},
        )
        self.page: Page = self.context.new_page()
        settings = json.dumps({**STILL, **liked})
        self.page.add_init_script(f"localStorage['ludotheque.settings'] ??= {settings!r}")
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.wrongs.append(f"error: {error}"))
        self.page.on("request", lambda request: self._host(request.url))
        self.page.on("websocket", lambda socket: self._host(socket.url))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._response)

    def close(self) -> None:
        """Close the page; nothing may have gone wrong on it."""
        self.context.close()
        assert self.wrongs == [], self.wrongs

    def _host(self, url: str) -> None:
        place = self.address.removeprefix("http://")
        if not url.startswith((f"http://{place}/", f"ws://{place}/", "data:", "blob:")):
            self.wrongs.append(f"elsewhere: {url}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.wrongs.append(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page was left while it loaded
            self.wrongs.append(f"failed: {request.url} ({request.failure})")

    def _response(self, response: Response) -> None:
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
