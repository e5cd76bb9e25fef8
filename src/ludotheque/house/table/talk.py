"""What characters say at a table, now and then: phrases in the chat, which anyone can mute.

Pure, and the same for the same table: whether one speaks depends on its id and its events only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from zlib import crc32

from ludotheque.bots.characters import characters_of, pleases
from ludotheque.core.state import EVERY_SEAT
from ludotheque.house.table.entries import Said

if TYPE_CHECKING:
    from ludotheque.core.state import Fact, Move, State
    from ludotheque.house.table.chairs import Chair
    from ludotheque.house.table.room import Room

ONE_IN: Final = 6  # moves after a character's own heart: it says something about one in this many


def speaker(room: Room, chair: Chair) -> str:
    """The id of whoever speaks for a chair in the chat: a person or character; "" for a bot."""
    if chair.bot and not chair.person and chair.bot in characters_of(room.game):
        return f"bot:{chair.bot}"
    return chair.person


def words_on_move(room: Room, seat: int, move: Move, at: int) -> list[Said]:
    """What a character says with a move that is about to be made; nothing of a hidden one."""
    chair = room.chairs[seat]
    character = characters_of(room.game).get(chair.bot)
    if character is None or chair.person:
        return []
    table = room.started_table()
    if not any(event.who == seat for event in table.events):
        return [_said(room, seat, "start", at)]
    ticket = crc32(f"{room.created.table} {seat} {len(table.events)}".encode())
    if ticket % ONE_IN or not _is_public(table.state, seat, move):
        return []
    if pleases(room.game, character, table.state, seat, move):
        return [_said(room, seat, "pleased", at)]
    return []


def _is_public(state: State, seat: int, move: Move) -> bool:
    """Whether everybody learns the whole move at once, so that words on it tell nothing more."""
    facts: list[Fact] = []
    state.clone().apply(seat, move, facts)
    return bool(facts) and all(fact.seen_by == EVERY_SEAT for fact in facts)


def parting_words(room: Room, at: int) -> list[Said]:
    """What the characters say when the game is over."""
    ranks = room.started_table().state.ranks()
    return [
        _said(room, seat, "won" if ranks[seat] == 1 else "lost", at)
        for seat, chair in enumerate(room.chairs)
        if speaker(room, chair) and not chair.person
    ]


def _said(room: Room, seat: int, occasion: str, at: int) -> Said:
    chair = room.chairs[seat]
    return Said(
        at=at,
        person=speaker(room, chair),
        name=chair.name,
        phrase=f"character.{chair.bot}.says.{occasion}",
        seat=seat,
    )
