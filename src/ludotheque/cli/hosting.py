"""``ludotheque admin``: people, bans, invitations and announcements of a house."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from ludotheque.cli.arguments import positive_int
from ludotheque.house import limits
from ludotheque.house.hosting.administration import Administration
from ludotheque.house.hosting.links import PATH, NewLink
from ludotheque.house.settings import day_count, origin_url
from ludotheque.house.store.community import CommunityStore
from ludotheque.house.store.hosting import HOST, HostingStore
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    import argparse
    from collections.abc import Awaitable, Callable
    from typing import TypeAlias

    from ludotheque.cli.arguments import Commands
    from ludotheque.house.store import Store

    Action: TypeAlias = Callable[[Store, argparse.Namespace], Awaitable[None]]
    Add: TypeAlias = Callable[[Commands, str, str, Action], argparse.ArgumentParser]

DEFAULT_ORIGIN: Final = "http://localhost:8000"


def add_to(subcommands: Commands, add: Add) -> None:
    """Add the subcommands."""
    _add_people(subcommands, add)
    _add_bans(subcommands, add)
    invite = add(subcommands, "invite", "make a link by which others become members", _invite)
    invite.add_argument("--uses", type=positive_int, default=1, help="how often (default 1)")
    days = limits.MEMBER_LINK_DAYS
    invite.add_argument(
        "--days", type=positive_int, default=days, help=f"for how long (default {days})"
    )
    _add_origin(invite)
    add(subcommands, "invitations", "list invitations that can be used", _invitations)
    revoke = add(subcommands, "revoke", "revoke an invitation", _revoke)
    revoke.add_argument("invitation", metavar="ID", help="as 'admin invitations' lists it")
    announce = add(subcommands, "announce", "show a line to everybody", _announce)
    announce.add_argument("text", metavar="TEXT")
    announce.add_argument("--hours", type=positive_int, default=24, help="default 24")
    add(subcommands, "announcements", "list announcements", _announcements)
    withdraw = add(subcommands, "withdraw", "show an announcement no more", _withdraw)
    withdraw.add_argument("announcement", metavar="ID")
    add(subcommands, "reports", "list what people reported, what is open first", _reports)
    handle = add(subcommands, "handle", "mark a report as seen to", _handle)
    handle.add_argument("report", metavar="ID", help="as 'admin reports' lists it")
    audit = add(subcommands, "audit", "list what hosts and these commands did", _audit)
    audit.add_argument("--limit", type=positive_int, default=50, help="how many (default 50)")


def _add_people(subcommands: Commands, add: Add) -> None:
    people = add(subcommands, "people", "list people", _people)
    people.add_argument("part", metavar="PART", nargs="?", default="", help="of their name")
    for name, text, action in (
        ("logout", "end all sessions of a person", _logout),
        ("password", "make a link by which a person chooses a new password", _password),
        ("member", "make an account a member", _member),
        ("remove", "take somebody's membership", _remove),
        ("host", "make an account a host of the house", _host),
    ):
        add(subcommands, name, text, action).add_argument("name", metavar="NAME")
    _add_origin(subcommands.choices["password"])


def _add_bans(subcommands: Commands, add: Add) -> None:
    for name, text, action, metavar in (
        ("ban", "ban a name; whoever uses it is logged out", _ban, "NAME"),
        ("ban-address", "ban an address or a network", _ban_address, "NETWORK"),
    ):
        ban = add(subcommands, name, text, action)
        ban.add_argument("name", metavar=metavar)
        ban.add_argument("--days", type=day_count, default=0, help="default: for ever")
    unban = add(subcommands, "unban", "allow a name again", _unban)
    unban.add_argument("name", metavar="NAME")
    unban = add(subcommands, "unban-address", "allow a network again", _unban_address)
    unban.add_argument("name", metavar="NETWORK")
    add(subcommands, "banned", "list banned names and networks", _banned)


def _add_origin(command: argparse.ArgumentParser) -> None:
    variable = "LUDOTHEQUE_ORIGIN"
    command.add_argument(
        "--origin",
        type=origin_url,
        default=os.environ.get(variable) or DEFAULT_ORIGIN,
        help=f"the URL of the house, for the link (default: {DEFAULT_ORIGIN}; env: {variable})",
    )


def _print_link(arguments: argparse.Namespace, link: NewLink) -> None:
    print(f"{arguments.origin}{PATH}{link.token}")


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(" ", "seconds")


async def _people(store: Store, arguments: argparse.Namespace) -> None:
    hosting, after = HostingStore(store), ""
    while page := await hosting.people(arguments.part, now_ms(), after=after, limit=500):
        for one in page:
            kind = one.role or ("account" if one.account else "guest")
            print(f"{kind:7}  {one.sessions:3} sessions  {one.name}")
        after = (await Administration(store).person(page[-1].person)).key or ""


async def _logout(store: Store, arguments: argparse.Namespace) -> None:
    acting = Administration(store)
    await acting.end_sessions(await acting.person_named(arguments.name))


async def _password(store: Store, arguments: argparse.Namespace) -> None:
    acting = Administration(store)
    link = await acting.password_link(await acting.person_named(arguments.name))
    _print_link(arguments, link)


async def _member(store: Store, arguments: argparse.Namespace) -> None:
    acting = Administration(store)
    await acting.make_member(await acting.person_named(arguments.name))


async def _host(store: Store, arguments: argparse.Namespace) -> None:
    acting = Administration(store)
    await acting.make_member(await acting.person_named(arguments.name), HOST)


async def _remove(store: Store, arguments: argparse.Namespace) -> None:
    acting = Administration(store)
    await acting.remove_member(await acting.person_named(arguments.name))


async def _ban(store: Store, arguments: argparse.Namespace) -> None:
    await Administration(store).ban(arguments.name, arguments.days)


async def _unban(store: Store, arguments: argparse.Namespace) -> None:
    await Administration(store).unban(arguments.name)


async def _ban_address(store: Store, arguments: argparse.Namespace) -> None:
    await Administration(store).ban_network(arguments.name, arguments.days)


async def _unban_address(store: Store, arguments: argparse.Namespace) -> None:
    await Administration(store).unban_network(arguments.name)


async def _banned(store: Store, arguments: argparse.Namespace) -> None:
    del arguments
    hosting, now = HostingStore(store), now_ms()
    bans = [(ban.name, ban.expires) for ban in await hosting.banned_names(now)]
    bans += [(ban.network, ban.expires) for ban in await hosting.banned_networks(now)]
    for what, expires in bans:
        print(f"{what}  until {_time(expires)}" if expires else what)


async def _invite(store: Store, arguments: argparse.Namespace) -> None:
    link = await Administration(store).invite(arguments.uses, arguments.days)
    _print_link(arguments, link)


async def _invitations(store: Store, arguments: argparse.Namespace) -> None:
    del arguments
    for link in await HostingStore(store).links(now_ms()):
        place = link.subject or "the house"
        print(f"{link.id}  {place}  {link.uses} uses until {_time(link.expires)}")


async def _revoke(store: Store, arguments: argparse.Namespace) -> None:
    await Administration(store).revoke(arguments.invitation)


async def _announce(store: Store, arguments: argparse.Namespace) -> None:
    await Administration(store).announce(arguments.text, arguments.hours)


async def _announcements(store: Store, arguments: argparse.Namespace) -> None:
    del arguments
    for one in await HostingStore(store).announcements(now_ms()):
        print(f"{one.id}  until {_time(one.expires)}  {one.text}")


async def _withdraw(store: Store, arguments: argparse.Namespace) -> None:
    await Administration(store).withdraw(arguments.announcement)


async def _reports(store: Store, arguments: argparse.Namespace) -> None:
    del arguments
    for one in await CommunityStore(store).reports(limits.SHOWN_REPORTS):
        status = "seen to" if one.handled else "open"
        who = f"{one.reporter_name or '-'} about {one.person_name or '-'}"
        place = f"  table {one.table_id}" if one.table_id else ""
        quote = f"  {one.quote!r}" if one.quote else ""
        print(f"{one.id}  {status:7}  {_time(one.at)}  {who}{place}  {one.reason}{quote}")


async def _handle(store: Store, arguments: argparse.Namespace) -> None:
    await Administration(store).handle_report(arguments.report)


async def _audit(store: Store, arguments: argparse.Namespace) -> None:
    for entry in await HostingStore(store).audit(arguments.limit):
        print(f"{_time(entry.at)}  {entry.who}  {entry.action}  {entry.subject}".rstrip())
