"""`docs/protocol.md` agrees with the code: messages, fields, codes, URLs, limits."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

import pytest
from starlette.routing import Route, WebSocketRoute

from ludotheque.core import errors
from ludotheque.core.words import LANGUAGES
from ludotheque.house import limits, server
from ludotheque.house.api import files, openapi, schema, sockets
from ludotheque.house.settings import Settings
from ludotheque.house.table import asks, chat
from ludotheque.house.table.room import MAX_CHAT_MESSAGES
from ludotheque.house.views import messages
from ludotheque.house.workers import bot_pool

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
QUOTED = set(re.findall(r"`([^`\n]+)`", PAGE))
SCHEMA = schema.schema()["$defs"]
# What is not of the API: files, and a certificate for phones.
NOT_DESCRIBED = {*(route.path_format for route in files.routes()), "/ca.crt"}


def codes_in_the_source() -> set[str]:
    """All codes of refusals: of the house, wherever it refuses something, and of the games."""
    found = {
        kind.code
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, errors.GameError)
    }
    for path in (ROOT / "src" / "ludotheque" / "house").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                place = {"Refused": 0, "refusal": 0, "Refusal": 1}.get(node.func.id)
                if place is not None and isinstance(code := node.args[place], ast.Constant):
                    found.add(str(code.value))
    return found


def test_the_schema_is_up_to_date() -> None:
    """If it is not: ``python -m ludotheque.house.api.schema``."""
    assert (ROOT / schema.SCHEMA_PATH).read_text(encoding="utf-8") == schema.text()


def test_the_schema_defines_all_that_it_references() -> None:
    targets = set(re.findall(r'"#/\$defs/(\w+)"', schema.text()))
    assert targets <= set(SCHEMA)
    names = {kind.__name__ for kind in get_args(asks.AnyAsk)}
    assert {schema.WIRE_NAMES.get(name, name) for name in names} <= targets


def test_the_openapi_description_is_up_to_date() -> None:
    """If it is not: ``python -m ludotheque.house.api.openapi``."""
    assert (ROOT / openapi.OPENAPI_PATH).read_text(encoding="utf-8") == openapi.text()


def test_the_openapi_description_has_every_route() -> None:
    described = {
        f"{method.upper()} {path}"
        for path, methods in openapi.openapi()["paths"].items()
        for method in methods
    }
    served = {
        f"{method} {route.path_format}"
        for route in server.create_app(Settings(database="")).routes
        if isinstance(route, Route) and route.path_format not in NOT_DESCRIBED
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert described == served == set(openapi.OPERATIONS)
    targets = set(re.findall(r'"#/components/schemas/(\w+)"', openapi.text()))
    assert targets <= set(openapi.openapi()["components"]["schemas"])


def test_every_message_is_explained() -> None:
    kinds = [*get_args(asks.AnyAsk), *get_args(messages.AnyMessage)]
    assert {kind.__struct_config__.tag for kind in kinds} <= QUOTED


@pytest.mark.parametrize("name", sorted(set(SCHEMA) - {*schema.UNIONS}))
def test_every_field_is_explained(name: str) -> None:
    assert set(SCHEMA[name]["properties"]) <= QUOTED


def test_every_code_is_explained_and_no_other() -> None:
    table = PAGE.partition("## Codes of refusals")[2]
    explained = re.findall(r"^\| `([\w-]+)` \|", table, re.MULTILINE)
    assert explained == sorted(codes_in_the_source())


def test_every_route_is_explained() -> None:
    for route in server.create_app(Settings(database="")).routes:
        assert isinstance(route, Route | WebSocketRoute)
        if isinstance(route, WebSocketRoute):
            assert route.path.replace("{table}", "TABLE") in QUOTED
        elif route.path.startswith("/api"):
            for method in (route.methods or set()) - {"HEAD"}:
                assert any(q.partition("?")[0] == f"{method} {route.path}" for q in QUOTED)
        else:
            assert {route.path, f"GET {route.path}"} & QUOTED


def test_the_limits_agree_with_the_code() -> None:
    house = server.House(Settings(database=""))
    house.bot_pool.close()
    requests, files = house.request_limit, house.file_limit
    for limit in (
        f"of one address | {requests.burst} | {requests.per_second} a second |",
        f"scenes of one address | {files.burst} | {files.per_second} a second |",
        f"to log in from one address | {house.password_limit.burst} | one in five seconds |",
        f"new guests from one address | {house.guest_limit.burst} | one in five seconds |",
        f"new accounts from one address | {house.registration_limit.burst} | one in ten seconds |",
        f"passkeys from one address | {house.passkey_limit.burst} | one in two seconds |",
        f"erasures from one address | {house.erasure_limit.burst} | one a minute |",
        f"downloads of one's data | {limits.EXPORT_BURST_PER_PERSON} | one a minute |",
        f"new tables of one person | {limits.TABLE_BURST_PER_PERSON} | one in ten seconds |",
        f"languages of one person | {limits.LANGUAGE_BURST_PER_PERSON} | one in five seconds |",
        f"messages on one socket | {limits.MESSAGE_BURST} | {limits.MESSAGES_PER_S} a second |",
        f"chat messages of one person | {limits.CHAT_BURST_PER_PERSON} | one in two seconds |",
        f"hints of one person | {limits.HINT_BURST_PER_PERSON} | one in two seconds |",
        f"at most {bot_pool.MAX_HINTS} moves",
        f"({asks.MAX_MESSAGE_BYTES} bytes)",
        f"at most {limits.MAX_SOCKETS_PER_CLIENT} sockets",
        f"{sockets.MAX_UNSENT_REPLIES} answers",
        f"{chat.MAX_MESSAGE_LENGTH} characters",
        f"the last {MAX_CHAT_MESSAGES} messages",
        f"{bot_pool.BOT_TIMEOUT_S:.0f} seconds for a move",
        f"some {1000 * sockets.MIN_CLIP_DELAY_S:.0f} ms",
        f"now {messages.PROTOCOL_VERSION}:",
    ):
        assert limit in PAGE.replace("\n", " "), limit
    assert (house.password_limit.per_second, limits.CHAT_PER_S_PER_PERSON) == (1 / 5, 1 / 2)
    assert limits.HINTS_PER_S_PER_PERSON == 1 / 2
    assert (house.registration_limit.per_second, house.passkey_limit.per_second) == (1 / 10, 1 / 2)


def test_the_languages_are_explained() -> None:
    assert set(LANGUAGES) <= QUOTED
