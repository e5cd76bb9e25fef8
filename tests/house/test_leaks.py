"""What is sent to somebody hangs on what he may know, byte for byte, and on nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.core.dice import QuickDice
from ludotheque.core.game import Event
from ludotheque.core.registry import find, installed
from ludotheque.core.state import LUCK, SPECTATOR
from ludotheque.house.entries import AnyEntry, Created, Happened, Pace, Sat, SeatPlan, Started
from ludotheque.house.messages import write
from ludotheque.house.room import Room, restore
from ludotheque.house.views import Onlooker, view_of

MOMENTS = 4  # of one game that are looked at
GAMES = settings(max_examples=settings().max_examples // 5)  # whole games, in plain Python too
PROGRAM = 0  # in a game with sounds this seat may be a program's


def name_of(viewer: int) -> str:
    return "" if viewer == SPECTATOR else f"person {viewer}"


def played(slug: str, variant: int, seed: int, program: bool = False) -> list[AnyEntry]:
    """The log of a whole game, played at random by people."""
    game, dice = find(slug), QuickDice(seed)
    variants = game.variants()
    options = variants[variant % len(variants)]
    state = game.new(options)
    seats = state.seats()
    created = Created(
        at=1,
        table="t",
        game=slug,
        options=options,
        seats=[SeatPlan()] * seats,
        public=True,
        host=name_of(0),
        pace=Pace(),
        commitment="c",
    )
    log: list[AnyEntry] = [created]
    for seat in range(seats):
        mine = program and seat == PROGRAM
        log.append(Sat(seat=seat, person=name_of(seat), name=f"P{seat}", program=mine))
    log.append(Started(at=2))
    while actors := state.actors():
        seat = actors[dice.below(len(actors))]
        moves = [] if seat == LUCK else state.choices(seat)
        move = moves[dice.below(len(moves))] if moves else state.sample_luck(dice)
        log.append(Happened(at=3, who=seat, text=game.text(state, move)))
        state.apply(seat, move)
    return log


def moments(log: list[AnyEntry], seed: int) -> list[Room]:
    """The room at some moments of the game, its end among them."""
    dice, first = QuickDice(seed), sum(not isinstance(entry, Happened) for entry in log)
    ends = {first + dice.below(len(log) - first) for _ in range(MOMENTS)} | {len(log) - 1}
    room, seen = restore(log[:first]), []
    for number in range(first, len(log)):
        room.fold(log[number])
        if number in ends:
            seen.append(room.fork())
    return seen


def sent(room: Room, viewer: int, language: str) -> str:
    return write(view_of(room, Onlooker(name_of(viewer), language), 9))


def other_world(room: Room, viewer: int, seed: int) -> Room:
    """The room with everything changed that the viewer can't tell."""
    twin = room.fork()
    table = twin.playing()
    table.state = table.state.imagine(viewer, QuickDice(seed))
    table.events = [blank(event, viewer) for event in table.events]
    return twin


def blank(event: Event, viewer: int) -> Event:
    """An event without its notation, and without what is hidden from the viewer in its facts."""
    told = [fact.told_to(viewer) for fact in event.facts]
    facts = [
        replace(fact, secret=shown.secret) for fact, shown in zip(event.facts, told, strict=True)
    ]
    return Event(event.who, "", tuple(facts))


def viewers(room: Room) -> list[int]:
    return [*range(len(room.chairs)), SPECTATOR]


@pytest.mark.parametrize("slug", sorted(installed()))
@GAMES
@given(st.integers(0, 10**6), st.integers(0, 2**30))
def test_nobody_is_sent_what_he_may_not_know(slug: str, variant: int, seed: int) -> None:
    for room in moments(played(slug, variant, seed), seed):
        language = ("fr", "en", "de")[seed % 3]
        for viewer in viewers(room):
            twin = other_world(room, viewer, seed + 1)
            assert sent(twin, viewer, language) == sent(room, viewer, language)


def test_the_worlds_do_differ() -> None:
    """With cards in hands the other world is another one: equal bytes say something."""
    room = restore(played("m", 0, 1)[:40])
    for viewer in viewers(room):
        assert other_world(room, viewer, 2).playing().state.key() != room.playing().state.key()


# Zapp Zerapp: what is for the ear


def sounding_otherwise(log: list[AnyEntry]) -> list[AnyEntry]:
    """The same game, where every shake sounded like one stone more, or fewer."""
    return [louder(entry) if isinstance(entry, Happened) else entry for entry in log]


def louder(entry: Happened) -> Happened:
    kind, *rest = entry.text.split()
    if kind != "heard":
        return entry
    seat, barrel, count = rest
    other = int(count) + (1 if int(count) < 10 else -1)
    return Happened(at=entry.at, who=entry.who, text=f"heard {seat} {barrel} {other}")


@GAMES
@given(st.integers(0, 10**6), st.integers(0, 2**30))
def test_people_hear_and_never_read_a_sound(variant: int, seed: int) -> None:
    log = played("zapp_zerapp", variant, seed)
    pairs = zip(moments(log, seed), moments(sounding_otherwise(log), seed), strict=True)
    for room, otherwise in pairs:
        for viewer in viewers(room):
            assert sent(room, viewer, "en") == sent(otherwise, viewer, "en")


def test_a_program_is_told_the_number() -> None:
    log = played("zapp_zerapp", 0, 1, program=True)
    shaken = [e for e in log if isinstance(e, Happened) and e.text.startswith(f"heard {PROGRAM} ")]
    assert shaken
    room, otherwise = restore(log), restore(sounding_otherwise(log))
    assert sent(room, PROGRAM, "en") != sent(otherwise, PROGRAM, "en")
    for viewer in viewers(room):
        if viewer != PROGRAM:
            assert sent(room, viewer, "en") == sent(otherwise, viewer, "en")
