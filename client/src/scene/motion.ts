/** Animation of pieces from their old box to the new one; none with reduced motion. */

import { isMotionEnabled, settings } from "../settings.ts";
import type { Box } from "./layout.ts";
import type { EffectName } from "./look.ts";

const MIN_MOVE_PX = 2; // less is not seen, and is not animated
const STOP_MS = 170; // from one place of a track to the next
const MAX_TRACK_MS = 1600;
const MAX_FLIGHT_MS = 600;
const EASING = "cubic-bezier(.25,.8,.35,1)";

const QUICK_PACE_SPEED = 2; // views are shown half as long: what moves must arrive in that time

/** A duration at the animation speed and the pace of the settings. */
export function atAnimationSpeed(milliseconds: number): number {
  const { speed, pace } = settings.value;
  return milliseconds / (speed || 1) / (pace === "quick" ? QUICK_PACE_SPEED : 1);
}

function centre(box: Box): [number, number] {
  return [box.x + box.w / 2, box.y + box.h / 2];
}

/** The transform that puts an element at its box; that of an animation ends with it. On whole pixels
 * of the screen, or its edges would be blurred. */
export function positionOf({ x, y }: Box): string {
  const ratio = globalThis.devicePixelRatio || 1;
  return `translate(${Math.round(x * ratio) / ratio}px, ${Math.round(y * ratio) / ratio}px)`;
}

/** One animation: its first and last keyframe, and when it runs. */
export interface Move {
  readonly from: Keyframe;
  readonly to: Keyframe;
  readonly delay: number;
  readonly duration: number;
  /** Where it stops for a moment on the way. */
  readonly via?: readonly Keyframe[];
}

/** The keyframes of a move within a longer animation: it rests before and after. */
export function keyframesWithin(
  total: number,
  { from, to, delay, duration, via = [] }: Move,
): Keyframe[] {
  return [
    from,
    { ...from, offset: delay / total, easing: EASING },
    ...via.map((stop, i) => ({
      ...stop,
      offset: (delay + duration * (i + 1) / (via.length + 1)) / total,
      easing: EASING,
    })),
    { ...to, offset: Math.min(1, (delay + duration) / total) },
    to,
  ];
}

/** How long a piece takes along a track with some stops; 0 without any. */
export function trackDuration(stops: readonly Box[]): number {
  return stops.length ? Math.min(MAX_TRACK_MS, STOP_MS * (stops.length + 1)) : 0;
}

/** How long a piece flies over some pixels: long enough to be followed. */
function flightDuration(distance: number): number {
  return Math.min(MAX_FLIGHT_MS, 220 + distance * 0.6);
}

/** The move from one box to another; null if they are the same. It stops at the boxes of ``stops``. */
export function moveBetween(
  from: Box,
  to: Box,
  delay: number,
  stops: readonly Box[] = [],
): Move | null {
  const [x0, y0] = centre(from);
  const [x1, y1] = centre(to);
  const isStill = Math.abs(x0 - x1) < MIN_MOVE_PX && Math.abs(y0 - y1) < MIN_MOVE_PX &&
    Math.abs(from.w - to.w) < MIN_MOVE_PX;
  if (isStill || !to.w || !to.h) return null;
  const scale = `scale(${from.w / to.w || 1}, ${from.h / to.h || 1})`;
  return {
    from: { transform: `translate(${x0 - x1}px, ${y0 - y1}px) ${scale} ${positionOf(to)}` },
    to: { transform: `translate(0, 0) scale(1) ${positionOf(to)}` },
    delay,
    duration: trackDuration(stops) || flightDuration(Math.hypot(x0 - x1, y0 - y1)),
    via: stops.map((stop) => {
      const [x, y] = centre(stop);
      return { transform: `translate(${x - x1}px, ${y - y1}px) scale(1) ${positionOf(to)}` };
    }),
  };
}

// Two animations of one property at once would run on the main thread, and with them all others.
const runningMoves = new WeakMap<HTMLElement, Animation>();
const runningEffects = new WeakMap<HTMLElement, Animation>();

/** Animate an element in place of what runs there. */
function animate(
  running: WeakMap<HTMLElement, Animation>,
  element: HTMLElement,
  frames: Keyframe[],
  options: KeyframeAnimationOptions,
): Animation {
  running.get(element)?.cancel();
  const animation = element.animate(frames, options);
  running.set(element, animation);
  return animation;
}

/** All moves from one scene to the next. They start and end together, so that the browser creates
 * and removes compositing layers only once. */
export class SceneTransition {
  readonly #moves = new Map<HTMLElement, Move>();
  readonly #leaving: HTMLElement[] = [];

