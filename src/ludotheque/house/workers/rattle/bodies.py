"""Small stones in a closed barrel that a hand shakes: when, where and how hard they hit.

The barrel lies along x, its wooden end at 0 and its plug at the other end. We look from inside it:
the hand's path is an acceleration that all stones feel at once. Steps are of a fixed length, and
the moment of each impact is found within its step; without that the steps themselves would buzz.

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
LENGTH: Final = 0.030
RADIUS: Final = 0.011
STONE: Final = 0.0026  # radius of a stone
STEP: Final = 0.002

FAR: Final = LENGTH - STONE  # how far the middle of a stone gets
AROUND: Final = RADIUS - STONE
AROUND_SQUARED: Final = AROUND * AROUND
WIDTH: Final = 2 * STONE
WIDTH_SQUARED: Final = WIDTH * WIDTH

WOOD_BOUNCE: Final = 0.55
PLUG_BOUNCE: Final = 0.42
SIDE_BOUNCE: Final = 0.50
PAIR_BOUNCE: Final = 0.72
LEAST: Final = 0.55  # stones are no spheres: each hit bounces less or more than that
MOST: Final = 1.25
SCATTER: Final = 0.45  # and sends the stone off sideways
GRIP: Final = 0.06  # what the side wall takes from a stone sliding along it, at most
SLIDE: Final = 0.97  # what an end leaves a stone that rests on it
GLANCE: Final = 0.93  # what an end leaves of the speed along it, at an impact

SOFTEST: Final = 0.03  # below this nothing is heard of an impact
SOFTEST_SIDE: Final = 0.08
SOFTEST_PAIR: Final = 0.15
PRESSED: Final = 1.3  # a stone held against a wall by the hand gains this many steps' speed

GRAVITY: Final = 9.81
TURN: Final = 2 * math.pi
SWELL: Final = 0.07  # seconds in which the hand starts and stops
STILL: Final = 0.16  # at the end the hand rests, and the stones settle

ALONG: Final = attrgetter("x")

# What a stone hits.
WOOD: Final = 0
PLUG: Final = 1
SIDE: Final = 2
PAIR: Final = 3


class Impacts(NamedTuple):
    """All that is heard of a shake: one entry for each impact, in no order."""

    times: NDArray[np.float64]
    speeds: NDArray[np.float64]
    kinds: NDArray[np.int64]


class Stone:
    """Where the middle of a stone is, how fast it moves, and how it slides."""

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
    """What the stones feel of hand and gravity at each step: to and fro, never twice the same."""
    t = (np.arange(int(seconds / STEP)) + 0.5) * STEP
    often = (4.0 + 2.5 * intensity) * math.exp(0.04 * rng.standard_normal())
    wide = (0.010 + 0.026 * intensity) * math.exp(0.05 * rng.standard_normal())
    start, wobble, breath, across, along = rng.uniform(0, TURN, 5)
    swing = TURN * often * t + start + 0.35 * np.sin(TURN * 0.9 * t + wobble)
    push = np.clip(np.minimum(t, seconds - STILL - t) / SWELL, 0, 1)
    push = push * push * (3 - 2 * push) * (1 + 0.15 * np.sin(TURN * 1.7 * t + breath))
    push *= wide * (TURN * often) ** 2
    tilt, roll = rng.uniform(-0.35, 0.35), rng.uniform(0, TURN)
    down = GRAVITY * math.cos(tilt)
    return np.stack(
        [
            push * np.sin(swing) - GRAVITY * math.sin(tilt),
            0.30 * push * np.sin(swing + across) - down * math.cos(roll),
            0.20 * push * np.sin(1.9 * swing + along) - down * math.sin(roll),
        ],
        axis=1,
    )


def some_stones(count: int, low: bool, rng: np.random.Generator) -> list[Stone]:
    """Stones lying near one end of the barrel, anyhow."""
    x = np.clip((STONE if low else FAR) + rng.normal(0, 0.006, count), STONE, FAR)
    turn = rng.uniform(0, TURN, count)
    out = AROUND * np.sqrt(rng.random(count))
    grip = 1 - GRIP * rng.random(count)
    rows = np.stack([x, out * np.cos(turn), out * np.sin(turn), grip], axis=1).tolist()
    return [Stone(*row) for row in rows]


class Barrel:
    """A closed barrel with stones in it, and the list of the impacts so far."""

    def __init__(self, stones: list[Stone], liveliness: float, rng: np.random.Generator) -> None:
        self.stones = stones
        self.wood = WOOD_BOUNCE * liveliness
        self.plug = PLUG_BOUNCE * liveliness
        self.side = SIDE_BOUNCE * liveliness
        self.pair = min(PAIR_BOUNCE * liveliness, 0.9)
        self.bounces = cycle(rng.uniform(LEAST, MOST, 2048).tolist())
        self.scatter = cycle(rng.uniform(-SCATTER, SCATTER, 4001).tolist())
        self.moments = cycle(rng.random(1009).tolist())
        self.now = 0.0
        self.softest = SOFTEST
        self.heard: list[tuple[float, float, int]] = []

    def shake(self, path: NDArray[np.float64]) -> Impacts:
        """Move the stones along the hand's path."""
        pressed = (SOFTEST + PRESSED * STEP * np.abs(path).max(axis=1)).tolist()
        for (ax, ay, az), softest in zip((path * STEP).tolist(), pressed, strict=True):
            self.now += STEP
            self.softest = softest
            self._fly(ax, ay, az)
            self._meet()
        times, speeds, kinds = np.array(self.heard or [(0.0, 0.0, WOOD)]).T
        return Impacts(times, speeds, kinds.astype(np.int64))

    def _fly(self, ax: float, ay: float, az: float) -> None:
        """One step of each stone, until it hits a wall."""
        for stone in self.stones:
            stone.vx = vx = stone.vx + ax
            stone.vy = vy = stone.vy + ay
            stone.vz = vz = stone.vz + az
            stone.x = x = stone.x + vx * STEP
            stone.y = y = stone.y + vy * STEP
            stone.z = z = stone.z + vz * STEP
            if not STONE <= x <= FAR:
                self._hit_end(stone)
            if y * y + z * z > AROUND_SQUARED:
                self._hit_side(stone)

    def _hear(self, depth: float, speed: float, kind: int) -> None:
        """Note an impact that happened when the stone was not yet so deep.

        A stone that another has pushed in deeper than it flew hit at any moment of the step.
        """
        ago = depth / speed
        if ago > STEP:
            ago = STEP * next(self.moments)
        self.heard.append((self.now - ago, speed, kind))

    def _hit_end(self, stone: Stone) -> None:
        """A stone has come through the wooden end or the plug."""
        if stone.x < STONE:
            wall, inward, bounce, kind = STONE, 1.0, self.wood, WOOD
        else:
            wall, inward, bounce, kind = FAR, -1.0, self.plug, PLUG
        speed = -stone.vx * inward
        depth = (wall - stone.x) * inward
        stone.x = wall
        if speed > self.softest:
            self._hear(depth, speed, kind)
            stone.vx = speed * bounce * next(self.bounces) * inward
            stone.x += min(depth * bounce, abs(stone.vx) * STEP) * inward
            stone.vy = stone.vy * GLANCE + speed * next(self.scatter)
            stone.vz = stone.vz * GLANCE + speed * next(self.scatter)
        elif speed > 0:
            stone.vx = 0.0
            stone.vy *= SLIDE
            stone.vz *= SLIDE

    def _hit_side(self, stone: Stone) -> None:
        """A stone has come through the side."""
        out = math.hypot(stone.y, stone.z)
        ny, nz = stone.y / out, stone.z / out
        speed = stone.vy * ny + stone.vz * nz
        depth = out - AROUND
        stone.vx *= stone.grip
        lost = max(speed, 0.0)
        if speed > self.softest + SOFTEST_SIDE - SOFTEST:
            self._hear(depth, speed, SIDE)
            lost *= 1 + self.side
            depth *= 1 + self.side
            stone.vx += speed * next(self.scatter)
        stone.vy -= lost * ny
        stone.vz -= lost * nz
        stone.y -= depth * ny
        stone.z -= depth * nz

    def _meet(self) -> None:
        """Part the stones that have run into each other, looking only at neighbours along x."""
        stones = self.stones
        stones.sort(key=ALONG)
        for i, one in enumerate(stones, 1):
            x, y, z = one.x, one.y, one.z
            for two in stones[i:]:
                dx = two.x - x
                if dx > WIDTH:
                    break
                dy = two.y - y
                if -WIDTH < dy < WIDTH:
                    dz = two.z - z
                    if 0.0 < dx * dx + dy * dy + dz * dz < WIDTH_SQUARED:
                        self._hit_pair(one, two, dx, dy, dz)
                        x, y, z = one.x, one.y, one.z

    def _hit_pair(self, one: Stone, two: Stone, dx: float, dy: float, dz: float) -> None:
        """Two stones are too near, so far from each other in each direction."""
        apart = math.sqrt(dx * dx + dy * dy + dz * dz)
        vx, vy, vz = one.vx - two.vx, one.vy - two.vy, one.vz - two.vz
        speed = (vx * dx + vy * dy + vz * dz) / apart
        depth = WIDTH - apart
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
        if speed > SOFTEST_PAIR:
            self._hear(depth, speed, PAIR)
            half *= 1 + self.pair
        one.vx -= half * dx
        one.vy -= half * dy
        one.vz -= half * dz
        two.vx += half * dx
        two.vy += half * dy
        two.vz += half * dz


def shaken(
    count: int, liveliness: float, intensity: float, seconds: float, rng: np.random.Generator
) -> Impacts:
    """The impacts of one shake of a barrel with so many stones."""
    path = hand_path(intensity, seconds, rng)
    low = bool(path[0, 0] < 0)
    lively = liveliness * math.exp(0.04 * rng.standard_normal())
    return Barrel(some_stones(count, low, rng), lively, rng).shake(path)
