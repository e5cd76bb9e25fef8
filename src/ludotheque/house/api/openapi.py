"""The HTTP part of the protocol as OpenAPI: ``python -m ludotheque.house.api.openapi`` writes it.

Paths, methods and summaries are those of the routes, bodies and answers those of the schema of all
messages. Sockets and the page's own files are left out.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from starlette.routing import Route

from ludotheque.core.words import LANGUAGE_CODE, LANGUAGES
from ludotheque.house.api import (
    accounts,
    admin,
    analysis,
    community,
    daily,
    games,
    invitations,
    leave,
    lessons,
    luck,
    matching,
    monitoring,
    notices,
    past,
    pictures,
    puzzles,
    records,
    replay,
    statistics,
    tables,
)
from ludotheque.house.api.accounts import Credentials, NewPassword, PasskeyResponse, Rename
from ludotheque.house.api.games import GameInfo, RuleSheet
from ludotheque.house.api.http import STATUS_BY_CODE
from ludotheque.house.api.lessons import Lessons
from ludotheque.house.api.luck import Outcome
from ludotheque.house.api.pictures import RulePictures
from ludotheque.house.api.replay import ReplayFrame, Story
from ludotheque.house.api.schema import REF_PREFIX, WIRE_NAMES, schema
from ludotheque.house.api.tables import STATUSES, NewTable
from ludotheque.house.hosting.links import NewLink
from ludotheque.house.matchmaking.matchmaker import MatchState
from ludotheque.house.notices.preferences import NoticeSettings
from ludotheque.house.ratings.statistics import GameStatistics
from ludotheque.house.store.community import Report
from ludotheque.house.store.hosting import Announcement, AuditEntry, KnownPerson
from ludotheque.house.table.listing import TablePage
from ludotheque.house.views.messages import PROTOCOL_VERSION

OPENAPI_PATH: Final = "docs/openapi.json"
COMPONENT_PREFIX: Final = "#/components/schemas/"
PLACEHOLDER: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")
JSON_TYPE: Final = "application/json"
TEXT: Final[dict[str, Any]] = {"type": "string"}
QUERY_TEXT: Final[dict[str, Any]] = {"type": "string", "pattern": "^[^\\x00]*$"}
FLAG: Final[dict[str, Any]] = {**QUERY_TEXT, "examples": ["1"]}  # anything but "" is yes
QUERY_SCHEMAS: Final[dict[str, dict[str, Any]]] = {
    "language": {
        "type": "string",
        "pattern": f"^{LANGUAGE_CODE.pattern}$",
        "examples": list(LANGUAGES),  # a house may have others
    },
    "everywhere": FLAG,
    "mine": FLAG,
    "status": {"type": "string", "enum": list(STATUSES)},
    "seat": {"type": "string", "pattern": "^(-1|all|[0-9])$"},
    "game": QUERY_TEXT,
    "before": QUERY_TEXT,
    "passkey": QUERY_TEXT,
    "session": QUERY_TEXT,
    "person": QUERY_TEXT,
    "table": QUERY_TEXT,
    "others": FLAG,
    "name": QUERY_TEXT,
    "after": QUERY_TEXT,
    "network": QUERY_TEXT,
    "invitation": QUERY_TEXT,
    "announcement": QUERY_TEXT,
    "day": {"type": "string", "format": "date"},
    "since": {"type": "string", "format": "date"},
    "until": {"type": "string", "format": "date"},
    "result": {"type": "string", "enum": list(past.RESULTS)},
}
ERROR: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"code": TEXT, "message": TEXT, "rule": TEXT},
    "required": ["code", "message", "rule"],
}
REFUSED: Final = {"$ref": "#/components/responses/Refused"}
# Of any request: the codes of refusals by status, and what the server answers by itself.
ERROR_STATUSES: Final = sorted({*STATUS_BY_CODE.values(), 400, 405, 408, 409, 413, 421, 500, 503})


class Operation(NamedTuple):
    """What is not in a route: the query, the body, the answer, and whether it needs a token."""

    query: tuple[str, ...] = ()
    body: type | None = None
    answer: type | None = None
    is_list: bool = False
    status: int = 200
    media_type: str = JSON_TYPE
    needs_token: bool = False


TOKEN: Final = Operation(needs_token=True)
LANGUAGE: Final = ("language",)
OPERATIONS: Final[dict[str, Operation]] = {
    "GET /healthz": Operation(),
    "GET /metrics": Operation(media_type="text/plain"),
    "GET /api/doors": Operation(),
    "POST /api/guest": Operation(LANGUAGE, status=201),
    "POST /api/account": Operation(body=Credentials, status=201),
    "POST /api/login": Operation(body=Credentials),
    "POST /api/login/passkey/options": Operation(),
    "POST /api/login/passkey": Operation(body=PasskeyResponse),
    "POST /api/logout": TOKEN._replace(query=("everywhere",)),
    "GET /api/me": TOKEN,
    "POST /api/me/name": TOKEN._replace(body=Rename),
    "POST /api/me/password": TOKEN._replace(body=NewPassword),
    "GET /api/me/passkeys": TOKEN._replace(is_list=True),
    "DELETE /api/me/passkeys": TOKEN._replace(is_list=True, query=("passkey",)),
    "POST /api/me/passkeys": TOKEN._replace(body=PasskeyResponse, status=201),
    "POST /api/me/passkeys/options": TOKEN,
    "GET /api/me/data": TOKEN,
    "DELETE /api/me/data": TOKEN,
    "GET /api/me/sessions": TOKEN._replace(is_list=True),
    "DELETE /api/me/sessions": TOKEN._replace(is_list=True, query=("session", "others")),
    "GET /api/notices": TOKEN._replace(answer=notices.Notices),
    "PUT /api/notices": TOKEN._replace(body=NoticeSettings, answer=notices.Notices),
    "POST /api/notices/push": TOKEN._replace(
        body=notices.NewPush, answer=notices.Notices, status=201
    ),
    "POST /api/notices/mail": TOKEN._replace(
        body=notices.NewMail, answer=notices.Notices, status=201
    ),
    "POST /api/notices/webhook": TOKEN._replace(
        body=notices.NewWebhook, answer=notices.SignedWebhook, status=201
    ),
    "POST /api/notices/calendar": TOKEN._replace(answer=notices.NewCalendar, status=201),
    "DELETE /api/notices/channels/{channel}": TOKEN._replace(answer=notices.Notices),
    "GET /api/calendar/{file}": Operation(media_type="text/calendar"),
    "GET /api/games": Operation(LANGUAGE, answer=GameInfo, is_list=True),
    "GET /api/games/{game}/sheet": Operation(LANGUAGE, answer=RuleSheet),
    "GET /api/games/{game}/pictures": Operation(LANGUAGE, answer=RulePictures),
    "GET /api/games/{game}/lessons": Operation(LANGUAGE, answer=Lessons),
    "GET /api/games/{game}/lessons/{chapter}/{step}/sound": Operation(media_type="audio/wav"),
    "GET /api/phrases": Operation(LANGUAGE),
    "GET /api/tables": Operation(("status", "game", "before", "mine"), answer=TablePage),
    "POST /api/tables": TOKEN._replace(body=NewTable, status=201),
    "GET /api/tables/{table}/record": Operation(),
    "GET /api/tables/{table}/story": Operation(LANGUAGE, answer=Story),
    "GET /api/tables/{table}/replay/{event}": Operation(("language", "seat"), answer=ReplayFrame),
    "GET /api/tables/{table}/luck": Operation(answer=Outcome, is_list=True),
    "GET /api/me/company": Operation(("table",), answer=community.Company),
    "POST /api/me/friends": TOKEN._replace(answer=NewLink, status=201),
    "DELETE /api/me/friends": TOKEN._replace(query=("person",)),
    "POST /api/me/presence": TOKEN._replace(body=community.Visibility),
    "DELETE /api/me/calls": TOKEN._replace(query=("table",)),
    "POST /api/me/blocks": TOKEN._replace(body=community.Target, status=201),
    "DELETE /api/me/blocks": TOKEN._replace(query=("person",)),
    "POST /api/me/mutes": TOKEN._replace(body=community.Target, status=201),
    "DELETE /api/me/mutes": TOKEN._replace(query=("person",)),
    "POST /api/tables/{table}/calls": TOKEN._replace(body=community.NewCall, status=201),
    "POST /api/reports": TOKEN._replace(body=community.NewReport, status=201),
    "POST /api/circles": TOKEN._replace(
        body=community.NewCircle, answer=community.CircleView, status=201
    ),
    "GET /api/circles/{circle}": TOKEN._replace(answer=community.CircleView),
    "POST /api/circles/{circle}": TOKEN._replace(
        body=community.CircleChange, answer=community.CircleView
    ),
    "POST /api/circles/{circle}/link": TOKEN._replace(answer=NewLink, status=201),
    "DELETE /api/circles/{circle}/members": TOKEN._replace(query=("person",)),
    "GET /api/admin/reports": TOKEN._replace(answer=Report, is_list=True),
    "POST /api/admin/reports/{report}/handle": TOKEN,
    "POST /api/records": TOKEN._replace(answer=records.OpenedRecord, status=201),
    "GET /api/records/{record}/story": Operation(LANGUAGE, answer=Story),
    "GET /api/records/{record}/replay/{event}": Operation(("language", "seat"), answer=ReplayFrame),
    "GET /api/records/{record}/record": Operation(),
    "GET /api/records/{record}/luck": Operation(answer=Outcome, is_list=True),
    **{
        f"{method} {source}/{path}": operation
        for source in ("/api/tables/{table}", "/api/records/{record}")
        for method, path, operation in (
            ("GET", "analysis", Operation(LANGUAGE, answer=analysis.AnalysisView)),
            (
                "GET",
                "analysis/{event}",
                Operation(("language", "seat"), answer=ReplayFrame),
            ),
            ("POST", "play-on", TOKEN._replace(body=analysis.PlayOn, status=201)),
        )
    },
    "GET /api/puzzles": Operation(("game",), answer=puzzles.PuzzleList),
    "GET /api/puzzles/{puzzle}": Operation(LANGUAGE, answer=puzzles.PuzzleView),
    "POST /api/puzzles/{puzzle}": Operation(
        LANGUAGE, body=puzzles.Attempt, answer=puzzles.Solution
    ),
    "GET /api/me/records": TOKEN._replace(media_type="application/x-ndjson"),
    "GET /api/past": Operation(
        ("game", "name", "since", "until", "result", "status", "mine", "before"),
        answer=past.PastGames,
    ),
    "GET /api/people": Operation(("name", "language"), answer=statistics.PersonPage),
    "GET /api/games/{game}/statistics": Operation(LANGUAGE, answer=GameStatistics),
    "GET /api/me/page": TOKEN._replace(answer=statistics.PageSettings),
    "POST /api/me/page": TOKEN._replace(
        body=statistics.PageSettings, answer=statistics.PageSettings
    ),
    "GET /api/daily": Operation(("day",), answer=daily.DailyDeal),
    "POST /api/daily": TOKEN._replace(status=201),
    "GET /api/me/leave": TOKEN._replace(answer=leave.TableLeave, is_list=True),
    "POST /api/me/leave": TOKEN._replace(
        body=leave.AskedLeave, answer=leave.TableLeave, is_list=True
    ),
    "POST /api/match": TOKEN._replace(body=matching.NewMatch, answer=MatchState, status=201),
    "GET /api/match": TOKEN._replace(answer=MatchState),
    "DELETE /api/match": TOKEN,
    "POST /api/invitation": Operation(body=invitations.LinkToken, answer=invitations.LinkInfo),
    "POST /api/invitation/accept": Operation(LANGUAGE, body=invitations.Acceptance, status=201),
    "POST /api/tables/{table}/invitation": TOKEN._replace(
        body=invitations.NewTableLink, answer=NewLink, status=201
    ),
    "GET /api/announcements": Operation(is_list=True, answer=str),
    "GET /api/admin/house": TOKEN._replace(answer=admin.HouseState),
    "GET /api/admin/audit": TOKEN._replace(answer=AuditEntry, is_list=True),
    "GET /api/admin/backup": TOKEN._replace(media_type="application/vnd.sqlite3"),
    "GET /api/admin/tables": TOKEN._replace(query=("status", "before"), answer=admin.AdminTables),
    "POST /api/admin/tables/check": TOKEN._replace(answer=admin.BrokenTable, is_list=True),
    "POST /api/admin/tables/{table}/close": TOKEN,
    "GET /api/admin/tables/{table}/log": TOKEN._replace(media_type="application/x-ndjson"),
    "POST /api/admin/tables/{table}/mend": TOKEN._replace(body=admin.Mend),
    "GET /api/admin/people": TOKEN._replace(
        query=("name", "after"), answer=KnownPerson, is_list=True
    ),
    "POST /api/admin/people/{person}/logout": TOKEN,
    "POST /api/admin/people/{person}/password": TOKEN._replace(answer=NewLink, status=201),
    "POST /api/admin/people/{person}/role": TOKEN._replace(body=admin.NewRole),
    "GET /api/admin/bans": TOKEN._replace(answer=admin.Bans),
    "POST /api/admin/bans": TOKEN._replace(body=admin.NewBan, status=201),
    "DELETE /api/admin/bans": TOKEN._replace(query=("name", "network")),
    "GET /api/admin/invitations": TOKEN._replace(answer=admin.Invitation, is_list=True),
    "POST /api/admin/invitations": TOKEN._replace(
        body=admin.NewInvitation, answer=NewLink, status=201
    ),
    "DELETE /api/admin/invitations": TOKEN._replace(query=("invitation",)),
    "GET /api/admin/announcements": TOKEN._replace(answer=Announcement, is_list=True),
    "POST /api/admin/announcements": TOKEN._replace(body=admin.NewAnnouncement, status=201),
    "DELETE /api/admin/announcements": TOKEN._replace(query=("announcement",)),
}


def described_routes() -> Iterator[tuple[str, str, Route]]:
    """All routes that are described: method, path and route."""
    modules = (
        monitoring,
        accounts,
        invitations,
        admin,
        games,
        pictures,
        lessons,
        tables,
        community,
        matching,
        leave,
        replay,
        records,
        analysis,
        puzzles,
        past,
        statistics,
        daily,
        luck,
        notices,
    )
    for module in modules:
        for route in module.routes():
            for method in sorted((route.methods or set()) - {"HEAD"}):
                yield method, PLACEHOLDER.sub(r"{\1}", route.path), route


def openapi() -> dict[str, Any]:
    """The description of all routes but those of files and sockets."""
    paths: dict[str, Any] = {}
    for method, path, route in described_routes():
        operation = OPERATIONS[f"{method} {path}"]
        paths.setdefault(path, {})[method.lower()] = _operation(route, operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ludothèque",
            "version": str(PROTOCOL_VERSION),
            "description": "The HTTP part of docs/protocol.md; play is over WebSockets.",
        },
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": {"Error": ERROR, **_used_schemas(paths)},
            "responses": {
                "Refused": {
                    "description": "a refusal; docs/protocol.md lists the codes",
                    "content": {JSON_TYPE: {"schema": {"$ref": f"{COMPONENT_PREFIX}Error"}}},
                }
            },
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(route: Route, operation: Operation) -> dict[str, Any]:
    summary = (route.endpoint.__doc__ or "").partition("\n")[0]
    described: dict[str, Any] = {
        "summary": summary,
        "parameters": [*_path_parameters(route), *map(_query_parameter, operation.query)],
        "responses": {
            str(operation.status): _answer(operation),
            **{str(status): REFUSED for status in ERROR_STATUSES},
        },
    }
    if operation.status == 201:  # a person who has a token already stays the same
        described["responses"]["200"] = _answer(operation)
    if operation.body is not None:
        content = {JSON_TYPE: {"schema": _reference(operation.body)}}
        is_required = any(field.required for field in msgspec.structs.fields(operation.body))
        described["requestBody"] = {"required": is_required, "content": content}
    if operation.needs_token:
        described["security"] = [{"token": []}]
    return described


def _path_parameters(route: Route) -> Iterator[dict[str, Any]]:
    for name, converter in PLACEHOLDER.findall(route.path):
        number = {"type": "integer", "minimum": 0}
        schema_ = number if converter == "int" else TEXT
        yield {"name": name, "in": "path", "required": True, "schema": schema_}


def _query_parameter(name: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "schema": QUERY_SCHEMAS[name]}


def _answer(operation: Operation) -> dict[str, Any]:
    schema_ = _reference(operation.answer) if operation.answer else {"type": "object"}
    if operation.is_list:
        schema_ = {"type": "array", "items": schema_}
    if operation.media_type != JSON_TYPE:
        schema_ = TEXT
    return {"description": "done", "content": {operation.media_type: {"schema": schema_}}}


def _reference(type_: type) -> dict[str, Any]:
    if type_ is str:
        return TEXT
    name = type_.__name__
    return {"$ref": COMPONENT_PREFIX + WIRE_NAMES.get(name, name)}


def _used_schemas(paths: dict[str, Any]) -> dict[str, Any]:
    """The schemas that paths refer to, and those that these refer to."""
    text = json.dumps(schema()["$defs"]).replace(REF_PREFIX, COMPONENT_PREFIX)
    known: dict[str, Any] = json.loads(text)
    used: dict[str, Any] = {}
    waiting = _names_in(paths)
    while waiting:
        name = waiting.pop()
        if name not in used and name in known:
            used[name] = known[name]
            waiting |= _names_in(known[name])
    return dict(sorted(used.items()))


def _names_in(part: Any) -> set[str]:
    return set(re.findall(rf'"{COMPONENT_PREFIX}(\w+)"', json.dumps(part)))


def text() -> str:
    """The contents of the file."""
    return json.dumps(openapi(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else OPENAPI_PATH).write_text(text(), encoding="utf-8")
