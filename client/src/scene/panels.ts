/** People: one line for each above the boards, or a panel for each at the left. */

import type { Area } from "../wire/types.ts";
import { type Box, clamp, counterWidth, flowOf, GAP, widthsOf } from "./boxes.ts";
import type { Sheet } from "./sheet.ts";

const LINE_WIDTH = 330; // what a line needs
const LINE_GAP = 3;
const PAD = 8;

// lines

/** A line for each: name, counters under each other as in a table, pieces. */
export function panelsAbove(sheet: Sheet, rest: Box): Box {
  const panels = sheet.at("panel");
  if (!panels.length) return rest;
  const columns = clamp(Math.floor((rest.w + GAP) / (LINE_WIDTH + GAP)), 1, panels.length);
  const lines = Math.ceil(panels.length / columns);
  const height = lines <= 2 ? 34 : lines <= 4 ? 28 : 24;
  const width = (rest.w - GAP * (columns - 1)) / columns;
  const slots = counterSlots(panels);
  const name = nameWidth(panels, width);
  panels.forEach((panel, i) => {
    const column = Math.floor(i / lines);
    const y = rest.y + (i % lines) * (height + LINE_GAP);
    const box = { x: rest.x + column * (width + GAP), y, w: width, h: height };
    panelLine(sheet, panel, box, name, slots);
  });
  const used = lines * (height + LINE_GAP) - LINE_GAP + GAP;
  return { ...rest, y: rest.y + used, h: rest.h - used };
}

/** The widths of the counters of all, by their keys: the same ones stand under each other. */
function counterSlots(panels: readonly Area[]): Map<string, number> {
  const slots = new Map<string, number>();
  for (const { key, value } of panels.flatMap((panel) => panel.counters)) {
    slots.set(key, Math.max(slots.get(key) ?? 0, counterWidth(value), counterWidth(10)));
  }
  return slots;
}

/** Room for the sign and the longest name, but not much more than a quarter of the line. */
function nameWidth(panels: readonly Area[], width: number): number {
  const longest = Math.max(...panels.map((panel) => panel.label.length));
  return Math.round(clamp(24 + longest * 7.4, 84, width * (width > 400 ? 0.4 : 0.29)));
}

function panelLine(
  sheet: Sheet,
  panel: Area,
  box: Box,
  name: number,
  slots: ReadonlyMap<string, number>,
): void {
  const starts = new Map<string, number>();
  let x = box.x + PAD + name + 4;
  for (const [key, width] of slots) {
    starts.set(key, x);
    x += width + 4;
  }
  sheet.lay(panel, {
    box,
    caption: { x: box.x + PAD, y: box.y, w: name, h: box.h },
    counters: panel.counters.map(({ key }) => ({
      x: starts.get(key) ?? 0,
      y: box.y,
      w: slots.get(key) ?? 0,
      h: box.h,
    })),
  });
  const room = { x: x + 4, y: box.y + 2, w: box.x + box.w - PAD - x - 4, h: box.h - 4 };
  sheet.line(panel, room, "left");
}

// panels

/** The lines of a panel. */
interface Rows {
  readonly caption: number;
  readonly counter: number;
  readonly piece: number;
  readonly pad: number;
  readonly gap: number;
}

/** From generous to tight. */
const ROWS: readonly Rows[] = [
  { caption: 28, counter: 24, piece: 36, pad: 8, gap: 6 },
  { caption: 24, counter: 20, piece: 28, pad: 5, gap: 4 },
  { caption: 20, counter: 18, piece: 20, pad: 3, gap: 2 },
  { caption: 15, counter: 14, piece: 15, pad: 2, gap: 2 },
];

/** A panel for each: the name, then counters and pieces in lines. */
export function panelsAside(sheet: Sheet, rest: Box): Box {
  const panels = sheet.at("panel");
  if (!panels.length) return rest;
  const width = sheet.sizes.isLow
    ? Math.round(clamp(sheet.width * 0.28, 150, 180))
    : Math.round(clamp(sheet.width * 0.2, 168, 270));
  const room = rest.h / panels.length;
  const rows = rowsFor(panels, width, room);
  const height = Math.min(panelHeight(panels, width, rows), room - 2);
  const gap = Math.min(GAP, room - height);
  panels.forEach((panel, i) => {
    const y = rest.y + i * (height + gap);
    panelBlock(sheet, panel, { x: rest.x, y, w: width, h: height }, rows);
  });
  return { ...rest, x: rest.x + width + 2 * GAP, w: rest.w - width - 2 * GAP };
}

/** The most generous lines with which all panels fit, else the tightest. */
function rowsFor(panels: readonly Area[], width: number, room: number): Rows {
  const fitting = ROWS.find((rows) => panelHeight(panels, width, rows) + rows.gap <= room);
  return fitting ?? ROWS[ROWS.length - 1] as Rows;
}

/** As high as the fullest needs, with a line for pieces even while there are none. */
function panelHeight(panels: readonly Area[], width: number, rows: Rows): number {
  const lines = panels.map((panel) => countersIn(panel, width, rows).lines);
  return rows.caption + Math.max(...lines) * rows.counter + rows.piece + 2 * rows.pad;
}

function countersIn(panel: Area, width: number, rows: Rows) {
  return flowOf(widthsOf(panel), width - 2 * PAD, rows.gap);
}

function panelBlock(sheet: Sheet, panel: Area, box: Box, rows: Rows): void {
  const flow = countersIn(panel, box.w, rows);
  const inner = { x: box.x + PAD, y: box.y + rows.pad, w: box.w - 2 * PAD };
  const top = inner.y + rows.caption;
  sheet.lay(panel, {
    box,
    caption: { ...inner, h: rows.caption },
    counters: flow.boxes.map((one) => ({
      x: inner.x + one.x,
      y: top + one.line * rows.counter,
      w: one.w,
      h: rows.counter,
    })),
  });
  sheet.line(panel, { ...inner, y: top + flow.lines * rows.counter, h: rows.piece }, "left");
}
