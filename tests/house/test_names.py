"""Names that look alike, at the house and at a table; other names of people at tables."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from house.running import House, guest, house, in_loop
from house.stores import person, undo_migrations
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ludotheque.house.names import clean_name, looks_like_any, script_of, skeletons
from ludotheque.house.people.people import People
from ludotheque.house.refusals import Refused
from ludotheque.house.store import Store, open_store
from ludotheque.house.table.asks import AddBot, Say, Sit
from ludotheque.house.table.chairs import BOT_NAMES
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.deeds import Caller, add_bot, say, sit
from ludotheque.house.table.entries import (
    Created,
    Engaged,
    Erased,
    Freed,
    Renamed,
    Reserved,
    Said,
    Sat,
    SeatPlan,
    without_person,
)
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room

pytest_plugins = ("house.postgres",)
GOOD = "long enough"


def refusal_of(name: str) -> str:
    with pytest.raises(Refused) as caught:
        clean_name(name)
    return caught.value.code


# skeletons


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Аnnа"),  # the first and last letter are Cyrillic
        ("Coco", "Сосо"),  # all Cyrillic
        ("ANNA", "ΑΝΝΑ"),  # all Greek
        ("TOM", "ТОМ"),  # all Cyrillic
        ("Emil", "EmiI"),
        ("EMIL", "emiI"),
        ("Bob", "B0b"),
        ("Milo", "rnilo"),
        ("Wanda", "vvanda"),
        ("Ada", "ᴀᴅᴀ"),
        ("Ada", "𝒜𝒹𝒶"),
        ("Fox 1", "Ｆｏｘ l"),
        ("O'Brien", "O’Brien"),
        ("DAVE", "ᎠᎪᏙᎬ"),  # all Cherokee
        ("Oso", "Օѕօ"),  # Armenian and Cyrillic
        ("カナ", "力ナ"),  # the first is a Chinese character
        ("Jean-Luc", "Jean–Luc"),
        ("TOM", "𐊱𐊫𐊰"),  # all Carian
        ("BOB", "𐊂𐊒𐊂"),  # all Lycian
        ("MIMI", "𐌑𐌉𐌑𐌉"),  # all Old Italic
        ("Lola 2", "Lola Ƨ"),
        ("ণতন", "𑒪𑒞𑒢"),  # Bengali and Tirhuta
        ("Zoé", "Zoe\u0301"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert looks_like_any(one, ["Somebody", other])
    assert looks_like_any(other, [one])


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ilse", "Lise"), ("Ali", "All"), ("Zoë", "Zoe"), ("Fox 1", "Fox 2"), ("Eva", "Ева Б"),
     ("Anna", "Ana"), ("Мария", "Мара"), ("李雷", "李蕾")],
)  # fmt: skip
def test_names_that_look_different(one: str, other: str) -> None:
    assert not looks_like_any(one, [other])


@given(st.text(max_size=24))
def test_a_name_has_one_or_two_skeletons_whatever_it_is(name: str) -> None:
    assert 1 <= len(skeletons(name)) <= 2
    assert looks_like_any(name, [name.upper(), name])


# what is allowed


@pytest.mark.parametrize(
    "name",
    ["Zoé 2", "Ольга Б.", "Γιώργος", "山田たろうカナ", "Kenji 健二", "김민준 Kim", "名前々",
     "Đặng Thị", "नमिता", "O'Neill", "Anna-Lena", "מיכל", "محمد ٢", "[red]Eve", "{0}", "%s x",
     "<b>x"],
)  # fmt: skip
def test_names_in_one_script_are_allowed(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize("name", ["Аnna", "Annа", "Μaria", "Kимberly", "Аννα", "あнна", "Ꭰave"])
def test_names_in_several_scripts_are_not_allowed(name: str) -> None:
    assert refusal_of(name) == "mixed-scripts"


@pytest.mark.parametrize(
    "name", ["Zo\u0301\u0302\u0303", "e\u0323\u0302\u0301x", "a" + "\u20dd" * 3]
)
def test_a_letter_has_two_marks_at_most(name: str) -> None:
    assert refusal_of(name) == "name-not-allowed"


def test_scripts() -> None:
    assert [script_of(character) for character in "aЖ7-あ々ー李"] == [
        "LATIN", "CYRILLIC", "", "", "HIRAGANA", "CJK", "KATAKANA", "CJK",
    ]  # fmt: skip


# at the house


async def refusal(job: object) -> str:
    with pytest.raises(Refused) as caught:
        await job  # type: ignore[misc]
    return caught.value.code


@in_loop
async def test_two_people_of_a_house_never_look_alike(place: str) -> None:
    async with open_store(place) as store:
        people = People(store)
        anna, other = await people.register("Anna", GOOD), await people.guest()
        assert await refusal(people.register("Аппа", GOOD)) == "name-taken"
        assert await refusal(people.rename(other.person.id, "Аппа")) == "name-taken"
        await people.rename(anna.person.id, "ANNA")
        await people.rename(anna.person.id, "Berta")
        assert (await people.rename(other.person.id, "Аппа")).name == "Аппа"
        await people.delete(other.person.id)
        jobs = [people.register(name, GOOD) for name in ("Аппа", "Anna", "АППА")]
        outcomes = await asyncio.gather(*jobs, return_exceptions=True)
        assert sum(not isinstance(out, Exception) for out in outcomes) == 1
        await store.ban("mallory")
        assert await refusal(people.register("MaIIory", GOOD)) == "name-not-allowed"


@in_loop
async def test_old_names_keep_working_and_are_protected(place: str) -> None:
    """Older versions let people take names that look alike, and names in several scripts."""
    async with open_store(place) as store:
        people = People(store)
        hashed = (await people.register("Somebody", GOOD)).person.password_hash
        await store_old(store, "Eve", hashed)
        await store_old(store, "Еvе", hashed)  # its vowels are Cyrillic
        await people.add_missing_skeletons()
        await people.add_missing_skeletons()
        for name in ("Eve", "Еvе"):
            assert (await people.login(name, GOOD)).person.name == name
        assert await refusal(people.register("EVE", GOOD)) == "name-taken"
        assert await refusal(people.register("Ενe", GOOD)) == "mixed-scripts"
        assert await refusal(people.register("ЕVЕ", GOOD)) == "mixed-scripts"
        assert await refusal(people.register("𝓔𝓿𝓮", GOOD)) == "name-taken"


@in_loop
async def test_old_names_have_the_skeletons_of_today(place: str) -> None:
    """A version that knew fewer letters has stored another skeleton."""
    async with open_store(place) as store:
        people = People(store)
        await store.create_person(person("𐊱𐊫𐊰"), {"𐊱𐊫𐊰"})
        assert (await people.register("Mot", GOOD)).person.name == "Mot"
        await people.add_missing_skeletons()
        assert await refusal(people.register("Tom", GOOD)) == "name-taken"


async def store_old(store: Store, name: str, hashed: str | None) -> None:
    """A person as an older version stored them, without a skeleton."""
    await store.create_person(replace(person(name, hashed), id=name.encode().hex()))


@in_loop
async def test_a_store_of_version_4_opens(tmp_path: Path) -> None:
    place = str(tmp_path / "house.sqlite")
    async with open_store(place) as store:
        await People(store).register("Anna", GOOD)
    await undo_migrations(place, 4)
    async with open_store(place) as store:
        people = People(store)
        await people.add_missing_skeletons()
        assert (await people.login("anna", GOOD)).person.name == "Anna"
        assert await refusal(people.register("𝐀nna", GOOD)) == "name-taken"
        await people.clean_up()
    with sqlite3.connect(place) as db:
        assert db.execute("SELECT skeleton FROM skeletons").fetchall() == [("anna",)]
    db.close()


# at a table


def waiting_room(*bots: str) -> Room:
    """A table of M with bots at the first seats."""
    seats = [SeatPlan(bot) for bot in bots] + [SeatPlan()] * (4 - len(bots))
    created = Created(
        table="t",
        game="m",
        options={"players": 4, "symbols": 4, "voluntary_pass": False, "opening": "zigzag"},
        seats=seats,
        public=True,
        host="host",
        time_control=TimeControl(),
        commitment="c",
    )
    return restore([created])


def names(room: Room) -> list[str]:
    return [chair.name for chair in room.chairs]


def test_a_bot_gives_way_to_a_person_with_its_name() -> None:
    room = waiting_room("random", "random")
    assert names(room)[:2] == [*BOT_NAMES[:2]]
    (sat,) = sit(room, Caller("p", "АDA"), Sit(seat=3), 1)
    assert isinstance(sat, Sat)
    room.fold(sat)
    assert names(room) == ["Clara", "Blaise", "", "АDA"]
    room.fold(Reserved(seat=2, person="q", name="BIaise"))
    assert names(room) == ["Clara", "Dirk", "BIaise", "АDA"]


def test_a_new_bot_is_not_called_like_a_person_at_the_table() -> None:
    room = waiting_room()
    room.fold(Sat(seat=1, person="p", name="Ada"))
    (engaged,) = add_bot(room, Caller("host"), AddBot(seat=0, bot="random"), 1)
    assert isinstance(engaged, Engaged)
    room.fold(engaged)
    assert names(room)[:2] == ["Blaise", "Ada"]
    room.fold(Freed(seat=0))
    room.fold(Renamed(person="p", name="Blaise"))
    room.fold(engaged)
    assert names(room)[:2] == ["Ada", "Blaise"]
    room.fold(Renamed(person="p", name="Ada"))
    assert names(room)[:2] == ["Blaise", "Ada"]


def test_people_who_look_alike_do_not_sit_at_one_table() -> None:
    room = waiting_room()
    room.fold(Sat(seat=0, person="old", name="Eve"))
    room.fold(Reserved(seat=1, person="imitator", name="Somebody"))
    for seat in (1, 2):
        with pytest.raises(Refused) as caught:
            sit(room, Caller("imitator", "Еvе"), Sit(seat=seat), 1)
        assert caught.value.code == "name-at-table"
    assert sit(room, Caller("imitator", "Evi"), Sit(seat=1), 1)
    room.fold(Sat(seat=2, person="imitator", name="Еvе"))  # in an old log
    assert sit(room, Caller("imitator", "Еvе"), Sit(seat=2), 1)  # their own seat


def test_spectators_do_not_chat_as_somebody_at_the_table() -> None:
    room = waiting_room("random")
    room.fold(Sat(seat=1, person="eve", name="Eve"))
    for name in ("Еvе", "ADA"):
        with pytest.raises(Refused) as caught:
            say(room, Caller("other", name), Say(text="hello"), 1)
        assert caught.value.code == "name-at-table"
    assert say(room, Caller("eve", "Eve"), Say(text="hello"), 1)
    assert say(room, Caller("other", "Berta"), Say(text="hello"), 1)


def test_another_name_is_shown_everywhere_at_the_table() -> None:
    room = waiting_room()
    room.fold(Sat(seat=1, person="eve", name="Eve"))
    room.fold(Reserved(seat=2, person="bob", name="Bob"))
    room.fold(Said(person="eve", name="Eve", text="hello"))
    room.fold(Said(person="bob", name="Bob", text="hello"))
    room.fold(Renamed(person="eve", name="Evelyn"))
    room.fold(Renamed(person="bob", name="Robert"))
    assert names(room) == ["", "Evelyn", "Robert", ""]
    assert [said.name for said in room.chat] == ["Evelyn", "Robert"]
    renamed = Renamed(person="eve", name="Evelyn")
    assert "Evelyn" not in str(without_person(renamed))
    room.fold(Erased(person="eve"))
    assert "Eve" not in str(names(room))


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    with house(str(folder / "house.db"), folder) as running:
        yield running


@in_loop
async def test_an_open_socket_has_the_new_name(here: House) -> None:
    eve, bob = await guest(here), await guest(here)
    table = await eve.new_table("m", [], players=2)
    async with eve.at(table) as one, bob.at(table) as other:
        await one.must("sit", seat=0)
        await one.must("say", text="as before")
        await other.must("say", text="from here")
        await eve.post("/api/me/name", name="Evelyn the First")
        await bob.post("/api/me/name", name="Robert")
        await other.see(lambda view: view.seats[0].name == "Evelyn the First")
        assert other.view.chat[0].name == "Evelyn the First"
        await one.must("say", text="as now")
        await other.must("say", text="as somebody else")
        await one.see(lambda view: len(view.chat) == 4)
        assert [said.name for said in one.view.chat][2:] == ["Evelyn the First", "Robert"]
        assert one.view.chat[0].name == "Evelyn the First"


@in_loop
async def test_new_names_are_limited(here: House) -> None:
    """Each changes the tables where the person sits."""
    eve = await guest(here)
    codes = [
        (await eve.fetch("POST", "/api/me/name", b'{"name": "Name %d"}' % number)).status
        for number in range(11)
    ]
    assert codes == [200] * 10 + [429]
