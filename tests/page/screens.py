"""Every screen of the house, and how to get there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from page.browsing import DESK, Watched
from playwright.sync_api import Browser

from ludotheque.core.registry import installed

SLUGS = list(installed())
FEWEST = {slug: int(str(game.options[0].values[0])) for slug, game in installed().items()}
SHORTEST: dict[str, dict[str, object]] = {"zankapfel": {"track": 30}, "zapp_zerapp": {"pieces": 1}}
MOST = {slug: int(str(game.options[0].values[-1])) for slug, game in installed().items()}


class Screen(NamedTuple):
    """The path of a screen, a selector that is there when it is ready, and what to do then."""

    path: str
    ready: str
    then: Callable[[Watched], None] = lambda _: None


def _open_set_up(somebody: Watched) -> None:
    somebody.page.click(".set-up summary")


SCREENS = {
    "home": Screen("/", ".shelf .box img"),
    "game": Screen("/game/zankapfel", ".game-tables h2"),
    "set-up": Screen("/game/appenzell", ".set-up summary", _open_set_up),
    "rules": Screen("/game/zwickern/rules", ".essentials .rule-picture img"),
    "learn": Screen("/game/m/learn", ".lesson .instruction"),
    "profile": Screen("/me", ".profile h2"),
    "settings": Screen("/settings", ".settings input"),
    "watch": Screen("/watch", "#main h1"),
    "puzzles": Screen("/puzzles", ".puzzle-games"),
    "friends": Screen("/friends", ".people h2"),
    "statistics": Screen("/game/zwickern/statistics", ".rating-scale .bot"),
    "daily": Screen("/daily", ".daily-page .button.main"),
    "past": Screen("/past", ".past-page .open-record"),
    "pass": Screen("/game/zapp_zerapp/pass", ".pass-setup .add input"),
    "nowhere": Screen("/game/none", ".not-found a"),
}


def show(somebody: Watched, name: str) -> None:
    """Open one of the screens."""
    screen = SCREENS[name]
    somebody.go(screen.path)
    somebody.page.wait_for_selector(screen.ready)
    screen.then(somebody)


def begin(somebody: Watched, game: str, bot: str = "greedy", players: int = 0) -> str:
    """Begin a short game against bots, by default the fewest, and wait for the first turn.

    Returns its table.
    """
    somebody.go("/")
    players = players or FEWEST[game]
    options = {**SHORTEST.get(game, {}), "players": players}
    table = somebody.set_up(game, ["", *[bot] * (players - 1)], **options)
    somebody.page.wait_for_selector(".prompt.mine")
    return table


def give_up(somebody: Watched) -> None:
    """Resign, and wait until bots have played to the end."""
    page = somebody.page
    page.click(".menu > button")
    page.click(".menu-list .danger")
    page.click(".menu-list .danger")
    page.wait_for_selector(".ending", timeout=120_000)


@contextmanager
def visitor(
    browser: Browser, address: str, size: tuple[int, int] = DESK, **settings: object
) -> Iterator[Watched]:
    """A visitor on whose page there must be no errors."""
    somebody = Watched(browser, address, size, **settings)
    try:
        yield somebody
    except BaseException:
        somebody.context.close()
        raise
    somebody.close()
