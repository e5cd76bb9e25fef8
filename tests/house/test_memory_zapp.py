"""(ZZ-12) Zapp Zerapp with `memory` over real sockets: a covered number is never sent again.

Two people, one of them with a program, and a bot play some rounds while others watch; every round a
new spectator comes and the players reconnect. Everything that is sent to anybody is searched for
numbers that were turned over before the last roll. With `help` they are found.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from house.running import (
    House,
    Seat,
    Visitor,
    guest,
    has_question,
    in_loop,
    plausible_moves,
    seeded_random,
)
from house.table_clients import PATHS, opened
from house.table_state import Json, TableState
from house.table_state import Seen as ShownTable
from house.worlds import name_of

from ludotheque.core.registry import find
from ludotheque.core.words import LANGUAGES
from ludotheque.games.zapp_zerapp.sentences import BARREL_NAMES
from ludotheque.house import limits
from ludotheque.house.shares import Client
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.entries import Created, Happened, Sat, SeatPlan, Started
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room
from ludotheque.house.views import hints
from ludotheque.house.views.messages import Done, Hints
from ludotheque.house.views.stream import EPOCH
from ludotheque.house.workers.bot_pool import Demand, _hints

if TYPE_CHECKING:
    from ludotheque.house.server import House as HouseApp

ROUNDS = 6
BARREL_KINDS = {"took", "shook", "heard", "returned", "placed", "turned"}
NOTATION = re.compile(r"(mix|take|shake|back|place|heard|go) \S")
Seen: TypeAlias = dict[int, int]  # number by barrel


# what to search for


@dataclass
class Numbers:
    """By number of events: the numbers in sight then, and those covered again."""

    in_sight: list[Seen] = field(default_factory=list)
    covered: list[Seen] = field(default_factory=list)

    @classmethod
    def of(cls, room: Room) -> Numbers:
        """Collected from the facts of the events, not from what the rules show."""
        numbers, in_sight, before = cls(), Seen(), Seen()
        for event in (None, *room.started_table().events):
            for fact in event.facts if event is not None else ():
                if fact.kind == "rolled":
                    before, in_sight = {**before, **in_sight}, {}
                elif fact.kind == "turned":
                    in_sight[fact.about[0]] = fact.about[1]
            numbers.in_sight.append({**in_sight})
            numbers.covered.append({b: n for b, n in before.items() if b not in in_sight})
        return numbers


def strings(data: Any) -> Iterator[str]:
    """All texts in some JSON."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for each in data.values() if isinstance(data, dict) else data:
            yield from strings(each)


def naming_covered(texts: Iterator[str], covered: Seen) -> list[str]:
    """The texts that name a barrel and its covered number."""
    named = {
        barrel: re.compile(rf"(barrel|tonneau|Fass) {BARREL_NAMES[barrel]}\b.*\b{number}\b(?!\))")
        for barrel, number in covered.items()
    }
    return [text for text in texts if any(one.search(text) for one in named.values())]


def open_barrels(scene: Json) -> set[int]:
    """The barrels that show a number in a scene."""
    pieces = [each for each in scene["pieces"] if each["id"].startswith("barrel:")]
    shown = [
        each
        for each in pieces
        if each["art"] != "barrel" or f"barrel:{each['value']}" != each["id"]
    ]
    return {int(each["id"].removeprefix("barrel:")) - 1 for each in shown}


def found_in(seat: Seat, numbers: Numbers) -> list[str]:
    """Every number of an earlier round that was sent over a socket."""
    state = TableState()
    found, sent, first, covered = list[str](), set[tuple[int, str]](), -1, Seen()
    for text in seat.texts:
        message: Json = json.loads(text)
        for new in state.steps(message):  # a line is new when it happens, and only once
            events = state.table["events"]
            first = events if first < 0 else first
            for line in new:
                if line["kind"] in BARREL_KINDS:
                    is_new = line["event"] >= first and (line["event"], line["text"]) not in sent
                    sent.add((line["event"], line["text"]))
                    if not is_new or not line["fades"]:
                        found.append(f"sent again: {line['text']}")
            if state.scene is not None:
                composed = state.shown([])["scene"]
                shown = open_barrels(composed) - numbers.in_sight[events].keys()
                found += [f"shown: barrel {BARREL_NAMES[barrel]}" for barrel in shown]
                # Until the next roll nothing is covered; a change may have steps before one.
                covered = numbers.covered[events]
        said = naming_covered(strings(without_fading(message)), covered)
        found += [f"said: {each}" for each in said]
    return found


