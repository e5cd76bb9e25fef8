/** Layout of rows and stacks: the side areas, and the player's own hand. */

import type { Area, Piece } from "../wire/types.ts";
import {
  type Box,
  CAPTION_HEIGHT_PX,
  clamp,
  COUNTER_HEIGHT_PX,
  counterWidths,
  GAP_PX,
  sumWithGaps,
  wrapLines,
} from "./boxes.ts";
import { lookUp } from "./look.ts";
import type { LayoutBuilder } from "./LayoutBuilder.ts";

// side areas

const MIN_SIDE_SQUEEZE = 0.4;

/** Place the side areas in a column at the right. */
export function placeSideColumn(builder: LayoutBuilder, rest: Box): Box {
  const areas = builder.areasAt("side");
  if (!areas.length) return rest;
  const isNarrow = builder.sizes.isLow || builder.width < 600;
  const width = Math.round(clamp(builder.width * 0.16, isNarrow ? 68 : 120, 230));
  const x = rest.x + rest.w - width;
  const size = builder.sizes.side;
  const heightsAt = (size: number) =>
    sumWithGaps(areas.map((area) => blockHeight(builder, area, size, width)), GAP_PX);
  const [needed, fixed] = [heightsAt(size), heightsAt(0)]; // captions and counters keep their height
  const squeeze = clamp((rest.h - fixed) / (needed - fixed), MIN_SIDE_SQUEEZE, 1);
  let y = rest.y;
  for (const area of areas) {
    const height = blockHeight(builder, area, size * squeeze, width);
    placeBlock(builder, area, { x, y, w: width, h: height }, size * squeeze);
    y += height + GAP_PX;
  }
  return { ...rest, w: rest.w - width - (isNarrow ? 1 : 2) * GAP_PX };
}

/** Place the side areas in lines below the boards. */
export function placeSideRows(builder: LayoutBuilder, rest: Box): Box {
  const areas = builder.areasAt("side");
  if (!areas.length) return rest;
  const size = builder.sizes.side;
  const height = sumWithGaps(blockLines(builder, areas, rest.w, size).map((line) => line.h), 0);
  placeBlocks(builder, areas, { ...rest, y: rest.y + rest.h - height + GAP_PX }, size);
  return { ...rest, h: rest.h - height };
}

/** Place blocks side by side in lines; returns the total height. */
export function placeBlocks(
  builder: LayoutBuilder,
  areas: readonly Area[],
  rest: Box,
  size: number,
): number {
  let y = rest.y;
  for (const line of blockLines(builder, areas, rest.w, size)) {
    let x = rest.x + (rest.w - sumWithGaps(line.widths, 2 * GAP_PX)) / 2;
    line.areas.forEach((area, i) => {
      const width = line.widths[i] ?? 0;
      placeBlock(builder, area, { x, y, w: width, h: line.h - GAP_PX }, size);
      x += width + 2 * GAP_PX;
    });
    y += line.h;
  }
  return y - rest.y;
}

function blockLines(builder: LayoutBuilder, areas: readonly Area[], width: number, size: number) {
  const lines: { areas: Area[]; widths: number[]; h: number }[] = [];
  let left = 0;
  for (const area of areas) {
    const needed = Math.min(width, blockWidth(builder, area, size));
    const height = blockHeight(builder, area, size, needed) + GAP_PX;
    let line = lines.at(-1);
    if (!line || needed > left) {
      line = { areas: [], widths: [], h: 0 };
      lines.push(line);
      left = width;
    }
    line.areas.push(area);
    line.widths.push(needed);
    line.h = Math.max(line.h, height);
    left -= needed + 2 * GAP_PX;
  }
  return lines;
}

// blocks: a caption, pieces, and counters to the right of them or below

const PIECE_GAP_PX = 6;
const MIN_LINE_SHRINK = 0.75; // of the pieces of a line, for which there is no further line
const SIDE_COUNTER_HEIGHT_PX = 17;
const MAX_SIDE_COUNTERS = 3;

/** Whether the counters are in a column to the right of the pieces. */
function hasSideCounters(builder: LayoutBuilder, area: Area): boolean {
  const count = area.counters.length;
  return count > 0 && count <= MAX_SIDE_COUNTERS && builder.isFilled(area);
}

/** The width of a block; its pieces are in several lines if it is an overlay and they need them. */
export function blockWidth(
  builder: LayoutBuilder,
  area: Area,
  size: number,
  available = Infinity,
): number {
  const label = Math.min(120, area.label.length * 6.4 + 8);
  const beside = sideCountersWidth(builder, area);
  const inner = contentWidth(builder, area, size, available - beside);
  if (beside) return Math.max(inner + beside, label, 44);
  return Math.max(inner, Math.min(180, sumWithGaps(counterWidths(area), 6)), label, 44);
}

