"""Zapp Zerapp: the table as coloured text for a terminal, with Rich markup."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.games.zapp_zerapp import data
from ludotheque.games.zapp_zerapp.data import COLOUR_LETTERS, PIECES_PER_COLOUR, SQUARES
from ludotheque.games.zapp_zerapp.notation import PIECE_NAMES
from ludotheque.games.zapp_zerapp.sentences import BARREL_NAMES, square_number

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
CELL_WIDTH: Final = 8
MAX_PIECES_IN_CELL: Final = 4
SQUARES_PER_SIDE: Final = 7  # of the loop, corners counted twice
BOARD_WIDTH: Final = SQUARES_PER_SIDE * (CELL_WIDTH + 1) - 1
INSIDE_WIDTH: Final = (SQUARES_PER_SIDE - 2) * (CELL_WIDTH + 1) - 1
TOP_LEFT_SQUARE: Final = 23
BARREL_WIDTH: Final = 8
START_ARROWS: Final = "▴▸▾◂"  # which way each colour's start leads to its entry square
DIE_SYMBOLS: Final = " ⚀⚁⚂⚃⚄⚅"


def picture(observation: Observation[Public, Private], words: Words, names: Sequence[str]) -> str:
    """The whole table as one viewer sees it."""
    public, private = observation
    lines = [*_board(public, words), *_crowded_squares(public.board), ""]
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
    lines = [_towns(board, 0, 1, words), *_row(loop[:SQUARES_PER_SIDE])]
    inside = _inside(public, words)
    for row in range(1, SQUARES_PER_SIDE - 1):
        left, right = loop[SQUARES - row], loop[SQUARES_PER_SIDE - 1 + row]
        for half in range(2):
            lines.append(f"{left[half]} {inside[2 * row - 2 + half]} {right[half]}")
    lines += _row(loop[3 * SQUARES_PER_SIDE - 3 : 2 * SQUARES_PER_SIDE - 3 : -1])
    return [*lines, _towns(board, 3, 2, words)]


def _row(cells: Sequence[tuple[str, str]]) -> list[str]:
    return [" ".join(cell[half] for cell in cells) for half in range(2)]


def _square(board: PublicBoard, square: int) -> tuple[str, str]:
    """Two lines: the number with zone, castles, entry or town, and the pieces."""
    tag, style = f"{square_number(square):>2} ", WHITE_SQUARE_STYLE
    if square in data.WHITES:
        tag += "♜" + "".join(COLOUR_LETTERS[colour] for colour in data.castle_colours(square))
    else:
        zone = data.ZONE_COLOUR[square]
        tag, style = tag + COLOUR_LETTERS[zone].lower(), SQUARE_STYLES[zone]
    if square in data.ENTRIES:
        colour = data.ENTRIES.index(square)
        tag += f" {START_ARROWS[colour]}{COLOUR_LETTERS[colour]}"
    if square in data.EXITS:
        tag += f" ⌂{COLOUR_LETTERS[data.EXITS.index(square)]}"
    return f"[{style}]{tag:<{CELL_WIDTH}}[/]", _pieces_on(board, square, style)


def _pieces_on(board: PublicBoard, square: int, style: str) -> str:
    """The pieces on a square, as many as fit, and how many more there are."""
    pieces = _pieces_at(board, square)
    shown = pieces if len(pieces) <= MAX_PIECES_IN_CELL else pieces[: MAX_PIECES_IN_CELL - 1]
    more = f"+{len(pieces) - len(shown)}" if shown != pieces else ""
    gap = " " * (CELL_WIDTH - 2 * len(shown) - len(more))
    return "".join(map(_piece, shown)) + f"[{style}]{more}{gap}[/]"


def _crowded_squares(board: PublicBoard) -> list[str]:
    """Squares with more pieces than can be drawn."""
    by_square = [(square, _pieces_at(board, square)) for square in range(SQUARES)]
    crowds = [(square, pieces) for square, pieces in by_square if len(pieces) > MAX_PIECES_IN_CELL]
    return [
        f"{square_number(square):>2}: {' '.join(map(_piece, pieces))}" for square, pieces in crowds
    ]


def _towns(board: PublicBoard, left: int, right: int, words: Words) -> str:
    """The towns in two corners of the board."""
    names = [f"⌂{COLOUR_LETTERS[colour]} {words.say('town')}" for colour in (left, right)]
    return _ends(board, data.TOWN, (left, right), names, BOARD_WIDTH)


def _starts(board: PublicBoard, left: int, right: int, words: Words) -> str:
    """The starts at two corners of the mountain's foot."""
    left_name = f"{START_ARROWS[left]}{COLOUR_LETTERS[left]} {words.say('start')}"
    right_name = f"{words.say('start')} {COLOUR_LETTERS[right]}{START_ARROWS[right]}"
    return _ends(board, data.START, (left, right), (left_name, right_name), INSIDE_WIDTH)


