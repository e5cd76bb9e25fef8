/** Layout of the seats' panels: a line or a chip each above the boards, or a column at the left. */

import type { Area } from "../wire/types.ts";
import {
  type Box,
  clamp,
  counterWidth,
  counterWidths,
  GAP_PX,
  sumWithGaps,
  wrapLines,
} from "./boxes.ts";
import type { LayoutBuilder } from "./LayoutBuilder.ts";

const PANEL_LINE_WIDTH_PX = 330;
const PANEL_LINE_GAP_PX = 3;
const PAD_PX = 8;
const MAX_LINES = 2; // panels: more of them are chips on a narrow screen
const MIN_CHIP_WIDTH_PX = 112;
const CHIP_LINE_PX = 18;
const FLAT_CHIP_LINE_PX = 15;
const FLAT_CHIPS_BELOW_PX = 400; // height of a screen
const CHIP_PAD_PX = 2;
const MAX_NAME_SHARE = 0.72; // of a chip that has pieces
const OWN_NAME_LENGTH = 5;
const BADGE_PX = 24;
const NAME_LETTER_PX = 7.4;

/** The height of a line of a chip: lower above the boards of a low screen. */
function chipLine({ height, sizes }: LayoutBuilder): number {
  return height < FLAT_CHIPS_BELOW_PX && !sizes.isWide ? FLAT_CHIP_LINE_PX : CHIP_LINE_PX;
}

function chipHeight(builder: LayoutBuilder): number {
  return 2 * (chipLine(builder) + CHIP_PAD_PX);
}

// lines

/** Place each panel as a line: name, counters aligned as in a table, pieces. */
export function placePanelLines(builder: LayoutBuilder, rest: Box): Box {
  const panels = builder.areasAt("panel");
  if (!panels.length) return rest;
  const columns = clamp(
    Math.floor((rest.w + GAP_PX) / (PANEL_LINE_WIDTH_PX + GAP_PX)),
    1,
    panels.length,
  );
  const isTight = panels.length > MAX_LINES || builder.sizes.isLow;
  if (columns === 1 && isTight) return placePanelChips(builder, panels, rest);
  const lines = Math.ceil(panels.length / columns);
  const height = lines <= 2 ? 34 : lines <= 4 ? 28 : 24;
  const width = (rest.w - GAP_PX * (columns - 1)) / columns;
  const slots = counterSlots(panels);
  const name = nameWidth(panels, width);
  panels.forEach((panel, i) => {
    const column = Math.floor(i / lines);
    const y = rest.y + (i % lines) * (height + PANEL_LINE_GAP_PX);
    const box = { x: rest.x + column * (width + GAP_PX), y, w: width, h: height };
    placePanelLine(builder, panel, box, name, slots);
  });
  const used = lines * (height + PANEL_LINE_GAP_PX) - PANEL_LINE_GAP_PX + GAP_PX;
  return { ...rest, y: rest.y + used, h: rest.h - used };
}

/** Place panels as chips, two or (on a low screen) more beside each other: the name and the pieces, below
 * them the counters. */
function placePanelChips(builder: LayoutBuilder, panels: readonly Area[], rest: Box): Box {
  const fitting = Math.floor((rest.w + GAP_PX) / (MIN_CHIP_WIDTH_PX + GAP_PX));
  const columns = clamp(fitting, 2, builder.sizes.isLow ? Math.max(2, panels.length) : 2);
  const width = (rest.w - GAP_PX * (columns - 1)) / columns;
  const height = chipHeight(builder);
  panels.forEach((panel, i) => {
    const x = rest.x + (i % columns) * (width + GAP_PX);
    const y = rest.y + Math.floor(i / columns) * (height + PANEL_LINE_GAP_PX);
    placePanelChip(builder, panel, { x, y, w: width, h: height });
  });
  const lines = Math.ceil(panels.length / columns);
  const used = lines * (height + PANEL_LINE_GAP_PX) - PANEL_LINE_GAP_PX + GAP_PX;
  return { ...rest, y: rest.y + used, h: rest.h - used };
}

/** The width of a name with its badge, without tags; one's own is a short word for "you". */
function nameNeeds({ seat, label }: Area, viewer: number): number {
  const length = seat === viewer ? OWN_NAME_LENGTH : label.length;
  return BADGE_PX + length * NAME_LETTER_PX;
}

function placePanelChip(builder: LayoutBuilder, panel: Area, box: Box): void {
  const inner = { x: box.x + PAD_PX, y: box.y + CHIP_PAD_PX, w: box.w - 2 * PAD_PX };
  const line = chipLine(builder);
  const pieces = builder.pieceWidths(panel, line);
  const least = Math.min(inner.w * MAX_NAME_SHARE, nameNeeds(panel, builder.scene.viewer));
  const name = Math.round(clamp(inner.w - sumWithGaps(pieces, 3) - 4, least, inner.w));
  const widths = counterWidths(panel);
  const needed = widths.reduce((sum, width) => sum + width, 0);
  const scale = Math.min(1, inner.w / Math.max(1, needed));
  let x = inner.x;
  const counters = widths.map((width) => {
    const counter = { x, y: inner.y + line, w: width * scale, h: line };
    x += width * scale;
    return counter;
  });
  builder.placeArea(panel, { box, caption: { ...inner, w: name, h: line }, counters });
  const space = { x: inner.x + name + 4, y: inner.y, w: inner.w - name - 4, h: line };
  builder.placeRow(panel, space, "left");
}

