/** Motion: from where a thing was to where it is, eased, never with reduced motion. */

import { moves, settings } from "../settings.ts";
import type { Box } from "./layout.ts";
import type { EffectName } from "./look.ts";

const EASE = "cubic-bezier(.25,.8,.35,1)";

/** So many milliseconds at the speed somebody likes. */
export function paced(milliseconds: number): number {
  return milliseconds / (settings.value.speed || 1);
}

function centre(box: Box): [number, number] {
  return [box.x + box.w / 2, box.y + box.h / 2];
}

/** One thing that moves: from how it looks at first to how it looks at last. */
export interface Move {
  readonly from: Keyframe;
  readonly to: Keyframe;
  readonly delay: number;
  readonly duration: number;
}

/** A move as part of a longer time: before it and after it nothing stirs. */
export function within(total: number, { from, to, delay, duration }: Move): Keyframe[] {
  return [
    from,
    { ...from, offset: delay / total, easing: EASE },
    { ...to, offset: Math.min(1, (delay + duration) / total) },
    to,
  ];
}

/** How a thing moves from one box to another; null if it stays where it is. */
export function way(from: Box, to: Box, delay: number): Move | null {
  const [x0, y0] = centre(from);
  const [x1, y1] = centre(to);
  const isStill = Math.abs(x0 - x1) < 0.5 && Math.abs(y0 - y1) < 0.5 &&
    Math.abs(from.w - to.w) < 0.5;
  if (isStill || !to.w || !to.h) return null;
  const scale = `scale(${from.w / to.w || 1}, ${from.h / to.h || 1})`;
  const far = Math.hypot(x0 - x1, y0 - y1);
  return {
    from: { transform: `translate(${x0 - x1}px, ${y0 - y1}px) ${scale}` },
    to: { transform: "none" },
    delay,
    duration: Math.min(350, 180 + far * 0.35),
  };
}

const travelling = new WeakMap<HTMLElement, Animation>();

/** All that moves from one scene to the next. It starts and ends as one, so that the browser gives
 * things layers of their own, and takes them away, once. */
export class Passage {
  readonly #moves = new Map<HTMLElement, Move>();
  readonly #leaving: HTMLElement[] = [];

  /** Let an element travel to its place from another. */
  travel(element: HTMLElement, from: Box, to: Box, delay = 0): void {
    const move = moves() ? way(from, to, delay) : null;
    if (!move) return;
    element.classList.add("moving");
    this.#moves.set(element, move);
  }

  /** Let an element appear. */
  appear(element: HTMLElement): void {
    if (!moves()) return;
    this.#moves.set(element, {
      from: { opacity: 0, transform: "scale(.7)" },
      to: { opacity: 1, transform: "none" },
      delay: 0,
      duration: 200,
    });
  }

  /** Let an element go, towards a place if there is one; it is removed at the end. */
  vanish(element: HTMLElement, from: Box, to: Box | null): void {
    element.removeAttribute("data-id");
    element.setAttribute("aria-hidden", "true");
    if (!moves()) return element.remove();
    const [x0, y0] = centre(from);
    const [x1, y1] = to ? centre(to) : [x0, y0];
    const scale = to ? 0.5 : 0.8;
    this.#leaving.push(element);
    this.#moves.set(element, {
      from: { opacity: 1, transform: "none" },
      to: { opacity: 0, transform: `translate(${x1 - x0}px, ${y1 - y0}px) scale(${scale})` },
      delay: 0,
      duration: to ? 320 : 180,
    });
  }

  /** Let everything go its way. */
  begin(): void {
    const ends = [...this.#moves.values()].map(({ delay, duration }) => delay + duration);
    const total = Math.max(0, ...ends);
    const begun = [...this.#moves].map(([element, move]) => {
      travelling.get(element)?.cancel(); // two at once would be drawn frame by frame
      const animation = element.animate(within(total, move), { duration: paced(total) });
      travelling.set(element, animation);
      return [element, animation] as const;
    });
    void Promise.allSettled(begun.map(([, animation]) => animation.finished)).then(() => {
      for (const element of this.#leaving) element.remove();
      for (const [element, animation] of begun) {
        if (travelling.get(element) === animation) element.classList.remove("moving");
      }
    });
  }
}

const EFFECTS: Readonly<Record<EffectName, { frames: Keyframe[]; duration: number }>> = {
  snap: {
    frames: [{ scale: 1 }, { scale: 1.35, rotate: "-8deg" }, { scale: 0.94, rotate: "4deg" }, {
      scale: 1,
    }],
    duration: 340,
  },
  shake: {
    frames: [0, -6, 6, -5, 5, -2, 0].map((x) => ({ translate: `${x}px 0` })),
    duration: 350,
  },
  burst: {
    frames: [{ scale: 0.4, opacity: 0.3 }, { scale: 1.25, opacity: 1 }, { scale: 1 }],
    duration: 350,
  },
  roll: {
    frames: [{ rotate: "-540deg", scale: 0.8 }, { rotate: "20deg", scale: 1.1 }, {
      rotate: "0deg",
      scale: 1,
    }],
    duration: 500,
  },
  lift: {
    frames: [{ translate: "0 0" }, { translate: "0 -14px", scale: 1.08 }, { translate: "0 0" }],
    duration: 350,
  },
};

/** Play an effect on an element. */
export function effect(element: HTMLElement, name: EffectName): void {
  if (!moves()) return;
  const { frames, duration } = EFFECTS[name];
  element.animate(frames, { duration: paced(duration), easing: "ease-out" });
}

const MOST_STEPS = 6; // of a number that counts: each is laid out and drawn anew
const counting = new WeakMap<HTMLElement, number>();

/** Let a number count from one value to another. */
export function countTo(element: HTMLElement, from: number, to: number): void {
  clearInterval(counting.get(element));
  const steps = moves() ? Math.min(MOST_STEPS, Math.abs(to - from)) : 0;
  if (steps < 2) return write(element, to);
  let step = 0;
  const timer = setInterval(() => {
    step += 1;
    write(element, Math.round(from + (to - from) * step / steps));
    if (step === steps) clearInterval(timer);
  }, paced(350) / steps);
  counting.set(element, timer);
}

/** Write a number into its own text, which is cheaper than a new one. */
function write(element: HTMLElement, value: number): void {
  const { firstChild: text } = element;
  if (text instanceof Text) text.data = String(value);
  else element.textContent = String(value);
}