function contentWidth(
  builder: LayoutBuilder,
  area: Area,
  size: number,
  available = Infinity,
): number {
  const height = builder.pieceHeight(area, size);
  if (area.kind !== "stack") {
    const lines = linesOf(builder, area, height, available);
    return Math.max(0, ...lines.map((line) => lineWidth(builder, area, line, height)));
  }
  const widths = builder.pieceWidths(area, height);
  return Math.max(0, ...widths) + Math.min(4, Math.max(0, widths.length - 1)) * 3;
}

function lineWidth(
  builder: LayoutBuilder,
  area: Area,
  pieces: readonly Piece[],
  height: number,
): number {
  const widths = pieces.map((piece) => height * builder.aspectRatio(piece, area));
  return Math.max(0, sumWithGaps(widths, PIECE_GAP_PX));
}

/** The pieces of a row in lines: several for an overlay whose pieces do not fit into one. Pieces that
 * belong together stay in one line; else there are two. */
function linesOf(
  builder: LayoutBuilder,
  area: Area,
  height: number,
  width: number,
): readonly (readonly Piece[])[] {
  const pieces = builder.piecesLeftToRight(area);
  const fits = (line: readonly Piece[], shrink = 1) =>
    lineWidth(builder, area, line, height * shrink) <= width;
  if (builder.placeOf(area) !== "over" || fits(pieces)) return [pieces];
  const groups = groupsOf(builder, pieces);
  if (groups.length < 2) return inLines(pieces, 2);
  for (let count = 2; count < groups.length; count++) {
    const lines = inLines(groups, count).map((line) => line.flat());
    if (lines.every((line) => fits(line, MIN_LINE_SHRINK))) return lines;
  }
  return groups;
}

/** Items in lines of about the same length. */
function inLines<T>(items: readonly T[], count: number): readonly (readonly T[])[] {
  const perLine = Math.ceil(items.length / count);
  return Array.from({ length: count }, (_, i) => items.slice(i * perLine, (i + 1) * perLine))
    .filter((line) => line.length > 0);
}

/** Pieces that belong together, by the look; what is before the first group belongs to it. */
function groupsOf(
  { art }: LayoutBuilder,
  pieces: readonly Piece[],
): readonly (readonly Piece[])[] {
  const isFirst = (piece: Piece) => lookUp(art.look.pieces, piece.art).first === true;
  const starts = pieces.flatMap((piece, i) => isFirst(piece) ? [i] : []);
  return starts.map((start, i) => pieces.slice(i ? start : 0, starts[i + 1]));
}

function contentHeight(builder: LayoutBuilder, area: Area, size: number, width: number): number {
  const pieceHeight = builder.pieceHeight(area, size);
  const lines = area.kind === "stack" ? 1 : linesOf(builder, area, pieceHeight, width).length;
  return lines * pieceHeight + (lines - 1) * PIECE_GAP_PX;
}

/** The width of the counters to the right of the pieces, with a gap. */
function sideCountersWidth(builder: LayoutBuilder, area: Area): number {
  return hasSideCounters(builder, area) ? Math.max(...counterWidths(area)) + 4 : 0;
}

export function blockHeight(
  builder: LayoutBuilder,
  area: Area,
  size: number,
  width: number,
): number {
  const inner = width - sideCountersWidth(builder, area);
  const content = builder.isFilled(area) ? contentHeight(builder, area, size, inner) : 0;
  if (hasSideCounters(builder, area)) {
    const lines = builder.sizes.isLow ? area.counters.length : MAX_SIDE_COUNTERS;
    return CAPTION_HEIGHT_PX + Math.max(content, lines * SIDE_COUNTER_HEIGHT_PX);
  }
  const lines = area.counters.length ? wrapLines(counterWidths(area), width, 6).lines : 0;
  return CAPTION_HEIGHT_PX + content + lines * COUNTER_HEIGHT_PX;
}

