"""Notices over HTTP: what a person chose, their channels, and links that need no login."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.core.words import installed_languages
from ludotheque.house import limits
from ludotheque.house.api.accounts import site_of
from ludotheque.house.api.http import (
    endpoint,
    json_response,
    read_body,
    too_fast,
    unknown_language,
)
from ludotheque.house.notices import webhooks
from ludotheque.house.notices.calendar import ICALENDAR_INSTALLED, calendar_of
from ludotheque.house.notices.mail import MailDetails, check_address, new_confirmation
from ludotheque.house.notices.preferences import (
    NoticeSettings,
    StoredSettings,
    decode_settings,
)
from ludotheque.house.notices.webhooks import WebhookDetails, WebhookFormat
from ludotheque.house.notices.webpush import PushKeys, check_keys
from ludotheque.house.refusals import Refused
from ludotheque.house.store import NotFound
from ludotheque.house.store.notices import Channel
from ludotheque.house.table.turns import turns_of
from ludotheque.house.timestamps import now_ms
from ludotheque.house.zones import zone_named

if TYPE_CHECKING:
    from starlette.requests import Request

    from ludotheque.house.server import House
    from ludotheque.house.store import Person

CALENDAR_TYPE: Final = "text/calendar; charset=utf-8"
CALENDAR_ENDING: Final = ".ics"


class ChannelInfo(msgspec.Struct, frozen=True):
    """A channel as its person sees it."""

    channel: str  # its id
    kind: str
    target: str  # the address or URL; of a browser its device
    table: str  # of a table's own webhook
    format: str  # of a webhook
    confirmed: bool
    created: int


class NoticeOffer(msgspec.Struct, frozen=True):
    """What this house can do."""

    push_key: str  # for `applicationServerKey`
    mail: bool
    calendar: bool
    private_webhooks: bool


class Notices(msgspec.Struct, frozen=True):
    """Everything a person can choose, and what they chose."""

    settings: NoticeSettings
    channels: list[ChannelInfo]
    offer: NoticeOffer


class NewPush(msgspec.Struct, forbid_unknown_fields=True):
    """A browser's subscription."""

    endpoint: str
    keys: PushKeys


class NewMail(msgspec.Struct, forbid_unknown_fields=True):
    """A mail address, to which a link is sent."""

    address: str


class NewWebhook(msgspec.Struct, forbid_unknown_fields=True):
    """A webhook of the person, or of a table that they set up."""

    url: str
    format: WebhookFormat = "json"
    table: str = ""


class SignedWebhook(msgspec.Struct, frozen=True):
    """A new webhook: the secret that its messages are signed with is told once."""

    secret: str
    notices: Notices


class NewCalendar(msgspec.Struct, frozen=True):
    """A new calendar: its address is told once."""

    link: str
    notices: Notices


BODY_TYPES: Final = (NoticeSettings, NewPush, NewMail, NewWebhook)
RESPONSE_TYPES: Final = (Notices, SignedWebhook, NewCalendar)


async def show(house: House, request: Request) -> Response:
    """What a person chose, and their channels."""
    person = await house.require_person(request)
    return json_response(await _notices(house, request, person))


async def _notices(house: House, request: Request, person: Person) -> Notices:
    stored = decode_settings(await house.notices.settings(person.id))
    channels = await house.notices.channels(person.id)
    vapid = await house.senders.vapid(site_of(house.settings, request).origin)
    fields = {name: getattr(stored, name) for name in NoticeSettings.__struct_fields__}
    offer = NoticeOffer(
        push_key=vapid.public_key,
        mail=house.senders.mail_server is not None,
        calendar=ICALENDAR_INSTALLED,
        private_webhooks=house.settings.allow_private_webhooks,
    )
    return Notices(NoticeSettings(**fields), [_info(channel) for channel in channels], offer)


def _info(channel: Channel) -> ChannelInfo:
    details = msgspec.json.decode(channel.details, type=dict[str, str])
    return ChannelInfo(
        channel=channel.id,
        kind=channel.kind,
        # Whoever has the endpoint of a browser may send to it.
        target="" if channel.kind in {"push", "calendar"} else channel.target,
        table=channel.table_id,
        format=details.get("format", ""),
        confirmed=channel.confirmed,
        created=channel.created,
    )


