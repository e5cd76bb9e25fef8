"""How smoothly the page moves: a phone's screen, the processor four times as slow, bots at play.

``PYTHONPATH=tests python bench/frames.py`` plays every game in Chromium, counts the frames in which
something moves, and then, at full speed, the processor's time of each task of the page, from
Chromium's own trace: that does not depend on what else the machine does. ``--write`` keeps it in
``bench/results.md``. There is no graphics card here: a phone draws faster than this.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from chromium import chromium
from house.running import House, house
from page.browsing import PHONE, Watched
from page.screens import SLUGS
from playwright.sync_api import Browser

from ludotheque.core.registry import installed

RESULTS = Path(__file__).with_name("results.md")
HEADING = "## The page in motion"
SLOWER = 4
PAUSE = "0.4"  # seconds between the moves of bots
LONG = 50  # milliseconds in which a page that is pressed should answer
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


class Motion(NamedTuple):
    """What was measured of one game."""

    game: str
    pieces: int
    frames: list[float]  # milliseconds each, while something moved
    tasks: list[float]  # milliseconds of the processor, as if it were slower

    def row(self) -> str:
        """A line of the table."""
        frames = sorted(self.frames)
        rate = 1000 * len(frames) / sum(frames)
        late = sum(frame > 1.5 * 1000 / 60 for frame in frames) / len(frames)
        long = [task for task in self.tasks if task > LONG]
        return (
            f"| {self.game} | {self.pieces} | {rate:.0f} | {late:.0%} | "
            f"{len(long)} of {len(self.tasks)} | {max(self.tasks):.0f} ms |"
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
    page.click(".menu > button")
    page.click(".menu-list .danger")
    page.click(".menu-list .danger")
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    seen: Any = page.evaluate(WATCH, seconds)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    browser.start_tracing(page=page, categories=["devtools.timeline", "toplevel"])
    page.wait_for_timeout(seconds * 1000)
    tasks = [SLOWER * task for task in tasks_of(browser.stop_tracing())]
    somebody.context.close()
    if not seen["frames"]:
        raise SystemExit(f"nothing moved in {game}")
    return Motion(game, seen["pieces"], seen["frames"], tasks)


def tasks_of(trace: bytes) -> list[float]:
    """The processor's time of each task of the pages' main threads, in milliseconds."""
    events = json.loads(trace)["traceEvents"]
    names = {
        (event["pid"], event["tid"]): event["args"]["name"]
        for event in events
        if event["name"] == "thread_name"
    }
    return [
        event["tdur"] / 1000
        for event in events
        if event["name"] in {"RunTask", "ThreadControllerImpl::RunTask"}
        and event.get("tdur")
        and names.get((event["pid"], event["tid"])) == "CrRendererMain"
    ]


def report(found: list[Motion], seconds: float) -> str:
    """The section of the results."""
    machine = f"{os.cpu_count()} cores ({platform.machine()})"
    return "\n".join(
        [
            HEADING,
            "",
            f"| game | pieces | frames/s | late frames | tasks > {LONG} ms | longest |",
            "|---|--:|--:|--:|--:|--:|",
            *(motion.row() for motion in found),
            "",
            f"Chromium without a graphics card, {PHONE[0]} x {PHONE[1]}, processor {SLOWER} times "
            f"as slow, {seconds:g} s of bots at play each; {machine}, "
            f"{datetime.now(UTC):%Y-%m-%d}, load {os.getloadavg()[0]:.1f}. "
            "Late: more than one and a half sixtieths of a second, as the clock goes, and so worse "
            f"the more the machine has to do. Tasks: the processor's own time, times {SLOWER}.",
            "",
        ]
    )


def keep(section: str) -> None:
    """Put the section into the results, instead of an older one."""
    text = RESULTS.read_text(encoding="utf-8")
    before = re.sub(rf"\n{HEADING}\n.*?(?=\n## |\Z)", "", text, flags=re.DOTALL).rstrip("\n")
    RESULTS.write_text(f"{before}\n\n{section}", encoding="utf-8")


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
        keep(section)


if __name__ == "__main__":
    main()
