"""The chat of a table: messages, phrases in every language, and muting."""

from __future__ import annotations

import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from house.running import House, Seat, guest, house, in_loop

from ludotheque.core.words import LANGUAGES
from ludotheque.house.table import chat


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("chat")
    with house(str(folder / "house.sqlite"), folder) as running:
        yield running
        assert not [line for line in running.errors() if '"level": "error"' in line]


async def expect_chat(seat: Seat, *lines: tuple[int, str]) -> None:
    await seat.see(lambda view: [(line.seat, line.text) for line in view.chat] == [*lines])


def test_languages_agree() -> None:
    words = {language: chat.house_words(language).entries for language in LANGUAGES}
    for language in LANGUAGES:
        assert words[language].keys() == words["fr"].keys()
        assert {*words[language]} >= {f"phrase.{phrase}" for phrase in chat.PHRASES}
        assert all(text for text in words[language].values())
        for key, text in words[language].items():
            parts, others = string.Formatter().parse(text), string.Formatter()
            names = {name for _, name, _, _ in parts if name}
            assert names == {name for _, name, _, _ in others.parse(words["fr"][key]) if name}


@in_loop
async def test_everybody_reads_a_phrase_in_their_own_language(here: House) -> None:
    ada, bob = await guest(here, "de"), await guest(here, "en")
    table = await ada.new_table("m", [], players=2)
    async with ada.at(table) as one, bob.at(table) as two:
        await one.must("sit", seat=1)
        await one.must("say", phrase="well-played")
        await expect_chat(one, (1, "Gut gespielt!"))
        await expect_chat(two, (1, "Well played!"))
        await two.must("say", text=" thank   you ")
        await expect_chat(one, (1, "Gut gespielt!"), (-1, "thank you"))
        assert [line.phrase for line in one.view.chat] == ["well-played", ""]
        await two.must("language", language="fr")
        await expect_chat(two, (1, "Bien joué\N{NARROW NO-BREAK SPACE}!"), (-1, "thank you"))
        for wrong in ({}, {"phrase": "rude"}, {"phrase": "hello", "text": "you"}, {"text": " "}):
            assert await one.refused("say", **wrong) == "bad-talk"
        assert await one.refused("say", phrase="hello") == "too-fast"


@in_loop
async def test_all_phrases_can_be_fetched(here: House) -> None:
    ada = await guest(here)
    found = (await ada.fetch("GET", "/api/phrases?language=en")).data()
    assert list(found) == list(chat.PHRASES)
    assert found["well-played"] == "Well played!"
    assert (await ada.fetch("GET", "/api/phrases?language=xx")).status == 400


@in_loop
async def test_messages_of_a_muted_person_are_not_shown_to_whoever_muted_them(here: House) -> None:
    people = [await guest(here) for _ in range(4)]
    table = await people[0].new_table("m", ["", "", "", "greedy"], players=4)
    ada, bob, eve, zoe = people
    async with ada.at(table) as one, bob.at(table) as two, eve.at(table) as three:
        for number, seat in enumerate((one, two)):
            await seat.must("sit", seat=number)
        await two.must("say", text="from bob")
        await three.must("say", text="from eve")
        everything = ((1, "from bob"), (-1, "from eve"))
        await expect_chat(one, *everything)
        await one.must("mute", seat=1)
        await expect_chat(one, everything[1])
        assert one.view.muted == [1]
        await one.must("mute", seat=-1)
        await expect_chat(one)
        await one.must("mute", seat=1, on=False)
        await expect_chat(one, everything[0])
        assert one.view.muted == [-1]
        await expect_chat(two, *everything)
        assert not two.view.muted
        for place in (1, 2, 3):  # themselves, nobody, a bot
            assert await two.refused("mute", seat=place) == "nobody-to-mute"
        assert await two.refused("mute", seat=4) == "no-such-seat"
    async with ada.at(table) as one, zoe.at(table) as four:
        await expect_chat(one, everything[0])  # it is stored
        await expect_chat(four, *everything)


@in_loop
async def test_nobody_else_notices_a_mute(here: House) -> None:
    """No view is sent, and later views are numbered as if nothing had been written."""
    ada, bob = await guest(here), await guest(here)
    table = await ada.new_table("m", [], players=2)
    async with ada.at(table) as one, bob.at(table) as two:
        await one.must("sit", seat=0)
        await two.must("sit", seat=1)
        before = await two.see(lambda view: view.seats[1].taken and not view.spectators)
        seen = len(two.views)
        await one.must("mute", seat=1)
        await one.see(lambda view: view.muted == [1])
        await two.must("ping")
        assert len(two.views) == seen
        await two.must("say", text="hello?")
        after = await two.see(lambda view: bool(view.chat))
        assert (len(two.views), after.number) == (seen + 1, before.number + 1)


@in_loop
async def test_muting_counts_as_a_chat_message(here: House) -> None:
    """Every change of it is stored: nobody may fill a log with it."""
    ada = await guest(here)
    async with ada.at(await ada.new_table("m", [], players=2)) as seat:
        answers = [await seat.ask("mute", seat=-1, on=bool(n % 2)) for n in range(8)]
        codes = [getattr(answer, "code", "done") for answer in answers]
        assert codes[0] == "done"
        assert codes[-1] == "too-fast"
