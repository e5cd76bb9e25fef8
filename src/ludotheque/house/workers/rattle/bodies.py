"""A simulation of small stones in a closed barrel that a hand shakes: their impacts.

The barrel lies along x, its wooden end at 0 and its plug at the other end. It is the frame of
reference: the hand's path is an acceleration that all stones feel at once. Steps have a fixed
length, and the moment of each impact is found within its step; otherwise the steps would buzz.

With 20 stones at most, plain numbers are faster than arrays.
"""

from __future__ import annotations

import math
from itertools import cycle
from operator import attrgetter
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

# Metres, seconds, metres per second.
BARREL_LENGTH_M: Final = 0.030
BARREL_RADIUS_M: Final = 0.011
STONE_RADIUS_M: Final = 0.0026
STEP_S: Final = 0.002

MAX_X_M: Final = BARREL_LENGTH_M - STONE_RADIUS_M  # of the centre of a stone
MAX_OFF_AXIS_M: Final = BARREL_RADIUS_M - STONE_RADIUS_M
MAX_OFF_AXIS_SQUARED: Final = MAX_OFF_AXIS_M * MAX_OFF_AXIS_M
STONE_DIAMETER_M: Final = 2 * STONE_RADIUS_M
STONE_DIAMETER_SQUARED: Final = STONE_DIAMETER_M * STONE_DIAMETER_M

WOOD_BOUNCE: Final = 0.55
PLUG_BOUNCE: Final = 0.42
SIDE_BOUNCE: Final = 0.50
PAIR_BOUNCE: Final = 0.72
MIN_BOUNCE_FACTOR: Final = 0.55  # stones are not spheres: each impact bounces less or more
MAX_BOUNCE_FACTOR: Final = 1.25
SIDEWAYS_SCATTER: Final = 0.45  # of the speed of an impact, along the wall
MAX_SIDE_FRICTION: Final = 0.06  # lost by a stone that slides along the side
END_SLIDE_FACTOR: Final = 0.97  # of its speed, for a stone that rests on an end
END_GLANCE_FACTOR: Final = 0.93  # of the speed along an end, at an impact

MIN_AUDIBLE_SPEED: Final = 0.03  # of an impact at an end
MIN_AUDIBLE_SIDE_SPEED: Final = 0.08
MIN_AUDIBLE_PAIR_SPEED: Final = 0.15
PRESSING_STEPS: Final = 1.3  # of acceleration that a stone held against a wall gains

GRAVITY: Final = 9.81
FULL_TURN: Final = 2 * math.pi
HAND_RAMP_S: Final = 0.07  # in which the hand starts and stops
HAND_REST_S: Final = 0.16  # at the end the hand rests, and the stones come to rest

BY_X: Final = attrgetter("x")

# What a stone hits.
WOOD: Final = 0
PLUG: Final = 1
SIDE: Final = 2
PAIR: Final = 3


class Impacts(NamedTuple):
    """The impacts of a shake, in no order."""

    times: NDArray[np.float64]
    speeds: NDArray[np.float64]
    kinds: NDArray[np.int64]


class Stone:
    """A stone: its centre, its velocity, and how well it slides."""

    __slots__ = ("grip", "vx", "vy", "vz", "x", "y", "z")

    def __init__(self, x: float, y: float, z: float, grip: float) -> None:
        self.x = x
        self.y = y
        self.z = z
        self.vx = 0.0
        self.vy = 0.0
        self.vz = 0.0
        self.grip = grip


