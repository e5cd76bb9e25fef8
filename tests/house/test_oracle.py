"""Questions as an oracle: their answers are the same in all worlds that a seat can't tell apart.

A seat may ask why a move is not allowed, for a hint, and for a takeback, as often as it likes. None
of the answers may tell it what it does not know. `make soak` asks 100,000 questions.
"""

from __future__ import annotations

import os

import pytest
from house.running import seeded_random
from house.two_world_scripts import GARBAGE, stopped_game, worlds_of
from house.worlds import AT, ForkedTable, Worlds, name_of, played, viewers

from ludotheque.core.pack import pack
from ludotheque.core.registry import installed
from ludotheque.core.rng import Rng, SeededRng
from ludotheque.core.state import LUCK, SPECTATOR
from ludotheque.house.refusals import Refused
from ludotheque.house.table import deeds
from ludotheque.house.table.asks import ProposeTakeback
from ludotheque.house.table.deeds import Caller
from ludotheque.house.table.moves import validate_move
from ludotheque.house.table.room import Room
from ludotheque.house.views.hints import check_hint_allowed

GAMES = sorted(installed())
IS_SOAK = "soak" in os.environ.get("LUDOTHEQUE_TESTS", "").split(",")
QUESTIONS = 100_000 // len(GAMES) if IS_SOAK else 2000  # for each game
TEXTS_PER_MOMENT = 60
MAX_MOVES = 6  # in two worlds, from a moment at which they part


def why_not(room: Room, seat: int, text: str) -> object:
    """The answer to a question about a move."""
    try:
        validate_move(room, seat, text)
    except Refused as refused:
        return refused.code, str(refused), refused.rule
    return "done"


def hint(room: Room, seat: int) -> object:
    """The refusal of a hint, or all that a bot is given to find one."""
    try:
        check_hint_allowed(room, seat)
    except Refused as refused:
        return refused.code
    world, memory = room.started_table().state.imagine(seat, SeededRng(7)), room.game.memory
    return pack(world if memory is None else memory.recalled(world, seat, 0.0))


def takeback(room: Room, seat: int) -> object:
    """Whether a seat may take its last move back."""
    try:
        return len(deeds.propose_takeback(room, Caller(name_of(seat)), ProposeTakeback(), AT))
    except Refused as refused:
        return refused.code


def texts(worlds: Worlds, rng: Rng) -> list[str]:
    """Moves to ask about: those of all seats in both worlds, altered ones, and garbage."""
    found = [*GARBAGE]
    for room in (worlds.true.room, worlds.other.room):
        state, game = room.started_table().state, room.game
        for actor in state.actors():
            moves = [] if actor == LUCK else state.choices(actor)
            some = [moves[rng.below(len(moves))] for _ in range(TEXTS_PER_MOMENT)] if moves else []
            found += [game.text(state, move) for move in some]
    words = [word for text in found for word in text.split()] or ["0"]
    for text in found[len(GARBAGE) :]:
        first, *rest = text.split()
        found.append(" ".join([first, *rest[:-1], words[rng.below(len(words))]]))
    distinct = [*dict.fromkeys(found)]
    return [distinct[rng.below(len(distinct))] for _ in range(TEXTS_PER_MOMENT)]


def ask_all(worlds: Worlds, rng: Rng) -> int:
    """Ask everything in both worlds; returns how many questions that were."""
    rooms, count = (worlds.true.room, worlds.other.room), 0
    table = rooms[0].started_table()
    assert isinstance(table, ForkedTable)
    for mover in table.movers():
        answers = [takeback(room, mover) for room in rooms]
        assert answers[0] == answers[1], ("takeback", mover)
        count += 1
    if worlds.viewer == SPECTATOR:
        return count
    seat = worlds.viewer
    for text in texts(worlds, rng):
        answers = [why_not(room, seat, text) for room in rooms]
        assert answers[0] == answers[1], ("why-not", text)
        count += 1
    answers = [hint(room, seat) for room in rooms]
    assert answers[0] == answers[1], "hint"
    return count + 1


def questions_in(slug: str, number: int) -> int:
    """Part two worlds at some moment of a game and ask while they look the same."""
    room = stopped_game(played(slug, 7919 * number, number), seeded_random(number))
    rng, people = SeededRng(number), viewers(room)
    worlds = worlds_of(room, people[number % len(people)], number)
    asked = ask_all(worlds, rng)
    for _ in range(MAX_MOVES):
        actors = [seat for seat in worlds.true.room.started_table().state.actors() if seat >= 0]
        if not any(worlds.move(seat, rng) for seat in actors):
            break
        asked += ask_all(worlds, rng)
    return asked


@pytest.mark.parametrize("slug", GAMES)
def test_no_answer_tells_worlds_apart(slug: str) -> None:
    asked, number = 0, 0
    while asked < QUESTIONS:
        number += 1
        asked += questions_in(slug, number)


def test_a_deliberate_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that depends on another's hand."""

    def careless(room: Room, seat: int, text: str) -> object:
        return text, room.started_table().state.key()

    monkeypatch.setitem(globals(), "why_not", careless)
    with pytest.raises(AssertionError, match="why-not"):
        sum(questions_in("m", number) for number in range(1, 9))
