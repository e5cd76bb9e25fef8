/** Layout of the boards and tracks in the centre, and of temporary overlays on them. */

import type { Area } from "../wire/types.ts";
import {
  type Box,
  CAPTION_HEIGHT_PX,
  counterWidths,
  GAP_PX,
  sumWithGaps,
  wrapLines,
} from "./boxes.ts";
import { blockHeight, blockWidth, placeBlock, placeBlocks } from "./rows.ts";
import type { LayoutBuilder } from "./LayoutBuilder.ts";

/** Place the boards in the remaining space. */
export function placeBoards(builder: LayoutBuilder, rest: Box): void {
  const areas = builder.areasAt("centre");
  const drawn = areas.filter((area) => area.size[0] > 0);
  const others = areas.filter((area) => area.size[0] === 0);
  let space = rest;
  if (others.length) {
    const size = builder.sizes.side * (drawn.length ? 1 : 1.6);
    const used = placeBlocks(builder, others, rest, size);
    space = { ...rest, y: rest.y + used, h: rest.h - used };
    if (!drawn.length && space.h > 0) {
      placeBlocks(builder, others, { ...rest, y: rest.y + space.h / 2 }, size); // in the middle
    }
  }
  for (const [area, box] of shareSpace(drawn, space)) placeBoard(builder, area, box);
  placeOverlays(builder, space);
}

/** The main board: the squarest one. */
export function mainBoard(builder: LayoutBuilder): Area | null {
  const drawn = builder.areasAt("centre").filter((area) => area.size[0] > 0);
  return drawn.reduce<Area | null>(
    (one, other) => one && squareness(one) >= squareness(other) ? one : other,
    null,
  );
}

/** 1 for a square, near 0 for a long track. */
function squareness({ size: [width, height] }: Area): number {
  return Math.min(width, height) / Math.max(width, height);
}

/** The height of the line above a board: it has one only if it has counters. */
function captionHeight(area: Area): number {
  return area.counters.length ? CAPTION_HEIGHT_PX : 0;
}

function placeBoard(builder: LayoutBuilder, area: Area, space: Box): void {
  const [columns, rows] = area.size;
  const caption = captionHeight(area);
  const inner = { ...space, y: space.y + caption, h: Math.max(1, space.h - caption) };
  const scale = Math.min(inner.w / columns, inner.h / rows);
  const w = columns * scale;
  const h = rows * scale;
  const box = { x: inner.x + (inner.w - w) / 2, y: inner.y + (inner.h - h) / 2, w, h };
  const counters = wrapLines(counterWidths(area), Infinity, 6);
  const used = counters.widths[0] ?? 0;
  const line = { x: box.x, y: box.y - caption, w, h: caption };
  builder.placeArea(area, {
    box,
    caption: caption ? { ...line, w: Math.max(0, w - used - 8) } : null,
    counters: counters.boxes.map((one) => ({ ...line, x: line.x + w - used + one.x, w: one.w })),
  });
  builder.piecesOf(area).forEach((piece, i) => {
    const [x, y] = piece.at;
    const [across, down] = piece.span;
    builder.placePiece(piece, area, {
      x: box.x + (x - across / 2) * scale,
      y: box.y + (y - down / 2) * scale,
      w: across * scale,
      h: down * scale,
    }, i);
  });
}

/** Divide the space between boards so that the smallest scale is as large as possible. */
function shareSpace(boards: readonly Area[], space: Box): [Area, Box][] {
  const first = boards[0];
  if (boards.length === 1 && first) return [[first, space]];
  const aspectRatio = (area: Area) => area.size[0] / area.size[1];
  // One below the other: a long track needs little height.
  const needs = boards.map((area) =>
    Math.min(space.h, space.w / aspectRatio(area) + captionHeight(area))
  );
  const needed = sumWithGaps(needs, GAP_PX);
  const excess = Math.max(0, needed - space.h);
  const tallest = needs.indexOf(Math.max(...needs));
  let y = space.y;
  return boards.map((area, i) => {
    const need = (needs[i] ?? 0) - (i === tallest ? excess : 0);
    const spare = i === tallest ? Math.max(0, space.h - needed) : 0;
    const box = { x: space.x, y, w: space.w, h: Math.max(1, need + spare) };
    y += box.h + GAP_PX;
    return [area, box];
  });
}

const OVERLAY_PAD_PX = 12;
const MIN_OVERLAY_SIZE_PX = 24;

/** Place overlays in the middle of the main board, which keeps its size. */
function placeOverlays(builder: LayoutBuilder, space: Box): void {
  const areas = builder.areasAt("over");
  if (!areas.length) return;
  const main = mainBoard(builder);
  const under = (main && builder.boxOf(main)) ?? space;
  const maxWidth = Math.max(under.w, space.w * 0.9) - 2 * OVERLAY_PAD_PX;
  const heightsAt = (size: number) =>
    areas.map((area) => blockHeight(builder, area, size, maxWidth) + 2 * OVERLAY_PAD_PX);
  const available = builder.height - space.y; // without covering the panels
  const isTooHigh = (size: number) => sumWithGaps(heightsAt(size), GAP_PX) > available;
  let size = builder.sizes.side * 1.5;
  while (size > MIN_OVERLAY_SIZE_PX && isTooHigh(size)) size *= 0.95; // with fewer lines, perhaps
  const heights = heightsAt(size);
  const all = sumWithGaps(heights, GAP_PX);
  const middle = under.y + (under.h - all) / 2;
  let y = Math.max(space.y, Math.min(middle, space.y + available - all));
  areas.forEach((area, i) => {
    const used = Math.max(blockWidth(builder, area, size, maxWidth), area.label.length * 7);
    const w = Math.min(maxWidth, used);
    const h = heights[i] ?? 0;
    const inner = {
      x: under.x + (under.w - w) / 2,
      y: y + OVERLAY_PAD_PX,
      w,
      h: h - 2 * OVERLAY_PAD_PX,
    };
    placeBlock(builder, area, inner, size);
    builder.padArea(area, OVERLAY_PAD_PX);
    y += h + GAP_PX;
  });
}
