"""The messages as TypeScript: ``python -m ludotheque.house.api.typescript`` writes the file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from ludotheque.house.api.schema import schema

FILE = "client/src/wire/types.ts"
HEAD = """// The messages of the house, made from its own types:
// python -m ludotheque.house.api.typescript. Not to be edited.
// deno-fmt-ignore-file
"""
SCALARS = {"string": "string", "boolean": "boolean", "integer": "number", "number": "number"}


def text() -> str:
    """The contents of the file of types."""
    kinds = schema()["$defs"]
    return HEAD + "".join(_kind(name, kind) for name, kind in kinds.items())


def _kind(name: str, kind: dict[str, Any]) -> str:
    """One message as a named type."""
    description = kind.get("description", "").split("\n\n")[0].replace("\n    ", " ")
    comment = f"/** {description} */\n" if description else ""
    if kind.get("type") != "object" or "properties" not in kind:
        return f"\n{comment}export type {name} = {type_of(kind)};\n"
    # The house sends every field; what it reads may leave out fields with a default.
    required = kind.get("required", []) if kind.get("additionalProperties") is False else None
    fields = (
        f"  readonly {field}{_optional(field, required)}: {type_of(part)};\n"
        for field, part in kind["properties"].items()
    )
    return f"\n{comment}export interface {name} {{\n{''.join(fields)}}}\n"


def _optional(field: str, required: list[str] | None) -> str:
    return "" if required is None or field in required else "?"


def type_of(part: dict[str, Any]) -> str:
    """A part of the schema as a type."""
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2]
    if "anyOf" in part:
        return " | ".join(type_of(one) for one in part["anyOf"])
    if "enum" in part:
        return " | ".join(json.dumps(value) for value in part["enum"])
    kind = part["type"]
    if isinstance(kind, list):
        return " | ".join(type_of({"type": one}) for one in kind)
    if kind == "null":
        return "null"
    if kind == "array":
        return _array(part)
    if kind == "object":
        values = part.get("additionalProperties")
        return f"Readonly<Record<string, {type_of(values) if values else 'unknown'}>>"
    return SCALARS[kind]


def _array(part: dict[str, Any]) -> str:
    if "prefixItems" in part:
        return f"readonly [{', '.join(type_of(one) for one in part['prefixItems'])}]"
    return f"readonly {_bracketed(type_of(part['items']))}[]"


def _bracketed(kind: str) -> str:
    return f"({kind})" if " " in kind else kind


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else FILE).write_text(text(), encoding="utf-8")
