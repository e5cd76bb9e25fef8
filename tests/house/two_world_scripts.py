"""Scripts for a table in two worlds that look the same to a viewer: every request is planned.

There are three kinds of tables. At the first there are only people. At the second there is also a
bot; it may know different things in the two worlds and would then move differently, so its moves
are planned like those of the people. At the third the viewer is a spectator, and the worlds look
the same to the bot too: there it is really asked, and must choose the same in both.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from house.running import seeded_random
from house.worlds import (
    AT,
    STRANGER,
    ForkedTable,
    PlannedMove,
    Worlds,
    other_world,
    played,
    viewers,
)

from ludotheque.core.rng import SeededRng
from ludotheque.core.state import SPECTATOR
from ludotheque.house.table.autoplay import bots_to_act
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.entries import AnyEntry, Ended, Rematched
from ludotheque.house.table.live import LiveTable
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room

MAX_MOVES = 6  # while the viewer watches
OTHER_WORLDS = 4  # other worlds to try for one in which MAX_MOVES moves look the same
SEEDS = 100
ASKS_BETWEEN_MOVES = 10  # of the viewer between two moves
SOUNDING = {"zapp_zerapp"}  # the voices of its barrels depend on the seed
TIME_CONTROLS = (TimeControl(), TimeControl("budget", 6000, 5), TimeControl("days", 2))
BOTS = ("search:30", "greedy")  # without a time limit for a move
GARBAGE = ("", "pass", "take 99", "play", "lay A1", "x" * 200, "\u00e9\u0301 \x00", "-1", "0", "1")
Ask: TypeAlias = tuple[int, dict[str, object]]  # a seat or another viewer, and the request
Asks: TypeAlias = tuple[list[Ask], list[Ask]]  # in the true world, and in the other


@dataclass(frozen=True, slots=True)
class Scenario:
    """One table in both worlds: its state, the requests, and the finished game before it."""

    worlds: Worlds
    language: str
    wants_changes: bool  # whether the viewer is sent changes, or whole views
    begin: tuple[Room, Room]
    asks: Asks
    before: Room

    def moves(self) -> int:
        """How many moves are made."""
        return sum("seed" in message for _, message in self.asks[0])


def plan_scenario(slug: str, number: int) -> Scenario:
    """A table at some moment of a game, and all requests from then on."""
    random = seeded_random(f"{slug} {number}")
    variant, bot = 7919 * number + random.randrange(100), BOTS[number % 2] if number % 3 else ""
    name = f"{slug}-{number}"
    pace = TIME_CONTROLS[number // 3 % len(TIME_CONTROLS)]
    log = played(slug, variant, number, table=name, pace=pace, bot=bot, previous=f"{name}-old")
    old = played(slug, variant, number + 1, table=f"{name}-old", bot=bot)
    before = restore([*old, Ended(at=AT, seed=bytes(32).hex()), Rematched(at=AT, table=name)])
    room = stopped_game(log, random)
    viewer = SPECTATOR if number % 3 == 2 else random.choice(viewers(room))
    wants_changes = number % 4 != 1
    best = scenario_of(room, viewer, 0, before, wants_changes)
    for twin in range(1, OTHER_WORLDS):
        if best.moves() < MAX_MOVES:
            another = scenario_of(room, viewer, twin, before, wants_changes)
            best = max(best, another, key=Scenario.moves)
    return best


def stopped_game(log: list[AnyEntry], random: Random) -> Room:
    """A game at a random moment at which somebody is to move, the bot if there is one."""
    room, stops, with_bot = restore(log[:1]), list[int](), list[int]()
    for number, entry in enumerate(log[1:], 1):
        room.fold(entry)
        if room.table is not None and room.table.state.next_actor() >= 0:
            stops.append(number)
            with_bot += [number] if bots_to_act(room) else []
    return restore(log[: random.choice(with_bot or stops) + 1])


def scenario_of(room: Room, viewer: int, twin: int, before: Room, wants_changes: bool) -> Scenario:
    """The room and another world, with requests as long as both look the same."""
    rng, worlds = SeededRng(twin), worlds_of(room, viewer, twin)
    begin = worlds.true.room.fork(), worlds.other.room.fork()
    asks: Asks = hidden_mute(worlds)
    both(asks, [*probes(worlds, rng), *social(worlds)])
    for _ in range(MAX_MOVES):
        both(asks, probes(worlds, rng)[:ASKS_BETWEEN_MOVES])
        for each, more in zip(asks, same_move(worlds, rng), strict=True):
            each.extend(more)
        both(asks, [*takeback(worlds, rng), (viewer, {"type": "hint"})])
    both(asks, [*probes(worlds, rng), *goodbye(worlds)])
    return Scenario(worlds, ("fr", "en", "de")[twin % 3], wants_changes, begin, asks, before)


def worlds_of(room: Room, viewer: int, twin: int) -> Worlds:
    """Both worlds, from this moment on."""
    bots = [seat for seat, chair in enumerate(room.chairs) if chair.bot]
    knowers = (*bots, viewer) if viewer == SPECTATOR else (viewer,)
    rooms = room.fork(), other_world(room, knowers[0], twin + 1)
    for each in rooms:
        each.table = ForkedTable.of(each.started_table())
    for knower in knowers:
        assert rooms[0].started_table().state.observe(knower) == rooms[
            1
        ].started_table().state.observe(knower)
    seed, sounding = bytes([7]) * 32, room.created.game in SOUNDING
    other = LiveTable(rooms[1], seed if sounding else bytes(32))
    return Worlds(viewer, knowers, LiveTable(rooms[0], seed), other, 1 if sounding else SEEDS)


def both(asks: Asks, more: list[Ask]) -> None:
    """Add the same requests in both worlds."""
    for each in asks:
        each.extend(more)


# what changes the game


def same_move(worlds: Worlds, rng: SeededRng) -> Asks:
    """A move of a seat that may act, which looks the same to the viewer in both worlds."""
    actors = worlds.true.room.started_table().state.actors()
    turn = rng.below(len(actors))
    for place in range(len(actors)):
        seat = actors[(turn + place) % len(actors)]
        chair, moves = worlds.true.room.chairs[seat], worlds.move(seat, rng)
        if moves is not None:
            kind = "bot moves" if chair.bot else "play"
            thinks = seat in worlds.knowers
            return [play(kind, moves[0], thinks)], [play(kind, moves[1], thinks)]
    return [], []


def play(kind: str, move: PlannedMove, thinks: bool) -> Ask:
    return move.seat, {"type": kind, "text": move.text, "seed": move.seed, "thinks": thinks}


def takeback(worlds: Worlds, rng: SeededRng) -> list[Ask]:
    """A person who moved asks to take it back; the others agree, or not."""
    table, room = worlds.true.room.started_table(), worlds.true.room
    assert isinstance(table, ForkedTable)
    movers = [seat for seat in table.movers() if not room.chairs[seat].bot]
    if not movers:
        return []
    mine = worlds.viewer in movers and rng.below(2)
    seat, agreed = worlds.viewer if mine else movers[0], rng.below(3) > 0
    others = [other for other in room.voters() if other != seat]
    worlds.take_back(seat, agreed)
    answers: list[Ask] = [(other, {"type": "answer", "yes": agreed}) for other in others]
    return [(seat, {"type": "takeback"}), *answers]


# what leaves the game as it is


def probes(worlds: Worlds, rng: SeededRng) -> list[Ask]:
    """Requests of the viewer that don't change the game: the house must reveal nothing.

    They include moves that the others could make in either world.
    """
    viewer, texts = worlds.viewer, list[str]()
    for table in (worlds.true, worlds.other):
        state, game = table.room.started_table().state, table.room.game
        for seat in state.actors():
            moves = state.choices(seat) if seat >= 0 else []
            texts += [game.text(state, moves[rng.below(len(moves))]) for _ in moves[:8]]
    asks: list[Ask] = []
    for text in dict.fromkeys([*texts, *GARBAGE]):
        asks.append((viewer, {"type": "why-not", "text": text}))
        asks.append((viewer, {"type": "play", "decision": 10**6, "text": text}))
    return asks


def social(worlds: Worlds) -> list[Ask]:
    """Everything people do at a table other than playing."""
    viewer, first, last = worlds.viewer, people(worlds)[0], people(worlds)[-1]
    pace = {"mode": "move", "seconds": 3600}
    asks: list[Ask] = [
        (viewer, {"type": "say", "text": "hello"}),
        (first, {"type": "say", "text": "and to you"}),
        (last, {"type": "say", "phrase": "good-luck"}),
        (viewer, {"type": "mute", "seat": first}),
        (first, {"type": "say", "text": "who hears me?"}),
        (viewer, {"type": "mute", "seat": first, "on": False}),
        (viewer, {"type": "bot-pace", "pace": "quick"}),
        (last, {"type": "bot-pace", "pace": "normal"}),
        (viewer, {"type": "pace", "pace": pace}),
        (last, {"type": "answer", "yes": False}),
        (first, {"type": "pace", "pace": pace}),
        *((seat, {"type": "answer", "yes": True}) for seat in people(worlds)[1:]),
        (viewer, {"type": "language", "language": "de"}),
    ]
    for kind in ("start", "rematch", "ping"):
        asks.append((viewer, {"type": kind}))
    for kind in ("sit", "bot", "free"):
        more = {"bot": "greedy"} if kind == "bot" else {}
        asks.append((viewer, {"type": kind, "seat": last, **more}))
    return asks


def hidden_mute(worlds: Worlds) -> Asks:
    """In the other world somebody mutes the viewer, who must not notice."""
    return [], [(STRANGER, {"type": "mute", "seat": max(worlds.viewer, -1)})]


def goodbye(worlds: Worlds) -> list[Ask]:
    """Leave, and come back to the same seat."""
    viewer = worlds.viewer
    return [(viewer, {"type": "rise"}), (viewer, {"type": "sit", "seat": max(viewer, 0)})]


def people(worlds: Worlds) -> list[int]:
    """The seats of people."""
    return worlds.true.room.voters()
