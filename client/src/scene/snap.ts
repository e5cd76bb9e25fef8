/** Which piece a press is meant for: fingers are wider than small pieces. */

import type { Box } from "./boxes.ts";

export const TOUCH_TARGET_PX = 44; // the least size of what can be pressed, seen or not
export const SNAP_PX = 24; // how far from a piece a press on nothing still counts

/** A piece with its box, in the same coordinates as the press. */
export type Target = readonly [id: string, box: Box];

/** How far a point is from a box: 0 within it. */
function distance({ x, y, w, h }: Box, px: number, py: number): number {
  return Math.hypot(Math.max(x - px, 0, px - x - w), Math.max(y - py, 0, py - y - h));
}

function distanceFromCentre({ x, y, w, h }: Box, px: number, py: number): number {
  return Math.hypot(px - x - w / 2, py - y - h / 2);
}

/** The nearest of the targets that pass: by the distance from the box, then from its centre, then in
 * their order. */
function nearest(
  targets: Iterable<Target>,
  px: number,
  py: number,
  isInReach: (box: Box) => boolean,
): string | undefined {
  let best: string | undefined;
  let smallest: readonly [number, number] = [Infinity, Infinity];
  for (const [id, box] of targets) {
    if (!isInReach(box)) continue;
    const [edge, centre] = [distance(box, px, py), distanceFromCentre(box, px, py)];
    if (edge > smallest[0] || edge === smallest[0] && centre >= smallest[1]) continue;
    best = id;
    smallest = [edge, centre];
  }
  return best;
}

/** The nearest target whose touch target contains a point: its box, enlarged to a finger's size. */
export function targetAt(targets: Iterable<Target>, px: number, py: number): string | undefined {
  return nearest(
    targets,
    px,
    py,
    ({ x, y, w, h }) =>
      Math.abs(px - x - w / 2) <= Math.max(w, TOUCH_TARGET_PX) / 2 &&
      Math.abs(py - y - h / 2) <= Math.max(h, TOUCH_TARGET_PX) / 2,
  );
}

/** The nearest target in reach of a press that hit nothing. */
export function targetNear(targets: Iterable<Target>, px: number, py: number): string | undefined {
  return nearest(targets, px, py, (box) => distance(box, px, py) <= SNAP_PX);
}
