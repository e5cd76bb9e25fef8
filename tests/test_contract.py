"""The contract that every game keeps, whatever its rules; `ludotheque.testing` has the checks."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from playthroughs import GAMES, INSTALLED, playthrough, variant

from ludotheque.core.errors import BadPosition, GameError
from ludotheque.core.pack import pack
from ludotheque.core.position import load_position
from ludotheque.core.record import Record, read_json
from ludotheque.core.record import from_json as record_from_json
from ludotheque.core.registry import find
from ludotheque.core.reveal import reveals_to_anybody
from ludotheque.core.rng import SeededRng
from ludotheque.core.table import Table
from ludotheque.core.words import LANGUAGES, available_languages, read_entries
from ludotheque.testing import PRESENTATION, RULES, Check, scenes, texts
from ludotheque.testing.rules import parse_near_texts

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.core.state import State
    from ludotheque.presentation.scene import Scene

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
every_installed_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
seeds = st.integers(0, 2**32 - 1)
TEXTS = [check for check in PRESENTATION if check.__module__ == texts.__name__]  # files, not luck
PICTURES = [check for check in PRESENTATION if check not in TEXTS]


@every_game
@pytest.mark.parametrize("check", RULES, ids=lambda check: check.__name__)
@given(seed=seeds)
def test_every_game_keeps_the_contract(game: Game, check: Check, seed: int) -> None:
    check(game, seed)


@every_installed_game
@pytest.mark.parametrize("check", PICTURES, ids=lambda check: check.__name__)
@given(seed=seeds)
def test_every_game_can_be_shown(game: Game, check: Check, seed: int) -> None:
    check(game, seed)


def test_pieces_that_are_numbered_anew_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers, scene_of = itertools.count(), scenes.scene_of

    def numbered(game: Game, state: State, viewer: int) -> Scene:
        scene = scene_of(game, state, viewer)
        pieces = [replace(piece, id=str(next(numbers))) for piece in scene.pieces]
        return replace(scene, pieces=tuple(pieces))

    monkeypatch.setattr(scenes, "scene_of", numbered)
    with pytest.raises(AssertionError, match="after 8 of 8 events no piece has an id"):
        scenes.some_pieces_keep_their_ids(INSTALLED[0], 1)


@every_installed_game
@pytest.mark.parametrize("check", TEXTS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_game_has_its_texts(game: Game, check: Check, seed: int) -> None:
    check(game, seed)


@every_game
@given(seed=seeds, text=st.text(), cut=st.integers(0, 40))
def test_any_text_is_a_move_or_refused(game: Game, seed: int, text: str, cut: int) -> None:
    steps = playthrough(game, variant(game, seed), seed % 4)
    parse_near_texts(game, steps[seed % (len(steps) - 1)], text, cut)


@every_installed_game
def test_a_record_survives_json(game: Game) -> None:
    table = Table(game, game.resolve_options({}), SeededRng(1))
    record = Record.from_table(table)
    ((_, data),) = read_json(record.to_json())
    assert not isinstance(data, GameError)
    assert record_from_json(data) == record


@every_installed_game
def test_our_games_are_complete_in_every_language(game: Game) -> None:
    """A game of another package may lack a language; then another one is shown."""
    folder = game.folder() / "words"
    keys = [read_entries(folder, language).keys() for language in LANGUAGES]
    assert keys[0] == keys[1] == keys[2]
    assert set(LANGUAGES) <= set(available_languages(game.folder() / "sheets", "md"))


BAD_POSITIONS = [
    "",
    "chess |",
    "{slug}",
    "{slug} oops=1 |",
    "{slug} players=1000 |",
    "{slug} players |",
    "{slug} | nothing=1",
    "{slug} | phase",
    "{slug} | phase=oops",
    "{slug} | phase=1,2",
    "{slug} | phase=[1]",
    "{slug} | phase=''",
    "{slug} | phase=" + "-" * 9999 + "1",
]


@every_game
@pytest.mark.parametrize("bad", BAD_POSITIONS, ids=lambda bad: bad[:20])
def test_a_bad_position_is_refused(game: Game, bad: str) -> None:
    with pytest.raises(BadPosition):
        load_position(game, bad.format(slug=game.slug))


@every_installed_game
@pytest.mark.parametrize("value", ["1", "", "1,x", "[1]", "['x']", "1," * 99 + "1", "((", "{{}}"])
def test_a_position_with_a_bad_array_is_refused(game: Game, value: str) -> None:
    packed = pack(game.new(game.resolve_options({})))
    for name in (name for name, usual in packed.items() if isinstance(usual, list)):
        with pytest.raises(BadPosition, match=name):
            load_position(game, f"{game.slug} | {name}={value}")


@every_game
def test_a_table_may_begin_at_a_position(game: Game) -> None:
    """It is rewound to that position, and can't be recorded: nobody could replay it."""
    rng = SeededRng(2)
    before = Table(game, game.resolve_options({}), SeededRng(1))
    for _ in range(6):
        play_one(before, rng)
    position = before.position
    table = Table.from_position(game, position, SeededRng(3))
    begun, key = len(table.events), table.state.key()
    for _ in range(4):
        play_one(table, rng)
    assert before.position == position
    assert Table.from_position(game, position).rewound(0).state.key() == before.state.key()
    assert table.rewound(begun).state.key() == key
    assert table.rewound(len(table.events)).state.key() == table.state.key()
    assert table.fork().rewound(begun).position == table.rewound(begun).position
    with pytest.raises(GameError, match="began at a position"):
        Record.from_table(table)
    with pytest.raises(GameError, match="began at a position"):
        Record.from_table(table.rewound(0))


def play_one(table: Table, rng: SeededRng) -> None:
    if not table.over:
        seat = table.state.awaited()[0]
        table.submit(seat, table.game.text(table.state, table.state.random_move(seat, rng)))


def test_what_a_move_revealed_is_known_at_a_table_that_began_at_a_position() -> None:
    """In Zwickern a card played from the hand reveals it to all."""
    whole = Table(find("zwickern"), {}, SeededRng(1))
    table = Table.from_position(whole.game, whole.position, SeededRng(2))
    play_one(whole, SeededRng(5))
    play_one(table, SeededRng(5))
    first = len(whole.events) - 1
    assert whole.events[first].text == table.events[0].text
    assert reveals_to_anybody(table, 0) == reveals_to_anybody(whole, first) is True


@every_game
def test_a_refusal_has_the_position_in_its_notes_only(game: Game) -> None:
    table = Table(game, game.resolve_options({}), SeededRng(1))
    with pytest.raises(GameError) as refused:
        table.submit(table.state.awaited()[0], "no such move")
    assert refused.value.__notes__ == [f"position: {table.position}"]
    assert table.position not in str(refused.value)
    assert Table.from_position(game, table.position).legal(0) == table.legal(0)
