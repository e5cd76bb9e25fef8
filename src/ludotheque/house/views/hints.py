"""Hints: the moves the best bot would play for a seat, and why, from what that seat may know.

In a game of memory the bot is given a world without what players must remember: a hint does not
replace the player's own memory.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from msgspec import UNSET

from ludotheque.bots import bots_of
from ludotheque.core.pack import pack
from ludotheque.core.rng import SeededRng
from ludotheque.house.fair_queue import URGENT
from ludotheque.house.refusals import Refused
from ludotheque.house.views.messages import Advice
from ludotheque.house.views.table_view import hints_allowed
from ludotheque.house.workers.bot_pool import Demand
from ludotheque.presentation.scene import find_path

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.state import State
    from ludotheque.core.words import Words
    from ludotheque.house.shares import Client
    from ludotheque.house.table.live import LiveTable
    from ludotheque.house.table.room import Room
    from ludotheque.house.workers.bot_pool import BotPool
    from ludotheque.presentation.scene import Scene


def check_hint_allowed(room: Room, seat: int) -> None:
    """Refuse a hint where hints are off, and to a seat without a decision to make."""
    if not hints_allowed(room):
        raise Refused("no-hints", "hints are off at this table")
    if room.status != "playing" or room.chairs[seat].decision < 0:
        raise Refused("not-your-turn", f"seat {seat} has no decision to make now")
    if room.in_timed_phase():  # here players must hear for themselves what a bot reads
        raise Refused("no-hint-now", "there are no hints in a timed phase")


def hint_basis(room: Room, seat: int) -> tuple[int, int]:
    """Hints are the same while this is: a decision, and the events before it."""
    return room.chairs[seat].decision, len(room.started_table().events)


async def find_hints(
    table: LiveTable, seat: int, language: str, bot_pool: BotPool, client: Client
) -> list[Advice]:
    """The best moves, best first, three at most; none if the bot fails."""
    room = table.room
    decision = room.chairs[seat].decision
    world = room.started_table().state.imagine(seat, SeededRng(secrets.randbits(62)))
    memory = room.game.memory
    remembered = world if memory is None else memory.recalled(world, seat, 0.0)
    words = room.game.words(language)
    scene = room.game.scene(world, seat, words, room.names())
    bot = [*bots_of(room.game)][-1]
    hints = await bot_pool.hints(
        room.created.game,
        room.options,
        pack(remembered),
        seat,
        bot,
        language,
        room.names(),
        Demand(client, URGENT, lambda: _is_open(table.room, seat, decision)),
    )
    if not _is_open(table.room, seat, decision):
        raise Refused("stale-decision", "this decision was made already")
    return [_advice(room.game, world, scene, words, text, reason) for text, reason in hints]


def _is_open(room: Room, seat: int, decision: int) -> bool:
    """Whether a decision is still to be made."""
    return room.status == "playing" and room.chairs[seat].decision == decision


def _advice(game: Game, world: State, scene: Scene, words: Words, text: str, reason: str) -> Advice:
    move = game.parse(world, text)
    label, spoken = (game.move_phrase(world, move, said) for said in (words, words.spoken()))
    choice = find_path(scene, text)
    path = choice.path if choice else ()
    return Advice(text, label, reason, path, UNSET if spoken == label else spoken)
