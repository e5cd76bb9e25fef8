"""The draws behind every outcome of a finished game, so that a page can make them again.

Which outcome a number stands for only the rules can say (`ludotheque record verify` asks them);
that the number is the sealed one anybody can find out with the seed alone.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
from starlette.routing import Route

from ludotheque.core.rng import Rng
from ludotheque.core.seal import seal_of, sealed
from ludotheque.core.state import LUCK
from ludotheque.house.api.http import answer_small, endpoint
from ludotheque.house.refusals import Refused

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ludotheque.core.record import Record
    from ludotheque.house.server import House


class Outcome(msgspec.Struct, frozen=True):
    """An event of luck: what it was, and the numbers it was made from."""

    event: int
    text: str
    draws: list[tuple[int, int]]  # how many numbers there were to draw from, and the one drawn


class RecordingRng(Rng):
    """Dice that note what is drawn from others."""

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
    """All outcomes of a sealed record with their draws."""
    game, rng = record.game, RecordingRng(seal_of(record).rng(record))
    state = record.table().state
    found = []
    for number, (who, text) in enumerate(record.events):
        if who == LUCK:
            state.sample_luck(rng.seek(number))
            found.append(Outcome(number, text, rng.draws))
        state.apply(who, game.parse(state, text))
    return found


async def luck(house: House, request: Request) -> Response:
    """The draws of a game that is over."""
    table = await house.hall.open(request.path_params["table"])
    room = table.room
    if room.status != "over":
        raise Refused("not-over", "luck is opened when the game is over")
    nonces = [chair.nonce for chair in room.chairs]
    record = sealed(room.record(), table.seed, nonces)
    return answer_small(request, await asyncio.to_thread(outcomes, record))


def routes() -> list[Route]:
    """Where all this is asked."""
    return [Route("/api/tables/{table}/luck", endpoint(luck))]
