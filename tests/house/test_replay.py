"""Replays of finished games: the view of each seat, all hands, standings and the story."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from house.running import House, Visitor, guest, house, in_loop, seeded_random
from playthroughs import INSTALLED, variant, viewers

from ludotheque.bots import find_bot
from ludotheque.core.game import Game
from ludotheque.core.registry import installed
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import SPECTATOR
from ludotheque.core.table import Table
from ludotheque.core.words import LANGUAGES
from ludotheque.house.api import replay
from ludotheque.house.heavy_requests import HeavyRequests
from ludotheque.house.refusals import Refused
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.entries import Created, Happened, SeatPlan, Started
from ludotheque.house.table.room import Room
from ludotheque.presentation.scene import Scene

every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
MAX_EVENTS = 400


def played(game: Game) -> tuple[Table, list[Table]]:
    """A table after at most MAX_EVENTS events, and its past before each move."""
    rng = SeededRng(5)
    table = Table(game, variant(game, 0), rng)
    past = [table.fork()]
    bot = find_bot(game, "greedy")
    while not table.over and len(table.events) < MAX_EVENTS:
        seat = table.state.next_actor()
        table.submit(seat, table.ask(bot, seat, rng))
        past.append(table.fork())
    return table, past


@every_game
def test_every_moment_is_replayed(game: Game) -> None:
    table, past = played(game)
    again = replay.Replay(table)
    words = game.words("en")
    names = [f"N{seat}" for seat in range(table.state.seats())]
    for then in past[:: max(1, len(past) // 12)]:
        number = len(then.events)
        assert again.state_after(number).key() == then.state.key()
        assert again.standings[number] == game.progress(then.state)
        for viewer in viewers(then.state):
            scene = game.scene(then.state.imagine(viewer, SeededRng(1)), viewer, words, names)
            shown = replay.replay_frame(again, number, viewer, words, names)
            assert shown.scene == msgspec.structs.replace(scene, choices=())
    assert len(again.standings) == len(table.events) + 1


@every_game
def test_all_hands_are_those_of_the_seats(game: Game) -> None:
    table, past = played(game)
    again = replay.Replay(table)
    words = game.words("fr")
    names = [f"N{seat}" for seat in range(table.state.seats())]
    then = past[len(past) // 2]
    number = len(then.events)
    everything = replay.replay_frame(again, number, replay.ALL_HANDS, words, names).scene
    public = replay.replay_frame(again, number, SPECTATOR, words, names).scene
    assert everything.areas[: len(public.areas)] == public.areas
    assert {piece.id for piece in everything.pieces} >= {piece.id for piece in public.pieces}
    assert len({area.id for area in everything.areas}) == len(everything.areas)
    assert len({piece.id for piece in everything.pieces}) == len(everything.pieces)
    assert {piece.area for piece in everything.pieces} <= {area.id for area in everything.areas}
    for seat in range(len(names)):
        own = replay.replay_frame(again, number, seat, words, names).scene
        places = {area.id for area in own.areas} - {area.id for area in public.areas}
        hand = [piece.art for piece in own.pieces if piece.area in places]
        assert [p.art for p in everything.pieces if p.area.startswith(f"open:{seat}:")] == hand


@every_game
def test_pieces_face_down_for_others_are_shown(game: Game) -> None:
    table, past = played(game)
    again = replay.Replay(table)
    words = game.words("en")
    names = [f"N{seat}" for seat in range(table.state.seats())]
    for number in range(0, len(table.events), max(1, len(past) // 30)):
        everything = replay.replay_frame(again, number, replay.ALL_HANDS, words, names).scene
        arts = {(piece.area, piece.at): piece.art for piece in everything.pieces}
        for seat in range(len(names)):
            for piece in replay.replay_frame(again, number, seat, words, names).scene.pieces:
                if replay.HIDDEN_MARK in piece.marks:
                    assert arts[piece.area, piece.at] == piece.art


def test_all_hands_shows_barrel_numbers_and_tiles_under_roofs() -> None:
    for slug, shown in (("zapp_zerapp", "barrel-open"), ("appenzell", "tile-")):
        game = installed()[slug]
        table, _ = played(game)
        again = replay.Replay(table)
        words, names = game.words("en"), [f"N{seat}" for seat in range(table.state.seats())]
        number = len(table.events) // 2
        found = [
            sum(piece.art.startswith(shown) for piece in replay_frame.scene.pieces)
            for viewer in (SPECTATOR, replay.ALL_HANDS)
            for replay_frame in [replay.replay_frame(again, number, viewer, words, names)]
        ]
        assert found[0] < found[1]


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_story_has_lines_for_secret_facts(game: Game, language: str) -> None:
    table, _ = played(game)
    again = replay.Replay(table)
    names = [f"N{seat}" for seat in range(table.state.seats())]
    lines = again.lines([""] * len(table.events), game.words(language), names)
    assert lines
    assert [line.event for line in lines] == sorted(line.event for line in lines)
    assert all(line.text and "[" not in line.text for line in lines)


def finished_room(number: int) -> Room:
    """A room whose log says that the game is over."""
    game = INSTALLED[0]
    options = game.resolve_options({})
    seats = [SeatPlan("random")] * game.new(options).seats()
    created = Created(
        table=f"table {number}",
        game=game.slug,
        options=options,
        seats=seats,
        public=False,
        host="",
        time_control=TimeControl(),
        commitment="",
    )
    room = Room(created)
    room.fold(Started(at=1))
    table = Table(game, options, SeededRng(number))
    for event in table.events:
        room.fold(Happened(at=1, who=event.who, text=event.text))
    room.status = "over"  # it does not matter that it was short
    return room


def test_the_cache_of_replays_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "REPLAY_CACHE_SIZE", 2)
    replays = replay.Replays()

    async def ask_for_replays() -> list[bool]:
        heavy = HeavyRequests()
        first = await replays.of(finished_room(1), heavy)
        second = await replays.of(finished_room(2), heavy)
        again = await replays.of(finished_room(1), heavy) is first
        await replays.of(finished_room(3), heavy)  # evicts the second
        return [
            again,
            await replays.of(finished_room(1), heavy) is first,
            await replays.of(finished_room(2), heavy) is second,
        ]

    assert asyncio.run(ask_for_replays()) == [True, True, False]


def test_there_is_no_replay_before_the_end() -> None:
    room = finished_room(1)
    room.status = "playing"
    with pytest.raises(Refused) as refusal:
        asyncio.run(replay.Replays().of(room, HeavyRequests()))
    assert refusal.value.code == "not-over"


# over the wire


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("replay")
    with house(str(folder / "house.sqlite"), folder) as running:
        yield running
        assert running.stop() in {0, -15}
        assert not [line for line in running.errors() if '"level": "error"' in line]


async def shown(ada: Visitor, table: str, event: int, seat: str) -> Scene:
    path = f"/api/tables/{table}/replay/{event}?seat={seat}&language=en"
    answer = (await ada.fetch("GET", path)).data()
    assert answer["event"] == event
    return msgspec.convert(answer["scene"], Scene)


@in_loop
async def test_a_finished_game_is_replayed(here: House) -> None:
    ada = await guest(here)
    table = await ada.new_table("m", ["", "greedy"], players=2)
    async with ada.at(table) as seat:
        await seat.must("sit", seat=0)
        await seat.must("start")
        early = await ada.fetch("GET", f"/api/tables/{table}/story")
        assert (early.status, early.data()["code"]) == (409, "not-over")
        early = await ada.fetch("GET", f"/api/tables/{table}/replay/1?seat=1")
        assert (early.status, early.data()["code"]) == (409, "not-over")
        await seat.play_on(seeded_random("replay"))
        end = await seat.see(lambda view: view.status == "over")
    story = (await ada.fetch("GET", f"/api/tables/{table}/story?language=en")).data()
    assert story["events"] == end.events
    assert story["standings"][-1] == story["scores"] == end.scores
    assert story["ranks"] == end.ranks
    assert story["score_table"] == msgspec.json.decode(msgspec.json.encode(end.score_table))
    assert story["score_table"]["rows"]
    assert [one["bot"] for one in story["seats"]] == ["", "greedy"]
    assert {line["event"] for line in story["lines"]} <= set(range(end.events))
    for view in seat.views[1::20]:
        if view.scene is not None:
            then = msgspec.structs.replace(view.scene, choices=())
            assert await shown(ada, table, view.events, "0") == then
    middle = end.events // 2
    assert {a.id for a in (await shown(ada, table, middle, "all")).areas} >= {"open:1:hand"}
    assert (await shown(ada, table, 0, "-1")).viewer == SPECTATOR
    for path, code in (
        (f"replay/{end.events + 1}", "no-such-event"),
        ("replay/1?seat=2", "no-such-seat"),
        ("replay/1?seat=x", "no-such-seat"),
        ("replay/1?language=xx", "unknown-language"),
        ("replay/x", "no-such-file"),
    ):
        assert (await ada.fetch("GET", f"/api/tables/{table}/{path}")).data()["code"] == code
    assert (await ada.fetch("GET", "/api/tables/nothing/story")).data()["code"] == "no-such-table"
