"""Appenzell: facts, moves and scores in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.games.appenzell import data, moves
from ludotheque.games.appenzell.notation import FACE_NAMES, ROOM_NAMES, TOWER_NAMES, edge_name, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words
    from ludotheque.games.appenzell.observation import Public
    from ludotheque.games.appenzell.rules import Appenzell

END_REASONS: Final = ("cheeses", "traps", "turns")  # by the number in the fact


def face_name(face: int, words: Words) -> str:
    """A face in words."""
    return words.say(f"face.{FACE_NAMES[face]}")


def tower_name(tower: int, words: Words) -> str:
    """A tower in words."""
    return words.say(f"tower.{TOWER_NAMES[tower]}")


def square_name(square: int, words: Words) -> str:
    """A square in words."""
    return words.say("place", row=square // data.SIZE, column=square % data.SIZE)


def end_words(end: int, words: Words) -> dict[str, str]:
    """Where a tile is pushed in: the words for the edge and the line of an end."""
    line = words.say("row" if end // 3 % 2 else "column", number=data.line_number(end))
    return {"side": words.say(f"side.{edge_name(end)}"), "line": line}


def phrase(fact: Fact, words: Words, names: Sequence[str]) -> str:
    """A fact in words."""
    key = f"fact.{fact.kind}"
    name = names[fact.seat] if fact.seat >= 0 else ""
    match fact.kind, fact.about:
        case "spare" | "out" | "gave" | "earned", (face,):
            return words.say(key, name=name, face=face_name(face, words))
        case "placed" | "entered", (tower,):
            return words.say(key, name=name, tower=tower_name(tower, words))
        case "uncovered", (room,):
            return words.say(key, name=name, room=ROOM_NAMES[room])
        case "tile", (row, column, face):
            return words.say(key, row=row, column=column, face=face_name(face, words))
        case "ran", (row, column, to_row, to_column, cost):
            start = words.say("place", row=row, column=column)
            landing = words.say("place", row=to_row, column=to_column)
            return words.say(key, name=name, start=start, landing=landing, count=cost)
        case "pushed", (end, face):
            return words.say(key, name=name, face=face_name(face, words), **end_words(end, words))
        case "fell" | "caught" | "socked" | "fled", (row, column):
            return words.say(key, name=name, row=row, column=column)
        case "covered", (count,):
            return words.say(key, name=name, count=count) if count else ""
        case "won" | "drawn", (reason,):
            return words.say(f"{key}.{END_REASONS[reason]}", name=name)
        case _:
            return words.say(key, name=name)


def move_phrase(state: Appenzell, move: int, words: Words) -> str:
    """A move in words; one of luck in notation."""
    if move >= moves.FIRST:
        return text(state, move)
    decoded = moves.decode(move)
    cost = state.run_cost(*decoded) if isinstance(decoded, moves.Run) else 0
    return decoded_phrase(decoded, int(cost), words)


def decoded_phrase(move: moves.AnyMove, cost: int, words: Words) -> str:
    """A move of a seat in words; ``cost`` is that of a run, in actions."""
    match move:
        case moves.Run(start, landing):
            squares = {"start": square_name(start, words), "landing": square_name(landing, words)}
            return words.say("move.run", count=cost, **squares)
        case moves.Uncover(room):
            return words.say("move.uncover", room=ROOM_NAMES[room])
        case moves.Enter(tower):
            return words.say("move.enter", tower=tower_name(tower, words))
        case moves.Push(face, end):
            return words.say("move.push", face=face_name(face, words), **end_words(end, words))
        case moves.Done():
            return words.say("move.done")
        case moves.Place(tower):
            return words.say("move.mouse", tower=tower_name(tower, words))
        case moves.Give(cheese):
            return words.say("move.give", face=face_name(cheese, words))
        case moves.Flee(square):
            return words.say("move.flee", place=square_name(square, words))
        case moves.First() | moves.Spare() | moves.Tile() | moves.Out():
            raise ValueError("luck has no choices")


def score_breakdown(public: Public, words: Words, names: Sequence[str]) -> list[str]:
    """(CA-22) A point for each cheese."""
    lines = []
    for seat, (player, name) in enumerate(zip(public.players, names, strict=True)):
        cheeses = " + ".join(face_name(cheese, words) for cheese in player.cheeses)
        winner = words.say("winner") if public.winner == seat else ""
        score = f"{len(player.cheeses)} {winner}".rstrip()
        cheeses = cheeses or words.say("nothing")
        lines.append(words.say("reckoning", name=name, cheeses=cheeses, score=score))
    return lines
