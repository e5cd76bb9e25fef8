"""The same seed gives the same moves, compiled or plain, on every machine.

Both kinds of runs of the tests compare with the same hashes. Where a level is meant to play
otherwise its hash changes: then its row in docs/strength.md is out of date.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from math import inf
from typing import Final

import pytest

from ludotheque.bots.characters import CharacterBot, characters_of
from ludotheque.bots.search_bot import SearchBot
from ludotheque.core.game import Game
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.table import Table

MOVES: Final = 40
FEW: Final = 24  # simulations
EXPECTED: Final[dict[tuple[str, int], dict[str, str]]] = {
    ("appenzell", 2): {
        "novice": "5330634e",
        "player": "37c7a25e",
        "master": "3b021d9b",
        "champion": "3b021d9b",
        "resi": "429cddd2",
        "ursina": "6f4ba3c4",
        "beat": "5b346b9d",
    },
    ("m", 2): {
        "novice": "caf55543",
        "player": "5a9e3fa8",
        "master": "5a9e3fa8",
        "champion": "a957df63",
        "elsa": "9dbd41fc",
        "marcel": "127425ae",
        "solveig": "9f2dfc10",
    },
    ("m", 4): {
        "novice": "3e1d77b5",
        "player": "d25f822e",
        "master": "d25f822e",
        "champion": "2e7e902b",
        "elsa": "ff6dc9ca",
        "marcel": "12b550cf",
        "solveig": "cdb7b364",
    },
    ("zankapfel", 3): {
        "novice": "0fcf0f4c",
        "player": "2d268d98",
        "master": "1f10bb5e",
        "champion": "8b292816",
        "zita": "daab262e",
        "paulin": "54d28f73",
        "pomona": "285e9707",
    },
    ("zapp_zerapp", 2): {
        "novice": "5499c817",
        "player": "bd400d62",
        "master": "9c247526",
        "champion": "9c247526",
        "otto": "bd400d62",
        "fanny": "53364dac",
        "lotte": "0bf34993",
    },
    ("zwickern", 3): {
        "novice": "1dd03b04",
        "player": "ad6f36dd",
        "master": "24e0f2c9",
        "champion": "24e0f2c9",
        "hinnerk": "d15c9f9b",
        "wiebke": "bb61eddf",
        "tjark": "7386c3ab",
    },
    ("zwickern", 4): {
        "novice": "60877a43",
        "player": "15a70137",
        "master": "aed78a3d",
        "champion": "aed78a3d",
        "hinnerk": "b6eae636",
        "wiebke": "f7314b67",
        "tjark": "b9f180e0",
    },
}


def bots_with_few_simulations(game: Game) -> dict[str, SearchBot]:
    """The levels and characters of a game, without a time limit."""
    levels = {
        name: SearchBot(game, replace(level, simulations=FEW, time_limit_s=inf), lambda: 0.0)
        for name, level in game.levels.items()
    }
    characters = {
        name: CharacterBot(game, replace(one, simulations=FEW), lambda: 0.0)
        for name, one in characters_of(game).items()
    }
    return {**levels, **characters}


def moves_of(bot: SearchBot, game: Game, players: int) -> str:
    """A hash of the first moves of a game in which a bot has all seats."""
    table = Table(game, {"players": players}, SeededRng(77))
    while not table.over and len(table.events) < MOVES:
        seat = table.state.awaited()[0]
        table.submit(seat, table.ask(bot, seat, SeededRng(1000 + len(table.events))))
    played = "|".join(event.text for event in table.events)
    return hashlib.sha256(played.encode()).hexdigest()[:8]


@pytest.mark.parametrize(("slug", "players"), EXPECTED)
def test_the_same_seed_gives_the_same_moves(slug: str, players: int) -> None:
    game = find(slug)
    bots = bots_with_few_simulations(game)
    found = {name: moves_of(bot, game, players) for name, bot in bots.items()}
    assert found == EXPECTED[slug, players]
