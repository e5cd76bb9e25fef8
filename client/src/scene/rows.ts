/** Rows and stacks: the shelf of common things, and one's own hand. */

import type { Area } from "../wire/types.ts";
import { type Box, CAPTION, clamp, COUNTER_HEIGHT, flowOf, GAP, total, widthsOf } from "./boxes.ts";
import type { Sheet } from "./sheet.ts";

// the shelf

/** The shelf at the right. */
export function shelfAside(sheet: Sheet, rest: Box): Box {
  const areas = sheet.at("side");
  if (!areas.length) return rest;
  const width = Math.round(clamp(sheet.width * 0.16, sheet.sizes.isLow ? 84 : 120, 230));
  const x = rest.x + rest.w - width;
  const size = sheet.sizes.shelf;
  const needed = total(areas.map((area) => blockHeight(sheet, area, size, width)), GAP);
  const squeeze = Math.min(1, rest.h / needed);
  let y = rest.y;
  for (const area of areas) {
    const height = blockHeight(sheet, area, size * squeeze, width);
    block(sheet, area, { x, y, w: width, h: height }, size * squeeze);
    y += height + GAP * squeeze;
  }
  return { ...rest, w: rest.w - width - 2 * GAP };
}

/** The shelf below the boards. */
export function shelfBelow(sheet: Sheet, rest: Box): Box {
  const areas = sheet.at("side");
  if (!areas.length) return rest;
  const size = sheet.sizes.shelf;
  const height = total(shelfLines(sheet, areas, rest.w, size).map((line) => line.h), 0);
  shelf(sheet, areas, { ...rest, y: rest.y + rest.h - height + GAP }, size);
  return { ...rest, h: rest.h - height };
}

/** Blocks side by side in lines; returns the height of all. */
export function shelf(sheet: Sheet, areas: readonly Area[], rest: Box, size: number): number {
  let y = rest.y;
  for (const line of shelfLines(sheet, areas, rest.w, size)) {
    let x = rest.x + (rest.w - total(line.widths, 2 * GAP)) / 2;
    line.areas.forEach((area, i) => {
      const width = line.widths[i] ?? 0;
      block(sheet, area, { x, y, w: width, h: line.h - GAP }, size);
      x += width + 2 * GAP;
    });
    y += line.h;
  }
  return y - rest.y;
}

function shelfLines(sheet: Sheet, areas: readonly Area[], width: number, size: number) {
  const lines: { areas: Area[]; widths: number[]; h: number }[] = [];
  let left = 0;
  for (const area of areas) {
    const wish = Math.min(width, blockWidth(sheet, area, size));
    const height = blockHeight(sheet, area, size, wish) + GAP;
    let line = lines.at(-1);
    if (!line || wish > left) {
      line = { areas: [], widths: [], h: 0 };
      lines.push(line);
      left = width;
    }
    line.areas.push(area);
    line.widths.push(wish);
    line.h = Math.max(line.h, height);
    left -= wish + 2 * GAP;
  }
  return lines;
}

// blocks: a name, pieces, and the counters beside or below them

const BETWEEN = 6; // pieces, side by side or one under the other
const BESIDE = 17; // the height of a counter beside pieces
const MOST_BESIDE = 3;

/** Whether the counters stand beside the pieces, one under the other. */
function isBeside(sheet: Sheet, area: Area): boolean {
  const count = area.counters.length;
  return count > 0 && count <= MOST_BESIDE && sheet.isFilled(area);
}

export function blockWidth(sheet: Sheet, area: Area, size: number): number {
  const label = Math.min(120, area.label.length * 6.4 + 8);
  const inner = contentWidth(sheet, area, size);
  if (isBeside(sheet, area)) return Math.max(inner + 4 + Math.max(...widthsOf(area)), label, 44);
  return Math.max(inner, Math.min(180, total(widthsOf(area), 6)), label, 44);
}

function contentWidth(sheet: Sheet, area: Area, size: number): number {
  const widths = sheet.widths(area, sheet.side(area, size));
  if (area.kind !== "stack") return Math.max(0, total(widths, BETWEEN));
  return Math.max(0, ...widths) + Math.min(4, Math.max(0, widths.length - 1)) * 3;
}

/** How many lines the pieces of a row lie in: two where a board is covered by more than fit. */
function linesIn(sheet: Sheet, area: Area, side: number, width: number): number {
  const isFolded = area.kind !== "stack" && sheet.placeOf(area) === "over" &&
    total(sheet.widths(area, side), BETWEEN) > width;
  return isFolded ? 2 : 1;
}

function contentHeight(sheet: Sheet, area: Area, size: number, width: number): number {
  const side = sheet.side(area, size);
  const lines = linesIn(sheet, area, side, width);
  return lines * side + (lines - 1) * BETWEEN;
}

export function blockHeight(sheet: Sheet, area: Area, size: number, width: number): number {
  const content = sheet.isFilled(area) ? contentHeight(sheet, area, size, width) : 0;
  if (isBeside(sheet, area)) return CAPTION + Math.max(content, MOST_BESIDE * BESIDE);
  const lines = area.counters.length ? flowOf(widthsOf(area), width, 6).lines : 0;
  return CAPTION + content + lines * COUNTER_HEIGHT;
}

