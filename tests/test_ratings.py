"""Ratings: as the library openskill computes them, and bots in the order of docs/strength.md."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from house.running import seeded_random
from openskill.models import PlackettLuce
from playthroughs import INSTALLED

from ludotheque.arena import anchors
from ludotheque.core.game import Game
from ludotheque.core.words import LANGUAGES
from ludotheque.house.ratings import plackett_luce
from ludotheque.house.ratings.plackett_luce import Belief, rate
from ludotheque.house.ratings.recorder import rated_game
from ludotheque.house.ratings.scale import anchors_of, points_of
from ludotheque.house.store.results import Result, StoredRating

PAGE = Path(__file__).parents[1] / "docs" / "strength.md"
SECTIONS = {one.slug: one for one in anchors.sections(PAGE.read_text(encoding="utf-8"))}
SIMULATED_GAMES = 10_000  # of each game
every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)


def test_ratings_are_those_of_the_library() -> None:
    model, rng = PlackettLuce(), seeded_random(1)
    for _ in range(300):
        teams = [
            [Belief(rng.gauss(25, 8), rng.uniform(0.5, 8)) for _ in range(rng.choice((1, 1, 2)))]
            for _ in range(rng.randint(2, 6))
        ]
        ranks = [rng.randint(1, len(teams)) for _ in teams]  # with many ties
        theirs = model.rate(
            [[model.create_rating([*belief]) for belief in team] for team in teams],
            ranks=[float(rank) for rank in ranks],
        )
        for ours, reference in zip(rate(teams, ranks), theirs, strict=True):
            for one, other in zip(ours, reference, strict=True):
                assert one.mean == pytest.approx(other.mu, abs=1e-9)
                assert one.deviation == pytest.approx(other.sigma, abs=1e-9)


def test_400_points_are_ten_to_one() -> None:
    sure = 1e-9
    scale = points_of(Belief(26, sure)).points - points_of(Belief(25, sure)).points
    apart = 400 / (points_of(Belief(125, sure)).points - points_of(Belief(25, sure)).points) * 100
    row = anchors.Comparison(2, "b", "a", 11_000_000, 2, 10 / 11)
    assert row.difference() == pytest.approx(apart, rel=0.001)
    assert scale in {29, 30}


def test_the_arena_and_the_house_have_one_scale() -> None:
    assert (anchors.MIDDLE_MEAN, anchors.BETA) == (plackett_luce.MEAN, plackett_luce.BETA)


def test_a_contest_that_was_not_played_in_full_gives_no_anchor() -> None:
    text = PAGE.read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if "| master | player |" in line)
    fewer = row.replace("| master | player | 400 |", "| champion | master | only 7 of 400 |")
    found = next(iter(anchors.sections(text.replace(row, f"{row}\n{fewer}"))))
    assert "champion" not in {one.bot for one in found.comparisons}
    assert "master" in anchors.means(found.comparisons)


@every_game
def test_anchors_are_those_of_the_page_of_strengths(game: Game) -> None:
    section = SECTIONS[game.slug]
    found = (game.folder() / anchors.ANCHORS_FILE).read_text(encoding="utf-8")
    assert found == anchors.anchors_json(section)
    means = anchors_of(game)
    assert [*means] == sorted(means, key=lambda level: means[level])
    levels = ["random", *game.levels]
    assert [*means] == levels[: len(means)]
    assert len(means) >= len(levels) - 1  # the champion may not have met masters in full yet


def result(game: str, seat: int, team: int, rank: int, player: str) -> Result:
    return Result(
        table_id="t",
        seat=seat,
        game=game,
        options="{}",
        players=2,
        public=True,
        ended=1,
        duration_ms=1,
        person="",
        bot="",
        team=team,
        rank=rank,
        score=0,
        moves=1,
        think_ms=1,
        departed=False,
        player=player,
    )


@every_game
def test_ratings_of_bots_come_out_in_the_order_of_their_strength(game: Game) -> None:
    """Each game is drawn from the figures of the page; nobody has told the ratings the order.

    A rating goes up and down with each game, by about what two near levels differ: it is compared
    as its mean over the second half of the games.
    """
    rng = seeded_random(game.slug)
    rows = SECTIONS[game.slug].comparisons
    ratings: dict[str, StoredRating] = {}
    totals: Counter[str] = Counter()
    for number in range(1, SIMULATED_GAMES + 1):
        row = rng.choice(rows)
        # Not by the names of levels, which are anchors.
        pair = [f"bot:new-{row.bot}", f"bot:new-{row.weaker}"]
        first = 1 if rng.random() < row.ahead else 2
        ranks = (first, 3 - first)
        results = [result(game.slug, seat, seat, ranks[seat], pair[seat]) for seat in (0, 1)]
        _, after = rated_game(game, results, ratings, number)
        ratings |= {one.player: one for one in after}
        if number > SIMULATED_GAMES // 2:
            totals.update({one.player: one.mean for one in ratings.values()})
    order = sorted(totals, key=lambda player: totals[player])
    assert order == [f"bot:new-{level}" for level in anchors_of(game)]


@every_game
def test_bots_of_known_strength_stay_where_they_are(game: Game) -> None:
    results = [result(game.slug, 0, 0, 1, "p"), result(game.slug, 1, 1, 2, "bot:master")]
    played, after = rated_game(game, results, {}, 1)
    assert [one.player for one in after] == ["p"]
    assert after[0].mean > 25_000_000
    assert played[1].mean_before == played[1].mean_after
    lost, _ = rated_game(game, [results[0], result(game.slug, 1, 1, 1, "bot:random")], {}, 1)
    assert lost[0].mean_after < played[0].mean_after


@every_game
def test_highlights_have_words(game: Game) -> None:
    finder = game.highlights
    assert finder is not None
    for language in LANGUAGES:
        for kind in (*finder.records, *finder.favourites):
            assert f"highlight.{kind}" in game.words(language)


def test_partners_rise_and_fall_together() -> None:
    (zwickern,) = [game for game in INSTALLED if game.team_of(2, 4) == 0]
    results = [
        result(zwickern.slug, seat, seat % 2, 1 + seat % 2, player)
        for seat, player in enumerate(("ada", "bob", "eve", "bot:player"))
    ]
    _, after = rated_game(zwickern, results, {}, 1)
    means = {one.player: one.mean for one in after}
    assert means["ada"] == means["eve"] > 25_000_000 > means["bob"]
