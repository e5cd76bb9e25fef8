"""Results, ratings and statistics: recorded once, the same on both stores."""

from __future__ import annotations

import asyncio
import secrets
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from house.finished_games import MOVE_MS, finished, stored
from house.stores import in_loop, person, table, undo_migrations

from ludotheque.cli import main
from ludotheque.core.registry import find, installed
from ludotheque.core.rng import SeededRng
from ludotheque.core.words import LANGUAGES
from ludotheque.house.people.erasure import erase
from ludotheque.house.people.export import export
from ludotheque.house.ratings.recorder import Recorder
from ludotheque.house.ratings.scale import anchors_of
from ludotheque.house.ratings.scale import stored as stored_number
from ludotheque.house.ratings.statistics import histogram, person_games, rated_players
from ludotheque.house.ratings.strength import RatedStrength
from ludotheque.house.refusals import Refused
from ludotheque.house.store import Store, TableCursor, TableSearch, open_store
from ludotheque.house.store.community import CommunityStore
from ludotheque.house.store.notices import Channel, NoticeStore
from ludotheque.house.store.results import ResultsStore, StoredRating
from ludotheque.house.store.writes import Statement, Write
from ludotheque.house.table.asks import ChooseRated, ProposeTakeback, Sit, StandUp
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.deeds import Caller, choose_rated, propose_takeback, sit, stand_up
from ludotheque.house.table.entries import Created, SeatPlan
from ludotheque.house.table.moves import PlannedStep, apply_step
from ludotheque.house.table.room import Room
from ludotheque.house.views.hints import check_hint_allowed

pytest_plugins = ("house.postgres",)
ADA, BOB, EVE = ("p-ada", "Ada"), ("p-bob", "Bob"), ("p-eve", "Eve")


async def with_people(store: Store) -> None:
    for one in ("ada", "bob", "eve"):
        await store.create_person(msgspec.structs.replace(person(one), name=one.capitalize()))


@in_loop
async def test_rated_games_are_counted_once_and_rebuilt(place: str) -> None:
    async with open_store(place) as store:
        await with_people(store)
        recorder = Recorder(store)
        rooms = []
        for at in range(4):
            made = finished("m", [ADA, BOB], rated=True, at=10**12 + at)
            await stored(store, *made)
            rooms.append(made[0])
        # Two processes, each of them twice.
        other = Recorder(store)
        await asyncio.gather(*(one.record(room) for room in rooms for one in (recorder, other)))
        await recorder.record(rooms[0])
        results = recorder.results
        assert await results.rated_count("m") == 4
        before = await results.ratings("m", ["p-ada", "p-bob"])
        assert [one.games for one in before.values()] == [4, 4]
        # Each game begins with the ratings that the one before left.
        rated = await results.rated_results("m")
        assert [one.rated for one in rated] == [1, 1, 2, 2, 3, 3, 4, 4]
        own = [one for one in rated if one.player == "p-ada"]
        assert [one.mean_after for one in own[:-1]] == [one.mean_before for one in own[1:]]
        assert before["p-ada"].mean == own[-1].mean_after
        # From the results alone they come out the same, to the last digit.
        await store.write(_set_mean())
        assert await recorder.rebuild("m") == 4
        assert await results.ratings("m", ["p-ada", "p-bob"]) == before
        assert await results.rated_results("m") == rated


@in_loop
async def test_the_strength_of_a_person_is_the_nearest_level(place: str) -> None:
    async with open_store(place) as store:
        await with_people(store)
        strength, results = RatedStrength(store), ResultsStore(store)
        assert await strength.level_of("p-ada", "m") == ""
        await stored(store, *(made := finished("m", [ADA, BOB], rated=True)))
        await Recorder(store).record(made[0])
        assert await strength.level_of("p-ada", "m") == ""  # one game says little
        for level, mean in anchors_of(find("m")).items():
            settled = StoredRating(
                game="m", player="p-ada", mean=stored_number(mean), deviation=1, games=99
            )
            await results.replace_ratings("m", [], [settled], 1)
            assert await strength.level_of("p-ada", "m") == (
                level if level != "random" else "novice"
            )


def _set_mean() -> Write:
    return Write([Statement("UPDATE ratings SET mean = 1 WHERE game = $1", [("m",)])])


@in_loop
async def test_finished_tables_without_results_are_found(place: str) -> None:
    async with open_store(place) as store:
        await with_people(store)
        made = finished("m", [ADA], players=3)
        table = await stored(store, *made)
        recorder = Recorder(store)
        assert await recorder.record_missing() == 1
        assert await recorder.record_missing() == 0
        rows = await recorder.results.results_of(table)
        state = made[0].started_table().state
        assert [(one.rank, one.score) for one in rows] == [
            *zip(state.ranks(), state.scores(), strict=True)
        ]
        assert [one.person for one in rows] == ["p-ada", "", ""]
        assert [one.bot for one in rows] == ["", "random", "random"]
        assert all(one.rated == 0 and one.think_ms == MOVE_MS * one.moves for one in rows)
        assert rows[0].moves > 3


