"""People over HTTP: coming in as a guest, by password or by passkey, being somebody, and going."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.core.words import LANGUAGES
from ludotheque.house.api.http import COOKIE, answer_json, body_of, endpoint, token_of
from ludotheque.house.people.passkeys import site_of
from ludotheque.house.refusals import Refused

if TYPE_CHECKING:
    from starlette.requests import Request

    from ludotheque.house.people.people import Welcome
    from ludotheque.house.rate_limits import Buckets
    from ludotheque.house.server import House
    from ludotheque.house.store import Passkey, Person

YEAR: Final = 365 * 86_400


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a password."""

    name: str
    password: str


class Rename(msgspec.Struct, forbid_unknown_fields=True):
    """Another name."""

    name: str


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """Another password, and the one so far; empty where there is none yet."""

    new: str
    old: str = ""


class Signed(msgspec.Struct, forbid_unknown_fields=True):
    """What a browser's passkey answered, as its toJSON() gives it."""

    credential: dict[str, Any]


def known(person: Person) -> dict[str, object]:
    """What a person is told of himself."""
    return {"name": person.name, "guest": person.guest}


def let_in(house: House, welcome: Welcome, status: int = 200) -> Response:
    """Who somebody is, with the token: programs read it, browsers keep it as a cookie."""
    response = answer_json({**known(welcome.person), "token": welcome.token}, status)
    response.set_cookie(
        COOKIE,
        welcome.token,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=house.settings.secure,
    )
    return response


def device_of(request: Request) -> str:
    """What a browser calls itself, for the list of one's sessions."""
    return request.headers.get("user-agent", "")[:120]


def not_too_often(house: House, request: Request, limit: Buckets) -> None:
    """Refuse who tries too often from one address."""
    if not limit.take(house.address(request)):
        raise Refused("too-fast", "too many tries; wait a little")


# coming in


async def doors(house: House, request: Request) -> Response:
    """The ways in that there are here."""
    site = site_of(house.settings, request)
    return answer_json({"guest": True, "password": True, "passkey": house.passkeys.open_at(site)})


async def guest(house: House, request: Request) -> Response:
    """Come in without an account; who is here already stays who he is."""
    person = await house.person_of(request)
    if person is not None:
        return answer_json(known(person))
    language = request.query_params.get("language", LANGUAGES[0])
    welcome = await house.people.guest(language, device_of(request))
    return let_in(house, welcome, 201)


async def account(house: House, request: Request) -> Response:
    """Make an account of a guest, who keeps his games."""
    not_too_often(house, request, house.newcomers)
    person = await house.person_of(request)
    wanted = await body_of(request, Credentials)
    guest_id = person.id if person is not None else None
    device = device_of(request)
    welcome = await house.people.register(wanted.name, wanted.password, guest_id, device)
    return let_in(house, welcome, 201)


async def login(house: House, request: Request) -> Response:
    """Come in by name and password."""
    not_too_often(house, request, house.entrances)
    wanted = await body_of(request, Credentials)
    return let_in(house, await house.people.login(wanted.name, wanted.password, device_of(request)))


# passkeys


async def passkey_challenge(house: House, request: Request) -> Response:
    """What a passkey is to sign so that one may come in."""
    not_too_often(house, request, house.keyholes)
    options = await house.passkeys.ask(site_of(house.settings, request))
    return Response(options, media_type="application/json")


async def passkey_login(house: House, request: Request) -> Response:
    """Come in by passkey."""
    not_too_often(house, request, house.keyholes)
    signed = await body_of(request, Signed)
    site = site_of(house.settings, request)
    return let_in(house, await house.passkeys.login(site, signed.credential, device_of(request)))


async def passkey_options(house: House, request: Request) -> Response:
    """What a new passkey of one's own is to be made from."""
    person = await house.somebody(request)
    not_too_often(house, request, house.keyholes)
    options = await house.passkeys.invite(site_of(house.settings, request), person)
    return Response(options, media_type="application/json")


async def new_passkey(house: House, request: Request) -> Response:
    """Add a passkey; a guest has an account from then on."""
    person = await house.somebody(request)
    not_too_often(house, request, house.keyholes)
    signed = await body_of(request, Signed)
    site = site_of(house.settings, request)
    await house.passkeys.add(site, person, signed.credential, device_of(request))
    return answer_json(await _my_passkeys(house, person.id), 201)


async def passkeys(house: House, request: Request) -> Response:
    """One's passkeys, or with DELETE and ?passkey= the end of one."""
    person = await house.somebody(request)
    if request.method == "DELETE":
        await house.passkeys.remove(person.id, request.query_params.get("passkey", ""))
    return answer_json(await _my_passkeys(house, person.id))


async def _my_passkeys(house: House, person_id: str) -> list[dict[str, object]]:
    def told(one: Passkey) -> dict[str, object]:
        return {"passkey": one.id, "device": one.device, "created": one.created, "seen": one.seen}

    return [told(one) for one in await house.store.passkeys(person_id)]


# being here


async def me(house: House, request: Request) -> Response:
    """Who I am."""
    return answer_json(known(await house.somebody(request)))


async def rename(house: House, request: Request) -> Response:
    """Be called something else."""
    person = await house.somebody(request)
    wanted = await body_of(request, Rename)
    return answer_json(known(await house.people.rename(person.id, wanted.name)))


async def password(house: House, request: Request) -> Response:
    """Another password; all other sessions end."""
    person = await house.somebody(request)
    not_too_often(house, request, house.entrances)
    wanted = await body_of(request, NewPassword)
    await house.people.change_password(person.id, wanted.old, wanted.new, token_of(request))
    return answer_json({})


async def sessions(house: House, request: Request) -> Response:
    """One's sessions, or with DELETE and ?session= the end of one."""
    person = await house.somebody(request)
    if request.method == "DELETE":
        await house.people.revoke(person.id, request.query_params.get("session", ""))
    found = await house.people.sessions(person.id)
    return answer_json(
        [
            {"session": one.hash, "device": one.device, "created": one.created, "seen": one.seen}
            for one in found
        ]
    )


# going


async def logout(house: House, request: Request) -> Response:
    """Leave by this session, or with ?everywhere=1 by all."""
    person = await house.somebody(request)
    if request.query_params.get("everywhere"):
        await house.people.logout_everywhere(person.id)
    else:
        await house.people.logout(token_of(request))
    response = answer_json({})
    response.delete_cookie(COOKIE)
    return response


async def my_data(house: House, request: Request) -> Response:
    """Everything the house knows of somebody; with DELETE it is forgotten."""
    person = await house.somebody(request)
    if request.method == "DELETE":
        await house.people.delete(person.id)
        return answer_json({})
    return Response(await house.people.export(person.id), media_type="application/json")


def routes() -> list[Route]:
    """Where all this is asked."""
    return [
        Route("/api/doors", endpoint(doors)),
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
