"""Playing by what is to be seen on the page alone: by mouse or by keys, knowing no rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from page.browsing import Watched

MOST = 6000  # presses in a game

# Waits for a moment to act: what can be pressed then.
LOOK = """async patience => {
    const until = performance.now() + patience;
    const pause = () => new Promise(done => setTimeout(done, 8));
    const all = selector => [...document.querySelectorAll(selector)];
    const seen = () => {
        if (document.querySelector('.ending')) return {moment: 'over', found: []};
        if (!all('.prompt.mine[aria-busy=false]').length) return null;
        const confirm = all('.answers .confirm');
        const found = confirm.length
            ? [...confirm.filter(one => !one.disabled), ...all('.pick .chip[aria-pressed=false]')]
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
# Where to press a thing that was found, and whether a press there reaches it.
WHERE = """index => {
    const element = document.querySelector(`[data-found="${index}"]`);
    if (!element) return null;
    element.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
    const box = element.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    const under = document.elementsFromPoint(x, y);
    const isReached = element.matches('.spot')
        ? under[0]?.closest('.spot') !== null && under.some(one => one.closest('.spot') === element)
        : element.contains(under[0] ?? null);
    // Points of a deal may lie over the board until they are pressed away, never over one's hand.
    const isUnderPopup = Boolean(under[0]?.closest('.score-popup')) &&
        !element.closest('.plot[data-place=bottom]');
    return {x, y, isReached, isUnderPopup, above: under[0]?.outerHTML.slice(0, 120) ?? 'nothing'};
}"""


WIDER = """() => {
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
    """Something that can be pressed is hidden under something else."""


Wanted = Callable[[list[Thing]], list[Thing]]


def everything(found: list[Thing]) -> list[Thing]:
    """Whoever has no wishes."""
    return found


class Player:
    """Somebody who presses whatever can be pressed."""

    def __init__(self, somebody: Watched, seed: str, wanted: Wanted = everything) -> None:
        self.somebody, self.page, self.wanted = somebody, somebody.page, wanted
        self.chance = random.Random(seed)  # noqa: S311 - to play with
        self.pressed: list[str] = []

    def look(self, patience: int = 20_000) -> tuple[str, list[Thing]]:
        """The moment, and what can be pressed; an empty one if nothing could in all the time."""
        seen: Any = self.page.evaluate(LOOK, patience)
        return seen["moment"], [Thing(**one) for one in seen["found"]]

    def choose(self, found: list[Thing]) -> Thing:
        """Confirm what is complete; else anything, the way back seldom."""
        ready = [thing for thing in found if thing.kind == "confirm"]
        if ready:
            return ready[0]
        onward = [thing for thing in self.wanted(found) if not thing.text.startswith("back")]
        return self.chance.choice(onward or found)

    def press(self, thing: Thing) -> None:
        """Press a thing by mouse; or the points of a deal away, where they lie over it."""
        where: Any = self.page.evaluate(WHERE, thing.number)
        if where is None:
            return  # the table has moved on
        if not where["isReached"] and not where["isUnderPopup"]:
            raise Covered(f"{thing.label!r} is under {where['above']}")
        self.page.mouse.click(where["x"], where["y"])
        assert self.page.evaluate(WIDER) == 0, f"the prompt is cut after {thing.label!r}"

    def step(self, patience: int = 20_000) -> str:
        """Press one thing, when something can be pressed; the moment."""
        moment, found = self.look(patience)
        if moment == "mine":
            thing = self.choose(found)
            self.press(thing)
            self.pressed.append(thing.label)
        return moment

    def play(self, most: int = MOST) -> bool:
        """Play on for so many presses; whether the game is over."""
        for _ in range(most):
            moment = self.step()
            assert moment, f"nothing can be pressed after {self.pressed[-5:]}"
            if moment == "over":
                return True
        return False


FOCUS = """() => {
    const here = document.activeElement;
    return {kind: here?.matches('.spot') ? 'piece' : '', found: here?.dataset?.found ?? ''};
}"""
ARROWS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
MOST_TABS = 120


class KeyPlayer(Player):
    """Somebody who plays by keys alone: Tab to scene or button, arrows among pieces, Enter."""

    def press(self, thing: Thing) -> None:
        for _ in range(MOST_TABS):
            here: Any = self.page.evaluate(FOCUS)
            if thing.kind == "piece" and here["kind"] == "piece":
                for _ in range(self.chance.randrange(4)):
                    self.page.keyboard.press(self.chance.choice(ARROWS))
                return self.page.keyboard.press("Enter")
            if here["found"] == str(thing.number):
                return self.page.keyboard.press("Enter")
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {thing.label!r}")
