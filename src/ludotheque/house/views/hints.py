"""Hints: what the best bot would play for a seat, and why, from what that seat may know.

What is left to memories the adviser has forgotten: a hint is no second memory.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from ludotheque.bots import bots_of
from ludotheque.core.pack import pack
from ludotheque.core.rng import SeededRng
from ludotheque.house.refusals import Refused
from ludotheque.house.views.messages import Advice
from ludotheque.house.views.views import names_of, plain
from ludotheque.presentation.scene import find_path

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.state import State
    from ludotheque.core.words import Words
    from ludotheque.house.table.live import OpenTable
    from ludotheque.house.table.room import Room
    from ludotheque.house.workers.bot_pool import Thinkers
    from ludotheque.presentation.scene import Scene


def may_ask(room: Room, seat: int | None) -> int:
    """The seat that asks; refuses those who have nothing to decide, and where hints are off."""
    if seat is None:
        raise Refused("not-seated", "you don't sit at this table")
    if not room.created.hints:
        raise Refused("no-hints", "no hints are given at this table")
    if room.status != "playing" or room.chairs[seat].decision < 0:
        raise Refused("not-your-turn", f"seat {seat} has nothing to decide now")
    if room.in_timed_phase():  # a hint would be a second pair of ears
        raise Refused("no-hint-now", "this everybody must find out alone")
    return seat


async def advice(table: OpenTable, seat: int, language: str, thinkers: Thinkers) -> list[Advice]:
    """The best moves first, three at most; none if the bot fails."""
    room = table.room
    decision = room.chairs[seat].decision
    world = room.playing().state.imagine(seat, SeededRng(secrets.randbits(62)))
    memory = room.game.memory
    remembered = world if memory is None else memory.recalled(world, seat, 0.0)
    words = room.game.words(language)
    scene = room.game.scene(world, seat, words, names_of(room))
    bot = [*bots_of(room.game)][-1]
    found = await thinkers.advise(
        room.created.game, room.options, pack(remembered), seat, bot, language, names_of(room)
    )
    latest = table.room
    if latest.status != "playing" or latest.chairs[seat].decision != decision:
        raise Refused("stale-decision", "that question was answered already")
    return [_told(room.game, world, scene, words, *one) for one in found]


def _told(game: Game, world: State, scene: Scene, words: Words, text: str, reason: str) -> Advice:
    label = game.move_phrase(world, game.parse(world, text), words)
    way = find_path(scene, text)
    return Advice(text, plain(label), plain(reason), way.path if way else ())
