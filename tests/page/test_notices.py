"""Called back: a game of days in two browsers that are closed while they wait.

Everything is set up in the page, as a person does. What arrives is received by real servers, and
the notification is shown and closed by the real service worker of the browser.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from chromium import launched
from house.receivers import Browser as Receiver
from house.receivers import MailReceiver, WebReceiver, check_webhook
from house.running import House, house
from page.browsing import DESK, PHONE, Watched
from page.playing import Player
from page.test_accessibility import OVERFLOWING, check_with_axe
from playwright.sync_api import Browser, Playwright, expect

T = TypeVar("T")
TIMEOUT_S = 60
# A browser's own push service is not reached in a test: the subscription is that of the receiver.
SUBSCRIBE = """([endpoint, keys]) => {
    let current = null;
    const made = options => current = {
        options, toJSON: () => ({endpoint, keys}), unsubscribe: async () => !(current = null),
    };
    PushManager.prototype.getSubscription = async () => current;
    PushManager.prototype.subscribe = async options => made(options);
}"""
NOTIFICATIONS = """async () => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications()).map(one => one.title);
}"""

IS_WORKING = "navigator.serviceWorker.controller !== null"


class Receivers:
    """A web server and a mail server in a thread of their own, beside the browser."""

    def __init__(self) -> None:
        self.web, self.mails = WebReceiver(), MailReceiver()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(TIMEOUT_S)

    def __enter__(self) -> Receivers:
        self._thread.start()
        self._run(self.web.__aenter__())
        self._run(self.mails.__aenter__())
        return self

    def __exit__(self, *_: object) -> None:
        self._run(self.web.__aexit__())
        self._run(self.mails.__aexit__())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A whole Chromium, which has notifications."""
    with launched(playwright, is_whole=True) as found:
        yield found


@pytest.fixture
def receivers() -> Iterator[Receivers]:
    with Receivers() as running:
        yield running


