"""The end of every game: a last line that says why it is over, and the scores as a table."""

from __future__ import annotations

import pytest
from playthroughs import INSTALLED, variant

from ludotheque.core.game import Game
from ludotheque.core.table import Table
from ludotheque.core.words import LANGUAGES
from ludotheque.presentation.narration import narrate, words_for
from ludotheque.presentation.score_table import (
    ScoreCell,
    ScoreRow,
    ScoreTable,
    number_cells,
    signed,
    tie_notes,
)
from ludotheque.testing.random_games import play_random

SEEDS = range(3)


def finished(game: Game, seed: int) -> Table:
    return play_random(game, variant(game, seed), seed)


def final_scores(table: Table, language: str) -> ScoreTable:
    state = table.state
    return table.game.score_table(state.public(), state.ranks(), table.game.words(language))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
def test_the_last_line_says_that_the_game_is_over(game: Game, seed: int) -> None:
    table = finished(game, seed)
    facts = [fact for event in table.events for fact in event.facts]
    ends = [game.fact_schema(fact.kind).category == "end" for fact in facts]
    assert ends[-1]
    assert ends == sorted(ends)  # nothing follows it
    names = [f"N{seat}" for seat in range(table.state.seats())]
    for language in LANGUAGES:
        for viewer in (-1, facts[-1].seat):
            words = words_for(game, facts[-1], viewer, game.words(language))
            assert narrate(game, facts[-1], words, names).text


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
def test_the_table_has_every_seat_by_rank_and_ends_with_its_score(game: Game, seed: int) -> None:
    table = finished(game, seed)
    scores, ranks = table.state.scores(), table.state.ranks()
    for language in LANGUAGES:
        found = final_scores(table, language)
        assert sorted(seat for row in found.rows for seat in row.seats) == [*range(len(ranks))]
        best = [ranks[row.seats[0]] for row in found.rows]
        assert best == sorted(best)
        assert [row.rank for row in found.rows] == [1 + best.index(rank) for rank in best]
        assert all(column.label for column in found.columns)
        for row in found.rows:
            assert len(row.cells) == len(found.columns)
            assert all(cell.text for cell in row.cells)
            for seat in row.seats:
                assert ranks[seat] == ranks[row.seats[0]]
                assert row.cells[-1].text == signed(scores[seat])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
def test_its_pictures_exist(game: Game, seed: int) -> None:
    art = (game.folder() / "art" / "art.svg").read_text(encoding="utf-8")
    found = final_scores(finished(game, seed), "en")
    names = {column.art for column in found.columns} - {""}
    names |= {name for row in found.rows for cell in row.cells for name in cell.art}
    for name in names:
        assert f'<symbol id="{name}"' in art


def row(seat: int, rank: int, total: int) -> ScoreRow:
    return ScoreRow((seat,), rank, (ScoreCell("something"), *number_cells(total)))


def test_a_tie_is_shared_or_decided() -> None:
    rows = [row(2, 1, 9), row(0, 2, 5), row(3, 3, 5), row(1, 4, -3), row(4, 4, -3)]
    decided, shared = tie_notes(rows, "shared", "ahead")
    assert (decided.seats, decided.text) == ((0, 3), "ahead")
    assert (shared.seats, shared.text) == ((1, 4), "shared")
