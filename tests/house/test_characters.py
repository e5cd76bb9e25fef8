"""Characters at a table: their names, what they say in the chat, and muting them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from house.running import House, guest, house, in_loop, seeded_random

from ludotheque.bots.characters import Character, characters_of, pleases
from ludotheque.core.game import Game
from ludotheque.core.registry import find, installed
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import State
from ludotheque.core.words import LANGUAGES
from ludotheque.house.refusals import Refused
from ludotheque.house.table import talk
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
HIDDEN_MOVES = 150  # that are looked at of each character


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


def begun(bot: str, game: Game = GAME) -> Room:
    """A game of one person against a bot of that name in each other seat."""
    players = next(option.values[0] for option in game.options if option.name == "players")
    assert isinstance(players, int)
    created = Created(
        at=1,
        table="t",
        game=game.slug,
        options=game.resolve_options({"players": players}),
        seats=[SeatPlan(), *[SeatPlan(bot)] * (players - 1)],
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


CHARACTERS = [
    pytest.param(game, one, id=f"{game.slug}-{one.name}")
    for game in installed().values()
    for one in characters_of(game).values()
]


@pytest.mark.parametrize(("game", "character"), CHARACTERS)
def test_what_they_say_tells_nothing_that_is_hidden(
    game: Game, character: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They speak of moves that everybody can tell from all that would not have pleased them."""
    monkeypatch.setattr(talk, "ONE_IN", 1)
    room, rng = begun(character.name, game), SeededRng(7)
    for _ in range(HIDDEN_MOVES):
        if room.started_table().over:
            break
        state = room.started_table().state
        seat = state.awaited()[0]
        move = state.random_move(seat, rng)
        if "pleased" in [
            one.phrase.rpartition(".")[2] for one in words_on_move(room, seat, move, 4)
        ]:
            public = after(state, seat, move)
            for other in state.legal_moves(seat):
                if not pleases(game, character, state, seat, other):
                    assert after(state, seat, other) != public, game.text(state, other)
        apply_step(room, LegalMove(4, seat, move), rng)


def after(state: State, seat: int, move: int) -> object:
    """What everybody knows after a move."""
    state = state.clone()
    state.apply(seat, move)
    return state.public()


def test_zita_does_not_tell_what_she_lays_face_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "ONE_IN", 1)
    game = find("zankapfel")
    room, rng, hidden = begun("zita", game), SeededRng(3), 0
    while not room.started_table().over:
        state = room.started_table().state
        seat = state.awaited()[0]
        move = state.random_move(seat, rng)
        if game.text(state, move).startswith("quarrel") and room.chairs[seat].bot:
            hidden += 1
            said = [one.phrase for one in words_on_move(room, seat, move, 4)]
            assert "character.zita.says.pleased" not in said
        apply_step(room, LegalMove(4, seat, move), rng)
    assert hidden > 2


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
