"""Scenes: complete, small, the same in every language, and without a secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from playthroughs import INSTALLED, Step, playthrough, sample, variant, viewers

from ludotheque.core.rng import SeededRng
from ludotheque.core.state import SPECTATOR, State
from ludotheque.core.words import LANGUAGES
from ludotheque.presentation.scene import Choice, Scene, find_path, picked_text

if TYPE_CHECKING:
    from ludotheque.core.game import Game

every_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
seeds = st.integers(0, 2**32 - 1)
NAMES = ("Ada", "Blaise", "Clara", "Dirk", "Edith", "Felix")
MAX_CHOICES, MAX_SCENE_BYTES = 400, 64_000
MAX_MOVES_TRIED = 300
KINDS = {"board", "row", "stack", "panel", "track"}


def scene_of(game: Game, state: State, viewer: int, language: str = "en") -> Scene:
    return game.scene(state, viewer, game.words(language), NAMES[: state.seats()])


def some_steps(game: Game, seed: int, count: int) -> list[Step]:
    return sample(playthrough(game, variant(game, seed), seed), SeededRng(seed), count)


@every_game
@given(seed=seeds)
def test_a_scene_holds_no_secret(game: Game, seed: int) -> None:
    """The scene is the same in every world imagined for the viewer."""
    rng = SeededRng(seed)
    for step in some_steps(game, seed, 6):
        for viewer in viewers(step.state):
            world = step.state.imagine(viewer, rng)
            assert scene_of(game, world, viewer) == scene_of(game, step.state, viewer)


@every_game
@given(seed=seeds)
def test_a_scene_is_consistent(game: Game, seed: int) -> None:
    for step in some_steps(game, seed, 6):
        for viewer in viewers(step.state):
            scene = scene_of(game, step.state, viewer)
            areas = [area.id for area in scene.areas]
            pieces = [piece.id for piece in scene.pieces]
            assert len(set(areas)) == len(areas)
            assert len(set(pieces)) == len(pieces)
            assert {area.kind for area in scene.areas} <= KINDS
            assert {piece.area for piece in scene.pieces} <= set(areas)
            targets = [target for choice in scene.choices for target in _targets(choice)]
            assert set(targets) <= set(pieces)
            assert scene.prompt
            assert all(area.label for area in scene.areas)
            assert all(piece.label and piece.art for piece in scene.pieces)
            assert all(choice.label and choice.text for choice in scene.choices)
            panels = [area.seat for area in scene.areas if area.kind == "panel"]
            assert panels == list(range(step.state.seats()))


def _targets(choice: Choice) -> list[str]:
    picked = [target for pick in choice.picks for target, _ in pick.targets]
    return [*choice.path, *picked]


@every_game
@given(seed=seeds)
def test_pieces_lie_on_their_board(game: Game, seed: int) -> None:
    for step in some_steps(game, seed, 4):
        scene = scene_of(game, step.state, 0)
        boards = {area.id: area.size for area in scene.areas if area.kind in {"board", "track"}}
        for piece in scene.pieces:
            if piece.area in boards:
                width, height = boards[piece.area]
                assert 0 <= piece.at[0] <= width, piece
                assert 0 <= piece.at[1] <= height, piece


@every_game
@given(seed=seeds)
def test_choices_are_the_legal_moves(game: Game, seed: int) -> None:
    """Every legal move can be clicked, and every choice without picks is a legal move."""
    for step in some_steps(game, seed, 6):
        for seat in range(step.state.seats()):
            scene = scene_of(game, step.state, seat)
            for choice in scene.choices:
                if not any(pick.targets for pick in choice.picks):
                    move = game.parse(step.state, choice.text)
                    assert step.state.is_legal(seat, move), choice
            for move in step.state.legal_moves(seat)[:MAX_MOVES_TRIED]:
                text = game.text(step.state, move)
                path = find_path(scene, text)
                assert path is not None, text
                assert picked_text(path.choice, path.picked) == text


@every_game
@given(seed=seeds)
def test_nobody_without_a_decision_has_choices(game: Game, seed: int) -> None:
    for step in some_steps(game, seed, 6):
        assert scene_of(game, step.state, SPECTATOR).choices == ()
        for seat in range(step.state.seats()):
            has_choices = bool(scene_of(game, step.state, seat).choices)
            assert has_choices == (seat in step.state.actors())


@every_game
@given(seed=seeds)
def test_scenes_stay_small(game: Game, seed: int) -> None:
    for step in some_steps(game, seed, 6):
        for seat in range(step.state.seats()):
            scene = scene_of(game, step.state, seat)
            assert len(scene.choices) <= MAX_CHOICES
            assert len(msgspec.json.encode(scene)) <= MAX_SCENE_BYTES


@every_game
@given(seed=seeds)
def test_languages_differ_in_words_only(game: Game, seed: int) -> None:
    for step in some_steps(game, seed, 2):
        scenes = [scene_of(game, step.state, 0, language) for language in LANGUAGES]
        shapes = [
            (
                [(area.id, area.kind, area.seat, area.size) for area in scene.areas],
                [(piece.id, piece.art, piece.area, piece.at) for piece in scene.pieces],
                [(choice.path, choice.text) for choice in scene.choices],
            )
            for scene in scenes
        ]
        assert shapes[0] == shapes[1] == shapes[2]


@every_game
@given(seed=seeds)
def test_some_pieces_keep_their_ids(game: Game, seed: int) -> None:
    """From one event to the next, so that a client can animate them."""
    steps = playthrough(game, variant(game, seed), seed)
    rng = SeededRng(seed)
    for _ in range(6):
        i = rng.below(len(steps) - 1)
        before, after = (scene_of(game, steps[j].state, 0) for j in (i, i + 1))
        names = {piece.id for piece in before.pieces}
        assert names & {piece.id for piece in after.pieces}
