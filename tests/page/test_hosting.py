"""The host's page, the door of a closed house, and invitations, in the browser."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from house.hosting import host_token
from house.running import House, house
from page.browsing import DESK, PHONE, Watched
from page.screens import visitor
from page.test_accessibility import check_with_axe, overflowing
from page.test_account import forgive_refusals, make_logins_old
from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
TIMEOUT_S = 120  # for a program to play a whole game
PASSWORD = "long enough a word"  # noqa: S105 - a test's
REFUSED = ("403", "console: Failed to load resource", "console: WebSocket connection")


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[House]:
    """A closed house without a host."""
    with house(str(tmp_path / "house.db"), tmp_path, "--access", "closed") as running:
        yield running


@pytest.fixture
def hostless(tmp_path: Path) -> Iterator[House]:
    """An open house without a host."""
    with house(str(tmp_path / "house.db"), tmp_path) as running:
        yield running


def become_host(somebody: Watched, here: House) -> None:
    """Come in by the link that the house printed."""
    somebody.go(f"/join#{host_token(here)}")
    join(somebody, "Hostess")
    somebody.page.wait_for_selector(".admin-figures")


def join(somebody: Watched, name: str) -> None:
    """Fill in the form of a link."""
    somebody.page.get_by_label("Name").fill(name)
    somebody.page.get_by_label("Password").fill(PASSWORD)
    somebody.page.get_by_role("button", name="Come in").click()


def invitation(host: Watched) -> str:
    """Make an invitation to the house on the host's page; its path."""
    with host.page.expect_response("**/api/admin/invitations") as made:
        host.page.get_by_role("button", name="Make a link").click()
    address = f"{host.address}/join#{made.value.json()['token']}"
    host.page.wait_for_function(
        "address => document.querySelector('.link-notice input')?.value === address", arg=address
    )
    return address.removeprefix(host.address)


def outsider(somebody: Watched) -> None:
    """The browser itself logs requests that were refused, as they should be."""
    somebody.problems[:] = [one for one in somebody.problems if not one.startswith(REFUSED)]


def test_a_closed_house_is_entered_by_invitation(browser: Browser, closed: House) -> None:
    with visitor(browser, closed.address) as host, visitor(browser, closed.address) as member:
        member.go("/watch")
        member.page.get_by_role("heading", name="This house is closed").wait_for()
        check_with_axe(member)
        outsider(member)
        become_host(host, closed)
        member.go(invitation(host))
        member.page.get_by_role("heading", name="You are invited to the house").wait_for()
        check_with_axe(member)
        join(member, "Melusine")
        member.page.wait_for_selector(".shelf .box img")
        member.context.clear_cookies()
        member.go("/me")
        member.page.get_by_label("Name").fill("Melusine")
        member.page.get_by_label("Password").fill(PASSWORD)
        member.page.get_by_role("button", name="Log in").first.click()
        member.page.get_by_role("heading", name="Melusine").wait_for()
        outsider(member)


def test_a_guest_comes_to_a_table_by_its_link(browser: Browser, closed: House) -> None:
    with visitor(browser, closed.address) as host, visitor(browser, closed.address) as friend:
        become_host(host, closed)
        created = host.ask("POST", "/api/tables", {"game": "m", "bots": []})
        host.go(f"/table/{created['table']}")
        link = host.page.locator(".invitation input").input_value()
        assert "/join#" in link
        friend.page.goto(link)
        friend.page.get_by_role("button", name="Go to the table").click()
        friend.page.get_by_role("button", name="Sit").first.click()
        friend.page.wait_for_selector(".tag.you")
        assert not friend.page.locator(".invitation").count()  # a guest invites nobody
        outsider(friend)


@pytest.mark.parametrize("access", ["open", "closed"])
def test_a_program_plays_by_the_link_that_the_page_copies(
    browser: Browser, access: str, tmp_path: Path
) -> None:
    with (
        house(str(tmp_path / "house.db"), tmp_path, "--access", access) as here,
        visitor(browser, here.address) as host,
    ):
        become_host(host, here)
        host.context.grant_permissions(["clipboard-read", "clipboard-write"])
        options = {"players": 2, "pieces": 1}
        wanted = {"game": "zapp_zerapp", "options": options, "bots": ["", "greedy"]}
        created = host.ask("POST", "/api/tables", wanted)
        host.go(f"/table/{created['table']}")
        host.page.get_by_role("button", name="Copy").click()
        host.page.get_by_role("button", name="Copied").wait_for()
        link = host.page.evaluate("navigator.clipboard.readText()")
        assert ("/join#" in link) == (access == "closed")
        program = [sys.executable, str(ROOT / "examples" / "bot.py"), link]
        with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as playing:
            host.page.click(".start-game .main:enabled")
            scores = playing.communicate(timeout=TIMEOUT_S)[0].split()
        assert playing.returncode == 0
        host.page.wait_for_selector('.table[data-status="over"]')
        assert len(scores) == options["players"]