@in_loop
async def test_a_store_of_before_notices_and_results_is_opened(place: str) -> None:
    """Its finished games count, and its people can be told of their turns."""
    async with open_store(place) as store:
        await with_people(store)
        table = await stored(store, *finished("m", [ADA, BOB]))
    await undo_migrations(place, 4)
    async with open_store(place) as store:
        recorder, notices = Recorder(store), NoticeStore(store)
        assert await recorder.record_missing() == 1
        assert [one.person for one in await recorder.results.results_of(table)] == [ADA[0], BOB[0]]
        calendar = Channel(
            id="c",
            person=ADA[0],
            kind="calendar",
            target="",
            token=secrets.token_hex(4),
            created=1,
        )
        await notices.add_channel(calendar)
        assert await notices.channels(ADA[0]) == [calendar]
        community = CommunityStore(store)
        await community.block(ADA[0], BOB[0])
        assert await community.apart_from(BOB[0]) == {ADA[0]}


def test_the_command_records_and_rebuilds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "house.sqlite")

    async def one_rated_game() -> None:
        async with open_store(path) as store:
            await with_people(store)
            await stored(store, *finished("m", [ADA, BOB], rated=True))

    asyncio.run(one_rated_game())
    for recorded in ("1 finished tables were recorded\n", ""):
        assert main(["admin", "ratings", "rebuild", "--database", path]) == 0
        assert capsys.readouterr().out == f"{recorded}m  1 rated games\n"


@in_loop
async def test_private_games_are_seen_by_those_who_sat_there(place: str) -> None:
    async with open_store(place) as store:
        await with_people(store)
        recorder = Recorder(store)
        for public in (True, False):
            made = finished("zwickern", [ADA, BOB], players=4, public=public)
            await stored(store, *made)
            await recorder.record(made[0])
        results = recorder.results
        for viewer, games in (("p-ada", 2), ("p-bob", 2), ("p-eve", 1), ("", 1)):
            assert len(await results.results_of_person("p-ada", viewer, 9)) == games
            totals = await results.seat_totals("zwickern", viewer)
            assert [total[:3] for total in totals] == [(4, seat, games) for seat in range(4)]
            best = await results.best_scores("zwickern", viewer, 9)
            assert len(best) == 2 * games
            found = await store.search_tables(TableSearch(viewer, person="p-ada"))
            assert len(found) == games
        # A person with a hidden page is in no list of others.
        await results.hide_page("p-ada", True)
        assert {one.name for one in await results.best_scores("zwickern", "p-eve", 9)} == {"Bob"}
        assert len(await results.best_scores("zwickern", "p-ada", 9)) == 4


