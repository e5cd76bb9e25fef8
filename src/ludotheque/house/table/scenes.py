"""The scenes of a table: made from imagined worlds, once for all viewers who see the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core.rng import SeededRng

if TYPE_CHECKING:
    from ludotheque.house.table.room import Room
    from ludotheque.presentation.scene import Scene


class SceneCache:
    """The scenes of a table in its current state."""

    def __init__(self) -> None:
        self._state: tuple[Room, int] | None = None  # the room and number the scenes are of
        self._scenes: dict[tuple[int, str], Scene | None] = {}

    def scene(self, room: Room, viewer: int, language: str) -> Scene | None:
        """The scene of a viewer, a seat or `core.state.SPECTATOR`; none before the game begins."""
        if self._state != (room, room.next_number):
            self._state, self._scenes = (room, room.next_number), {}
        key = viewer, language
        if key not in self._scenes:
            self._scenes[key] = scene_of(room, viewer, language)
        return self._scenes[key]


def scene_of(room: Room, viewer: int, language: str) -> Scene | None:
    """The scene of a viewer, made from nothing but what they may know: any world will do."""
    if room.table is None:
        return None
    world = room.table.state.imagine(viewer, SeededRng(0))
    return room.game.scene(world, viewer, room.game.words(language), room.names())
