"""The entries of a table's log: everything that ever happened there, in order.

The state of a table is the fold of its entries (`room`): every process that reads the log has the
same state. Times are milliseconds since 1970. Tags and fields keep the names under which older
versions stored them, also where a class or an attribute has another name today.
"""

from __future__ import annotations

from datetime import date
from typing import Final, Literal, TypeAlias

import msgspec

from ludotheque.core.options import Value
from ludotheque.house.table.clocks import TimeControl

Status = Literal["waiting", "playing", "over", "closed"]
Cause = Literal["", "timeout", "bot", "failed-bot"]  # of an event; "" for a person or luck
ProposalType = Literal["takeback", "pace"]  # "pace": another time control
CLOSED_BY_ADMIN: Final = "admin"  # reasons to close a table
CLOSED_UNSTARTED: Final = "unstarted"  # it waited for players for too long
CLOSED_IDLE: Final = "idle"  # nobody played on for too long
ERASED_NAME: Final = "—"  # replaces the name of an erased person, in any language
ERASED_TEXT: Final = "…"  # replaces what they wrote


class SeatPlan(msgspec.Struct, frozen=True):
    """The bot that a new table has at a seat; "" for any person."""

    bot: str = ""


BotPace: TypeAlias = Literal["calm", "normal", "quick"]  # quick bots don't pause


class Entry(msgspec.Struct, frozen=True, tag_field="kind", kw_only=True):
    """Something that happened at a table."""

    at: int = 0


class Created(Entry, frozen=True, tag="created"):
    """The table was created."""

    table: str
    game: str
    options: dict[str, Value]
    seats: list[SeatPlan]
    public: bool
    host: str
    time_control: TimeControl = msgspec.field(name="pace")
    commitment: str  # to the secret seed of the luck
    hints: bool = True  # whether players may ask for hints
    previous: str = ""  # id of the table of which this is the rematch
    rules: int = 1  # version of the game's rules; logs from before this field have 1
    free_takebacks: bool = False  # moves may be taken back at any time, and nobody is asked
    daily: str = ""  # the day whose deal it is, as 2026-11-18; "" for any other table
    open_seats: bool = False  # whoever comes may take over the seat of a bot during the game
    circle: str = ""  # id of the circle whose members alone may come; "" for anybody
    position: str = ""  # at which the game begins, hidden information included; "" for a new game


class Sat(Entry, frozen=True, tag="sat"):
    """A person took a seat, came back to it, or took it over from a bot during the game."""

    seat: int
    person: str
    name: str
    program: bool = False
    nonce: str = ""


class Rose(Entry, frozen=True, tag="rose"):
    """A person left: before the start the seat becomes free, later a bot plays for it."""

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
    """Before the start a bot was removed, or a reservation cancelled."""

    seat: int


class ChoseRated(Entry, frozen=True, tag="chose-rated"):
    """Before the start a person said whether the game shall count for ratings."""

    seat: int
    yes: bool


class Started(Entry, frozen=True, tag="started"):
    """The game began."""


class Happened(Entry, frozen=True, tag="happened"):
    """An event of the game."""

    who: int  # a seat, or LUCK, which is negative
    text: str
    cause: str = ""  # a `Cause`; not checked when an old log is read


class Proposed(Entry, frozen=True, tag="asked"):
    """A seat proposes something to all others: a takeback, or another time control."""

    seat: int
    what: ProposalType
    events: int = 0  # takeback: how many events are to stay
    time_control: TimeControl = msgspec.field(default=TimeControl(), name="pace")


class Voted(Entry, frozen=True, tag="answered"):
    """A seat agrees to the proposal, or rejects it."""

    seat: int
    yes: bool


class Resigned(Entry, frozen=True, tag="resigned"):
    """A seat resigned; a bot plays on for it."""

    seat: int
    bot: str


class Said(Entry, frozen=True, tag="said"):
    """A chat message: a text, or the key of a phrase that is translated for each reader."""

    person: str
    name: str
    text: str = ""
    phrase: str = ""
    seat: int = -1  # where the person sat then; -1 for a spectator


class Muted(Entry, frozen=True, tag="muted"):
    """A person muted or unmuted another in the chat; nobody else notices."""

    person: str
    other: str  # "" stands for all spectators
    on: bool


class Hurried(Entry, frozen=True, tag="hurried"):
    """From now on bots are quick, or normal again; in logs from before `BotsPaced`."""

    seat: int
    on: bool


class BotsPaced(Entry, frozen=True, tag="bots-paced"):
    """From now on bots move at another pace."""

    seat: int
    pace: BotPace


class TookLeave(Entry, frozen=True, tag="leave"):
    """A person takes leave on some days, which replace those still to come; or comes back."""

    seat: int
    first: date | None = None  # none: no more days
    last: date | None = None


class Resumed(Entry, frozen=True, tag="resumed"):
    """The house was away, or its clock had jumped: running clocks are set on by some time."""

    uncounted_ms: int  # negative if the house's clock went back


class Renamed(Entry, frozen=True, tag="renamed"):
    """A person has another name from now on."""

    person: str
    name: str


class Ended(Entry, frozen=True, tag="ended"):
    """The game is over, and its sealed seed is published."""

    seed: str


class Rematched(Entry, frozen=True, tag="rematched"):
    """The table of a rematch was created."""

    table: str


class Closed(Entry, frozen=True, tag="closed"):
    """The table was closed before the end of its game."""

    reason: str  # such as CLOSED_BY_ADMIN


class Erased(Entry, frozen=True, tag="forgotten"):
    """A person was erased: their name and messages are replaced in earlier entries, too."""

    person: str


AnyEntry: TypeAlias = (
    Created
    | Sat
    | Rose
    | Reserved
    | Engaged
    | Freed
    | ChoseRated
    | Started
    | Happened
    | Proposed
    | Voted
    | Resigned
    | Said
    | Muted
    | Hurried
    | BotsPaced
    | TookLeave
    | Resumed
    | Renamed
    | Ended
    | Rematched
    | Closed
    | Erased
)

_decoder = msgspec.json.Decoder(AnyEntry)
_encoder = msgspec.json.Encoder()


def encode_entry(entry: AnyEntry) -> str:
    """An entry as JSON, for the store."""
    return _encoder.encode(entry).decode()


def decode_entry(text: str) -> AnyEntry:
    """An entry from the store."""
    entry: AnyEntry = _decoder.decode(text)
    return entry


def without_person(entry: AnyEntry) -> AnyEntry:
    """An entry without the name and texts of its person; it means the same to the game."""
    match entry:
        case Sat() | Reserved() | Renamed():
            return msgspec.structs.replace(entry, name=ERASED_NAME)
        case Said():
            return without_text(entry)
        case _:
            return entry


def without_text(said: Said) -> Said:
    """A chat message without its name and text."""
    return msgspec.structs.replace(said, name=ERASED_NAME, text=ERASED_TEXT, phrase="")
