"""The reason for a move, as the game's own bots give it."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from ludotheque.analysis.decisions import seed_of, strongest_level
from ludotheque.bots.search_bot import SearchBot
from ludotheque.core.bot import DEFAULT_LEVELS
from ludotheque.core.rng import SeededRng

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.game import Game
    from ludotheque.core.state import Seat, State
    from ludotheque.core.words import Words


def reason(
    game: Game, state: State, seat: Seat, move_text: str, words: Words, names: Sequence[str]
) -> str:
    """One sentence with the reason for a move that ``seat`` may make; "" if the game has none.

    It comes from a world imagined for the seat, so from what the seat may know.
    """
    world = state.imagine(seat, SeededRng(seed_of(game, 0)))
    level = strongest_level(game) or DEFAULT_LEVELS["master"]
    return SearchBot(game, level, monotonic).why(
        world, seat, game.parse(world, move_text), words, names
    )
