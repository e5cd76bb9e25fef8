/** Boxes in pixels, and the wrapping of items of different widths into lines. */

import type { Area } from "../wire/types.ts";
import type { AreaPlace } from "./look.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export function isSameBox(one: Box, other: Box | undefined): boolean {
  return one.x === other?.x && one.y === other.y && one.w === other.w && one.h === other.h;
}

/** The area that two boxes share. */
export function overlap(one: Box, other: Box): number {
  const w = Math.min(one.x + one.w, other.x + other.w) - Math.max(one.x, other.x);
  const h = Math.min(one.y + one.h, other.y + other.h) - Math.max(one.y, other.y);
  return Math.max(0, w) * Math.max(0, h);
}

export interface PlacedPiece extends Box {
  readonly z: number;
  readonly tilt: number;
}

export interface PlacedArea {
  readonly box: Box;
  readonly place: AreaPlace;
  /** The box of its name; null where the picture is enough. */
  readonly caption: Box | null;
  readonly counters: readonly Box[];
}

export interface Layout {
  readonly areas: ReadonlyMap<string, PlacedArea>;
  readonly pieces: ReadonlyMap<string, PlacedPiece>;
  readonly isWide: boolean;
}

export const GAP_PX = 8;
export const CAPTION_HEIGHT_PX = 20;
export const COUNTER_HEIGHT_PX = 22;

/** The width of a counter: an icon and the digits. */
export function counterWidth(value: number): number {
  return 22 + 8.5 * String(value).length;
}

export function counterWidths(area: Area): number[] {
  return area.counters.map((counter) => counterWidth(counter.value));
}

interface WrappedLines {
  readonly boxes: readonly { readonly x: number; readonly w: number; readonly line: number }[];
  readonly widths: readonly number[];
  readonly lines: number;
  readonly lastWidth: number;
}

/** Wrap items of different widths into lines, as text is wrapped. */
export function wrapLines(
  widths: readonly number[],
  maxWidth: number,
  gap: number,
): WrappedLines {
  const boxes: { x: number; w: number; line: number }[] = [];
  const lineWidths: number[] = [0];
  let x = 0;
  for (const w of widths) {
    if (x > 0 && x + w > maxWidth) {
      x = 0;
      lineWidths.push(0);
    }
    boxes.push({ x, w, line: lineWidths.length - 1 });
    lineWidths[lineWidths.length - 1] = x + w;
    x += w + gap;
  }
  return { boxes, widths: lineWidths, lines: lineWidths.length, lastWidth: lineWidths.at(-1) ?? 0 };
}

/** The sum of sizes with a gap between each two. */
export function sumWithGaps(sizes: readonly number[], gap: number): number {
  return sizes.reduce((sum, size) => sum + size + gap, -gap);
}

export function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}
