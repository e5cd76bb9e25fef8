"""The messages as JSON Schema: ``python -m ludotheque.house.api.schema`` writes the file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from ludotheque.house.api.accounts import Credentials, NewPassword, Rename, Signed
from ludotheque.house.api.games import Box, RuleSheet
from ludotheque.house.api.lessons import Lessons
from ludotheque.house.api.luck import Outcome
from ludotheque.house.api.replay import Moment, Story
from ludotheque.house.api.tables import NewTable
from ludotheque.house.table.asks import AnyAsk
from ludotheque.house.views.messages import PROTOCOL_VERSION, AnyMessage

FILE = "docs/schema.json"
WIRE_NAMES = {"TimeControl": "Pace"}  # types whose name in the schema is another
UNIONS: dict[str, Any] = {"Ask": AnyAsk, "Tell": AnyMessage}
BODIES = (NewTable, Credentials, Rename, NewPassword, Signed)
ANSWERS = (Box, RuleSheet, Lessons, Story, Moment, Outcome)


def schema() -> dict[str, Any]:
    """What a client sends (``Ask``), what it gets (``Tell``), and bodies and answers of HTTP."""
    components = msgspec.json.schema_components(
        [*UNIONS.values(), *BODIES, *ANSWERS], ref_template="#/$defs/{name}"
    )
    found, parts = _with_wire_names(components)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The messages of Ludothèque, protocol {PROTOCOL_VERSION}",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in UNIONS],
        "$defs": dict(sorted({**parts, **dict(zip(UNIONS, found, strict=False))}.items())),
    }


def _with_wire_names(components: Any) -> Any:
    encoded = json.dumps(components)
    for name, wire_name in WIRE_NAMES.items():
        encoded = encoded.replace(f'{name}"', f'{wire_name}"')
    return json.loads(encoded)


def text() -> str:
    """The contents of the schema's file."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else FILE).write_text(text(), encoding="utf-8")
