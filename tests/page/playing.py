"""Playing by mouse or keyboard: by what the page shows alone, without knowing the rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from page.browsing import Watched

MAX_PRESSES = 6000  # in a game

# Waits until the player can act or the game is over; returns what can be pressed.
WAIT_FOR_TURN = """async timeout => {
    const until = performance.now() + timeout;
    const pause = () => new Promise(done => setTimeout(done, 8));
    const all = selector => [...document.querySelectorAll(selector)];
    const seen = () => {
        if (document.querySelector('.ending')) return {moment: 'over', found: []};
        if (!all('.prompt.mine[aria-busy=false]').length) return null;
        const confirm = all('.answers .confirm');
        const chips = all('.pick .chip');  // without them pieces are picked on the board
        const picks = chips.length ? all('.pick .chip[aria-pressed=false]') : all('.spot.next');
        const found = confirm.length
            ? [...confirm.filter(one => !one.disabled), ...picks]
            : [...all('.spot.next'), ...all('.answers .choice')];
        const under = document.querySelector('.answers .back');
        if (!under) found.push(...all('.spot.can-press'));
        return found.length ? {moment: 'mine', found} : null;
    };
    while (performance.now() < until) {
        const now = seen();
        if (now) {
            for (const old of all('[data-found]')) delete old.dataset.found;
            return {moment: now.moment, found: now.found.map((element, index) => {
                element.dataset.found = index;
                return {
                    number: index,
                    kind: element.matches('.spot') ? 'piece'
                        : element.matches('.confirm') ? 'confirm'
                        : element.matches('.chip') ? 'chip' : 'choice',
                    text: element.dataset.text ?? element.dataset.id ?? '',
                    label: element.getAttribute('aria-label') ?? element.textContent,
                };
            })};
        }
        await pause();
    }
    return {moment: '', found: []};
}"""
# Where to press an element that was found, and whether a press there reaches it.
LOCATE = """index => {
    const element = document.querySelector(`[data-found="${index}"]`);
    if (!element) return null;
    element.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
    const box = element.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    const under = document.elementsFromPoint(x, y);
    const isReached = element.matches('.spot')
        ? under[0]?.closest('.spot') !== null && under.some(one => one.closest('.spot') === element)
        : element.contains(under[0] ?? null);
    // The score popup may cover the board until it is pressed, but never the player's hand.
    const isUnderPopup = Boolean(under[0]?.closest('.score-popup')) &&
        !element.closest('.plot[data-place=bottom]');
    return {x, y, isReached, isUnderPopup, above: under[0]?.outerHTML.slice(0, 120) ?? 'nothing'};
}"""


PROMPT_OVERFLOW = """() => {
    const prompt = document.querySelector('.prompt');
    return prompt ? prompt.scrollWidth - prompt.clientWidth : 0;
}"""


class Thing(NamedTuple):
    """Something on the page that can be pressed now."""

    number: int
    kind: str  # piece, choice, chip or confirm
    text: str
    label: str


class Covered(AssertionError):
    """Something that can be pressed is covered by something else."""


Preference = Callable[[list[Thing]], list[Thing]]


def no_preference(found: list[Thing]) -> list[Thing]:
    """Press anything."""
    return found


class Player:
    """Presses at random what can be pressed."""

    def __init__(
        self, somebody: Watched, seed: str, preference: Preference = no_preference
    ) -> None:
        self.somebody, self.page, self.preference = somebody, somebody.page, preference
        self.rng = random.Random(seed)  # noqa: S311 - not for secrets
        self.pressed: list[str] = []

    def look(self, timeout_ms: int = 20_000) -> tuple[str, list[Thing]]:
        """Wait until something can be pressed, and find it.

        Returns "mine", "over" at the end of the game, or "" after the timeout.
        """
        result: Any = self.page.evaluate(WAIT_FOR_TURN, timeout_ms)
        return result["moment"], [Thing(**one) for one in result["found"]]

    def choose(self, found: list[Thing]) -> Thing:
        """Confirm a complete move; else press anything, back only if there is nothing else."""
        ready = [thing for thing in found if thing.kind == "confirm"]
        if ready:
            return ready[0]
        onward = [thing for thing in self.preference(found) if not thing.text.startswith("back")]
        return self.rng.choice(onward or found)

    def press(self, thing: Thing) -> None:
        """Click a thing; if the score popup covers it the click closes that."""
        where: Any = self.page.evaluate(LOCATE, thing.number)
        if where is None:
            return  # the table has changed meanwhile
        if not where["isReached"] and not where["isUnderPopup"]:
            raise Covered(f"{thing.label!r} is under {where['above']}")
        self.page.mouse.click(where["x"], where["y"])
        assert self.page.evaluate(PROMPT_OVERFLOW) == 0, f"the prompt is cut after {thing.label!r}"

    def step(self, timeout_ms: int = 20_000) -> str:
        """Press one thing when something can be pressed; returns what `look` found."""
        moment, found = self.look(timeout_ms)
        if moment == "mine":
            thing = self.choose(found)
            self.press(thing)
            self.pressed.append(thing.label)
        return moment

    def play(self, max_presses: int = MAX_PRESSES) -> bool:
        """Play for at most ``max_presses``; returns whether the game is over."""
        for _ in range(max_presses):
            moment = self.step()
            assert moment, f"nothing can be pressed after {self.pressed[-5:]}"
            if moment == "over":
                return True
        return False


FOCUSED = """() => {
    const here = document.activeElement;
    return {kind: here?.matches('.spot') ? 'piece' : '', found: here?.dataset?.found ?? ''};
}"""
ARROWS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
MAX_TABS = 120


class KeyPlayer(Player):
    """Plays by keyboard alone: Tab to the scene or a button, arrows among pieces, Enter."""

    def press(self, thing: Thing) -> None:
        for _ in range(MAX_TABS):
            here: Any = self.page.evaluate(FOCUSED)
            if thing.kind == "piece" and here["kind"] == "piece":
                for _ in range(self.rng.randrange(4)):
                    self.page.keyboard.press(self.rng.choice(ARROWS))
                return self.page.keyboard.press("Enter")
            if here["found"] == str(thing.number):
                return self.page.keyboard.press("Enter")
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {thing.label!r}")
