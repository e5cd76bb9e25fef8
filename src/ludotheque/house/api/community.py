"""Friends, blocks, mutes, calls to tables, reports and circles, over HTTP."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.routing import Route

from ludotheque.house import limits
from ludotheque.house.api.http import endpoint, json_response, read_body
from ludotheque.house.community.circles import next_evening
from ludotheque.house.hosting.links import NewLink
from ludotheque.house.people.people import no_such_person
from ludotheque.house.refusals import Refused
from ludotheque.house.store.community import Circle, Known, Report
from ludotheque.house.store.contract import can_be_id
from ludotheque.house.table.chat import text_of
from ludotheque.house.table.listing import ListedTable, listed
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ludotheque.house.server import House
    from ludotheque.house.store import Person
    from ludotheque.house.table.entries import Said

CIRCLE_TABLES: Final = 20  # of each kind, that the page of a circle shows
DEFAULT_LANGUAGE: Final = "en"  # of quotes for the host


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person: by id, or at a table by their seat or by the number of their chat messages."""

    person: str = ""
    table: str = ""
    seat: int = -1
    author: int = -1


class NewReport(Target, frozen=True, forbid_unknown_fields=True):
    """A person to report to the host, why, and perhaps which chat message: by its time."""

    reason: str = ""
    at: int = 0


