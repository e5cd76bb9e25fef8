"""The protocol as JSON Schema: ``python -m ludotheque.house.api.schema`` writes the file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

import msgspec

from ludotheque.house.api import (
    admin,
    analysis,
    community,
    daily,
    invitations,
    leave,
    matching,
    notices,
    past,
    puzzles,
    records,
    statistics,
)
from ludotheque.house.api.accounts import Credentials, NewPassword, PasskeyResponse, Rename
from ludotheque.house.api.games import GameInfo, RuleSheet
from ludotheque.house.api.lessons import Lessons
from ludotheque.house.api.luck import Outcome
from ludotheque.house.api.pictures import RulePictures
from ludotheque.house.api.replay import ReplayFrame, Story
from ludotheque.house.api.tables import NewTable
from ludotheque.house.table.asks import AnyAsk
from ludotheque.house.table.awaited import Awaited
from ludotheque.house.table.listing import TablePage
from ludotheque.house.table.lobby import AnyLobbyMessage
from ludotheque.house.views.messages import PROTOCOL_VERSION, AnyMessage

REF_PREFIX: Final = "#/$defs/"
SCHEMA_PATH: Final = "docs/schema.json"
# Types whose name in the schema, and so in the client, is another.
WIRE_NAMES: Final = {
    "AddBot": "Engage",
    "EssentialView": "Essential",
    "FreeSeat": "Free",
    "GameInfo": "Box",
    "OptionInfo": "BoxOption",
    "PasskeyResponse": "Signed",
    "ProposeTakeback": "Takeback",
    "ProposeTimeControl": "ChangePace",
    "ReplayFrame": "Moment",
    "SeatView": "Seat",
    "SetLanguage": "Speak",
    "StandUp": "Rise",
    "TimeControl": "Pace",
    "Vote": "Answer",
}
UNIONS: Final[dict[str, Any]] = {
    "Ask": AnyAsk,
    "Tell": AnyMessage,
    "LobbyMessage": AnyLobbyMessage,
}
BODY_TYPES: Final = (
    *(NewTable, Credentials, Rename, NewPassword, PasskeyResponse),
    *invitations.BODY_TYPES,
    *matching.BODY_TYPES,
    *leave.BODY_TYPES,
    *community.BODY_TYPES,
    *admin.BODY_TYPES,
    *notices.BODY_TYPES,
    *statistics.BODY_TYPES,
    *analysis.BODY_TYPES,
    *puzzles.BODY_TYPES,
)
RESPONSE_TYPES: Final = (
    *(GameInfo, RuleSheet, RulePictures, Lessons, Story, ReplayFrame, Outcome, TablePage),
    *invitations.RESPONSE_TYPES,
    *matching.RESPONSE_TYPES,
    *leave.RESPONSE_TYPES,
    *community.RESPONSE_TYPES,
    *admin.RESPONSE_TYPES,
    *notices.RESPONSE_TYPES,
    Awaited,
    *daily.RESPONSE_TYPES,
    *records.RESPONSE_TYPES,
    *past.RESPONSE_TYPES,
    *statistics.RESPONSE_TYPES,
    *analysis.RESPONSE_TYPES,
    *puzzles.RESPONSE_TYPES,
)


def schema() -> dict[str, Any]:
    """What a client sends (``Ask``) and receives (``Tell``, ``LobbyMessage``), and bodies."""
    references, parts = msgspec.json.schema_components(
        [*UNIONS.values(), *BODY_TYPES, *RESPONSE_TYPES], ref_template=REF_PREFIX + "{name}"
    )
    unions = dict(zip(UNIONS, references, strict=False))
    named = {WIRE_NAMES.get(name, name): part for name, part in parts.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The messages of Ludothèque, protocol {PROTOCOL_VERSION}",
        "anyOf": [{"$ref": REF_PREFIX + name} for name in UNIONS],
        "$defs": _with_wire_names(dict(sorted({**named, **unions}.items()))),
    }


def _with_wire_names(part: Any) -> Any:
    """A part of the schema in which titles and references have the names of the protocol."""
    if isinstance(part, dict):
        return {key: _with_wire_names(value) for key, value in part.items()}
    if isinstance(part, list):
        return [_with_wire_names(value) for value in part]
    if isinstance(part, str) and part.startswith(REF_PREFIX):
        name = part.removeprefix(REF_PREFIX)
        return REF_PREFIX + WIRE_NAMES.get(name, name)
    return WIRE_NAMES.get(part, part) if isinstance(part, str) else part


def text() -> str:
    """The contents of the file."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else SCHEMA_PATH).write_text(text(), encoding="utf-8")