export function placeBlock(builder: LayoutBuilder, area: Area, box: Box, size: number): void {
  const pieceHeight = builder.pieceHeight(area, size);
  const inner = { x: box.x, y: box.y + CAPTION_HEIGHT_PX, w: box.w, h: pieceHeight };
  const caption = { x: box.x, y: box.y, w: box.w, h: CAPTION_HEIGHT_PX };
  if (!hasSideCounters(builder, area)) {
    builder.placeArea(area, { box, caption, counters: countersBelow(builder, area, inner) });
    return placePieces(builder, area, inner);
  }
  const counterWidth = Math.max(...counterWidths(area));
  const available = box.w - counterWidth - 4;
  const content = Math.min(available, contentWidth(builder, area, size, available));
  const height = contentHeight(builder, area, size, available);
  const x = box.x + (box.w - content - 4 - counterWidth) / 2;
  const countersHeight = area.counters.length * SIDE_COUNTER_HEIGHT_PX;
  const middle = inner.y + (box.h - CAPTION_HEIGHT_PX) / 2;
  builder.placeArea(area, {
    box,
    caption,
    counters: area.counters.map((_, i) => ({
      x: x + content + 4,
      y: middle - countersHeight / 2 + i * SIDE_COUNTER_HEIGHT_PX,
      w: counterWidth,
      h: SIDE_COUNTER_HEIGHT_PX,
    })),
  });
  placePieces(builder, area, { x, y: middle - height / 2, w: content, h: pieceHeight });
}

function countersBelow(builder: LayoutBuilder, area: Area, inner: Box): Box[] {
  const wrapped = wrapLines(counterWidths(area), inner.w, 6);
  const top = inner.y + (builder.isFilled(area) ? inner.h : 0);
  return wrapped.boxes.map((one) => ({
    x: inner.x + one.x + (inner.w - (wrapped.widths[one.line] ?? 0)) / 2,
    y: top + one.line * COUNTER_HEIGHT_PX,
    w: one.w,
    h: COUNTER_HEIGHT_PX,
  }));
}

function placePieces(builder: LayoutBuilder, area: Area, box: Box): void {
  if (area.kind === "stack") return placeStack(builder, area, box);
  linesOf(builder, area, box.h, box.w).forEach((line, i) => {
    const y = box.y + i * (box.h + PIECE_GAP_PX);
    builder.placeRow(area, { ...box, y }, "centre", line);
  });
}

function placeStack(builder: LayoutBuilder, area: Area, box: Box): void {
  const shift = Math.min(3, box.h * 0.05);
  builder.piecesLeftToRight(area).forEach((piece, i) => {
    const w = Math.min(box.w, box.h * builder.aspectRatio(piece, area));
    const h = w / builder.aspectRatio(piece, area);
    const rise = Math.min(i, 4) * shift;
    const x = box.x + (box.w - w) / 2 + rise;
    builder.placePiece(piece, area, { x, y: box.y + (box.h - h) / 2 - rise, w, h }, i);
  });
}

// the player's own hand

const MIN_TOUCH_PX = 44;
const MAX_HAND_CAPTION_PX = 84;
const MIN_SQUEEZE = 0.45; // of the preferred width of a row of pieces
const MIN_STACK_SHRINK = 0.6;
const MIN_HAND_COLUMN_PX = 60;
const MAX_HAND_COLUMN_PX = 84;

/** Place the hand and the other bottom areas; their space is reserved even while empty. */
export function placeHand(builder: LayoutBuilder, rest: Box): Box {
  const areas = builder.areasAt("bottom");
  if (!areas.length) return rest;
  const { isWide, isLow } = builder.sizes;
  const isBeside = isWide && isLow && builder.areasAt("centre").length > 0;
  if (isBeside && areas.every((area) => builder.look(area).beside)) {
    return placeHandColumn(builder, areas, rest);
  }
  const size = builder.sizes.hand;
  const y = rest.y + rest.h - size;
  placeHandLine(builder, areas, { x: rest.x + GAP_PX, y, w: rest.w - 2 * GAP_PX, h: size });
  return { ...rest, h: rest.h - size - GAP_PX };
}

/** Place the hand as a column at the right of the boards: a low screen has no height for a row below them.
 * The column has the width that a square board leaves. */
function placeHandColumn(builder: LayoutBuilder, areas: readonly Area[], rest: Box): Box {
  const w = Math.round(clamp(rest.w - rest.h, MIN_HAND_COLUMN_PX, MAX_HAND_COLUMN_PX));
  const x = rest.x + rest.w - w;
  const columns = areas.map((area) => columnOf(builder, area, w));
  const gap = columns.length > 1 ? GAP_PX : 0;
  const needed = sumWithGaps(columns.map(({ h }) => h), gap);
  const scale = Math.min(1, rest.h / needed);
  let y = rest.y + (rest.h - needed * scale) / 2;
  for (const { area, pieces, size, pitch, h } of columns) {
    builder.placeArea(area, { box: { x, y, w, h: h * scale }, caption: null, counters: [] });
    const [pieceWidth, pieceHeight] = [size[0] * scale, size[1] * scale];
    const top = y + (h * scale - pitch * scale * (pieces.length - 1) - pieceHeight) / 2;
    pieces.forEach((piece, i) => {
      const at = { x: x + (w - pieceWidth) / 2, y: top + i * pitch * scale };
      builder.placePiece(piece, area, { ...at, w: pieceWidth, h: pieceHeight }, i);
    });
    y += (h + gap) * scale;
  }
  return { ...rest, w: rest.w - w - GAP_PX };
}

