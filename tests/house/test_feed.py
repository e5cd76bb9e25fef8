"""Whoever follows a table step by step shows what a client shows that connects now."""

from __future__ import annotations

import json

import msgspec
import pytest
from everything_game import FAIR, FairGame
from house import worlds
from house.followers import Follower, fresh_state, publish
from house.histories import batches, chunks, history
from house.table_state import Json, TableState
from house.worlds import STRANGER, name_of, played
from hypothesis import settings

from ludotheque.core.facts import FactSchema
from ludotheque.core.part_cache import PartCache
from ludotheque.core.registry import find, installed
from ludotheque.core.rng import SeededRng
from ludotheque.core.words import LANGUAGES, Words
from ludotheque.house.table import room as room_module
from ludotheque.house.table.entries import AnyEntry, Created, Happened, Muted, Said
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room
from ludotheque.house.views.feed import Feed, feed_of
from ludotheque.house.views.stream import MAX_STEPS

NEVER = 10**6  # reads at the end
SEEDS = range(1, 1 + max(1, settings().max_examples // 25))  # slow: whole games
VARIANT_STEP = 7919  # another variant for each seed
GAMES = [*sorted(installed()), "fair"]
ALL_EVERY = 80  # changes: then everybody is compared
CHECKS = 3  # moments of a game at which resuming is tried
LAGS = (1, 2, 3, 5, 8, 13, 21, 34)  # changes after which a slow reader reads


@pytest.fixture(autouse=True)
def with_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    """The invented game is installed, too; it has no words of its own."""
    for module in (room_module, worlds):
        monkeypatch.setattr(module, "find", lambda slug: FAIR if slug == "fair" else find(slug))
    monkeypatch.setattr(FairGame, "words", lambda _, language: Words(language, {}))
    monkeypatch.setattr(FairGame, "fact_schema", lambda *_: FactSchema("F-1"))


def begun(log: list[AnyEntry]) -> tuple[LiveTable, Feed]:
    """A table after the first entry of a log."""
    created = log[0]
    assert isinstance(created, Created)
    table = LiveTable(restore([created]), bytes(32))
    return table, feed_of(table)


def people_of(log: list[AnyEntry]) -> list[str]:
    """Everybody who is at the table at some time, and somebody without a token."""
    created = log[0]
    assert isinstance(created, Created)
    return [*(name_of(seat) for seat in range(len(created.seats))), name_of(STRANGER), ""]


def by_part(lines: list[Json]) -> dict[tuple[int, int], Json]:
    return {(line["event"], line["part"]): {**line, "fades": False} for line in lines}


def check_same(followed: TableState, fresh: TableState, reveals_all: bool) -> None:
    """Compare what a client knows with what a client knows that has just connected."""
    assert followed.shown([]) == fresh.shown([])
    assert (followed.table, followed.scene, followed.chat) == (
        fresh.table,
        fresh.scene,
        fresh.chat,
    )
    assert followed.you == fresh.you
    own, fresh_own = ({**(each.own or {}), "lines": []} for each in (followed, fresh))
    assert own == fresh_own
    parts = [(line["event"], line["part"]) for line in followed.lines]
    assert parts == sorted(set(parts))
    kept, known = by_part(followed.lines), by_part(fresh.lines)
    faded = {(line["event"], line["part"]) for line in followed.lines if line["fades"]}
    assert (
        kept.keys() - faded
        <= known.keys()
        <= kept.keys()
        | (
            # what faded before the client connected is told when the game is over
            known.keys() if reveals_all else set()
        )
    )
    assert reveals_all or not faded & known.keys()
    for part in kept.keys() & known.keys():
        assert kept[part] == known[part]


def is_over(room: Room) -> bool:
    return room.table is not None and room.table.over


def check_followers(followers: list[Follower], table: LiveTable) -> None:
    for follower in followers:
        cursor, state = follower.cursor, follower.state
        assert state.number == table.room.public_number()
        fresh = fresh_state(table.room, cursor.person, cursor.language)
        check_same(state, fresh, is_over(table.room))


def check_some(followers: list[Follower], table: LiveTable, turn: int) -> None:
    """Compare all at some moments, and one after the other in between: views are slow."""
    if turn % ALL_EVERY == 0 or table.room.is_finished():
        check_followers(followers, table)
    else:
        check_followers([followers[turn % len(followers)]], table)


def gathered(feed: Feed, log: list[AnyEntry], seed: int) -> list[Follower]:
    """Everybody, each in another language; and a spectator for each language."""
    people = people_of(log)
    followers = [
        Follower(feed, person, LANGUAGES[(place + seed) % len(LANGUAGES)])
        for place, person in enumerate(people)
    ]
    return [*followers, *(Follower(feed, "", language) for language in LANGUAGES)]


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_change_gives_the_next_view(slug: str, seed: int) -> None:
    """Everybody, in every language, from the first entry to the last."""
    log = history(slug, VARIANT_STEP * seed, seed, program=seed % 2 == 0)
    table, feed = begun(log)
    followers = gathered(feed, log, seed)
    for follower in followers:
        follower.read()
    for turn, batch in enumerate(batches(log)):
        publish(table, batch)
        for follower in followers:
            follower.read()
            assert not follower.read()
        check_some(followers, table, turn)
    for follower in followers[-len(LANGUAGES) :]:  # without a seat, no change is a whole view
        assert {message["type"] for message in follower.messages[1:]} == {"change"}


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_public_entry_is_a_step(slug: str, seed: int) -> None:
    """In order, with the scene and the lines of its own event: luck is shown as it is drawn."""
    log = history(slug, VARIANT_STEP * seed, seed)
    table, feed = begun(log)
    follower, room = Follower(feed, ""), restore(log[:1])
    follower.read()
    for batch in batches(log):
        publish(table, batch)
        states = follower.read()
        public = [entry for entry in batch if not isinstance(entry, Muted)]
        assert len(states) == len(public)
        if not public:
            room.fold(batch[0])
            continue
        for entry, state in zip(public, states, strict=True):
            room.fold(entry)
            assert state.number == room.public_number()
            assert state.scene == public_scene(room)
            assert state.table["events"] == (len(room.table.events) if room.table else 0)
        for entry, step in zip(public, steps_of(follower.messages[-1]), strict=True):
            lines = step["public"].get("lines", [])
            assert ("chat" in step["public"]) == isinstance(entry, Said)
            assert isinstance(entry, Happened) or not lines


def steps_of(change: Json) -> list[Json]:
    """The steps of a change."""
    steps: list[Json] = change["steps"]
    return steps


def public_scene(room: Room) -> Json | None:
    """What everybody sees of a room, in English."""
    if room.table is None:
        return None
    words, names = room.game.words("en"), tuple(room.names())
    layer = room.game.table(room.table.state.public(), words, names, PartCache())
    scene: Json = json.loads(msgspec.json.encode(layer))
    return scene


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_entries_of_another_process_give_the_next_view(slug: str, seed: int) -> None:
    """They come in any portions: people sit down, begin and move in one change."""
    log = history(slug, VARIANT_STEP * seed, seed)
    table, feed = begun(log)
    followers, room = gathered(feed, log, seed), restore(log[:1])
    for follower in followers:
        follower.read()
    for turn, chunk in enumerate(chunks(log, seed, MAX_STEPS + 8)):
        publish(table, chunk)
        states = [state for follower in followers for state in follower.read()]
        for entry in chunk:
            room.fold(entry)
            for state in states:
                if state.number == room.public_number():
                    assert (state.scene is None) == (room.table is None)
        check_some(followers, table, turn)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_who_reads_late_gets_what_was_missed(slug: str, seed: int) -> None:
    """The steps, or a whole view if too many were missed."""
    log = history(slug, VARIANT_STEP * seed, seed)
    table, feed = begun(log)
    people = people_of(log)
    readers = [
        (lag, Follower(feed, people[place % len(people)], LANGUAGES[lag % len(LANGUAGES)]))
        for place, lag in enumerate((*LAGS, *LAGS, NEVER))
    ]
    for _, follower in readers:
        follower.read()
    kinds, all_batches = set(), batches(log)
    for turn, batch in enumerate(all_batches):
        publish(table, batch)
        for lag, follower in readers:
            if turn % lag == 0 or turn == len(all_batches) - 1:
                missed = table.room.public_number() - follower.state.number
                follower.read()
                is_late = missed > max(MAX_STEPS, len(batch))
                kinds.add((is_late, follower.messages[-1]["type"]))
        due = [follower for lag, follower in readers if turn % lag == 0]
        check_followers(due[turn % len(due) :][:1], table)
    check_followers([follower for _, follower in readers], table)
    assert {(False, "change"), (True, "view")} <= kinds
    assert (True, "change") not in kinds


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_lost_connection_goes_on_from_any_number(slug: str, seed: int) -> None:
    """Whether or not another client of the same person was connected meanwhile."""
    log = history(slug, VARIANT_STEP * seed, seed)
    table, feed = begun(log)
    people = people_of(log)
    language = LANGUAGES[seed % len(LANGUAGES)]
    keeps = Follower(feed, "", language)  # so that there are steps to go on with
    twice = Follower(feed, people[0], language)
    rng, all_batches = SeededRng(seed), batches(log)
    checks = {rng.below(len(all_batches)) for _ in range(CHECKS)} | {len(all_batches) - 1}
    rooms: dict[int, Room] = {}  # by number: a client was connected until then
    kinds = set[str]()
    for turn, batch in enumerate(all_batches):
        rooms[table.room.public_number()] = table.room
        publish(table, batch)
        keeps.read()
        twice.read()
        is_waiting = table.room.status == "waiting"  # people sit down and leave
        if turn in checks or is_waiting:
            latest = [room for number, room in rooms.items() if is_recent(table.room, number)]
            for place, person in enumerate(people):
                every = 1 if is_waiting or place == turn % len(people) else 7
                for room in latest[::every]:
                    kinds.add(check_resumed(table, feed, room, person, language))
    assert kinds == {"view", "change"}


def is_recent(room: Room, number: int) -> bool:
    """Whether the steps since a number are kept, or were not long ago."""
    return number >= room.public_number() - MAX_STEPS - 3


def check_resumed(table: LiveTable, feed: Feed, before: Room, person: str, language: str) -> str:
    """A client that was connected until ``before`` connects again; returns what it gets."""
    room, state = table.room, fresh_state(before, person, language)
    again = Follower(feed, person, language)
    again.resume(state)
    again.read()
    [message] = again.messages
    again.leave()
    remembers = room.game.memory is not None and room.status == "playing"
    is_late = room.public_number() - state.number > len(feed.streams[language].steps)
    assert (message["type"] == "view") >= (remembers or is_late)
    if message["type"] == "change":
        assert "you" in message
        assert ("own" in message) == (room.seat_of(person) is not None)
    check_same(again.state, fresh_state(room, person, language), is_over(room))
    kind: str = message["type"]
    return kind


def mover(entry: AnyEntry) -> int:
    """The seat that moves; negative for anything else."""
    return entry.who if isinstance(entry, Happened) else -1


@pytest.mark.parametrize("slug", ["m", "zankapfel"])  # without what fades
def test_a_seat_that_was_watched_in_between_goes_on(slug: str) -> None:
    """Steps for the seat were made only while it was watched: not from where this client was."""
    log = played(slug, 0, 3)
    start = next(place for place in range(30, 60) if mover(log[place + 1]) >= 0)
    person, table = name_of(mover(log[start + 1])), LiveTable(restore(log[:start]), bytes(32))
    feed = feed_of(table)
    keeps = Follower(feed, "")  # so that there are steps to go on with
    keeps.read()
    lost = fresh_state(table.room, person, "en")
    for entry in log[start : start + 1]:
        publish(table, [entry])
    other = Follower(feed, person)
    other.read()
    for entry in log[start + 1 : start + MAX_STEPS]:
        publish(table, [entry])
    other.read()
    other_steps = other.messages[-1]["steps"]
    again = Follower(feed, person)
    again.resume(lost)
    again.read()
    assert [message["type"] for message in again.messages] == ["change"]
    assert len(again.messages[0]["steps"]) == MAX_STEPS
    assert not any("own" in step for step in again.messages[0]["steps"])
    assert any("own" in step for step in other_steps)
    check_same(again.state, fresh_state(table.room, person, "en"), reveals_all=False)
    for entry in log[start + MAX_STEPS : start + 30]:
        publish(table, [entry])
        again.read()
        other.read()
        check_followers([again, other], table)
