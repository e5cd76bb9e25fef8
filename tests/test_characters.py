"""Characters: opponents with a manner, as data in every game."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import pytest
from playthroughs import playthrough, sample, variant

from ludotheque.bots import bots_of, find_bot, levels_of
from ludotheque.bots.characters import (
    OCCASIONS,
    Character,
    CharacterBot,
    Leaning,
    characters_of,
    level_name,
    liking,
    pleases,
)
from ludotheque.bots.fingerprint import fingerprint_of
from ludotheque.bots.search import MoveResult
from ludotheque.core.game import Game
from ludotheque.core.registry import find, installed
from ludotheque.core.rng import Rng, SeededRng
from ludotheque.core.state import LUCK, State
from ludotheque.core.table import Table
from ludotheque.core.words import LANGUAGES
from ludotheque.house.table.chairs import BOT_NAMES

GAMES = [find(slug) for slug in ("appenzell", "m", "zankapfel", "zapp_zerapp", "zwickern")]
ALL = [(game, character) for game in GAMES for character in characters_of(game).values()]
every_character = pytest.mark.parametrize(
    ("game", "character"), ALL, ids=[f"{game.slug}-{one.name}" for game, one in ALL]
)
FEW = 12  # simulations


def quick(game: Game, character: Character) -> CharacterBot:
    """A character that thinks little, and not by the clock."""
    return CharacterBot(game, replace(character, simulations=FEW), lambda: 0.0)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_game_has_some(game: Game) -> None:
    characters = characters_of(game)
    assert len(characters) >= 3
    assert not characters.keys() & {*levels_of(game), *game.bots}
    assert not {one.called for one in characters.values()} & {*BOT_NAMES}
    assert [*bots_of(game)][-1] == "champion", "the last is the strongest"


def test_names_are_not_shared_between_games() -> None:
    assert len({character.called for _, character in ALL}) == len(ALL)
    assert all(characters_of(game) == {} for game in installed().values() if game not in GAMES)


@every_character
def test_they_are_told_in_every_language(game: Game, character: Character) -> None:
    assert 0 < character.margin <= (0.1 if character.plays_as else 0.05), "a manner costs little"
    assert character.level in game.levels
    assert character.plays_as in {"", *game.levels}
    assert level_name(game, character.name) == character.level
    for language in LANGUAGES:
        words, key = game.words(language), f"character.{character.name}"
        for part in ("", ".tip", *(f".says.{occasion}" for occasion in OCCASIONS)):
            assert words.say(key + part)


@every_character
def test_they_play_whole_games(game: Game, character: Character) -> None:
    players = min(int(n) for one in game.options if one.name == "players" for n in one.values)
    table = Table(game, {"players": players}, SeededRng(1))
    bot, other = quick(game, character), find_bot(game, "random")
    while not table.over:
        seat = table.state.awaited()[0]
        chosen = bot if seat == 0 else other
        table.submit(seat, table.ask(chosen, seat, SeededRng(len(table.events))))
    assert min(table.state.ranks()) == 1


@every_character
@pytest.mark.parametrize("seed", range(3))
def test_they_play_the_same_in_every_world(game: Game, character: Character, seed: int) -> None:
    """A character likes a move for what its seat knows of it, and nothing else."""
    rng, bot = SeededRng(seed), quick(game, character)
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 4):
        for seat in step.state.actors():
            if seat == LUCK:
                continue
            one, other = step.state.imagine(seat, rng), step.state.imagine(seat, rng)
            chosen = bot.choose(one, seat, SeededRng(seed))
            assert chosen == bot.choose(other, seat, SeededRng(seed))
            assert step.state.is_legal(seat, chosen)


@every_character
def test_there_are_moves_after_their_heart(game: Game, character: Character) -> None:
    """In games of the game's own bot each of them meets moves it likes, and others."""
    bot = find_bot(game, "greedy")
    players = min(int(n) for one in game.options if one.name == "players" for n in one.values)
    table, liked = Table(game, {"players": players}, SeededRng(2)), set[bool]()
    while not table.over and liked != {False, True}:
        seat = table.state.awaited()[0]
        for move in table.state.choices(seat):
            liked.add(liking(game, character, table.state, seat, move) > 0)
        table.submit(seat, table.ask(bot, seat, SeededRng(len(table.events))))
    assert liked == {False, True}


