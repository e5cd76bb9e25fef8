"""A contest on a Ray cluster: the same games, played wherever there is a core."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

from ludotheque.arena.contest import Contest, Pairing, pairing
from ludotheque.arena.play import Failed, Played, play
from ludotheque.bots.fingerprint import fingerprint_of
from ludotheque.core.errors import BadOption
from ludotheque.core.registry import find

if TYPE_CHECKING:
    from collections.abc import Iterator

LOCAL: Final = "local"  # the address that starts a new cluster on this machine


def run_on_cluster(contest: Contest, numbers: list[int], address: str) -> Iterator[Played | Failed]:
    """Play the games with these numbers, in any order, as many at once as the cluster has cores."""
    ray = _join(address)
    game = find(contest.game)
    remote = ray.remote(play_remotely)
    waiting = [remote.remote(contest, pairing(contest, game, number)) for number in numbers]
    try:
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None  # drop Ray's own traceback
    finally:
        for task in waiting:
            ray.cancel(task)


def play_remotely(contest: Contest, game_pairing: Pairing) -> Played | Failed:
    """Play one game on a machine of the cluster, if its code has the fingerprint of the contest."""
    found = fingerprint_of(find(contest.game), contest.bots)
    if contest.fingerprint and found != contest.fingerprint:
        raise BadOption(
            f"a machine of the cluster has other code for {contest.game} ({found}, not "
            f"{contest.fingerprint}): install the same version there, compiled as here or not"
        )
    return play(contest, game_pairing)


def _join(address: str) -> Any:
    """Ray, connected to that cluster until the program ends."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # before it is imported
    try:
        import ray  # noqa: PLC0415 (an optional extra)
    except ImportError:
        raise BadOption("--ray needs Ray: pip install 'ludotheque[ray]'") from None
    if not ray.is_initialized():
        settings = {"include_dashboard": False} if address == LOCAL else {}
        try:
            ray.init(address, logging_level="warning", log_to_driver=False, **settings)
        except (ConnectionError, ValueError) as error:
            raise BadOption(f"there is no Ray cluster at {address}: {error}") from None
    return ray
