"""Hints: moves to play with the pieces to press, from what the seat may know."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest
from house.running import House, Seat, Visitor, guest, house, in_loop, seeded_random
from house.table_state import Seen

from ludotheque.core.pack import pack
from ludotheque.core.registry import find
from ludotheque.core.rng import Rng, SeededRng
from ludotheque.core.state import Move, State
from ludotheque.core.table import Table
from ludotheque.core.words import Words
from ludotheque.games.m import GAME
from ludotheque.games.m.rules import M
from ludotheque.house import limits
from ludotheque.house.views.messages import Hints
from ludotheque.house.workers import bot_pool
from ludotheque.presentation.scene import find_path, picked_text

GAMES: dict[str, dict[str, object]] = {
    "appenzell": {"players": 2},
    "m": {"players": 2},
    "zankapfel": {"players": 3},
    "zapp_zerapp": {"players": 2},
    "zwickern": {"players": 3},
}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("hints")
    with house(str(folder / "house.sqlite"), folder) as running:
        yield running
        assert running.stop() in {0, -15}
        assert not [line for line in running.errors() if '"level": "error"' in line]


async def new_table(visitor: Visitor, game: str) -> str:
    others = int(str(GAMES[game]["players"])) - 1
    return await visitor.new_table(game, ["", *["greedy"] * others], **GAMES[game])


def is_newer(seat: Seat, number: int) -> bool:
    return seat.view.number > number


async def hints(seat: Seat) -> Hints:
    answer = await seat.ask("hint")
    assert isinstance(answer, Hints), answer
    return answer


async def after_listening(seat: Seat) -> Seen:
    """Wait for a question on which hints are given; while listening they are refused."""
    while True:
        view = await seat.my_turn()
        assert view.status == "playing"
        assert view.hints != is_listening(view)
        if not is_listening(view):
            return await seat.quiet()
        assert await seat.refused("hint") in {"no-hint-now", "too-fast"}
        await seat.one_move(view, seeded_random(5))


def is_listening(view: Seen) -> bool:
    assert view.scene is not None
    texts = [choice.text for choice in view.scene.choices]
    return find(view.game).timed_phase is not None and any(
        t.startswith(("take", "place")) for t in texts
    )


@pytest.mark.parametrize("game", GAMES)
@in_loop
async def test_a_hint_can_be_followed(here: House, game: str) -> None:
    ada = await guest(here)
    async with ada.at(await new_table(ada, game)) as seat:
        await seat.must("sit", seat=0)
        await seat.must("start")
        for _ in range(3):
            view = await after_listening(seat)
            assert view.hints
            found = (await hints(seat)).hints
            assert 1 <= len(found) <= bot_pool.MAX_HINTS
            assert view.scene is not None
            has_chances = find(game).age >= bot_pool.MIN_AGE_FOR_CHANCES and len(found) > 1
            assert all(("%" in one.reason) == has_chances for one in found)
            for one in found:
                click_path = find_path(view.scene, one.text)
                assert click_path is not None
                assert (one.path, bool(one.label)) == (click_path.path, True)
                assert not one.spoken or one.spoken != one.label
                assert picked_text(click_path.choice, click_path.picked) == one.text
            await seat.must("play", decision=view.decision, text=found[0].text)
            await seat.until(partial(is_newer, seat, view.number))


@in_loop
async def test_hints_are_refused_without_a_question(here: House) -> None:
    ada, bob = await guest(here), await guest(here)
    table = await new_table(ada, "m")
    async with ada.at(table) as seat, bob.at(table) as spectator:
        assert await seat.refused("hint") == "not-seated"
        await seat.must("sit", seat=0)
        assert await seat.refused("hint") == "not-your-turn"
        await seat.must("start")
        assert await spectator.refused("hint") == "not-seated"
        async with Visitor(here, "").at(table) as stranger:
            assert await stranger.refused("hint") == "no-token"
        await seat.play_on(seeded_random(3), 1)
        await seat.my_turn()
        for _ in range(limits.MAX_HINTS_AT_ONCE_PER_PERSON):  # without waiting for the answers
            await seat.send("hint")
        assert await seat.refused("hint") == "too-fast"


@in_loop
async def test_the_hints_of_a_decision_count_once(here: House) -> None:
    ada = await guest(here)
    async with ada.at(await new_table(ada, "m")) as seat:
        await seat.must("sit", seat=0)
        await seat.must("start")
        view = await seat.my_turn()
        first = await hints(seat)
        for _ in range(limits.HINT_BURST_PER_PERSON + 2):
            assert (await hints(seat)).hints == first.hints
        await seat.must("play", decision=view.decision, text=first.hints[0].text)
        await seat.until(partial(is_newer, seat, view.number))
        await seat.my_turn()
        assert (await hints(seat)).hints != first.hints


@in_loop
async def test_a_table_may_be_without_hints(here: House) -> None:
    ada = await guest(here)
    made = await ada.post("/api/tables", game="m", options={"players": 2}, hints=False)
    async with ada.at(str(made["table"])) as seat:
        await seat.must("sit", seat=0)
        assert not (await seat.see()).hints
        assert await seat.refused("hint") == "no-hints"


@in_loop
async def test_a_player_may_move_while_a_hint_is_searched(here: House) -> None:
    """Then the question is answered: the hint comes in time or is refused as stale."""
    ada = await guest(here)
    async with ada.at(await new_table(ada, "m")) as seat:
        await seat.must("sit", seat=0)
        await seat.must("start")
        await seat.my_turn()
        number = await seat.send("hint")
        await seat.play_on(seeded_random(4), 1)
        await seat.until(lambda: number in seat.answers)
        answer = seat.answers[number]
        assert isinstance(answer, Hints) or getattr(answer, "code", "") == "stale-decision"


# hints of different bots


class ChoosingBot:
    """Plays the first move."""

    def choose(self, world: State, seat: int, rng: Rng) -> Move:
        return world.legal_moves(seat)[0]


class RankingBot(ChoosingBot):
    """Ranks moves and gives reasons."""

    def rank(self, world: State, seat: int, rng: Rng) -> list[tuple[Move, float]]:
        return [(move, 1.0) for move in reversed(world.legal_moves(seat))]

    def why(self, world: M, seat: int, move: Move, words: Words, names: Sequence[str]) -> str:
        return f"{words.language} {names[seat]} {GAME.text(world, move)}"


Found: TypeAlias = list[tuple[str, str]]


def hints_of(monkeypatch: pytest.MonkeyPatch, bot: ChoosingBot) -> tuple[list[str], Found]:
    table = Table(GAME, {"players": 2}, SeededRng(1))
    seat = table.state.next_actor()
    monkeypatch.setattr(bot_pool, "find_bot", lambda game, name: bot)
    world = pack(table.state.imagine(seat, SeededRng(2)))
    found = bot_pool._hints("m", table.options, world, seat, "any", 1, "de", ["Ada", "Bob"])
    texts = [GAME.text(table.state, move) for move in table.state.legal_moves(seat)]
    return [["Ada", "Bob"][seat], *texts], found


def test_a_bot_that_only_chooses_gives_one_move_without_a_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (_, *texts), found = hints_of(monkeypatch, ChoosingBot())
    assert found == [(texts[0], "")]


def test_a_bot_that_ranks_gives_its_best_moves_with_reasons(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (name, *texts), found = hints_of(monkeypatch, RankingBot())
    best = texts[::-1][: bot_pool.MAX_HINTS]
    assert found == [(text, f"de {name} {text}") for text in best]


def test_a_bot_that_fails_gives_no_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> Found:
        pool = bot_pool.BotPool(1)
        try:
            return await pool.hints("m", {}, {}, 0, "greedy", "fr", [])
        finally:
            pool.close()

    assert asyncio.run(ask()) == []
