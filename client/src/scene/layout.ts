/** Where everything of a scene goes on a screen: numbers in, boxes out.
 *
 * On a tall screen: people above, a line each; boards in the middle, things beside them below, one's
 * own hand at the bottom. On a wide one: people at the left, things at the right. Nothing is ever
 * wider than the screen, and a board keeps its size while the game goes on.
 */

import type { Scene } from "../wire/types.ts";
import { boards, mainBoard } from "./boards.ts";
import { type Box, clamp, GAP, type Layout } from "./boxes.ts";
import type { Art } from "./look.ts";
import { panelsAbove, panelsAside } from "./panels.ts";
import { hands, shelfAside, shelfBelow } from "./rows.ts";
import { type Habits, NO_HABITS, Sheet, type Sizes } from "./sheet.ts";

export type { Box, Layout, PlacedArea, PlacedPiece } from "./boxes.ts";

/** From generous to tight: how large hand and shelf are. */
const LEVELS = [
  { hand: 1.35, shelf: 1.3 },
  { hand: 1, shelf: 1 },
  { hand: 0.85, shelf: 0.9 },
  { hand: 0.7, shelf: 0.75 },
] as const;
const ENOUGH = 0.92; // of what the boards could have at most: then nothing else need shrink

function sizesFor(width: number, height: number, level: typeof LEVELS[number]): Sizes {
  const isWide = width >= 480 && width > height * 1.05;
  const isLow = height < 420;
  const isLarge = isWide ? !isLow : width >= 600;
  const hand = clamp(height * (isWide ? 0.17 : 0.15), 64, isLarge ? 140 : 108);
  const shelf = clamp(height * (isWide ? 0.12 : 0.1), 44, isLarge ? 110 : 60);
  return {
    isWide,
    isLow,
    hand: Math.round(hand * level.hand),
    shelf: Math.round(shelf * level.shelf),
  };
}

/** Lay a scene out for a screen of a width and height. */
export function arrange(
  scene: Scene,
  art: Art,
  width: number,
  height: number,
  habits: Habits = NO_HABITS,
): Layout {
  let best: { sheet: Sheet; share: number } | null = null;
  for (const level of LEVELS) {
    const sheet = new Sheet(scene, art, width, height, habits, sizesFor(width, height, level));
    const share = run(sheet);
    if (!best || share > best.share + 0.001) best = { sheet, share };
    if (share >= (level === LEVELS[0] ? 0.999 : ENOUGH)) break;
  }
  if (!best) throw new Error("there is no way to lay a scene out");
  return best.sheet.layout();
}

/** Lay everything out; how large the main board is, by how large it could be. */
function run(sheet: Sheet): number {
  const { isWide } = sheet.sizes;
  let rest: Box = { x: GAP, y: GAP, w: sheet.width - 2 * GAP, h: sheet.height - 2 * GAP };
  rest = isWide ? panelsAside(sheet, rest) : panelsAbove(sheet, rest);
  const most = rest.w;
  rest = hands(sheet, rest);
  rest = isWide ? shelfAside(sheet, rest) : shelfBelow(sheet, rest);
  boards(sheet, rest);
  return shareOf(sheet, most);
}

function shareOf(sheet: Sheet, most: number): number {
  const board = mainBoard(sheet);
  if (!board) return 1;
  const [columns, rows] = board.size;
  const wish = Math.min(most / columns, sheet.height * (sheet.sizes.isWide ? 0.78 : 0.62) / rows);
  return Math.min(1, (sheet.boxOf(board)?.w ?? 0) / columns / wish);
}
