/** Where everything of a scene goes on a screen: numbers in, boxes out.
 *
 * On a tall screen: people above, boards in the middle, things beside them below, one's own hand at
 * the bottom. On a wide one: people at the left, things at the right. Nothing is ever wider than
 * the screen.
 */

import type { Area, Piece, Scene } from "../wire/types.ts";
import { type Art, entry, type Place } from "./look.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface PlacedPiece extends Box {
  readonly z: number;
  readonly tilt: number;
}

export interface PlacedArea {
  readonly box: Box;
  readonly place: Place;
  /** Where its name is written; none where the picture says enough. */
  readonly caption: Box | null;
  readonly counters: readonly Box[];
}

export interface Layout {
  readonly areas: ReadonlyMap<string, PlacedArea>;
  readonly pieces: ReadonlyMap<string, PlacedPiece>;
  readonly isWide: boolean;
}

/** What stays the same from one scene to the next, so that nothing jumps. */
export interface Habits {
  /** Areas that once had pieces keep their room. */
  readonly filled: ReadonlySet<string>;
}

export const NO_HABITS: Habits = { filled: new Set() };

const GAP = 8;
const CAPTION = 20;
const COUNTER_HEIGHT = 22;
const FALLBACK_SHAPE = 5 / 7;

/** Sizes that depend on the screen, and on how much has to go on it. */
interface Sizes {
  readonly isWide: boolean;
  readonly panelPiece: number;
  readonly panelWidth: number; // at least
  readonly hand: number;
  readonly shelf: number;
}

/** From generous to tight: how large hand and shelf are, and how narrow panels may be. */
const LEVELS = [
  { hand: 1.35, shelf: 1.3, panel: 150 },
  { hand: 1, shelf: 1, panel: 150 },
  { hand: 0.85, shelf: 0.9, panel: 150 },
  { hand: 0.85, shelf: 0.85, panel: 80 },
  { hand: 0.7, shelf: 0.75, panel: 80 },
  { hand: 0.58, shelf: 0.7, panel: 80 },
] as const;
const ENOUGH = 0.92; // of what the boards could have at most: then nothing else need shrink

