"""Checks of scenes: complete, small, the same in every language, and without a secret."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

import msgspec

from ludotheque.core.facts import load_fact_schemas
from ludotheque.core.part_cache import PartCache
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import SPECTATOR, State
from ludotheque.core.words import LANGUAGES
from ludotheque.presentation.look import read_look
from ludotheque.presentation.scene import Choice, Scene, find_path, picked_text
from ludotheque.testing.playthroughs import (
    playthrough,
    sample,
    some_steps,
    variant,
    viewers,
)

if TYPE_CHECKING:
    from ludotheque.core.game import Game
    from ludotheque.presentation.scene import OwnLayer

NAMES: Final = ("Ada", "Blaise", "Clara", "Dirk", "Edith", "Felix")
MAX_CHOICES: Final = 400
MAX_SCENE_BYTES: Final = 64_000
MAX_MOVES_TRIED: Final = 300
EVENTS_COMPARED: Final = 8  # in each random game
KINDS: Final = {"board", "row", "stack", "panel", "track"}


def scene_of(game: Game, state: State, viewer: int, language: str = "en") -> Scene:
    return game.scene(state, viewer, game.words(language), NAMES[: state.seats()])


def _names(state: State) -> tuple[str, ...]:
    return tuple(f"player {seat}" for seat in range(state.seats()))


def _targets(choice: Choice) -> list[str]:
    picked = [target for pick in choice.picks for target, _ in pick.targets]
    return [*choice.path, *picked]


def a_seats_own_layer_is_equal_in_all_its_worlds(game: Game, seed: int) -> None:
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


def a_kept_picture_equals_one_made_anew(game: Game, seed: int) -> None:
    """In any language; players may be replaced by others during the game."""
    words = [game.words(language) for language in LANGUAGES]
    caches = [PartCache() for _ in words]
    for event, step in enumerate(playthrough(game, variant(game, seed), seed)):
        names = tuple(f"{name} {event // 25}" for name in _names(step.state))
        public = step.state.public()
        for spoken, cache in zip(words, caches, strict=True):
            kept = game.table(public, spoken, names, cache)
            assert kept == game.table(public, spoken, names, PartCache())


def an_equal_own_basis_means_an_equal_own_layer(game: Game, seed: int) -> None:
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


def a_scene_holds_no_secret(game: Game, seed: int) -> None:
    """The scene is the same in every world imagined for the viewer."""
    rng = SeededRng(seed)
    for step in some_steps(game, seed, 6):
        for viewer in viewers(step.state):
            world = step.state.imagine(viewer, rng)
            assert scene_of(game, world, viewer) == scene_of(game, step.state, viewer)


def a_scene_is_consistent(game: Game, seed: int) -> None:
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


def pieces_lie_on_their_board(game: Game, seed: int) -> None:
    for step in some_steps(game, seed, 4):
        scene = scene_of(game, step.state, 0)
        boards = {area.id: area.size for area in scene.areas if area.kind in {"board", "track"}}
        for piece in scene.pieces:
            if piece.area in boards:
                width, height = boards[piece.area]
                assert 0 <= piece.at[0] <= width, piece
                assert 0 <= piece.at[1] <= height, piece


def choices_are_the_legal_moves(game: Game, seed: int) -> None:
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


def nobody_without_a_decision_has_choices(game: Game, seed: int) -> None:
    for step in some_steps(game, seed, 6):
        assert scene_of(game, step.state, SPECTATOR).choices == ()
        for seat in range(step.state.seats()):
            has_choices = bool(scene_of(game, step.state, seat).choices)
            assert has_choices == (seat in step.state.actors())


def the_look_names_what_there_is(game: Game, seed: int) -> None:
    """``art/look.json`` has known keys, and sounds, effects and moments of facts of this game."""
    del seed
    try:
        look = read_look(game)
    except msgspec.DecodeError as error:
        raise AssertionError(f"art/look.json: {error}") from error
    kinds = {*look.sounds, *look.effects, *look.moments}
    unknown = kinds - {*load_fact_schemas(game.folder())}
    assert not unknown, f"art/look.json: no such facts: {', '.join(sorted(unknown))}"


def scenes_stay_small(game: Game, seed: int) -> None:
    for step in some_steps(game, seed, 6):
        for seat in range(step.state.seats()):
            scene = scene_of(game, step.state, seat)
            assert len(scene.choices) <= MAX_CHOICES
            assert len(msgspec.json.encode(scene)) <= MAX_SCENE_BYTES


def languages_differ_in_words_only(game: Game, seed: int) -> None:
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


def some_pieces_keep_their_ids(game: Game, seed: int) -> None:
    """From most events to the next, so that a client can animate them."""
    steps = playthrough(game, variant(game, seed), seed)
    rng = SeededRng(seed)
    lost = 0
    for _ in range(EVENTS_COMPARED):
        i = rng.below(len(steps) - 1)
        before, after = (scene_of(game, steps[j].state, 0) for j in (i, i + 1))
        names = {piece.id for piece in before.pieces}
        lost += bool(before.pieces) and not names & {piece.id for piece in after.pieces}
    assert 2 * lost < EVENTS_COMPARED, (
        f"after {lost} of {EVENTS_COMPARED} events no piece has an id that it had before"
    )


def pieces_come_from_what_there_is(game: Game, seed: int) -> None:
    """A piece may come from one that is gone by then; its kind stands before the colon."""
    words = game.words("en")
    known: set[str] = set()
    origins: set[str] = {""}
    for step in playthrough(game, variant(game, seed), seed)[:300:2]:
        names = _names(step.state)
        for viewer in viewers(step.state):
            scene = game.scene(step.state, viewer, words, names)
            known |= {piece.id.partition(":")[0] for piece in scene.pieces}
            known |= {area.id.partition(":")[0] for area in scene.areas}
            origins |= {piece.origin.partition(":")[0] for piece in scene.pieces}
    assert origins - known == {""}
