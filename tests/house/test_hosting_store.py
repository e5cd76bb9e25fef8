"""What a host decides, in either database: links, members, guests of tables, bans, the audit."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from house.running import in_loop
from house.stores import table

from ludotheque.cli import main
from ludotheque.house.hosting.administration import Administration
from ludotheque.house.hosting.bulletin import Bulletin
from ludotheque.house.hosting.links import Links
from ludotheque.house.people.people import DAY_MS, People
from ludotheque.house.refusals import Refused
from ludotheque.house.store import Store, open_store
from ludotheque.house.store.community import CommunityStore, Report
from ludotheque.house.store.hosting import HOST, MEMBER, HostingStore
from ludotheque.house.store.notices import Channel, NoticeStore
from ludotheque.house.timestamps import now_ms

pytest_plugins = ("house.postgres",)
PASSWORD = "long enough a word"  # noqa: S105 - a test's


class Clock:
    """A clock that a test sets on."""

    def __init__(self) -> None:
        self.now = now_ms()

    def __call__(self) -> int:
        return self.now


async def code_of(store: Store, clock: Clock, token: str) -> str:
    """Why a link can't be used; "" if it can."""
    try:
        await Links(store, clock).find(token)
    except Refused as refused:
        return refused.code
    return ""


@in_loop
async def test_a_link_has_its_uses_even_if_many_come_at_once(place: str) -> None:
    async with open_store(place) as store:
        people, links = People(store), Links(store)
        accounts = [(await people.register(f"Anna {n}", PASSWORD)).person for n in range(6)]
        new = await links.for_members("", 3, 1)
        link = await links.find(new.token)
        outcomes = await asyncio.gather(
            *(links.join(link, account) for account in accounts), return_exceptions=True
        )
        assert sum(outcome is None for outcome in outcomes) == 3
        roles = [await HostingStore(store).role(account.id) for account in accounts]
        assert sorted(roles) == ["", "", "", MEMBER, MEMBER, MEMBER]
        assert await code_of(store, Clock(), new.token) == "no-such-link"


@in_loop
async def test_links_expire(place: str) -> None:
    async with open_store(place) as store:
        clock = Clock()
        new = await Links(store, clock).for_members("", 1, 2)
        clock.now += 2 * DAY_MS - 1
        assert await code_of(store, clock, new.token) == ""
        clock.now += 1
        assert await code_of(store, clock, new.token) == "no-such-link"


@in_loop
async def test_there_is_one_first_host(place: str) -> None:
    async with open_store(place) as store:
        people, links = People(store), Links(store)
        anna, berta = [(await people.register(n, PASSWORD)).person for n in ("Anna", "Berta")]
        new = await links.for_host()
        assert new is not None
        link = await links.find(new.token)
        await links.join(link, anna)
        with pytest.raises(Refused):
            await links.join(link, berta)
        assert await links.for_host() is None
        await people.delete(anna.id)
        assert await links.for_host() is not None


@in_loop
async def test_a_new_password_by_link_ends_sessions_and_is_set_once(place: str) -> None:
    async with open_store(place) as store:
        people, acting = People(store), Administration(store)
        session = await people.register("Anna", PASSWORD)
        new = await acting.password_link(session.person)
        link = await acting.links.find(new.token)
        with pytest.raises(Refused, match="at least"):
            await acting.links.set_password(link, "short", people, "")
        await acting.links.set_password(link, "another good word", people, "")
        assert await people.person_of(session.token) is None
        await people.login("Anna", "another good word")
        with pytest.raises(Refused):
            await acting.links.set_password(link, "a third good word", people, "")
        guest = await people.guest()
        with pytest.raises(Refused, match="guest"):
            await acting.password_link(guest.person)


@pytest.mark.parametrize("is_banned", [False, True])
@in_loop
async def test_who_was_removed_or_banned_has_no_more_notices(place: str, is_banned: bool) -> None:
    """No calendar that goes on telling of the tables of a closed house, and no webhook."""
    async with open_store(place) as store:
        acting, notices = Administration(store), NoticeStore(store)
        people = [(await People(store).register(n, PASSWORD)).person for n in ("Anna", "Berta")]
        for person in people:
            await acting.make_member(person)
            for kind in ("calendar", "webhook"):
                channel = Channel(
                    id=f"{person.id} {kind}",
                    person=person.id,
                    kind=kind,
                    target="https://hooks.example/",
                    table_id="",
                    token=f"{person.id} {kind}",
                    details="{}",
                    created=now_ms(),
                )
                await notices.add_channel(channel, None)
        anna, berta = people
        await (acting.ban("Anna", 7) if is_banned else acting.remove_member(anna))
        assert await notices.channels(anna.id) == []
        assert await notices.channel_by_token(f"{anna.id} calendar") is None
        assert len(await notices.channels(berta.id)) == 2


@in_loop
async def test_who_is_invited_to_a_table_is_invited_to_its_rematch(place: str) -> None:
    async with open_store(place) as store:
        links, hosting = Links(store), HostingStore(store)
        await store.create_table(table("t1"), ["{}"])
        somebody = (await People(store).guest()).person
        new = await links.for_table("t1", "", 1, 1)
        await links.visit(await links.find(new.token), somebody)
        await store.append_and_create(table("t1"), 1, ["{}"], table("t2"), ["{}"], b"")
        assert await hosting.is_invited(somebody.id, "t2")
        assert not await hosting.is_invited(somebody.id, "t3")


