"""Appenzell: the table as text for a terminal, with Rich markup."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from ludotheque.games.appenzell import data, moves
from ludotheque.games.appenzell.notation import FACE_NAMES, TOWER_NAMES
from ludotheque.games.appenzell.sentences import face_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ludotheque.core.observation import Observation
    from ludotheque.core.words import Words
    from ludotheque.games.appenzell.observation import Castle, Player, Public

FACE_STYLES: Final = (
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
ROOF_STYLES: Final = {  # by the number of squares (CA-3)
    2: "white on #a4502f",
    3: "black on #d9b45b",
    4: "white on #3f8f73",
}
STONE_STYLE: Final = "#d8d2c4 on #6f685c"  # raised squares
TOWER_STYLE: Final = "bold white on #4a4f57"
MOUSE_COLOURS: Final = ("#ff5fa2", "#4fb3ff", "#ffd23f", "#7ee36b")
CELL_WIDTH: Final = 6  # characters
UNSEEN_FACES_PER_LINE: Final = 5


def picture(observation: Observation[Public, None], words: Words, names: Sequence[str]) -> str:
    """The whole table: the castle, and beside it everything else."""
    public = observation.public
    castle = list(_castle_lines(public, words))
    beside_castle = list(_lines_beside_castle(public, words, names))
    blank = " " * (data.SIZE * CELL_WIDTH + 6)
    lines = zip_longest(castle, beside_castle, fillvalue="")
    return "\n".join(f"{left or blank}   {right}".rstrip() for left, right in lines)


def _castle_lines(public: Public, words: Words) -> Iterator[str]:
    """Two lines for each row; arrows where a tile can be pushed in."""
    mice = {square: seat for seat, player in enumerate(public.players) for square in player.mice}
    yield _column_numbers("▼")
    for row in range(data.SIZE):
        left, right = ("▶", "◀") if row % 2 else (" ", " ")
        squares = range(data.SIZE * row, data.SIZE * row + data.SIZE)
        cells = [
            _square_lines(public.castle, square, mice.get(square), words) for square in squares
        ]
        number = row + 1
        yield f"{number} {left}" + "".join(upper for upper, _ in cells) + f"{right} {number}"
        yield "   " + "".join(lower for _, lower in cells) + "   "
    yield _column_numbers("▲")


def _column_numbers(arrow: str) -> str:
    marks = [f"{arrow if column % 2 else ' '}{column + 1}" for column in range(data.SIZE)]
    return "   " + "".join(f"{mark:^{CELL_WIDTH}}" for mark in marks) + "   "


def _square_lines(castle: Castle, square: int, mouse: int | None, words: Words) -> tuple[str, str]:
    """The two lines of a square: its tile or roof, and whose mouse is there."""
    letter = castle.plan[square]
    if letter == "#":
        corner = TOWER_NAMES[tuple(data.TOWER).index(square)]
        style, text = TOWER_STYLE, f"▟{words.say(f'code.{corner}')}▙"
    elif not castle.is_open(square):
        return _roof_lines(castle, square, words)
    elif not data.SLIDING_SQUARES >> square & 1:
        style, text = STONE_STYLE, "▒▒"
    elif castle.floor[square] == data.NONE:  # luck is about to name it
        style, text = STONE_STYLE, "?"
    else:
        face = castle.floor[square]
        style, text = FACE_STYLES[face], _face_code(face, words)
    return _styled(style, text), _mouse_line(style, mouse)


def _roof_lines(castle: Castle, square: int, words: Words) -> tuple[str, str]:
    """A roof with its letter, and what is known below; a line where the room ends."""
    plan, letter = castle.plan, castle.plan[square]
    style = ROOF_STYLES[plan.count(letter)]
    face = dict(castle.glimpse).get(square, castle.floor[square])
    below = _face_code(face, words) if face >= 0 else ""
    is_last_row = square + data.SIZE >= data.SQUARES or plan[square + data.SIZE] != letter
    edge = "" if square % data.SIZE == data.SIZE - 1 or plan[square + 1] == letter else "▕"
    width = CELL_WIDTH - len(edge)
    upper = f"{letter:^{width}}{edge}"
    lower = f"{below:^{width}}{edge}"
    return _styled(style, upper), _styled(f"underline {style}" if is_last_row else style, lower)


def _mouse_line(style: str, seat: int | None) -> str:
    """The lower line of a square: floor, or a mouse on it."""
    if seat is None:
        return _styled(style, "")
    return _styled(f"bold {MOUSE_COLOURS[seat]} on #000000", _mouse(seat))


def _mouse(seat: int) -> str:
    return f"<°{seat + 1})~"


def _styled(style: str, text: str) -> str:
    """A line of a square."""
    return f"[{style}]{text:^{CELL_WIDTH}}[/]"


def _face_code(face: int, words: Words) -> str:
    """A face in at most four letters."""
    return words.say(f"code.{FACE_NAMES[face]}")


def _lines_beside_castle(public: Public, words: Words, names: Sequence[str]) -> Iterator[str]:
    """What is beside the castle: the spares, the players, and with notes what nobody has seen."""
    spares = [
        _spare(face, words) for face in public.spares if face not in (data.PASSAGE, data.WORKS)
    ]
    yield f"{words.say('spares', count=len(spares))} {spares[0] if spares else ''}".rstrip()
    for spare in spares[1:]:
        yield f"  {spare}"
    yield words.say("goal", count=public.goal)
    for seat, name in enumerate(names):
        yield ""
        yield _player_line(public, seat, words, name)
        yield from _player_counts(public.players[seat], public.goal, words)
    if any(public.unseen):
        yield ""
        rest = [f"{n} {_face_code(f, words)}" for f, n in enumerate(public.unseen) if n]
        yield words.say("unseen")
        for first in range(0, len(rest), UNSEEN_FACES_PER_LINE):
            yield f"  {', '.join(rest[first : first + UNSEEN_FACES_PER_LINE])}"


def _spare(face: int, words: Words) -> str:
    """(CA-30) A spare; a double-faced one with both its faces."""
    if face < data.PASSAGE:
        return _tile(face, words)
    return f"{_tile(face - 1, words)}/{_tile(face, words)}"


def _tile(face: int, words: Words) -> str:
    return f"[{FACE_STYLES[face]}]{face_name(face, words)}[/]"


def _player_line(public: Public, seat: int, words: Words, name: str) -> str:
    turn = "[bold]▶[/]" if public.actor == seat else " "
    actions = ""
    if public.seat == seat and moves.ACTING <= public.phase < moves.OVER:
        actions = words.say("actions", count=public.actions)
    mouse = f"[bold {MOUSE_COLOURS[seat]}]{_mouse(seat)}[/]"
    return f"{turn} {mouse} [bold]{name}[/]  {actions}".rstrip()


def _player_counts(player: Player, goal: int, words: Words) -> Iterator[str]:
    counts = {"supply": player.supply, "fallen": player.fallen}
    shown = [words.say("inside", count=len(player.mice))]
    shown += [words.say(key, count=count) for key, count in counts.items() if count]
    cheeses = " ".join(f"[{FACE_STYLES[c]}] {_face_code(c, words)} [/]" for c in player.cheeses)
    yield f"  {', '.join(shown)}"
    yield f"  {len(player.cheeses)}/{goal} {cheeses}".rstrip()
