"""Tables to try things on: played in notation, or arranged as a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from scripted_games import play_script

from ludotheque.core.fast import BIT, bit_indices
from ludotheque.core.table import Table
from ludotheque.games.appenzell import GAME
from ludotheque.games.appenzell.data import ROOMS, UNSEEN
from ludotheque.games.appenzell.notation import FACE_NAMES, ROOM_NAMES, TOWER_NAMES
from ludotheque.games.appenzell.observation import Player, Public
from ludotheque.games.appenzell.rules import Appenzell

CastleTable: TypeAlias = Table[Appenzell]
EMMENTAL, ROQUEFORT, CAMEMBERT, EDAM = range(4)


def begin(players: int = 2, spare: str = "blank", **options: bool | int | str) -> CastleTable:
    """A game after its set-up: seat 0 begins; mice in the towers nw, ne, sw, se."""
    table = Table(GAME, {"players": players, **options})
    play(table, "- first 0", f"- spare {spare}")
    play(table, *(f"{seat} mouse {TOWER_NAMES[seat]}" for seat in range(players)))
    return table


def play(table: CastleTable, *events: str) -> None:
    """Play events in notation: ``0 uncover A`` for a seat, ``- tile 0 1 edam`` for luck."""
    play_script(table, "\n".join(events))


def arrange(
    table: CastleTable,
    tiles: str = "",
    mice: Mapping[int, str] | None = None,
    rooms: str = "",
    cheeses: Mapping[int, str] | None = None,
    **fields: object,
) -> CastleTable:
    """A table at the same position, changed by the arguments.

    ``tiles`` nobody had seen are known now, as in "0 1 edam, 1 0 goat"; a seat's ``mice`` stand on
    other squares, as in {0: "0 1, 0 2"}, or nowhere; ``rooms`` are opened, and so are those with
    mice: what nobody had seen there is blank. ``cheeses`` are a seat's, as in {1: "edam goat"};
    other ``fields`` are those of the state.
    """
    state = table.state
    faces, unseen = [int(s) for s in state.faces], [int(n) for n in state.unseen]
    places = [int(squares) for squares in state.mice]
    for seat, standing in (mice or {}).items():
        places[seat] = sum(BIT[square_at(place)] for place in standing.split(", ") if place)
    open_rooms, open_squares = int(state.open_rooms), int(state.open_squares)
    seen = {
        square_at(tile): FACE_NAMES.index(tile.split()[2]) for tile in tiles.split(", ") if tile
    }
    for room in range(ROOMS):
        squares = int(state.room_squares(room))
        if squares & sum(places) or ROOM_NAMES[room] in rooms:
            open_rooms, open_squares = open_rooms | BIT[room], open_squares | squares
            blank = dict.fromkeys(bit_indices(squares & faces[UNSEEN]), FACE_NAMES.index("blank"))
            seen = {**blank, **seen}
    for square, face in seen.items():
        unseen[face] -= 1
        faces[face], faces[UNSEEN] = faces[face] | BIT[square], faces[UNSEEN] ^ BIT[square]
    earned = [int(bits) for bits in state.cheeses]
    for seat, names in (cheeses or {}).items():
        earned[seat] = sum(BIT[FACE_NAMES.index(name)] for name in names.split())
    arrays = {"faces": faces, "unseen": unseen, "mice": places, "cheeses": earned}
    fields |= {name: ",".join(map(str, numbers)) for name, numbers in arrays.items()}
    fields |= {"open_rooms": open_rooms, "open_squares": open_squares}
    changed = " ".join(f"{name}={value}" for name, value in fields.items())
    arranged: CastleTable = Table.from_position(GAME, f"{table.position} {changed}")
    GAME.check_invariants(arranged.state)
    return arranged


def square_at(place: str) -> int:
    """The square that a place begins with, as in "1 0 goat"."""
    row, column = place.split()[:2]
    return 7 * int(row) + int(column)


def public(table: CastleTable) -> Public:
    """What everybody knows."""
    return table.state.public()


def player(table: CastleTable, seat: int) -> Player:
    """What everybody knows of a seat's mice and cheeses."""
    return public(table).players[seat]


def supplies(table: CastleTable) -> list[int]:
    """How many mice of each seat wait."""
    return [each.supply for each in public(table).players]


def refusing_rule(table: CastleTable, seat: int, text: str) -> str:
    """The number of the rule that refuses a move, or "allowed"."""
    refusal = table.explain(seat, text)
    return refusal.rule if refusal else "allowed"


def legal_texts(table: CastleTable, seat: int, start: str = "") -> list[str]:
    """The legal moves of a seat, or of luck, that begin with ``start``."""
    return [text for text in GAME.texts(table.state, seat) if text.startswith(start)]
