"""A contest on a Ray cluster: the same games, played wherever there is a core."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

from ludotheque.arena.contest import Contest, Pairing, pairing
from ludotheque.arena.fingerprint import fingerprint_of
from ludotheque.arena.play import Failed, Played, play
from ludotheque.core.errors import BadOption
from ludotheque.core.registry import find

if TYPE_CHECKING:
    from collections.abc import Iterator

LOCAL: Final = "local"  # the address of a cluster of this machine alone, begun for the occasion


def run_on_cluster(contest: Contest, numbers: list[int], address: str) -> Iterator[Played | Failed]:
    """Play the games of these numbers, in any order, as many at once as the cluster has cores."""
    ray = _join(address)
    game = find(contest.game)
    there = ray.remote(play_remotely)
    waiting = [there.remote(contest, pairing(contest, game, number)) for number in numbers]
    try:
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None  # without the way it took through the cluster
    finally:
        for one in waiting:
            ray.cancel(one)


def play_remotely(contest: Contest, met: Pairing) -> Played | Failed:
    """Play one game on a machine of the cluster, if its bots are those that were asked for."""
    found = fingerprint_of(find(contest.game))
    if contest.code and found != contest.code:
        raise BadOption(
            f"a machine of the cluster has other bots for {contest.game} ({found}, not "
            f"{contest.code}): install the same version there, compiled or not as here"
        )
    return play(contest, met)


def _join(address: str) -> Any:
    """Ray, connected to that cluster; it stays so until the program ends."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # before it is imported
    try:
        import ray  # noqa: PLC0415 (an optional extra)
    except ImportError:
        raise BadOption("--ray needs Ray: pip install 'ludotheque[ray]'") from None
    if not ray.is_initialized():
        own = {"include_dashboard": False} if address == LOCAL else {}
        try:
            ray.init(address, logging_level="warning", log_to_driver=False, **own)
        except (ConnectionError, ValueError) as error:
            raise BadOption(f"there is no Ray cluster at {address}: {error}") from None
    return ray
