"""Interruptions: a lost connection, a killed house, another language, signing out."""

from __future__ import annotations

from pathlib import Path

from house.running import House, house
from house.versions import store_table_of_unknown_rules
from page.browsing import Watched
from page.playing import Player
from playwright.sync_api import Browser, WebSocketRoute, expect

CONNECTION_NOTICE = ".connection-notice p"

_names = (f"Wilhelmine {letter}" for letter in "ABCDEFGH")  # a house has each name once


def play_on(player: Player) -> None:
    """Play some more; the log grows."""
    before = player.page.locator(".log li").count()
    assert player.play(12) or player.page.locator(".log li").count() > before


class Connection:
    """The connection of a page to its table, which can be cut and restored."""

    def __init__(self, somebody: Watched) -> None:
        self.is_up = True
        self.close_code = 1013  # of connections that are refused
        self.sockets: list[WebSocketRoute] = []
        somebody.page.route_web_socket("**/ws/*", self._open)

    def _open(self, socket: WebSocketRoute) -> None:
        if not self.is_up:
            socket.close(code=self.close_code)
            return
        socket.connect_to_server()
        self.sockets.append(socket)

    def cut(self) -> None:
        """Cut the connection; no new one opens until `is_up` is set."""
        self.is_up = False
        for socket in self.sockets:
            socket.close(code=1013)
        self.sockets.clear()


def test_play_goes_on_after_a_lost_connection(browser: Browser, here: House) -> None:
    somebody = Watched(browser, here.address)
    connection = Connection(somebody)
    somebody.go("/")
    somebody.set_up("m", ["", "random"], players=2)
    player = Player(somebody, "cable")
    player.play(6)
    player.look()
    connection.cut()
    somebody.page.wait_for_selector(CONNECTION_NOTICE)
    prompt = somebody.page.locator(".prompt-text").inner_text()
    assert prompt  # the last prompt stays visible
    player.press(player.choose(player.look()[1]))
    connection.is_up = True
    somebody.page.evaluate("dispatchEvent(new Event('online'))")
    somebody.page.wait_for_selector(CONNECTION_NOTICE, state="detached")
    assert "&after=" in connection.sockets[-1].url
    play_on(player)
    somebody.close()


def test_refused_connections_do_not_mean_that_the_table_is_gone(
    browser: Browser, here: House
) -> None:
    somebody = Watched(browser, here.address)
    connection = Connection(somebody)
    somebody.go("/")
    table = somebody.set_up("m", ["", "random"], players=2)
    connection.cut()
    somebody.go(f"/table/{table}")
    somebody.page.wait_for_selector("h1:text('No connection')")
    connection.is_up = True
    somebody.page.wait_for_selector(".prompt.mine")
    # The browser itself logs that the record is refused; there must be no other errors.
    somebody.problems = [one for one in somebody.problems if "409" not in one]
    somebody.close()


def test_a_page_older_than_the_house_is_reloaded_once(browser: Browser, here: House) -> None:
    somebody = Watched(browser, here.address)
    connection = Connection(somebody)
    somebody.go("/")
    table = somebody.set_up("m", ["", "random"], players=2)
    connection.close_code = 4002
    connection.is_up = False
    loads: list[str] = []
    somebody.page.on("load", lambda page: loads.append(page.url))
    somebody.go(f"/table/{table}")
    somebody.page.wait_for_selector("[role=alert] >> text=older than the house")
    assert len(loads) == 2
    connection.is_up = True
    somebody.page.get_by_role("button", name="Reload").click()
    somebody.page.wait_for_selector(".prompt.mine")
    somebody.close()


def test_play_goes_on_after_the_house_is_killed(browser: Browser, tmp_path: Path) -> None:
    with house(str(tmp_path / "house.db"), tmp_path) as here:
        somebody = Watched(browser, here.address)
        somebody.go("/")
        somebody.set_up("m", ["", "random"], players=2)
        player = Player(somebody, "kill")
        player.play(6)
        player.look()
        lines = somebody.page.locator(".log li").count()
        here.flags = ("--port", here.address.rpartition(":")[2])
        here.kill()
        somebody.page.wait_for_selector(CONNECTION_NOTICE)
        here.start()
        somebody.page.wait_for_selector(CONNECTION_NOTICE, state="detached")
        assert somebody.page.locator(".log li").count() >= lines
        play_on(player)
        # The browser itself logs failed connections; there must be no other errors.
        somebody.problems = [one for one in somebody.problems if "WebSocket connection" not in one]
        somebody.close()


def test_a_table_under_unknown_rules_shows_an_explanation(browser: Browser, tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    store_table_of_unknown_rules(database)
    with house(database, tmp_path) as here:
        somebody = Watched(browser, here.address)
        somebody.go("/table/old")
        somebody.page.wait_for_selector("[role=alert] >> text=another version of the rules")
        # The browser itself logs refused requests; there must be no other errors.
        refused = ("WebSocket connection", "409")
        somebody.problems = [
            one for one in somebody.problems if not any(word in one for word in refused)
        ]
        somebody.close()


def test_the_language_can_change_during_a_game(browser: Browser, here: House) -> None:
    somebody = Watched(browser, here.address)
    page = somebody.page
    somebody.go("/")
    somebody.set_up("appenzell", ["", "random"], players=2)
    player = Player(somebody, "language")
    player.play(4)
    player.look()
    before = texts(somebody)
    page.click(".menu > button")
    page.select_option(".menu-list select >> nth=0", "de")
    page.wait_for_selector('html[lang="de"]')
    page.wait_for_function(
        "text => document.querySelector('.prompt-text').textContent !== text", arg=before[0]
    )
    after = texts(somebody)
    assert len(after) == len(before)
    assert not set(before) & set(after)
    page.keyboard.press("Escape")
    play_on(player)
    somebody.close()


def texts(somebody: Watched) -> list[str]:
    """The prompt, the last line of the log, and the accessible name of the table."""
    page = somebody.page
    last = page.locator(".log li").last.inner_text()
    region = page.locator(".scene").get_attribute("aria-label")
    return [page.locator(".prompt-text").inner_text(), last, str(region)]


def test_a_guest_creates_an_account_and_logs_out(browser: Browser, here: House) -> None:
    somebody = Watched(browser, here.address)
    page = somebody.page
    somebody.go("/")
    table = somebody.set_up("m", ["", "random"], players=2)
    Player(somebody, "account").play(4)
    somebody.go("/me")
    name = next(_names)
    page.get_by_label("Name").last.fill(name)
    page.get_by_label("Password").fill("long enough a word")
    page.get_by_role("button", name="Create the account").click()
    page.wait_for_selector(f"h1:text('{name}')")
    expect(page.locator(f'main a[href="/table/{table}"]')).to_have_count(1)
    other = somebody.context.new_page()
    other.goto(f"{somebody.address}/table/{table}")
    other.wait_for_selector(".prompt.mine")  # the seat is still theirs
    page.get_by_role("button", name="Log out").click()
    page.wait_for_selector("[role=status]:text('You are logged out.')")
    other.wait_for_selector("[role=alert] h1:text('logged out')")
    other.get_by_role("link", name="Log in again").click()
    other.wait_for_url("**/me")
    somebody.close()