async def choose(house: House, request: Request) -> Response:
    """Choose when each channel tells one, and when none does."""
    person = await house.require_person(request)
    body = await read_body(request, NoticeSettings)
    zone_named(body.zone)
    if body.language not in installed_languages():
        raise unknown_language()
    fields = msgspec.structs.asdict(body)
    await _save(house, person, StoredSettings(**fields, origin=_origin(house, request)))
    return json_response(await _notices(house, request, person))


def _origin(house: House, request: Request) -> str:
    return site_of(house.settings, request).origin


async def _save(house: House, person: Person, settings: StoredSettings) -> None:
    text = msgspec.json.encode(settings).decode()
    await house.notices.save_settings(person.id, text)


# channels


async def add_push(house: House, request: Request) -> Response:
    """Have notices pushed to this browser."""
    person = await house.require_person(request)
    body = await read_body(request, NewPush)
    check_keys(body.keys)
    house.outbound.check_url(body.endpoint)
    details = msgspec.json.encode(body.keys).decode()
    await _add(house, request, person, _channel(person, "push", body.endpoint, details))
    return json_response(await _notices(house, request, person), 201)


async def add_mail(house: House, request: Request) -> Response:
    """Have notices mailed, once the link in the first mail was followed."""
    person = await house.require_person(request)
    address = check_address((await read_body(request, NewMail)).address)
    if not all(house.mail_limit.take(key) for key in (address.lower(), house.address(request))):
        raise too_fast()
    if house.senders.mail_server is None:
        raise Refused("no-mail", "this house sends no mails")
    details = msgspec.json.encode(MailDetails(new_confirmation())).decode()
    channel = _channel(person, "mail", address, details)
    await _add(house, request, person, msgspec.structs.replace(channel, confirmed=False))
    return json_response(await _notices(house, request, person), 201)


async def add_webhook(house: House, request: Request) -> Response:
    """Have notices sent to a URL: one's own, or those of a table that one set up."""
    person = await house.require_person(request)
    body = await read_body(request, NewWebhook)
    house.outbound.check_url(body.url)
    if body.table:
        await _check_host(house, body.table, person)
    secret = webhooks.new_secret()
    details = msgspec.json.encode(WebhookDetails(body.format, secret)).decode()
    channel = _channel(person, "webhook", body.url, details, body.table)
    await _add(house, request, person, channel)
    return json_response(SignedWebhook(secret, await _notices(house, request, person)), 201)


async def add_calendar(house: House, request: Request) -> Response:
    """A new address of one's calendar of deadlines; an earlier one is no longer valid."""
    person = await house.require_person(request)
    if not ICALENDAR_INSTALLED:
        raise Refused("no-calendar", "this server was installed without calendars")
    channel = _channel(person, "calendar", "")
    await _add(house, request, person, channel)
    link = f"{_origin(house, request)}/api/calendar/{channel.token}{CALENDAR_ENDING}"
    return json_response(NewCalendar(link, await _notices(house, request, person)), 201)


async def remove(house: House, request: Request) -> Response:
    """Remove a channel."""
    person = await house.require_person(request)
    wanted = request.path_params["channel"]
    channels = await house.notices.channels(person.id)
    channel = next((one for one in channels if one.id == wanted), None)
    if channel is None:
        raise _no_channel()
    await house.notices.remove_channel(channel)
    await house.outbox.announce()
    return json_response(await _notices(house, request, person))


def _channel(
    person: Person, kind: str, target: str, details: str = "{}", table: str = ""
) -> Channel:
    return Channel(
        id=secrets.token_urlsafe(12),
        person=person.id,
        kind=kind,
        target=target,
        table_id=table,
        token=secrets.token_urlsafe(24),
        details=details,
        created=now_ms(),
    )


async def _check_host(house: House, table_id: str, person: Person) -> None:
    table = await house.tables.open(table_id)
    if table.room.created.host != person.id:
        raise Refused("not-host", "only the host of the table may do that")