/** The pieces of an area in a column of a width: their size, the distance of one to the next, which is
 * nothing in a stack, and the height of all. */
function columnOf(builder: LayoutBuilder, area: Area, width: number) {
  const pieces = builder.piecesLeftToRight(area);
  const first = pieces[0];
  const { air = 0 } = builder.look(area);
  const w = width / (1 + air); // there is space on both sides
  const h = first ? w / builder.aspectRatio(first, area) : w;
  const pitch = area.kind === "stack" ? 0 : h * (1 + air) + PIECE_GAP_PX;
  return {
    area,
    pieces,
    size: [w, h] as const,
    pitch,
    h: pitch * Math.max(0, pieces.length - 1) + h,
  };
}

/** Whether an area is at the bottom only on tall screens: then it has a caption. */
function hasHandCaption(builder: LayoutBuilder, area: Area): boolean {
  const { place, tall } = builder.look(area);
  return tall !== undefined && place !== "bottom";
}

function handWidth(builder: LayoutBuilder, area: Area, height: number): number {
  const air = 2 * (builder.look(area).air ?? 0);
  const hasCaption = hasHandCaption(builder, area);
  const pieceHeight = builder.pieceHeight(area, hasCaption ? height - CAPTION_HEIGHT_PX : height);
  const widths = builder.pieceWidths(area, pieceHeight);
  const caption = hasCaption ? Math.min(MAX_HAND_CAPTION_PX, area.label.length * 6) : 0;
  if (!widths.length) return caption;
  const content = area.kind === "stack"
    ? Math.max(...widths) + 8
    : sumWithGaps(widths, 6 + air * pieceHeight);
  return Math.max(MIN_TOUCH_PX, caption - GAP_PX, content + air * pieceHeight);
}

function placeHandLine(builder: LayoutBuilder, areas: readonly Area[], box: Box): void {
  const needs = areas.map((area) => ({ area, w: handWidth(builder, area, box.h) }));
  const shown = needs.filter(({ w }) => w > 0);
  const space = box.w - 2 * GAP_PX * (shown.length - 1);
  const used = squeezeWidths(builder, shown, space);
  let x = box.x +
    Math.max(0, space - sumWithGaps(shown.map(({ area }) => used.get(area) ?? 0), 0)) / 2;
  for (const { area } of needs) {
    const w = used.get(area) ?? 0;
    placeHandArea(builder, area, { x, y: box.y, w, h: box.h });
    if (w) x += w + 2 * GAP_PX;
  }
}

/** The widths in a space that may be too small: stacks become smaller together with the pieces of rows,
 * then rows are squeezed until their pieces overlap. */
function squeezeWidths(
  builder: LayoutBuilder,
  preferred: readonly { readonly area: Area; readonly w: number }[],
  space: number,
): Map<Area, number> {
  const isSqueezable = (area: Area) => area.kind === "row" && builder.piecesOf(area).length > 2;
  const fits = clamp(space / sumWithGaps(preferred.map(({ w }) => w), 0), MIN_STACK_SHRINK, 1);
  const shrinks = (area: Area) => area.kind === "stack" && !hasHandCaption(builder, area);
  const needs = preferred.map(({ area, w }) => ({ area, w: shrinks(area) ? w * fits : w }));
  const sum = (squeezable: boolean) =>
    sumWithGaps(needs.filter(({ area }) => isSqueezable(area) === squeezable).map(({ w }) => w), 0);
  const [rigid, flexible] = [sum(false), sum(true)];
  const squeeze = flexible ? clamp((space - rigid) / flexible, MIN_SQUEEZE, 1) : 1;
  const scale = Math.min(1, space / (rigid + flexible * squeeze));
  return new Map(
    needs.map(({ area, w }) => [area, w * scale * (isSqueezable(area) ? squeeze : 1)]),
  );
}

function placeHandArea(builder: LayoutBuilder, area: Area, box: Box): void {
  const top = hasHandCaption(builder, area) ? CAPTION_HEIGHT_PX : 0;
  const pieceHeight = builder.pieceHeight(area, box.h - top);
  const y = box.y + top + (box.h - top - pieceHeight) / 2;
  const caption = top
    ? { x: box.x - GAP_PX, y: box.y, w: box.w + 2 * GAP_PX, h: CAPTION_HEIGHT_PX }
    : null;
  builder.placeArea(area, { box, caption, counters: [] });
  placePieces(builder, area, { x: box.x, y, w: box.w, h: pieceHeight });
}
