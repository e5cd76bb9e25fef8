"""The strength of a person, as a level of the bots: what matchmaking asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.registry import find
from ludotheque.house.ratings.scale import anchors_of, belief_of, points_of
from ludotheque.house.store.results import ResultsStore

if TYPE_CHECKING:
    from ludotheque.house.store import Store


class RatedStrength:
    """Knows people by their ratings."""

    def __init__(self, store: Store) -> None:
        self.results = ResultsStore(store)

    async def level_of(self, person: str, game: str) -> str:
        """The level whose bots are rated nearest to a person; "" while their rating is in doubt."""
        rating = (await self.results.ratings(game, [person])).get(person)
        if rating is None:
            return ""
        belief = belief_of(rating.mean, rating.deviation)
        found = find(game)
        means = {level: mean for level, mean in anchors_of(found).items() if level in found.levels}
        if not means or not points_of(belief).is_settled:
            return ""
        return min(means, key=lambda level: abs(means[level] - belief.mean))
