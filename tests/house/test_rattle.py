"""The rattle: only the apparent count goes in, and clips sound like stones.

The second half measures clips as an ear would, and compares averages over many seeds.
"""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
import wave
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

from ludotheque.house.workers import rattle
from ludotheque.house.workers.rattle import MAX_COUNT, clip, neutral
from ludotheque.house.workers.rattle.bodies import (
    MAX_OFF_AXIS_M,
    MAX_X_M,
    STEP_S,
    STONE_RADIUS_M,
    Barrel,
    hand_path,
    random_stones,
)
from ludotheque.house.workers.rattle.voice import SAMPLE_RATE_HZ, Voice, Voices

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOLDER = Path(rattle.__file__).parent
VOICE = Voice.of(1)
COUNTS = (1, 2, 3, 5, 8, 13)
CLIPS_PER_COUNT = 40


# the interface


def imported(path: Path) -> set[str]:
    """The modules a file imports, anywhere in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, path
            names.add(node.module or "")
    return names


def test_it_imports_neither_games_nor_the_house() -> None:
    files = sorted(FOLDER.rglob("*.py"))
    assert len(files) > 3
    names = set[str]().union(*map(imported, files))
    ours = {name for name in names if name.startswith("ludotheque")}
    assert all(
        name == "ludotheque.house.workers.rattle"
        or name.startswith("ludotheque.house.workers.rattle.")
        for name in ours
    )
    outside = {name.partition(".")[0] for name in names - ours}
    assert outside - sys.stdlib_module_names == {"numpy"}
    assert not outside & {"importlib", "os", "socket", "random", "gc"}


def test_a_clip_is_made_from_a_count_a_voice_a_seed_and_an_intensity() -> None:
    taken = inspect.signature(clip).parameters
    assert {name: of.annotation for name, of in taken.items()} == {
        "apparent": "int",
        "voice": "Voice",
        "seed": "int",
        "intensity": "float",
        "seconds": "float",
    }
    assert [of.default for of in taken.values()][2:] == [inspect.Parameter.empty, 0.6, 0.9]
    assert list(inspect.signature(neutral).parameters) == ["seconds"]
    assert list(inspect.signature(Voices(b"").voice).parameters) == ["mixing", "place"]


def test_equal_arguments_give_equal_bytes() -> None:
    first = clip(5, VOICE, 7)
    clip(9, Voice.of(2), 8, intensity=1.0)
    assert clip(5, VOICE, 7) == first


def test_every_argument_changes_the_clip() -> None:
    clips = [
        clip(5, VOICE, 7),
        clip(6, VOICE, 7),
        clip(5, VOICE, 8),
        clip(5, VOICE, 7, intensity=0.7),
        clip(5, Voice(VOICE.tuning, VOICE.plug, VOICE.liveliness + 0.01), 7),
        clip(5, Voice(VOICE.tuning, VOICE.plug + 0.1, VOICE.liveliness), 7),
        clip(5, Voice((VOICE.tuning + 1) % 16, VOICE.plug, VOICE.liveliness), 7),
    ]
    assert len(set(clips)) == len(clips)


def test_all_clips_have_the_same_length() -> None:
    lengths = {
        len(clip(count, Voice.of(count), count * 31, intensity))
        for count in range(1, MAX_COUNT + 1)
        for intensity in (0.0, 1.0)
    }
    assert lengths == {2 * round(0.9 * SAMPLE_RATE_HZ)}
    for seconds in (0.4, 0.777, 1.2):
        assert {len(clip(n, VOICE, n, 0.6, seconds)) for n in (1, 20)} == {
            2 * round(seconds * SAMPLE_RATE_HZ)
        }


@pytest.mark.parametrize("count", [0, 21, -1])
def test_an_invalid_count_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match=f"an apparent count is 1 to 20, not {count}"):
        clip(count, VOICE, 1)


@pytest.mark.parametrize("intensity", [-0.1, 1.1, float("nan")])
def test_an_invalid_intensity_is_refused(intensity: float) -> None:
    with pytest.raises(ValueError, match="an intensity is 0 to 1"):
        clip(1, VOICE, 1, intensity)


@pytest.mark.parametrize("seconds", [0.3, 1.3, float("nan")])
def test_an_invalid_length_is_refused(seconds: float) -> None:
    with pytest.raises(ValueError, match=r"a clip lasts 0\.4 to 1\.2 seconds"):
        clip(1, VOICE, 1, 0.6, seconds)


# voices


def test_a_voice_survives_a_restart_and_changes_with_a_shuffle() -> None:
    voices = Voices(b"a secret of the table")
    all_voices = {voices.voice(mixing, place) for mixing in range(4) for place in range(13)}
    assert len(all_voices) == 4 * 13
    assert Voices(b"a secret of the table").voice(2, 7) == voices.voice(2, 7)
    assert Voices(b"another").voice(2, 7) != voices.voice(2, 7)
    assert voices.voice(1, 11) != voices.voice(11, 1)


def test_voices_differ_within_bounds() -> None:
    some = [Voice.of(seed) for seed in range(400)]
    assert {voice.tuning for voice in some} == set(range(16))
    assert all(0.7 <= voice.plug <= 1.3 and 0.94 <= voice.liveliness <= 1.06 for voice in some)
    assert np.std([voice.plug for voice in some]) > 0.1


def test_the_neutral_rattle_is_always_the_same() -> None:
    first = neutral(0.9)
    clip(13, Voice.of(5), 5)
    neutral.cache_clear()
    assert neutral(0.9) == first
    assert len(first) == len(clip(1, VOICE, 1))


# stones


def test_stones_stay_in_the_barrel() -> None:
    rng = np.random.default_rng(3)
    barrel = Barrel(random_stones(20, low=True, rng=rng), 1.06, rng)
    for row in hand_path(1.0, 0.9, rng):
        barrel.shake(row[None])
        for stone in barrel.stones:  # another stone may push it into the wall, until the next step
            assert -STONE_RADIUS_M < stone.x < MAX_X_M + 2 * STONE_RADIUS_M
            assert np.hypot(stone.y, stone.z) < MAX_OFF_AXIS_M + 2 * STONE_RADIUS_M


def test_stones_come_to_rest_when_the_hand_does() -> None:
    rng = np.random.default_rng(4)
    barrel = Barrel(random_stones(5, low=False, rng=rng), 1.0, rng)
    barrel.shake(hand_path(0.6, 0.9, rng))
    before = len(barrel.impacts)
    barrel.shake(np.tile([0.0, 0.0, -9.81], (400, 1)))
    barrel.impacts.clear()
    barrel.shake(np.tile([0.0, 0.0, -9.81], (200, 1)))
    assert before > 100
    assert len(barrel.impacts) <= 2


def test_impacts_fall_anywhere_within_a_step() -> None:
    """Otherwise the steps would be heard as a tone of 500 hertz."""
    rng = np.random.default_rng(5)
    times = np.concatenate(
        [
            Barrel(random_stones(8, low=True, rng=rng), 1.0, rng)
            .shake(hand_path(0.6, 0.9, rng))
            .times
            for _ in range(6)
        ]
    )
    buzz = abs(np.exp(2j * np.pi * times / STEP_S).mean())
    assert len(times) > 1000
    assert buzz < 0.1


# measurements


class Measures(NamedTuple):
    """The measures of a clip that an ear could take."""

    clicks: float  # distinct ones
    level: float  # dB relative to full scale, negative
    density: float  # share of the time that is not quiet
    peakiness: float  # ratio of peak to level
    brightness: float  # Hz
    decay: float  # dB per millisecond, between impacts


def measure(data: bytes) -> Measures:
    """Measure a clip."""
    sound = np.frombuffer(data, "<i2") / 32_768
    power = np.abs(np.fft.rfft(sound)) ** 2
    level = np.sqrt(np.mean(sound**2))
    envelope = np.sqrt(np.mean(sound[: len(sound) // 22 * 22].reshape(-1, 22) ** 2, axis=1))
    loud = 20 * np.log10(envelope / envelope.max() + 1e-6)
    return Measures(
        clicks=count_clicks(loud),
        level=20 * np.log10(level),
        density=float(np.mean(loud > -20)),
        peakiness=float(np.abs(sound).max() / level),
        brightness=float(power @ np.fft.rfftfreq(len(sound), 1 / SAMPLE_RATE_HZ) / power.sum()),
        decay=decay_rate(loud),
    )


def count_clicks(loud: NDArray[np.float64]) -> int:
    """How often the loudness rises by 6 decibels over the three milliseconds before."""
    rises = (loud[3:] > 6 + np.maximum(loud[:-3], loud[1:-2])) & (loud[3:] > -26)
    return int(np.sum(rises[1:] & ~rises[:-1]))


def decay_rate(loud: NDArray[np.float64], long: int = 6) -> float:
    """How fast the loudness falls where it falls without interruption."""
    steps = np.diff(loud)
    falls = [
        (loud[at] - loud[at + long]) / long
        for at in range(1, len(steps) - long)
        if loud[at] > -25 and steps[at - 1] >= 0 and np.all(steps[at : at + long] < 0)
    ]
    return float(np.median(falls))


@cache
def measured(count: int) -> NDArray[np.float64]:
    """The measures of many clips of one count, one row for each, with different voices."""
    seeds = range(count * 1000, count * 1000 + CLIPS_PER_COUNT)
    return np.array([measure(clip(count, Voice.of(seed), seed)) for seed in seeds])


def means(name: str, counts: tuple[int, ...] = COUNTS) -> list[float]:
    """The mean of a measure, by count."""
    column = Measures._fields.index(name)
    return [float(measured(count)[:, column].mean()) for count in counts]


def nearest_neighbour_accuracy(names: tuple[str, ...]) -> float:
    """How often the nearest other clip, by some measures, has the same count."""
    columns = [Measures._fields.index(name) for name in names]
    known = np.concatenate([measured(count)[:, columns] for count in COUNTS])
    known = (known - known.mean(axis=0)) / known.std(axis=0)
    counts = np.repeat(COUNTS, CLIPS_PER_COUNT)
    distances = np.sum((known[:, None] - known) ** 2, axis=2)
    np.fill_diagonal(distances, np.inf)
    return float(np.mean(counts[distances.argmin(axis=1)] == counts))


def test_clicks_are_distinct_for_a_few_stones_and_then_fuse() -> None:
    one, two, three, five, thirteen, twenty = means("clicks", (1, 2, 3, 5, 13, 20))
    assert one < two < three < five
    assert five > 1.5 * one
    assert five > thirteen > twenty


def test_more_stones_sound_denser_and_less_peaky() -> None:
    assert means("density") == sorted(means("density"))
    assert means("peakiness") == sorted(means("peakiness"), reverse=True)


def test_the_level_grows_with_the_fourth_root_of_the_count() -> None:
    grown = np.polyfit(20 * np.log10(COUNTS), means("level"), 1)[0]
    assert 0.2 < grown < 0.3


def test_the_level_of_equal_counts_varies_a_little() -> None:
    spread = measured(5)[:, Measures._fields.index("level")]
    assert 1.5 < np.ptp(spread) < 4


def test_a_harder_shake_is_louder() -> None:
    soft, hard = (
        np.mean([measure(clip(5, VOICE, seed, intensity)).level for seed in range(10)])
        for intensity in (0.2, 1.0)
    )
    assert hard > soft + 2


def test_clips_are_neither_normalised_nor_clipped() -> None:
    peaks = [
        int(np.abs(np.frombuffer(clip(8, VOICE, seed), "<i2").astype(int)).max())
        for seed in range(12)
    ]
    assert max(peaks) > 1.1 * min(peaks)
    assert max(peaks) < 32_000


def test_there_is_a_noise_floor() -> None:
    """Measured before the hand begins to move."""
    start = np.concatenate(
        [np.frombuffer(clip(1, VOICE, seed), "<i2")[:60] / 32_768 for seed in range(40)]
    )
    assert -62 < 20 * np.log10(np.median(np.abs(start)) / 0.6745) < -54


def test_brightness_and_decay_do_not_reveal_the_count() -> None:
    assert nearest_neighbour_accuracy(("brightness", "decay")) < 0.3
    for name in ("brightness", "decay"):
        assert max(means(name)) < 1.15 * min(means(name))


def test_the_count_can_often_but_not_always_be_recognised() -> None:
    share = nearest_neighbour_accuracy(("clicks", "level", "density", "peakiness"))
    assert 2.5 / len(COUNTS) < share < 0.85


# the command


def test_the_command_writes_a_wav_file(tmp_path: Path) -> None:
    path = tmp_path / "rattle.wav"
    command = (sys.executable, "-m", "ludotheque.house.workers.rattle", "--wav", str(path))
    subprocess.run((*command, "--count", "3", "--seed", "4"), check=True)
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (
            1,
            2,
            SAMPLE_RATE_HZ,
        )
        assert file.readframes(file.getnframes()) == clip(3, Voice.of(4), 4)


def test_the_command_refuses_in_one_line(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "ludotheque.house.workers.rattle", "--count", "21")
    done = subprocess.run(
        (*command, "--wav", str(tmp_path / "x.wav")), capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.endswith("error: an apparent count is 1 to 20, not 21\n")
    assert not list(tmp_path.iterdir())
