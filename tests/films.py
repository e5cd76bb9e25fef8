"""Films of the moments of each game, as contact sheets: a part of ``make gallery``.

The page runs by a clock that stands still while a frame is taken, and so do its animations: films
are the same on any machine. A frame is taken every 100 ms, unless nothing has changed.
"""

from __future__ import annotations

import base64
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from house.histories import batches
from page.browsing import Watched
from page.screens import FEWEST
from page.scripted_house import ScriptedHouse, entries_of
from playwright.sync_api import Browser

from ludotheque.bots import find_bot
from ludotheque.core.options import Options
from ludotheque.core.registry import find
from ludotheque.core.rng import SeededRng
from ludotheque.core.state import LUCK
from ludotheque.core.table import Table
from ludotheque.house.table.entries import AnyEntry

FRAME_MS: Final = 100
MAX_MS: Final = 40_000
SIZES: Final = {"phone": (390, 664), "laptop": (1366, 625)}
COLUMNS: Final = {"phone": 8, "laptop": 4}
SCALES: Final = {"phone": 0.5, "laptop": 0.3}
WEBP_QUALITY: Final = 40
LANGUAGES: Final = ("fr", "en", "de")
SHEET: Final = """<style>
    body {{ margin: 0; display: flex; flex-wrap: wrap; gap: 6px; font: 11px sans-serif; }}
    figure {{ margin: 0; width: {width}px; }}
</style>{figures}"""

# The animations of the page stand still; `tick` sets them to the time of the page's clock, and
# tells whether anything has changed since the last one. Endless ones, such as a glow, never move.
HOLD_ANIMATIONS: Final = """
    window.lastMoment = null;
    addEventListener('ludotheque:moment', ({detail}) => {
        lastMoment = {until: performance.now() + detail.ms};
    });
    let hasChanged = false;
    new MutationObserver(changes => {  // screenshots change the head
        const app = document.getElementById('app');
        if (changes.some(({target}) => app?.contains(target))) hasChanged = true;
    }).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
    const starts = new Map();
    const finished = new WeakSet();
    const endOf = animation => animation.effect.getComputedTiming().endTime;
    const hold = animation => {
        animation.pause();
        starts.set(animation, performance.now());
    };
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...options) {
        const animation = animate.apply(this, options);
        hold(animation);
        return animation;
    };
    window.tick = async () => {
        for (const animation of document.getAnimations()) {
            if (!starts.has(animation) && !finished.has(animation)) hold(animation);
        }
        for (const [animation, start] of starts) {
            const time = performance.now() - start;
            if (endOf(animation) === Infinity) continue;
            hasChanged = true;
            if (animation.playState === 'idle') starts.delete(animation);
            else if (time >= endOf(animation)) {
                animation.finish();
                finished.add(animation);
                starts.delete(animation);
            } else animation.currentTime = time;
        }
        await Promise.allSettled([...document.images].map(image => image.decode()));
        const changed = hasChanged;
        hasChanged = false;
        return {changed, over: lastMoment !== null && performance.now() > lastMoment.until};
    };
"""


class Film(NamedTuple):
    """What is filmed: the first event in a game of bots of which a fact is of a kind."""

    game: str
    name: str
    kind: str
    moves: int = 1  # how many are shown, each with the luck after it
    seed: int = 1
    every: int = 1  # of how many frames one is kept
    size: str = "phone"
    players: int = 0  # the fewest, if it is 0

    @property
    def options(self) -> Options:
        """The options of the game."""
        return {"players": self.players or FEWEST[self.game]}

    @property
    def file(self) -> str:
        """The name of its contact sheet."""
        return f"film-{self.game}-{self.name}.webp"


FILMS: Final = (
    Film("zankapfel", "reveal", "revealed"),
    Film("zankapfel", "quarrel", "rolled", every=3),
    Film("zwickern", "capture", "captured", 2, seed=2),
    Film("zwickern", "zwick", "zwick"),
    Film("zwickern", "deal-score", "scored"),
    Film("m", "laying", "laid", 3, players=4),
    Film("m", "scoring", "scoring", 6, every=3, players=4),
    Film("zapp_zerapp", "dice", "rolled"),
    Film("zapp_zerapp", "barrels", "turned"),
    Film("zapp_zerapp", "steps", "moved", 2, every=3),
    Film("zapp_zerapp", "banishing", "banished", every=2),
    Film("zapp_zerapp", "arrival", "arrived", every=3),
    Film("appenzell", "roofs", "uncovered", 2),
    Film("appenzell", "push", "pushed", seed=2),
    Film("appenzell", "trap", "fell"),
    Film("appenzell", "cheese", "earned", every=3),
)


