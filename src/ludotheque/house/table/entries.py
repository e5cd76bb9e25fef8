"""What is written into the log of a table: everything that ever happened there, in order.

A table of the house is nothing but the fold of its entries (`room`): whoever reads the log stands
where its writer stood. Times are milliseconds since 1970.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from ludotheque.core.options import Value

NOBODY = "—"  # the name of somebody who was forgotten, in any language
NOTHING = "…"  # what they said


class Pace(msgspec.Struct, frozen=True):
    """How long one may think: not limited, by the move, by a budget, or for days."""

    mode: str = "free"  # free, move, budget, days
    seconds: int = 0  # for a move, or the budget at the start
    increment: int = 0  # added to the budget after each own move
    together: int = 0  # seconds for a phase in which all act at once; 0 for no limit

    def limited(self) -> bool:
        """Whether each seat has a clock of its own."""
        return self.mode != "free"


class SeatPlan(msgspec.Struct, frozen=True):
    """Who is to sit somewhere: a bot of some level, or anybody."""

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
    pace: Pace
    commitment: str
    hints: bool = True  # whether one may ask for them
    previous: str = ""  # the table of which this is the rematch
    rules: int = 1  # the version of the game's rules; 1 where it was not yet written down


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


class Kept(Entry, frozen=True, tag="kept"):
    """Before the start a seat is kept for somebody who may want to sit there."""

    seat: int
    person: str
    name: str


class Engaged(Entry, frozen=True, tag="engaged"):
    """Before the start a bot was given a seat."""

    seat: int
    bot: str


class Freed(Entry, frozen=True, tag="freed"):
    """Before the start a bot was sent away, or a seat is kept no more."""

    seat: int


class Started(Entry, frozen=True, tag="started"):
    """The game began."""


class Happened(Entry, frozen=True, tag="happened"):
    """An event of the game."""

    who: int
    text: str
    cause: str = ""  # timeout, bot, failed-bot


class Asked(Entry, frozen=True, tag="asked"):
    """A seat asks all others for something: to take back, or for another pace."""

    seat: int
    what: str  # takeback, pace
    events: int = 0  # takeback: how many events are to stay
    pace: Pace = Pace()


class Answered(Entry, frozen=True, tag="answered"):
    """A seat agrees or refuses."""

    seat: int
    yes: bool


class Resigned(Entry, frozen=True, tag="resigned"):
    """A seat gives up; a bot plays on for it."""

    seat: int
    bot: str


class Said(Entry, frozen=True, tag="said"):
    """Somebody spoke: in words of his own, or with a phrase that each reads in his language."""

    person: str
    name: str
    text: str = ""
    phrase: str = ""
    seat: int = -1  # where he sat then; -1 for who looks on


class Muted(Entry, frozen=True, tag="muted"):
    """A person wants to hear another no more, or again; nobody else notices."""

    person: str
    other: str  # nothing stands for all who look on
    on: bool


class Hurried(Entry, frozen=True, tag="hurried"):
    """From now on bots move at once, or take their time again."""

    seat: int
    on: bool


class Ended(Entry, frozen=True, tag="ended"):
    """The game is over and the sealed seed is shown."""

    seed: str


class Rematched(Entry, frozen=True, tag="rematched"):
    """The same people play again, at another table."""

    table: str


class Closed(Entry, frozen=True, tag="closed"):
    """The table was closed before its end."""

    reason: str


class Forgotten(Entry, frozen=True, tag="forgotten"):
    """A person wants to be forgotten: name and words are gone from the entries before, too."""

    person: str


AnyEntry: TypeAlias = (
    Created
    | Sat
    | Rose
    | Kept
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
    | Forgotten
)

_decoder = msgspec.json.Decoder(AnyEntry)
_encoder = msgspec.json.Encoder()


def write(entry: AnyEntry) -> str:
    """An entry as the store keeps it."""
    return _encoder.encode(entry).decode()


def read(text: str) -> AnyEntry:
    """An entry from the store."""
    entry: AnyEntry = _decoder.decode(text)
    return entry


def nameless(entry: AnyEntry) -> AnyEntry:
    """The entry of somebody who wants to be forgotten: it means the same to the game."""
    match entry:
        case Sat() | Kept():
            return msgspec.structs.replace(entry, name=NOBODY)
        case Said():
            return wordless(entry)
        case _:
            return entry


def wordless(said: Said) -> Said:
    """What somebody said who wants to be forgotten."""
    return msgspec.structs.replace(said, name=NOBODY, text=NOTHING, phrase="")
