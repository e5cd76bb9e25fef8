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

/** Let an element travel to its place from another. */
export function travel(element: HTMLElement, from: Box, to: Box, delay = 0): void {
  const [x0, y0] = centre(from);
  const [x1, y1] = centre(to);
  const isStill = Math.abs(x0 - x1) < 0.5 && Math.abs(y0 - y1) < 0.5 &&
    Math.abs(from.w - to.w) < 0.5;
  if (isStill || !to.w || !to.h || !moves()) return;
  const scale = `scale(${from.w / to.w || 1}, ${from.h / to.h || 1})`;
  const far = Math.hypot(x0 - x1, y0 - y1);
  element.classList.add("moving");
  const animation = element.animate(
    [{ transform: `translate(${x0 - x1}px, ${y0 - y1}px) ${scale}` }, { transform: "none" }],
    {
      duration: paced(Math.min(350, 180 + far * 0.35)),
      easing: EASE,
      delay: paced(delay),
      fill: "backwards",
    },
  );
  animation.finished.then(() => element.classList.remove("moving"), () => {});
}

/** Let an element appear. */
export function appear(element: HTMLElement): void {
  if (!moves()) return;
  element.animate(
    [{ opacity: 0, transform: "scale(.7)" }, { opacity: 1, transform: "none" }],
    { duration: paced(200), easing: EASE },
  );
}

/** Let an element go, towards a place if there is one; it is removed at the end. */
export function vanish(element: HTMLElement, from: Box, to: Box | null): void {
  element.removeAttribute("data-id");
  element.setAttribute("aria-hidden", "true");
  if (!moves()) return element.remove();
  const [x0, y0] = centre(from);
  const [x1, y1] = to ? centre(to) : [x0, y0];
  const animation = element.animate(
    [
      { opacity: 1, transform: "none" },
      { opacity: 0, transform: `translate(${x1 - x0}px, ${y1 - y0}px) scale(${to ? 0.5 : 0.8})` },
    ],
    { duration: paced(to ? 320 : 180), easing: EASE, fill: "forwards" },
  );
  animation.finished.then(() => element.remove(), () => element.remove());
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

/** Let a number count from one value to another. */
export function countTo(element: HTMLElement, from: number, to: number): void {
  const start = performance.now();
  const length = paced(350);
  const step = (now: number) => {
    const part = Math.min(1, (now - start) / length);
    element.textContent = String(Math.round(from + (to - from) * part));
    if (part < 1 && element.isConnected) requestAnimationFrame(step);
    else element.textContent = String(to);
  };
  if (moves() && from !== to) requestAnimationFrame(step);
  else element.textContent = String(to);
}