@pytest.fixture
def calling(tmp_path: Path, receivers: Receivers) -> Iterator[House]:
    """A house that calls people a second after they have gone."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    mail = ["--smtp", receivers.mails.url, "--mail-from", "house@example.org"]
    where = ["--port", port, "--origin", f"http://127.0.0.1:{port}"]  # which links in mails need
    flags = [*mail, *where, "--notice-delay", "1", "--allow-private-webhooks"]
    with house(str(tmp_path / "house.db"), tmp_path, *flags) as here:
        yield here


def until(condition: Callable[[], object]) -> None:
    """Wait until something has happened outside of the browser."""
    end = time.monotonic() + TIMEOUT_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


class Channels:
    """What a person has set up in the settings."""

    def __init__(self, clara: Watched, receivers: Receivers) -> None:
        self.clara, self.receivers, self.keys = clara, receivers, Receiver()
        clara.context.grant_permissions(["notifications"], origin=clara.address)
        subscription = json.dumps([receivers.web.url("/push"), self.keys.keys()])
        clara.page.add_init_script(f"({SUBSCRIBE})({subscription})")

    def set_up(self) -> None:
        clara, page, web = self.clara, self.clara.page, self.receivers.web
        clara.go("/settings")
        page.get_by_role("button", name="Turn on", exact=True).click()
        page.get_by_role("button", name="Turn off on this device").wait_for()
        page.get_by_label("Your address").fill("clara@example.org")
        page.get_by_role("button", name="Send me a link").click()
        page.get_by_text("Add a webhook").click()
        self.secret = add_webhook(clara, web.url("/hook"))
        page.get_by_role("button", name="Make a calendar address").click()
        self.calendar = page.locator("code", has_text="/api/calendar/").inner_text()
        check_with_axe(clara)
        assert page.evaluate(OVERFLOWING) == []
        self._confirm_mail()

    def _confirm_mail(self) -> None:
        """Follow the link in the first mail."""
        mails = self.receivers.mails.mails
        until(lambda: mails)
        link = re.search(r"/notices/confirm/\S+", mails.pop().get_content())
        assert link
        self.clara.go(link[0])
        self.clara.page.get_by_role("button", name="Yes, this is my address").click()
        self.clara.page.get_by_text("your address is confirmed").wait_for()

    def feed(self) -> str:
        """The calendar, as a program of another computer reads it."""
        response = self.clara.context.request.get(self.calendar)
        assert response.ok
        return response.text()


def add_webhook(somebody: Watched, url: str) -> str:
    """Add a webhook by the form that is open; returns its secret."""
    page = somebody.page
    page.get_by_label("Address", exact=True).fill(url)
    page.locator(".notices details select").select_option("json")
    page.get_by_role("button", name="Add", exact=True).click()
    return page.locator("code", has_text="whsec_").inner_text()


def add_webhook_of_table(host: Watched, url: str) -> str:
    """Give a table a webhook of its own, by its menu; returns the secret."""
    host.page.click(".menu > button")
    host.page.get_by_role("link", name="Webhook of this table").click()
    host.page.get_by_text("with the name of whoever moves next").wait_for()
    check_with_axe(host)
    assert host.page.evaluate(OVERFLOWING) == []
    secret = add_webhook(host, url)
    host.page.get_by_role("link", name="for one table").wait_for()
    return secret


def game_of_days(anna: Watched, clara: Watched) -> str:
    """A game with days for a move, in which Anna moves until it waits for Clara."""
    pace = {"mode": "days", "seconds": 2}
    wanted = {"game": "m", "bots": ["", ""], "options": {"players": 2}, "pace": pace}
    anna.go("/")
    anna.ask("POST", "/api/guest?language=en")
    table = str(anna.ask("POST", "/api/tables", wanted)["table"])
    for somebody in (anna, clara):
        somebody.go(f"/table/{table}")
        somebody.page.get_by_role("button", name="Sit down").first.click()
        somebody.page.wait_for_selector(".waiting-room .you")
    anna.page.get_by_role("button", name="Begin").click()
    for somebody in (anna, clara):
        somebody.page.wait_for_selector(".scene .spot")
    finish_turn(anna)
    clara.page.wait_for_selector(".prompt.mine")
    return table


def finish_turn(somebody: Watched) -> None:
    """Move until it is nobody's or somebody else's turn."""
    player = Player(somebody, "days")
    while player.step(2000) == "mine":
        pass


def deliver(somebody: Watched, message: object) -> None:
    """Give a message to the service worker, as the browser does that got a push."""
    line = somebody.context.new_cdp_session(somebody.page)
    found: list[Any] = []

    def note(event: dict[str, Any]) -> None:  # the driver takes no methods of lists
        found.extend(event["registrations"])

    def arrived() -> bool:
        somebody.page.wait_for_timeout(20)  # events are told meanwhile
        return bool(found)

    line.on("ServiceWorker.workerRegistrationUpdated", note)
    line.send("ServiceWorker.enable")
    until(arrived)
    registration = found[-1]["registrationId"]
    line.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": somebody.address, "registrationId": registration, "data": json.dumps(message)},
    )


def test_two_browsers_that_are_closed(
    browser: Browser, calling: House, receivers: Receivers
) -> None:
    anna, clara = Watched(browser, calling.address, DESK), Watched(browser, calling.address, PHONE)
    channels = Channels(clara, receivers)
    channels.set_up()
    table = game_of_days(anna, clara)
    web, mails = receivers.web, receivers.mails.mails
    group_secret = add_webhook_of_table(anna, web.url("/group"))
    name = clara.ask("GET", "/api/me")["name"]
    assert not web.received, "who looks is not told"
    for somebody in (anna, clara):
        somebody.page.close()

    until(lambda: web.at("/push") and web.at("/hook") and mails)
    push = channels.keys.decrypt(web.at("/push")[0].body)
    assert (push["title"], push["path"]) == ("Your turn in M", f"/table/{table}")
    told = check_webhook(web.at("/hook")[0], channels.secret)
    assert [one["table"] for one in told["tables"]] == [table]
    until(lambda: web.at("/group"))
    assert name in check_webhook(web.at("/group")[0], group_secret)["title"]
    assert f"/table/{table}" in mails[0].get_content()
    assert channels.feed().count("BEGIN:VEVENT") == 1

    # The browser shows it; the page has a number, and one press leads to the table.
    clara.page = clara.context.new_page()
    clara.go("/friends")
    clara.page.wait_for_selector(".next-table")
    until(lambda: clara.page.evaluate(IS_WORKING))
    deliver(clara, push)
    until(lambda: clara.page.evaluate(NOTIFICATIONS) == ["Your turn in M"])
    expect(clara.page).to_have_title(re.compile(r"^\(1\) "))
    clara.page.click(".next-table")
    clara.page.wait_for_url(f"**/table/{table}")
    finish_turn(clara)

    # After the move all are gone.
    until(lambda: len(web.at("/push")) == 2 and len(web.at("/hook")) == 2)
    assert channels.keys.decrypt(web.at("/push")[1].body)["tag"] == push["tag"]
    gone = check_webhook(web.at("/hook")[1], channels.secret)
    assert gone == {"type": "withdrawn", "id": told["id"]}
    assert "VEVENT" not in channels.feed()
    assert clara.page.evaluate(NOTIFICATIONS) == []
    assert len(mails) == 1
    clara.context.close()
    anna.context.close()
    assert (anna.problems, clara.problems) == ([], [])


def test_a_notification_is_taken_away_by_the_house(browser: Browser, calling: House) -> None:
    """Also where no page is open that could do it."""
    clara = Watched(browser, calling.address)
    clara.context.grant_permissions(["notifications"], origin=clara.address)
    clara.go("/settings")
    until(lambda: clara.page.evaluate(IS_WORKING))
    turn = {"type": "turn", "tag": "one", "title": "M", "text": "", "path": "/", "tables": ["t"]}
    deliver(clara, turn)
    until(lambda: clara.page.evaluate(NOTIFICATIONS) == ["M"])
    deliver(clara, {"type": "withdrawn", "tag": "one"})
    until(lambda: clara.page.evaluate(NOTIFICATIONS) == [])
    clara.context.close()
