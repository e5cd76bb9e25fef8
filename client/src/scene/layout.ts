/** The layout of a scene: a pure function from a scene and a screen size to boxes.
 *
 * Boards are in the middle, the player's own hand is at the bottom. The panels are lines above the boards or
 * a column at the left, the side areas lines below them or a column at the right: on a tall screen
 * rather lines, on a wide one rather columns, but what leaves the most space for the main board.
 * Nothing is wider than the screen, and a board keeps its size during a game.
 */

import type { Piece, Scene } from "../wire/types.ts";
import { mainBoard, placeBoards } from "./boards.ts";
import { type Box, clamp, GAP_PX, type Layout } from "./boxes.ts";
import type { Proportions } from "./look.ts";
import { placePanelColumn, placePanelLines } from "./panels.ts";
import { placeHand, placeSideColumn, placeSideRows } from "./rows.ts";
import {
  type Candidate,
  LayoutBuilder,
  type LayoutMemory,
  NO_MEMORY,
  type Sizes,
} from "./LayoutBuilder.ts";

export type { Box, Layout, PlacedArea, PlacedPiece } from "./boxes.ts";

/** Scales of the hand and the side areas, from generous to tight. */
const SIZE_LEVELS = [
  { hand: 1.35, side: 1.3 },
  { hand: 1, side: 1 },
  { hand: 0.85, side: 0.9 },
  { hand: 0.7, side: 0.75 },
] as const;
const GOOD_ENOUGH_SHARE = 0.92; // of the largest possible board: then nothing else has to shrink
const HAND_ALONE_SHARE = 0.3; // of the height, where no board is shown
const LOW_BELOW_PX = 420; // height of a screen, such as a phone in landscape
const WORTHWHILE_GAIN = 1.08; // for which an unusual arrangement is chosen

/** Where the panels and the side areas are. */
interface Arrangement {
  /** Panels in a column at the left, not in lines above. */
  readonly isWide: boolean;
  /** Side areas in a column at the right, not in lines below. */
  readonly hasSideColumn: boolean;
}

/** The arrangements for a screen, the usual one first. */
function arrangementsFor(width: number, height: number): readonly Arrangement[] {
  const isWide = width > height * 1.05;
  return [
    { isWide, hasSideColumn: isWide },
    { isWide, hasSideColumn: !isWide },
    { isWide: !isWide, hasSideColumn: !isWide },
    { isWide: !isWide, hasSideColumn: isWide },
  ];
}

function sizesFor(
  scene: Scene,
  width: number,
  height: number,
  arrangement: Arrangement,
  level: typeof SIZE_LEVELS[number],
): Sizes {
  const { isWide } = arrangement;
  const isLow = height < LOW_BELOW_PX;
  const isLarge = isWide ? !isLow : width >= 600;
  const hasBoard = scene.areas.some(({ size }) => size[0] > 0);
  const hand = hasBoard
    ? clamp(height * (isWide ? 0.17 : 0.15), isLow ? 52 : 64, isLarge ? 140 : 108)
    : height * HAND_ALONE_SHARE;
  const side = clamp(height * (isWide ? 0.12 : 0.1), 44, isLarge ? 110 : 60);
  return {
    ...arrangement,
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
  const arrangements = arrangementsFor(width, height);
  const place = ({ arrangement, level }: Candidate) => {
    const sizes = sizesFor(
      scene,
      width,
      height,
      arrangements[arrangement] as Arrangement,
      SIZE_LEVELS[level] as typeof SIZE_LEVELS[number],
    );
    const builder = new LayoutBuilder(scene, art, width, height, memory, sizes);
    placeAll(builder);
    return builder;
  };
  const shape = memory.best ? shapeOf(scene, art, width, height, memory) : "";
  const best = memory.best?.get(shape) ??
    bestCandidate(keptArrangement(memory, width, height) ?? arrangements.keys(), place);
  memory.best?.set(shape, best);
  memory.arrangements?.set(screenKey(memory, width, height), best.arrangement);
  return place(best).layout();
}

/** The arrangement that was chosen for a screen stays the same during a game. */
function keptArrangement(
  memory: LayoutMemory,
  width: number,
  height: number,
): readonly number[] | undefined {
  const kept = memory.arrangements?.get(screenKey(memory, width, height));
  return kept === undefined ? undefined : [kept];
}

/** A screen for which an arrangement is kept. On a low one it is chosen anew when an area has its first
 * pieces: what was best without them may leave the board too little. */
function screenKey({ everFilled }: LayoutMemory, width: number, height: number): string {
  const filled = height < LOW_BELOW_PX ? [...everFilled].join() : "";
  return `${width} ${height} ${filled}`;
}

/** The candidate with the largest board; the usual arrangement and generous sizes unless others
 * are worth it. */
function bestCandidate(
  arrangements: Iterable<number>,
  place: (candidate: Candidate) => LayoutBuilder,
): Candidate {
  const ofArrangement = (arrangement: number) => {
    let best = { arrangement, level: 0, share: boardShare(place({ arrangement, level: 0 })) };
    for (let level = 1; level < SIZE_LEVELS.length && best.share < GOOD_ENOUGH_SHARE; level++) {
      const share = boardShare(place({ arrangement, level }));
      if (share > best.share + 0.001) best = { arrangement, level, share };
    }
    return best;
  };
  const [first = 0, ...others] = arrangements;
  let best = ofArrangement(first);
  for (const arrangement of others) {
    if (best.share >= GOOD_ENOUGH_SHARE) break;
    const other = ofArrangement(arrangement);
    if (other.share > best.share * WORTHWHILE_GAIN) best = other;
  }
  return best;
}

/** What the best candidate depends on: the screen, and of each area the space its pieces and counters
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

function placeAll(builder: LayoutBuilder): void {
  const { isWide, hasSideColumn } = builder.sizes;
  let rest: Box = {
    x: GAP_PX,
    y: GAP_PX,
    w: builder.width - 2 * GAP_PX,
    h: builder.height - 2 * GAP_PX,
  };
  rest = isWide ? placePanelColumn(builder, rest) : placePanelLines(builder, rest);
  if (hasSideColumn) rest = placeSideColumn(builder, rest);
  rest = placeHand(builder, rest);
  if (!hasSideColumn) rest = placeSideRows(builder, rest);
  placeBoards(builder, rest);
}

/** The size of the main board relative to the largest that can be hoped for. */
function boardShare(builder: LayoutBuilder): number {
  const board = mainBoard(builder);
  if (!board) return 1;
  const [columns, rows] = board.size;
  const { width, height } = builder;
  const largest = Math.min(
    Math.min(width, height * 1.2) / columns,
    height * (width > height ? 0.84 : 0.66) / rows,
  );
  return Math.min(1, (builder.boxOf(board)?.w ?? 0) / columns / largest);
}
