"""The account on the page: sessions, passkeys, another password, and logging in again."""

from __future__ import annotations

import sqlite3

from house.running import House
from page.browsing import Watched
from page.playing import Player
from page.test_accessibility import check_with_axe
from playwright.sync_api import Browser

PASSWORD = "long enough a word"  # noqa: S105 - a test's
REFUSED = ("403", "console: Failed to load resource")


def register(somebody: Watched, name: str) -> None:
    """Create an account on the page."""
    page = somebody.page
    somebody.go("/me")
    page.get_by_label("Name").last.fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    with page.expect_response("**/api/account") as answer:
        page.get_by_role("button", name="Create the account").click()
    assert answer.value.ok, answer.value.text()
    page.wait_for_selector(f"h1:text('{name}')")


def make_logins_old(here: House) -> None:
    """All logins were long ago."""
    with sqlite3.connect(here.database) as db:
        db.execute("UPDATE sessions SET created = 1")
    db.close()


def forgive_refusals(somebody: Watched) -> None:
    """Requests were refused, as they should be."""
    somebody.problems[:] = [one for one in somebody.problems if not one.startswith(REFUSED)]


def test_a_table_in_another_tab_goes_on_after_a_new_token(browser: Browser, here: House) -> None:
    somebody = Watched(browser, here.address)
    somebody.go("/")
    table = somebody.set_up("m", ["", "random"], players=2)
    Player(somebody, "account").play(2)
    other = somebody.context.new_page()
    other.goto(f"{somebody.address}/table/{table}")
    other.wait_for_selector(".prompt.mine")
    opened: list[str] = []
    other.on("websocket", lambda socket: opened.append(socket.url))
    register(somebody, "Walburga")
    while not opened:
        other.wait_for_timeout(50)
    other.wait_for_selector(".prompt.mine")  # the seat is still theirs
    assert not other.locator("[role=alert]").count()
    somebody.close()


def test_sessions_are_listed_and_ended(browser: Browser, here: House) -> None:
    somebody, elsewhere = Watched(browser, here.address), Watched(browser, here.address)
    register(somebody, "Wendelin")
    elsewhere.go("/me")
    credentials = {"name": "Wendelin", "password": PASSWORD}
    elsewhere.ask("POST", "/api/login", credentials)
    page = somebody.page
    page.reload()
    page.get_by_text("this device").wait_for()
    assert page.locator(".sessions li").count() == 2
    check_with_axe(somebody)
    page.get_by_role("button", name="Disconnect all other devices").press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.sessions li').length === 1")
    assert elsewhere.ask("GET", "/api/me")["code"] == "no-token"
    elsewhere.context.close()
    somebody.close()


def test_erasing_an_account_asks_for_the_password_again(browser: Browser, here: House) -> None:
    somebody = Watched(browser, here.address)
    page = somebody.page
    register(somebody, "Wunibald")
    make_logins_old(here)
    page.get_by_role("button", name="Erase everything").click()
    confirm = page.get_by_role("button", name="Yes, erase for good")
    confirm.click()
    dialog = page.get_by_role("dialog", name="Log in once more")
    dialog.wait_for()
    check_with_axe(somebody)
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    assert somebody.ask("GET", "/api/me")["name"] == "Wunibald"
    confirm.click()
    dialog.wait_for()
    page.keyboard.type("wrong one")  # the field has the focus
    page.keyboard.press("Enter")
    dialog.get_by_role("alert").get_by_text("wrong").wait_for()
    dialog.get_by_label("Current password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_text("Everything has been erased.").wait_for()
    page.get_by_text("You are here as a guest.").wait_for()
    forgive_refusals(somebody)
    somebody.close()


def test_passkeys_are_kept_and_removed(browser: Browser, here: House) -> None:
    port = here.address.rpartition(":")[2]
    somebody = Watched(browser, f"localhost:{port}")
    page = somebody.page
    devtools = somebody.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
    able = {"hasUserVerification": True, "isUserVerified": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": {**device, **able}})
    register(somebody, "Willibrord")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("heading", name="Passkeys", exact=True).wait_for()
    check_with_axe(somebody)
    page.get_by_role("checkbox").check()
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("New password").fill("another good word")
    page.get_by_role("button", name="Change the password").click()
    page.get_by_text("Done.").wait_for()
    assert len(somebody.ask("GET", "/api/me/passkeys")) == 1
    make_logins_old(here)
    page.get_by_role("button", name="Remove the passkey").click()
    dialog = page.get_by_role("dialog", name="Log in once more")
    dialog.get_by_role("button", name="Log in with a passkey").click()
    dialog.wait_for(state="hidden")
    page.wait_for_function("() => !document.querySelector('.kept-passkeys')")
    assert somebody.ask("GET", "/api/me/passkeys") == []
    forgive_refusals(somebody)
    somebody.close()