@in_loop
async def test_a_guest_can_not_become_a_member(place: str) -> None:
    async with open_store(place) as store:
        somebody = (await People(store).guest()).person
        with pytest.raises(Refused, match="account"):
            await Administration(store).make_member(somebody)


@in_loop
async def test_bans_of_names_end(place: str) -> None:
    async with open_store(place) as store:
        clock = Clock()
        people, acting = People(store, clock), Administration(store, clock=clock)
        await people.register("Anna", PASSWORD)
        await acting.ban("Anna", days=2)
        with pytest.raises(Refused, match="banned"):
            await people.login("Anna", PASSWORD)
        clock.now += 2 * DAY_MS
        await people.login("Anna", PASSWORD)
        host = (await people.register("Hostess", PASSWORD)).person
        await acting.make_member(host, HOST)
        with pytest.raises(Refused, match="host"):
            await acting.ban("Hostess")


@pytest.mark.parametrize(
    ("banned", "address", "is_banned"),
    [
        ("192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("192.0.2.0/24", "192.0.2.8", True),
        ("2001:db8::1", "2001:db8::/64", True),
        ("2001:db8::/32", "2001:db8:1::/64", True),
        ("2001:db8::/32", "192.0.2.8", False),
        ("192.0.2.7", "unix", False),
    ],
)
@in_loop
async def test_bans_of_networks(banned: str, address: str, is_banned: bool, tmp_path: Path) -> None:
    async with open_store(str(tmp_path / "house.sqlite")) as store:
        bulletin = Bulletin(store)
        await Administration(store).ban_network(banned)
        await bulletin.refresh()
        assert bulletin.is_banned(address) == is_banned
        await Administration(store).unban_network(banned)
        await bulletin.refresh()
        assert not bulletin.is_banned(address)
        await bulletin.tasks.cancel()


@in_loop
async def test_a_host_can_not_ban_their_own_address(tmp_path: Path) -> None:
    async with open_store(str(tmp_path / "house.sqlite")) as store:
        with pytest.raises(Refused, match="your own"):
            await Administration(store).ban_network("10.0.0.0/8", own_address="10.1.2.3")
        with pytest.raises(Refused, match="not an address"):
            await Administration(store).ban_network("example.org")


@in_loop
async def test_the_audit_has_who_did_what(place: str) -> None:
    async with open_store(place) as store:
        clock = Clock()
        await Administration(store, "Hostess", "p1", clock).announce("Closed\non Sunday", 1)
        clock.now += 1
        await Administration(store, clock=clock).ban("Eve")
        found = [(one.who, one.action, one.subject) for one in await HostingStore(store).audit(9)]
        assert found == [
            ("command line", "ban", "eve"),
            ("Hostess", "announce", "Closed on Sunday"),
        ]


@in_loop
async def test_erasure_forgets_membership_and_the_name_in_the_audit(place: str) -> None:
    async with open_store(place) as store:
        people, acting = People(store), Administration(store)
        anna = (await people.register("Anna", PASSWORD)).person
        await acting.make_member(anna)
        await Administration(store, "Anna", anna.id).invite(1, 1)
        assert '"role": "member"' in await people.export(anna.id)
        await people.delete(anna.id)
        assert await acting.hosting.role(anna.id) == ""
        assert await acting.hosting.links(now_ms()) == []
        audit = await acting.hosting.audit(9)
        assert "Anna" not in {one.who for one in audit} | {one.subject for one in audit}


def test_the_commands_of_a_host(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str) -> str:
        assert main(["admin", *words, "--database", place]) == 0
        return capsys.readouterr().out

    asyncio.run(_with_account(place, "Anna"))
    run("host", "Anna")
    assert "host" in run("people", "ann")
    link = run("invite", "--uses", "2", "--origin", "https://games.example.org")
    assert link.startswith("https://games.example.org/join#")
    invitation = run("invitations").split()[0]
    run("revoke", invitation)
    assert run("invitations") == ""
    assert "/join#" in run("password", "Anna")
    run("ban-address", "192.0.2.0/24", "--days", "3")
    assert "192.0.2.0/24  until" in run("banned")
    run("unban-address", "192.0.2.0/24")
    run("announce", "Closed on Sunday")
    run("withdraw", run("announcements").split()[0])
    run("logout", "Anna")
    assert main(["admin", "remove", "Anna", "--database", place]) == 2  # the host
    assert len(run("audit").splitlines()) == 9


async def _with_account(place: str, name: str) -> None:
    async with open_store(place) as store:
        await People(store).register(name, PASSWORD)


def test_the_commands_about_reports(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str, status: int = 0) -> str:
        assert main(["admin", *words, "--database", place]) == status
        return capsys.readouterr().out

    asyncio.run(_with_report(place))
    (line,) = run("reports").splitlines()
    assert "open" in line
    assert "Anna about Eve  table t1  rude  'go away'" in line
    run("handle", "r1")
    assert "seen to" in run("reports")
    run("handle", "r1", status=2)
    run("handle", "nothing", status=2)
    assert [one.split("  ")[2:] for one in run("audit").splitlines()] == [["report", "Eve"]]


async def _with_report(place: str) -> None:
    async with open_store(place) as store:
        people = People(store)
        anna, eve = [(await people.register(name, PASSWORD)).person for name in ("Anna", "Eve")]
        report = Report(
            id="r1", at=now_ms(), reporter=anna.id, person=eve.id,
            table_id="t1", reason="rude", quote="go away", handled=0,
        )  # fmt: skip
        await CommunityStore(store).report(report)