def _ends(
    board: PublicBoard, location: int, colours: tuple[int, int], names: Sequence[str], width: int
) -> str:
    """A line with the starts or towns of two colours at its ends, and the pieces there."""
    pieces = _pieces_at(board, location)
    left, right = ([p for p in pieces if p // PIECES_PER_COLOUR == colour] for colour in colours)
    gap = width - sum(map(len, names)) - 3 * len(left) - 3 * len(right)
    start = names[0] + "".join(f" {_piece(piece)}" for piece in left)
    end = "".join(f"{_piece(piece)} " for piece in right) + names[1]
    return start + " " * gap + end


def _pieces_at(board: PublicBoard, location: int) -> list[int]:
    return [piece for piece, where in enumerate(board.locations) if where == location]


def _inside(public: Public, words: Words) -> list[str]:
    """Ten lines: two starts, the dice, the barrels on the summit, two starts."""
    blank = " " * INSIDE_WIDTH
    dice = ""
    if public.magic:
        symbols = " ".join(DIE_SYMBOLS[face] for face in public.dice)
        dice = f"{symbols}  {words.say('magic', count=public.magic)}"
    return [
        _starts(public.board, 0, 1, words),
        f"[bold]{dice:^{INSIDE_WIDTH}}[/]",
        blank,
        *_summit(public),
        blank,
        _starts(public.board, 3, 2, words),
    ]


def _summit(public: Public) -> list[str]:
    """The barrels in their rows on the summit, each with the stones everyone has seen in it."""
    barrels = public.barrels
    absent = {barrel for hand in barrels.hands for barrel in hand} | {*barrels.placed}
    names = ["·" if barrel in absent else BARREL_NAMES[barrel] for barrel in range(data.BARRELS)]
    lines, first = [], 0
    for count in data.SUMMIT_ROWS:
        row = range(first, first + count)
        shown = [_barrel(names[barrel], str(barrels.numbers[barrel] or "")) for barrel in row]
        margin = INSIDE_WIDTH - BARREL_WIDTH * count
        lines.append(" " * (margin // 2) + "".join(shown) + " " * (margin - margin // 2))
        first += count
    return lines


def _barrel(name: str, stones: str) -> str:
    gap = BARREL_WIDTH - len(name) - (2 + len(stones) if stones else 0)
    number = f": [bold]{stones}[/]" if stones else ""
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
    if seat in public.still_to_move:
        about.append(words.say("waiting", order=public.still_to_move.index(seat) + 1))
    return about


def _heard(private: Private) -> str:
    """What the viewer heard: the barrel, and the counts it sounded like."""
    counts: dict[int, list[str]] = {}
    for barrel, count, times in private.heard:
        counts.setdefault(barrel, []).append(f"{count}" if times == 1 else f"{count}×{times}")
    return "  ".join(
        f"[{BARREL_STYLE}]{BARREL_NAMES[barrel]}[/]: ~{' '.join(heard)}"
        for barrel, heard in counts.items()
    )