def hand_path(intensity: float, seconds: float, rng: np.random.Generator) -> NDArray[np.float64]:
    """The acceleration by hand and gravity at each step: to and fro, never twice the same."""
    t = (np.arange(int(seconds / STEP_S)) + 0.5) * STEP_S
    often = (4.0 + 2.5 * intensity) * math.exp(0.04 * rng.standard_normal())
    wide = (0.010 + 0.026 * intensity) * math.exp(0.05 * rng.standard_normal())
    start, wobble, breath, across, along = rng.uniform(0, FULL_TURN, 5)
    swing = FULL_TURN * often * t + start + 0.35 * np.sin(FULL_TURN * 0.9 * t + wobble)
    push = np.clip(np.minimum(t, seconds - HAND_REST_S - t) / HAND_RAMP_S, 0, 1)
    push = push * push * (3 - 2 * push) * (1 + 0.15 * np.sin(FULL_TURN * 1.7 * t + breath))
    push *= wide * (FULL_TURN * often) ** 2
    tilt, roll = rng.uniform(-0.35, 0.35), rng.uniform(0, FULL_TURN)
    down = GRAVITY * math.cos(tilt)
    return np.stack(
        [
            push * np.sin(swing) - GRAVITY * math.sin(tilt),
            0.30 * push * np.sin(swing + across) - down * math.cos(roll),
            0.20 * push * np.sin(1.9 * swing + along) - down * math.sin(roll),
        ],
        axis=1,
    )


def random_stones(count: int, low: bool, rng: np.random.Generator) -> list[Stone]:
    """Stones lying near one end of the barrel, at random places."""
    x = np.clip(
        (STONE_RADIUS_M if low else MAX_X_M) + rng.normal(0, 0.006, count), STONE_RADIUS_M, MAX_X_M
    )
    turn = rng.uniform(0, FULL_TURN, count)
    out = MAX_OFF_AXIS_M * np.sqrt(rng.random(count))
    grip = 1 - MAX_SIDE_FRICTION * rng.random(count)
    rows = np.stack([x, out * np.cos(turn), out * np.sin(turn), grip], axis=1).tolist()
    return [Stone(*row) for row in rows]


