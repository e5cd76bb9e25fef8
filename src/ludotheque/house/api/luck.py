"""The random numbers behind every outcome of a finished game, so that a page can verify them.

Anybody can check with the seed that a number is the sealed one; which outcome it stands for depends
on the rules (`ludotheque record verify` checks that, too).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.routing import Route

from ludotheque.core.rng import Rng
from ludotheque.core.seal import seal_of
from ludotheque.core.state import LUCK
from ludotheque.house.api.http import endpoint, gzip_json_response
from ludotheque.house.api.replay import open_shown
from ludotheque.house.refusals import Refused

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ludotheque.core.record import Record
    from ludotheque.house.server import House


class Outcome(msgspec.Struct, frozen=True):
    """An event of luck: the outcome, and the random numbers it was made from."""

    event: int
    text: str
    draws: list[tuple[int, int]]  # (n, the number drawn from 0 to n - 1)


class RecordingRng(Rng):
    """Records what is drawn from another RNG."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self.draws: list[tuple[int, int]] = []

    def seek(self, event: int) -> RecordingRng:
        self._rng.seek(event)
        self.draws = []
        return self

    def below(self, n: int) -> int:
        number = int(self._rng.below(n))
        self.draws.append((n, number))
        return number


def outcomes(record: Record) -> list[Outcome]:
    """All outcomes of a sealed record, with their draws."""
    game, rng = record.game, RecordingRng(seal_of(record).rng(record))
    state = record.table().state
    found = []
    for index, (who, text) in enumerate(record.events):
        if who == LUCK:
            state.sample_luck(rng.seek(index))
            found.append(Outcome(index, text, rng.draws))
        state.apply(who, game.parse(state, text))
    return found


async def luck(house: House, request: Request) -> Response:
    """The outcomes of a finished game, with their draws."""
    record = (await open_shown(house, request)).sealed_record()
    if record.seal is None:
        raise Refused("daily-secret", "the luck of the day's deal is published with the day's end")
    return await house.heavy_requests.run(
        house.address(request), lambda: gzip_json_response(request, outcomes(record))
    )


def routes() -> list[Route]:
    """The routes of this module."""
    return [Route("/api/tables/{table}/luck", endpoint(luck))]
