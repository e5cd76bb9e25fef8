"""Characters at a table: their names, what they say in the chat, and muting them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from house.running import House, guest, house, in_loop, seeded_random

from ludotheque.bots.characters import characters_of
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.words import LANGUAGES
from ludotheque.house.refusals import Refused
from ludotheque.house.table.chairs import bot_chair
from ludotheque.house.table.chat import clean_message, text_of
from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.entries import Created, Said, Sat, SeatPlan, Started
from ludotheque.house.table.moves import LegalMove, apply_step
from ludotheque.house.table.restore import restore
from ludotheque.house.table.room import Room
from ludotheque.house.table.talk import parting_words, words_on_move
from ludotheque.house.workers.bot_pool import turn_s

GAME = find("m")


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("characters")
    with house(str(folder / "house.sqlite"), folder) as running:
        yield running
        assert not [line for line in running.errors() if '"level": "error"' in line]


@in_loop
async def test_a_character_greets_by_its_name_and_can_be_muted(here: House) -> None:
    ada = await guest(here, "de")
    table = await ada.new_table("m", ["", "elsa"], players=2)
    async with ada.at(table) as seat:
        await seat.must("sit", seat=0)
        await seat.must("start")
        assert (await seat.see()).seats[1].name == "Elsa"
        await seat.play_on(seeded_random(1), moves=1)
        await seat.see(lambda view: bool(view.chat))
        (greeting,) = seat.view.chat
        assert (greeting.seat, greeting.name) == (1, "Elsa")
        assert greeting.text == "Glänzende Chips! Fangen wir an?"
        await seat.must("mute", seat=1)
        await seat.see(lambda view: view.muted == [1] and not view.chat)


def test_a_name_that_is_taken_is_given_to_no_character() -> None:
    assert bot_chair(1, "elsa", [], "Elsa").name == "Elsa"
    assert bot_chair(1, "elsa", ["E1sa", "EIsa", "elsa"], "Elsa").name == "Blaise"


def test_a_character_takes_its_turn_as_its_level_does() -> None:
    """So that time tells nothing about its choice."""
    for character in characters_of(GAME).values():
        assert turn_s("m", character.name) == turn_s("m", character.level)


def begun(bot: str) -> Room:
    created = Created(
        at=1,
        table="t",
        game="m",
        options=GAME.resolve_options({"players": 2}),
        seats=[SeatPlan(), SeatPlan(bot)],
        public=True,
        host="ada",
        time_control=TimeControl(),
        commitment="c",
    )
    room = restore([created, Sat(at=2, seat=0, person="ada", name="Ada")])
    apply_step(room, Started(at=3), SeededRng(1))
    return room


def conversation(bot: str) -> list[tuple[str, int]]:
    """What a bot says in a game of random moves, and after how many moves of its own."""
    room, rng, moves, said = begun(bot), SeededRng(5), 0, list[tuple[str, int]]()
    while not room.started_table().over:
        state = room.started_table().state
        seat = state.awaited()[0]
        move = state.random_move(seat, rng)
        words = words_on_move(room, seat, move, 4)
        assert seat == 1 or not words
        moves += seat == 1
        apply_step(room, LegalMove(4, seat, move), rng)
        said += [(one.phrase.rpartition(".")[2], moves) for one in words]
    return said + [(one.phrase.rpartition(".")[2], moves) for one in parting_words(room, 5)]


def test_they_greet_are_pleased_now_and_then_and_take_their_leave() -> None:
    said = conversation("marcel")
    assert said[0] == ("start", 1)
    assert said[-1][0] in {"won", "lost"}
    pleased = [moves for occasion, moves in said if occasion == "pleased"]
    assert 0 < len(pleased) < said[-1][1] / 3
    assert len(said) == len(pleased) + 2
    assert said == conversation("marcel"), "the same at the same table"


def test_levels_and_people_say_nothing_of_themselves() -> None:
    assert conversation("random") == []


def test_a_phrase_is_read_in_every_language() -> None:
    said = Said(at=1, person="bot:elsa", name="Elsa", phrase="character.elsa.says.won", seat=1)
    texts = {text_of(said, GAME, language) for language in LANGUAGES}
    assert len(texts) == len(LANGUAGES)
    gone = Said(at=1, person="bot:x", name="X", phrase="character.x.says.won", seat=1)
    assert text_of(gone, GAME, "en") == "", "of a game that has it no more"


def test_nobody_can_say_the_words_of_a_character() -> None:
    with pytest.raises(Refused):
        clean_message("", "character.elsa.says.won")