class Barrel:
    """A closed barrel with stones in it, and the impacts so far."""

    def __init__(self, stones: list[Stone], liveliness: float, rng: np.random.Generator) -> None:
        self.stones = stones
        self.wood = WOOD_BOUNCE * liveliness
        self.plug = PLUG_BOUNCE * liveliness
        self.side = SIDE_BOUNCE * liveliness
        self.pair = min(PAIR_BOUNCE * liveliness, 0.9)
        self.bounces = cycle(rng.uniform(MIN_BOUNCE_FACTOR, MAX_BOUNCE_FACTOR, 2048).tolist())
        self.scatter = cycle(rng.uniform(-SIDEWAYS_SCATTER, SIDEWAYS_SCATTER, 4001).tolist())
        self.moments = cycle(rng.random(1009).tolist())
        self.now = 0.0
        self.min_audible = MIN_AUDIBLE_SPEED
        self.impacts: list[tuple[float, float, int]] = []

    def shake(self, path: NDArray[np.float64]) -> Impacts:
        """Move the stones along the hand's path."""
        pressed = (MIN_AUDIBLE_SPEED + PRESSING_STEPS * STEP_S * np.abs(path).max(axis=1)).tolist()
        for (ax, ay, az), min_audible in zip((path * STEP_S).tolist(), pressed, strict=True):
            self.now += STEP_S
            self.min_audible = min_audible
            self._fly(ax, ay, az)
            self._meet()
        times, speeds, kinds = np.array(self.impacts or [(0.0, 0.0, WOOD)]).T
        return Impacts(times, speeds, kinds.astype(np.int64))

    def _fly(self, ax: float, ay: float, az: float) -> None:
        """One step of each stone, until it hits a wall."""
        for stone in self.stones:
            stone.vx = vx = stone.vx + ax
            stone.vy = vy = stone.vy + ay
            stone.vz = vz = stone.vz + az
            stone.x = x = stone.x + vx * STEP_S
            stone.y = y = stone.y + vy * STEP_S
            stone.z = z = stone.z + vz * STEP_S
            if not STONE_RADIUS_M <= x <= MAX_X_M:
                self._hit_end(stone)
            if y * y + z * z > MAX_OFF_AXIS_SQUARED:
                self._hit_side(stone)

    def _record_impact(self, depth: float, speed: float, kind: int) -> None:
        """Record an impact, which happened when the stone first touched.

        A stone that another has pushed deeper than it flew hit at any moment of the step.
        """
        ago = depth / speed
        if ago > STEP_S:
            ago = STEP_S * next(self.moments)
        self.impacts.append((self.now - ago, speed, kind))

    def _hit_end(self, stone: Stone) -> None:
        """A stone has come through the wooden end or the plug."""
        if stone.x < STONE_RADIUS_M:
            wall, inward, bounce, kind = STONE_RADIUS_M, 1.0, self.wood, WOOD
        else:
            wall, inward, bounce, kind = MAX_X_M, -1.0, self.plug, PLUG
        speed = -stone.vx * inward
        depth = (wall - stone.x) * inward
        stone.x = wall
        if speed > self.min_audible:
            self._record_impact(depth, speed, kind)
            stone.vx = speed * bounce * next(self.bounces) * inward
            stone.x += min(depth * bounce, abs(stone.vx) * STEP_S) * inward
            stone.vy = stone.vy * END_GLANCE_FACTOR + speed * next(self.scatter)
            stone.vz = stone.vz * END_GLANCE_FACTOR + speed * next(self.scatter)
        elif speed > 0:
            stone.vx = 0.0
            stone.vy *= END_SLIDE_FACTOR
            stone.vz *= END_SLIDE_FACTOR

    def _hit_side(self, stone: Stone) -> None:
        """A stone has come through the side."""
        out = math.hypot(stone.y, stone.z)
        ny, nz = stone.y / out, stone.z / out
        speed = stone.vy * ny + stone.vz * nz
        depth = out - MAX_OFF_AXIS_M
        stone.vx *= stone.grip
        lost = max(speed, 0.0)
        if speed > self.min_audible + MIN_AUDIBLE_SIDE_SPEED - MIN_AUDIBLE_SPEED:
            self._record_impact(depth, speed, SIDE)
            lost *= 1 + self.side
            depth *= 1 + self.side
            stone.vx += speed * next(self.scatter)
        stone.vy -= lost * ny
        stone.vz -= lost * nz
        stone.y -= depth * ny
        stone.z -= depth * nz

    def _meet(self) -> None:
        """Part the stones that have run into each other; only neighbours along x can have."""
        stones = self.stones
        stones.sort(key=BY_X)
        for i, one in enumerate(stones, 1):
            x, y, z = one.x, one.y, one.z
            for two in stones[i:]:
                dx = two.x - x
                if dx > STONE_DIAMETER_M:
                    break
                dy = two.y - y
                if -STONE_DIAMETER_M < dy < STONE_DIAMETER_M:
                    dz = two.z - z
                    if 0.0 < dx * dx + dy * dy + dz * dz < STONE_DIAMETER_SQUARED:
                        self._hit_pair(one, two, dx, dy, dz)
                        x, y, z = one.x, one.y, one.z

    def _hit_pair(self, one: Stone, two: Stone, dx: float, dy: float, dz: float) -> None:
        """Two stones overlap; the distances are those of their centres in each direction."""
        apart = math.sqrt(dx * dx + dy * dy + dz * dz)
        vx, vy, vz = one.vx - two.vx, one.vy - two.vy, one.vz - two.vz
        speed = (vx * dx + vy * dy + vz * dz) / apart
        depth = STONE_DIAMETER_M - apart
        half = depth / 2 / apart
        one.x -= half * dx
        one.y -= half * dy
        one.z -= half * dz
        two.x += half * dx
        two.y += half * dy
        two.z += half * dz
        if speed <= 0:
            return
        half = speed / 2 / apart
        if speed > MIN_AUDIBLE_PAIR_SPEED:
            self._record_impact(depth, speed, PAIR)
            half *= 1 + self.pair
        one.vx -= half * dx
        one.vy -= half * dy
        one.vz -= half * dz
        two.vx += half * dx
        two.vy += half * dy
        two.vz += half * dz


def shake_impacts(
    count: int, liveliness: float, intensity: float, seconds: float, rng: np.random.Generator
) -> Impacts:
    """The impacts of one shake of a barrel with ``count`` stones."""
    path = hand_path(intensity, seconds, rng)
    low = bool(path[0, 0] < 0)
    lively = liveliness * math.exp(0.04 * rng.standard_normal())
    return Barrel(random_stones(count, low, rng), lively, rng).shake(path)
