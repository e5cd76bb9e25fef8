"""Zapp Zerapp: the table as coloured text for a terminal, with Rich markup."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.games.zapp_zerapp.data import (
    BARRELS,
    CASTLES,
    COLOUR_LETTERS,
    ENTRIES,
    FRONTS,
    PIECES,
    PIECES_PER_COLOUR,
    SQUARES,
    START,
    SUMMIT_ROWS,
    TOWN,
    WHITES,
    ZONES,
)
from ludotheque.games.zapp_zerapp.notation import PIECE_NAMES
from ludotheque.games.zapp_zerapp.sentences import BARREL_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludotheque.core.observation import Observation
    from ludotheque.core.words import Words
    from ludotheque.games.zapp_zerapp.observation import Private, Public, PublicBoard

COLOUR_STYLES: Final = (
    "white on #c0202c",
    "white on #1d7a3a",
    "white on #2456b8",
    "black on #f2c230",
)
SQUARE_STYLES: Final = (  # of the zones, by colour
    "white on #5c2227",
    "white on #1f4a2b",
    "white on #22355e",
    "white on #5e5220",
)
WHITE_SQUARE_STYLE: Final = "black on #d8d4c8"
BARREL_STYLE: Final = "#c89b5a"
SQUARE_COLUMNS: Final = 8
MAX_PIECES_DRAWN: Final = 4  # on a square
SIDE: Final = 7  # squares along a side of the loop, corners counted twice
BOARD_COLUMNS: Final = SIDE * (SQUARE_COLUMNS + 1) - 1
INSIDE_COLUMNS: Final = (SIDE - 2) * (SQUARE_COLUMNS + 1) - 1
TOP_LEFT_SQUARE: Final = 23
BARREL_COLUMNS: Final = 8
EXIT_ARROWS: Final = "▴▸▾◂"  # which way each colour's start leads to its entry square
DIE_SYMBOLS: Final = " ⚀⚁⚂⚃⚄⚅"


def picture(observation: Observation[Public, Private], words: Words, names: Sequence[str]) -> str:
    """The whole table as one viewer sees it."""
    public, private = observation
    lines = [*_board(public, words), *_crowds(public.board), ""]
    lines += [_player(public, seat, words, name) for seat, name in enumerate(names)]
    if private.heard:
        lines += ["", f"{words.say('heard')} {_heard(private)}"]
    return "\n".join(lines)


# the board


def _piece(piece: int) -> str:
    """The notation of a piece in its colour."""
    return f"[{COLOUR_STYLES[piece // PIECES_PER_COLOUR]}]{PIECE_NAMES[piece]}[/]"


def _board(public: Public, words: Words) -> list[str]:
    """(ZZ-1) The summit in the middle, starts within the loop, towns in the corners outside it."""
    board = public.board
    loop = [_square(board, (TOP_LEFT_SQUARE + step) % SQUARES) for step in range(SQUARES)]
    lines = [_towns(board, 0, 1, words), *_row(loop[:SIDE])]
    inside = _inside(public, words)
    for row in range(1, SIDE - 1):
        left, right = loop[SQUARES - row], loop[SIDE - 1 + row]
        for half in range(2):
            lines.append(f"{left[half]} {inside[2 * row - 2 + half]} {right[half]}")
    lines += _row(loop[3 * SIDE - 3 : 2 * SIDE - 3 : -1])
    return [*lines, _towns(board, 3, 2, words)]


def _row(cells: Sequence[tuple[str, str]]) -> list[str]:
    return [" ".join(cell[half] for cell in cells) for half in range(2)]


def _square(board: PublicBoard, square: int) -> tuple[str, str]:
    """Two lines: the number with zone, castles, entry or town, and the pieces."""
    tag, style = f"{square:>2} ", WHITE_SQUARE_STYLE
    if square in WHITES:
        castles = [colour for colour, squares in enumerate(CASTLES) if square in squares]
        tag += "♜" + "".join(COLOUR_LETTERS[colour] for colour in castles)
    else:
        zone = next(colour for colour, squares in enumerate(ZONES) if square in squares)
        tag, style = tag + COLOUR_LETTERS[zone].lower(), SQUARE_STYLES[zone]
    if square in ENTRIES:
        colour = ENTRIES.index(square)
        tag += f" {EXIT_ARROWS[colour]}{COLOUR_LETTERS[colour]}"
    if square in FRONTS:
        tag += f" ⌂{COLOUR_LETTERS[FRONTS.index(square)]}"
    return f"[{style}]{tag:<{SQUARE_COLUMNS}}[/]", _pieces_on(board, square, style)


def _pieces_on(board: PublicBoard, square: int, style: str) -> str:
    """The pieces on a square, or some of them and how many more there are."""
    pieces = _standing(board, range(PIECES), square)
    shown = pieces if len(pieces) <= MAX_PIECES_DRAWN else pieces[: MAX_PIECES_DRAWN - 1]
    more = f"+{len(pieces) - len(shown)}" if shown != pieces else ""
    gap = " " * (SQUARE_COLUMNS - 2 * len(shown) - len(more))
    return "".join(map(_piece, shown)) + f"[{style}]{more}{gap}[/]"


def _crowds(board: PublicBoard) -> list[str]:
    """Squares with more pieces than can be drawn."""
    lines = []
    for square in range(SQUARES):
        pieces = _standing(board, range(PIECES), square)
        if len(pieces) > MAX_PIECES_DRAWN:
            lines.append(f"{square:>2}: {' '.join(map(_piece, pieces))}")
    return lines


def _towns(board: PublicBoard, left: int, right: int, words: Words) -> str:
    """The towns in two corners of the board."""
    home = words.say("town")
    names = [f"⌂{COLOUR_LETTERS[colour]} {home}" for colour in (left, right)]
    return _ends(board, TOWN, (left, right), names, BOARD_COLUMNS)


def _starts(board: PublicBoard, left: int, right: int, words: Words) -> str:
    """The starts at two corners of the mountain's foot."""
    start = words.say("start")
    names = [
        f"{EXIT_ARROWS[left]}{COLOUR_LETTERS[left]} {start}",
        f"{start} {COLOUR_LETTERS[right]}{EXIT_ARROWS[right]}",
    ]
    return _ends(board, START, (left, right), names, INSIDE_COLUMNS)


