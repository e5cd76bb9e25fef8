"""A house where people have played: screens of people and games have something to show."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from house.finished_games import finished, stored
from house.running import House, guest, seeded_random
from house.stores import person, session
from page.browsing import DESK, Watched
from playwright.sync_api import Browser

from ludotheque.core.registry import installed
from ludotheque.house.people.people import hash_token
from ludotheque.house.store import open_store
from ludotheque.house.timestamps import now_ms

NAMES: Final = ("Clara", "Benedikt", "Mia", "Großmutter Anneliese")
GAMES_EACH: Final = 6
DAY_MS: Final = 86_400_000


def inhabit(place: str) -> str:
    """Write people and their finished games into a new store; returns the first one's token."""
    return asyncio.run(_inhabit(place))


async def _inhabit(place: str) -> str:
    token = secrets.token_urlsafe(32)
    async with open_store(place) as store:
        for name in NAMES:
            await store.create_person(person(name, "kept, since it is an account"))
        await store.create_session(session(hash_token(token), NAMES[0], now_ms()))
        orders = itertools.cycle(itertools.permutations(NAMES))
        for slug in installed():
            for number in range(GAMES_EACH):
                names = next(orders)[: 2 + number % 2]
                people = [(f"p-{name}", name) for name in names]
                at = now_ms() - (GAMES_EACH - number) * DAY_MS
                made = finished(
                    slug, people, players=max(3, len(people)), bot="novice", rated=True, at=at
                )
                await stored(store, *made)
    return token


def enter(browser: Browser, address: str, token: str, **settings: object) -> Watched:
    """The page of the person who has a session."""
    somebody = Watched(browser, address, **settings)  # type: ignore[arg-type]
    somebody.context.add_cookies(
        [{"name": "ludotheque", "value": token, "url": somebody.address, "httpOnly": True}]
    )
    return somebody


def befriend(browser: Browser, address: str, somebody: Watched, names: tuple[str, ...]) -> None:
    """Guests become friends of a person, and members of a new circle of theirs."""
    friendship = somebody.ask("POST", "/api/me/friends")["token"]
    circle = somebody.ask("POST", "/api/circles", {"name": "Les jeudis"})["circle"]
    membership = somebody.ask("POST", f"/api/circles/{circle}/link")["token"]
    somebody.ask("POST", "/api/tables", {"game": "m", "bots": [], "circle": circle})
    for name in names:
        friend = _guest(browser, address, name)
        for token in (friendship, membership):
            friend.ask("POST", "/api/invitation/accept", {"token": token})
        friend.context.close()


def _guest(browser: Browser, address: str, name: str) -> Watched:
    somebody = Watched(browser, address, DESK)
    somebody.go("/")
    somebody.ask("POST", "/api/guest?language=en")
    somebody.ask("POST", "/api/me/name", {"name": name})
    return somebody


def try_deal_of_the_day(here: House, names: tuple[str, ...]) -> None:
    """Some guests have played the deal of the day."""
    with ThreadPoolExecutor(1) as thread:  # in this one a browser may have an event loop
        thread.submit(asyncio.run, _try_deal(here, names)).result()


async def _try_deal(here: House, names: tuple[str, ...]) -> None:
    for name in names:
        visitor = await guest(here)
        await visitor.post("/api/me/name", name=name)
        begun = await visitor.post("/api/daily")
        async with visitor.at(begun["table"]) as seat:
            await seat.play_on(seeded_random(name))
