/** The layout of a scene: a pure function from a scene and a screen size to boxes.
 *
 * On a tall screen: panels above, one line each; boards in the middle, side areas below them, the
 * player's own hand at the bottom. On a wide one: panels at the left, side areas at the right.
 * Nothing is wider than the screen, and a board keeps its size during a game.
 */

import type { Scene } from "../wire/types.ts";
import { mainBoard, placeBoards } from "./boards.ts";
import { type Box, clamp, GAP_PX, type Layout } from "./boxes.ts";
import type { Art } from "./look.ts";
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
  art: Art,
  width: number,
  height: number,
  memory: LayoutMemory = NO_MEMORY,
): Layout {
  let best: { builder: LayoutBuilder; share: number } | null = null;
  for (const level of SIZE_LEVELS) {
    const builder = new LayoutBuilder(
      scene,
      art,
      width,
      height,
      memory,
      sizesFor(width, height, level),
    );
    const share = placeAll(builder);
    if (!best || share > best.share + 0.001) best = { builder, share };
    if (share >= (level === SIZE_LEVELS[0] ? 0.999 : GOOD_ENOUGH_SHARE)) break;
  }
  if (!best) throw new Error("no layout was found");
  return best.builder.layout();
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