def _ends(
    board: PublicBoard, place: int, colours: tuple[int, int], names: Sequence[str], width: int
) -> str:
    """A line with the places of two colours at its ends, and the pieces there."""
    firsts = [PIECES_PER_COLOUR * colour for colour in colours]
    left, right = (_standing(board, range(one, one + PIECES_PER_COLOUR), place) for one in firsts)
    gap = width - sum(map(len, names)) - 3 * len(left) - 3 * len(right)
    one = names[0] + "".join(f" {_piece(piece)}" for piece in left)
    two = "".join(f"{_piece(piece)} " for piece in right) + names[1]
    return one + " " * gap + two


def _standing(board: PublicBoard, pieces: range, place: int) -> list[int]:
    return [piece for piece in pieces if board.places[piece] == place]


def _inside(public: Public, words: Words) -> list[str]:
    """Ten lines: two starts, the dice, the barrels on the summit, two starts."""
    blank = " " * INSIDE_COLUMNS
    dice = ""
    if public.magic:
        symbols = " ".join(DIE_SYMBOLS[face] for face in public.dice)
        dice = f"{symbols}  {words.say('magic', count=public.magic)}"
    return [
        _starts(public.board, 0, 1, words),
        f"[bold]{dice:^{INSIDE_COLUMNS}}[/]",
        blank,
        *_summit(public),
        blank,
        _starts(public.board, 3, 2, words),
    ]


def _summit(public: Public) -> list[str]:
    """The barrels in their rows on the summit, each with the stones all have seen in it."""
    barrels = public.barrels
    absent = {barrel for hand in barrels.hands for barrel in hand} | {*barrels.placed}
    names = ["·" if barrel in absent else BARREL_NAMES[barrel] for barrel in range(BARRELS)]
    lines, first = [], 0
    for count in SUMMIT_ROWS:
        row = range(first, first + count)
        shown = [_barrel(names[barrel], str(barrels.numbers[barrel] or "")) for barrel in row]
        margin = INSIDE_COLUMNS - BARREL_COLUMNS * count
        lines.append(" " * (margin // 2) + "".join(shown) + " " * (margin - margin // 2))
        first += count
    return lines


def _barrel(name: str, stones: str) -> str:
    gap = BARREL_COLUMNS - len(name) - (1 + len(stones) if stones else 0)
    number = f" [bold]{stones}[/]" if stones else ""
    return " " * (gap // 2) + f"[{BARREL_STYLE}]{name}[/]{number}" + " " * (gap - gap // 2)


# the seats


def _player(public: Public, seat: int, words: Words, name: str) -> str:
    """Name, colour, apprentices home, and the barrels in front of a seat."""
    turn = "[bold]▶[/]" if public.seat == seat else " "
    colour = public.colours[seat]
    badge = f"[{COLOUR_STYLES[colour]}] {COLOUR_LETTERS[colour]} [/]" if colour >= 0 else "   "
    rolls = "⚄" if public.roller == seat else " "
    home = "⌂" * public.scores[seat]
    about = ", ".join(_barrels_of(public, seat, words))
    return f"{turn} {name:<9} {badge} {rolls} {home:<3}  {about}".rstrip()


def _barrels_of(public: Public, seat: int, words: Words) -> list[str]:
    """The barrels a seat holds or has placed, and when it moves."""
    about, barrels = [], public.barrels
    if barrels.hands[seat]:
        held = " ".join(BARREL_NAMES[barrel] for barrel in barrels.hands[seat])
        about.append(words.say("held", barrels=held))
    if barrels.placed[seat] >= 0:
        about.append(words.say("placed", barrel=BARREL_NAMES[barrels.placed[seat]]))
    if number := barrels.number_of(seat):
        about.append(f"[bold]{words.say('stones', count=number)}[/]")
    if seat in public.waiting:
        about.append(words.say("waiting", order=public.waiting.index(seat) + 1))
    return about


def _heard(private: Private) -> str:
    """What the viewer heard: the barrel, and the counts it sounded like."""
    counts: dict[int, list[str]] = {}
    for barrel, count, times in private.heard:
        counts.setdefault(barrel, []).append(f"{count}" if times == 1 else f"{count}×{times}")
    return "  ".join(
        f"[{BARREL_STYLE}]{BARREL_NAMES[barrel]}[/] ~{' '.join(heard)}"
        for barrel, heard in counts.items()
    )
