"""Appenzell: the castle and its tiles as numbers.

A square is ``7 * row + column``, a set of squares one number of 49 bits. A *face* is what a tile
shows: seven cheeses, blank, trap, and the four faces of the two double-faced tiles.
"""

from __future__ import annotations

from typing import Final

from ludotheque.core.fast import i64, vec

# Faces (CA-2, CA-4, CA-30)
NONE: Final = -1  # no face, no square, no move
CHEESES: Final = 7  # faces 0 to 6; 7 is blank
TRAP: Final = 8
ORDINARY_FACES: Final = 9  # faces that luck may name
PASSAGE: Final = 9  # the back of the cat
CAT: Final = 10
WORKS: Final = 11  # the back of the sock
SOCK: Final = 12
FACES: Final = 13
UNSEEN: Final = 13  # in place of a face: a tile that nobody has seen yet
TILE_KINDS: Final = 14  # all faces, and UNSEEN
COPIES: Final = (3, 3, 3, 3, 3, 3, 3, 10, 3)  # tiles of each ordinary face
BACK: Final[vec[i64]] = vec[i64]([0] * ORDINARY_FACES + [CAT, PASSAGE, SOCK, WORKS])

# The castle (CA-1)
SIZE: Final = 7  # rows and columns
SQUARES: Final = 49
ALL_SQUARES: Final = 0x1FFFFFFFFFFFF
NOT_COLUMN_0: Final = 0x1FBF7EFDFBF7E
NOT_COLUMN_6: Final = 0xFDFBF7EFDFBF
TOWER: Final[vec[i64]] = vec[i64]([0, 6, 42, 48])  # north-west, north-east, south-west, south-east
TOWERS: Final = 0x1040000000041
SLIDING_SQUARES: Final = 0xABFAAFEABFAA  # 33 squares over sliding tiles
MICE_PER_PLAYER: Final = 4  # (CA-4)
MAX_SEATS: Final = 4


def neighbours(squares: i64) -> i64:
    """The squares orthogonally next to those of a set."""
    return (
        (squares << 7 & ALL_SQUARES)
        | squares >> 7
        | (squares & NOT_COLUMN_6) << 1
        | (squares & NOT_COLUMN_0) >> 1
    )


def row_and_column(square: i64) -> tuple[int, int]:
    """The row and the column of a square, as facts have them."""
    return int(square // SIZE), int(square % SIZE)


NEIGHBOURS: Final[vec[i64]] = vec[i64]([neighbours(2**square) for square in range(SQUARES)])

# Pushes (CA-13): an *end* of a sliding line is where the spare goes in. Its number is three times
# its edge (top, right, bottom, left) plus 0, 1 or 2 for the line 1, 3 or 5.
ENDS: Final = 12


def line_number(end: int) -> int:
    """The number of the row or column that a push at an end slides."""
    return end % 3 * 2 + 1


def _first_square(end: int) -> int:
    line = line_number(end)
    return (line, SIZE * line + 6, 42 + line, SIZE * line)[end // 3]


def _line(end: int) -> int:
    line, is_row = line_number(end), end // 3 % 2 == 1
    return sum([2 ** (SIZE * line + i if is_row else SIZE * i + line) for i in range(SIZE)])


INLET: Final[vec[i64]] = vec[i64]([2 ** _first_square(end) for end in range(ENDS)])
OUTLET: Final[vec[i64]] = vec[i64]([2 ** _first_square((end + 6) % ENDS) for end in range(ENDS)])
LINE: Final[vec[i64]] = vec[i64]([_line(end) for end in range(ENDS)])
STEP_SIZE: Final[vec[i64]] = vec[i64]([7] * 3 + [1] * 3 + [7] * 3 + [1] * 3)  # in square numbers


def shifted(squares: i64, end: i64) -> i64:
    """A set of squares of a line, shifted by a push; what leaves the line is lost."""
    if end < 3 or end >= 9:  # from the top or from the left
        return squares << STEP_SIZE[end] & LINE[end]
    return squares >> STEP_SIZE[end] & LINE[end]


def pushed_from(square: i64, end: i64) -> i64:
    """The square from which a push brings a tile to a square of its line, not the inlet."""
    return square - STEP_SIZE[end] if end < 3 or end >= 9 else square + STEP_SIZE[end]


# Rooms and roofs (CA-3): letters are rooms, # towers.
BOARD_SIDES: Final = ("front", "back")
PLANS: Final = (
    "#AABCC#DEEBFFGDHIIIJGKHLLLJMKNNOPPMKNNOPPM#QQORR#",
    "#AABCC#DEFBGGHDEFIGGHJJJIKKKLMMINNOLMMPPPO#QQRRR#",
)
ROOMS: Final = 18


def _room(plan: str, room: int) -> int:
    return sum([2**square for square in range(SQUARES) if plan[square] == chr(65 + room)])


def _around(square: int) -> list[int]:
    """A square and those that touch it, orthogonally or diagonally."""
    row, column = square // SIZE, square % SIZE
    rows = range(max(row - 1, 0), min(row + 2, SIZE))
    columns = range(max(column - 1, 0), min(column + 2, SIZE))
    return [SIZE * r + c for r in rows for c in columns]


def _touched(plan: str, square: int) -> int:
    letters = {plan[near] for near in _around(square)} - {"#"}
    return sum([2 ** (ord(letter) - 65) for letter in letters])


# By side of the board: the squares of a room, and the rooms that touch a square (CA-8).
ROOM_SQUARES: Final[vec[i64]] = vec[i64](
    [_room(plan, room) for plan in PLANS for room in range(ROOMS)]
)
ROOMS_TOUCHED: Final[vec[i64]] = vec[i64](
    [_touched(plan, square) for plan in PLANS for square in range(SQUARES)]
)

# A turn (CA-7) and the end (CA-18, CA-19, CA-21)
ACTIONS_PER_TURN: Final = 4
GOALS: Final = (4, 5, 6)  # different cheeses that win
FALLEN_LIMIT: Final = 3  # fallen mice of one player that end the game
TURN_LIMIT: Final = 400
