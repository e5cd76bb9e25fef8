"""Zapp Zerapp: what happened in words, and what each sentence points at."""

from __future__ import annotations

import json

import pytest
from playthroughs import playthrough, variant
from scripted_games import play_script

from ludotheque.core.state import SPECTATOR, Fact
from ludotheque.core.table import Table
from ludotheque.core.words import LANGUAGES
from ludotheque.games.zapp_zerapp import GAME, data
from ludotheque.games.zapp_zerapp.tests.test_scene import NAMES, moving
from ludotheque.presentation.narration import Sentence, narrate, words_for


def told(table: Table, viewer: int = SPECTATOR, language: str = "en") -> dict[str, Sentence]:
    """What a viewer reads about the last event, by kind of fact."""
    words, names = GAME.words(language), NAMES[: table.state.seats()]
    return {
        fact.kind: narrate(GAME, fact, words_for(GAME, fact, viewer, words), names)
        for fact in table.events[-1].facts
    }


def moved(where: str, text: str, *numbers: int, **options: bool) -> Table:
    table = moving(where, *numbers, **options)
    play_script(table, text)
    return table


def test_zz_7_stones_are_compared_with_the_magic_number() -> None:
    table = moving("", 5, 13)
    found = [
        narrate(GAME, fact, words_for(GAME, fact, 0, GAME.words("en")), NAMES)
        for fact in table.events[-1].facts
    ]
    assert [sentence.text for sentence in found] == [
        "Blaise places barrel 13.",
        "You have 5 stones. Not more than 12: good!",
        "Blaise has 13 stones. More than 12: too many!",
    ]
    assert found[1].spoken == "You have 5 stones in barrel 5. Not more than 12: good!"


def test_zz_10_steps_are_counted_and_places_only_spoken() -> None:
    table = moved("R1=20", "0 go R1", 3, 2)
    text, spoken = "Ada moves red 1 by 3 steps.", "Ada moves red 1 from square 21 to square 24."
    assert told(table)["moved"] == (text, spoken)
    out = moved("", "0 go R1", 6, 2)
    assert told(out, 0)["moved"] == (
        "You move red 1 by 6 steps.",
        "You move red 1 from the start to square 6.",
    )


def test_zz_15_the_victim_reads_whose_apprentice_goes_back() -> None:
    table = moved("R1=11 B1=14", "0 go R1", 5, 4)
    assert told(table, 0)["banished"].text == "You send blue 1 back to the start!"
    assert told(table, 1)["banished"] == (
        "Ada sends your blue 1 back to the start!",
        "Ada sends your blue 1 back from square 15 to the start!",
    )
    assert told(table)["banished"].text == "Ada sends blue 1 back to the start!"


def test_zz_20_each_arrival_is_told() -> None:
    table = moved("R1=23 R2=town", "0 go R1", 5, 4)
    assert told(table, 0)["moved"].text == "You move red 1 by 1 step."
    assert told(table, 0)["arrived"].text == "You bring red 1 into town: 2 of 3!"
    along = moved("R1=20 R2=19", "0 go R2 with R1", 9, 4, advanced=True)
    kinds = [fact.kind for fact in along.events[-1].facts]
    assert kinds == ["moved", "carried", "arrived", "arrived"]
    stopped = moved("R1=20 R2=19", "0 go R2 with R1 stop R1", 9, 4, advanced=True)
    assert [fact.kind for fact in stopped.events[-1].facts] == ["moved", "carried", "arrived"]


def test_zz_24_companions_are_told_to_their_players() -> None:
    table = moved("R1=13 B1=14", "0 go R1 with B1", 5, 4, advanced=True)
    assert told(table, 1)["carried"].text == "Ada takes your blue 1 along."
    assert told(table)["carried"].spoken == "Ada takes blue 1 along to square 19."


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_people_read_has_no_squares(language: str) -> None:
    """Only what is spoken has them: on the page sentences point."""
    square = GAME.words(language).say("place.square", square="")
    for where, text in (("R1=11 B1=14", "0 go R1"), ("R1=23", "0 go R1"), ("", "0 go R1")):
        for viewer in (0, 1, SPECTATOR):
            for sentence in told(moved(where, text, 5, 4), viewer, language).values():
                assert square not in sentence.text


@pytest.mark.parametrize("seed", range(4))
def test_facts_point_at_what_is_there(seed: int) -> None:
    """All that a fact points at is in the scene after it."""
    pointed = 0
    for step in playthrough(GAME, variant(GAME, seed), seed)[:-1]:
        facts: list[Fact] = []
        step.state.apply(step.seat, step.move, facts)
        names = NAMES[: step.state.seats()]
        scene = GAME.scene(step.state, SPECTATOR, GAME.words("en"), names)
        there = {piece.id for piece in scene.pieces} | {area.id for area in scene.areas}
        for fact in facts:
            assert {*GAME.targets(fact)} <= there, fact
            pointed += bool(GAME.targets(fact))
    assert pointed > 100


def test_tracks_lead_from_start_to_town() -> None:
    look = json.loads((GAME.folder() / "art" / "look.json").read_text(encoding="utf-8"))
    for colour, (letter, track) in enumerate(zip("RGBY", look["tracks"], strict=True)):
        entry = data.ENTRIES[colour]
        squares = [f"square:{(entry + step) % data.SQUARES}" for step in range(data.SQUARES)]
        assert track == [f"start:{letter}", *squares, f"town:{letter}"]
