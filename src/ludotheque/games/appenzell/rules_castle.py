"""Appenzell: the castle. Roofs, sliding floors, and ways for mice (CA-8, CA-10, CA-11, CA-13)."""

from __future__ import annotations

from ludotheque.core.fast import BIT, i64, lowest, vec, zeros
from ludotheque.core.state import State
from ludotheque.games.appenzell.data import (
    BESIDE,
    CAT,
    HOLES,
    INLET,
    KINDS,
    LINE,
    OUTLET,
    PASSAGE,
    ROOM,
    ROOMS,
    SOCK,
    SQUARES,
    STEP,
    TOUCHED,
    TOWERS,
    TRAP,
    UNSEEN,
    beside,
)


class Castle(State):
    """The part of a game that lies in the castle."""

    def __init__(self, side: i64, players: i64, twin: Castle | None) -> None:
        self.side: i64 = side
        if twin is None:
            self.faces: vec[i64] = zeros(KINDS)  # squares of the sliding tiles, by face
            self.faces[UNSEEN] = HOLES
            self.open_rooms: i64 = 0
            self.open: i64 = 0  # squares under no roof
            self.mice: vec[i64] = zeros(players)  # squares and towers with a seat's mice
        else:
            self.faces = twin.faces[:]
            self.open_rooms = twin.open_rooms
            self.open = twin.open
            self.mice = twin.mice[:]

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
        step = STEP[end]
        is_forward = end < 3 or end >= 9  # from the top or from the left
        out: i64 = UNSEEN
        for kind in range(KINDS):
            moving = faces[kind] & line
            if moving:
                if moving & OUTLET[end]:
                    out = kind
                moved = moving << step if is_forward else moving >> step
                faces[kind] = (faces[kind] ^ moving) | (moved & line)
        faces[face] |= INLET[end]
        return out

    # ways

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


def write_bits(bits: i64, start: i64, out: vec[i64], count: i64) -> i64:
    """Write ``start`` plus the number of each bit set into ``out``; return the new count."""
    while bits:
        out[count] = start + lowest(bits)
        count += 1
        bits &= bits - 1
    return count
