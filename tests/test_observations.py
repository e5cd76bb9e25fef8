"""The laws of public and private knowledge, and of the two layers of a scene, for every game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playthroughs import GAMES, INSTALLED, playthrough, sample, variant, viewers

from ludotheque.core.observation import Observation
from ludotheque.core.part_cache import PartCache
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import SPECTATOR, State
from ludotheque.core.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ludotheque.core.game import Game
    from ludotheque.presentation.scene import OwnLayer

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
every_installed_game = pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
seeds = st.integers(0, 2**32 - 1)


@every_game
@given(seed=seeds)
def test_public_knowledge_is_equal_in_all_worlds_imagined_for_anybody(
    game: Game, seed: int
) -> None:
    rng = SeededRng(seed)
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 12):
        public = step.state.public()
        for viewer in viewers(step.state):
            world = step.state.imagine(viewer, rng)
            assert world.public() == public
            assert hash(world.public()) == hash(public)


@every_game
@given(seed=seeds)
def test_private_knowledge_is_equal_in_all_worlds_imagined_for_its_seat(
    game: Game, seed: int
) -> None:
    rng = SeededRng(seed)
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 12):
        for viewer in viewers(step.state):
            private = step.state.private(viewer)
            world = step.state.imagine(viewer, rng)
            assert world.private(viewer) == private
            assert hash(world.private(viewer)) == hash(private)


@every_game
@given(seed=seeds)
def test_an_observation_is_what_is_public_and_what_is_private(game: Game, seed: int) -> None:
    for step in sample(playthrough(game, variant(game, seed), seed), SeededRng(seed), 6):
        for viewer in viewers(step.state):
            seen = step.state.observe(viewer)
            assert isinstance(seen, Observation)
            assert seen == (step.state.public(), step.state.private(viewer))


@every_game
@given(seed=seeds)
def test_a_spectator_has_nothing_private(game: Game, seed: int) -> None:
    steps = playthrough(game, variant(game, seed), seed)
    assert {step.state.private(SPECTATOR) for step in steps} == {steps[0].state.private(SPECTATOR)}


@every_installed_game
@given(seed=seeds)
def test_a_seats_own_layer_is_equal_in_all_its_worlds(game: Game, seed: int) -> None:
    """The table layer gets no state at all; the own layer gets a world, and must not show it."""
    words = game.words(LANGUAGES[seed % len(LANGUAGES)])
    rng = SeededRng(seed)
    for step in sample(playthrough(game, variant(game, seed), seed), rng, 4):
        names, public = _names(step.state), step.state.public()
        for seat in range(step.state.seats()):
            private = step.state.private(seat)
            layers = [
                game.own(step.state.imagine(seat, rng), public, private, seat, words, names)
                for _ in range(2)
            ]
            assert layers[0] == layers[1]


@every_installed_game
@pytest.mark.parametrize("seed", range(4))
def test_a_kept_picture_equals_one_made_anew(game: Game, seed: int) -> None:
    """In any language; players may be replaced by others during the game."""
    words = [game.words(language) for language in LANGUAGES]
    caches = [PartCache() for _ in words]
    for event, step in enumerate(playthrough(game, variant(game, seed), seed)):
        names = tuple(f"{name} {event // 25}" for name in _names(step.state))
        public = step.state.public()
        for spoken, cache in zip(words, caches, strict=True):
            kept = game.table(public, spoken, names, cache)
            assert kept == game.table(public, spoken, names, PartCache())


@every_installed_game
@pytest.mark.parametrize("seed", range(4))
def test_an_equal_own_basis_means_an_equal_own_layer(game: Game, seed: int) -> None:
    """For seats that may not act; not only from one event to the next, but in the whole game."""
    words = game.words(LANGUAGES[seed % len(LANGUAGES)])
    layers: dict[Hashable, OwnLayer] = {}
    for step in playthrough(game, variant(game, seed), seed):
        public, names = step.state.public(), _names(step.state)
        for seat in set(range(step.state.seats())) - set(step.state.actors()):
            private = step.state.private(seat)
            layer = game.own(step.state, public, private, seat, words, names)
            basis = seat, game.own_basis(public, private, seat)
            assert layers.setdefault(basis, layer) == layer


def _names(state: State) -> tuple[str, ...]:
    return tuple(f"player {seat}" for seat in range(state.seats()))


@every_installed_game
@given(seed=seeds)
def test_a_scene_has_no_piece_or_area_twice(game: Game, seed: int) -> None:
    words = game.words("en")
    for step in sample(playthrough(game, variant(game, seed), seed), SeededRng(seed), 4):
        names = _names(step.state)
        for viewer in viewers(step.state):
            scene = game.scene(step.state, viewer, words, names)
            ids = [piece.id for piece in scene.pieces]
            assert len(ids) == len(set(ids))
            areas = [area.id for area in scene.areas]
            assert len(areas) == len(set(areas))
            assert all(piece.area in areas for piece in scene.pieces)


@every_installed_game
def test_pieces_come_from_kinds_of_pieces_and_areas_that_there_are(game: Game) -> None:
    """A piece may come from one that is gone by then; its kind stands before the colon."""
    words = game.words("en")
    known: set[str] = set()
    origins: set[str] = set()
    for seed in range(4):
        for step in playthrough(game, variant(game, seed), seed)[:300:2]:
            names = _names(step.state)
            for viewer in viewers(step.state):
                scene = game.scene(step.state, viewer, words, names)
                known |= {piece.id.partition(":")[0] for piece in scene.pieces}
                known |= {area.id.partition(":")[0] for area in scene.areas}
                origins |= {piece.origin.partition(":")[0] for piece in scene.pieces}
    assert origins - known == {""}
