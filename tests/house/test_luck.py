"""The draws behind the outcomes of a finished game, as a page verifies them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from house.running import House, guest, house, in_loop, seeded_random
from playthroughs import INSTALLED, variant

from ludotheque.bots import bots_of
from ludotheque.core.game import Game
from ludotheque.core.record import Record
from ludotheque.core.rng import SeededRng
from ludotheque.core.seal import SealedRng, game_key, with_seal
from ludotheque.core.state import LUCK
from ludotheque.core.table import Table
from ludotheque.house.api.luck import outcomes

SEED = bytes(range(32))
EVENTS = 120


@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
def test_all_draws_are_listed_and_are_those_of_the_seal(game: Game) -> None:
    options = variant(game, 0)
    nonces = [f"nonce {seat}" for seat in range(game.new(options).seats())]
    key = game_key(SEED, game, game.rules_version, options, nonces)
    table = Table(game, options, SealedRng(key))
    rng, bot = SeededRng(3), next(iter(bots_of(game).values()))
    while not table.over and len(table.events) < EVENTS:
        seat = table.state.next_actor()
        table.submit(seat, table.ask(bot, seat, rng))
    found = outcomes(with_seal(Record.from_table(table), SEED, nonces))
    events = [(n, event.text) for n, event in enumerate(table.events) if event.who == LUCK]
    assert [(one.event, one.text) for one in found] == events
    assert any(one.draws for one in found)
    again = SealedRng(key)
    for one in found:
        again.seek(one.event)
        assert [(n, again.below(n)) for n, _ in one.draws] == one.draws


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("luck")
    with house(str(folder / "house.sqlite"), folder) as running:
        yield running


@in_loop
async def test_draws_are_listed_only_after_the_end(here: House) -> None:
    ada = await guest(here)
    table = await ada.new_table("m", ["", "greedy"], players=2)
    async with ada.at(table) as seat:
        await seat.must("sit", seat=0)
        await seat.must("start")
        early = await ada.fetch("GET", f"/api/tables/{table}/luck")
        assert (early.status, early.data()["code"]) == (409, "not-over")
        await seat.play_on(seeded_random("luck"))
        await seat.see(lambda view: view.status == "over")
    record = (await ada.fetch("GET", f"/api/tables/{table}/record")).data()
    listed = (await ada.fetch("GET", f"/api/tables/{table}/luck")).data()
    assert [[one["event"], one["text"]] for one in listed] == [
        [n, text] for n, (who, text) in enumerate(record["events"]) if who == LUCK
    ]