def without_fading(data: Any) -> Any:
    """A message without the lines of barrels, which are checked one by one."""
    if isinstance(data, dict):
        return {key: without_fading(value) for key, value in data.items()}
    if isinstance(data, list):
        return [without_fading(each) for each in data if not is_barrel_line(each)]
    return data


def is_barrel_line(data: Any) -> bool:
    return isinstance(data, dict) and "fades" in data and data["kind"] in BARREL_KINDS


def numbers_sent(seat: Seat) -> int:
    """How many numbers were sent as they were turned over."""
    return sum(line.kind == "turned" for view in seat.views for line in view.lines)


# playing


class Clients:
    """Everybody at the table, and everything they received over sockets and HTTP."""

    def __init__(self, house_app: HouseApp, table: str, people: list[Visitor]) -> None:
        self.house_app, self.table, self.people = house_app, table, people
        self.live: list[Seat] = []  # connected before the start
        self.late: list[Seat] = []  # connected or reconnected later
        self.fetched: list[tuple[int, str, bytes]] = []  # number of events, path, and body

    @property
    def room(self) -> Room:
        return self.house_app.tables.by_id[self.table].room

    def events(self) -> int:
        return len(self.room.started_table().events)

    def rounds(self) -> int:
        return sum(event.text.startswith("roll ") for event in self.room.started_table().events)

    async def play(self, seat: Seat, rng: random.Random) -> None:
        """One action of a seat that has a question: listen a little, place, or move by a hint."""
        view = seat.view
        if not has_question(view) or self.room.public_number() > view.number:
            return
        for text in await self.moves_to_try(seat, view, rng):
            answer = await seat.ask("play", decision=view.decision, text=text)
            await seat.ask("why-not", text=text)
            if isinstance(answer, Done):
                return

    async def moves_to_try(self, seat: Seat, view: ShownTable, rng: random.Random) -> list[str]:
        assert view.scene is not None
        texts = plausible_moves(view.scene, rng)
        places = [text for text in texts if text.startswith("place")]
        if places:
            shakes = [text for text in texts if text.startswith("shake")]
            return shakes[:1] if not seat.clips and rng.random() < 0.4 else places
        if texts[0].startswith("go"):
            answer = await seat.ask("hint")
            if isinstance(answer, Hints) and answer.hints:
                return [answer.hints[0].text, *texts]
        return texts

    async def up_to_date(self, *seats: Seat) -> None:
        """Wait until these sockets have the latest view."""
        for seat in seats:
            await seat.until(lambda seat=seat: seat.view.number >= self.room.public_number())  # type: ignore[misc]

    async def visit(self, visitor: Visitor, program: str = "0", whole: str = "0") -> None:
        """Connect, as if a connection was lost, ask for everything in every language, and leave."""
        after = f"{EPOCH}.{self.room.public_number() - 3}"
        async with visitor.at(self.table, program=program, whole=whole, after=after) as seat:
            await seat.see()
            for language in LANGUAGES:
                await seat.must("language", language=language)
            await self.up_to_date(seat)
            self.late.append(seat)

    async def fetch_all(self, visitor: Visitor) -> None:
        """Fetch everything that can be had over HTTP during the game."""
        for path in PATHS:
            if path.startswith("/api"):
                where, events = path.format(table=self.table), self.events()
                answer = await visitor.fetch("GET", where)
                self.fetched.append((events, where, answer.body))


@contextlib.asynccontextmanager
async def played(folder: Path, **options: object) -> Any:
    """Play some rounds, and record everything that is sent."""
    async with opened(folder / "house.sqlite") as (house_app, port):
        here = House("", folder)
        here.address = f"127.0.0.1:{port}"
        people = [await guest(here) for _ in range(3)]
        ada, bob, eve = people
        all_options = {"players": 3, "memory": True, **options}
        created = await ada.post(
            "/api/tables",
            game="zapp_zerapp",
            bots=["", "", "greedy"],
            options=all_options,
            public=True,
        )
        clients = Clients(house_app, str(created["table"]), people)
        async with (
            ada.at(clients.table, language="de") as one,
            bob.at(clients.table, program="1", whole="1") as two,
            eve.at(clients.table, language="fr") as spectator,
            Visitor(here, "").at(clients.table) as stranger,
        ):
            clients.live = [one, two, spectator, stranger]
            await one.must("sit", seat=0)
            await two.must("sit", seat=1)
            await one.must("start")
            await play_rounds(clients)
            await clients.up_to_date(*clients.live)
            yield clients


