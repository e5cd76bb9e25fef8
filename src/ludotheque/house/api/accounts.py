"""People over HTTP: accounts and sessions; signing in as a guest, by password or by passkey."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.house.api.http import (
    endpoint,
    json_response,
    language_or_default,
    read_body,
    token_of,
)
from ludotheque.house.api.session_cookie import delete_cookie, set_cookie
from ludotheque.house.people.passkeys import Site
from ludotheque.house.people.people import MAX_DEVICE_LENGTH, hash_token
from ludotheque.house.people.renaming import show_new_name
from ludotheque.house.refusals import Refused

if TYPE_CHECKING:
    from starlette.requests import Request

    from ludotheque.house.people.people import NewSession
    from ludotheque.house.rate_limits import Buckets
    from ludotheque.house.server import House
    from ludotheque.house.settings import Settings
    from ludotheque.house.store import Person


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a password."""

    name: str
    password: str


class Rename(msgspec.Struct, forbid_unknown_fields=True):
    """A new name."""

    name: str


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """A new password, the current one, and the ids of the passkeys to keep.

    The current password may be missing after a fresh login.
    """

    new: str
    old: str = ""
    keep: list[str] = []


class PasskeyResponse(msgspec.Struct, forbid_unknown_fields=True):
    """The response of a browser's passkey, as its toJSON() gives it."""

    credential: dict[str, Any]


def profile(person: Person) -> dict[str, object]:
    """What a client is sent about its own person."""
    return {"name": person.name, "guest": person.guest}


def session_response(
    request: Request, session: NewSession, status: int = 200, **more: object
) -> Response:
    """The response with a new token: programs read it, browsers store it as a cookie."""
    data = {**profile(session.person), "token": session.token, **more}
    response = json_response(data, status)
    set_cookie(response, request, session.token)
    return response


def device_of(request: Request) -> str:
    """The user agent, for the list of sessions."""
    return request.headers.get("user-agent", "")[:MAX_DEVICE_LENGTH]


def check_rate(house: House, request: Request, limit: Buckets) -> None:
    """Refuse too many attempts from one address."""
    if not limit.take(house.address(request)):
        raise Refused("too-fast", "too many attempts; wait a little")


async def require_fresh_login(house: House, request: Request) -> Person:
    """The person who asks for something sensitive; refuses without a fresh login."""
    person = await house.require_person(request)
    await house.people.check_fresh(person, token_of(request))
    return person


def site_of(settings: Settings, request: Request) -> Site:
    """The origin of the house: as it is set, or as the browser's Host header names it."""
    scheme = "https" if settings.is_https else "http"
    origin = settings.origin or f"{scheme}://{request.headers.get('host', '')}"
    try:
        host = urlsplit(origin).hostname
    except ValueError:  # not a host name
        host = None
    return Site(origin.rstrip("/"), host or "")


# signing in


async def sign_in_methods(house: House, request: Request) -> Response:
    """The ways to sign in at this address."""
    site = site_of(house.settings, request)
    is_open = house.settings.access == "open"
    passkey = house.passkeys.available_at(site)
    return json_response(
        {"guest": is_open, "register": is_open, "password": True, "passkey": passkey}
    )


async def guest(house: House, request: Request) -> Response:
    """Sign in without an account; a person who has signed in already stays the same."""
    person = await house.person_of(request)
    if person is not None:
        return json_response(await _own_profile(house, person))
    check_rate(house, request, house.guest_limit)
    session = await house.people.guest(language_or_default(request), device_of(request))
    return session_response(request, session, 201)


async def register(house: House, request: Request) -> Response:
    """Create an account; a guest becomes one and keeps their games."""
    check_rate(house, request, house.registration_limit)
    person = await house.person_of(request)
    body = await read_body(request, Credentials)
    guest_id = person.id if person is not None else None
    device = device_of(request)
    session = await house.people.register(body.name, body.password, guest_id, device)
    return session_response(request, session, 201)


async def login(house: House, request: Request) -> Response:
    """Sign in by name and password; the session the request had ends."""
    check_rate(house, request, house.password_limit)
    body = await read_body(request, Credentials)
    session = await house.people.login(
        body.name,
        body.password,
        device_of(request),
        token=token_of(request),
        address=house.address(request),
    )
    return session_response(request, session)


# passkeys


async def passkey_challenge(house: House, request: Request) -> Response:
    """What a browser needs to sign in with a passkey."""
    check_rate(house, request, house.passkey_limit)
    options = await house.passkeys.authentication_options(site_of(house.settings, request))
    return Response(options, media_type="application/json")


async def passkey_login(house: House, request: Request) -> Response:
    """Sign in by passkey; the session the request had ends."""
    check_rate(house, request, house.passkey_limit)
    body = await read_body(request, PasskeyResponse)
    session = await house.passkeys.login(
        site_of(house.settings, request),
        body.credential,
        device_of(request),
        token=token_of(request),
    )
    return session_response(request, session)


async def passkey_options(house: House, request: Request) -> Response:
    """What a browser needs to create a passkey."""
    person = await require_fresh_login(house, request)
    check_rate(house, request, house.passkey_limit)
    options = await house.passkeys.registration_options(site_of(house.settings, request), person)
    return Response(options, media_type="application/json")