def test_the_host_manages_the_house(browser: Browser, hostless: House) -> None:
    with visitor(browser, hostless.address) as host, visitor(browser, hostless.address) as player:
        player.go("/")
        player.ask("POST", "/api/guest?language=en")
        created = player.ask("POST", "/api/tables", {"game": "m", "bots": []})
        become_host(host, hostless)
        page = host.page
        page.get_by_label("A line for everybody").fill("Closed on Sunday")
        page.get_by_role("button", name="Announce").click()
        page.locator(".admin-list", has_text="Closed on Sunday").first.wait_for()
        player.go(f"/table/{created['table']}")
        player.page.get_by_role("status").get_by_text("Closed on Sunday").wait_for()
        player.page.get_by_role("button", name="Hide the announcement").click()
        player.page.get_by_text("Closed on Sunday").wait_for(state="detached")
        page.get_by_role("button", name=f"Close table {created['table']}").click()
        player.page.get_by_text("closed").first.wait_for()
        page.get_by_label("Name, address or network").fill("192.0.2.0/24")
        page.get_by_role("button", name="Ban", exact=True).last.click()
        page.get_by_text("192.0.2.0/24").first.wait_for()
        page.get_by_role("button", name="Look for broken tables").click()
        page.get_by_text("No table is broken.").wait_for()
        for action in ("Announcement made", "Table closed", "Address banned"):
            page.get_by_text(action).wait_for()
        check_with_axe(host)


def test_what_is_sensitive_asks_for_a_fresh_login(browser: Browser, closed: House) -> None:
    with visitor(browser, closed.address) as host, visitor(browser, closed.address) as member:
        become_host(host, closed)
        member.go(invitation(host))
        join(member, "Melusine")
        member.page.wait_for_selector(".shelf .box img")
        host.page.reload()
        make_logins_old(closed)
        actions = host.page.get_by_role("group", name="Actions for Melusine")
        actions.get_by_role("button", name="New password").click()
        dialog = host.page.get_by_role("dialog", name="Log in once more")
        dialog.get_by_label("Current password").fill(PASSWORD)
        host.page.keyboard.press("Enter")
        dialog.wait_for(state="hidden")
        address = host.page.locator(".link-notice input").input_value()
        with host.page.expect_download() as downloaded:
            host.page.get_by_role("button", name="Download a backup").click()
        copy = Path(downloaded.value.path()).read_bytes()
        assert copy.startswith(b"SQLite format 3")
        member.page.goto(address)
        member.page.get_by_role("heading", name="A new password for Melusine").wait_for()
        member.page.get_by_label("Password").fill("another good word")
        member.page.get_by_role("button", name="Come in").click()
        member.page.wait_for_selector(".shelf .box img")
        forgive_refusals(host)


def test_nobody_else_sees_the_hosts_page(browser: Browser, here: House) -> None:
    account = {"name": "Nobody's host", "password": PASSWORD}
    for path, body in (("/api/guest?language=en", {}), ("/api/account", account)):
        with visitor(browser, here.address) as somebody:
            somebody.go("/")
            somebody.ask("POST", path, body)
            somebody.go("/admin")
            somebody.page.get_by_role("alert").first.wait_for()
            assert not somebody.page.locator(".admin-figures").count()
            outsider(somebody)


@pytest.mark.parametrize("language", ["fr", "en", "de"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_hosts_page_fits(
    browser: Browser, closed: House, size: tuple[int, int], language: str
) -> None:
    with visitor(browser, closed.address) as host:
        become_host(host, closed)
        cookies = host.context.cookies()
    with visitor(browser, closed.address, size, language=language) as somebody:
        somebody.context.add_cookies([{**cookies[0]}])  # type: ignore[typeddict-item]
        somebody.go("/admin")
        somebody.page.wait_for_selector(".admin-figures")
        somebody.page.wait_for_load_state("networkidle")
        check_with_axe(somebody)
        assert overflowing(somebody) == []