  /** Move an element to its box from another. */
  travel(
    element: HTMLElement,
    from: Box,
    to: Box,
    delay = 0,
    stops: readonly Box[] = [],
  ): void {
    const move = isMotionEnabled() ? moveBetween(from, to, delay, stops) : null;
    if (!move) return;
    element.classList.add("moving");
    this.#moves.set(element, move);
  }

  /** Fade an element in at its box. */
  appear(element: HTMLElement, at: Box): void {
    if (!isMotionEnabled()) return;
    this.#moves.set(element, {
      from: { opacity: 0, transform: `scale(.7) ${positionOf(at)}` },
      to: { opacity: 1, transform: `scale(1) ${positionOf(at)}` },
      delay: 0,
      duration: 200,
    });
  }

  /** Fade an element out, towards a box if there is one; it is removed at the end. */
  vanish(element: HTMLElement, from: Box, to: Box | null): void {
    element.removeAttribute("data-id");
    element.setAttribute("aria-hidden", "true");
    if (!isMotionEnabled()) return element.remove();
    const [x0, y0] = centre(from);
    const [x1, y1] = to ? centre(to) : [x0, y0];
    const scale = to ? 0.5 : 0.8;
    this.#leaving.push(element);
    this.#moves.set(element, {
      from: { opacity: 1, transform: `translate(0, 0) scale(1) ${positionOf(from)}` },
      to: {
        opacity: 0,
        transform: `translate(${x1 - x0}px, ${y1 - y0}px) scale(${scale}) ${positionOf(from)}`,
      },
      delay: 0,
      duration: to ? flightDuration(Math.hypot(x1 - x0, y1 - y0)) : 180,
    });
  }

  /** Start all animations. */
  start(): void {
    const ends = [...this.#moves.values()].map(({ delay, duration }) => delay + duration);
    const total = Math.max(0, ...ends);
    const started = [...this.#moves].map(([element, move]) => {
      const animation = animate(runningMoves, element, keyframesWithin(total, move), {
        duration: atAnimationSpeed(total),
      });
      return [element, animation] as const;
    });
    void Promise.allSettled(started.map(([, animation]) => animation.finished)).then(() => {
      for (const element of this.#leaving) element.remove();
      for (const [element, animation] of started) {
        if (runningMoves.get(element) === animation) element.classList.remove("moving");
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
    frames: [{ rotate: "-900deg", scale: 0.8 }, { rotate: "20deg", scale: 1.1 }, {
      rotate: "0deg",
      scale: 1,
    }],
    duration: 900,
  },
  cheer: {
    frames: [0, -22, 0, -16, 0, -22, 0].map((y, i) => ({
      translate: `0 ${y}px`,
      rotate: `${[0, -9, 0, 9, 0, -9, 0][i]}deg`,
    })),
    duration: 1300,
  },
  lift: {
    frames: [{ translate: "0 0" }, { translate: "0 -14px", scale: 1.08 }, { translate: "0 0" }],
    duration: 350,
  },
};

/** Play an effect on an element; one that is not known here is not shown. */
export function playEffect(element: HTMLElement, name: EffectName): void {
  if (!isMotionEnabled() || !(name in EFFECTS)) return;
  const { frames, duration } = EFFECTS[name];
  const options = { duration: atAnimationSpeed(duration), easing: "ease-out" };
  animate(runningEffects, element, frames, options);
}

const COUNT_MS = 350;
const COUNT_STEPS = 3; // each costs a frame of the main thread
const counts = new Map<HTMLElement, { from: number; to: number; step: number }>();
let countTimer = 0;

/** Count a shown number from one value to another, in step with all others. */
export function animateNumber(element: HTMLElement, from: number, to: number): void {
  counts.delete(element);
  if (!isMotionEnabled() || Math.abs(to - from) < 2) return setNumber(element, to);
  counts.set(element, { from, to, step: 0 });
  countTimer ||= setInterval(countOn, atAnimationSpeed(COUNT_MS) / COUNT_STEPS);
}

function countOn(): void {
  for (const [element, count] of counts) {
    count.step += 1;
    const { from, to, step } = count;
    setNumber(element, Math.round(from + (to - from) * step / COUNT_STEPS));
    if (step === COUNT_STEPS) counts.delete(element);
  }
  if (counts.size) return;
  clearInterval(countTimer);
  countTimer = 0;
}

/** Set the text of a number; reusing its text node is cheaper than a new one. */
function setNumber(element: HTMLElement, value: number): void {
  const { firstChild } = element;
  const text = String(value).replace("-", "−"); // a true minus sign
  if (firstChild instanceof Text) firstChild.data = text;
  else element.textContent = text;
}