async def new_passkey(house: House, request: Request) -> Response:
    """Add a passkey; a guest becomes an account by it. The session gets a new token."""
    person = await require_fresh_login(house, request)
    check_rate(house, request, house.passkey_limit)
    body = await read_body(request, PasskeyResponse)
    site, device = site_of(house.settings, request), device_of(request)
    await house.passkeys.add(site, person, body.credential, device)
    account = msgspec.structs.replace(person, account=True)
    session = await house.people.renew(account, token_of(request), device)
    passkeys = await _my_passkeys(house, person.id)
    return session_response(request, session, 201, passkeys=passkeys)


async def passkeys(house: House, request: Request) -> Response:
    """The person's passkeys; DELETE with ?passkey= removes one."""
    person = await house.require_person(request)
    if request.method == "DELETE":
        await house.people.check_fresh(person, token_of(request))
        await house.passkeys.remove(person.id, request.query_params.get("passkey", ""))
    return json_response(await _my_passkeys(house, person.id))


async def _my_passkeys(house: House, person_id: str) -> list[dict[str, object]]:
    return [
        {
            "passkey": passkey.id,
            "device": passkey.device,
            "created": passkey.created,
            "seen": passkey.last_seen,
        }
        for passkey in await house.store.passkeys(person_id)
    ]


# the signed-in person


async def me(house: House, request: Request) -> Response:
    """The person's own profile."""
    return json_response(await _own_profile(house, await house.require_person(request)))


async def _own_profile(house: House, person: Person) -> dict[str, object]:
    """The profile with the person's role in the house: "host", "member" or ""."""
    return {**profile(person), "role": await house.hosting.role(person.id)}


async def rename(house: House, request: Request) -> Response:
    """Change the person's name, at the tables where they sit, too."""
    person = await house.require_person(request)
    body = await read_body(request, Rename)
    if not house.rename_limit.take(person.id):
        raise Refused("too-fast", "too many new names; wait a little")
    renamed = await house.people.rename(person.id, body.name)
    await house.session_guard.announce_name(person.id)
    house.tables.tasks.spawn(show_new_name(house.store, renamed))
    return json_response(profile(renamed))


async def password(house: House, request: Request) -> Response:
    """Set a new password; all sessions end, and the person goes on with a new token."""
    person = await house.require_person(request)
    check_rate(house, request, house.password_limit)
    body = await read_body(request, NewPassword)
    session = await house.people.change_password(
        person.id,
        body.old,
        body.new,
        token=token_of(request),
        device=device_of(request),
        kept_passkeys=body.keep,
    )
    return session_response(request, session)


async def sessions(house: House, request: Request) -> Response:
    """The person's sessions; DELETE with ?session= ends one, with ?others=1 all but this one."""
    person = await house.require_person(request)
    current = hash_token(token_of(request))
    if request.method == "DELETE":
        if request.query_params.get("others"):
            await house.store.revoke_sessions(person.id, except_hash=current)
        else:
            await house.people.revoke(person.id, request.query_params.get("session", ""))
    return json_response(
        [
            {
                "session": session.token_hash,
                "device": session.device,
                "created": session.created,
                "seen": session.last_seen,
                "current": session.token_hash == current,
            }
            for session in await house.people.sessions(person.id)
        ]
    )


# signing out


async def logout(house: House, request: Request) -> Response:
    """End this session, or with ?everywhere=1 all."""
    person = await house.require_person(request)
    if request.query_params.get("everywhere"):
        await house.people.logout_everywhere(person.id)
    else:
        await house.people.logout(token_of(request))
    response = json_response({})
    delete_cookie(response, request)
    return response


async def my_data(house: House, request: Request) -> Response:
    """Everything the house stores about the person; DELETE erases it."""
    person = await house.require_person(request)
    if request.method == "DELETE":
        check_rate(house, request, house.erasure_limit)
        await house.people.check_fresh(person, token_of(request))
        await house.people.delete(person.id)
        response = json_response({})
        delete_cookie(response, request)
        return response
    if not house.export_limit.take(house.client(request, person)):
        raise Refused("too-fast", "your data was downloaded a moment ago; wait a minute")
    return Response(await house.people.export(person.id), media_type="application/json")


def routes() -> list[Route]:
    """The routes of this module."""
    return [
        Route("/api/doors", endpoint(sign_in_methods)),
        Route("/api/guest", endpoint(guest), methods=["POST"]),
        Route("/api/account", endpoint(register), methods=["POST"]),
        Route("/api/login", endpoint(login), methods=["POST"]),
        Route("/api/login/passkey/options", endpoint(passkey_challenge), methods=["POST"]),
        Route("/api/login/passkey", endpoint(passkey_login), methods=["POST"]),
        Route("/api/logout", endpoint(logout), methods=["POST"]),
        Route("/api/me", endpoint(me)),
        Route("/api/me/name", endpoint(rename), methods=["POST"]),
        Route("/api/me/password", endpoint(password), methods=["POST"]),
        Route("/api/me/passkeys", endpoint(passkeys), methods=["GET", "DELETE"]),
        Route("/api/me/passkeys", endpoint(new_passkey), methods=["POST"]),
        Route("/api/me/passkeys/options", endpoint(passkey_options), methods=["POST"]),
        Route("/api/me/data", endpoint(my_data), methods=["GET", "DELETE"]),
        Route("/api/me/sessions", endpoint(sessions), methods=["GET", "DELETE"]),
    ]
