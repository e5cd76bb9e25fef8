"""Conformance lines: records with their expected verdicts, as another implementation wrote them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ludotheque.core.errors import BadRecord
from ludotheque.core.record import Json, Record, from_json, referee, replay

if TYPE_CHECKING:
    from ludotheque.core.table import Table


def check_line(data: Json | BadRecord) -> str:
    """What is wrong with a record or a conformance line; empty if nothing is.

    >>> import json, ludotheque
    >>> from ludotheque.core.record import Record
    >>> from ludotheque.testing import play_random
    >>> table = play_random(ludotheque.find("m"), {"players": 2}, seed=1)
    >>> record = json.loads(Record.from_table(table).to_json())
    >>> check_line({"kind": "game", "record": record})
    ''
    >>> check_line({"kind": "illegal", "record": record, "index": 7})
    'event 7 should be the first bad one, none is'
    """
    if isinstance(data, BadRecord):
        raise data
    if not isinstance(data, dict) or "kind" not in data:
        return str(referee(from_json(data)) or "")
    record = from_json(data.get("record"))
    match data["kind"]:
        case "game":
            return str(referee(record) or "")
        case "legal":
            return _compare_legal(record, data.get("legal"))
        case "illegal":
            fault = referee(record)
            if fault is None or fault.index != data.get("index"):
                return (
                    f"event {data.get('index')} should be the first bad one, {fault or 'none is'}"
                )
            return ""
        case kind:
            raise BadRecord(f"a conformance line is game, legal or illegal, not {kind!r}")


def _compare_legal(record: Record, expected: Json) -> str:
    fault = referee(record)
    if fault is not None:
        return str(fault)
    if not isinstance(expected, dict):
        raise BadRecord("legal is a JSON object")
    actual = legal_texts(replay(record))
    return "" if actual == expected else f"legal moves are {json.dumps(actual)}"


def legal_texts(table: Table) -> dict[str, list[str]]:
    """All legal moves by actor, in canonical notation, sorted."""
    state = table.state
    return {str(seat): table.game.texts(state, seat) for seat in state.actors()}
