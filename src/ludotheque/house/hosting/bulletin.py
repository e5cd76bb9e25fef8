"""What every request is checked against or is told: bans of networks, and announcements.

Each process has them in memory and reads them again when somebody has changed them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import TYPE_CHECKING, Final

from ludotheque.house.addresses import client_key
from ludotheque.house.refusals import Refused
from ludotheque.house.store import StoreError
from ludotheque.house.store.hosting import Announcement, HostingStore
from ludotheque.house.tasks import BackgroundTasks
from ludotheque.house.timestamps import now_ms

if TYPE_CHECKING:
    from ludotheque.house.store import Store

log = logging.getLogger(__name__)
CHANGED: Final = "hosting"  # a broadcast
NO_EXPIRY: Final = 1 << 62


def network_of(text: str) -> IPv4Network | IPv6Network:
    """The network of an address or of a network's prefix; an IPv6 address counts as its network."""
    try:
        return ip_network(text.strip(), strict=False) if "/" in text else ip_network(_key(text))
    except ValueError:
        raise Refused("bad-network", f"{text!r} is not an address or a network") from None


def _key(text: str) -> str:
    return client_key(text.strip())


class Bulletin:
    """The bans of networks and the announcements in force; ``on_banned`` is called after a ban."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.hosting = HostingStore(store)
        self.tasks = BackgroundTasks()
        self.on_banned: Callable[[], None] = lambda: None
        self._banned: dict[IPv4Network | IPv6Network, int] = {}  # with the end of each ban
        self._announcements: list[Announcement] = []
        store.on_broadcast(self._on_broadcast)
        store.on_revoked(self._on_revoked)

    async def refresh(self) -> None:
        """Read everything again."""
        now = now_ms()
        self._banned = {
            network_of(ban.network): ban.expires or NO_EXPIRY
            for ban in await self.hosting.banned_networks(now)
        }
        self._announcements = await self.hosting.announcements(now)
        if self._banned:
            self.on_banned()

    def is_banned(self, address: str) -> bool:
        """Whether nobody may come from an address, as limits count it (`addresses.client_key`)."""
        if not self._banned:
            return False
        try:
            network = ip_network(address)
        except ValueError:  # such as a socket of the system
            return False
        return any(
            ends > now_ms() and _is_within(network, banned) for banned, ends in self._banned.items()
        )

    def announcements(self) -> list[Announcement]:
        """The announcements that have not ended."""
        now = now_ms()
        return [one for one in self._announcements if one.expires > now]

    def _on_broadcast(self, message: str) -> None:
        if message == CHANGED:
            self.tasks.spawn(self._refresh_or_log())

    def _on_revoked(self, person_id: str) -> None:
        if not person_id:  # anything may have changed, such as by a command
            self.tasks.spawn(self._refresh_or_log())

    async def _refresh_or_log(self) -> None:
        try:
            await self.refresh()
        except StoreError as error:
            log.warning("bans and announcements could not be read: %s", error)


def _is_within(network: IPv4Network | IPv6Network, banned: IPv4Network | IPv6Network) -> bool:
    if isinstance(network, IPv4Network):
        return isinstance(banned, IPv4Network) and network.subnet_of(banned)
    return isinstance(banned, IPv6Network) and (
        network.subnet_of(banned) or banned.subnet_of(network)
    )
