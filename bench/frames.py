"""How smoothly the page moves: a phone's screen, the processor four times as slow, bots at play.

``PYTHONPATH=tests python bench/frames.py`` plays every game in Chromium, counts the frames in which
something moves, and then, at full speed, the processor's time of each task of the page and of the
frames they make, from Chromium's own trace: that depends neither on what else the machine does nor
on how fast pixels are filled. ``--write`` keeps it in ``bench/results.md``. There is no graphics
card here: a phone draws faster than this.
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

SLOWER = 4
PAUSE = "0.4"  # seconds between the moves of bots
LONG = 50  # milliseconds in which a page that is pressed should answer
RATE = 60  # frames a second
FRAME = 1000 / RATE
TRACED = ["devtools.timeline", "toplevel"]
TASK = "ThreadControllerImpl::RunTask"
# Counts frames while an animation that ends is under way.
WATCH = """async seconds => {
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
    """What the page had to do for a time: milliseconds of the processor, as if it were slower."""

    seconds: float
    tasks: list[float]
    frames: list[float]  # all tasks that led to each

    def busy(self) -> float:
        """The share of the time in which it had something to do."""
        return sum(self.tasks) / 1000 / self.seconds

    def in_time(self) -> float:
        """The share of all frames there could be that were not held up by its work."""
        missed = sum(int(frame / FRAME) for frame in self.frames)
        return 1 - missed / (RATE * self.seconds)


class Motion(NamedTuple):
    """What was measured of one game."""

    game: str
    pieces: int
    frames: list[float]  # milliseconds each, while something moved
    work: Work

    def row(self) -> str:
        """A line of the table."""
        frames = sorted(self.frames)
        rate = 1000 * len(frames) / sum(frames)
        late = sum(frame > 1.5 * FRAME for frame in frames) / len(frames)
        tasks = self.work.tasks
        return (
            f"| {self.game} | {self.pieces} | {rate:.0f} | {late:.0%} | "
            f"{self.work.busy():.0%} | {self.work.in_time():.0%} | "
            f"{sum(task > LONG for task in tasks)} of {len(tasks)} | {max(tasks):.0f} ms |"
        )


def measure(browser: Browser, here: House, game: str, seconds: float) -> Motion:
    """Let bots play a game on a slow phone, then on a fast one."""
    somebody = Watched(browser, here.address, PHONE, speed=1)
    page = somebody.page
    somebody.go("/")
    players = int(str(installed()[game].options[0].values[-1]))
    somebody.set_up(game, ["", *["random"] * (players - 1)], players=players)
    page.wait_for_selector(".prompt.mine")
    line = somebody.context.new_cdp_session(page)
    for button in (".menu > button", ".menu-list .danger", ".menu-list .danger"):
        page.tap(button)  # a mouse would rest on the scene, and a phone has none
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    seen: Any = page.evaluate(WATCH, seconds)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    browser.start_tracing(page=page, categories=TRACED)
    page.wait_for_timeout(seconds * 1000)
    work = work_of(browser.stop_tracing(), seconds)
    somebody.context.close()
    if not seen["frames"]:
        raise SystemExit(f"nothing moved in {game}")
    return Motion(game, seen["pieces"], seen["frames"], work)


def work_of(trace: bytes, seconds: float) -> Work:
    """The processor's time of each task of the pages' main threads, and of each frame."""
    tasks: list[float] = []
    frames: list[float] = []
    since = 0.0
    for length, is_frame in tasks_of(json.loads(trace)["traceEvents"]):
        tasks.append(SLOWER * length)
        since += SLOWER * length
        if is_frame:
            frames.append(since)
            since = 0.0
    return Work(seconds, tasks, frames)


def tasks_of(events: list[dict[str, Any]]) -> Iterator[tuple[float, bool]]:
    """How many milliseconds each task took, in their order, and whether it ended a frame."""
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    own = [event for event in events if (event["pid"], event["tid"]) in mains]
    painted = sorted(event["ts"] for event in own if event["name"] == "PrePaint")
    tasks = [event for event in own if event["name"] == TASK and event.get("tdur")]
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
            f"tasks > {LONG} ms | longest |",
            "|---|--:|--:|--:|--:|--:|--:|--:|",
            *(motion.row() for motion in found),
            "",
            f"Chromium without a graphics card, {PHONE[0]} x {PHONE[1]}, processor {SLOWER} times "
            f"as slow, {seconds:g} s of bots at play each; {machine}, "
            f"{datetime.now(UTC):%Y-%m-%d}, load {os.getloadavg()[0]:.1f}. "
            "Late: more than one and a half sixtieths of a second, as the clock goes, and so worse "
            "the more the machine has to do. All that follows is the processor's own time, times "
            f"{SLOWER}: script, style, layout and what to paint, without the painting. In time: "
            f"of {RATE} frames a second, those this work does not hold up; one that takes longer "
            "than a frame holds up as many as it lasts.",
            "",
        ]
    )


def main() -> None:
    """Measure, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=SLUGS)
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--write", action="store_true")
    wanted = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        house(str(Path(folder, "house.db")), Path(folder), "--bot-pause", PAUSE) as here,
        chromium() as browser,
    ):
        found = [measure(browser, here, game, wanted.seconds) for game in wanted.games]
    section = report(found, wanted.seconds)
    print(section)
    if wanted.write:
        write_section("The page in motion", section)


if __name__ == "__main__":
    main()
