"""Measure how long a clip takes to make, or write one to a file.

python -m ludotheque.house.workers.rattle
python -m ludotheque.house.workers.rattle --wav FILE --count M
"""

from __future__ import annotations

import argparse
import secrets
import statistics
import time
import wave
from typing import Final

from ludotheque.house.workers.rattle import MAX_COUNT, SAMPLE_RATE_HZ, Voice, clip

CLIPS_PER_COUNT: Final = 40


def milliseconds(count: int, seed: int) -> float:
    """The CPU time of one clip."""
    voice = Voice.of(seed)
    start = time.process_time()
    clip(count, voice, seed)
    return (time.process_time() - start) * 1000


def measure() -> None:
    """Print the median and the longest CPU time by apparent count."""
    print("count  median ms  longest ms")  # noqa: T201 - a program's report
    for seed in range(CLIPS_PER_COUNT):
        milliseconds(1, seed)  # fills the cache of responses
    for count in range(1, MAX_COUNT + 1):
        times = [milliseconds(count, seed) for seed in range(CLIPS_PER_COUNT)]
        line = f"{count:5}  {statistics.median(times):9.1f}  {max(times):10.1f}"
        print(line)  # noqa: T201 - the same


def write(path: str, count: int, seed: int, intensity: float) -> None:
    """Write one clip as a WAV file."""
    frames = clip(count, Voice.of(seed), seed, intensity)
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE_HZ)
        file.writeframes(frames)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m ludotheque.house.workers.rattle")
    parser.add_argument("--wav", metavar="FILE", help="write a clip instead of measuring")
    parser.add_argument("--count", metavar="M", type=int, default=5, help="apparent count")
    parser.add_argument("--seed", type=int, default=None, help="repeat the clip of this seed")
    parser.add_argument("--intensity", type=float, default=0.6, help="0 to 1")
    options = parser.parse_args()
    if options.wav is None:
        measure()
        return
    seed = secrets.randbits(64) if options.seed is None else options.seed
    try:
        write(options.wav, options.count, seed, options.intensity)
    except (OSError, ValueError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
