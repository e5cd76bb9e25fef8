"""Appenzell: what a fact is about, by the ids of a scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.games.appenzell import data, scene, scene_castle

if TYPE_CHECKING:
    from ludotheque.core.state import Fact


def targets(fact: Fact) -> tuple[str, ...]:
    """The ids of the pieces and areas that a fact is about; some of them may not be there."""
    match fact.kind, fact.about:
        case "placed" | "entered", (tower,):
            return (scene_castle.tower_id(tower),)
        case "uncovered", (room,):  # its roof, if it went back on at once
            return scene_castle.room_id(room), scene_castle.roof_id(room)
        case "ran", (_, _, row, column, _):
            return (_place(row, column),)
        case "tile", (row, column, _):
            return (_place(row, column),)
        case "fled" | "caught" | "socked", (row, column):
            return (_place(row, column),)
        case "fell", (row, column):
            fallen = range(1, data.FALLEN_LIMIT + 1)
            mice = (scene_castle.fallen_id(fact.seat, number) for number in fallen)
            return (*mice, _place(row, column))
        case "pushed", (end, _):
            return (scene_castle.end_id(end),)
        case "earned", (cheese,):
            return (scene.cheese_id(fact.seat, cheese),)
        case "spare" | "out", _:
            return ("spares",)
        case "first" | "gave" | "retreated" | "won", _:
            return (scene.panel_id(fact.seat),)
        case _:
            return ()


def _place(row: int, column: int) -> str:
    return scene_castle.place_id(data.SIZE * row + column)
