"""The analysis of games: fair to what a seat could know, repeatable, and able to find blunders."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playthroughs import GAMES, INSTALLED, playthrough, sample, variant
from toy_games import Noughts

from ludotheque.analysis import analyse, analyse_part, assemble, parts_of, reason, win_chances
from ludotheque.analysis import games as analysis_games
from ludotheque.analysis.decisions import BLUNDER, SLIP, Effort, grade_of, is_settled, judge
from ludotheque.analysis.games import moments_of
from ludotheque.analysis.luck import kind_of, luck_effect
from ludotheque.analysis.page import analysis_page
from ludotheque.analysis.planted import Verdict, detection, verdicts
from ludotheque.analysis.report import Decision
from ludotheque.analysis.settings import Settings, settings_of
from ludotheque.analysis.trials import Difference, Trials
from ludotheque.cli import main
from ludotheque.core.errors import GameError
from ludotheque.core.fast import COMPILED
from ludotheque.core.knowledge import Knowledge
from ludotheque.core.record import Record
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK
from ludotheque.core.words import LANGUAGES
from ludotheque.research import planted as planted_command
from ludotheque.testing.random_games import play_random

if TYPE_CHECKING:
    from pathlib import Path

    from ludotheque.core.game import Game

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
every_installed_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
seeds = st.integers(0, 2**32 - 1)
few = settings(max_examples=max(5, settings().max_examples // 5))
LITTLE = Effort(12, 3)
M = find("m")


def short_record(game: Game, seed: int, events: int = 60) -> Record:
    """The beginning of a random game."""
    options = game.resolve_options(variant(game, seed))
    record = Record.from_table(play_random(game, options, seed))
    return replace(record, events=record.events[:events], scores=None, ranks=None)


# chances


@every_game
@few
@given(seed=seeds)
def test_chances_of_teams_add_up_to_one_and_partners_have_the_same(game: Game, seed: int) -> None:
    for step in sample(playthrough(game, variant(game, seed), seed), SeededRng(seed), 6):
        chances = win_chances(game, step.state)
        seats = len(chances)
        by_team = {game.team_of(seat, seats): chance for seat, chance in enumerate(chances)}
        assert sum(by_team.values()) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in chances)
        assert all(by_team[game.team_of(seat, seats)] == chances[seat] for seat in range(seats))


@every_game
def test_the_chances_at_the_end_are_the_result(game: Game) -> None:
    state = play_random(game, game.resolve_options({}), 1).state
    seats = len(state.ranks())
    winners = {game.team_of(seat, seats) for seat in range(seats) if state.ranks()[seat] == 1}
    expected = [1 / len(winners) * (game.team_of(seat, seats) in winners) for seat in range(seats)]
    assert list(win_chances(game, state)) == pytest.approx(expected)


# decisions


@every_game
@few
@given(seed=seeds)
def test_a_decision_is_judged_the_same_in_every_world_its_seat_imagines(
    game: Game, seed: int
) -> None:
    rng = SeededRng(seed)
    steps = playthrough(game, variant(game, seed), seed)
    for step in sample([step for step in steps if step.seat >= 0], rng, 3):
        text = game.text(step.state, step.move)
        true = judge(game, step.state, step.seat, text, 7, LITTLE)
        for _ in range(3):
            world = step.state.imagine(step.seat, rng)
            assert judge(game, world, step.seat, text, 7, LITTLE) == true


@every_installed_game
@few
@given(seed=seeds)
def test_a_reason_is_the_same_in_every_world_its_seat_imagines(game: Game, seed: int) -> None:
    rng = SeededRng(seed)
    words = game.words("en")
    steps = playthrough(game, variant(game, seed), seed)
    for step in sample([step for step in steps if step.seat >= 0], rng, 3):
        text = game.text(step.state, step.move)
        names = [f"P{seat}" for seat in range(step.state.seats())]
        why = reason(game, step.state, step.seat, text, words, names)
        world = step.state.imagine(step.seat, rng)
        assert reason(game, world, step.seat, text, words, names) == why


@every_installed_game
@few
@given(seed=seeds)
def test_every_decision_names_moves_that_were_legal(game: Game, seed: int) -> None:
    record = short_record(game, seed)
    table = record.table()
    decisions = {one.event: one for one in analyse(record, effort=LITTLE).decisions}
    for number, (seat, text) in enumerate(record.events):
        decision = decisions.pop(number, None)
        if decision is not None:
            assert (decision.seat, decision.played) == (seat, text)
            assert table.explain(seat, decision.best) is None
            assert decision.choices > 1
            assert decision.cost >= 0
            assert (decision.best == text) == (decision.grade == "best")
            assert decision.gain == 0 or decision.grade == "best"
        table.submit(seat, text)
    assert not decisions


def test_moves_of_a_timed_phase_are_not_judged() -> None:
    game = find("zapp_zerapp")
    analysis = analyse(short_record(game, 3, 120), effort=LITTLE)
    assert analysis.decisions
    assert {decision.played.split()[0] for decision in analysis.decisions} == {"go"}


def test_the_move_that_wins_at_once_is_best() -> None:
    """Noughts and crosses: seat 0 completes a line, or lets seat 1 complete one."""
    world = Noughts((0o003, 0o060), turn=0)
    trials = Trials(world, 0, Knowledge(9, 100, 0), [2, 8], seed=1)
    trials.run(100)
    assert trials.best_first() == [2, 8]
    value, doubt = trials.difference(0, 1)
    assert value > BLUNDER
    assert value > doubt


def test_trials_of_a_move_begin_with_the_same_worlds() -> None:
    """A move against itself: the same simulations, so no difference and no doubt."""
    state = play_random(M, M.resolve_options({}), 1)
    moment = state.rewound(60).state
    seat = moment.next_actor()
    move = moment.legal_moves(seat)[0]
    trials = Trials(moment.imagine(seat, SeededRng(1)), seat, M.knowledge, [move, move], seed=5)
    trials.run(20)
    assert trials.values[0] == trials.values[1]
    assert trials.difference(0, 1) == (0, 0)


@pytest.mark.parametrize(
    ("value", "doubt", "grade"),
    [
        (0.001, 0.0, "good"),
        (0.2, 0.25, "good"),  # not beyond doubt
        (0.04, 0.01, "good"),
        (0.06, 0.01, "slip"),
        (0.06, 0.07, "good"),
        (0.11, 0.01, "blunder"),
        (0.3, 0.29, "blunder"),
    ],
)
def test_a_slip_is_one_beyond_doubt(value: float, doubt: float, grade: str) -> None:
    assert grade_of(Difference(value, doubt)) == grade


def test_more_simulations_are_run_only_where_they_could_change_the_grade() -> None:
    assert is_settled(Difference(0.0, SLIP / 2))
    assert is_settled(Difference(0.07, 0.01))
    assert is_settled(Difference(0.3, 0.1))
    assert not is_settled(Difference(0.0, 2 * SLIP))
    assert not is_settled(Difference(0.1, 0.03))


def test_moments_are_those_that_surely_mattered_most() -> None:
    def made(cost: float, gain: float, doubt: float) -> Decision:
        return Decision(0, 0, "a", "b", cost, doubt, gain, "good", 2)

    made_up = [made(0.1, 0, 0.01), made(0, 0.5, 0.6), made(0, 0.3, 0.1), made(0.2, 0, 0.1)]
    assert moments_of([*made_up, made(0.05, 0, 0)]) == (0, 2, 3)
    assert moments_of(made_up[1:2]) == ()


# whole games


@every_installed_game
@few
@given(seed=seeds)
def test_parts_in_any_order_make_the_same_analysis(game: Game, seed: int) -> None:
    record = short_record(game, seed, 30)
    parts = [analyse_part(record, *part, LITTLE) for part in reversed(parts_of(record))]
    whole = analyse(record, effort=LITTLE)
    assert assemble(record, parts) == whole
    assert len(whole.chances) == len(record.events) + 1
    assert len(whole.moments) <= 3
    assert list(whole.moments) == sorted(set(whole.moments))


@pytest.mark.parametrize("count", [0, 1, 4, 5, 799, 801, 4000])
def test_parts_cover_a_game_and_are_not_too_many(count: int) -> None:
    record = short_record(M, 1, 1)
    parts = parts_of(replace(record, events=record.events[:1] * count))
    assert len(parts) <= 200
    assert [at for start, stop in parts for at in range(start, stop)] == list(range(count))


def test_progress_is_told() -> None:
    told: list[float] = []
    analyse(short_record(M, 1, 20), told.append, LITTLE)
    assert told[-1] == 1
    assert all(one < other for one, other in pairwise(told))


def test_a_game_before_its_first_event_has_chances_and_nothing_else() -> None:
    analysis = analyse(replace(short_record(M, 1), events=()))
    assert len(analysis.chances) == 1
    assert (analysis.decisions, analysis.moments, analysis.luck) == ((), (), ())


def test_an_illegal_event_is_refused() -> None:
    record = short_record(M, 1)
    with pytest.raises(GameError):
        analyse(replace(record, events=(*record.events[:40], (0, "lay B00 40 40"))), effort=LITTLE)


# luck


@every_installed_game
@few
@given(seed=seeds)
def test_luck_adds_nothing_on_average(game: Game, seed: int) -> None:
    steps = playthrough(game, variant(game, seed), seed)
    for step in sample([step for step in steps if step.seat == LUCK], SeededRng(seed), 2):
        outcomes = step.state.luck()
        if not 1 < len(outcomes) <= 12:
            continue
        effects = [luck_effect(game, step.state, outcome) for outcome, _ in outcomes]
        for seat in range(step.state.seats()):
            weighted = zip(effects, outcomes, strict=True)
            assert sum(one[seat] * weight for one, (_, weight) in weighted) == pytest.approx(
                0, abs=1e-6
            )


def test_dice_of_a_quarrel_are_judged_when_all_have_been_rolled() -> None:
    """Zankapfel: a better die means better chances before the last die is rolled."""
    game = find("zankapfel")
    for seed in range(20):
        table = play_random(game, game.resolve_options({}), seed)
        for number, event in enumerate(table.events[:-1]):
            state = table.rewound(number).state
            if kind_of(event.text) != "roll" or kind_of(table.events[number + 1].text) != "roll":
                continue
            roller = int(event.text.split()[1])
            effects = [luck_effect(game, state, die)[roller] for die, _ in state.luck()]
            if any(effects):
                assert effects[-1] > effects[0]
                return
    pytest.fail("no quarrel with several dice was played")


def test_only_kinds_that_surely_decide_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("zankapfel")
    record = Record.from_table(play_random(game, game.resolve_options({}), 4))
    monkeypatch.setattr(analysis_games, "settings_of", lambda _: Settings(luck={"roll": 0.5}))
    shown = analyse(record, effort=LITTLE).luck
    assert {kind_of(record.events[one.event][1]) for one in shown} == {"roll"}
    whole = luck_effect(
        game,
        (before := play_random(game, record.options, 4).rewound(shown[0].event).state),
        game.parse(before, record.events[shown[0].event][1]),
    )
    assert shown[0].effects == pytest.approx([0.5 * effect for effect in whole])


@every_installed_game
def test_the_settings_of_a_game_name_what_it_has(game: Game) -> None:
    found = settings_of(game)
    game.resolve_options(found.puzzles)
    table = play_random(game, game.resolve_options({}), 2)
    kinds = {kind_of(event.text) for event in table.events if event.who == LUCK}
    assert found.luck.keys() <= kinds
    assert all(factor > 0 for factor in found.luck.values())


# planted blunders


def test_the_figures_of_planted_blunders() -> None:
    found = detection(
        [
            Verdict(1, True, "blunder", 0.3, 0.2),
            Verdict(2, True, "good", 0.0, 0.2),
            Verdict(3, True, "slip", 0.05, 0.05),
            Verdict(4, False, "slip", 0.06, 0.01),
            Verdict(5, False, "slip", 0.06, 0.09),
            Verdict(6, False, "best", 0.0, 0.0),
        ]
    )
    assert (found.blunders, found.found, found.own) == (2, 1, 3)
    assert (found.alarms, found.false_alarms) == (2, 1)


def test_the_command_of_planted_blunders_resumes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played = list[int]()

    def made(_game: Game, _options: object, seed: int, _every: int, players: str) -> list[Verdict]:
        played.append(seed)
        assert players == "master"
        return [Verdict(1, True, "blunder", 0.3, 0.2), Verdict(1, False, "good", 0.0, 0.0)]

    monkeypatch.setattr(planted_command, "verdicts", made)
    for games in ("1", "3"):
        words = ["planted", "m", "--games", games, "--folder", str(tmp_path / "verdicts")]
        monkeypatch.setattr(sys, "argv", words)
        assert planted_command.main() == 0
    assert played == [1, 2, 3]
    assert "| M | 3, 10th | 3 | 0 (0.0%) | 0 | 3 | 3 (100%) |" in capsys.readouterr().out


@pytest.mark.skipif(not COMPILED, reason="long searches, which take minutes in plain Python")
@pytest.mark.parametrize("slug", ["m", "appenzell"])
def test_planted_blunders_are_found(slug: str) -> None:
    """A small sample of what docs/analysis.md reports for every game."""
    game, judged = find(slug), []
    for seed in range(3):
        options = game.resolve_options({})
        judged += list(verdicts(game, options, seed, 10, Effort(200, 50), "player"))
    found = detection(judged)
    assert found.blunders >= 4
    assert found.found >= 0.8 * found.blunders
    assert found.false_alarms <= 0.1 * found.own


# the command


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(short_record(M, 2, 40).to_json(), encoding="utf-8")
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_writes_json_and_a_page(
    record_file: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out, page = record_file.with_name("out.json"), record_file.with_name("out.html")
    words = ["analyse", str(record_file), "--json", str(out), "--html", str(page)]
    assert main([*words, "--lang", language]) == 0
    data = json.loads(out.read_text(encoding="utf-8"))
    assert data["game"] == "m"
    assert len(data["chances"]) == 41
    html = page.read_text(encoding="utf-8")
    assert f'<html lang="{language}">' in html
    assert "<script" not in html
    assert "http" not in html.replace("http://www.w3.org", "")
    title = {"fr": "ce qui a décidé", "en": "what decided it", "de": "was den Ausschlag gab"}
    assert title[language] in capsys.readouterr().out
    assert title[language] in html


def test_a_page_escapes_what_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    record = short_record(M, 2, 40)
    analysis = analyse(record, effort=LITTLE)
    monkeypatch.setattr(type(M), "name", "<b>M</b>")
    assert "&lt;b&gt;M&lt;/b&gt;" in analysis_page(record, analysis, "en")


def test_a_file_that_is_no_record_is_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "no.json"
    path.write_text("{}", encoding="utf-8")
    assert main(["analyse", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