@in_loop
async def test_public_games_and_ones_own_are_one_list(place: str) -> None:
    async with open_store(place) as store:
        await with_people(store)
        for number in range(12):
            people = ("p-ada",) if number % 3 else ()
            row = table(f"t{number:02}", status="over", public=number % 2 == 0, created=number // 2)
            await store.create_table(msgspec.structs.replace(row, people=people), ["{}"])
        wanted = [f"t{number:02}" for number in range(12) if number % 2 == 0 or number % 3]
        found: list[str] = []
        before: TableCursor | None = None
        while page := await store.search_tables(
            TableSearch("p-ada", status="over"), before=before, limit=3
        ):
            found += [row.id for row in page]
            before = TableCursor(page[-1].created, page[-1].id)
        assert found == wanted[::-1]
        others = await store.search_tables(TableSearch("p-eve", status="over"))
        assert [row.id for row in others] == [f"t{number:02}" for number in range(10, -1, -2)]


@in_loop
async def test_past_games_are_found_by_everything(place: str) -> None:
    async with open_store(place) as store:
        await with_people(store)
        recorder = Recorder(store)
        made = finished("m", [ADA, BOB])
        table = await stored(store, *made)
        await recorder.record(made[0])
        won = "p-ada" if made[0].started_table().state.ranks()[0] == 1 else "p-bob"
        lost = "p-bob" if won == "p-ada" else "p-ada"
        created = made[0].created.at
        for search, is_found in (
            (TableSearch("", game="m", status="over"), True),
            (TableSearch("", game="zwickern"), False),
            (TableSearch("", status="closed"), False),
            (TableSearch("", person=won, result="won"), True),
            (TableSearch("", person=lost, result="won"), False),
            (TableSearch("", person=lost, result="lost"), True),
            (TableSearch("", person="p-eve"), False),
            (TableSearch("", since=created, until=created + 1), True),
            (TableSearch("", since=created + 1), False),
            (TableSearch("", until=created), False),
        ):
            assert [row.id for row in await store.search_tables(search)] == [table] * is_found


@in_loop
async def test_an_erased_person_has_no_rating_and_no_name(place: str) -> None:
    async with open_store(place) as store:
        await with_people(store)
        recorder = Recorder(store)
        made = finished("m", [ADA, BOB], rated=True)
        await stored(store, *made)
        await recorder.record(made[0])
        ada = await store.person("p-ada")
        assert ada is not None
        data = msgspec.json.decode(await export(store, ada))
        assert data["ratings"][0]["game"] == "m"
        assert len(data["results"]) == 1
        await erase(store, "p-ada")
        rated = await recorder.results.best_rated("m", "", 9)
        assert [one.name for one in rated] == ["Bob"]
        await recorder.rebuild("m")  # it does not bring them back
        assert await recorder.results.ratings_of("p-ada") == []
        assert {one.name for one in await recorder.results.best_scores("m", "", 9)} == {"Bob"}


@in_loop
async def test_statistics_are_in_three_languages(tmp_path: Path) -> None:
    async with open_store(str(tmp_path / "house.sqlite")) as store:
        await with_people(store)
        recorder = Recorder(store)
        games = {slug: installed()[slug] for slug in ("m", "zwickern", "zankapfel")}
        for slug in games:
            made = finished(slug, [ADA, BOB], players=3, rated=True)
            await stored(store, *made)
            await recorder.record(made[0])
        results = await recorder.results.results_of_person("p-ada", "", 99)
        ratings = await recorder.results.ratings_of("p-ada")
        highlights = await recorder.results.highlights_of_person("p-ada", "")
        for language in LANGUAGES:
            shown = person_games(results, ratings, highlights, games, language)
            assert {one.game for one in shown} == {*games}
            for one in shown:
                assert one.games == len(one.recent) == len(one.history) == 1
                assert one.rating is not None
                assert not one.rating.settled
                labels = [record.label for record in one.records]
                assert all([*labels, *(favourite.label for favourite in one.favourites)])
        for slug, game in games.items():
            people = await recorder.results.best_rated(slug, "", 9)
            listed = rated_players(game, people)
            assert {one.bot for one in listed} == {"", *anchors_of(game)}
            points = [one.rating.points for one in listed]
            assert points == sorted(points, reverse=True)


@pytest.mark.parametrize("low", [-40, 0, 7])
@pytest.mark.parametrize("span", [1, 12, 13, 999])
def test_a_histogram_counts_everything_in_few_bars(low: int, span: int) -> None:
    bars = histogram([(low + value, 2) for value in range(span)])
    assert sum(bar.count for bar in bars) == 2 * span
    assert len(bars) <= 13
    assert all(one.high == other.low for one, other in pairwise(bars))
    assert bars[0].low <= low < bars[0].high


# the agreement


def waiting_room() -> Room:
    game = installed()["m"]
    created = Created(
        table="t",
        game="m",
        options=game.resolve_options({"players": 2}),
        seats=[SeatPlan()] * 2,
        public=True,
        host="p-ada",
        time_control=TimeControl(),
        commitment="",
        free_takebacks=True,
    )
    return Room(created)


def test_a_game_is_rated_when_all_people_agree() -> None:
    room, ada, bob = waiting_room(), Caller(*ADA), Caller(*BOB)

    def do(steps: list[PlannedStep]) -> None:
        for step in steps:
            apply_step(room, step, SeededRng(1))

    do(sit(room, ada, Sit(seat=0), 1))
    do(choose_rated(room, ada, ChooseRated(yes=True), 1))
    assert room.is_rated()  # one person and bots
    do(sit(room, bob, Sit(seat=1), 1))
    assert not room.is_rated()
    do(choose_rated(room, bob, ChooseRated(yes=True), 1))
    assert room.is_rated()
    do(stand_up(room, bob, StandUp(), 1))
    do(sit(room, Caller("p-eve", "Eve"), Sit(seat=1), 1))
    assert not room.is_rated()  # the newcomer has not agreed
    with pytest.raises(Refused, match="program"):
        choose_rated(room, Caller("p-eve", "Eve", program=True), ChooseRated(yes=True), 1)
    with pytest.raises(Refused, match="don't sit"):
        choose_rated(room, bob, ChooseRated(yes=True), 1)


def test_a_rated_game_has_no_hints_and_no_takebacks_and_stays_rated() -> None:
    room, entries, _ = finished("m", [ADA], rated=True)
    moved = next(
        index
        for index, entry in enumerate(entries)
        if getattr(entry, "who", -1) == 0 and index > 20
    )
    again = Room(room.created)
    for entry in entries[1 : moved + 1]:
        again.fold(entry)
    assert again.is_rated()
    ada = Caller(*ADA)
    with pytest.raises(Refused) as running:
        choose_rated(again, ada, ChooseRated(yes=False), 1)
    assert running.value.code == "game-running"
    with pytest.raises(Refused) as back:
        propose_takeback(again, ada, ProposeTakeback(), again.times[-1] + 10**6)
    assert back.value.code in {"no-takebacks", "revealed"}
    with pytest.raises(Refused) as hint:
        check_hint_allowed(again, 0)
    assert hint.value.code == "no-hints"