class Visibility(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether friends are not shown that one is here."""

    hidden: bool


class NewCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The friend to call to a table."""

    person: str


class NewCircle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a new circle."""

    name: str


class CircleChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a circle, and its evening: -1 for none."""

    name: str
    weekday: int = -1  # 0 is Monday
    minute: int = 0  # of the day
    zone: str = "UTC"


class FriendView(msgspec.Struct, frozen=True):
    """A friend, and whether they are here."""

    person: str
    name: str
    here: bool
    table: str  # where they are, if everybody may watch it; else ""


class CallView(msgspec.Struct, frozen=True):
    """A friend calls you to a table."""

    table: str
    game: str
    name: str
    at: int


class CircleInfo(msgspec.Struct, frozen=True):
    """A circle in a list."""

    circle: str
    name: str
    next: int  # when its next evening begins; 0 without one


class Company(msgspec.Struct, frozen=True):
    """A person's friends, circles and calls, and whom they don't want to meet or to read."""

    friends: list[FriendView] = []
    circles: list[CircleInfo] = []
    calls: list[CallView] = []
    blocked: list[Known] = []
    muted: list[Known] = []
    hidden: bool = False


class CircleView(msgspec.Struct, frozen=True):
    """A circle as its members see it."""

    circle: str
    name: str
    owner: bool  # whether it is yours
    you: str  # your id among its members
    members: list[Known]
    weekday: int
    minute: int
    zone: str
    next: int
    tables: list[ListedTable]  # that wait or run
    results: list[ListedTable]  # the last games


# friends


async def company(house: House, request: Request) -> Response:
    """Your friends, circles and calls; that you ask shows your friends that you are here."""
    person = await house.person_of(request)
    if person is None:
        return json_response(Company())
    community, at = house.community, now_ms()
    hidden = await community.is_hidden(person.id)
    if hidden:
        house.presence.leave(person.id)
    else:
        await house.presence.see(person.id, await _public_table(house, request))
    calls = await community.calls(person.id, at - limits.CALL_LIFETIME_S * 1000)
    return json_response(
        Company(
            friends=[
                _friend(house, one.person, one.name, one.hidden)
                for one in await community.friends(person.id)
            ],
            circles=[
                CircleInfo(one.id, one.name, next_evening(one, at))
                for one in await community.circles_of(person.id)
            ],
            calls=[CallView(one.table_id, one.game, one.name, one.at) for one in calls],
            blocked=await community.blocked(person.id),
            muted=await community.muted(person.id),
            hidden=hidden,
        )
    )


async def _public_table(house: House, request: Request) -> str:
    """The table where the person who asks is, if everybody may watch it."""
    table_id = request.query_params.get("table", "")
    row = await house.store.table(table_id) if table_id else None
    return row.id if row is not None and row.public else ""


def _friend(house: House, person: str, name: str, hidden: bool) -> FriendView:
    table = None if hidden else house.presence.table_of(person)
    return FriendView(person, name, table is not None, table or "")


async def friend_link(house: House, request: Request) -> Response:
    """A link by which somebody becomes your friend."""
    person = await house.require_person(request)
    _check_rate(house, request, person)
    return json_response(await house.links.for_friend(person.id), 201)


async def unfriend(house: House, request: Request) -> Response:
    """Be somebody's friend no more."""
    person = await house.require_person(request)
    await house.community.unfriend(person.id, _asked_person(request))
    return json_response({})


async def set_visibility(house: House, request: Request) -> Response:
    """Show your friends that you are here, or don't."""
    person = await house.require_person(request)
    body = await read_body(request, Visibility)
    await house.community.set_hidden(person.id, body.hidden)
    if body.hidden:
        house.presence.leave(person.id)
    return json_response({})


# calls


async def call(house: House, request: Request) -> Response:
    """Call a friend to a table where you sit."""
    person = await house.require_person(request)
    body = await read_body(request, NewCall)
    _check_rate(house, request, person)
    table = await house.open_table(request)
    if person.id not in {*table.room.people(), table.room.created.host}:
        raise Refused("not-seated", "you don't sit at this table")
    if not await house.community.are_friends(person.id, body.person):
        raise no_such_person()
    await house.community.call(body.person, table.room.created.table, person.id, now_ms())
    return json_response({}, 201)


async def dismiss_call(house: House, request: Request) -> Response:
    """Be shown a call no more."""
    person = await house.require_person(request)
    await house.community.dismiss_call(person.id, _asked(request, "table"))
    return json_response({})


# blocks, mutes, reports


async def block(house: House, request: Request) -> Response:
    """Never meet a person again; they are not told."""
    person = await house.require_person(request)
    other = await _target(house, request, person, await read_body(request, Target))
    await _check_room_for_more(house, request, person)
    await house.community.block(person.id, other)
    await house.unheard.announce(person.id)
    return json_response({}, 201)


async def unblock(house: House, request: Request) -> Response:
    """Meet a person again."""
    person = await house.require_person(request)
    await house.community.unblock(person.id, _asked_person(request))
    await house.unheard.announce(person.id)
    return json_response({})


async def mute(house: House, request: Request) -> Response:
    """Read a person in no chat any more; they are not told."""
    person = await house.require_person(request)
    other = await _target(house, request, person, await read_body(request, Target))
    await _check_room_for_more(house, request, person)
    await house.community.mute(person.id, other)
    await house.unheard.announce(person.id)
    return json_response({}, 201)


async def unmute(house: House, request: Request) -> Response:
    """Read a person again."""
    person = await house.require_person(request)
    await house.community.unmute(person.id, _asked_person(request))
    await house.unheard.announce(person.id)
    return json_response({})


async def report(house: House, request: Request) -> Response:
    """Report a person, or a chat message of theirs, to the host."""
    person = await house.require_person(request)
    body = await read_body(request, NewReport)
    reason = " ".join(body.reason.split())
    if not (0 < len(reason) <= limits.MAX_REPORT_LENGTH and reason.isprintable()):
        most = limits.MAX_REPORT_LENGTH
        raise Refused("bad-report", f"a reason has from 1 to {most} characters")
    if not house.report_limit.take(house.client(request, person)):
        raise Refused("too-fast", "too many reports; wait a while")
    if await house.community.count_open_reports(person.id) >= limits.MAX_OPEN_REPORTS_PER_PERSON:
        raise Refused("too-many-reports", "the host has not seen to your earlier reports yet")
    other = await _target(house, request, person, body)
    await house.community.report(
        Report(
            id=secrets.token_urlsafe(9),
            at=now_ms(),
            reporter=person.id,
            person=other,
            table_id=body.table,
            reason=reason,
            quote=await _quote(house, request, body, other),
            handled=0,
        )
    )
    return json_response({}, 201)


async def _quote(house: House, request: Request, body: NewReport, author: str) -> str:
    """What somebody wrote at a time, as the table has it; "" if it is not about a message."""
    if not body.table or not body.at:
        return ""
    room = (await house.open_table(request, body.table)).room
    said = (one for one in room.chat if one.person == author and one.at == body.at)
    found: Said | None = next(said, None)
    return text_of(found, room.game, DEFAULT_LANGUAGE) if found is not None else ""


async def _target(house: House, request: Request, person: Person, target: Target) -> str:
    """The id of the person that is meant, who is somebody else."""
    found = target.person
    if target.table:
        room = (await house.open_table(request, target.table)).room
        by_number = {number: author for author, number in room.authors.items()}
        if target.seat >= 0:
            found = room.chairs[target.seat].person if target.seat < len(room.chairs) else ""
        else:
            found = by_number.get(target.author, "")
    other = await house.store.person(found) if found and can_be_id(found) else None
    if other is None or other.name is None or other.id == person.id:
        raise no_such_person()
    return other.id


async def _check_room_for_more(house: House, request: Request, person: Person) -> None:
    _check_rate(house, request, person)
    if await house.community.count_unwanted(person.id) >= limits.MAX_BLOCKS_PER_PERSON:
        raise Refused("too-many-blocks", "you have blocked or muted too many people")


def _check_rate(house: House, request: Request, person: Person) -> None:
    if not house.community_limit.take(house.client(request, person)):
        raise Refused("too-fast", "too many requests of this kind; wait a minute")


def _asked(request: Request, name: str) -> str:
    """An id of the query; refuses what can be none."""
    text = request.query_params.get(name, "")
    if not text or not can_be_id(text):
        raise Refused("bad-message", f"?{name}= is missing")
    return text


def _asked_person(request: Request) -> str:
    return _asked(request, "person")


# circles


async def new_circle(house: House, request: Request) -> Response:
    """A new circle, with you as its owner."""
    person = await house.require_person(request)
    body = await read_body(request, NewCircle)
    _check_rate(house, request, person)
    circle = await house.circles.create(person.id, body.name)
    return json_response(await _circle_view(house, circle, person.id), 201)


async def show_circle(house: House, request: Request) -> Response:
    """A circle: its members, tables, results and evening; for its members."""
    person = await house.require_person(request)
    circle = await house.circles.of_member(request.path_params["circle"], person.id)
    return json_response(await _circle_view(house, circle, person.id))


async def change_circle(house: House, request: Request) -> Response:
    """Give your circle another name or evening."""
    person = await house.require_person(request)
    body = await read_body(request, CircleChange)
    circle = await house.circles.of_owner(request.path_params["circle"], person.id)
    changed = await house.circles.change(circle, body.name, body.weekday, body.minute, body.zone)
    return json_response(await _circle_view(house, changed, person.id))


async def circle_link(house: House, request: Request) -> Response:
    """A link by which somebody becomes a member of a circle."""
    person = await house.require_person(request)
    _check_rate(house, request, person)
    circle = await house.circles.of_member(request.path_params["circle"], person.id)
    return json_response(await house.links.for_circle(circle.id, person.id), 201)


async def leave_circle(house: House, request: Request) -> Response:
    """Leave a circle, or with ?person= remove somebody from your own."""
    person = await house.require_person(request)
    circle = await house.circles.of_member(request.path_params["circle"], person.id)
    removed = request.query_params.get("person", "") or person.id
    if not can_be_id(removed):
        raise no_such_person()
    await house.circles.remove(circle, removed, person.id)
    return json_response({})


async def _circle_view(house: House, circle: Circle, person: str) -> CircleView:
    community, store = house.community, house.store
    running = await store.tables_of_circle(
        circle.id, statuses=("waiting", "playing"), limit=CIRCLE_TABLES
    )
    over = await store.tables_of_circle(circle.id, statuses=("over",), limit=CIRCLE_TABLES)
    return CircleView(
        circle=circle.id,
        name=circle.name,
        owner=circle.owner == person,
        you=person,
        members=await community.members(circle.id),
        weekday=circle.weekday,
        minute=circle.minute,
        zone=circle.zone,
        next=next_evening(circle, now_ms()),
        tables=[listed(row, person) for row in running],
        results=[listed(row, person) for row in over],
    )


BODY_TYPES: Final = (Target, NewReport, Visibility, NewCall, NewCircle, CircleChange)
RESPONSE_TYPES: Final = (Company, CircleView, NewLink)


def routes() -> list[Route]:
    """The routes of this module."""
    return [
        Route("/api/me/company", endpoint(company), methods=["GET"]),
        Route("/api/me/friends", endpoint(friend_link), methods=["POST"]),
        Route("/api/me/friends", endpoint(unfriend), methods=["DELETE"]),
        Route("/api/me/presence", endpoint(set_visibility), methods=["POST"]),
        Route("/api/me/calls", endpoint(dismiss_call), methods=["DELETE"]),
        Route("/api/me/blocks", endpoint(block), methods=["POST"]),
        Route("/api/me/blocks", endpoint(unblock), methods=["DELETE"]),
        Route("/api/me/mutes", endpoint(mute), methods=["POST"]),
        Route("/api/me/mutes", endpoint(unmute), methods=["DELETE"]),
        Route("/api/tables/{table}/calls", endpoint(call), methods=["POST"]),
        Route("/api/reports", endpoint(report), methods=["POST"]),
        Route("/api/circles", endpoint(new_circle), methods=["POST"]),
        Route("/api/circles/{circle}", endpoint(show_circle), methods=["GET"]),
        Route("/api/circles/{circle}", endpoint(change_circle), methods=["POST"]),
        Route("/api/circles/{circle}/link", endpoint(circle_link), methods=["POST"]),
        Route("/api/circles/{circle}/members", endpoint(leave_circle), methods=["DELETE"]),
    ]