function sizesFor(width: number, height: number, level: typeof LEVELS[number]): Sizes {
  const isWide = width >= 720 && width > height * 1.05;
  const isLarge = isWide || width >= 600;
  const hand = clamp(height * (isWide ? 0.17 : 0.15), 64, isLarge ? 140 : 108);
  const shelf = clamp(height * 0.1, 44, isLarge ? 96 : 60);
  return {
    isWide,
    panelPiece: isLarge ? 36 : 30,
    panelWidth: level.panel,
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
  let best: Arranging | null = null;
  for (const level of LEVELS) {
    const sizes = sizesFor(width, height, level);
    const tried = new Arranging(scene, art, width, height, habits, sizes);
    tried.run();
    if (!best || tried.share > best.share + 0.001) best = tried;
    if (tried.share >= (level === LEVELS[0] ? 0.999 : ENOUGH)) {
      best = tried;
      break;
    }
  }
  if (!best) throw new Error("there is no way to lay a scene out");
  return best.layout();
}

/** Where an area goes: as the game wishes, else by its kind. */
export function placeOf(area: Area, scene: Scene, art: Art): Place {
  const wish = entry(art.look.areas, area.id).place;
  if (wish) return wish;
  if (area.kind === "panel") return "panel";
  if (area.kind === "board" || area.kind === "track") return "centre";
  if (area.kind === "row" && area.seat >= 0 && area.seat === scene.viewer) return "bottom";
  return "side";
}

class Arranging {
  readonly #areas = new Map<string, PlacedArea>();
  readonly #pieces = new Map<string, PlacedPiece>();
  readonly #byArea = new Map<string, Piece[]>();
  /** How large the largest board is, by how large it could be. */
  share = 1;

  constructor(
    readonly scene: Scene,
    readonly art: Art,
    readonly width: number,
    readonly height: number,
    readonly habits: Habits,
    readonly sizes: Sizes,
  ) {
    for (const area of scene.areas) this.#byArea.set(area.id, []);
    for (const piece of scene.pieces) this.#byArea.get(piece.area)?.push(piece);
  }

  layout(): Layout {
    return { areas: this.#areas, pieces: this.#pieces, isWide: this.sizes.isWide };
  }

  run(): void {
    const { isWide } = this.sizes;
    let rest: Box = { x: GAP, y: GAP, w: this.width - 2 * GAP, h: this.height - 2 * GAP };
    rest = isWide ? this.#panelsAside(rest) : this.#panelsAbove(rest);
    const most = rest;
    rest = this.#topRows(rest);
    rest = this.#hands(rest);
    rest = isWide ? this.#shelfAside(rest) : this.#shelfBelow(rest);
    this.#boards(rest);
    this.#judge(most);
  }

  /** Compare the largest board with what it could have at most. */
  #judge(most: Box): void {
    const boards = this.#at("centre").filter((area) => area.size[0] > 0);
    const board = boards.reduce<Area | null>(
      (one, other) => one && squareness(one) >= squareness(other) ? one : other,
      null,
    );
    if (!board) return;
    const wish = Math.min(
      most.w / board.size[0],
      this.height * (this.sizes.isWide ? 0.78 : 0.62) / board.size[1],
    );
    const scale = (this.#areas.get(board.id)?.box.w ?? 0) / board.size[0];
    this.share = Math.min(1, scale / wish);
  }

  #at(place: Place): Area[] {
    const order = (area: Area) => entry(this.art.look.areas, area.id).order ?? 0;
    return this.scene.areas
      .filter((area) => placeOf(area, this.scene, this.art) === place)
      .sort((one, other) => order(one) - order(other));
  }

  #inside(area: Area): Piece[] {
    return [...(this.#byArea.get(area.id) ?? [])].sort((one, other) => one.at[0] - other.at[0]);
  }

  // people

  #panelsAbove(rest: Box): Box {
    const panels = this.#at("panel");
    if (!panels.length) return rest;
    const columns = bestColumns(panels.length, (columns) => {
      const width = (rest.w - GAP * (columns - 1)) / columns;
      if (width < this.sizes.panelWidth && columns > 1) return Infinity;
      const tallest = Math.max(...panels.map((panel) => this.#panelHeight(panel, width)));
      return Math.ceil(panels.length / columns) * (tallest + GAP);
    });
    const width = (rest.w - GAP * (columns - 1)) / columns;
    let y = rest.y;
    for (let first = 0; first < panels.length; first += columns) {
      const line = panels.slice(first, first + columns);
      const height = Math.max(...line.map((panel) => this.#panelHeight(panel, width)));
      line.forEach((panel, i) => {
        this.#panel(panel, { x: rest.x + i * (width + GAP), y, w: width, h: height });
      });
      y += height + GAP;
    }
    return { ...rest, y, h: rest.y + rest.h - y };
  }

  #panelsAside(rest: Box): Box {
    const panels = this.#at("panel");
    if (!panels.length) return rest;
    const width = Math.round(clamp(this.width * 0.19, 168, 250));
    const heights = panels.map((panel) => this.#panelHeight(panel, width));
    const total = heights.reduce((sum, height) => sum + height + GAP, -GAP);
    const squeeze = Math.min(1, rest.h / total);
    let y = rest.y;
    panels.forEach((panel, i) => {
      const height = (heights[i] ?? 0) * squeeze;
      this.#panel(panel, { x: rest.x, y, w: width, h: height });
      y += height + GAP * squeeze;
    });
    return { ...rest, x: rest.x + width + 2 * GAP, w: rest.w - width - 2 * GAP };
  }

  /** The name, then counters and pieces in lines. */
  #panelHeight(panel: Area, width: number): number {
    const flow = this.#panelFlow(panel, width);
    return 28 + flow.height + 6;
  }

  #panelFlow(panel: Area, width: number) {
    const pieces = this.#inside(panel);
    const holdsRoom = pieces.length > 0 || this.habits.filled.has(panel.id);
    const counters = panel.counters.map((counter) => counterWidth(counter.value));
    const flow = flowOf(counters, width - 16, 6);
    const lines = counters.length ? flow.lines : 0;
    const side = this.sizes.panelPiece;
    const besides = width - 16 - flow.lastWidth - 8;
    const needed = pieces.reduce((sum, piece) => sum + side * this.#shape(piece, panel) + 4, 0);
    const fits = lines > 0 && needed <= besides;
    const countersHeight = lines * COUNTER_HEIGHT;
    const height = !holdsRoom
      ? countersHeight
      : fits
      ? Math.max(countersHeight, (lines - 1) * COUNTER_HEIGHT + side + 2)
      : countersHeight + side + 2;
    return { flow, fits, lines, height, pieces, side };
  }

  #panel(panel: Area, box: Box): void {
    const { flow, fits, lines, pieces, side } = this.#panelFlow(panel, box.w);
    const top = box.y + 28;
    const lift = fits ? Math.max(0, side - COUNTER_HEIGHT) / 2 : 0;
    const counters = flow.boxes.map((one) => ({
      x: box.x + 8 + one.x,
      y: top + one.line * COUNTER_HEIGHT + (one.line === lines - 1 ? lift : 0),
      w: one.w,
      h: COUNTER_HEIGHT,
    }));
    this.#areas.set(panel.id, {
      box,
      place: "panel",
      caption: { x: box.x + 8, y: box.y + 4, w: box.w - 16, h: 24 },
      counters,
    });
    const start = fits ? box.x + 8 + flow.lastWidth + 8 : box.x + 8;
    const y = fits ? top + (lines - 1) * COUNTER_HEIGHT : top + lines * COUNTER_HEIGHT + 1;
    this.#line(pieces, panel, { x: start, y, w: box.x + box.w - 8 - start, h: side }, "left");
  }

  // rows and stacks

  #topRows(rest: Box): Box {
    const areas = this.#at("top");
    if (!areas.length) return rest;
    const used = this.#shelf(areas, rest, this.sizes.shelf);
    return { ...rest, y: rest.y + used, h: rest.h - used };
  }

  #shelfAside(rest: Box): Box {
    const areas = this.#at("side");
    if (!areas.length) return rest;
    const width = Math.round(clamp(this.width * 0.16, 120, 230));
    const x = rest.x + rest.w - width;
    const size = this.sizes.shelf;
    const total = areas.reduce((sum, area) => sum + this.#blockHeight(area, size, width) + GAP, 0);
    const squeeze = Math.min(1, rest.h / total);
    let y = rest.y;
    for (const area of areas) {
      const height = this.#blockHeight(area, size * squeeze, width);
      this.#block(area, { x, y, w: width, h: height }, size * squeeze);
      y += height + GAP * squeeze;
    }
    return { ...rest, w: rest.w - width - 2 * GAP };
  }

  #shelfBelow(rest: Box): Box {
    const areas = this.#at("side");
    if (!areas.length) return rest;
    const size = this.sizes.shelf;
    const height = this.#shelfLines(areas, rest.w, size).reduce((sum, line) => sum + line.h, 0);
    this.#shelf(areas, { ...rest, y: rest.y + rest.h - height }, size);
    return { ...rest, h: rest.h - height };
  }

  /** Blocks side by side in lines; returns the height of all. */
  #shelf(areas: readonly Area[], rest: Box, size: number): number {
    let y = rest.y;
    for (const line of this.#shelfLines(areas, rest.w, size)) {
      const used = line.widths.reduce((sum, width) => sum + width + GAP, -GAP);
      let x = rest.x + (rest.w - used) / 2;
      line.areas.forEach((area, i) => {
        const width = line.widths[i] ?? 0;
        this.#block(area, { x, y, w: width, h: line.h - GAP }, size);
        x += width + GAP;
      });
      y += line.h;
    }
    return y - rest.y;
  }

  #shelfLines(areas: readonly Area[], width: number, size: number) {
    const lines: { areas: Area[]; widths: number[]; h: number }[] = [];
    let left = 0;
    for (const area of areas) {
      const wish = Math.min(width, this.#blockWidth(area, size));
      const height = this.#blockHeight(area, size, wish) + GAP;
      let line = lines.at(-1);
      if (!line || wish > left) {
        line = { areas: [], widths: [], h: 0 };
        lines.push(line);
        left = width;
      }
      line.areas.push(area);
      line.widths.push(wish);
      line.h = Math.max(line.h, height);
      left -= wish + GAP;
    }
    return lines;
  }

  #blockWidth(area: Area, size: number): number {
    const pieces = this.#inside(area);
    const side = this.#side(area, size);
    const widths = pieces.map((piece) => side * this.#shape(piece, area));
    const content = area.kind === "stack"
      ? Math.max(0, ...widths) + Math.min(4, Math.max(0, pieces.length - 1)) * 3
      : widths.reduce((sum, width) => sum + width + 4, -4);
    const counters = Math.min(
      180,
      area.counters.reduce((sum, counter) => sum + counterWidth(counter.value) + 6, -6),
    );
    return Math.max(content, counters, Math.min(120, area.label.length * 6.4 + 8), 44);
  }

  #blockHeight(area: Area, size: number, width: number): number {
    const lines = area.counters.length ? flowOf(widthsOf(area), width, 6).lines : 0;
    const isFilled = this.#inside(area).length > 0 || this.habits.filled.has(area.id);
    const content = isFilled ? this.#side(area, size) : 0;
    return CAPTION + content + lines * COUNTER_HEIGHT;
  }

  #side(area: Area, size: number): number {
    return entry(this.art.look.areas, area.id).small ? size * 0.7 : size;
  }

  #block(area: Area, box: Box, size: number): void {
    const side = this.#side(area, size);
    const pieces = this.#inside(area);
    const flow = flowOf(widthsOf(area), box.w, 6);
    const top = box.y + CAPTION;
    const hasRoom = pieces.length > 0 || this.habits.filled.has(area.id);
    const below = top + (hasRoom ? side : 0);
    this.#areas.set(area.id, {
      box,
      place: placeOf(area, this.scene, this.art),
      caption: { x: box.x, y: box.y, w: box.w, h: CAPTION },
      counters: flow.boxes.map((one) => ({
        x: box.x + one.x + (box.w - (flow.widths[one.line] ?? 0)) / 2,
        y: below + one.line * COUNTER_HEIGHT,
        w: one.w,
        h: COUNTER_HEIGHT,
      })),
    });
    const inner = { x: box.x, y: top, w: box.w, h: side };
    if (area.kind === "stack") this.#stack(pieces, area, inner);
    else this.#line(pieces, area, inner, "centre");
  }

  #stack(pieces: readonly Piece[], area: Area, box: Box): void {
    const shift = Math.min(3, box.h * 0.05);
    pieces.forEach((piece, i) => {
      const w = Math.min(box.w, box.h * this.#shape(piece, area));
      const h = w / this.#shape(piece, area);
      const rise = Math.min(i, 4) * shift;
      const x = box.x + (box.w - w) / 2 + rise;
      this.#put(piece, area, { x, y: box.y + (box.h - h) / 2 - rise, w, h }, i);
    });
  }

  // one's own hand

  #hands(rest: Box): Box {
    const areas = this.#at("bottom").filter((area) =>
      this.#inside(area).length > 0 || this.habits.filled.has(area.id)
    );
    for (const area of this.#at("bottom")) {
      if (!areas.includes(area)) this.#emptyHand(area, rest);
    }
    if (!areas.length) return rest;
    const size = this.sizes.hand;
    const wishes = areas.map((area) => this.#handWidth(area, size));
    const total = wishes.reduce((sum, wish) => sum + wish + 2 * GAP, -2 * GAP);
    const isTight = areas.length > 1 && total > rest.w * 1.9;
    const lines = isTight ? areas.map((area) => [area]) : [areas];
    const height = isTight ? size * 0.8 : size;
    let y = rest.y + rest.h - lines.length * (height + GAP) + GAP;
    const top = y - GAP;
    for (const line of lines) {
      this.#handLine(line, { x: rest.x, y, w: rest.w, h: height });
      y += height + GAP;
    }
    return { ...rest, h: top - rest.y };
  }

  #emptyHand(area: Area, rest: Box): void {
    const box = { x: rest.x, y: rest.y + rest.h, w: rest.w, h: 0 };
    this.#areas.set(area.id, { box, place: "bottom", caption: null, counters: [] });
  }

  #handWidth(area: Area, size: number): number {
    const side = this.#side(area, size);
    return this.#inside(area).reduce((sum, piece) => sum + side * this.#shape(piece, area) + 6, 0);
  }

  #handLine(areas: readonly Area[], box: Box): void {
    const wishes = areas.map((area) => Math.max(44, this.#handWidth(area, box.h)));
    const total = wishes.reduce((sum, wish) => sum + wish, 0);
    const room = box.w - 2 * GAP * (areas.length - 1);
    const squeeze = Math.min(1, room / total);
    let x = box.x + (room - total * squeeze) / 2;
    areas.forEach((area, i) => {
      const width = (wishes[i] ?? 0) * squeeze;
      const side = this.#side(area, box.h);
      const inner = { x, y: box.y + box.h - side, w: width, h: side };
      this.#areas.set(area.id, { box: inner, place: "bottom", caption: null, counters: [] });
      this.#line(this.#inside(area), area, inner, "centre");
      x += width + 2 * GAP;
    });
  }

  // boards

  #boards(rest: Box): void {
    const areas = this.#at("centre");
    const boards = areas.filter((area) => area.size[0] > 0);
    const others = areas.filter((area) => area.size[0] === 0);
    let room = rest;
    if (others.length) {
      const size = this.sizes.shelf * (boards.length ? 1 : 1.6);
      const used = this.#shelf(others, rest, size);
      room = { ...rest, y: rest.y + used, h: rest.h - used };
    }
    if (!boards.length) return;
    for (const [area, box] of shareRoom(boards, room)) this.#board(area, box);
  }

  #board(area: Area, room: Box): void {
    const [columns, rows] = area.size;
    const inner = { ...room, y: room.y + CAPTION, h: Math.max(1, room.h - CAPTION) };
    const scale = Math.min(inner.w / columns, inner.h / rows);
    const w = columns * scale;
    const h = rows * scale;
    const box = { x: inner.x + (inner.w - w) / 2, y: inner.y + (inner.h - h) / 2, w, h };
    const line = { x: box.x, y: box.y - CAPTION, w, h: CAPTION };
    const flow = flowOf(widthsOf(area), Infinity, 6);
    const used = flow.widths[0] ?? 0;
    this.#areas.set(area.id, {
      box,
      place: "centre",
      caption: { ...line, w: Math.max(0, line.w - used - 8) },
      counters: flow.boxes.map((one) => ({
        x: line.x + line.w - used + one.x,
        y: line.y,
        w: one.w,
        h: CAPTION,
      })),
    });
    (this.#byArea.get(area.id) ?? []).forEach((piece, i) => {
      const [x, y] = piece.at;
      const [across, down] = piece.span;
      this.#put(piece, area, {
        x: box.x + (x - across / 2) * scale,
        y: box.y + (y - down / 2) * scale,
        w: across * scale,
        h: down * scale,
      }, i);
    });
  }

  // pieces

  /** Pieces side by side; they overlap when there is not enough room. */
  #line(pieces: readonly Piece[], area: Area, box: Box, align: "left" | "centre"): void {
    if (!pieces.length) return;
    const gap = area.kind === "panel" ? 4 : 6;
    let widths = pieces.map((piece) => box.h * this.#shape(piece, area));
    const widest = Math.max(...widths);
    const shrink = Math.min(1, box.w / widest);
    widths = widths.map((width) => width * shrink);
    const total = widths.reduce((sum, width) => sum + width + gap, -gap);
    const over = Math.max(0, total - box.w);
    const step = pieces.length > 1 ? over / (pieces.length - 1) : 0;
    let x = align === "left" ? box.x : box.x + Math.max(0, box.w - total) / 2;
    pieces.forEach((piece, i) => {
      const w = widths[i] ?? 0;
      const h = box.h * shrink;
      this.#put(piece, area, { x, y: box.y + (box.h - h) / 2, w, h }, i);
      x += w + gap - step;
    });
  }

  /** Width by height of a piece in a row or stack. */
  #shape(piece: Piece, area: Area): number {
    const unit = entry(this.art.look.areas, area.id).unit;
    if (unit) return unit[0] / unit[1];
    return this.art.shapes.get(piece.art) ?? (area.kind === "panel" ? 1 : FALLBACK_SHAPE);
  }

  #put(piece: Piece, area: Area, box: Box, order: number): void {
    const z = (entry(this.art.look.pieces, piece.art).z ?? 0) * 200 + order + 1;
    this.#pieces.set(piece.id, { ...box, z, tilt: entry(this.art.look.areas, area.id).tilt ?? 0 });
  }
}

