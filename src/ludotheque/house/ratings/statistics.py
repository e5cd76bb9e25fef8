"""Statistics of a person and of a game, made of stored results. Pure functions of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.core.parts import Highlights
from ludotheque.house.ratings.plackett_luce import Belief
from ludotheque.house.ratings.scale import Points, anchors_of, belief_of, points_of

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.words import Words
    from ludotheque.house.store.results import (
        RatedPerson,
        Record,
        Result,
        StoredHighlight,
        StoredRating,
    )

RECENT_GAMES: Final = 20
HISTORY_LENGTH: Final = 100
HISTOGRAM_BARS: Final = 12
SHOWN_FAVOURITES: Final = 5
ROUND_STEPS: Final = (1, 2, 5)  # times a power of ten: the width of a bar of a histogram


class ShownRating(msgspec.Struct, frozen=True):
    """A rating as people see it: 1520 ± 60, with a question mark while it is not settled."""

    points: int
    doubt: int
    settled: bool
    games: int


class Bar(msgspec.Struct, frozen=True):
    """A bar of a histogram: how many values are at least ``low`` and below ``high``."""

    low: int
    high: int
    count: int


class SeatTotal(msgspec.Struct, frozen=True):
    """How those who sat at a seat did."""

    players: int
    seat: int
    games: int
    wins: int
    points: float  # on average


class RecordHolder(msgspec.Struct, frozen=True):
    """Somebody who holds a record, and where it was made."""

    name: str
    value: int
    table: str
    at: int


class RecordList(msgspec.Struct, frozen=True):
    """The best of a kind of record."""

    kind: str
    label: str
    best: list[RecordHolder]


class Favourite(msgspec.Struct, frozen=True):
    """How often something was chosen."""

    label: str
    count: int


class FavouriteList(msgspec.Struct, frozen=True):
    """What is chosen most often."""

    kind: str
    label: str
    favourites: list[Favourite]


class RatedPlayer(msgspec.Struct, frozen=True):
    """A person or a bot in the list of a game's ratings."""

    name: str
    bot: str  # the level of a bot of the house; "" for a person
    rating: ShownRating


class GameStatistics(msgspec.Struct, frozen=True):
    """What finished games of a game came to, of those that the viewer may see."""

    game: str
    games: int
    seats: list[SeatTotal]
    scores: list[Bar]
    minutes: list[Bar]
    best_scores: list[RecordHolder]
    records: list[RecordList]
    favourites: list[FavouriteList]
    ratings: list[RatedPlayer]


class RecentGame(msgspec.Struct, frozen=True):
    """A finished game of a person."""

    table: str
    rank: int
    players: int
    score: int
    at: int


class HistoryPoint(msgspec.Struct, frozen=True):
    """A rating after a game."""

    at: int
    points: int
    doubt: int


class PersonGame(msgspec.Struct, frozen=True):
    """How a person does at one game."""

    game: str
    games: int
    wins: int
    points: float  # on average
    best: int  # score
    streak: int  # wins in a row, up to the last game
    best_streak: int
    think_ms: int  # for a move, on average
    seats: list[SeatTotal]
    recent: list[RecentGame]  # the newest first
    rating: ShownRating | None
    history: list[HistoryPoint]  # the oldest first
    records: list[RecordList]
    favourites: list[FavouriteList]


# of a person


def person_games(
    results: Sequence[Result],
    ratings: Sequence[StoredRating],
    highlights: Sequence[StoredHighlight],
    games: Mapping[str, Game],
    language: str,
) -> list[PersonGame]:
    """How a person does at each game, from results with the newest first."""
    by_game: dict[str, list[Result]] = defaultdict(list)
    for one in results:
        by_game[one.game].append(one)
    rated = {one.game: one for one in ratings}
    return [
        _person_game(
            own,
            rated.get(slug),
            [one for one in highlights if one.game == slug],
            games[slug].highlights,
            games[slug].words(language),
        )
        for slug, own in sorted(by_game.items(), key=lambda item: -len(item[1]))
        if slug in games
    ]


def _person_game(
    results: list[Result],
    rating: StoredRating | None,
    highlights: list[StoredHighlight],
    finder: Highlights | None,
    words: Words,
) -> PersonGame:
    moves = sum(one.moves for one in results)
    streak, best_streak = streaks([one.rank == 1 and not one.departed for one in results])
    return PersonGame(
        game=results[0].game,
        games=len(results),
        wins=sum(one.rank == 1 for one in results),
        points=_mean([one.score for one in results]),
        best=max(one.score for one in results),
        streak=streak,
        best_streak=best_streak,
        think_ms=sum(one.think_ms for one in results) // max(1, moves),
        seats=_seat_totals(results),
        recent=[
            RecentGame(one.table_id, one.rank, one.players, one.score, one.ended)
            for one in results[:RECENT_GAMES]
        ],
        rating=shown_rating(rating) if rating else None,
        history=_history(results),
        records=_own_records(highlights, finder, words),
        favourites=_own_favourites(highlights, finder, words),
    )


