"""Notices from a move to their receivers: a push, a mail, a webhook, a calendar; and after it."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import defaultdict
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from house.forked_house import ForkedHouse
from house.receivers import Browser, MailReceiver, WebReceiver, check_vapid, check_webhook
from house.running import House, Visitor, guest, has_question, house, in_loop, seeded_random

pytest_plugins = ("house.postgres",)
KILLS = min(100, int(os.environ.get("LUDOTHEQUE_KILLS", "3")))
MAX_DELAY_S = 2.0  # until a kill, after the move: some are before, some while it is sent
FLAGS = ("--allow-private-webhooks", "--notice-delay", "0")
ORIGIN = "http://games.example.org"


async def until(condition: Callable[[], bool], seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.02)


async def put(visitor: Visitor, path: str, **data: object) -> Any:
    answer = await visitor.fetch("PUT", path, json.dumps(data).encode())
    assert answer.status == 200, answer
    return answer.data()


async def game_of_days(first: Visitor, second: Visitor, seed: int = 1) -> str:
    """A game with days for a move, both browsers closed, that waits for the second person."""
    pace = {"mode": "days", "seconds": 2}
    created = await first.post("/api/tables", game="m", options={"players": 2}, pace=pace)
    table = str(created["table"])
    await second_moves_next(first, second, table, seed, is_new=True)
    return table


async def second_moves_next(
    first: Visitor, second: Visitor, table: str, seed: int, is_new: bool = False
) -> None:
    rng = seeded_random(seed)
    async with first.at(table) as one, second.at(table) as two:
        if is_new:
            await one.must("sit", seat=0)
            await two.must("sit", seat=1)
            await one.must("start")
        while True:
            await until(lambda: any(seat.views and has_question(seat.view) for seat in (one, two)))
            if has_question(two.view):
                return
            await one.play_on(rng, 1)


async def second_moves(second: Visitor, table: str, seed: int = 2) -> None:
    async with second.at(table) as seat:
        await seat.my_turn()
        await seat.play_on(seeded_random(seed), 1)


def link_in(mail: EmailMessage, part: str) -> str:
    """The path of the link in a mail."""
    words = str(mail.get_content()).split()
    return next(word[word.index(part) :] for word in words if part in word)


@in_loop
async def test_a_person_who_is_away_is_told_by_all_channels_and_after_the_move_all_are_gone(
    place: str, tmp_path: Path
) -> None:
    async with MailReceiver() as mails, WebReceiver() as web:
        mail = ("--smtp", mails.url, "--mail-from", "house@example.org", "--origin", ORIGIN)
        flags = (*FLAGS, *mail)
        with house(place, tmp_path, *flags) as here:
            await all_channels(here, web, mails)
            assert here.errors() == []


async def all_channels(here: House, web: WebReceiver, mails: MailReceiver) -> None:
    anna, clara = await guest(here), await guest(here)
    browser = Browser()
    await put(clara, "/api/notices", language="en", zone="Europe/Paris")
    subscription = {"endpoint": web.url("/push/1"), "keys": browser.keys()}
    offer = (await clara.post("/api/notices/push", **subscription))["offer"]
    secret = (await clara.post("/api/notices/webhook", url=web.url("/hook")))["secret"]
    link = (await clara.post("/api/notices/calendar"))["link"]
    calendar = link[link.index("/api/") :]
    await clara.post("/api/notices/mail", address="clara@example.org")
    await until(lambda: len(mails.mails) == 1)
    confirmed = await here_post(clara, link_in(mails.mails[0], "/notices/confirm/"))
    assert confirmed["target"] == "clara@example.org"
    table = await game_of_days(anna, clara)

    await until(lambda: bool(web.at("/push/1") and web.at("/hook")) and len(mails.mails) == 2)
    (push,), (hook,) = web.at("/push/1"), web.at("/hook")
    shown = browser.decrypt(push.body)
    assert (shown["title"], shown["path"]) == ("Your turn in M", f"/table/{table}")
    claims = check_vapid(push, offer["push_key"], web.url(""))
    assert claims["sub"] == "mailto:house@example.org"
    assert 86_400 < int(push.headers["ttl"]) <= 2 * 86_400
    told = check_webhook(hook, secret)
    assert (told["type"], [one["table"] for one in told["tables"]]) == ("turn", [table])
    mail = mails.mails[1]
    assert (mail["To"], mail["Subject"]) == ("clara@example.org", "Your turn in M")
    assert f"/table/{table}" in mail.get_content()
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    feed = (await clara.fetch("GET", calendar)).body.decode()
    assert feed.count("BEGIN:VEVENT") == 1
    assert "SUMMARY:Your turn in M" in feed

    await second_moves(clara, table)
    assert "VEVENT" not in (await clara.fetch("GET", calendar)).body.decode()
    await until(lambda: len(web.at("/push/1")) == 2 and len(web.at("/hook")) == 2)
    assert browser.decrypt(web.at("/push/1")[1].body) == {"type": "withdrawn", "tag": shown["tag"]}
    gone = check_webhook(web.at("/hook")[1], secret)
    assert gone == {"type": "withdrawn", "id": told["id"]}
    await asyncio.sleep(1.5)  # nothing follows
    assert (len(web.received), len(mails.mails)) == (4, 2)

    stop = mail["List-Unsubscribe"].strip("<>")
    await here_post(clara, stop[stop.index("/notices/") :])
    kinds = [one["kind"] for one in (await clara.fetch("GET", "/api/notices")).data()["channels"]]
    assert kinds == ["push", "webhook", "calendar"]


async def here_post(visitor: Visitor, path: str) -> Any:
    """Post as a mail program does: without a token."""
    stranger = Visitor(visitor.house, "")
    return await stranger.post(path)


# kills


async def kills(place: str, tmp_path: Path) -> None:
    """The house is killed between a move and its notices, or while it sends them."""
    async with MailReceiver() as mails, WebReceiver() as web:
        here = ForkedHouse(place, tmp_path / "house.log")
        here.settings = {
            "allow_private_webhooks": True,
            "notice_delay": 0.0,
            "smtp": mails.url,
            "mail_from": "house@example.org",
        }
        here.start()
        web.delay_s = 0.1
        try:
            await killed(here, web, mails)
        finally:
            here.kill()


async def killed(here: ForkedHouse, web: WebReceiver, mails: MailReceiver) -> None:
    clara, browser, rng = await guest(here), Browser(), seeded_random("kills")
    await clara.post("/api/notices/push", endpoint=web.url("/push"), keys=browser.keys())
    secret = (await clara.post("/api/notices/webhook", url=web.url("/hook")))["secret"]
    await clara.post("/api/notices/mail", address="clara@example.org")
    await until(lambda: len(mails.mails) == 1)
    await here_post(clara, link_in(mails.mails.pop(), "/notices/confirm/"))
    tables: list[str] = []
    for seed in range(KILLS):
        tables.append(await game_of_days(await guest(here), clara, seed))
        await asyncio.sleep(rng.uniform(0, MAX_DELAY_S))
        here.kill()
        here.start()

    def told() -> dict[str, dict[str, set[str]]]:
        """By channel and table: the ids of the messages that told of it."""
        found: dict[str, dict[str, set[str]]] = {
            name: defaultdict(set) for name in ("push", "hook", "mail")
        }
        for one in web.at("/push"):
            shown = browser.decrypt(one.body)
            for table in shown["tables"]:
                found["push"][table].add(shown["tag"])
        for one in web.at("/hook"):
            data = check_webhook(one, secret)
            for row in data["tables"]:
                found["hook"][row["table"]].add(data["id"])
        for mail in mails.mails:
            for table in tables:
                if table in mail.get_content():
                    found["mail"][table].add(mail["Message-ID"])
        return found

    await until(lambda: all(len(by) == len(tables) for by in told().values()), 90)
    await asyncio.sleep(2)  # nothing follows
    for channel, by_table in told().items():
        assert {len(ids) for ids in by_table.values()} == {1}, channel
    copies = len(web.received) + len(mails.mails)
    ids = {(channel, i) for channel, by in told().items() for some in by.values() for i in some}
    # The copies that a receiver tells by their id: only of what was under way at a kill.
    assert copies - len(ids) <= 3 * KILLS
    sys.stdout.write(f"{KILLS} kills, {len(ids)} messages, {copies - len(ids)} copies\n")


def test_nothing_is_lost_and_nothing_has_two_ids(place: str, tmp_path: Path) -> None:
    asyncio.run(kills(place, tmp_path))