def game_by_bots(slug: str, options: Options, seed: int) -> Iterator[tuple[AnyEntry, set[str]]]:
    """The events of a game of bots, each with the kinds of its facts."""
    game, rng = find(slug), SeededRng(seed)
    bot, table = find_bot(game, "greedy"), Table(game, game.resolve_options(options))
    while actors := table.state.actors():
        seat, state = actors[rng.below(len(actors))], table.state
        move = state.sample_luck(rng) if seat == LUCK else bot.choose(state.clone(), seat, rng)
        table.submit(seat, text := game.text(state, move))
        [entry] = entries_of([f"{'-' if seat == LUCK else seat} {text}"])
        yield entry, {fact.kind for fact in table.events[-1].facts}


def scenes_of(film: Film) -> tuple[list[AnyEntry], list[list[AnyEntry]]]:
    """What has happened before, and the moves that are filmed."""
    events, kinds = zip(*game_by_bots(film.game, film.options, film.seed), strict=True)
    first = next(number for number, found in enumerate(kinds) if film.kind in found)
    moves = batches([events[0], *events])  # the first one is taken for that of the table
    ends = list(itertools.accumulate(map(len, moves)))
    index = next(index for index, end in enumerate(ends) if end > first)
    before = [entry for move in moves[:index] for entry in move]
    return before, moves[index : index + film.moves]


class Projector:
    """Shows films on a page of one size, and takes their frames."""

    def __init__(self, browser: Browser, address: str, size: str) -> None:
        self.browser, self.address, self.size = browser, address, size

    def frames(self, film: Film, language: str) -> list[tuple[int, bytes]]:
        """The frames of a film, each with its time in milliseconds."""
        size = SIZES[self.size]
        somebody = Watched(self.browser, self.address, size, speed=1, language=language)
        page = somebody.page
        page.clock.install()
        page.add_init_script(HOLD_ANIMATIONS)
        before, moves = scenes_of(film)
        house = ScriptedHouse(somebody, film.game, film.options, language)
        house.skip(before)
        house.open()
        page.wait_for_load_state("networkidle")
        page.clock.pause_at(page.evaluate("Date.now() / 1000 + 5"))
        page.evaluate("tick().then(() => lastMoment = null)")
        for move in moves:
            house.send(move)
        taken, is_new = [(0, page.screenshot())], False
        for time in range(FRAME_MS, MAX_MS, FRAME_MS):
            page.clock.run_for(FRAME_MS)
            now = page.evaluate("tick()")
            if now["over"]:
                break
            is_new = is_new or now["changed"]
            if not is_new or time % (film.every * FRAME_MS):
                continue
            frame, is_new = page.screenshot(), False
            if frame != taken[-1][1]:
                taken.append((time, frame))
        somebody.close()
        return taken

    def sheet(self, frames: list[tuple[int, bytes]]) -> bytes:
        """The frames side by side."""
        width, height = (round(side * SCALES[self.size]) for side in SIZES[self.size])
        columns = min(COLUMNS[self.size], len(frames))
        figures = [
            f'<figure><img width={width} height={height} src="{data_url(data)}">'
            f"<figcaption>{time / 1000:.1f} s</figcaption></figure>"
            for time, data in frames
        ]
        page = self.browser.new_page(viewport={"width": columns * (width + 6), "height": height})
        page.set_content(SHEET.format(width=width, figures="".join(figures)))
        line = page.context.new_cdp_session(page)
        bottom = page.evaluate("document.body.scrollHeight")
        clip = {"x": 0, "y": 0, "width": columns * (width + 6), "height": bottom, "scale": 1}
        options = {"format": "webp", "quality": WEBP_QUALITY, "captureBeyondViewport": True}
        data = line.send("Page.captureScreenshot", {**options, "clip": clip})
        page.close()
        return base64.b64decode(data["data"])


def data_url(picture: bytes) -> str:
    """A picture as an address."""
    return f"data:image/png;base64,{base64.b64encode(picture).decode()}"


def shoot(browser: Browser, address: str, folder: Path) -> None:
    """Make all films, and the page that lists them."""
    for number, film in enumerate(FILMS):
        projector = Projector(browser, address, film.size)
        frames = projector.frames(film, LANGUAGES[number % len(LANGUAGES)])
        (folder / film.file).write_bytes(projector.sheet(frames))
    (folder / "films.md").write_text(index(), encoding="utf-8")


def index() -> str:
    """All films on one page."""
    lines = [
        "# Films",
        "",
        "What a player sees of each moment, by `make gallery`: a frame every 100 ms, or every 200",
        "or 300 ms of long ones, without those in which nothing changes.",
    ]
    for game, films in itertools.groupby(FILMS, lambda film: film.game):
        lines += ["", f"## {find(game).name}"]
        for film in films:
            title = film.name.replace("-", " ").capitalize()
            lines += ["", f"{title}:", "", f"![{title}]({film.file})"]
    return "\n".join([*lines, ""])