async def play_rounds(clients: Clients) -> None:
    rng, last = seeded_random(1), 1
    while clients.rounds() <= ROUNDS:
        for seat in clients.live[:2]:
            await clients.play(seat, rng)
        await asyncio.sleep(0.005)
        if clients.rounds() > last:
            last = clients.rounds()
            clients.live[0].clips.clear()
            ada, bob, eve = clients.people
            newcomer = await guest(ada.house)
            await clients.visit(ada)
            await clients.visit(bob, program="1")
            await clients.visit(eve, whole="1")
            await clients.visit(newcomer)
            for visitor in (ada, newcomer):
                await clients.fetch_all(visitor)


@pytest.fixture(autouse=True)
def without_rate_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift the rate limits."""
    for name in dir(limits):
        if "BURST" in name:
            monkeypatch.setattr(limits, name, 10**6)


@in_loop
async def test_zz_12_a_covered_number_is_never_sent_again(tmp_path: Path) -> None:
    async with played(tmp_path) as clients:
        numbers = Numbers.of(clients.room)
        assert len(numbers.covered[-1]) >= 5  # there is something to remember
        for seat in [*clients.live, *clients.late]:
            assert found_in(seat, numbers) == []
        for seat in clients.live:  # everybody was sent the numbers once
            assert numbers_sent(seat) >= 3 * (ROUNDS - 1)
        for seat in clients.late:
            assert numbers_sent(seat) == 0
        for events, where, body in clients.fetched:
            texts = [*strings(json.loads(body))]
            assert not naming_covered(iter(texts), numbers.covered[events]), where
            assert not [text for text in texts if NOTATION.match(text)], where
        answers = [answer for seat in clients.live for answer in seat.answers.values()]
        assert any(isinstance(answer, Hints) for answer in answers)


@in_loop
async def test_zz_12_with_help_covered_numbers_are_found(tmp_path: Path) -> None:
    """So the search would find a leak."""
    async with played(tmp_path, help=True) as clients:
        numbers = Numbers.of(clients.room)
        for seat in [*clients.live, *clients.late]:
            found = found_in(seat, numbers)
            assert any(each.startswith("shown") for each in found)
            assert any(each.startswith("said") for each in found)
        for seat in clients.late:
            assert any(each.startswith("sent again") for each in found_in(seat, numbers))


# hints


class LocalHints:
    """Asks bots in this process, always with the same seed."""

    async def hints(
        self,
        slug: str,
        options: Any,
        world: Any,
        seat: int,
        bot: str,
        language: str,
        names: Any,
        demand: Demand,
    ) -> list[tuple[str, str]]:
        """Replaces `BotPool.hints`."""
        assert demand.is_wanted()
        return _hints(slug, options, world, seat, bot, 1, language, names)


def listening(order: str) -> Room:
    """Seat 0 holds a barrel that was turned over in the round before, and covered again."""
    created = Created(
        table="t",
        game="zapp_zerapp",
        options=find("zapp_zerapp").resolve_options({"players": 2, "memory": True}),
        seats=[SeatPlan(), SeatPlan()],
        public=True,
        host=name_of(0),
        time_control=TimeControl(),
        commitment="c",
    )
    script = f"- roll 1 1|- mix {order}|0 take 4|0 place 4|1 take 9|1 place 9|- roll 6 6|0 take 4"
    events = [line.partition(" ") for line in script.split("|")]
    return restore(
        [
            created,
            *(Sat(seat=seat, person=name_of(seat), name=f"P{seat}") for seat in (0, 1)),
            Started(),
            *(Happened(who=-1 if who == "-" else int(who), text=text) for who, _, text in events),
        ]
    )


@pytest.mark.parametrize("bot", ["greedy", "master"])
def test_zz_12_no_hint_depends_on_a_covered_number(
    bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot does not remember them: with other covered numbers its hint is the same."""
    monkeypatch.setattr(secrets, "randbits", lambda bits: 2**bits // 3)
    monkeypatch.setattr(hints, "bots_of", lambda _: {bot: None})
    local_hints: Any = LocalHints()
    sent = set[str]()
    for order in ("1 2 3 4 5 6 7 8 9 10 11 12 13", "1 2 3 12 5 6 7 8 10 9 11 4 13"):
        table = LiveTable(listening(order), bytes(32))
        found = asyncio.run(hints.find_hints(table, 0, "en", local_hints, Client()))
        sent.add(str(found))
    assert len(sent) == 1
