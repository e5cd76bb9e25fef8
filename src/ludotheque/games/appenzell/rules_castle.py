"""Appenzell: the castle. Roofs, sliding floors, and mice (CA-8 to CA-13, CA-16, CA-17)."""

from __future__ import annotations

from collections.abc import Hashable

from ludotheque.core.fast import BIT, count_bits, i64, lowest, members, vec, zeros
from ludotheque.core.rng import Rng
from ludotheque.core.state import LUCK, Fact, State
from ludotheque.games.appenzell.data import (
    BACK,
    BESIDE,
    CAT,
    CHEESES,
    COPIES,
    FACES,
    HOLES,
    INLET,
    KINDS,
    LINE,
    MICE,
    ORDINARY,
    OUTLET,
    PASSAGE,
    ROOM,
    ROOMS,
    SIDE,
    SOCK,
    SQUARES,
    STEP,
    TOUCHED,
    TOWER,
    TOWERS,
    TRAP,
    UNSEEN,
    beside,
)


class Castle(State):
    """The part of a game that lies on the table: roofs, tiles, mice and the cheeses earned."""

    def __init__(self, side: i64, players: i64, twin: Castle | None) -> None:
        self.side: i64 = side
        if twin is None:
            self.faces: vec[i64] = zeros(KINDS)  # squares of the sliding tiles, by face
            self.faces[UNSEEN] = HOLES
            self.open_rooms: i64 = 0
            self.open: i64 = 0  # squares under no roof
            self.spares: vec[i64] = zeros(FACES)  # how many show a face, or can
            self.unseen: vec[i64] = zeros(ORDINARY)  # tiles nobody has seen, by face
            for face in range(ORDINARY):
                self.unseen[face] = COPIES[face]
            self.pending: i64 = 0  # squares whose tiles are being seen for the first time
            self.glimpsed: i64 = 0  # squares where the last action brought tiles to light
            self.mice: vec[i64] = zeros(players)  # squares and towers with a seat's mice
            self.fallen: vec[i64] = zeros(players)
            self.cheeses: vec[i64] = zeros(players)  # earned: a bit for each
            self.tile_names: vec[i64] = zeros(SQUARES)  # of the tiles in sight
            self.named: i64 = 0  # squares whose tile has a name
            self.spare_names: vec[i64] = zeros(FACES)  # of the next spare that shows a face
            for face in range(FACES):
                self.spare_names[face] = face + 1
            self.names: i64 = FACES  # given to tiles so far
            self.mouse_names: vec[i64] = zeros(SQUARES)  # of the mice, each seat's from 0
            self.entered: vec[i64] = zeros(players)  # how often a seat's mice came in
        else:
            self.faces = twin.faces[:]
            self.open_rooms = twin.open_rooms
            self.open = twin.open
            self.spares = twin.spares[:]
            self.unseen = twin.unseen[:]
            self.pending = twin.pending
            self.glimpsed = twin.glimpsed
            self.mice = twin.mice[:]
            self.fallen = twin.fallen[:]
            self.cheeses = twin.cheeses[:]
            self.tile_names = twin.tile_names[:]
            self.named = twin.named
            self.spare_names = twin.spare_names[:]
            self.names = twin.names
            self.mouse_names = twin.mouse_names[:]
            self.entered = twin.entered[:]

    # roofs

    def room(self, room: i64) -> i64:
        """The squares of a room."""
        return ROOM[self.side * ROOMS + room]

    def rooms_near(self, mice: i64) -> i64:
        """(CA-8) The covered rooms that touch a square of some mice."""
        near: i64 = 0
        first = self.side * SQUARES
        while mice:
            near |= TOUCHED[first + lowest(mice)]
            mice &= mice - 1
        return near & ~self.open_rooms

    def lift_roof(self, room: i64) -> None:
        """Uncover a room."""
        self.open_rooms |= BIT[room]
        self.open |= self.room(room)

    def cover_empty_rooms(self) -> i64:
        """(CA-17) Put the roofs back where no mouse is; return the rooms."""
        occupied = self.occupied()
        covered: i64 = 0
        rooms = self.open_rooms
        while rooms:
            room = lowest(rooms)
            rooms &= rooms - 1
            squares = self.room(room)
            if squares & occupied == 0:
                covered |= BIT[room]
                self.open ^= squares
        self.open_rooms ^= covered
        return covered

    # floors

    def face_at(self, square: i64) -> i64:
        """What lies on a square: a face, UNSEEN, or -1 where no tile slides."""
        bit = BIT[square]
        for face in range(KINDS):
            if self.faces[face] & bit:
                return face
        return -1

    def slide(self, end: i64, face: i64) -> i64:
        """(CA-13) Put a tile in at an end; return the face of the one pushed out, or UNSEEN.

        Mice and roofs stay where they are.
        """
        faces = self.faces
        line = LINE[end]
        out: i64 = UNSEEN
        for kind in range(KINDS):
            moving = faces[kind] & line
            if moving:
                if moving & OUTLET[end]:
                    out = kind
                faces[kind] = (faces[kind] ^ moving) | moved_on(moving, end)
        faces[face] |= INLET[end]
        self._slide_names(end, face, out)
        return out

    def bring_to_light(self, squares: i64, facts: list[Fact] | None) -> None:
        """Show the tiles on some squares, those never seen when luck has named them."""
        self.glimpsed = squares
        self.pending = squares & self.faces[UNSEEN]
        if facts is not None:
            for square in members(squares & ~self.pending):
                face = int(self.face_at(square))
                facts.append(Fact("tile", LUCK, (*place_of(square), face)))

    def see(self, square: i64, face: i64) -> None:
        """The tile on a square is seen for the first time."""
        bit = BIT[square]
        self.unseen[face] -= 1
        self.faces[UNSEEN] ^= bit
        self.faces[face] |= bit
        self.pending ^= bit

    def face_shown_at(self, square: i64, has_notes: bool) -> int:
        """The face on a square, if it lies open, is noted, or is known to all (CA-30)."""
        face = self.face_at(square)
        if face == UNSEEN:
            return -1
        is_open = self.open & BIT[square] != 0
        return int(face) if is_open or has_notes or face >= PASSAGE else -1

    def put_spare(self, face: i64) -> None:
        """Lay a tile beside the castle; a double-faced one offers both its faces (CA-30)."""
        self.spares[face] += 1
        if face >= PASSAGE:
            self.spares[BACK[face]] += 1

    def take_spare(self, face: i64) -> None:
        """Take a tile that is beside the castle, or can show this face."""
        self.spares[face] -= 1
        if face >= PASSAGE:
            self.spares[BACK[face]] -= 1

    def draw_face(self, rng: Rng) -> i64:
        """The face of one of the tiles that nobody has seen."""
        total: i64 = 0
        for face in range(ORDINARY):
            total += self.unseen[face]
        ticket = rng.below(total)
        drawn: i64 = 0
        while ticket >= self.unseen[drawn]:
            ticket -= self.unseen[drawn]
            drawn += 1
        return drawn

    # mice

    def supply(self, seat: i64) -> i64:
        """How many mice of a seat wait outside the castle."""
        return MICE - self.fallen[seat] - count_bits(self.mice[seat])

    def free_towers(self) -> i64:
        """(CA-6, CA-9, CA-12) The towers without a mouse, a bit each."""
        occupied = self.occupied()
        free: i64 = 0
        for tower in range(4):
            if occupied & BIT[TOWER[tower]] == 0:
                free |= BIT[tower]
        return free

    def pairs(self, seat: i64) -> i64:
        """(CA-16) The cheeses, a bit each, that two mice of a seat stand on at the same time."""
        mice = self.mice[seat]
        found: i64 = 0
        for cheese in range(CHEESES):
            pair = mice & self.faces[cheese]
            if pair & (pair - 1):
                found |= BIT[cheese]
        return found

    def occupied(self) -> i64:
        """The squares and towers with a mouse."""
        squares: i64 = 0
        for seat in range(len(self.mice)):
            squares |= self.mice[seat]
        return squares

    def landing_squares(self) -> i64:
        """(CA-10, CA-12, CA-33) Uncovered, free, no tower, and no trap, cat or sock."""
        faces = self.faces
        return self.open & ~(self.occupied() | faces[TRAP] | faces[CAT] | faces[SOCK])

    def reach(self, start: i64, free: i64, actions: i64) -> i64:
        """(CA-10, CA-11) The squares among the free ones where a mouse can run or jump."""
        if self.faces[PASSAGE] & BIT[start]:  # (CA-31)
            return free
        crossable = self.occupied() & ~TOWERS & ~BIT[start]
        edge = BESIDE[start]
        found = edge & free
        while actions > 1:
            edge &= crossable
            if edge == 0:
                break
            crossable ^= edge
            edge = beside(edge)
            found |= edge & free
            actions -= 1
        return found

    def flight_squares(self) -> i64:
        """(CA-35) Where the mouse on the sock can go."""
        sock = self.faces[SOCK]
        return BESIDE[lowest(sock)] & self.landing_squares() if sock else 0

    def cost(self, start: i64, landing: i64) -> i64:
        """(CA-11) Actions for the shortest way; 0 if there is none."""
        if self.faces[PASSAGE] & BIT[start]:  # (CA-31)
            return 1
        crossable = self.occupied() & ~TOWERS & ~BIT[start]
        edge = BESIDE[start]
        actions: i64 = 1
        while edge & BIT[landing] == 0:
            edge &= crossable
            if edge == 0:
                return 0
            crossable ^= edge
            edge = beside(edge)
            actions += 1
        return actions

    # names: no rule hangs on them, they let eyes follow what moves

    def keep_in_sight(self, squares: i64) -> None:
        """Name the tiles of some squares that have no name; all others lose theirs.

        A tile that comes to light again has a new name, so that nobody's memory is helped (CA-20).
        """
        fresh = squares & ~self.named
        while fresh:
            self.tile_names[lowest(fresh)] = self._new_name()
            fresh &= fresh - 1
        self.named = squares

    def _new_name(self) -> i64:
        self.names += 1
        return self.names

    def _slide_names(self, end: i64, face: i64, out: i64) -> None:
        """Names move with their tiles, from the spares into the castle and out of it."""
        names = self.tile_names
        square = lowest(OUTLET[end])
        last = names[square]
        step = STEP[end] if end < 3 or end >= 9 else -STEP[end]
        for _ in range(SIDE - 1):
            names[square] = names[square - step]
            square -= step
        names[square] = self.spare_names[face]
        self.spare_names[face] = self._new_name()
        if out != UNSEEN and self.named & OUTLET[end]:
            self.spare_names[out] = last
        line = LINE[end]
        self.named = (self.named & ~line) | moved_on(self.named & line, end) | INLET[end]

    def bring_in(self, seat: i64, square: i64) -> None:
        """(CA-6, CA-9) A mouse comes in from the supply."""
        self.mice[seat] |= BIT[square]
        self.mouse_names[square] = self.entered[seat]
        self.entered[seat] += 1

    def move_mouse(self, seat: i64, start: i64, landing: i64) -> None:
        """A mouse goes from one square to another."""
        self.mice[seat] ^= BIT[start] | BIT[landing]
        self.mouse_names[landing] = self.mouse_names[start]

    # copies and comparisons

    def castle_key(self) -> Hashable:
        """The castle's part of a key."""
        return (
            int(self.open_rooms),
            int(self.open),
            int(self.glimpsed),
            int(self.pending),
            tuple([int(squares) for squares in self.faces]),
            tuple([int(count) for count in self.spares]),
            tuple([int(count) for count in self.unseen]),
            tuple([int(squares) for squares in self.mice]),
            tuple([int(count) for count in self.fallen]),
            tuple([int(cheeses) for cheeses in self.cheeses]),
        )

    def names_key(self) -> Hashable:
        """The names that are seen, and how many were given."""
        named = members(self.named)
        mice = members(self.occupied())
        return (
            int(self.names),
            tuple([(square, int(self.tile_names[square])) for square in named]),
            tuple([int(name) for name in self.spare_names]),
            tuple([(square, int(self.mouse_names[square])) for square in mice]),
            tuple([int(count) for count in self.entered]),
        )


def moved_on(squares: i64, end: i64) -> i64:
    """Squares of a line moved one on by a push; what leaves the line is lost."""
    if end < 3 or end >= 9:  # from the top or from the left
        return squares << STEP[end] & LINE[end]
    return squares >> STEP[end] & LINE[end]


def place_of(square: i64) -> tuple[int, int]:
    """Row and column."""
    return int(square // SIDE), int(square % SIDE)
