"""The protocol as TypeScript: ``python -m ludotheque.house.api.typescript`` writes the file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

from ludotheque.house.api.schema import schema

TYPES_PATH: Final = "client/src/wire/types.ts"
HEADER: Final = """// The messages of the house, made from its own types:
// python -m ludotheque.house.api.typescript. Not to be edited.
// deno-fmt-ignore-file
"""
SCALARS: Final = {"string": "string", "boolean": "boolean", "integer": "number", "number": "number"}


def text() -> str:
    """The contents of the file of types."""
    types = schema()["$defs"]
    return HEADER + "".join(_named_type(name, part) for name, part in types.items())


def _named_type(name: str, part: dict[str, Any]) -> str:
    """A definition of the schema as an interface or a type alias."""
    description = part.get("description", "").split("\n\n")[0].replace("\n    ", " ")
    comment = f"/** {description} */\n" if description else ""
    if part.get("type") != "object" or "properties" not in part:
        return f"\n{comment}export type {name} = {type_of(part)};\n"
    # The house sends every field but unset ones; a client may leave out fields with a default.
    is_sent_by_client = part.get("additionalProperties") is False
    required = part.get("required", [])
    fields = (
        f"  readonly {field}{_mark(field in required or _has_value(value, is_sent_by_client))}:"
        f" {type_of(value)};\n"
        for field, value in part["properties"].items()
    )
    return f"\n{comment}export interface {name} {{\n{''.join(fields)}}}\n"


def _has_value(part: dict[str, Any], is_sent_by_client: bool) -> bool:
    """Whether a field that is not required is sent all the same: the house sends defaults."""
    return not is_sent_by_client and "default" in part


def _mark(always_sent: bool) -> str:
    return "" if always_sent else "?"


def type_of(part: dict[str, Any]) -> str:
    """A part of the schema as a type."""
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2]
    if "anyOf" in part:
        return " | ".join(type_of(option) for option in part["anyOf"])
    if "enum" in part:
        return " | ".join(json.dumps(value) for value in part["enum"])
    json_type = part["type"]
    if isinstance(json_type, list):
        return " | ".join(type_of({"type": option}) for option in json_type)
    if json_type == "null":
        return "null"
    if json_type == "array":
        return _array(part)
    if json_type == "object":
        values = part.get("additionalProperties")
        return f"Readonly<Record<string, {type_of(values) if values else 'unknown'}>>"
    return SCALARS[json_type]


def _array(part: dict[str, Any]) -> str:
    if "prefixItems" in part:
        return f"readonly [{', '.join(type_of(item) for item in part['prefixItems'])}]"
    return f"readonly {_bracketed(type_of(part['items']))}[]"


def _bracketed(type_text: str) -> str:
    return f"({type_text})" if " " in type_text else type_text


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else TYPES_PATH).write_text(text(), encoding="utf-8")
