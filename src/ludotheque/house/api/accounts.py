"""People over HTTP: accounts and sessions; signing in as a guest, by password or by passkey."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.house.api.http import (
    SESSION_COOKIE,
    endpoint,
    json_response,
    language_or_default,
    read_body,
    token_of,
)
from ludotheque.house.people.passkeys import Site
from ludotheque.house.people.people import MAX_DEVICE_LENGTH
from ludotheque.house.refusals import Refused

if TYPE_CHECKING:
    from starlette.requests import Request

    from ludotheque.house.people.people import NewSession
    from ludotheque.house.rate_limits import Buckets
    from ludotheque.house.server import House
    from ludotheque.house.settings import Settings
    from ludotheque.house.store import Person

COOKIE_MAX_AGE_S: Final = 365 * 86_400


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a password."""

    name: str
    password: str


class Rename(msgspec.Struct, forbid_unknown_fields=True):
    """A new name."""

    name: str


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """A new password, and the current one; empty where there is none yet."""

    new: str
    old: str = ""


class PasskeyResponse(msgspec.Struct, forbid_unknown_fields=True):
    """The response of a browser's passkey, as its toJSON() gives it."""

    credential: dict[str, Any]


def profile(person: Person) -> dict[str, object]:
    """What a client is sent about its own person."""
    return {"name": person.name, "guest": person.guest}


def session_response(house: House, session: NewSession, status: int = 200) -> Response:
    """The response to a sign-in: programs read the token, browsers store it as a cookie."""
    response = json_response({**profile(session.person), "token": session.token}, status)
    response.set_cookie(
        SESSION_COOKIE,
        session.token,
        max_age=COOKIE_MAX_AGE_S,
        httponly=True,
        samesite="lax",
        secure=house.settings.secure,
    )
    return response


def device_of(request: Request) -> str:
    """The user agent, for the list of sessions."""
    return request.headers.get("user-agent", "")[:MAX_DEVICE_LENGTH]


def check_rate(house: House, request: Request, limit: Buckets) -> None:
    """Refuse too many attempts from one address."""
    if not limit.take(house.address(request)):
        raise Refused("too-fast", "too many attempts; wait a little")


def site_of(settings: Settings, request: Request) -> Site:
    """The origin of the house: as it is set, or as the browser's Host header names it."""
    scheme = "https" if settings.secure else "http"
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
    return json_response(
        {"guest": True, "password": True, "passkey": house.passkeys.available_at(site)}
    )


async def guest(house: House, request: Request) -> Response:
    """Sign in without an account; a person who has signed in already stays the same."""
    person = await house.person_of(request)
    if person is not None:
        return json_response(profile(person))
    session = await house.people.guest(language_or_default(request), device_of(request))
    return session_response(house, session, 201)


async def register(house: House, request: Request) -> Response:
    """Create an account; a guest becomes one and keeps their games."""
    check_rate(house, request, house.registration_limit)
    person = await house.person_of(request)
    body = await read_body(request, Credentials)
    guest_id = person.id if person is not None else None
    device = device_of(request)
    session = await house.people.register(body.name, body.password, guest_id, device)
    return session_response(house, session, 201)


async def login(house: House, request: Request) -> Response:
    """Sign in by name and password."""
    check_rate(house, request, house.password_limit)
    body = await read_body(request, Credentials)
    return session_response(
        house, await house.people.login(body.name, body.password, device_of(request))
    )


# passkeys


async def passkey_challenge(house: House, request: Request) -> Response:
    """What a browser needs to sign in with a passkey."""
    check_rate(house, request, house.passkey_limit)
    options = await house.passkeys.authentication_options(site_of(house.settings, request))
    return Response(options, media_type="application/json")


async def passkey_login(house: House, request: Request) -> Response:
    """Sign in by passkey."""
    check_rate(house, request, house.passkey_limit)
    body = await read_body(request, PasskeyResponse)
    site = site_of(house.settings, request)
    return session_response(
        house, await house.passkeys.login(site, body.credential, device_of(request))
    )


async def passkey_options(house: House, request: Request) -> Response:
    """What a browser needs to create a passkey."""
    person = await house.require_person(request)
    check_rate(house, request, house.passkey_limit)
    options = await house.passkeys.registration_options(site_of(house.settings, request), person)
    return Response(options, media_type="application/json")


async def new_passkey(house: House, request: Request) -> Response:
    """Add a passkey; a guest becomes an account by it."""
    person = await house.require_person(request)
    check_rate(house, request, house.passkey_limit)
    body = await read_body(request, PasskeyResponse)
    site = site_of(house.settings, request)
    await house.passkeys.add(site, person, body.credential, device_of(request))
    return json_response(await _my_passkeys(house, person.id), 201)


async def passkeys(house: House, request: Request) -> Response:
    """The person's passkeys; DELETE with ?passkey= removes one."""
    person = await house.require_person(request)
    if request.method == "DELETE":
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
    return json_response(profile(await house.require_person(request)))


async def rename(house: House, request: Request) -> Response:
    """Change the person's name."""
    person = await house.require_person(request)
    body = await read_body(request, Rename)
    return json_response(profile(await house.people.rename(person.id, body.name)))


async def password(house: House, request: Request) -> Response:
    """Set a new password; all other sessions end."""
    person = await house.require_person(request)
    check_rate(house, request, house.password_limit)
    body = await read_body(request, NewPassword)
    await house.people.change_password(person.id, body.old, body.new, token_of(request))
    return json_response({})


async def sessions(house: House, request: Request) -> Response:
    """The person's sessions; DELETE with ?session= ends one."""
    person = await house.require_person(request)
    if request.method == "DELETE":
        await house.people.revoke(person.id, request.query_params.get("session", ""))
    return json_response(
        [
            {
                "session": session.token_hash,
                "device": session.device,
                "created": session.created,
                "seen": session.last_seen,
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
    response.delete_cookie(SESSION_COOKIE)
    return response


async def my_data(house: House, request: Request) -> Response:
    """Everything the house stores about the person; DELETE erases it."""
    person = await house.require_person(request)
    check_rate(house, request, house.personal_data_limit)
    if request.method == "DELETE":
        await house.people.delete(person.id)
        return json_response({})
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
        Route("/api/sessions", endpoint(sessions), methods=["GET", "DELETE"]),
    ]