/** The width of each counter over all panels, by key, so that they align. */
function counterSlots(panels: readonly Area[]): Map<string, number> {
  const slots = new Map<string, number>();
  for (const { key, value } of panels.flatMap((panel) => panel.counters)) {
    slots.set(key, Math.max(slots.get(key) ?? 0, counterWidth(value), counterWidth(10)));
  }
  return slots;
}

/** The width for the badge and the longest name, at most a share of the line. */
function nameWidth(panels: readonly Area[], width: number): number {
  const longest = Math.max(...panels.map((panel) => panel.label.length));
  return Math.round(
    clamp(BADGE_PX + longest * NAME_LETTER_PX, 84, width * (width > 400 ? 0.4 : 0.29)),
  );
}

function placePanelLine(
  builder: LayoutBuilder,
  panel: Area,
  box: Box,
  name: number,
  slots: ReadonlyMap<string, number>,
): void {
  const starts = new Map<string, number>();
  let x = box.x + PAD_PX + name + 4;
  for (const [key, width] of slots) {
    starts.set(key, x);
    x += width + 4;
  }
  builder.placeArea(panel, {
    box,
    caption: { x: box.x + PAD_PX, y: box.y, w: name, h: box.h },
    counters: panel.counters.map(({ key }) => ({
      x: starts.get(key) ?? 0,
      y: box.y,
      w: slots.get(key) ?? 0,
      h: box.h,
    })),
  });
  const space = { x: x + 4, y: box.y + 2, w: box.x + box.w - PAD_PX - x - 4, h: box.h - 4 };
  builder.placeRow(panel, space, "left");
}

// panels

/** The heights and paddings of a panel. */
interface PanelSizes {
  readonly caption: number;
  readonly counter: number;
  readonly piece: number;
  readonly pad: number;
  readonly gap: number;
}

/** From generous to tight. */
const PANEL_SIZES: readonly PanelSizes[] = [
  { caption: 28, counter: 24, piece: 36, pad: 8, gap: 6 },
  { caption: 24, counter: 20, piece: 28, pad: 5, gap: 4 },
  { caption: 20, counter: 18, piece: 20, pad: 3, gap: 2 },
  { caption: 15, counter: 14, piece: 15, pad: 2, gap: 2 },
];

/** Place the panels in a column: the name, then counters and pieces in lines. */
export function placePanelColumn(builder: LayoutBuilder, rest: Box): Box {
  const panels = builder.areasAt("panel");
  if (!panels.length) return rest;
  const width = builder.sizes.isLow
    ? Math.round(clamp(builder.width * 0.25, 104, 180))
    : Math.round(clamp(builder.width * 0.2, 168, 270));
  const available = rest.h / panels.length;
  if (builder.sizes.isLow) {
    const height = chipHeight(builder);
    const gap = clamp(available - height, 0, GAP_PX);
    panels.forEach((panel, i) => {
      const y = rest.y + i * (height + gap);
      placePanelChip(builder, panel, { x: rest.x, y, w: width, h: height });
    });
    return { ...rest, x: rest.x + width + GAP_PX, w: rest.w - width - GAP_PX };
  }
  const sizes = sizesThatFit(panels, width, available);
  const height = Math.min(panelHeight(panels, width, sizes), available - 2);
  const gap = Math.min(GAP_PX, available - height);
  panels.forEach((panel, i) => {
    const y = rest.y + i * (height + gap);
    placePanelBlock(builder, panel, { x: rest.x, y, w: width, h: height }, sizes);
  });
  return { ...rest, x: rest.x + width + 2 * GAP_PX, w: rest.w - width - 2 * GAP_PX };
}

/** The most generous sizes with which all panels fit, else the tightest. */
function sizesThatFit(panels: readonly Area[], width: number, available: number): PanelSizes {
  const fitting = PANEL_SIZES.find((sizes) =>
    panelHeight(panels, width, sizes) + sizes.gap <= available
  );
  return fitting ?? PANEL_SIZES[PANEL_SIZES.length - 1] as PanelSizes;
}

/** The height the fullest panel needs; a line for pieces is reserved even while there are none. */
function panelHeight(panels: readonly Area[], width: number, sizes: PanelSizes): number {
  const lines = panels.map((panel) => wrapCounters(panel, width, sizes).lines);
  return sizes.caption + Math.max(...lines) * sizes.counter + sizes.piece + 2 * sizes.pad;
}

function wrapCounters(panel: Area, width: number, sizes: PanelSizes) {
  return wrapLines(counterWidths(panel), width - 2 * PAD_PX, sizes.gap);
}

function placePanelBlock(builder: LayoutBuilder, panel: Area, box: Box, sizes: PanelSizes): void {
  const wrapped = wrapCounters(panel, box.w, sizes);
  const inner = { x: box.x + PAD_PX, y: box.y + sizes.pad, w: box.w - 2 * PAD_PX };
  const top = inner.y + sizes.caption;
  builder.placeArea(panel, {
    box,
    caption: { ...inner, h: sizes.caption },
    counters: wrapped.boxes.map((one) => ({
      x: inner.x + one.x,
      y: top + one.line * sizes.counter,
      w: one.w,
      h: sizes.counter,
    })),
  });
  builder.placeRow(
    panel,
    { ...inner, y: top + wrapped.lines * sizes.counter, h: sizes.piece },
    "left",
  );
}
