"""The lists of tables follow the house: live, in pages, and after a pause."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from house.running import House
from page.browsing import DESK, PHONE, Watched
from playwright.sync_api import Browser, expect

from ludotheque.house.store import Store, TableRow, open_store
from ludotheque.house.table import log_append
from ludotheque.house.table.deeds import close
from ludotheque.house.table.entries import CLOSED_IDLE, CLOSED_UNSTARTED
from ludotheque.house.timestamps import now_ms

SUMMARY = {"options": {}, "bots": [""], "pace": {}, "acting": [], "scores": []}


@pytest.fixture(params=[PHONE, DESK], ids=["phone", "desk"])
def looking(browser: Browser, here: House, request: pytest.FixtureRequest) -> Iterator[Watched]:
    somebody = Watched(browser, here.address, request.param)
    yield somebody
    somebody.close()


def new_table(host: Watched, public: bool, seats: int = 2) -> str:
    host.ask("POST", "/api/guest?language=en")
    wanted = {"game": "m", "options": {"players": seats}, "public": public}
    return str(host.ask("POST", "/api/tables", wanted)["table"])


def row_of(table: str) -> str:
    """The selector of a table in a list."""
    return f".tables a[href^='/table/{table}']"


def with_store(here: House, work: Callable[[Store], Coroutine[None, None, object]]) -> None:
    """Use the store of a running house as another process would; the browser has this loop."""

    async def run() -> None:
        async with open_store(here.database) as store:
            await work(store)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, run()).result()


def write_rows(here: House, *rows: TableRow) -> None:
    async def write(store: Store) -> None:
        for row in rows:
            await store.create_table(row, ["{}"])

    with_store(here, write)


def close_table(here: House, table: str, reason: str) -> None:
    with_store(
        here,
        lambda store: log_append.append(store, table, lambda room: close(room, reason, now_ms())),
    )


def many(status: str, count: int, created: int) -> list[TableRow]:
    return [
        TableRow(
            id=f"{status}-{created}-{number:03}",
            game="m",
            status=status,
            public=True,
            created=created + number,
            changed=created + number,
            summary=json.dumps({**SUMMARY, "names": [f"Nr. {number}"]}),
        )
        for number in range(count)
    ]


@pytest.mark.parametrize("path", ["/watch", "/"])
def test_public_tables_appear_and_leave_without_a_reload(
    browser: Browser, here: House, looking: Watched, path: str
) -> None:
    host = Watched(browser, here.address)
    host.go("/")
    looking.go(path)
    looking.page.wait_for_selector("#main h1")
    private, public = new_table(host, public=False), new_table(host, public=True)
    expect(looking.page.locator(row_of(public))).to_contain_text("2 free seats")
    assert looking.page.locator(row_of(private)).count() == 0
    host.go(f"/table/{public}")
    host.page.get_by_role("button", name="Sit down").first.click()
    expect(looking.page.locator(row_of(public))).to_contain_text("1 free seat")
    close_table(here, public, "admin")
    expect(looking.page.locator(row_of(public))).to_have_count(0)
    host.close()


def test_all_tables_can_be_reached(here: House, looking: Watched) -> None:
    created = now_ms()
    rows = many("playing", 120, created)
    write_rows(here, *rows)
    looking.go("/watch")
    section = looking.page.locator("section", has_text="Playing now").last
    expect(section.locator(".tables a")).to_have_count(50)
    section.get_by_role("button", name="Show more").click()
    expect(section.locator(".tables a")).to_have_count(100)
    section.get_by_role("button", name="Show more").click()
    expect(section.locator(f"a[href='/table/{rows[0].id}']")).to_have_count(1)
    (newest,) = many("playing", 1, created + 500)
    write_rows(here, newest)
    expect(section.locator(".tables a").first).to_have_attribute("href", f"/table/{newest.id}")
    expect(section.locator(f"a[href='/table/{rows[70].id}']")).to_have_count(1)  # displaced
    expect(section.locator(f"a[href='/table/{rows[0].id}']")).to_have_count(1)


def test_lists_are_fetched_while_the_socket_is_away(
    browser: Browser, here: House, looking: Watched
) -> None:
    looking.page.route_web_socket("**/ws/lobby", lambda socket: socket.close())
    host = Watched(browser, here.address)
    host.go("/")
    table = new_table(host, public=True)
    looking.go("/watch")
    expect(looking.page.locator(row_of(table))).to_have_count(1)
    host.close()


def test_own_lists_are_fetched_when_the_page_is_visible_again(
    here: House, looking: Watched
) -> None:
    looking.go("/")
    looking.page.wait_for_selector(".shelf a")
    table = new_table(looking, public=False)
    looking.page.evaluate(
        """async table => {
            const socket = new WebSocket(`ws://${location.host}/ws/${table}?protocol=2`);
            await new Promise(resolve => socket.onopen = resolve);
            socket.send(JSON.stringify({type: "sit", seat: 0, id: 1}));
            await new Promise(resolve => socket.onmessage = ({data}) => {
                if (JSON.parse(data).type === "done") resolve();
            });
            socket.close();
        }""",
        table,
    )
    assert looking.page.locator(row_of(table)).count() == 0
    looking.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(looking.page.locator(row_of(table))).to_have_count(1)


@pytest.mark.parametrize(
    ("reason", "in_list", "at_table"),
    [
        (CLOSED_UNSTARTED, "Closed: nobody came", "it waited too long for players"),
        (CLOSED_IDLE, "Closed: nobody played on", "nobody had played on"),
        ("admin", "Closed", "closed before its end"),
    ],
)
def test_players_read_why_a_table_was_closed(
    here: House, looking: Watched, reason: str, in_list: str, at_table: str
) -> None:
    looking.go("/")
    table = new_table(looking, public=False)
    looking.go(f"/table/{table}")
    looking.page.get_by_role("button", name="Sit down").first.click()
    looking.page.wait_for_selector(".tag.you")
    close_table(here, table, reason)
    expect(looking.page.locator(".closed-notice")).to_contain_text(at_table)
    for path in ("/", "/me"):
        looking.go(path)
        expect(looking.page.locator(row_of(table))).to_contain_text(in_list)
