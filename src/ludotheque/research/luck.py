"""Which kinds of luck surely decide something, and by how much: ``python -m`` this, with a game.

In games between bots the effects of each kind of luck (`ludotheque.analysis.luck`) are summed up by
seat and compared with the results. The factor is the slope of the results on the effects, through
the origin; seats of a game are not independent, so games are what its interval is computed from.
A kind belongs into ``analysis.json`` if the whole interval is above 0.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from ludotheque.analysis.chances import win_chances
from ludotheque.analysis.luck import kind_of, luck_effect
from ludotheque.analysis.planted import no_time
from ludotheque.bots import find_bot
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK
from ludotheque.core.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ludotheque.core.game import Game
    from ludotheque.core.options import Options

PLAYERS: Final = "player"  # the bots that play
CONFIDENCE: Final = 1.96  # standard errors
NOTHING: Final = 1e-9  # a sum of squares of rounding errors


class LuckSums(NamedTuple):
    """A game: the sums of effects by kind and seat, and what each seat got beyond its chances."""

    effects: Mapping[str, Sequence[float]]
    surplus: Sequence[float]  # the share of a win less the chance before the first event


class Factor(NamedTuple):
    """The slope of results on the effects of a kind, with its 95 % interval."""

    value: float
    low: float
    high: float


def play(game: Game, options: Options, seed: int) -> LuckSums:
    """Play a game between bots and sum up its luck."""
    rng, luck_rng = SeededRng(seed), SeededRng(seed + 1)
    bot = find_bot(game, PLAYERS, clock=no_time)
    table = Table(game, options)
    start = win_chances(game, table.state)
    effects: defaultdict[str, list[float]] = defaultdict(lambda: [0.0] * len(start))
    while not table.over:
        state = table.state
        awaited = state.awaited()
        if awaited[0] != LUCK:
            seat = awaited[rng.below(len(awaited))]
            table.submit(seat, table.ask(bot, seat, rng))
            continue
        outcome = state.sample_luck(luck_rng)
        sums = effects[kind_of(game.text(state, outcome))]
        for seat, effect in enumerate(luck_effect(game, state, outcome)):
            sums[seat] += effect
        table.submit(LUCK, game.text(state, outcome))
    end = win_chances(game, table.state)
    return LuckSums(dict(effects), [b - a for a, b in zip(start, end, strict=True)])


def factor_of(kind: str, games: Sequence[LuckSums]) -> Factor:
    """The factor of a kind of luck; nothing is known of one without effects."""
    rows = [(one.effects.get(kind, [0.0] * len(one.surplus)), one.surplus) for one in games]
    squares = sum(x * x for effects, _ in rows for x in effects)
    if squares < NOTHING:
        return Factor(0.0, 0.0, 0.0)
    slope = sum(x * y for xs, ys in rows for x, y in zip(xs, ys, strict=True)) / squares
    scores = [sum(x * (y - slope * x) for x, y in zip(xs, ys, strict=True)) for xs, ys in rows]
    error = CONFIDENCE * sqrt(sum(score * score for score in scores)) / squares
    return Factor(slope, slope - error, slope + error)


def main() -> int:
    """Print the factor of each kind of luck of a game."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int)
    arguments = parser.parse_args()
    game = find(arguments.game)
    options = {} if arguments.players is None else {"players": arguments.players}
    resolved = game.resolve_options(options)
    games = [play(game, resolved, 10 * number) for number in range(arguments.games)]
    out = [f"{game.slug}, {len(games)} games"]
    for kind in sorted({kind for one in games for kind in one.effects}):
        factor = factor_of(kind, games)
        verdict = "shown" if factor.low > 0 else "not shown"
        spread = sqrt(
            sum(x * x for one in games for x in one.effects.get(kind, ()))
            / sum(len(one.surplus) for one in games)
        )
        out.append(
            f"  {kind}: factor {factor.value:.2f} [{factor.low:.2f}, {factor.high:.2f}],"
            f" {verdict}; a seat's sum in a game is usually ±{spread:.3f}"
        )
    sys.stdout.write("\n".join(out) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
