"""Moves judged by what the seat could know: by searches of its information set.

Nothing here depends on the true state beyond what the seat may know: all begins with a world
imagined for it, and games of memory are judged as if everything seen were remembered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple
from zlib import crc32

from ludotheque.analysis.report import Decision
from ludotheque.analysis.trials import Difference, Trials
from ludotheque.bots.search import Search
from ludotheque.bots.search_bot import EXPLORATION
from ludotheque.core.rng import SeededRng

if TYPE_CHECKING:
    from ludotheque.analysis.report import Grade
    from ludotheque.core.bot import Level
    from ludotheque.core.game import Game
    from ludotheque.core.knowledge import Knowledge
    from ludotheque.core.state import Move, Seat, State

SLIP: Final = 0.05  # a share of a win: a move that surely cost something, and at least this
BLUNDER: Final = 0.1
CANDIDATES: Final = 2  # of the search, compared with each other and with the move played
ROUNDS: Final = 4  # of trials, at most


class Effort(NamedTuple):
    """How many simulations a decision may take."""

    search: int  # to find the best moves
    trials: int  # of each move compared, in each of up to `ROUNDS` rounds


DEFAULT_EFFORT: Final = Effort(800, 200)


def judge(
    game: Game,
    state: State,
    seat: Seat,
    played: str,
    event: int,
    effort: Effort = DEFAULT_EFFORT,
    salt: str = "",
) -> Decision | None:
    """The judgement of a move about to be played; None where there was no choice.

    Decisions of a timed phase, where all act at once and listen, are not judged. Another ``salt``
    gives other random numbers.
    """
    if game.timed_phase is not None and game.timed_phase.contains(state):
        return None
    seed = seed_of(game, event, salt)
    world = state.imagine(seat, SeededRng(seed))
    move = game.parse(world, played)
    candidates, choices = _candidates(game, world, seat, SeededRng(seed + 1), effort.search)
    names = [game.text(world, candidate) for candidate in candidates]
    if played not in names:
        candidates, names, choices = [*candidates, move], [*names, played], max(choices, 2)
    if len(candidates) < 2:
        return None
    trials = Trials(world, seat, knowledge_of(game), candidates, seed + 2)
    index = names.index(played)
    rival = index or 1  # what the best move found is compared with
    for _ in range(ROUNDS):
        trials.run(effort.trials)
        difference = trials.difference(0, rival)
        if is_settled(difference):
            break
    else:
        difference = trials.difference(0, rival)
    if index == 0 or difference.value <= 0:
        gain = max(0.0, difference.value) if index == 0 else 0.0
        return Decision(event, seat, played, played, 0.0, difference.doubt, gain, "best", choices)
    cost, doubt = difference
    grade = grade_of(difference)
    return Decision(event, seat, played, names[0], cost, doubt, 0.0, grade, choices)


def _candidates(
    game: Game, world: State, seat: Seat, rng: SeededRng, simulations: int
) -> tuple[list[Move], int]:
    """The best moves, the best first, and how many were considered.

    They come from a search, or from the heuristic bot that the strongest level plays by.
    """
    level = strongest_level(game)
    heuristic = None if level is None else level.heuristic
    search = Search(world, seat, knowledge_of(game), rng, EXPLORATION)
    if search.move_count() > 1 and heuristic is None:
        search.run(simulations, simulations)
    results = search.results()
    if heuristic is not None:
        ranked = [move for move, _ in heuristic.rank(world, seat, rng)]
    else:
        results.sort(key=lambda result: (result.visits, result.value), reverse=True)
        ranked = [result.move for result in results]
    return ranked[:CANDIDATES], len(results)


def strongest_level(game: Game) -> Level | None:
    """The strongest level of a game; None in a game without levels."""
    levels = [*game.levels.values()]
    return levels[-1] if levels else None


def knowledge_of(game: Game) -> Knowledge:
    """The knowledge by which moves are judged: of the strongest level, if no other."""
    level = strongest_level(game)
    return game.judging_knowledge or (level and level.knowledge) or game.knowledge


def is_settled(difference: Difference) -> bool:
    """Whether more simulations would hardly change the grade."""
    lowest, highest = difference.value - difference.doubt, difference.value + difference.doubt
    return highest < SLIP or lowest > BLUNDER or (lowest > SLIP and highest < BLUNDER)


def grade_of(cost: Difference) -> Grade:
    """The grade of a move that is not the best: a slip or blunder is so beyond doubt."""
    if cost.value <= cost.doubt or cost.value < SLIP:
        return "good"
    return "blunder" if cost.value >= BLUNDER else "slip"


def seed_of(game: Game, event: int, salt: str = "") -> int:
    """The seed of a decision. It does not depend on what happened, so it reveals nothing."""
    return crc32(f"{game.slug} {event} {salt}".encode())
