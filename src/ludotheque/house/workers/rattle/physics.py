"""A simulation of small stones in a closed barrel that a hand shakes: their impacts.

The barrel lies along x, its wooden end at 0 and its plug at the other end. It is the frame of
reference: the hand and gravity are an acceleration of all stones. Time steps have a fixed length;
the time of each impact is interpolated within its step, otherwise the steps would buzz.

With at most 20 stones plain floats are faster than arrays.
"""

from __future__ import annotations

import math
from itertools import cycle
from operator import attrgetter
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

BARREL_LENGTH_M: Final = 0.030
BARREL_RADIUS_M: Final = 0.011
STONE_RADIUS_M: Final = 0.0026
STEP_S: Final = 0.002

MAX_X_M: Final = BARREL_LENGTH_M - STONE_RADIUS_M  # of the centre of a stone
MAX_OFF_AXIS_M: Final = BARREL_RADIUS_M - STONE_RADIUS_M
MAX_OFF_AXIS_M2: Final = MAX_OFF_AXIS_M * MAX_OFF_AXIS_M
STONE_DIAMETER_M: Final = 2 * STONE_RADIUS_M
STONE_DIAMETER_M2: Final = STONE_DIAMETER_M * STONE_DIAMETER_M

WOOD_RESTITUTION: Final = 0.55
PLUG_RESTITUTION: Final = 0.42
SIDE_RESTITUTION: Final = 0.50
PAIR_RESTITUTION: Final = 0.72
MIN_RESTITUTION_FACTOR: Final = 0.55  # stones are not spheres: each impact differs
MAX_RESTITUTION_FACTOR: Final = 1.25
SIDEWAYS_SCATTER: Final = 0.45  # share of the impact's speed that goes along the wall
MAX_SIDE_FRICTION: Final = 0.06  # share of the speed lost in a step of sliding along the side
END_SLIDE_FACTOR: Final = 0.97  # share of the speed kept in a step of sliding along an end
END_GLANCE_FACTOR: Final = 0.93  # share of the speed along an end kept at an impact

MIN_AUDIBLE_SPEED_M_S: Final = 0.03  # of an impact at an end
MIN_AUDIBLE_SIDE_SPEED_M_S: Final = 0.08
MIN_AUDIBLE_PAIR_SPEED_M_S: Final = 0.15
PRESSING_STEPS: Final = 1.3  # a stone held against a wall gains the speed of that many steps

GRAVITY_M_S2: Final = 9.81
FULL_TURN_RAD: Final = 2 * math.pi
HAND_RAMP_S: Final = 0.07  # for the hand to start and to stop
HAND_REST_S: Final = 0.16  # at the end, for the stones to come to rest

BY_X: Final = attrgetter("x")

# Kinds of impact: what a stone hits.
WOOD: Final = 0
PLUG: Final = 1
SIDE: Final = 2
PAIR: Final = 3


class Impacts(NamedTuple):
    """The impacts of a shake, in no order."""

    times: NDArray[np.float64]  # seconds
    speeds: NDArray[np.float64]  # metres per second
    kinds: NDArray[np.int64]


class Stone:
    """A stone: its centre, its velocity, and the share of it kept when it slides."""

    __slots__ = ("slide_factor", "vx", "vy", "vz", "x", "y", "z")

    def __init__(self, x: float, y: float, z: float, slide_factor: float) -> None:
        self.x = x
        self.y = y
        self.z = z
        self.vx = 0.0
        self.vy = 0.0
        self.vz = 0.0
        self.slide_factor = slide_factor


