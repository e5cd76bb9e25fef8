"""What is where on the screen of a table, a lesson or a replay, in windows of all sizes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from page.browsing import Watched
from page.playing import Player
from page.screens import begin, give_up

WINDOWS = (
    (320, 568),
    (360, 640),
    (390, 664),
    (390, 844),
    (568, 320),
    (667, 375),
    (844, 390),
    (1024, 600),
    (1366, 625),
    (2560, 1440),
)
DOCUMENT = Path(__file__).parents[2] / "docs" / "gallery" / "windows.md"  # by `make gallery`
CLICKS_INTO_GAME = 6
SETTLED_MS = 250  # after a window has changed its size
MAX_OVERLAP = 0.02  # of the smaller box: frames and shadows
LONGEST_NAME = 6  # of a player; a longer one may be cut

# Boxes as far as they are seen, texts that are cut, and the sizes of pressable pieces. A text is
# cut if it is wider than its box, which does not scroll.
SEEN = """longestName => {
    const clip = document.querySelector('.scene')?.getBoundingClientRect();
    const boxOf = (element, within) => {
        const box = element.getBoundingClientRect();
        const [left, top] = [Math.max(box.left, within.left), Math.max(box.top, within.top)];
        const right = Math.min(box.right, within.right);
        const bottom = Math.min(box.bottom, within.bottom);
        return [left, top, Math.max(0, right - left), Math.max(0, bottom - top)];
    };
    const everything = {left: -9999, top: -9999, right: 9999, bottom: 9999};
    const all = (selector, name, within = everything) =>
        [...document.querySelectorAll(selector)].filter(one => one.checkVisibility())
            .map((one, i) => [`${name} ${i}`, boxOf(one, within)]);
    const isCut = element => {
        const {overflowX} = getComputedStyle(element);
        return element.checkVisibility() && element.clientWidth > 0 && overflowX !== 'visible' &&
            overflowX !== 'auto' && element.scrollWidth > element.clientWidth + 1 &&
            !element.matches('.visually-hidden, .scene, .layer') &&
            !(element.closest('[data-kind=panel]') && element.textContent.length > longestName);
    };
    return {
        boards: all('.plot[data-place="centre"] > .ground', 'board', clip),
        parts: [
            ...all('.top-bar', 'bar'), ...all('.prompt', 'prompt'), ...all('.controls', 'controls'),
            ...all('.instruction', 'instruction'), ...all('.replay-tabs', 'tabs'),
            ...all('.side-panel', 'side panel'),
            ...all('.plot[data-kind="panel"] > .ground', 'panel', clip),
            ...all('.plot[data-place="centre"] > .ground', 'board', clip),
            ...all('.plot[data-place="side"] > .ground', 'side', clip),
            ...all('.plot[data-place="bottom"] .spot', 'hand', clip).slice(0, 1),
        ],
        buttons: all('.top-bar :is(a, button, select), .tabs button, .controls button', 'button'),
        pieces: all('.scene .spot.can-press', 'piece'),
        cut: [...document.querySelectorAll('main *')].filter(isCut)
            .map(one => `${one.className}: ${one.textContent.slice(0, 40)}`),
        targets: [...document.querySelectorAll('.scene .spot.can-press')]
            .map(one => Math.min(one.offsetWidth, one.offsetHeight)),
    };
}"""


class Box(NamedTuple):
    """A rectangle in pixels of the window."""

    x: float
    y: float
    width: float
    height: float

    @property
    def area(self) -> float:
        """How much it covers."""
        return self.width * self.height

    def overlap(self, other: Box) -> float:
        """The area two boxes share."""
        across = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        down = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return max(0.0, across) * max(0.0, down)

    def distance(self, x: float, y: float) -> float:
        """How far a point is from it: 0 within it."""
        across = max(self.x - x, 0, x - self.x - self.width)
        down = max(self.y - y, 0, y - self.y - self.height)
        return math.hypot(across, down)

    def is_within(self, width: int, height: int) -> bool:
        """Whether it is in a window, but for a pixel."""
        right, bottom = self.x + self.width, self.y + self.height
        return self.x >= -1 and self.y >= -1 and right <= width + 1 and bottom <= height + 1


class Seen(NamedTuple):
    """What is seen in a window."""

    window: tuple[int, int]
    board: Box
    parts: dict[str, Box]
    buttons: dict[str, Box]
    pieces: dict[str, Box]
    cut: list[str]
    targets: list[float]

    @property
    def board_share(self) -> float:
        """The longer side of the board, as a part of the shorter side of the window."""
        return max(self.board.width, self.board.height) / min(self.window)

    def overlapping(self) -> list[str]:
        """The parts that cover each other."""
        return [
            f"{one} and {other}"
            for (one, first), (other, second) in combinations(self.parts.items(), 2)
            if first.overlap(second) > MAX_OVERLAP * min(first.area, second.area)
        ]

    def covered(self) -> list[str]:
        """The pressable pieces that lie under the prompt."""
        prompts = [box for name, box in self.parts.items() if name.startswith("prompt")]
        return [
            name
            for name, piece in self.pieces.items()
            if any(piece.overlap(prompt) > 0.1 * piece.area for prompt in prompts)
        ]

    def outside(self) -> list[str]:
        """What is not wholly in the window, of the parts and buttons."""
        return [
            name
            for name, box in {**self.parts, **self.buttons}.items()
            if box.area and not box.is_within(*self.window)
        ]


def see(somebody: Watched, width: int, height: int) -> Seen:
    """What is seen in a window of a size."""
    somebody.page.set_viewport_size({"width": width, "height": height})
    somebody.page.wait_for_timeout(SETTLED_MS)
    found = somebody.page.evaluate(SEEN, LONGEST_NAME)
    boxes = {
        kind: {name: Box(*box) for name, box in found[kind]}
        for kind in ("boards", "parts", "buttons", "pieces")
    }
    return Seen(
        window=(width, height),
        board=max(boxes["boards"].values(), key=lambda box: box.area),
        parts=boxes["parts"],
        buttons=boxes["buttons"],
        pieces=boxes["pieces"],
        cut=found["cut"],
        targets=found["targets"],
    )


def in_all_windows(somebody: Watched) -> Iterator[Seen]:
    """What is seen in each of the ten windows."""
    for width, height in WINDOWS:
        yield see(somebody, width, height)


def documented() -> dict[str, dict[tuple[int, int], float]]:
    """The shares of boards that `docs/gallery/windows.md` states, by its rows and windows."""
    lines = [line for line in DOCUMENT.read_text("utf-8").splitlines() if line.startswith("|")]
    (_, *windows), _, *rows = ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines)
    sizes = [(int(width), int(height)) for width, height in (one.split("x") for one in windows)]
    found = re.compile(r"\d+ \((\d+)%\)")
    shares = {
        name: [int(match[1]) / 100 for match in map(found.match, cells) if match]
        for name, *cells in rows
    }
    return {name: dict(zip(sizes, cells, strict=True)) for name, cells in shares.items()}


def play(somebody: Watched, slug: str, players: int) -> str:
    """Play into a game until it is one's turn; returns its table."""
    table = begin(somebody, slug, players=players)
    player = Player(somebody, slug)
    player.play(CLICKS_INTO_GAME)
    player.look()
    somebody.page.keyboard.press("Escape")
    return table


def open_lesson(somebody: Watched, slug: str, step: int = 0) -> None:
    """Open the lesson of a game at a step."""
    somebody.page.evaluate(
        "([game, step]) => localStorage['ludotheque.lessons'] = JSON.stringify({[game]: step})",
        [slug, step],
    )
    somebody.go(f"/game/{slug}/learn")
    somebody.page.wait_for_selector(".lesson .scene .spot")


def open_replay(somebody: Watched, table: str) -> None:
    """Give up, and open the replay in the middle of the game."""
    give_up(somebody)
    somebody.go(f"/table/{table}/replay")
    somebody.page.wait_for_selector(".replay .scene .spot")
    slider = somebody.page.locator("input[type=range]").first
    slider.fill(str(int(slider.get_attribute("max") or 0) // 2))
    somebody.page.wait_for_load_state("networkidle")
