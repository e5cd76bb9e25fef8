/** Boxes in pixels, and how things of different width follow each other in lines. */

import type { Area } from "../wire/types.ts";
import type { Place } from "./look.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface PlacedPiece extends Box {
  readonly z: number;
  readonly tilt: number;
}

export interface PlacedArea {
  readonly box: Box;
  readonly place: Place;
  /** Where its name is written; none where the picture says enough. */
  readonly caption: Box | null;
  readonly counters: readonly Box[];
}

export interface Layout {
  readonly areas: ReadonlyMap<string, PlacedArea>;
  readonly pieces: ReadonlyMap<string, PlacedPiece>;
  readonly isWide: boolean;
}

export const GAP = 8;
export const CAPTION = 20;
export const COUNTER_HEIGHT = 22;

/** How wide a counter is: a picture and the digits. */
export function counterWidth(value: number): number {
  return 22 + 8.5 * String(value).length;
}

export function widthsOf(area: Area): number[] {
  return area.counters.map((counter) => counterWidth(counter.value));
}

interface Flow {
  readonly boxes: readonly { readonly x: number; readonly w: number; readonly line: number }[];
  readonly widths: readonly number[];
  readonly lines: number;
  readonly lastWidth: number;
}

/** Things of different width in lines, as text flows. */
export function flowOf(widths: readonly number[], room: number, gap: number): Flow {
  const boxes: { x: number; w: number; line: number }[] = [];
  const lineWidths: number[] = [0];
  let x = 0;
  for (const w of widths) {
    if (x > 0 && x + w > room) {
      x = 0;
      lineWidths.push(0);
    }
    boxes.push({ x, w, line: lineWidths.length - 1 });
    lineWidths[lineWidths.length - 1] = x + w;
    x += w + gap;
  }
  return { boxes, widths: lineWidths, lines: lineWidths.length, lastWidth: lineWidths.at(-1) ?? 0 };
}

/** So many widths beside each other. */
export function total(widths: readonly number[], gap: number): number {
  return widths.reduce((sum, width) => sum + width + gap, -gap);
}

export function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