async def _add(house: House, request: Request, person: Person, channel: Channel) -> None:
    """Add a channel in place of the one like it, and what is to be told there already."""
    if not house.notice_limit.take(person.id):
        raise too_fast()
    channels = await house.notices.channels(person.id)
    replaced = [one for one in channels if _is_replaced(one, channel)]
    if len(channels) - len(replaced) >= limits.MAX_CHANNELS_PER_PERSON:
        raise Refused("too-many-channels", "remove another channel first")
    if not await house.notices.settings(person.id):
        await _save(house, person, StoredSettings(origin=_origin(house, request)))
    for one in replaced:
        await house.notices.remove_channel(one)
    await house.notices.add_channel(channel, None if channel.confirmed else channel.created)
    await house.outbox.announce()
    await _add_turns(house, channel)


def _is_replaced(old: Channel, new: Channel) -> bool:
    """Whether a channel takes the place of another: one has a single mail address, for example."""
    if old.kind != new.kind or old.table_id != new.table_id:
        return False
    return old.kind in {"mail", "calendar"} or bool(new.table_id) or old.target == new.target


async def _add_turns(house: House, channel: Channel) -> None:
    """Write the turns that began before the channel was there."""
    table_ids = [channel.table_id]
    if not channel.table_id:
        rows = await house.store.tables_of_person(
            channel.person, statuses=("playing",), limit=limits.MAX_CALLED_TABLES
        )
        table_ids = [row.id for row in rows]
    for table_id in table_ids:
        try:
            room = (await house.tables.open(table_id)).room
            turns = house.store.called.among(table_id, turns_of(room))
            await house.notices.add_turns(table_id, room.next_number, turns)
        except (Refused, NotFound):  # a broken table, or somebody moved: that wrote the turns
            continue


# links that need no login


async def confirm(house: House, request: Request) -> Response:
    """Confirm a mail address, by the token of the link in the first mail."""
    token = request.path_params["token"]
    channel = await house.notices.unconfirmed(token)
    if channel is None:
        raise _no_channel()
    await house.notices.confirm_channel(channel.id, msgspec.json.encode(MailDetails()).decode())
    await house.outbox.announce()
    await _add_turns(house, channel)
    return json_response({"target": channel.target})


async def stop(house: House, request: Request) -> Response:
    """Stop the mails to an address, by the token in each of them; stopping twice is the same."""
    channel = await house.notices.channel_by_token(request.path_params["token"])
    if channel is not None and channel.kind == "mail":
        await house.notices.remove_channel(channel)
        await house.outbox.announce()
    return json_response({})


async def calendar(house: House, request: Request) -> Response:
    """The calendar of a person's deadlines, by its secret address."""
    token = request.path_params["file"].removesuffix(CALENDAR_ENDING)
    channel = await house.notices.channel_by_token(token)
    if channel is None or channel.kind != "calendar" or not ICALENDAR_INSTALLED:
        raise _no_channel()
    settings = decode_settings(await house.notices.settings(channel.person))
    turns = [turn for turn in await house.notices.turns(channel.person) if turn.deadline]
    tables = await house.outbox.tables(turns, settings)
    numbers = {turn.table_id: turn.number for turn in turns}
    data = calendar_of(tables, [numbers[one.table] for one in tables], settings, now_ms())
    return Response(data, headers={"cache-control": "no-store"}, media_type=CALENDAR_TYPE)


def _no_channel() -> Refused:
    return Refused("no-such-channel", "there is no such channel, or its link was used up")


def routes() -> list[Route]:
    """The routes of this module."""
    return [
        Route("/api/notices", endpoint(show), methods=["GET"]),
        Route("/api/notices", endpoint(choose), methods=["PUT"]),
        Route("/api/notices/push", endpoint(add_push), methods=["POST"]),
        Route("/api/notices/mail", endpoint(add_mail), methods=["POST"]),
        Route("/api/notices/webhook", endpoint(add_webhook), methods=["POST"]),
        Route("/api/notices/calendar", endpoint(add_calendar), methods=["POST"]),
        Route("/api/notices/channels/{channel}", endpoint(remove), methods=["DELETE"]),
        Route("/api/calendar/{file}", endpoint(calendar), methods=["GET"]),
    ]


def link_routes() -> list[Route]:
    """What the pages of links in mails send; mail programs send the second one by themselves."""
    return [
        Route("/notices/confirm/{token}", endpoint(confirm), methods=["POST"]),
        Route("/notices/stop/{token}", endpoint(stop), methods=["POST"]),
    ]
