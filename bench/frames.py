"""Frame rate of the page: a phone's screen, the processor throttled four times, bots playing.

``PYTHONPATH=tests python bench/frames.py`` plays every game in Chromium and counts the frames
during animations. Then, at full speed, it takes the processor time of each task and each frame
from Chromium's trace, which depends neither on other load on the machine nor on rasterization.
``--write`` saves it in ``bench/results.md``. Chromium renders in software here: a phone is faster.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import tempfile
from bisect import bisect_left
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from chromium import chromium
from house.running import House, house
from page.browsing import PHONE, Watched
from page.screens import SLUGS
from playwright.sync_api import Browser
from results import write_section

from ludotheque.core.registry import installed

THROTTLING = 4
BOT_PAUSE_S = "0.4"
LONG_TASK_MS = 50
FRAMES_PER_S = 60
FRAME_MS = 1000 / FRAMES_PER_S
TRACE_CATEGORIES = ["devtools.timeline", "toplevel"]
TASK_EVENT = "ThreadControllerImpl::RunTask"
# Counts frames while a finite animation runs.
COUNT_FRAMES = """async seconds => {
    const frames = [];
    const isMoving = () => document.getAnimations().some(one =>
        one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity);
    const until = performance.now() + seconds * 1000;
    let last = performance.now(), wasMoving = false;
    while (last < until) {
        const now = await new Promise(requestAnimationFrame);
        if (wasMoving) frames.push(now - last);
        [last, wasMoving] = [now, isMoving()];
    }
    return {frames, pieces: document.querySelectorAll('.spot').length};
}"""


class Work(NamedTuple):
    """The work of the page in a period: processor time in milliseconds, throttled."""

    seconds: float
    tasks: list[float]
    frames: list[float]  # the sum of the tasks of each

    def busy(self) -> float:
        """The share of time in which the main thread was busy."""
        return sum(self.tasks) / 1000 / self.seconds

    def in_time(self) -> float:
        """The share of all possible frames that were not delayed by this work."""
        missed = sum(int(frame / FRAME_MS) for frame in self.frames)
        return 1 - missed / (FRAMES_PER_S * self.seconds)


class Motion(NamedTuple):
    """The results of one game."""

    game: str
    pieces: int
    frames: list[float]  # durations in milliseconds, during animations
    work: Work

    def row(self) -> str:
        """A row of the table."""
        frames = sorted(self.frames)
        rate = 1000 * len(frames) / sum(frames)
        late = sum(frame > 1.5 * FRAME_MS for frame in frames) / len(frames)
        tasks = self.work.tasks
        return (
            f"| {self.game} | {self.pieces} | {rate:.0f} | {late:.0%} | "
            f"{self.work.busy():.0%} | {self.work.in_time():.0%} | "
            f"{sum(task > LONG_TASK_MS for task in tasks)} of {len(tasks)} | {max(tasks):.0f} ms |"
        )


def measure(browser: Browser, here: House, game: str, seconds: float) -> Motion:
    """Let bots play a game on a throttled phone, then on a fast one."""
    somebody = Watched(browser, here.address, PHONE, speed=1)
    page = somebody.page
    somebody.go("/")
    players = int(str(installed()[game].options[0].values[-1]))
    somebody.set_up(game, ["", *["random"] * (players - 1)], players=players)
    page.wait_for_selector(".prompt.mine")
    devtools = somebody.context.new_cdp_session(page)
    for button in (".menu > button", ".menu-list .danger", ".menu-list .danger"):
        page.tap(button)  # not a click: a phone has no mouse that hovers
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLING})
    seen: Any = page.evaluate(COUNT_FRAMES, seconds)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    browser.start_tracing(page=page, categories=TRACE_CATEGORIES)
    page.wait_for_timeout(seconds * 1000)
    work = work_of(browser.stop_tracing(), seconds)
    somebody.context.close()
    if not seen["frames"]:
        raise SystemExit(f"no animation in {game}")
    return Motion(game, seen["pieces"], seen["frames"], work)


def work_of(trace: bytes, seconds: float) -> Work:
    """The processor time of each task of the main threads, and of each frame."""
    tasks: list[float] = []
    frames: list[float] = []
    since = 0.0
    for length, is_frame in tasks_of(json.loads(trace)["traceEvents"]):
        tasks.append(THROTTLING * length)
        since += THROTTLING * length
        if is_frame:
            frames.append(since)
            since = 0.0
    return Work(seconds, tasks, frames)


def tasks_of(events: list[dict[str, Any]]) -> Iterator[tuple[float, bool]]:
    """The duration of each task in milliseconds, in order, and whether it ended a frame."""
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    own = [event for event in events if (event["pid"], event["tid"]) in mains]
    painted = sorted(event["ts"] for event in own if event["name"] == "PrePaint")
    tasks = [event for event in own if event["name"] == TASK_EVENT and event.get("tdur")]
    for task in sorted(tasks, key=lambda task: task["ts"]):
        first = bisect_left(painted, task["ts"])
        is_frame = first < len(painted) and painted[first] < task["ts"] + task["dur"]
        yield task["tdur"] / 1000, is_frame


def report(found: list[Motion], seconds: float) -> str:
    """The section of the results."""
    machine = f"{os.cpu_count()} cores ({platform.machine()})"
    return "\n".join(
        [
            "| game | pieces | frames/s | late frames | busy | frames in time | "
            f"tasks > {LONG_TASK_MS} ms | longest |",
            "|---|--:|--:|--:|--:|--:|--:|--:|",
            *(motion.row() for motion in found),
            "",
            f"Chromium without a graphics card, {PHONE[0]} x {PHONE[1]}, processor throttled "
            f"{THROTTLING} times, {seconds:g} s of play by bots each; {machine}, "
            f"{datetime.now(UTC):%Y-%m-%d}, load {os.getloadavg()[0]:.1f}. "
            f"Late: longer than one and a half frames at {FRAMES_PER_S} Hz in wall-clock time, so "
            "it gets worse with other load on the machine. All columns after it are CPU time, "
            f"times {THROTTLING}: script, style, layout and paint commands, without rasterization. "
            f"In time: of {FRAMES_PER_S} frames a second, those not delayed by this work; a task "
            "longer than a frame delays as many frames as it lasts.",
            "",
        ]
    )


def main() -> None:
    """Measure, and print or save the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=SLUGS)
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        house(str(Path(folder, "house.db")), Path(folder), "--bot-pause", BOT_PAUSE_S) as here,
        chromium() as browser,
    ):
        found = [measure(browser, here, game, arguments.seconds) for game in arguments.games]
    section = report(found, arguments.seconds)
    print(section)
    if arguments.write:
        write_section("The page in motion", section)


if __name__ == "__main__":
    main()
