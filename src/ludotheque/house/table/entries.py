"""The entries of a table's log: everything that ever happened there, in order.

A table of the house is the fold of its entries (`room`): every process that reads the log has the
same state. Times are milliseconds since 1970. A tag or a field that is stored under an older name
keeps that name in the log.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from ludotheque.core.options import Value
from ludotheque.house.table.clocks import TimeControl

Status = Literal["waiting", "playing", "over", "closed"]
ERASED_NAME: Final = "—"  # of a person who was erased, in any language
ERASED_TEXT: Final = "…"  # what they said


class SeatPlan(msgspec.Struct, frozen=True):
    """What a seat is set up for: a bot of some level, or any person."""

    bot: str = ""


class Entry(msgspec.Struct, frozen=True, tag_field="kind", kw_only=True):
    """Something that happened at a table."""

    at: int = 0


class Created(Entry, frozen=True, tag="created"):
    """The table was set up."""

    table: str
    game: str
    options: dict[str, Value]
    seats: list[SeatPlan]
    public: bool
    host: str
    time_control: TimeControl = msgspec.field(name="pace")
    commitment: str
    hints: bool = True  # whether players may ask for hints
    previous: str = ""  # the table of which this is the rematch
    rules: int = 1  # the version of the game's rules; older logs, which don't say it, have 1


class Sat(Entry, frozen=True, tag="sat"):
    """A person took a seat, or came back to it."""

    seat: int
    person: str
    name: str
    program: bool = False
    nonce: str = ""


class Rose(Entry, frozen=True, tag="rose"):
    """A person left: before the start the seat is free again, later a bot may hold it."""

    seat: int
    bot: str = ""


class Reserved(Entry, frozen=True, tag="kept"):
    """Before the start a seat was reserved for a person."""

    seat: int
    person: str
    name: str


class Engaged(Entry, frozen=True, tag="engaged"):
    """Before the start a bot was given a seat."""

    seat: int
    bot: str


class Freed(Entry, frozen=True, tag="freed"):
    """Before the start a bot was sent away, or a reservation ended."""

    seat: int


class Started(Entry, frozen=True, tag="started"):
    """The game began."""


class Happened(Entry, frozen=True, tag="happened"):
    """An event of the game."""

    who: int
    text: str
    cause: str = ""  # timeout, bot, failed-bot


class Asked(Entry, frozen=True, tag="asked"):
    """A seat asks all others for something: to take a move back, or for another time control."""

    seat: int
    what: str  # takeback, pace
    events: int = 0  # takeback: how many events are to stay
    time_control: TimeControl = msgspec.field(default=TimeControl(), name="pace")


class Answered(Entry, frozen=True, tag="answered"):
    """A seat agrees or refuses."""

    seat: int
    yes: bool


class Resigned(Entry, frozen=True, tag="resigned"):
    """A seat gives up; a bot plays on for it."""

    seat: int
    bot: str


class Said(Entry, frozen=True, tag="said"):
    """A chat message: text, or a phrase that everybody reads in their own language."""

    person: str
    name: str
    text: str = ""
    phrase: str = ""
    seat: int = -1  # where the person sat then; -1 for a spectator


class Muted(Entry, frozen=True, tag="muted"):
    """A person muted another in the chat, or ended that; nobody else notices."""

    person: str
    other: str  # "" stands for all spectators
    on: bool


class Hurried(Entry, frozen=True, tag="hurried"):
    """From now on bots move without a pause, or with one again."""

    seat: int
    on: bool


class Ended(Entry, frozen=True, tag="ended"):
    """The game is over, and its sealed seed is published."""

    seed: str


class Rematched(Entry, frozen=True, tag="rematched"):
    """A rematch was set up, at another table."""

    table: str


class Closed(Entry, frozen=True, tag="closed"):
    """The table was closed before its end."""

    reason: str


class Erased(Entry, frozen=True, tag="forgotten"):
    """A person was erased: their name and what they said are gone from earlier entries, too."""

    person: str


AnyEntry: TypeAlias = (
    Created
    | Sat
    | Rose
    | Reserved
    | Engaged
    | Freed
    | Started
    | Happened
    | Asked
    | Answered
    | Resigned
    | Said
    | Muted
    | Hurried
    | Ended
    | Rematched
    | Closed
    | Erased
)

_decoder = msgspec.json.Decoder(AnyEntry)
_encoder = msgspec.json.Encoder()


def encode_entry(entry: AnyEntry) -> str:
    """An entry as the store keeps it."""
    return _encoder.encode(entry).decode()


def decode_entry(text: str) -> AnyEntry:
    """An entry from the store."""
    entry: AnyEntry = _decoder.decode(text)
    return entry


def without_person(entry: AnyEntry) -> AnyEntry:
    """The entry of a person who is erased: it means the same to the game."""
    match entry:
        case Sat() | Reserved():
            return msgspec.structs.replace(entry, name=ERASED_NAME)
        case Said():
            return without_text(entry)
        case _:
            return entry


def without_text(said: Said) -> Said:
    """The chat message of a person who is erased."""
    return msgspec.structs.replace(said, name=ERASED_NAME, text=ERASED_TEXT, phrase="")
