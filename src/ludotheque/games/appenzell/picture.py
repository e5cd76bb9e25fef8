"""Appenzell: the castle as coloured text, and what happened in sentences."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from ludotheque.games.appenzell.data import (
    CHEESES,
    ENDS,
    HOLES,
    MICE,
    PASSAGE,
    SIDE,
    SQUARES,
    TOWER,
    WORKS,
)
from ludotheque.games.appenzell.notation import FACE, ROOM_NAME, SIDE_NAME, TOWER_NAME, text
from ludotheque.games.appenzell.rules import (
    ACTING,
    DONE,
    ENTER,
    FIRST,
    FLEE,
    GIVE,
    MOUSE,
    OVER,
    PUSH,
    UNCOVER,
    Appenzell,
)
from ludotheque.games.appenzell.rules_seen import View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ludotheque.core.state import Fact
    from ludotheque.core.words import Words

PAINT: Final = (
    "black on #f2d04b",  # Emmental
    "white on #3d6fa8",  # Roquefort
    "black on #f4efdf",  # Camembert
    "white on #b3202a",  # Édam
    "black on #e8842c",  # Mimolette
    "black on #b4bac0",  # goat log
    "white on #7a5a2f",  # Appenzeller
    "#9a9080 on #3c3831",  # blank
    "bold #ff6b6b on #17120f",  # trap
    "white on #5b3a93",  # passage
    "black on #e39bbf",  # cat
    "white on #24696e",  # works
    "black on #9dbb4a",  # sock
)
ROOF: Final = {2: "white on #a4502f", 3: "black on #d9b45b", 4: "white on #3f8f73"}  # (CA-3)
STONE: Final = "#d8d2c4 on #6f685c"  # raised squares
TOWER_PAINT: Final = "bold white on #4a4f57"
MOUSE_PAINT: Final = ("#ff5fa2", "#4fb3ff", "#ffd23f", "#7ee36b")
WIDE: Final = 6  # columns of a square
UNSEEN_A_LINE: Final = 5  # faces listed in a line
REASONS: Final = ("cheeses", "traps", "turns")


def face_name(face: int, words: Words) -> str:
    """A face in words."""
    return words.say(f"face.{FACE[face]}")


def _code(face: int, words: Words) -> str:
    """A face in at most four letters."""
    return words.say(f"code.{FACE[face]}")


def tile(face: int, words: Words) -> str:
    """A tile in a line, painted: its name."""
    return f"[{PAINT[face]}]{face_name(face, words)}[/]"


def _mouse(seat: int) -> str:
    return f"<°{seat + 1})~"


# the table


def table(view: View, words: Words, names: Sequence[str]) -> str:
    """The whole table as one viewer sees it: the castle, and beside it everything else."""
    castle = list(_castle(view, words))
    beside = list(_beside(view, words, names))
    blank = " " * (SIDE * WIDE + 6)
    lines = zip_longest(castle, beside, fillvalue="")
    return "\n".join(f"{left or blank}   {right}".rstrip() for left, right in lines)


def _castle(view: View, words: Words) -> Iterator[str]:
    """Two lines for each row; arrows where a tile can be pushed in."""
    yield _columns("▼")
    for row in range(SIDE):
        left, right = ("▶", "◀") if row % 2 else (" ", " ")
        cells = [_cell(view, SIDE * row + column, words) for column in range(SIDE)]
        yield f"{row} {left}" + "".join(upper for upper, _ in cells) + f"{right} {row}"
        yield "   " + "".join(lower for _, lower in cells) + "   "
    yield _columns("▲")


def _columns(arrow: str) -> str:
    marks = [f"{arrow}{column}" if column % 2 else f" {column}" for column in range(SIDE)]
    return "   " + "".join(f"{mark:^{WIDE}}" for mark in marks) + "   "


def _cell(view: View, square: int, words: Words) -> tuple[str, str]:
    """The two lines of a square: its tile or roof, and who or what is there."""
    letter = view.plan[square]
    mouse = _mouse_on(view, square)
    if letter == "#":
        corner = TOWER_NAME[tuple(TOWER).index(square)]
        return _painted(TOWER_PAINT, f"▟{corner}▙"), _standing(TOWER_PAINT, mouse)
    if ROOM_NAME.index(letter) not in view.open_rooms:
        return _roof(view, square, words)
    if not HOLES >> square & 1:
        return _painted(STONE, "▒▒"), _standing(STONE, mouse)
    face = view.floor[square]
    if face < 0:  # luck is about to name it
        return _painted(STONE, "?"), _standing(STONE, mouse)
    return _painted(PAINT[face], _code(face, words)), _standing(PAINT[face], mouse)


def _roof(view: View, square: int, words: Words) -> tuple[str, str]:
    """A roof with its letter, and what is known below; a line where the room ends."""
    letter = view.plan[square]
    paint = ROOF[view.plan.count(letter)]
    face = dict(view.glimpse).get(square, view.floor[square])
    below = _code(face, words) if face >= 0 else ""
    ends = square + SIDE >= SQUARES or view.plan[square + SIDE] != letter
    edge = "" if square % SIDE == SIDE - 1 or view.plan[square + 1] == letter else "▕"
    inside = WIDE - len(edge)
    upper = f"{letter:^{inside}}{edge}"
    lower = f"{below:^{inside}}{edge}"
    return _painted(paint, upper), _painted(f"underline {paint}" if ends else paint, lower)


def _mouse_on(view: View, square: int) -> int:
    for seat, squares in enumerate(view.mice):
        if square in squares:
            return seat
    return -1


def _standing(paint: str, seat: int) -> str:
    """The lower line of a square: floor, or a mouse on it."""
    if seat < 0:
        return _painted(paint, "")
    return _painted(f"bold {MOUSE_PAINT[seat]} on #000000", _mouse(seat))


def _painted(paint: str, inside: str) -> str:
    """A line of a square."""
    return f"[{paint}]{inside:^{WIDE}}[/]"


def _beside(view: View, words: Words, names: Sequence[str]) -> Iterator[str]:
    spares = [_spare(face, words) for face in view.spares if face not in (PASSAGE, WORKS)]
    yield f"{words.say('spares', count=len(spares))} {spares[0] if spares else ''}".rstrip()
    for spare in spares[1:]:
        yield f"  {spare}"
    yield words.say("goal", count=view.goal)
    for seat, name in enumerate(names):
        yield ""
        yield from _player(view, seat, words, name)
    if any(view.unseen):
        yield ""
        rest = [f"{n} {_code(f, words)}" for f, n in enumerate(view.unseen) if n]
        yield words.say("unseen")
        for first in range(0, len(rest), UNSEEN_A_LINE):
            yield f"  {', '.join(rest[first : first + UNSEEN_A_LINE])}"


def _spare(face: int, words: Words) -> str:
    """(CA-30) A spare; a double-faced one with both its faces."""
    if face < PASSAGE:
        return tile(face, words)
    return f"{tile(face - 1, words)}/{tile(face, words)}"


def _player(view: View, seat: int, words: Words, name: str) -> Iterator[str]:
    turn = "[bold]▶[/]" if view.actor == seat else " "
    actions = ""
    if view.seat == seat and ACTING <= view.phase < OVER:
        actions = words.say("actions", count=view.actions)
    yield f"{turn} [bold {MOUSE_PAINT[seat]}]{_mouse(seat)}[/] [bold]{name}[/]  {actions}".rstrip()
    inside = MICE - view.supply[seat] - view.fallen[seat]
    counts = ", ".join(
        words.say(key, count=count)
        for key, count in (
            ("inside", inside),
            ("supply", view.supply[seat]),
            ("fallen", view.fallen[seat]),
        )
        if count or key == "inside"
    )
    cheeses = " ".join(f"[{PAINT[c]}] {_code(c, words)} [/]" for c in view.cheeses[seat])
    yield f"  {counts}"
    yield f"  {view.scores[seat]}/{view.goal} {cheeses}".rstrip()


# what happened


def phrase(fact: Fact, words: Words, names: Sequence[str]) -> str:
    """A fact in words."""
    key = f"fact.{fact.kind}"
    name = names[fact.seat] if fact.seat >= 0 else ""
    match fact.kind, fact.about:
        case "spare" | "out" | "gave" | "earned", (face,):
            return words.say(key, name=name, face=tile(face, words))
        case "placed" | "entered", (tower,):
            return words.say(key, name=name, tower=words.say(f"tower.{TOWER_NAME[tower]}"))
        case "uncovered", (room,):
            return words.say(key, name=name, room=ROOM_NAME[room])
        case "tile", (row, column, face):
            return words.say(key, row=row, column=column, face=tile(face, words))
        case "ran", (row, column, to_row, to_column, cost):
            start = words.say("place", row=row, column=column)
            landing = words.say("place", row=to_row, column=to_column)
            return words.say(key, name=name, start=start, landing=landing, count=cost)
        case "pushed", (end, face):
            return words.say(key, name=name, face=tile(face, words), **end_words(end, words))
        case "fell" | "caught" | "socked" | "fled", (row, column):
            return words.say(key, name=name, row=row, column=column)
        case "covered", (count,):
            return words.say(key, name=name, count=count) if count else ""
        case "won" | "drawn", (reason,):
            return words.say(f"{key}.{REASONS[reason]}", name=name)
        case _:
            return words.say(key, name=name)


def end_words(end: int, words: Words) -> dict[str, str]:
    """Where a tile is pushed in."""
    side = SIDE_NAME[end // 3]
    line = words.say("row" if end // 3 % 2 else "column", number=end % 3 * 2 + 1)
    return {"side": words.say(f"side.{side}"), "line": line}


def move_phrase(state: Appenzell, move: int, words: Words) -> str:
    """A move in words."""
    if move < UNCOVER:
        start, landing = divmod(move, SQUARES)
        cost = int(state.cost(start, landing))
        places = {"start": _at(start, words), "landing": _at(landing, words)}
        return words.say("move.run", count=cost, **places)
    if move < ENTER:
        return words.say("move.uncover", room=ROOM_NAME[move - UNCOVER])
    if move < PUSH:
        return words.say("move.enter", tower=words.say(f"tower.{TOWER_NAME[move - ENTER]}"))
    if move < DONE:
        face, end = divmod(move - PUSH, ENDS)
        return words.say("move.push", face=face_name(face, words), **end_words(end, words))
    if move == DONE:
        return words.say("move.done")
    if move < GIVE:
        return words.say("move.mouse", tower=words.say(f"tower.{TOWER_NAME[move - MOUSE]}"))
    if move < FLEE:
        return words.say("move.give", face=face_name(move - GIVE, words))
    if move < FIRST:
        return words.say("move.flee", place=_at(move - FLEE, words))
    return text(state, move)


def _at(square: int, words: Words) -> str:
    return words.say("place", row=square // SIDE, column=square % SIDE)


def score_breakdown(view: View, words: Words, names: Sequence[str]) -> list[str]:
    """(CA-22) A point for each cheese."""
    lines = []
    for seat, name in enumerate(names):
        cheeses = " + ".join(tile(c, words) for c in view.cheeses[seat] if c < CHEESES)
        winner = words.say("winner") if view.winner == seat else ""
        score = f"[bold]{view.scores[seat]}[/] {winner}".rstrip()
        cheeses = cheeses or words.say("nothing")
        lines.append(words.say("reckoning", name=name, cheeses=cheeses, score=score))
    return lines
