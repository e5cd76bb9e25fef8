"""A family at one device: who may see what, checked at every moment.

The house says in each message what is a seat's own. `READER` marks every word of it with the number
of the person it is for, before the page gets it. Then it reads the whole document, its title and
its fields after every change and in every frame: a mark may be there only after that person has
uncovered the table, and until the curtain falls.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

from page.browsing import Watched
from page.playing import Player, Thing
from page.screens import SHORTEST
from playwright.sync_api import Browser

from ludotheque import find

NAMES = ("Clara", "Ben", "Mia", "Papa")
PLACING_SHARE = 0.6
_letters = ("".join(letters) for letters in itertools.product("abcdefgh", repeat=3))

# The curtain can't be opened for a moment, as whoever plays by hand does not notice.
HURRY = """(() => {
    const timeout = window.setTimeout;
    window.setTimeout = (action, ms, ...more) => timeout(action, ms / 20, ...more);
})()"""
READER = r"""(() => {
    const mark = number => `⟦${number}⟧`;
    const reader = window.reader = {
        holder: 0,          // the number of the person who has uncovered the table; 0 for nobody
        seen: {},           // how often the marks of each person were in the document
        leaks: [],          // marks that were there when they must not be
        reads: 0, clips: [], seats: {}, isSecret: {},
    };

    // A table that lies open to all is covered a moment after its person learns a secret.
    const secretSince = {}, COVERING_MS = 150;
    const isSecret = number => performance.now() - (secretSince[number] ?? Infinity) > COVERING_MS;

    // Marks: every word for people in what is a seat's own.
    const WORDS = new Set(["label", "tip", "prompt", "ask", "question", "spoken", "reason"]);
    const marked = (value, number, key = "") => {
        if (Array.isArray(value)) return value.map(one => marked(one, number, key));
        if (value === null || typeof value !== "object") {
            const isWord = typeof value === "string" && value && WORDS.has(key);
            return isWord ? value + mark(number) : value;
        }
        return Object.fromEntries(Object.entries(value).map(([name, one]) =>
            [name, marked(one, number, name === "text" && "event" in value ? "label" : name)]));
    };
    const markOwn = (own, number) => {
        if (!own) return own;
        if ("secret" in own && own.secret !== reader.isSecret[number]) {
            reader.isSecret[number] = own.secret;
            secretSince[number] = own.secret ? performance.now() : Infinity;
        }
        return marked(own, number);
    };
    const markMessage = (message, number) => {
        if (message.you) reader.seats[message.you.seat] = number;
        if (message.hints) message.hints = marked(message.hints, number);
        if ("own" in message) message.own = markOwn(message.own, number);
        for (const step of message.steps ?? []) if (step.own) step.own = markOwn(step.own, number);
        return message;
    };
    // A sound is played at once when it comes, or never.
    let hearing = null;  // the number of the person whose sound has come
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...when) {
        if (hearing !== null) reader.clips.push([hearing, reader.holder]);
        return start.apply(this, when);
    };
    const Socket = window.WebSocket;
    window.WebSocket = class extends Socket {
        constructor(url) {
            super(url);
            this.number = Number(new URL(url).searchParams.get("companion") ?? 0);
        }
        set onmessage(listener) {
            super.onmessage = event => {
                if (typeof event.data !== "string") {
                    hearing = this.number;
                    listener(event);
                    hearing = null;
                    return;
                }
                const message = markMessage(JSON.parse(event.data), this.number);
                listener({data: JSON.stringify(message)});
            };
        }
    };

    // Who has uncovered the table: the person whose curtain was pressed.
    addEventListener("click", event => {
        const curtain = event.target.closest?.(".curtain .uncover")?.closest(".curtain");
        if (curtain) reader.holder = reader.seats[curtain.dataset.seat];
    }, true);
    const read = () => {
        reader.reads += 1;
        const root = document.documentElement;
        if (document.querySelector(".curtain") || !document.querySelector(".hot-seat[data-seat]")) {
            reader.holder = 0;
        }
        const open = document.querySelector(".hot-seat[data-seat]");
        const number = open ? reader.seats[open.dataset.seat] : 0;
        const fields = [...document.querySelectorAll("input, textarea")].map(one => one.value);
        const text = root.outerHTML + document.title + location.href + fields.join();
        for (const [found, owner] of text.matchAll(/⟦(\d+)⟧/g)) {
            reader.seen[owner] = (reader.seen[owner] ?? 0) + 1;
            const isOpen = Number(owner) === number;
            const mayBeSeen = isOpen && (number === reader.holder || !isSecret(number));
            if (!mayBeSeen) {
                const at = text.indexOf(found), around = text.slice(at - 60, at + 5);
                const seen = `${owner} seen by ${reader.holder}, open for ${number}`;
                reader.leaks.push(`${seen}: ${around}`);
                break;
            }
        }
    };
    new MutationObserver(read).observe(document, {
        subtree: true, childList: true, attributes: true, characterData: true,
    });
    const readFrames = () => { read(); requestAnimationFrame(readFrames); };
    requestAnimationFrame(readFrames);
})()"""


class Family:
    """People who pass one phone around, and a reader of its page."""

    def __init__(
        self, browser: Browser, address: str, size: tuple[int, int], is_hurried: bool = True
    ) -> None:
        self.somebody = Watched(browser, address, size, muted=False)
        self.page = self.somebody.page
        self.page.add_init_script(READER)
        if is_hurried:
            self.page.add_init_script(HURRY)
        self.player = Player(self.somebody, "family", self._prefer)
        self.rng = random.Random("family")  # noqa: S311 - not for secrets
        self.uncovered: list[str] = []  # names, in the order in which they were called

    def _prefer(self, found: list[Thing]) -> list[Thing]:
        """Don't take barrels and put them back for ever: place one, mostly."""
        placing = [one for one in found if "place your barrel" in one.label]
        return placing if placing and self.rng.random() < PLACING_SHARE else found

    def begin(self, game: str, names: tuple[str, ...] = NAMES) -> None:
        """Set a short game up as people do, and begin."""
        surname = next(_letters)  # a house has each name once
        self.somebody.go(f"/game/{game}/pass")
        page = self.page
        for name in names:
            page.fill(".add input", f"{name} {surname}")
            page.click(".add button")
        page.click(".pass-setup summary")
        for option in find(game).options:
            value = SHORTEST.get(game, {}).get(option.name)
            if value is not None:
                index = [str(one) for one in option.values].index(str(value))
                page.select_option(f"select[name={option.name}]", str(index))
        page.click(".pass-setup button[type=submit]")
        page.wait_for_selector(".curtain, .hot-seat .scene .spot", timeout=30_000)

    def take(self) -> None:
        """Whoever is called takes the phone and uncovers the table."""
        page = self.page
        curtain = page.locator(".curtain .uncover:not([disabled])")
        self.check_curtain()
        self.uncovered.append(page.locator(".curtain h1").inner_text())
        curtain.tap()
        page.wait_for_selector(".hot-seat .scene .spot")

    def check_curtain(self) -> None:
        """Nothing of any table is on the curtain, also not in the accessibility tree."""
        tree = self.page.locator("body").aria_snapshot()
        assert "⟦" not in tree
        assert self.page.locator(".scene, .prompt, .log, .side-panel").count() == 0

    def hide(self) -> None:
        """Put the app into the background, and take it up again."""
        self.page.evaluate(
            """() => {
                const set = value => {
                    Object.defineProperty(document, 'hidden', {value, configurable: true});
                    document.dispatchEvent(new Event('visibilitychange'));
                };
                set(true);
                set(false);
            }"""
        )

    def step(self) -> str:
        """Press one thing, whoever it is for; "over" at the end."""
        state: Any = self.page.evaluate(
            """async () => {
                const until = performance.now() + 20000;
                while (performance.now() < until) {
                    const found = selector => document.querySelector(selector);
                    if (found('.curtain .uncover:not([disabled])')) return 'curtain';
                    if (found('.ending')) return 'over';
                    if (found('.prompt.mine[aria-busy=false]')) return 'mine';
                    await new Promise(done => setTimeout(done, 8));
                }
                return document.body.innerText.slice(0, 300);
            }"""
        )
        if state == "curtain":
            self.take()
        elif state == "mine":
            self.player.step(200)
        else:
            assert state == "over", state
        return str(state)

    def play(self, max_steps: int = 6000) -> bool:
        """Play for at most ``max_steps`` presses; returns whether the game is over."""
        return any(self.step() == "over" for _ in range(max_steps))

    def play_until(self, condition: Callable[[], bool], max_steps: int) -> bool:
        """Play until a condition holds; returns whether it does."""
        for _ in range(max_steps):
            if condition():
                return True
            assert self.step() != "over"
        return False

    def play_again(self) -> None:
        """A rematch with the same people."""
        before = self.page.url
        self.page.get_by_role("button", name="Play again").click()
        self.page.wait_for_url(lambda url: url != before and url.endswith("/pass"))
        self.page.wait_for_selector(".curtain, .hot-seat .scene .spot", timeout=30_000)
        self.play(4)

    def is_secret(self) -> bool:
        """Whether somebody is called by a curtain."""
        return self.page.locator(".curtain").count() > 0

    def close(self) -> dict[str, Any]:
        """Nothing was seen by the wrong person; returns what the reader counted."""
        read: dict[str, Any] = self.page.evaluate("window.reader")
        assert read["leaks"] == [], read["leaks"][:3]
        assert all(owner == holder for owner, holder in read["clips"]), read["clips"]
        self.somebody.close()
        return read
