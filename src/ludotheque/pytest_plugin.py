"""A pytest plug-in: a test with the argument ``game_check`` is run for each check of each game.

The games are those of the setting ``ludotheque_games`` (or ``--ludotheque-games a,b``)::

    def test_the_contract(game_check):
        game_check()
"""

from __future__ import annotations

from functools import partial
from typing import Final

import pytest

FIXTURE: Final = "game_check"
DEFAULT_SEEDS: Final = "3"
_CollectError: Final = pytest.Collector.CollectError


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the settings."""
    games = "the games to check, separated by commas"
    seeds = f"how many random games each check plays (default {DEFAULT_SEEDS})"
    group = parser.getgroup("ludotheque")
    group.addoption("--ludotheque-games", metavar="SLUGS", help=games)
    group.addoption("--ludotheque-seeds", metavar="N", help=seeds)
    parser.addini("ludotheque_games", games, default="")
    parser.addini("ludotheque_seeds", seeds, default=DEFAULT_SEEDS)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make a test of each check, game and seed."""
    if FIXTURE not in metafunc.fixturenames:
        return
    # Imported here: pytest loads plug-ins before it knows whether they are used.
    from ludotheque.core.registry import find_all, why_skipped  # noqa: PLC0415
    from ludotheque.testing.contract import runs  # noqa: PLC0415

    slugs, seeds = (_setting(metafunc.config, name) for name in ("games", "seeds"))
    if not slugs:
        raise _CollectError("the setting ludotheque_games must name the games to check")
    for slug in map(str.strip, slugs.split(",")):
        if reason := why_skipped(slug):
            raise _CollectError(f"the game {slug} can't be used: {reason}")
    calls = {
        f"{slug}-{check.__name__}-{seed}": partial(check, game, seed)
        for slug, game in find_all(slugs).items()
        for check, seed in runs(int(seeds))
    }
    metafunc.parametrize(FIXTURE, calls.values(), ids=calls)


def _setting(config: pytest.Config, name: str) -> str:
    given = config.getoption(f"--ludotheque-{name}")
    return str(given or config.getini(f"ludotheque_{name}"))
