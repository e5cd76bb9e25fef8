"""Every event of a game is shown in a moment of its own: from what the page says that it shows.

The page runs by a clock that the test sets on, so whole games take seconds; times are those that
the page planned, compared with the `moments` of the game's look.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Any, NamedTuple

import pytest
from house.running import House
from page.browsing import Watched
from page.screens import FEWEST, SLUGS, visitor
from page.scripted_house import ScriptedHouse, entries_of
from playwright.sync_api import Browser

from ludotheque.bots import find_bot
from ludotheque.core.options import Options
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK

LAPTOP = (1366, 625)
PACES = {"calm": 1.7, "normal": 1.0, "quick": 0.5}  # how much longer everything is shown
IS_SOAK = "soak" in os.environ.get("LUDOTHEQUE_TESTS", "").split(",")
WHOLE_GAMES = [
    (slug, pace)
    for slug in SLUGS
    for pace in PACES
    if IS_SOAK or pace == "quick" or (slug, pace) in {("m", "normal"), ("zwickern", "calm")}
]  # in `make soak` every game at every pace
BATCH = 24  # events that are sent at once: more than bots play between two moves of a person
STRIDE_MS = 30_000  # by which the clock is set on
SEED = 7
SHORT = {"zapp_zerapp": {"pieces": 1}, "zankapfel": {"track": 30}}  # options for short games

# Records each moment with what is seen in the middle of it; presses on where it waits for that.
TRACE = """
    window.trace = [];
    const seen = selector => [...document.querySelectorAll(selector)].length;
    addEventListener('ludotheque:moment', ({detail}) => {
        const moment = {at: performance.now(), stages: -1, popups: -1, told: '', ...detail};
        trace.push(moment);
        const {after, ms, isHeld} = detail;
        if (!isHeld && !ms) return;
        setTimeout(() => {
            moment.stages = seen('.stage:not([hidden])');
            moment.popups = seen('.score-popup');
            const told = document.querySelector('.stage:not([hidden]), .prompt');
            moment.told = told?.textContent ?? '';
            if (!isHeld) return;
            document.querySelector('.stage:not([hidden]) > .button, .prompt > .button').click();
        }, isHeld ? after + 400 : (after + ms) / 2);
    });
