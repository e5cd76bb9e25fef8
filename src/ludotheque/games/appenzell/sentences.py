"""Appenzell: facts, moves and scores in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.core.fast import count_bits
from ludotheque.games.appenzell import data, moves
from ludotheque.games.appenzell.notation import FACE_NAMES, ROOM_NAMES, TOWER_NAMES, edge_name, text
from ludotheque.presentation.score_table import (
    ScoreCell,
    ScoreColumn,
    ScoreNote,
    ScoreRow,
    ScoreTable,
    by_rank,
    number_cells,
    tie_notes,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words
    from ludotheque.games.appenzell.observation import Player, Public
    from ludotheque.games.appenzell.rules import Appenzell

END_REASONS: Final = ("cheeses", "traps", "turns")  # by the number in the fact
ROOF_KINDS: Final = {2: "tile", 3: "straw", 4: "copper"}  # by the number of squares (CA-3)


# names


def face_name(face: int, words: Words) -> str:
    """A face in words."""
    return words.say(f"face.{FACE_NAMES[face]}")


def ground_key(face: int) -> str:
    """The key of what lies on a square: a face, or the stone of a raised square."""
    return "stone" if face == data.NONE else FACE_NAMES[face]


def a_ground(key: str, words: Words) -> str:
    """What lies on a square, with its article."""
    return words.say(f"a.{key}")


def object_words(face: int, words: Words) -> dict[str, str]:
    """A face with its article, as the object of a sentence."""
    return {"face": words.say(f"object.{FACE_NAMES[face]}")}


def _subject_words(face: int, words: Words) -> dict[str, str]:
    """A face with its article as the subject of a sentence; also to begin one with."""
    name = a_ground(FACE_NAMES[face], words)
    return {"a": name, "A": _capitalized(name)}


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def tower_name(tower: int, words: Words) -> str:
    """A tower in words."""
    return words.say(f"tower.{TOWER_NAMES[tower]}")


def place_words(row: int, column: int) -> dict[str, int]:
    """A square in numbers as people count, from 1."""
    return {"row": row + 1, "column": column + 1}


def square_name(square: int, words: Words) -> str:
    """A square in words."""
    return words.say("place", **place_words(*divmod(square, data.SIZE)))


def end_words(end: int, words: Words) -> dict[str, str]:
    """Where a tile is pushed in: the words for the edge and the line of an end."""
    number = data.line_number(end)
    line = words.say(f"{'row' if end // 3 % 2 else 'column'}.{number}", number=number + 1)
    return {"side": words.say(f"side.{edge_name(end)}"), "line": line}


# facts


def phrase(fact: Fact, words: Words, names: Sequence[str]) -> str:
    """A fact in words."""
    key = f"fact.{fact.kind}"
    name = names[fact.seat] if fact.seat >= 0 else ""
    match fact.kind, fact.about:
        case "spare" | "out", (face,):
            return words.say(key, **_subject_words(face, words))
        case "gave" | "earned", (face,):
            return words.say(key, name=name, **object_words(face, words))
        case "placed" | "entered", (tower,):
            return words.say(key, name=name, tower=tower_name(tower, words))
        case "uncovered", (room,):
            return words.say(key, name=name, room=ROOM_NAMES[room])
        case "tile", (row, column, face):
            key = f"{key}.blank" if FACE_NAMES[face] == "blank" else key
            return words.say(key, **place_words(row, column), **_subject_words(face, words))
        case "ran", (row, column, to_row, to_column, cost):
            start = words.say("place", **place_words(row, column))
            landing = words.say("place", **place_words(to_row, to_column))
            return words.say(key, name=name, start=start, landing=landing, count=cost)
        case "pushed", (end, face):
            pushed = object_words(face, words)
            return words.say(key, name=name, **pushed, **end_words(end, words))
        case "fell" | "caught" | "socked" | "fled", (row, column):
            return words.say(key, name=name, **place_words(row, column))
        case "covered", (count,):
            return words.say(key, name=name, count=count) if count else ""
        case "won" | "drawn", (reason,):
            return words.say(f"{key}.{END_REASONS[reason]}", name=name)
        case _:
            return words.say(key, name=name)


# moves


def move_phrase(state: Appenzell, move: int, words: Words) -> str:
    """A move in words; one of luck in notation."""
    if move >= moves.FIRST:
        return text(state, move)
    decoded = moves.decode(move)
    cost = int(state.run_cost(*decoded)) if isinstance(decoded, moves.Run) else 0
    return decoded_phrase(decoded, _detail(state, decoded), cost, words)


def _detail(state: Appenzell, move: moves.AnyMove) -> str:
    """The kind of the roof to lift, or what lies where a mouse goes."""
    match move:
        case moves.Run(_, landing) | moves.Flee(landing):
            return ground_key(int(state.face_at(landing)))
        case moves.Uncover(room):
            return ROOF_KINDS[int(count_bits(state.room_squares(room)))]
        case _:
            return ""


def decoded_phrase(move: moves.AnyMove, detail: str, cost: int, words: Words) -> str:
    """A move of a seat in words.

    ``detail`` is the kind of a roof, or what lies where a mouse goes; ``cost`` that of a run, in
    actions.
    """
    match move:
        case moves.Run(start, landing):
            places = {"start": square_name(start, words), "landing": square_name(landing, words)}
            return words.say("move.run", count=cost, onto=_onto(detail, words), **places)
        case moves.Uncover(room):
            return words.say(f"move.uncover.{detail}", room=ROOM_NAMES[room])
        case moves.Enter(tower):
            return words.say("move.enter", tower=tower_name(tower, words))
        case moves.Push(face, end):
            pushed = object_words(face, words)
            return words.say("move.push", **pushed, **end_words(end, words))
        case moves.Done():
            return words.say("move.done")
        case moves.Place(tower):
            return words.say("move.mouse", tower=tower_name(tower, words))
        case moves.Give(cheese):
            return words.say("move.give", **object_words(cheese, words))
        case moves.Flee(square):
            landing_name = square_name(square, words)
            return words.say("move.flee", onto=_onto(detail, words), landing=landing_name)
        case moves.First() | moves.Spare() | moves.Tile() | moves.Out():
            raise ValueError("luck has no choices")


def _onto(ground: str, words: Words) -> str:
    """What a mouse goes onto, as the object of a sentence."""
    return words.say(f"object.{ground}")


# the end


def score_table(public: Public, ranks: Sequence[int], words: Words) -> ScoreTable:
    """(CA-22) The cheeses of each seat, its fallen mice, and why it won or could not."""
    rows = []
    for seat, (rank, player) in enumerate(zip(ranks, public.players, strict=True)):
        names = ", ".join(face_name(cheese, words) for cheese in player.cheeses)
        pictures = tuple([f"cheese-{FACE_NAMES[cheese]}" for cheese in player.cheeses])
        cheeses = ScoreCell(names or words.say("nothing"), pictures)
        fallen = ScoreCell(str(player.fallen), (f"fallen-{seat}",) * player.fallen)
        rows.append(ScoreRow((seat,), rank, (cheeses, fallen, *number_cells(len(player.cheeses)))))
    keys = ("area.cheeses", "area.fallen", "score.total")
    columns = tuple([ScoreColumn(words.say(key)) for key in keys])
    ordered = by_rank(rows)
    beaten = [seat for seat, player in enumerate(public.players) if _is_beaten(public, player)]
    unbeaten = [row for row in ordered if row.seats[0] not in beaten]
    ties = tie_notes(unbeaten, words.say("score.shared"), words.say("score.ahead"))
    out = (ScoreNote(tuple(beaten), words.say("score.beaten")),) if beaten else ()
    return ScoreTable(columns, ordered, (*ties, *out))


def _is_beaten(public: Public, player: Player) -> bool:
    """(CA-19) Whether a player can't win because too many mice have fallen."""
    return public.winner >= 0 and player.fallen >= data.FALLEN_LIMIT
