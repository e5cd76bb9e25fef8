/** The layout of a scene: a pure function from a scene and a screen size to boxes.
 *
 * On a tall screen: panels above, one line each; boards in the middle, side areas below them, the
 * player's own hand at the bottom. On a wide one: panels at the left, side areas at the right.
 * Nothing is wider than the screen, and a board keeps its size during a game.
 */

import type { Piece, Scene } from "../wire/types.ts";
import { mainBoard, placeBoards } from "./boards.ts";
import { type Box, clamp, GAP_PX, type Layout } from "./boxes.ts";
import type { Proportions } from "./look.ts";
import { placePanelColumn, placePanelLines } from "./panels.ts";
import { placeHand, placeSideColumn, placeSideRows } from "./rows.ts";
import { LayoutBuilder, type LayoutMemory, NO_MEMORY, type Sizes } from "./LayoutBuilder.ts";

export type { Box, Layout, PlacedArea, PlacedPiece } from "./boxes.ts";

/** Scales of the hand and the side areas, from generous to tight. */
const SIZE_LEVELS = [
  { hand: 1.35, side: 1.3 },
  { hand: 1, side: 1 },
  { hand: 0.85, side: 0.9 },
  { hand: 0.7, side: 0.75 },
] as const;
const GOOD_ENOUGH_SHARE = 0.92; // of the largest possible board: then nothing else has to shrink

function sizesFor(width: number, height: number, level: typeof SIZE_LEVELS[number]): Sizes {
  const isWide = width >= 480 && width > height * 1.05;
  const isLow = height < 420;
  const isLarge = isWide ? !isLow : width >= 600;
  const hand = clamp(height * (isWide ? 0.17 : 0.15), 64, isLarge ? 140 : 108);
  const side = clamp(height * (isWide ? 0.12 : 0.1), 44, isLarge ? 110 : 60);
  return {
    isWide,
    isLow,
    hand: Math.round(hand * level.hand),
    side: Math.round(side * level.side),
  };
}

/** Lay out a scene for a screen of a width and height. */
export function layoutScene(
  scene: Scene,
  art: Proportions,
  width: number,
  height: number,
  memory: LayoutMemory = NO_MEMORY,
): Layout {
  const atLevel = (level: number) => {
    const sizes = sizesFor(width, height, SIZE_LEVELS[level] ?? SIZE_LEVELS[0]);
    const builder = new LayoutBuilder(scene, art, width, height, memory, sizes);
    return { builder, level, share: placeAll(builder) };
  };
  const shape = memory.levels ? shapeOf(scene, art, width, height, memory) : "";
  const known = memory.levels?.get(shape);
  if (known !== undefined) return atLevel(known).builder.layout();
  let best = atLevel(0);
  for (let level = 1; level < SIZE_LEVELS.length && best.share < 0.999; level++) {
    const next = atLevel(level);
    if (next.share > best.share + 0.001) best = next;
    if (next.share >= GOOD_ENOUGH_SHARE) break;
  }
  memory.levels?.set(shape, best.level);
  return best.builder.layout();
}

/** What the best level depends on: the screen, and of each area the space its pieces and counters
 * need. Where they are does not matter. */
function shapeOf(
  scene: Scene,
  art: Proportions,
  width: number,
  height: number,
  { everFilled }: LayoutMemory,
): string {
  const needs = new Map<string, [count: number, sum: number, widest: number]>();
  for (const { area, art: name } of scene.pieces) {
    const [count, sum, widest] = needs.get(area) ?? [0, 0, 0];
    const ratio = art.aspectRatios.get(name) ?? 0;
    needs.set(area, [count + 1, sum + ratio, Math.max(widest, ratio)]);
  }
  const areas = scene.areas.map((area) => {
    const need = area.size[0] > 0 ? "" : needs.get(area.id)?.join(" ");
    const digits = area.counters.map(({ key, value }) => `${key}${String(value).length}`);
    return `${area.id} ${area.label.length} ${area.size} ${digits} ${need} ${
      everFilled.has(area.id)
    }`;
  });
  return `${width} ${height} ${areas.join("|")}`;
}

/** Whether two scenes of a game have the same layout: the same areas, and the same pieces in the same
 * places, though their marks or labels may differ. */
export function hasSameLayout(one: Scene, other: Scene): boolean {
  return one.areas.length === other.areas.length && one.pieces.length === other.pieces.length &&
    one.areas.every((area, i) => area === other.areas[i]) &&
    one.pieces.every((piece, i) => isSamePlace(piece, other.pieces[i]));
}

function isSamePlace(one: Piece, other: Piece | undefined): boolean {
  return one === other ||
    one.id === other?.id && one.area === other.area && one.art === other.art &&
      one.at[0] === other.at[0] && one.at[1] === other.at[1] &&
      one.span[0] === other.span[0] && one.span[1] === other.span[1];
}

/** Place everything; returns the size of the main board relative to the largest possible. */
function placeAll(builder: LayoutBuilder): number {
  const { isWide } = builder.sizes;
  let rest: Box = {
    x: GAP_PX,
    y: GAP_PX,
    w: builder.width - 2 * GAP_PX,
    h: builder.height - 2 * GAP_PX,
  };
  rest = isWide ? placePanelColumn(builder, rest) : placePanelLines(builder, rest);
  const maxWidth = rest.w;
  rest = placeHand(builder, rest);
  rest = isWide ? placeSideColumn(builder, rest) : placeSideRows(builder, rest);
  placeBoards(builder, rest);
  return boardShare(builder, maxWidth);
}

function boardShare(builder: LayoutBuilder, maxWidth: number): number {
  const board = mainBoard(builder);
  if (!board) return 1;
  const [columns, rows] = board.size;
  const largest = Math.min(
    maxWidth / columns,
    builder.height * (builder.sizes.isWide ? 0.78 : 0.62) / rows,
  );
  return Math.min(1, (builder.boxOf(board)?.w ?? 0) / columns / largest);
}
