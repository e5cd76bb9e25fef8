/** The geometry of the curve of chances: a band for each side, as wide as its chance. */

import type { ScoreTable } from "../wire/types.ts";

export type Chances = readonly (readonly number[])[];
/** The seats of a side: one, or partners. */
export type Side = readonly number[];

export interface CurveFrame {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The sides of a game, in the order of their seats. */
export function sidesOf(table: ScoreTable): Side[] {
  const sides = table.rows.map(({ seats }) => [...seats].sort((a, b) => a - b));
  return sides.sort((one, other) => (one[0] ?? 0) - (other[0] ?? 0));
}

/** The chance of a side after a number of events; partners have the same. */
export function chanceOf(chances: Chances, side: Side, event: number): number {
  return chances[event]?.[side[0] ?? 0] ?? 0;
}

/** Where the bands of the sides begin and end after a number of events: from 0 at the top to 1. */
export function boundsAt(chances: Chances, sides: readonly Side[], event: number): number[] {
  const shares = sides.map((side) => chanceOf(chances, side, event));
  const total = shares.reduce((sum, share) => sum + share, 0) || 1;
  const bounds = [0];
  for (const share of shares) bounds.push((bounds.at(-1) ?? 0) + share / total);
  return bounds;
}

/** The SVG path of each side's band. */
export function bandPaths(
  chances: Chances,
  sides: readonly Side[],
  { width, height }: CurveFrame,
): string[] {
  const bounds = chances.map((_, event) => boundsAt(chances, sides, event));
  const pointAt = (event: number, index: number) =>
    `${rounded(xAt(event, chances.length, width))} ${
      rounded((bounds[event]?.[index] ?? 0) * height)
    }`;
  return sides.map((_, side) => {
    const above = chances.map((_, event) => pointAt(event, side));
    const below = chances.map((_, event) => pointAt(event, side + 1)).reverse();
    return `M${[...above, ...below].join("L")}Z`;
  });
}

/** The SVG path of each line between two bands. */
export function borderPaths(
  chances: Chances,
  sides: readonly Side[],
  { width, height }: CurveFrame,
): string[] {
  const bounds = chances.map((_, event) => boundsAt(chances, sides, event));
  return sides.slice(1).map((_, i) =>
    `M${
      bounds.map((at, event) =>
        `${rounded(xAt(event, chances.length, width))} ${rounded((at[i + 1] ?? 0) * height)}`
      ).join("L")
    }`
  );
}

/** The x of a number of events. */
export function xAt(event: number, positions: number, width: number): number {
  return width * event / Math.max(1, positions - 1);
}

/** Where the badge of a side stands: in the middle of its band where that is widest, away from the
 * edges. Null where it is too thin for a badge of this size. */
export function badgePoint(
  chances: Chances,
  sides: readonly Side[],
  side: number,
  { width, height }: CurveFrame,
  size: number,
): Point | null {
  let best: { readonly room: number; readonly point: Point } | null = null;
  for (let event = 0; event < chances.length; event++) {
    const x = xAt(event, chances.length, width);
    if (x < size || x > width - size) continue;
    const bounds = boundsAt(chances, sides, event);
    const [top, bottom] = [(bounds[side] ?? 0) * height, (bounds[side + 1] ?? 0) * height];
    if (!best || bottom - top > best.room) {
      best = { room: bottom - top, point: { x, y: (top + bottom) / 2 } };
    }
  }
  return best && best.room >= size ? best.point : null;
}

/** Move numbers apart, so that neighbours have at least a distance and all are within 0 and width;
 * they keep their order. */
export function spreadOut(places: readonly number[], distance: number, width: number): number[] {
  const order = places.map((_, i) => i).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const spread = order.map((i) => places[i] ?? 0);
  for (let i = 1; i < spread.length; i++) {
    spread[i] = Math.max(spread[i] ?? 0, (spread[i - 1] ?? 0) + distance);
  }
  let limit = width;
  for (let i = spread.length - 1; i >= 0; i--) {
    spread[i] = Math.min(spread[i] ?? 0, limit);
    limit = (spread[i] ?? 0) - distance;
  }
  const result: number[] = [];
  order.forEach((i, at) => result[i] = spread[at] ?? 0);
  return result;
}

/** The event nearest to a place of the curve. */
export function eventAt(x: number, positions: number, width: number): number {
  const part = Math.max(0, Math.min(1, x / width));
  return Math.round(part * (positions - 1));
}

function rounded(pixels: number): string {
  return String(Math.round(pixels * 10) / 10);
}
