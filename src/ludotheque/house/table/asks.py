"""What a client may ask for at a table: one half of the contract with every client.

``docs/protocol.md`` explains them; a schema and the client's types are generated from these
classes. Tags and fields are those of the protocol; `api.schema.WIRE_NAMES` lists the classes that
have another name there. The other half is `views.messages`.
"""

from __future__ import annotations

from datetime import date
from typing import Final, TypeAlias

import msgspec

from ludotheque.house.table.clocks import TimeControl
from ludotheque.house.table.entries import BotPace

MAX_MESSAGE_BYTES: Final = 64 * 1024


class Ask(msgspec.Struct, frozen=True, tag_field="type", kw_only=True, forbid_unknown_fields=True):
    """What a client asks for; the reply has the same ``id``."""

    id: int = 0


class Sit(Ask, frozen=True, tag="sit"):
    """Take a seat, come back to one's own, or take over the seat of a bot where that is allowed.

    Before the start, a nonce becomes part of the sealed luck.
    """

    seat: int
    nonce: str = ""


class StandUp(Ask, frozen=True, tag="rise"):
    """Leave one's seat."""


class AddBot(Ask, frozen=True, tag="bot"):
    """Before the start: give a free seat to a bot."""

    seat: int
    bot: str


class FreeSeat(Ask, frozen=True, tag="free"):
    """Before the start: remove the bot from a seat, or cancel the reservation of a seat."""

    seat: int


class ChooseRated(Ask, frozen=True, tag="rated"):
    """Before the start: say whether the game shall count for ratings; all people must agree."""

    yes: bool


class Start(Ask, frozen=True, tag="start"):
    """Begin the game."""


class Play(Ask, frozen=True, tag="play"):
    """Make a decision: play a move, in notation."""

    decision: int
    text: str


class WhyNot(Ask, frozen=True, tag="why-not"):
    """Ask why a move is not allowed."""

    text: str


class Hint(Ask, frozen=True, tag="hint"):
    """Ask for moves one could play."""


class Say(Ask, frozen=True, tag="say"):
    """Send a chat message: text, or one of the house's phrases."""

    text: str = ""
    phrase: str = ""


class Mute(Ask, frozen=True, tag="mute"):
    """Mute or unmute the person at a seat in the chat; -1 stands for all spectators."""

    seat: int
    on: bool = True


class SetBotPace(Ask, frozen=True, tag="bot-pace"):
    """Have the bots of this table move at another pace from now on."""

    pace: BotPace


class Rematch(Ask, frozen=True, tag="rematch"):
    """Ask for a rematch: create its table, or sit down there."""


class ProposeTakeback(Ask, frozen=True, tag="takeback"):
    """Propose to take one's last move back."""


class ProposeTimeControl(Ask, frozen=True, tag="pace"):
    """Propose another time control."""

    pace: TimeControl


class TakeLeave(Ask, frozen=True, tag="leave"):
    """Take leave on some days, which replace those still to come; without days, come back."""

    first: date | None = None
    last: date | None = None


class Vote(Ask, frozen=True, tag="answer"):
    """Agree to the proposal, or reject it."""

    yes: bool


class Resign(Ask, frozen=True, tag="resign"):
    """Resign the game."""


class SetLanguage(Ask, frozen=True, tag="language"):
    """Receive everything in another language from now on."""

    language: str


class Ping(Ask, frozen=True, tag="ping"):
    """Check that the connection works."""


AnyAsk: TypeAlias = (
    Sit
    | StandUp
    | AddBot
    | FreeSeat
    | ChooseRated
    | Start
    | Play
    | WhyNot
    | Hint
    | Say
    | Mute
    | SetBotPace
    | Rematch
    | ProposeTakeback
    | ProposeTimeControl
    | TakeLeave
    | Vote
    | Resign
    | SetLanguage
    | Ping
)

_decoder = msgspec.json.Decoder(AnyAsk)


def decode_ask(data: str | bytes) -> AnyAsk:
    """Decode what a client sent; raises `msgspec.MsgspecError` if it is no ask."""
    ask: AnyAsk = _decoder.decode(data)
    return ask