def hand_acceleration(
    intensity: float, seconds: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """The acceleration by hand and gravity at each step, in m/s2: to and fro, irregularly."""
    t = (np.arange(int(seconds / STEP_S)) + 0.5) * STEP_S
    frequency_hz = (4.0 + 2.5 * intensity) * math.exp(0.04 * rng.standard_normal())
    amplitude_m = (0.010 + 0.026 * intensity) * math.exp(0.05 * rng.standard_normal())
    start, wobble, swell, across, along = rng.uniform(0, FULL_TURN_RAD, 5)
    swing = (
        FULL_TURN_RAD * frequency_hz * t + start + 0.35 * np.sin(FULL_TURN_RAD * 0.9 * t + wobble)
    )
    push = np.clip(np.minimum(t, seconds - HAND_REST_S - t) / HAND_RAMP_S, 0, 1)
    push = push * push * (3 - 2 * push) * (1 + 0.15 * np.sin(FULL_TURN_RAD * 1.7 * t + swell))
    push *= amplitude_m * (FULL_TURN_RAD * frequency_hz) ** 2
    tilt, roll = rng.uniform(-0.35, 0.35), rng.uniform(0, FULL_TURN_RAD)
    down = GRAVITY_M_S2 * math.cos(tilt)
    return np.stack(
        [
            push * np.sin(swing) - GRAVITY_M_S2 * math.sin(tilt),
            0.30 * push * np.sin(swing + across) - down * math.cos(roll),
            0.20 * push * np.sin(1.9 * swing + along) - down * math.sin(roll),
        ],
        axis=1,
    )


def random_stones(count: int, low: bool, rng: np.random.Generator) -> list[Stone]:
    """Stones near one end of the barrel, at random positions."""
    x = np.clip(
        (STONE_RADIUS_M if low else MAX_X_M) + rng.normal(0, 0.006, count), STONE_RADIUS_M, MAX_X_M
    )
    turn = rng.uniform(0, FULL_TURN_RAD, count)
    out = MAX_OFF_AXIS_M * np.sqrt(rng.random(count))
    slide_factor = 1 - MAX_SIDE_FRICTION * rng.random(count)
    rows = np.stack([x, out * np.cos(turn), out * np.sin(turn), slide_factor], axis=1).tolist()
    return [Stone(*row) for row in rows]


class Barrel:
    """A closed barrel with stones in it, and their impacts so far."""

    def __init__(self, stones: list[Stone], liveliness: float, rng: np.random.Generator) -> None:
        self.stones = stones
        self.wood = WOOD_RESTITUTION * liveliness
        self.plug = PLUG_RESTITUTION * liveliness
        self.side = SIDE_RESTITUTION * liveliness
        self.pair = min(PAIR_RESTITUTION * liveliness, 0.9)
        self.restitution_factors = cycle(
            rng.uniform(MIN_RESTITUTION_FACTOR, MAX_RESTITUTION_FACTOR, 2048).tolist()
        )
        self.scatter = cycle(rng.uniform(-SIDEWAYS_SCATTER, SIDEWAYS_SCATTER, 4001).tolist())
        self.step_fractions = cycle(rng.random(1009).tolist())
        self.now = 0.0
        self.min_audible = MIN_AUDIBLE_SPEED_M_S
        self.impacts: list[tuple[float, float, int]] = []

    def shake(self, acceleration: NDArray[np.float64]) -> Impacts:
        """Move the stones by an acceleration for each step."""
        audible_speeds = (
            MIN_AUDIBLE_SPEED_M_S + PRESSING_STEPS * STEP_S * np.abs(acceleration).max(axis=1)
        ).tolist()
        for (ax, ay, az), min_audible in zip(
            (acceleration * STEP_S).tolist(), audible_speeds, strict=True
        ):
            self.now += STEP_S
            self.min_audible = min_audible
            self._move_stones(ax, ay, az)
            self._separate_pairs()
        times, speeds, kinds = np.array(self.impacts or [(0.0, 0.0, WOOD)]).T
        return Impacts(times, speeds, kinds.astype(np.int64))

    def _move_stones(self, ax: float, ay: float, az: float) -> None:
        """One step of each stone, with its impacts on walls."""
        for stone in self.stones:
            stone.vx = vx = stone.vx + ax
            stone.vy = vy = stone.vy + ay
            stone.vz = vz = stone.vz + az
            stone.x = x = stone.x + vx * STEP_S
            stone.y = y = stone.y + vy * STEP_S
            stone.z = z = stone.z + vz * STEP_S
            if not STONE_RADIUS_M <= x <= MAX_X_M:
                self._hit_end(stone)
            if y * y + z * z > MAX_OFF_AXIS_M2:
                self._hit_side(stone)

    def _record_impact(self, depth: float, speed: float, kind: int) -> None:
        """Record an impact at the time of the first contact.

        A stone that another has pushed in deeper than it moved hit at a random time of the step.
        """
        ago_s = depth / speed
        if ago_s > STEP_S:
            ago_s = STEP_S * next(self.step_fractions)
        self.impacts.append((self.now - ago_s, speed, kind))

    def _hit_end(self, stone: Stone) -> None:
        """A stone overlaps the wooden end or the plug."""
        if stone.x < STONE_RADIUS_M:
            wall, inward, restitution, kind = STONE_RADIUS_M, 1.0, self.wood, WOOD
        else:
            wall, inward, restitution, kind = MAX_X_M, -1.0, self.plug, PLUG
        speed = -stone.vx * inward
        depth = (wall - stone.x) * inward
        stone.x = wall
        if speed > self.min_audible:
            self._record_impact(depth, speed, kind)
            stone.vx = speed * restitution * next(self.restitution_factors) * inward
            stone.x += min(depth * restitution, abs(stone.vx) * STEP_S) * inward
            stone.vy = stone.vy * END_GLANCE_FACTOR + speed * next(self.scatter)
            stone.vz = stone.vz * END_GLANCE_FACTOR + speed * next(self.scatter)
        elif speed > 0:
            stone.vx = 0.0
            stone.vy *= END_SLIDE_FACTOR
            stone.vz *= END_SLIDE_FACTOR

    def _hit_side(self, stone: Stone) -> None:
        """A stone overlaps the side."""
        out = math.hypot(stone.y, stone.z)
        ny, nz = stone.y / out, stone.z / out
        speed = stone.vy * ny + stone.vz * nz
        depth = out - MAX_OFF_AXIS_M
        stone.vx *= stone.slide_factor
        removed = max(speed, 0.0)
        if speed > self.min_audible + MIN_AUDIBLE_SIDE_SPEED_M_S - MIN_AUDIBLE_SPEED_M_S:
            self._record_impact(depth, speed, SIDE)
            removed *= 1 + self.side
            depth *= 1 + self.side
            stone.vx += speed * next(self.scatter)
        stone.vy -= removed * ny
        stone.vz -= removed * nz
        stone.y -= depth * ny
        stone.z -= depth * nz

    def _separate_pairs(self) -> None:
        """Separate stones that overlap; they are sorted by x, so that only neighbours can."""
        stones = self.stones
        stones.sort(key=BY_X)
        for i, first in enumerate(stones, 1):
            x, y, z = first.x, first.y, first.z
            for second in stones[i:]:
                dx = second.x - x
                if dx > STONE_DIAMETER_M:
                    break
                dy = second.y - y
                if -STONE_DIAMETER_M < dy < STONE_DIAMETER_M:
                    dz = second.z - z
                    if 0.0 < dx * dx + dy * dy + dz * dz < STONE_DIAMETER_M2:
                        self._hit_pair(first, second, dx, dy, dz)
                        x, y, z = first.x, first.y, first.z

    def _hit_pair(self, first: Stone, second: Stone, dx: float, dy: float, dz: float) -> None:
        """Two stones overlap; dx, dy and dz are the distances of their centres."""
        distance = math.sqrt(dx * dx + dy * dy + dz * dz)
        vx, vy, vz = first.vx - second.vx, first.vy - second.vy, first.vz - second.vz
        speed = (vx * dx + vy * dy + vz * dz) / distance
        depth = STONE_DIAMETER_M - distance
        half = depth / 2 / distance
        first.x -= half * dx
        first.y -= half * dy
        first.z -= half * dz
        second.x += half * dx
        second.y += half * dy
        second.z += half * dz
        if speed <= 0:
            return
        half = speed / 2 / distance
        if speed > MIN_AUDIBLE_PAIR_SPEED_M_S:
            self._record_impact(depth, speed, PAIR)
            half *= 1 + self.pair
        first.vx -= half * dx
        first.vy -= half * dy
        first.vz -= half * dz
        second.vx += half * dx
        second.vy += half * dy
        second.vz += half * dz


def shake_impacts(
    count: int, liveliness: float, intensity: float, seconds: float, rng: np.random.Generator
) -> Impacts:
    """The impacts of one shake of a barrel with ``count`` stones."""
    acceleration = hand_acceleration(intensity, seconds, rng)
    low = bool(acceleration[0, 0] < 0)
    lively = liveliness * math.exp(0.04 * rng.standard_normal())
    return Barrel(random_stones(count, low, rng), lively, rng).shake(acceleration)
