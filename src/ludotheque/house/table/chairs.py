"""The seats of a table: who sits there, who moves for it, and what it has to decide."""

from __future__ import annotations

from typing import Final

import msgspec

from ludotheque.core.bot import current_bot_name
from ludotheque.house.table.entries import Engaged, Freed, Reserved, Sat

BOT_NAMES: Final = ("Ada", "Blaise", "Clara", "Dirk", "Edith", "Felix")


class Chair(msgspec.Struct):
    """A seat of a table; ``Chair()`` is free for anybody."""

    person: str = ""
    name: str = ""  # of the one who sits there, or for whom it is reserved
    reserved_for: str = ""  # before the start: the only person who may sit down
    program: bool = False
    nonce: str = ""
    bot: str = ""  # moves for the seat
    away: bool = False  # its person left; the bot holds the seat for them
    resigned: bool = False
    decision: int = -1  # number of the entry at which the seat's present decision arose
    last_decision: int = -1  # the last of its decisions that was made, or went away

    def seat_person(self, entry: Sat, waiting: bool) -> None:
        """A person sits down or comes back; once the game has begun the nonce stays."""
        self.person, self.name, self.program = entry.person, entry.name, entry.program
        self.nonce = entry.nonce if waiting else self.nonce
        self.away, self.bot, self.reserved_for = False, "", ""

    def hand_to_bot(self, bot: str) -> None:
        """The person has left, and a bot holds the seat."""
        self.away, self.bot = True, current_bot_name(bot)

    def end_decision(self) -> None:
        """A decision was made, or is gone: its number is never accepted again."""
        self.last_decision, self.decision = max(self.last_decision, self.decision), -1


def bot_chair(seat: int, bot: str) -> Chair:
    """A seat with a bot at it."""
    return Chair(bot=current_bot_name(bot), name=BOT_NAMES[seat])


def arranged_chair(entry: Reserved | Engaged | Freed) -> Chair:
    """A seat as the host has arranged it before the start."""
    match entry:
        case Reserved():
            return Chair(reserved_for=entry.person, name=entry.name)
        case Engaged():
            return bot_chair(entry.seat, entry.bot)
        case Freed():
            return Chair()
