"""Records what finished games came to, each once, and rates those on which all had agreed.

Results are written when a game ends, or later if the house was stopped in between: what was
recorded is not recorded again. Rated games are counted one after the other, in one order for all
processes, so that the ratings can be computed again from the results.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from ludotheque.core.errors import GameError
from ludotheque.core.registry import find
from ludotheque.house.ratings.plackett_luce import Belief, rate
from ludotheque.house.ratings.results import highlights_of, results_of
from ludotheque.house.ratings.scale import anchors_of, belief_of, stored
from ludotheque.house.store import Conflict
from ludotheque.house.store.results import Result, ResultsStore, StoredRating
from ludotheque.house.table.loading import Loader
from ludotheque.house.table.restore import BrokenLog

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.house.store import Store
    from ludotheque.house.table.room import Room

log = logging.getLogger(__name__)
BOT_PREFIX: Final = "bot:"
MAX_ATTEMPTS: Final = 20  # while other processes count rated games
TABLES_PER_PAGE: Final = 100


class Recorder:
    """Records the results of finished tables."""

    def __init__(self, store: Store) -> None:
        self.results = ResultsStore(store)
        self.loader = Loader(store)

    async def record(self, room: Room) -> None:
        """Record a finished game, and rate it if all had agreed; the second time does nothing.

        A game that began at a position has no result.
        """
        if room.created.position:
            return
        results, highlights = await asyncio.to_thread(
            lambda: (results_of(room), highlights_of(room))
        )
        if not is_rated(results):
            await self.results.add_unrated(results, highlights)
            return
        for _ in range(MAX_ATTEMPTS):
            if await self.results.has_results(results[0].table_id):
                return
            count = await self.results.rated_count(results[0].game)
            players = list(dict.fromkeys(one.player for one in results))
            before = await self.results.ratings(results[0].game, players)
            rated, after = rated_game(room.game, results, before, count + 1)
            try:
                await self.results.add_rated(rated, highlights, after, count + 1)
                return
            except Conflict:  # another process was first: with this game, or with another
                continue
        log.warning("a rated game could not be counted; it will be tried again")

    async def record_missing(self, pause_s: float = 0.0) -> int:
        """Record all finished tables that have no results yet; returns how many there were.

        A house pauses after each, so that those who play need not wait.
        """
        recorded, after = 0, ""
        while page := await self.results.unrecorded_tables(after, TABLES_PER_PAGE):
            for table_id in page:
                try:
                    if await self.results.has_results(table_id):
                        continue  # another process was faster
                    room, _ = await self.loader.load(table_id)
                    await self.record(room)
                    recorded += 1
                    await asyncio.sleep(pause_s)
                except (BrokenLog, GameError) as error:  # it has no result
                    log.warning("a finished table can't be recorded: %s", error)
            after = page[-1]
        return recorded

    async def rebuild(self, slug: str) -> int:
        """Compute all ratings of a game again from its results; returns how many games count."""
        count = await self.results.rated_count(slug)
        game, ratings = find(slug), dict[str, StoredRating]()
        changed: list[Result] = []
        results = await self.results.rated_results(slug)
        for number, group in groupby(results, key=lambda one: one.rated):
            rated, after = rated_game(game, [*group], ratings, number)
            ratings |= {one.player: one for one in after}
            changed += rated
        await self.results.replace_ratings(slug, changed, [*ratings.values()], count)
        return count


def is_rated(results: Sequence[Result]) -> bool:
    """Whether all had agreed to a rated game, and there is somebody to win against."""
    return all(one.player for one in results) and len({one.team for one in results}) > 1


def rated_game(
    game: Game, results: Sequence[Result], before: Mapping[str, StoredRating], number: int
) -> tuple[list[Result], list[StoredRating]]:
    """The results of a rated game with the ratings before and after it, and the new ratings.

    Bots of known strength stay as they are. A player who has several seats, which only a bot can
    have, is given the mean of what these came to.
    """
    anchors = anchors_of(game)
    teams = sorted({one.team for one in results})
    seats = [[one for one in results if one.team == team] for team in teams]
    beliefs = [[_belief(one.player, anchors, before) for one in team] for team in seats]
    rated = rate(beliefs, [team[0].rank for team in seats])
    played = [
        _with_ratings(result, old, old if _is_anchor(result.player, anchors) else new, number)
        for team, olds, news in zip(seats, beliefs, rated, strict=True)
        for result, old, new in zip(team, olds, news, strict=True)
    ]
    players = {one.player for one in played if not _is_anchor(one.player, anchors)}
    after = [_rating_after(player, played, before) for player in sorted(players)]
    return sorted(played, key=lambda one: one.seat), after


def _belief(
    player: str, anchors: Mapping[str, float], before: Mapping[str, StoredRating]
) -> Belief:
    if _is_anchor(player, anchors):
        return Belief(anchors[player.removeprefix(BOT_PREFIX)], 0.0)
    known = before.get(player)
    return belief_of(known.mean, known.deviation) if known else Belief()


def _is_anchor(player: str, anchors: Mapping[str, float]) -> bool:
    return player.startswith(BOT_PREFIX) and player.removeprefix(BOT_PREFIX) in anchors


def _with_ratings(result: Result, before: Belief, after: Belief, number: int) -> Result:
    return replace(
        result,
        rated=number,
        mean_before=stored(before.mean),
        deviation_before=stored(before.deviation),
        mean_after=stored(after.mean),
        deviation_after=stored(after.deviation),
    )


def _rating_after(
    player: str, played: Sequence[Result], before: Mapping[str, StoredRating]
) -> StoredRating:
    own = [one for one in played if one.player == player]
    known = before.get(player)
    return StoredRating(
        game=own[0].game,
        player=player,
        mean=sum(one.mean_after for one in own) // len(own),
        deviation=sum(one.deviation_after for one in own) // len(own),
        games=1 + (known.games if known else 0),
    )
