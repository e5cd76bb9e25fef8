"""Random play that checks what holds in every game after every event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.bots import find_bot
from ludotheque.core.record import Record, replay
from ludotheque.core.state import LUCK, SPECTATOR

if TYPE_CHECKING:
    from ludotheque.core.rng import Rng
    from ludotheque.core.state import Seat
    from ludotheque.core.table import Table


def play_checked(table: Table, rng: Rng) -> int:
    """Play a table to its end at random, checking it after each event; return how many events."""
    game, bound = table.game, table.game.max_events(table.options)
    bot = find_bot(game, "random")
    while not table.over:
        assert len(table.events) < bound, "the game does not end"
        actors = table.state.actors()
        seat = actors[rng.below(len(actors))]
        if seat == LUCK:
            text = game.text(table.state, table.state.sample_luck(rng))
        else:
            text = game.text(table.state, bot.choose(table.state, seat, rng))
        table.submit(seat, text)
        game.check_invariants(table.state)
        viewer = rng.below(table.state.seats() + 1) - 1
        check_imagined(table, SPECTATOR if viewer < 0 else viewer, rng)
    replayed = replay(Record.from_table(table))
    assert replayed.state.key() == table.state.key(), "the record replays to another state"
    return len(table.events)


def check_imagined(table: Table, viewer: Seat, rng: Rng) -> None:
    """An imagined world is a valid state, and its viewer can't tell it from the true one."""
    world = table.state.imagine(viewer, rng)
    table.game.check_invariants(world)
    assert world.observe(viewer) == table.state.observe(viewer), "the viewer sees a difference"
