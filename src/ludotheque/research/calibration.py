"""How true win chances are: of the positions with a chance of 30 %, 30 % should be won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
import numpy as np

if TYPE_CHECKING:
    from ludotheque.presentation.arrays import Array

BINS: Final = 10  # with about the same number of chances in each
PHASES: Final = 5  # fifths of the positions, by the number of events before
RESAMPLED: Final = 20


class Scored(NamedTuple):
    """Held-out positions of one kind, with what is said of them."""

    mix: str
    players: int
    chances: Array  # of the model, by team
    static: Array  # of the evaluation
    won: Array
    event: Array
    game: Array


class Cell(msgspec.Struct, frozen=True):
    """The figures of some positions."""

    games: int
    positions: int
    loss: float  # log loss of the model, in nats
    static_loss: float  # of the evaluation of the knowledge
    even_loss: float  # of equal chances
    error: float  # expected calibration error of the model
    static_error: float
    chance_error: float  # the error that perfect chances would show with so few games


class Report(msgspec.Struct, frozen=True):
    """The calibration of a game's model on games that it did not learn from."""

    game: str
    model: str
    trained_on: dict[str, int]  # games by mix
    curve: list[float]
    all: Cell
    phases: list[Cell]  # by PHASES, the earliest first
    mixes: dict[str, Cell]
    players: dict[str, Cell]


def calibration_error(chances: Array, won: Array) -> float:
    """The mean distance of said and come over bins of about equally many chances."""
    said, came = chances.reshape(-1), won.reshape(-1)
    bounds = np.quantile(said, np.arange(1, BINS) / BINS)
    bins = np.searchsorted(bounds, said, side="right")  # equal chances are in one bin
    return float(np.abs(np.bincount(bins, said - came)).sum() / len(said))


def cell(sets: list[Scored], masks: list[Array], seed: int) -> Cell:
    """The figures of the chosen positions of each set."""
    chosen = [(one, mask) for one, mask in zip(sets, masks, strict=True) if mask.any()]
    positions = sum(int(mask.sum()) for _, mask in chosen)

    def flat(parts: list[Array]) -> Array:
        return np.concatenate([part.reshape(-1) for part in parts])

    said = flat([one.chances[mask] for one, mask in chosen])
    won = flat([one.won[mask] for one, mask in chosen])
    static = flat([one.static[mask] for one, mask in chosen])
    even = flat([np.full_like(one.won[mask], 1 / one.won.shape[1]) for one, mask in chosen])

    def loss(chances: Array) -> float:
        return round(float(-(won * np.log(np.clip(chances, 1e-6, 1))).sum() / positions), 4)

    return Cell(
        games=sum(len(np.unique(one.game[mask])) for one, mask in chosen),
        positions=positions,
        loss=loss(said),
        static_loss=loss(static),
        even_loss=loss(even),
        error=round(calibration_error(said, won), 4),
        static_error=round(calibration_error(static, won), 4),
        chance_error=round(_chance_error(chosen, seed), 4),
    )


def _chance_error(chosen: list[tuple[Scored, Array]], seed: int) -> float:
    """The mean error if the chances were true: one winner is drawn for each game.

    A winner is drawn by the chances of a position of the game, the same random number for all
    positions of a game.
    """
    rng = np.random.default_rng(seed)
    errors: list[float] = []
    for _ in range(RESAMPLED):
        said, came = [], []
        for one, mask in chosen:
            chances, games = one.chances[mask], one.game[mask]
            ticket = rng.random(int(games.max()) + 1)[games]
            winner = (chances.cumsum(1) < ticket[:, None]).sum(1).clip(0, chances.shape[1] - 1)
            said.append(chances.reshape(-1))
            came.append(np.eye(chances.shape[1])[winner].reshape(-1))
        errors.append(calibration_error(np.concatenate(said), np.concatenate(came)))
    return float(np.mean(errors))


def report(
    game: str, model: str, trained_on: dict[str, int], curve: list[float], sets: list[Scored]
) -> Report:
    """The figures of all held-out positions, by fifth of the game, mix and number of players."""
    whole = [np.ones(len(one.event), bool) for one in sets]
    return Report(
        game=game,
        model=model,
        trained_on=trained_on,
        curve=curve,
        all=cell(sets, whole, 0),
        phases=[
            cell(sets, [phases_of(one, sets) == phase for one in sets], phase)
            for phase in range(PHASES)
        ],
        mixes={
            mix: cell([one for one in sets if one.mix == mix], _all(sets, mix=mix), 0)
            for mix in dict.fromkeys(one.mix for one in sets)
        },
        players={
            str(count): cell([one for one in sets if one.players == count], _all(sets, count), 0)
            for count in sorted({one.players for one in sets})
        },
    )


def phases_of(one: Scored, sets: list[Scored]) -> Array:
    """The phase of each position: fifths of all positions with that number of players.

    By what was played, not by what is still to come: of positions near the end of their game the
    leader has won more than the position tells.
    """
    events = np.concatenate([other.event for other in sets if other.players == one.players])
    bounds = np.quantile(events, np.arange(1, PHASES) / PHASES)
    return np.searchsorted(bounds, one.event, side="right")


def _all(sets: list[Scored], players: int = 0, mix: str = "") -> list[Array]:
    """All positions of the sets of a mix, or of a number of players."""
    kept = [one for one in sets if (one.players == players or not players)]
    kept = [one for one in kept if one.mix == mix or not mix]
    return [np.ones(len(one.event), bool) for one in kept]


# the page

BEGIN: Final = "<!-- calibration: written by ludotheque.research.values -->"
END: Final = "<!-- end of calibration -->"
HEAD: Final = (
    "| game | model | positions | games | log loss: even, evaluation, model | calibration error |"
    " by phase | by mix |\n|---|---|--:|--:|---|--:|---|---|"
)


def with_table(page: str, reports: list[Report], names: dict[str, str]) -> str:
    """A page with the figures of all games between the two marks; ValueError if it has none."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError("the page has no place for the calibration")
    rows = [_row(one, names[one.game]) for one in sorted(reports, key=lambda one: one.game)]
    return "\n".join([before + BEGIN, HEAD, *rows, END + after])


def _row(found: Report, name: str) -> str:
    total = found.all
    mixes = [f"{mix} {one.error:.3f} ({one.games})" for mix, one in found.mixes.items()]
    cells = [
        name,
        found.model,
        f"{total.positions}",
        f"{total.games}",
        f"{total.even_loss:.3f}, {total.static_loss:.3f}, **{total.loss:.3f}**",
        f"**{total.error:.3f}** ({total.static_error:.3f})",
        " ".join(f"{one.error:.3f}" for one in found.phases),
        ", ".join(mixes),
    ]
    return "| " + " | ".join(cells) + " |"
