"""Every screen of the house, and how to get there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from string import ascii_uppercase
from typing import NamedTuple

from page.browsing import DESK, Watched
from playwright.sync_api import Browser

from ludotheque.core.registry import installed

SLUGS = list(installed())
FEWEST = {slug: int(str(game.options[0].values[0])) for slug, game in installed().items()}
SHORTEST: dict[str, dict[str, object]] = {"zankapfel": {"track": 30}, "zapp_zerapp": {"pieces": 1}}
MOST = {slug: int(str(game.options[0].values[-1])) for slug, game in installed().items()}

_families = iter(["", *ascii_uppercase])


class Screen(NamedTuple):
    """The path of a screen, a selector that is there when it is ready, and what to do then."""

    path: str
    ready: str
    then: Callable[[Watched], None] = lambda _: None


def _open_set_up(somebody: Watched) -> None:
    somebody.page.click(".set-up summary")


def _show_own_page(somebody: Watched) -> None:
    name = somebody.ask("GET", "/api/me")["name"]
    somebody.go(f"/person/{name}")
    somebody.page.wait_for_selector(".person-game, .known-page .empty")


def _show_circle(somebody: Watched) -> None:
    """The circle of the person, or a new one with an evening."""
    circles = somebody.ask("GET", "/api/me/company")["circles"]
    found = circles[0] if circles else somebody.ask("POST", "/api/circles", {"name": "Thursdays"})
    path = f"/api/circles/{found['circle']}"
    evening = {"name": found["name"], "weekday": 3, "minute": 20 * 60, "zone": "Europe/Paris"}
    somebody.ask("POST", path, evening)
    somebody.go(f"/circle/{found['circle']}")
    somebody.page.wait_for_selector(".circle-page")


def _wait_for_long(somebody: Watched) -> None:
    """The wait for others, longer than a test looks at it."""
    somebody.page.evaluate("localStorage['ludotheque.wishes.m'] = JSON.stringify({wait: 300})")
    somebody.go("/game/m/match")
    somebody.page.wait_for_selector(".comers li.free")


def _begin_to_pass(somebody: Watched) -> None:
    """The curtain of a game that a family plays at one phone."""
    page, family = somebody.page, next(_families)  # a house has each name once
    for name in ("Clara", "Benedikt", "Mia"):
        page.fill(".add input", f"{name} {family}".strip())
        page.click(".add button")
    page.click(".pass-setup button[type=submit]")
    page.wait_for_selector(".curtain .uncover:not([disabled])", timeout=30_000)


def _show_board(somebody: Watched) -> None:
    """The board of a running game, as a television shows it."""
    table = somebody.set_up("m", ["", "greedy", "greedy"], players=3)
    somebody.go(f"/table/{table}/board")
    somebody.page.wait_for_selector(".big-board .scene .spot")


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
    "match": Screen("/game/m", ".game-tables h2", _wait_for_long),
    "friends": Screen("/friends", ".people h2"),
    "circle": Screen("/friends", ".people h2", _show_circle),
    "person": Screen("/me", ".profile h2", _show_own_page),
    "statistics": Screen("/game/zwickern/statistics", ".rating-scale .bot"),
    "daily": Screen("/daily", ".daily-page .button.main"),
    "past": Screen("/past", ".past-page .open-record"),
    "pass": Screen("/game/zapp_zerapp/pass", ".pass-setup .add input"),
    "curtain": Screen("/game/zwickern/pass", ".pass-setup .add input", _begin_to_pass),
    "board": Screen("/", ".shelf .box img", _show_board),
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
