/** Boards and tracks in the middle, and what is laid over them for a while. */

import type { Area } from "../wire/types.ts";
import { type Box, CAPTION, flowOf, GAP, total, widthsOf } from "./boxes.ts";
import { block, blockHeight, blockWidth, shelf } from "./rows.ts";
import type { Sheet } from "./sheet.ts";

/** Lay the boards into what is left. */
export function boards(sheet: Sheet, rest: Box): void {
  const areas = sheet.at("centre");
  const drawn = areas.filter((area) => area.size[0] > 0);
  const others = areas.filter((area) => area.size[0] === 0);
  let room = rest;
  if (others.length) {
    const used = shelf(sheet, others, rest, sheet.sizes.shelf * (drawn.length ? 1 : 1.6));
    room = { ...rest, y: rest.y + used, h: rest.h - used };
  }
  for (const [area, box] of shareRoom(drawn, room)) board(sheet, area, box);
  over(sheet, room);
}

/** The squarest of the boards: the one everything turns on. */
export function mainBoard(sheet: Sheet): Area | null {
  const drawn = sheet.at("centre").filter((area) => area.size[0] > 0);
  return drawn.reduce<Area | null>(
    (one, other) => one && squareness(one) >= squareness(other) ? one : other,
    null,
  );
}

/** 1 for a square; a long track has next to nothing. */
function squareness({ size: [width, height] }: Area): number {
  return Math.min(width, height) / Math.max(width, height);
}

/** A line above a board for its name, if there are numbers to go with it. */
function headHeight(area: Area): number {
  return area.counters.length ? CAPTION : 0;
}

function board(sheet: Sheet, area: Area, room: Box): void {
  const [columns, rows] = area.size;
  const head = headHeight(area);
  const inner = { ...room, y: room.y + head, h: Math.max(1, room.h - head) };
  const scale = Math.min(inner.w / columns, inner.h / rows);
  const w = columns * scale;
  const h = rows * scale;
  const box = { x: inner.x + (inner.w - w) / 2, y: inner.y + (inner.h - h) / 2, w, h };
  const flow = flowOf(widthsOf(area), Infinity, 6);
  const used = flow.widths[0] ?? 0;
  const line = { x: box.x, y: box.y - head, w, h: head };
  sheet.lay(area, {
    box,
    caption: head ? { ...line, w: Math.max(0, w - used - 8) } : null,
    counters: flow.boxes.map((one) => ({ ...line, x: line.x + w - used + one.x, w: one.w })),
  });
  sheet.lying(area).forEach((piece, i) => {
    const [x, y] = piece.at;
    const [across, down] = piece.span;
    sheet.put(piece, area, {
      x: box.x + (x - across / 2) * scale,
      y: box.y + (y - down / 2) * scale,
      w: across * scale,
      h: down * scale,
    }, i);
  });
}

/** Share a room between boards so that the smallest scale is as large as can be. */
function shareRoom(boards: readonly Area[], room: Box): [Area, Box][] {
  const first = boards[0];
  if (boards.length === 1 && first) return [[first, room]];
  const across = (area: Area) => area.size[0] / area.size[1];
  // Each one under the other: a long track needs little height.
  const needs = boards.map((area) => Math.min(room.h, room.w / across(area) + headHeight(area)));
  const needed = total(needs, GAP);
  const over = Math.max(0, needed - room.h);
  const tallest = needs.indexOf(Math.max(...needs));
  let y = room.y;
  return boards.map((area, i) => {
    const need = (needs[i] ?? 0) - (i === tallest ? over : 0);
    const spare = i === tallest ? Math.max(0, room.h - needed) : 0;
    const box = { x: room.x, y, w: room.w, h: Math.max(1, need + spare) };
    y += box.h + GAP;
    return [area, box];
  });
}

const PAD = 12;

/** What is looked at now and then lies on the middle of the board, which keeps its size. */
function over(sheet: Sheet, room: Box): void {
  const areas = sheet.at("over");
  if (!areas.length) return;
  const main = mainBoard(sheet);
  const under = (main && sheet.boxOf(main)) ?? room;
  const most = Math.max(under.w, room.w * 0.9) - 2 * PAD;
  const heightsAt = (size: number) =>
    areas.map((area) => blockHeight(sheet, area, size, most) + 2 * PAD);
  const below = sheet.height - room.y; // what there is without lying over people
  const wish = sheet.sizes.shelf * 1.5;
  const size = wish * Math.min(1, below / total(heightsAt(wish), GAP));
  const heights = heightsAt(size);
  const all = total(heights, GAP);
  const middle = under.y + (under.h - all) / 2;
  let y = Math.max(room.y, Math.min(middle, room.y + below - all));
  areas.forEach((area, i) => {
    const w = Math.min(most, Math.max(blockWidth(sheet, area, size), area.label.length * 7));
    const h = heights[i] ?? 0;
    const inner = { x: under.x + (under.w - w) / 2, y: y + PAD, w, h: h - 2 * PAD };
    block(sheet, area, inner, size);
    sheet.pad(area, PAD);
    y += h + GAP;
  });
}