def streaks(won: Sequence[bool]) -> tuple[int, int]:
    """The wins in a row up to the newest game, which comes first, and the most there ever were.

    >>> streaks([True, True, False, True, True, True])
    (2, 3)
    """
    current = next((index for index, one in enumerate(won) if not one), len(won))
    best = run = 0
    for one in won:
        run = run + 1 if one else 0
        best = max(best, run)
    return current, best


def _seat_totals(results: list[Result]) -> list[SeatTotal]:
    by_seat: dict[tuple[int, int], list[Result]] = defaultdict(list)
    for one in results:
        by_seat[one.players, one.seat].append(one)
    return [
        SeatTotal(
            players,
            seat,
            len(own),
            sum(one.rank == 1 for one in own),
            _mean([one.score for one in own]),
        )
        for (players, seat), own in sorted(by_seat.items())
    ]


def _history(results: list[Result]) -> list[HistoryPoint]:
    rated = [one for one in results if one.rated and one.player == one.person][:HISTORY_LENGTH]
    points = [
        (one.ended, points_of(belief_of(one.mean_after, one.deviation_after)))
        for one in reversed(rated)
    ]
    return [HistoryPoint(at, shown.points, shown.doubt) for at, shown in points]


def _own_records(
    highlights: list[StoredHighlight], finder: Highlights | None, words: Words
) -> list[RecordList]:
    best: dict[str, StoredHighlight] = {}
    for one in highlights:  # those of a kind are sorted, the largest value first
        best.setdefault(one.kind, one)
    return [
        RecordList(
            kind,
            words.say(f"highlight.{kind}"),
            [RecordHolder("", best[kind].value, best[kind].table_id, 0)],
        )
        for kind in (finder.records if finder else ())
        if kind in best
    ]


def _own_favourites(
    highlights: list[StoredHighlight], finder: Highlights | None, words: Words
) -> list[FavouriteList]:
    if finder is None:
        return []
    counted = {
        kind: Counter(one.label for one in highlights if one.kind == kind).most_common(
            SHOWN_FAVOURITES
        )
        for kind in finder.favourites
    }
    return [
        favourite_list(finder, kind, labels, words) for kind, labels in counted.items() if labels
    ]


# of a game


def favourite_list(
    finder: Highlights, kind: str, labels: Sequence[tuple[str, int]], words: Words
) -> FavouriteList:
    """Labels with their counts, in words."""
    return FavouriteList(
        kind,
        words.say(f"highlight.{kind}"),
        [Favourite(finder.label(label, words), count) for label, count in labels],
    )


def record_list(kind: str, best: Sequence[Record], words: Words) -> RecordList:
    """The best of a kind of record, in words."""
    return RecordList(kind, words.say(f"highlight.{kind}"), record_holders(best))


def record_holders(best: Sequence[Record]) -> list[RecordHolder]:
    """Those who hold a record."""
    return [RecordHolder(one.name, one.value, one.table_id, one.ended) for one in best]


def seat_totals(rows: Sequence[tuple[int, ...]]) -> list[SeatTotal]:
    """Rows of players, seat, games, wins and the sum of scores."""
    return [
        SeatTotal(players, seat, games, wins, round(total / games, 1))
        for players, seat, games, wins, total in rows
    ]


def histogram(counts: Sequence[tuple[int, ...]]) -> list[Bar]:
    """Values with their counts, in ascending order, as bars of equal and round width.

    >>> histogram([(3, 1), (4, 2)])
    [Bar(low=3, high=4, count=1), Bar(low=4, high=5, count=2)]
    """
    if not counts:
        return []
    low, high = counts[0][0], counts[-1][0]
    width = bar_width(high - low + 1)
    first = low // width
    bars = [0] * (high // width - first + 1)
    for value, count in counts:
        bars[value // width - first] += count
    return [
        Bar((first + index) * width, (first + index + 1) * width, count)
        for index, count in enumerate(bars)
    ]


def bar_width(span: int) -> int:
    """The smallest round width by which a span takes no more bars than are shown."""
    power = 1
    while True:
        for step in ROUND_STEPS:
            if span <= step * power * HISTOGRAM_BARS:
                return step * power
        power *= 10


def rated_players(game: Game, people: Sequence[RatedPerson]) -> list[RatedPlayer]:
    """People and bots on one scale, the best first."""
    bots = [
        RatedPlayer("", level, _shown(points_of(Belief(mean, 0.0)), 0))
        for level, mean in anchors_of(game).items()
    ]
    persons = [
        RatedPlayer(one.name, "", _shown(points_of(belief_of(one.mean, one.deviation)), one.games))
        for one in people
    ]
    return sorted([*bots, *persons], key=lambda one: -one.rating.points)


def shown_rating(rating: StoredRating) -> ShownRating:
    """A stored rating as people see it."""
    return _shown(points_of(belief_of(rating.mean, rating.deviation)), rating.games)


def _shown(points: Points, games: int) -> ShownRating:
    return ShownRating(points.points, points.doubt, points.is_settled, games)


def _mean(values: Sequence[int]) -> float:
    return round(sum(values) / max(1, len(values)), 1)