export function block(sheet: Sheet, area: Area, box: Box, size: number): void {
  const side = sheet.side(area, size);
  const inner = { x: box.x, y: box.y + CAPTION, w: box.w, h: side };
  const caption = { x: box.x, y: box.y, w: box.w, h: CAPTION };
  if (!isBeside(sheet, area)) {
    sheet.lay(area, { box, caption, counters: countersBelow(sheet, area, inner) });
    return fill(sheet, area, inner);
  }
  const counters = Math.max(...widthsOf(area));
  const content = Math.min(box.w - counters - 4, contentWidth(sheet, area, size));
  const x = box.x + (box.w - content - 4 - counters) / 2;
  const height = area.counters.length * BESIDE;
  const middle = inner.y + (box.h - CAPTION) / 2;
  sheet.lay(area, {
    box,
    caption,
    counters: area.counters.map((_, i) => ({
      x: x + content + 4,
      y: middle - height / 2 + i * BESIDE,
      w: counters,
      h: BESIDE,
    })),
  });
  fill(sheet, area, { x, y: middle - side / 2, w: content, h: side });
}

function countersBelow(sheet: Sheet, area: Area, inner: Box): Box[] {
  const flow = flowOf(widthsOf(area), inner.w, 6);
  const top = inner.y + (sheet.isFilled(area) ? inner.h : 0);
  return flow.boxes.map((one) => ({
    x: inner.x + one.x + (inner.w - (flow.widths[one.line] ?? 0)) / 2,
    y: top + one.line * COUNTER_HEIGHT,
    w: one.w,
    h: COUNTER_HEIGHT,
  }));
}

function fill(sheet: Sheet, area: Area, box: Box): void {
  if (area.kind === "stack") return stack(sheet, area, box);
  const pieces = sheet.inside(area);
  const lines = linesIn(sheet, area, box.h, box.w);
  const each = Math.ceil(pieces.length / lines);
  for (let i = 0; i < lines; i++) {
    const line = { ...box, y: box.y + i * (box.h + BETWEEN) };
    sheet.line(area, line, "centre", pieces.slice(i * each, (i + 1) * each));
  }
}

function stack(sheet: Sheet, area: Area, box: Box): void {
  const shift = Math.min(3, box.h * 0.05);
  sheet.inside(area).forEach((piece, i) => {
    const w = Math.min(box.w, box.h * sheet.shape(piece, area));
    const h = w / sheet.shape(piece, area);
    const rise = Math.min(i, 4) * shift;
    const x = box.x + (box.w - w) / 2 + rise;
    sheet.put(piece, area, { x, y: box.y + (box.h - h) / 2 - rise, w, h }, i);
  });
}

// one's own hand

const LEAST = 44; // what a finger needs
const MOST_NAME = 84;
const SOFTEST = 0.45; // of the room they would like: closer they do not lie

/** The hand at the bottom, with what the game wants beside it; its room is always kept. */
export function hands(sheet: Sheet, rest: Box): Box {
  const areas = sheet.at("bottom");
  if (!areas.length) return rest;
  const size = sheet.sizes.hand;
  const y = rest.y + rest.h - size;
  handLine(sheet, areas, { x: rest.x + GAP, y, w: rest.w - 2 * GAP, h: size });
  return { ...rest, h: rest.h - size - GAP };
}

/** Whether it only came here for lack of room: then its name stands above. */
function isNamed(sheet: Sheet, area: Area): boolean {
  const { place, tall } = sheet.look(area);
  return tall !== undefined && place !== "bottom";
}

function handWidth(sheet: Sheet, area: Area, height: number): number {
  const air = 2 * (sheet.look(area).air ?? 0);
  const side = sheet.side(area, isNamed(sheet, area) ? height - CAPTION : height);
  const widths = sheet.widths(area, side);
  const name = isNamed(sheet, area) ? Math.min(MOST_NAME, area.label.length * 6) : 0;
  if (!widths.length) return name;
  const content = area.kind === "stack" ? Math.max(...widths) + 8 : total(widths, 6 + air * side);
  return Math.max(LEAST, name - GAP, content + air * side);
}

function handLine(sheet: Sheet, areas: readonly Area[], box: Box): void {
  const wishes = areas.map((area) => ({ area, w: handWidth(sheet, area, box.h) }));
  const shown = wishes.filter(({ w }) => w > 0);
  const room = box.w - 2 * GAP * (shown.length - 1);
  const used = squeezed(sheet, shown, room);
  let x = box.x + Math.max(0, room - total(shown.map(({ area }) => used.get(area) ?? 0), 0)) / 2;
  for (const { area } of wishes) {
    const w = used.get(area) ?? 0;
    inHand(sheet, area, { x, y: box.y, w, h: box.h });
    if (w) x += w + 2 * GAP;
  }
}

/** The widths in a room that may be too small: many pieces lie closer together first. */
function squeezed(
  sheet: Sheet,
  wishes: readonly { readonly area: Area; readonly w: number }[],
  room: number,
): Map<Area, number> {
  const isSoft = (area: Area) => area.kind === "row" && sheet.lying(area).length > 2;
  const sum = (soft: boolean) =>
    total(wishes.filter(({ area }) => isSoft(area) === soft).map(({ w }) => w), 0);
  const [firm, soft] = [sum(false), sum(true)];
  const give = soft ? clamp((room - firm) / soft, SOFTEST, 1) : 1;
  const all = Math.min(1, room / (firm + soft * give));
  return new Map(wishes.map(({ area, w }) => [area, w * all * (isSoft(area) ? give : 1)]));
}

function inHand(sheet: Sheet, area: Area, box: Box): void {
  const top = isNamed(sheet, area) ? CAPTION : 0;
  const side = sheet.side(area, box.h - top);
  const y = box.y + top + (box.h - top - side) / 2;
  const caption = top ? { x: box.x - GAP, y: box.y, w: box.w + 2 * GAP, h: CAPTION } : null;
  sheet.lay(area, { box, caption, counters: [] });
  fill(sheet, area, { x: box.x, y, w: box.w, h: side });
}
