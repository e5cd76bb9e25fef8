"""The state of a seat: its person or bot, and the decision the game waits for."""

from __future__ import annotations

from collections.abc import Collection
from itertools import count
from typing import Final, NamedTuple

import msgspec

from ludotheque.core.bot import current_bot_name
from ludotheque.house.names import looks_like_any
from ludotheque.house.table.entries import Engaged, Freed, Reserved, Sat

BOT_NAMES: Final = ("Ada", "Blaise", "Clara", "Dirk", "Edith", "Felix")  # by seat


class Holder(NamedTuple):
    """The player of a seat from some event of the game on: a person, or a bot."""

    seat: int
    event: int  # the number of events before
    person: str  # "" for a bot
    name: str
    bot: str  # "" for a person


class Chair(msgspec.Struct):
    """A seat of a table; ``Chair()`` is free."""

    person: str = ""
    name: str = ""  # of the person or bot at the seat, or of the person it is reserved for
    reserved_for: str = ""  # before the start: the only person who may sit down
    program: bool = False  # whether a program plays for the person
    nonce: str = ""
    rated: bool = False  # before the start: the person wants a rated game
    bot: str = ""  # the bot that moves for the seat, if any
    away: bool = False  # the person left; the bot plays until they come back
    resigned: bool = False
    decision: int = -1  # `Room.public_number()` when the current decision arose; -1: none
    last_decision: int = -1  # the last decision that was made or cancelled

    def player(self) -> str:
        """The player that is rated for the seat: a person, or a bot by its level."""
        return self.person or f"bot:{self.bot}"

    def occupy(self, entry: Sat, waiting: bool) -> None:
        """A person sits down or comes back; after the start the nonce does not change."""
        self.person, self.name, self.program = entry.person, entry.name, entry.program
        self.nonce = entry.nonce if waiting else self.nonce
        self.away, self.bot, self.reserved_for = False, "", ""

    def holder(self, seat: int, event: int) -> Holder:
        """The present player of the seat; of a person who left, the bot."""
        return Holder(seat, event, "" if self.bot else self.person, self.name, self.bot)

    def hand_to_bot(self, bot: str) -> None:
        """The person has left, and a bot plays for the seat."""
        self.away, self.bot = True, current_bot_name(bot)

    def end_decision(self) -> None:
        """The decision was made or cancelled: its number is never accepted again."""
        self.last_decision, self.decision = max(self.last_decision, self.decision), -1


def bot_chair(seat: int, bot: str, taken: Collection[str], called: str = "") -> Chair:
    """A seat with a bot at it; ``taken`` are the other names at the table.

    A character is ``called`` by its own name, unless somebody has it already.
    """
    is_free = called and not looks_like_any(called, taken)
    return Chair(bot=current_bot_name(bot), name=called if is_free else bot_name(seat, taken))


def bot_name(seat: int, taken: Collection[str]) -> str:
    """The name of a bot at a seat: the first that looks like no other name at the table."""
    first = seat % len(BOT_NAMES)
    names = (*BOT_NAMES[first:], *BOT_NAMES[:first])
    numbered = (f"{names[0]} {number}" for number in count(2))
    free = (name for name in names if not looks_like_any(name, taken))
    return next(free, "") or next(one for one in numbered if not looks_like_any(one, taken))


def arranged_chair(
    entry: Reserved | Engaged | Freed, taken: Collection[str], called: str = ""
) -> Chair:
    """A seat as an entry before the start arranges it; ``taken`` are the other names."""
    match entry:
        case Reserved():
            return Chair(reserved_for=entry.person, name=entry.name)
        case Engaged():
            return bot_chair(entry.seat, entry.bot, taken, called)
        case Freed():
            return Chair()
