"""The invitation door over HTTP: what a link is for, and coming in by it; announcements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from starlette.routing import Route

from ludotheque.house import limits
from ludotheque.house.api.accounts import check_rate, device_of, profile, session_response
from ludotheque.house.api.http import (
    endpoint,
    json_response,
    language_or_default,
    read_body,
    token_of,
)
from ludotheque.house.hosting.links import CIRCLE, FRIEND, PASSWORD, TABLE, NewLink
from ludotheque.house.people.people import hash_token
from ludotheque.house.refusals import Refused

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ludotheque.house.people.people import NewSession
    from ludotheque.house.server import House
    from ludotheque.house.store import Person
    from ludotheque.house.store.hosting import Link


class LinkToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a link."""

    token: str


class LinkInfo(msgspec.Struct, frozen=True):
    """What a link is for."""

    kind: str  # host, member, table, password, friend or circle
    table: str  # of an invitation to a table, else ""
    name: str  # of the person whose password it is, of the friend or circle to be, else ""
    expires: int
    account: str  # the name of the account that asks; "" for guests and strangers


class Acceptance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a link; name and password of a new account, or a new password."""

    token: str
    name: str = ""
    password: str = ""


class NewTableLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often, and for how many days, an invitation to a table can be used."""

    uses: int = limits.TABLE_LINK_USES
    days: int = limits.TABLE_LINK_DAYS


async def show_link(house: House, request: Request) -> Response:
    """What a link is for."""
    link = await house.links.find((await read_body(request, LinkToken)).token)
    person = await house.person_of(request)
    return json_response(
        LinkInfo(
            kind=link.kind,
            table=link.subject if link.kind == TABLE else "",
            name=await _name_of(house, link),
            expires=link.expires,
            account=(person.name or "") if person and person.account else "",
        )
    )


async def _name_of(house: House, link: Link) -> str:
    """The name of the person or circle that a link is about, if it is about one."""
    if link.kind == CIRCLE:
        circle = await house.community.circle(link.subject)
        return circle.name if circle else ""
    if link.kind not in {PASSWORD, FRIEND}:
        return ""
    owner = await house.store.person(link.subject)
    return (owner.name or "") if owner else ""


async def accept(house: House, request: Request) -> Response:
    """Come in by a link: as a member or the host, to a table, or with a new password."""
    check_rate(house, request, house.registration_limit)
    body = await read_body(request, Acceptance)
    link = await house.links.find(body.token)
    person = await house.person_of(request)
    if link.kind == PASSWORD:
        device = device_of(request)
        session = await house.links.set_password(link, body.password, house.people, device)
        return session_response(request, session)
    if link.kind in {TABLE, FRIEND, CIRCLE}:
        return await _visit(house, request, link, person)
    return await _join(house, request, link, person, body)


async def _visit(house: House, request: Request, link: Link, person: Person | None) -> Response:
    """Come to a table, or become a friend or a member of a circle; a stranger becomes a guest."""
    session = None
    if link.kind != TABLE:
        await _check_admitted(house, person)
    if person is None:
        session = await house.people.guest(language_or_default(request), device_of(request))
        person = session.person
    if link.kind == FRIEND:
        await house.links.befriend(link, person)
    elif link.kind == CIRCLE:
        await house.links.join_circle(link, person)
    else:
        await house.links.visit(link, person)
    target = {link.kind: link.subject} if link.kind != FRIEND else {}
    if session is None:
        return json_response({**profile(person), **target})
    return session_response(request, session, 201, **target)


async def _check_admitted(house: House, person: Person | None) -> None:
    """Refuse whom a closed house does not admit: a friend lets nobody in."""
    if house.settings.access != "closed":
        return
    if person is None or not await house.hosting.role(person.id):
        raise Refused("members-only", "this house is closed: you are not a member of it")


async def _join(
    house: House, request: Request, link: Link, person: Person | None, body: Acceptance
) -> Response:
    """Become a member or the host, with the account that asks or with a new one.

    All sessions of before end: whoever knew a token of theirs is no member by it.
    """
    if person is not None and person.account and not body.name:
        await house.links.join(link, person)
        session = await house.people.renew(person, token_of(request), device_of(request))
        await house.store.revoke_sessions(person.id, except_hash=hash_token(session.token))
        return session_response(request, session)
    session = await _register(house, request, person, body)
    await house.links.join(link, session.person)
    return session_response(request, session, 201)


async def _register(
    house: House, request: Request, person: Person | None, body: Acceptance
) -> NewSession:
    if person is not None and person.account:
        raise Refused("not-a-guest", "you have an account already: accept with it, or log out")
    guest_id = person.id if person is not None else None
    return await house.people.register(body.name, body.password, guest_id, device_of(request))


async def invite_to_table(house: House, request: Request) -> Response:
    """A link by which others come to a table, for members."""
    person = await house.require_person(request)
    body = await read_body(request, NewTableLink)
    table = request.path_params["table"]
    link = await house.links.for_table(table, person.id, body.uses, body.days)
    return json_response(link, 201)


async def announcements(house: House, _request: Request) -> Response:
    """The lines that the host shows to everybody."""
    return json_response([one.text for one in house.bulletin.announcements()])


BODY_TYPES: Final = (LinkToken, Acceptance, NewTableLink)
RESPONSE_TYPES: Final = (LinkInfo, NewLink)


def routes() -> list[Route]:
    """The routes of this module."""
    return [
        Route("/api/invitation", endpoint(show_link), methods=["POST"]),
        Route("/api/invitation/accept", endpoint(accept), methods=["POST"]),
        Route("/api/tables/{table}/invitation", endpoint(invite_to_table), methods=["POST"]),
        Route("/api/announcements", endpoint(announcements)),
    ]