/** 1 for a square; a long track has next to nothing. */
function squareness({ size: [width, height] }: Area): number {
  return Math.min(width, height) / Math.max(width, height);
}

/** The number of columns with the least cost. */
function bestColumns(count: number, cost: (columns: number) => number): number {
  let best = 1;
  let least = Infinity;
  for (let columns = count; columns >= 1; columns--) {
    const found = cost(columns);
    if (found < least) [best, least] = [columns, found];
  }
  return best;
}

/** How wide a counter is: a picture and the digits. */
export function counterWidth(value: number): number {
  return 22 + 8.5 * String(value).length;
}

function widthsOf(area: Area): number[] {
  return area.counters.map((counter) => counterWidth(counter.value));
}

interface Flow {
  readonly boxes: readonly { readonly x: number; readonly w: number; readonly line: number }[];
  readonly widths: readonly number[];
  readonly lines: number;
  readonly lastWidth: number;
}

/** Things of different width in lines, as text flows. */
export function flowOf(widths: readonly number[], room: number, gap: number): Flow {
  const boxes: { x: number; w: number; line: number }[] = [];
  const lineWidths: number[] = [0];
  let x = 0;
  for (const w of widths) {
    if (x > 0 && x + w > room) {
      x = 0;
      lineWidths.push(0);
    }
    boxes.push({ x, w, line: lineWidths.length - 1 });
    lineWidths[lineWidths.length - 1] = x + w;
    x += w + gap;
  }
  return { boxes, widths: lineWidths, lines: lineWidths.length, lastWidth: lineWidths.at(-1) ?? 0 };
}

/** Share a room between boards so that the smallest scale is as large as can be. */
function shareRoom(boards: readonly Area[], room: Box): [Area, Box][] {
  const first = boards[0];
  if (boards.length === 1 && first) return [[first, room]];
  const across = (area: Area) => area.size[0] / area.size[1];
  // Each one under the other: a long track needs little height.
  const needs = boards.map((area) => Math.min(room.h, room.w / across(area) + CAPTION));
  const total = needs.reduce((sum, need) => sum + need, 0) + GAP * (boards.length - 1);
  const over = Math.max(0, total - room.h);
  const tallest = needs.indexOf(Math.max(...needs));
  let y = room.y;
  return boards.map((area, i) => {
    const need = (needs[i] ?? 0) - (i === tallest ? over : 0);
    const spare = i === tallest ? Math.max(0, room.h - total) : 0;
    const box = { x: room.x, y, w: room.w, h: Math.max(1, need + spare) };
    y += box.h + GAP;
    return [area, box];
  });
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
