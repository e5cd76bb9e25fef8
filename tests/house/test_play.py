"""Whole games over real sockets, as people and programs play them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from house.running import House, Seat, Visitor, guest, house, in_loop, seeded_random

from ludotheque.core.record import from_json, referee
from ludotheque.core.seal import commitment, verify

GAMES: dict[str, dict[str, object]] = {
    "appenzell": {"players": 2},
    "m": {"players": 2},
    "zankapfel": {"players": 3, "track": 30},
    "zapp_zerapp": {"players": 2, "pieces": 1},
    "zwickern": {"players": 3},
}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("play")
    with house(str(folder / "house.sqlite"), folder) as running:
        yield running
        assert running.stop() in {0, -15}
        assert not [line for line in running.errors() if '"level": "error"' in line]


async def sit_and_start(seat: Seat, nonce: str = "") -> None:
    await seat.must("sit", seat=0, nonce=nonce)
    await seat.must("start")


async def new_table(visitor: Visitor, game: str) -> str:
    options = GAMES[game]
    others = int(str(options["players"])) - 1
    return await visitor.new_table(game, ["", *["greedy"] * others], **options)


@pytest.mark.parametrize("game", GAMES)
@in_loop
async def test_the_record_of_a_whole_game_can_be_verified(here: House, game: str) -> None:
    ada = await guest(here)
    table = await new_table(ada, game)
    assert (await ada.fetch("GET", f"/api/tables/{table}/record")).status == 409
    async with ada.at(table) as seat:
        promised = (await seat.see()).commitment
        await sit_and_start(seat, "a nonce of mine")
        await seat.play_on(seeded_random(game))
        over = await seat.see(lambda view: view.status == "over")
        record = from_json((await ada.fetch("GET", f"/api/tables/{table}/record")).data())
        shaken = [text for who, text in record.events if who == 0 and text.startswith("shake")]
        await seat.until(lambda: len(seat.clips) == len(shaken))  # sounds may come later
    assert all(not view.seed for view in seat.views if view.status != "over")
    assert commitment(bytes.fromhex(over.seed)) == promised
    assert referee(record) is None
    assert isinstance(verify(record), list)
    assert (record.scores, record.ranks) == (tuple(over.scores), tuple(over.ranks))
    assert isinstance(record.seal, dict)
    nonces = record.seal["nonces"]
    assert isinstance(nonces, list)
    assert nonces[0] == "a nonce of mine"
    assert bool(shaken) == (game == "zapp_zerapp")


@in_loop
async def test_the_language_can_change_during_a_game(here: House) -> None:
    ada = await guest(here)
    async with ada.at(await new_table(ada, "zwickern")) as seat:
        await sit_and_start(seat)
        await seat.play_on(seeded_random(1), 2)
        english = await seat.quiet()
        await seat.must("language", language="de")
        german = await seat.see(lambda view: view.scene is not None and view.scene != english.scene)
        assert english.scene is not None
        assert german.scene is not None
        assert german.scene.prompt != english.scene.prompt
        moves = [choice.text for choice in english.scene.choices]
        assert [choice.text for choice in german.scene.choices] == moves
        assert german.lines[0].event == 0  # all lines are sent again
        assert await seat.refused("language", language="xx") == "unknown-language"
        await seat.play_on(seeded_random(2), 1)


@in_loop
async def test_a_change_of_language_keeps_a_pending_sound(here: House) -> None:
    ada, bob = await guest(here), await guest(here)
    table = await ada.new_table("zapp_zerapp", [], players=2)
    async with ada.at(table) as seat, bob.at(table) as other:
        await other.must("sit", seat=1)
        await sit_and_start(seat)
        view = await seat.my_turn()
        await seat.must("play", decision=view.decision, text="take 3")
        holding = await seat.see(lambda new: new.decision > view.decision)
        await seat.send("play", decision=holding.decision, text="shake 3")
        for language in ("de", "fr", "en"):
            await seat.must("language", language=language)
        await seat.until(lambda: bool(seat.clips))
        shaken = await seat.my_turn()
        await seat.must("play", decision=shaken.decision, text="back 3")
        await seat.see(lambda new: new.decision > shaken.decision)
        assert (len(seat.clips), len(other.clips)) == (1, 0)  # not sent again


@in_loop
async def test_nonces_are_published_before_the_first_event(here: House) -> None:
    ada, bob = await guest(here), await guest(here)
    table = await ada.new_table("m", [], players=2)
    async with ada.at(table) as seat, bob.at(table) as other:
        assert (await other.see()).commitment
        await seat.must("sit", seat=0, nonce="first")
        await other.must("sit", seat=1, nonce="of bob")
        await seat.must("sit", seat=0, nonce="better")
        for each in (seat, other):
            shown = await each.see(lambda view: view.nonces == ["better", "of bob"])
            assert (shown.status, shown.events) == ("waiting", 0)
        await seat.must("start")
        await other.see(lambda view: view.status == "playing")
        await other.must("rise")
        await other.must("sit", seat=1, nonce="too late")
        back = await seat.see(lambda view: view.events > 0 and not view.seats[1].away)
        assert back.nonces == ["better", "of bob"]


@in_loop
async def test_everybody_sees_how_many_spectators_there_are(here: House) -> None:
    ada, eve = await guest(here), await guest(here)
    table = await ada.new_table("m", [], players=2)
    async with ada.at(table) as seat:
        await seat.must("sit", seat=0)
        await seat.see(lambda view: view.seat == 0 and view.spectators == 0)
        async with eve.at(table) as one, eve.at(table), Visitor(here, "").at(table) as nobody:
            for each in (seat, one, nobody):  # a person with two sockets counts once
                await each.see(lambda view: view.spectators == 2)
        await seat.see(lambda view: view.spectators == 0)


@pytest.mark.parametrize("game", GAMES)
@in_loop
async def test_a_reconnected_client_sees_the_same(here: House, game: str) -> None:
    ada = await guest(here)
    table = await new_table(ada, game)
    async with ada.at(table) as seat:
        await sit_and_start(seat)
        await seat.play_on(seeded_random(game), 2)
        before = await seat.quiet()
    async with ada.at(table) as seat:
        after = await seat.see()
        assert (after.scene, after.decision, after.number) == (
            before.scene,
            before.decision,
            before.number,
        )
        assert await seat.play_on(seeded_random(3), 1) == 1


@pytest.mark.parametrize("game", GAMES)
@in_loop
async def test_a_spectator_can_only_watch(here: House, game: str) -> None:
    ada, eve = await guest(here), await guest(here)
    table = await new_table(ada, game)
    async with ada.at(table) as seat, eve.at(table) as other:
        await sit_and_start(seat)
        await seat.play_on(seeded_random(game), 3)
        view = await seat.quiet()
        shown = await other.see(lambda new: new.number == view.number)
        assert (shown.seat, shown.decision) == (-1, -1)
        assert shown.scene is not None
        assert not any(each.scene and each.scene.choices for each in other.views)
        assert not any(each.seed for each in other.views)
        assert not other.clips
        assert await other.refused("play", decision=view.decision, text="pass") == "not-your-seat"
        for ask in ("rise", "takeback", "resign"):
            assert await other.refused(ask) in {"not-seated", "nothing-asked"}


@in_loop
async def test_against_bots_alone_the_seat_of_who_resigns_plays_at_random(here: House) -> None:
    """Beside other people it plays as a bot that thinks, also after the last one has resigned."""
    ada, eve = await guest(here), await guest(here)
    async with ada.at(await new_table(ada, "m")) as seat:
        await sit_and_start(seat)
        await seat.must("resign")
        await seat.see(lambda view: view.seats[0].resigned and view.seats[0].bot == "random")
    table = await ada.new_table("m", ["", ""], players=2)
    async with ada.at(table) as first, eve.at(table) as second:
        await second.must("sit", seat=1)
        await sit_and_start(first)
        await second.see(lambda view: view.status == "playing")
        await second.must("resign")
        await second.see(lambda view: view.seats[1].resigned and view.seats[1].bot == "player")
        await first.must("resign")
        await first.see(lambda view: view.seats[0].resigned and view.seats[0].bot == "player")


@in_loop
async def test_a_bot_holds_the_seat_of_a_person_who_leaves(here: House) -> None:
    ada, eve = await guest(here), await guest(here)
    table = await new_table(ada, "m")
    async with ada.at(table) as seat:
        await sit_and_start(seat)
        view = await seat.my_turn()
        await seat.must("rise")
        await seat.see(lambda new: new.events > view.events and new.seats[0].away)
        assert seat.view.seats[0].bot
        async with eve.at(table) as other:
            assert await other.refused("sit", seat=0) == "seat-taken"
    async with ada.at(table) as seat:
        away = await seat.see()
        assert away.seats[0].away
        if away.status != "over":
            await seat.must("sit", seat=0)
            back = await seat.see(lambda view: not view.seats[0].away)
            assert not back.seats[0].bot
            await seat.play_on(seeded_random(1), 1)
