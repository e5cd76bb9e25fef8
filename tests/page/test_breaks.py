"""In the middle of a game: the line breaks, the house falls, the language changes, people leave."""

from __future__ import annotations

from pathlib import Path

from house.running import House, house
from house.versions import keep_table_of_a_time_to_come
from page.browsing import Watched
from page.playing import Player
from playwright.sync_api import Browser, WebSocketRoute

LOST = ".connection-notice p"


def go_on(player: Player) -> None:
    """Play some more, which is told."""
    before = player.page.locator(".log li").count()
    assert player.play(12) or player.page.locator(".log li").count() > before


class Cable:
    """The line of a page to its table, which can be pulled out and put in again."""

    def __init__(self, somebody: Watched) -> None:
        self.is_in = True
        self.sockets: list[WebSocketRoute] = []
        somebody.page.route_web_socket("**/ws/*", self._open)

    def _open(self, socket: WebSocketRoute) -> None:
        if not self.is_in:
            socket.close(code=1013)
            return
        socket.connect_to_server()
        self.sockets.append(socket)

    def pull(self) -> None:
        """The line breaks, and no new one opens."""
        self.is_in = False
        for socket in self.sockets:
            socket.close(code=1013)
        self.sockets.clear()


def test_the_line_breaks_in_the_middle(browser: Browser, here: House) -> None:
    somebody = Watched(browser, here.address)
    cable = Cable(somebody)
    somebody.go("/")
    somebody.set_up("m", ["", "random"], players=2)
    player = Player(somebody, "cable")
    player.play(6)
    player.look()
    cable.pull()
    somebody.page.wait_for_selector(LOST)
    prompt = somebody.page.locator(".prompt-text").inner_text()
    assert prompt  # one's place is kept, and said to be
    player.press(player.choose(player.look()[1]))
    cable.is_in = True
    somebody.page.evaluate("dispatchEvent(new Event('online'))")
    somebody.page.wait_for_selector(LOST, state="detached")
    go_on(player)
    somebody.close()


def test_the_house_is_killed_in_the_middle(browser: Browser, tmp_path: Path) -> None:
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
        somebody.page.wait_for_selector(LOST)
        here.start()
        somebody.page.wait_for_selector(LOST, state="detached")
        assert somebody.page.locator(".log li").count() >= lines
        go_on(player)
        # The browser itself complains of a house that does not answer; of nothing else.
        somebody.wrongs = [one for one in somebody.wrongs if "WebSocket connection" not in one]
        somebody.close()


def test_a_table_by_unknown_rules_is_said_to_be_one(browser: Browser, tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    keep_table_of_a_time_to_come(database)
    with house(database, tmp_path) as here:
        somebody = Watched(browser, here.address)
        somebody.go("/table/old")
        somebody.page.wait_for_selector("[role=alert] >> text=another version of the rules")
        # The browser itself complains of what is refused; of nothing else.
        refused = ("WebSocket connection", "409")
        somebody.wrongs = [
            one for one in somebody.wrongs if not any(word in one for word in refused)
        ]
        somebody.close()


def test_the_language_changes_in_the_middle(browser: Browser, here: House) -> None:
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
    go_on(player)
    somebody.close()


def texts(somebody: Watched) -> list[str]:
    """The question, what happened last, and the name of the table, as they are said."""
    page = somebody.page
    last = page.locator(".log li").last.inner_text()
    region = page.locator(".scene").get_attribute("aria-label")
    return [page.locator(".prompt-text").inner_text(), last, str(region)]


def test_a_guest_makes_an_account_and_is_logged_out(browser: Browser, here: House) -> None:
    somebody = Watched(browser, here.address)
    page = somebody.page
    somebody.go("/")
    table = somebody.set_up("m", ["", "random"], players=2)
    Player(somebody, "account").play(4)
    somebody.go("/me")
    page.get_by_label("Name").last.fill("Wilhelmine")
    page.get_by_label("Password").fill("long enough a word")
    page.get_by_role("button", name="Create the account").click()
    page.wait_for_selector("h1:text('Wilhelmine')")
    assert page.locator(f'a[href="/table/{table}"]').count() == 1
    other = somebody.context.new_page()
    other.goto(f"{somebody.address}/table/{table}")
    other.wait_for_selector(".prompt.mine")  # the seat is still one's own
    page.get_by_role("button", name="Log out").click()
    page.wait_for_selector("[role=status]:text('You are logged out.')")
    other.wait_for_selector("[role=alert] h1:text('logged out')")
    other.get_by_role("link", name="Log in again").click()
    other.wait_for_url("**/me")
    somebody.close()
