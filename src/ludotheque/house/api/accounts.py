"""People over HTTP: signing in as a guest, by password or by passkey, accounts, signing out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.core.words import LANGUAGES
from ludotheque.house.api.http import SESSION_COOKIE, endpoint, json_response, read_body, token_of
from ludotheque.house.people.passkeys import site_of
from ludotheque.house.people.people import MAX_DEVICE_LENGTH
from ludotheque.house.refusals import Refused

if TYPE_CHECKING:
    from starlette.requests import Request

    from ludotheque.house.people.people import NewSession
    from ludotheque.house.rate_limits import Buckets
    from ludotheque.house.server import House
    from ludotheque.house.store import Passkey, Person

COOKIE_MAX_AGE_S: Final = 365 * 86_400


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a password."""

    name: str
    password: str


class Rename(msgspec.Struct, forbid_unknown_fields=True):
    """Another name."""

    name: str


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """Another password, and the present one; empty where there is none yet."""

    new: str
    old: str = ""


class Signed(msgspec.Struct, forbid_unknown_fields=True):
    """The answer of a browser's passkey, as its toJSON() gives it."""

    credential: dict[str, Any]


def profile(person: Person) -> dict[str, object]:
    """What a client is sent about its own person."""
    return {"name": person.name, "guest": person.guest}


def signed_in(house: House, session: NewSession, status: int = 200) -> Response:
    """The response to a sign-in: programs read the token, browsers keep it as a cookie."""
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
    """Refuse too many tries from one address."""
    if not limit.take(house.address(request)):
        raise Refused("too-fast", "too many tries; wait a little")


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
    language = request.query_params.get("language", LANGUAGES[0])
    session = await house.people.guest(language, device_of(request))
    return signed_in(house, session, 201)


async def account(house: House, request: Request) -> Response:
    """Turn a guest into an account, which keeps their games."""
    check_rate(house, request, house.registration_limit)
    person = await house.person_of(request)
    wanted = await read_body(request, Credentials)
    guest_id = person.id if person is not None else None
    device = device_of(request)
    session = await house.people.register(wanted.name, wanted.password, guest_id, device)
    return signed_in(house, session, 201)


async def login(house: House, request: Request) -> Response:
    """Sign in by name and password."""
    check_rate(house, request, house.password_limit)
    wanted = await read_body(request, Credentials)
    return signed_in(
        house, await house.people.login(wanted.name, wanted.password, device_of(request))
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
    signed = await read_body(request, Signed)
    site = site_of(house.settings, request)
    return signed_in(house, await house.passkeys.login(site, signed.credential, device_of(request)))


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
    signed = await read_body(request, Signed)
    site = site_of(house.settings, request)
    await house.passkeys.add(site, person, signed.credential, device_of(request))
    return json_response(await _my_passkeys(house, person.id), 201)


async def passkeys(house: House, request: Request) -> Response:
    """The person's passkeys; DELETE with ?passkey= removes one."""
    person = await house.require_person(request)
    if request.method == "DELETE":
        await house.passkeys.remove(person.id, request.query_params.get("passkey", ""))
    return json_response(await _my_passkeys(house, person.id))


async def _my_passkeys(house: House, person_id: str) -> list[dict[str, object]]:
    def listed(one: Passkey) -> dict[str, object]:
        return {"passkey": one.id, "device": one.device, "created": one.created, "seen": one.seen}

    return [listed(one) for one in await house.store.passkeys(person_id)]


# being signed in


async def me(house: House, request: Request) -> Response:
    """The person's own profile."""
    return json_response(profile(await house.require_person(request)))


async def rename(house: House, request: Request) -> Response:
    """Change the person's name."""
    person = await house.require_person(request)
    wanted = await read_body(request, Rename)
    return json_response(profile(await house.people.rename(person.id, wanted.name)))


async def password(house: House, request: Request) -> Response:
    """Change the password; all other sessions end."""
    person = await house.require_person(request)
    check_rate(house, request, house.password_limit)
    wanted = await read_body(request, NewPassword)
    await house.people.change_password(person.id, wanted.old, wanted.new, token_of(request))
    return json_response({})


async def sessions(house: House, request: Request) -> Response:
    """The person's sessions; DELETE with ?session= ends one."""
    person = await house.require_person(request)
    if request.method == "DELETE":
        await house.people.revoke(person.id, request.query_params.get("session", ""))
    found = await house.people.sessions(person.id)
    return json_response(
        [
            {"session": one.hash, "device": one.device, "created": one.created, "seen": one.seen}
            for one in found
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
    if request.method == "DELETE":
        await house.people.delete(person.id)
        return json_response({})
    return Response(await house.people.export(person.id), media_type="application/json")


def routes() -> list[Route]:
    """The routes of this module."""
    return [
        Route("/api/doors", endpoint(sign_in_methods)),
        Route("/api/guest", endpoint(guest), methods=["POST"]),
        Route("/api/account", endpoint(account), methods=["POST"]),
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