"""


class Line(NamedTuple):
    """A line of the log."""

    event: int
    part: int
    kind: str


def game_by_bots(slug: str, options: Options, rng: SeededRng) -> Iterator[str]:
    """The events of a whole game of bots, in notation."""
    game = find(slug)
    bot, state = find_bot(game, "greedy"), game.new(game.resolve_options(options))
    while actors := state.actors():
        seat = actors[rng.below(len(actors))]
        move = state.sample_luck(rng) if seat == LUCK else bot.choose(state.clone(), seat, rng)
        yield f"{'-' if seat == LUCK else seat} {game.text(state, move)}"
        state.apply(seat, move)


def shown_moments(somebody: Watched) -> list[dict[str, Any]]:
    """What the page has shown so far; the clock is set on until nothing new is shown."""
    page, count = somebody.page, -1
    while True:
        page.clock.run_for(STRIDE_MS)
        if count == (count := page.evaluate("trace.length")):
            return list(page.evaluate("trace"))


class Film:
    """A game as the page has shown it, and the log and the data by which it was to be shown."""

    def __init__(self, house: ScriptedHouse, somebody: Watched, pace: str) -> None:
        look = json.loads((house.game.folder() / "art" / "look.json").read_text(encoding="utf-8"))
        self.moments: dict[str, Any] = look["moments"]
        self.factor, self.is_calm = PACES[pace], pace == "calm"
        self.log = [Line(line["event"], line["part"], line["kind"]) for line in house.lines]
        self.luck = {line["kind"] for line in house.lines if line["category"] == "luck"}
        self.shown = shown_moments(somebody)
        self.lines = [
            [Line(line["event"], line["part"], line["kind"]) for line in moment["lines"]]
            for moment in self.shown
        ]

    def staged(self, lines: list[Line]) -> list[dict[str, Any]]:
        """The moments of lines that have a stage."""
        found = [self.moments.get(line.kind) for line in lines]
        return [moment for moment in found if isinstance(moment, dict)]

    def least_ms(self, lines: list[Line]) -> float:
        """How long lines are to be seen, by the data."""
        found = [self.moments.get(line.kind, 0) for line in lines]
        times = [moment["ms"] if isinstance(moment, dict) else moment for moment in found]
        return max(times, default=0) * self.factor

    def is_unseen(self, lines: list[Line]) -> bool:
        """Whether an event is luck that the data names as no moment."""
        return all(line.kind in self.luck and line.kind not in self.moments for line in lines)

    def check_order(self) -> None:
        """Every line was shown once, in the order of the log."""
        assert [line for lines in self.lines for line in lines] == self.log
        counts = [moment["events"] for moment in self.shown]
        assert counts == sorted(counts)

    def check_own_moments(self) -> None:
        """Events share a moment only if the data joins them, or with luck that is no moment."""
        for lines in self.lines:
            events = [list(told) for _, told in groupby(lines, lambda line: line.event)]
            seen = [told for told in events if not self.is_unseen(told)]
            for before, after in pairwise(seen):
                assert before[-1].kind == after[0].kind, lines
                assert self.moments[after[0].kind]["joined"], lines

    def check_times(self) -> None:
        """Each moment was planned for as long as the data says, and ended before the next."""
        for moment, lines in zip(self.shown, self.lines, strict=True):
            if not moment["isHeld"]:
                assert moment["ms"] >= self.least_ms(lines), lines
                assert moment["stage"] is None or moment["after"] < moment["ms"], lines
        for moment, after in pairwise(self.shown):
            assert moment["isHeld"] or after["at"] >= moment["at"] + moment["ms"] - 1, moment

    def check_stages(self) -> None:
        """What is staged was on a stage: alone, and at the calm pace until a press."""
        for moment, lines in zip(self.shown, self.lines, strict=True):
            staged = self.staged(lines)
            assert moment["stage"] is None or staged, lines
            assert moment["isHeld"] is (self.is_calm and moment["stage"] is not None), lines
            if moment["stages"] < 0:
                continue  # it was shown for no time: the last view of all
            assert moment["stages"] == bool(moment["stage"] or self.is_table(moment, staged)), lines
            assert moment["stages"] + moment["popups"] <= 1, lines
            if moment["stage"] is not None:
                assert moment["told"], lines

    def is_table(self, moment: dict[str, Any], staged: list[dict[str, Any]]) -> bool:
        """Whether the stage of a moment is a table of counters, which has no pieces."""
        return moment["stage"] is not None and any(one.get("table") for one in staged)


def options_of(slug: str) -> Options:
    """The options of a short game."""
    return {"players": FEWEST[slug], **SHORT.get(slug, {})}


@pytest.mark.parametrize(("slug", "pace"), WHOLE_GAMES)
def test_every_event_of_a_game_is_shown_in_its_own_moment(
    browser: Browser, here: House, slug: str, pace: str
) -> None:
    with visitor(browser, here.address, LAPTOP, speed=1, pace=pace) as somebody:
        somebody.page.clock.install()
        somebody.page.add_init_script(TRACE)
        house = ScriptedHouse(somebody, slug, options_of(slug))
        house.open()
        events = list(game_by_bots(slug, options_of(slug), SeededRng(SEED)))
        for start in range(0, len(events), BATCH):
            house.play(*events[start : start + BATCH])
            shown_moments(somebody)
        film = Film(house, somebody, pace)
        film.check_order()
        film.check_own_moments()
        film.check_times()
        film.check_stages()


@pytest.mark.parametrize("slug", SLUGS)
def test_who_comes_late_sees_the_last_state_at_once(
    browser: Browser, here: House, slug: str
) -> None:
    with visitor(browser, here.address, LAPTOP, speed=1) as somebody:
        somebody.page.clock.install()
        somebody.page.add_init_script(TRACE)
        house = ScriptedHouse(somebody, slug, options_of(slug))
        events = entries_of(game_by_bots(slug, options_of(slug), SeededRng(SEED)))
        house.skip(events)
        house.open()
        [moment] = shown_moments(somebody)
        assert (moment["events"], moment["lines"], moment["stage"]) == (len(events), [], None)


@pytest.mark.parametrize("slug", SLUGS)
def test_without_animations_nothing_is_shown_one_after_the_other(
    browser: Browser, here: House, slug: str
) -> None:
    with visitor(browser, here.address, LAPTOP, speed=0) as somebody:
        somebody.page.clock.install()
        somebody.page.add_init_script(TRACE)
        house = ScriptedHouse(somebody, slug, options_of(slug))
        house.open()
        events = list(game_by_bots(slug, options_of(slug), SeededRng(SEED)))[:BATCH]
        house.send(entries_of(events))
        somebody.page.wait_for_function("count => trace.at(-1)?.events === count", arg=len(events))
        shown = somebody.page.evaluate("trace")
        assert [moment["events"] for moment in shown] == [0, len(events)]
        assert all(moment["ms"] == 0 and moment["stage"] is None for moment in shown)
        assert len(shown[-1]["lines"]) == len(house.lines)