# among moves of nearly the same value


Found = dict[str, tuple[float, int]]  # values and visits of moves by notation
LIKES = Leaning(moves="mouse s", worth=0.02)


class Scripted(CharacterBot):
    """Its search found what the test says."""

    def __init__(self, game: Game, leaning: Leaning, found: Found) -> None:
        super().__init__(game, Character("x", "X", "player", 0.03, (leaning,)), lambda: inf)
        self.found = found

    def think(self, world: State, seat: int, rng: Rng) -> list[MoveResult]:
        return [
            MoveResult(self.game.parse(world, text), visits, value)
            for text, (value, visits) in self.found.items()
        ]


def chosen(leaning: Leaning, found: Found, seed: int = 1) -> str:
    """Where a character with one leaning places its first mouse after such a search."""
    game = find("appenzell")
    table = Table(game, {"players": 2}, SeededRng(1))
    seat = table.state.awaited()[0]
    return table.ask(Scripted(game, leaning, found), seat, SeededRng(seed))


def test_a_liked_move_is_played_if_it_is_nearly_as_good() -> None:
    assert chosen(LIKES, {"mouse ne": (0.50, 100), "mouse se": (0.485, 60)}) == "mouse se"
    indifferent = Leaning(moves="push", worth=0.02)
    assert chosen(indifferent, {"mouse ne": (0.50, 100), "mouse se": (0.485, 60)}) == "mouse ne"


def test_a_liked_move_that_costs_too_much_is_not_played() -> None:
    assert chosen(LIKES, {"mouse ne": (0.50, 100), "mouse se": (0.478, 60)}) == "mouse ne"
    adores = replace(LIKES, worth=0.1)  # but the margin is 0.03
    assert chosen(adores, {"mouse ne": (0.50, 100), "mouse se": (0.46, 60)}) == "mouse ne"


def test_a_move_that_was_hardly_looked_at_is_not_trusted() -> None:
    assert chosen(LIKES, {"mouse ne": (0.50, 100), "mouse se": (0.9, 4)}) == "mouse ne"


def test_a_disliked_move_is_avoided() -> None:
    dislikes = replace(LIKES, worth=-0.02)
    assert chosen(dislikes, {"mouse se": (0.50, 100), "mouse ne": (0.49, 60)}) == "mouse ne"


def test_where_one_has_to_be_unpredictable_so_is_a_character() -> None:
    """(ZK-9) What is laid face down could be guessed from the manner."""
    game = find("zankapfel")
    table = Table(game, {"players": 3}, SeededRng(1))
    while "buy" not in table.legal(seat := table.state.awaited()[0]):
        table.submit(seat, table.legal(seat)[0])
    lays = [text for text in table.legal(seat) if text.startswith("lay ")]
    found = {"buy": (0.50, 100), lays[0]: (0.495, 60), lays[1]: (0.40, 60)}
    bot = Scripted(game, Leaning(moves="lay ", worth=0.01), found)
    played = {table.ask(bot, seat, SeededRng(seed)) for seed in range(20)}
    assert played == {"buy", lays[0]}


def test_gains_are_liked_by_the_point() -> None:
    """Elsa takes the chips of a gap rather than lay where there are none."""
    game, elsa = find("m"), characters_of(find("m"))["elsa"]
    table, seen = Table(game, {"players": 2}, SeededRng(3)), set[float]()
    for number in range(40):
        seat = table.state.awaited()[0]
        for move in table.state.choices(seat):
            after = table.state.clone()
            after.apply(seat, move)
            gain = after.scores()[seat] - table.state.scores()[seat]
            worth = liking(game, elsa, table.state, seat, move)
            assert worth == pytest.approx(0.002 * gain)
            assert pleases(game, elsa, table.state, seat, move) == (gain > 0)
            seen.add(gain)
        table.submit(seat, table.ask(find_bot(game, "greedy"), seat, SeededRng(number)))
        if table.over:
            break
    assert len(seen) > 2


def test_levels_are_measured_without_them() -> None:
    """A change of the characters leaves the fingerprint of the levels as it is."""
    game = find("m")
    assert fingerprint_of(game) == fingerprint_of(game, ("master", "champion"))
    assert fingerprint_of(game) != fingerprint_of(game, ("elsa", "player"))
