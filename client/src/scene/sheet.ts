/** The sheet a scene is laid out on: what is in it, and what already has its place. */

import type { Area, Piece, Scene } from "../wire/types.ts";
import { type Box, clamp, type Layout, type PlacedArea, type PlacedPiece, total } from "./boxes.ts";
import { type Art, entry, type Place } from "./look.ts";

const FALLBACK_SHAPE = 5 / 7;
const OVER = 1300; // what lies over a board is above all its pieces
const SMALLEST = 0.7; // pieces shrink so far before they lie on each other
const TURN = 14; // degrees between the first and the last card of a full fan

/** What stays the same from one scene to the next, so that nothing jumps. */
export interface Habits {
  /** Areas that once had pieces keep their room. */
  readonly filled: ReadonlySet<string>;
}

export const NO_HABITS: Habits = { filled: new Set() };

/** Sizes that depend on the screen, and on how much has to go on it. */
export interface Sizes {
  readonly isWide: boolean;
  /** On a low screen, a phone on its side, everything is tight. */
  readonly isLow: boolean;
  readonly hand: number;
  readonly shelf: number;
}

export class Sheet {
  readonly #areas = new Map<string, PlacedArea>();
  readonly #pieces = new Map<string, PlacedPiece>();
  readonly #byArea = new Map<string, Piece[]>();

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

  /** The areas of a place, in the order the game wishes. */
  at(place: Place): Area[] {
    const order = (area: Area) => this.look(area).order ?? 0;
    return this.scene.areas
      .filter((area) => this.placeOf(area) === place)
      .sort((one, other) => order(one) - order(other));
  }

  /** Where an area goes: as the game wishes, else by its kind. */
  placeOf(area: Area): Place {
    const { place, tall } = this.look(area);
    const wish = (this.sizes.isWide ? undefined : tall) ?? place;
    if (wish) return wish;
    if (area.kind === "panel") return "panel";
    if (area.kind === "board" || area.kind === "track") return "centre";
    if (area.kind === "row" && area.seat >= 0 && area.seat === this.scene.viewer) return "bottom";
    return "side";
  }

  look(area: Area) {
    return entry(this.art.look.areas, area.id);
  }

  /** The pieces of an area from left to right. */
  inside(area: Area): Piece[] {
    return [...this.lying(area)].sort((one, other) => one.at[0] - other.at[0]);
  }

  /** The pieces of an area as the scene gives them. */
  lying(area: Area): readonly Piece[] {
    return this.#byArea.get(area.id) ?? [];
  }

  /** Whether an area needs room for pieces: it has some, or had. */
  isFilled(area: Area): boolean {
    return this.lying(area).length > 0 || this.habits.filled.has(area.id);
  }

  /** How high pieces are in an area, where they usually have this size. */
  side(area: Area, size: number): number {
    const { small, air = 0 } = this.look(area);
    return (small ? size * 0.7 : size) / (1 + 2 * air);
  }

  /** Width by height of a piece in a row or stack. */
  shape(piece: Piece, area: Area): number {
    const unit = this.look(area).unit;
    if (unit) return unit[0] / unit[1];
    return this.art.shapes.get(piece.art) ?? (area.kind === "panel" ? 1 : FALLBACK_SHAPE);
  }

  /** The widths of the pieces of an area that are so high. */
  widths(area: Area, height: number): number[] {
    return this.inside(area).map((piece) => height * this.shape(piece, area));
  }

  /** An area has its place. */
  lay(area: Area, placed: Omit<PlacedArea, "place">): void {
    this.#areas.set(area.id, { ...placed, place: this.placeOf(area) });
  }

  /** Let the ground of an area reach further on all sides. */
  pad(area: Area, by: number): void {
    const placed = this.#areas.get(area.id);
    if (!placed) return;
    const { x, y, w, h } = placed.box;
    const box = { x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by };
    this.#areas.set(area.id, { ...placed, box });
  }

  boxOf(area: Area): Box | undefined {
    return this.#areas.get(area.id)?.box;
  }

  /** A piece has its place. */
  put(piece: Piece, area: Area, box: Box, order: number, turn = 0): void {
    const over = this.placeOf(area) === "over" ? OVER : 0;
    const z = over + (entry(this.art.look.pieces, piece.art).z ?? 0) * 200 + order + 1;
    this.#pieces.set(piece.id, { ...box, z, tilt: (this.look(area).tilt ?? 0) + turn });
  }

  /** Pieces side by side; where there is not enough room they shrink, then they overlap. */
  line(
    area: Area,
    box: Box,
    align: "left" | "centre",
    pieces: readonly Piece[] = this.inside(area),
  ): void {
    if (!pieces.length) return;
    const gap = area.kind === "panel" ? 3 : 6 + 2 * box.h * (this.look(area).air ?? 0);
    const least = area.kind === "panel" ? 0.9 : SMALLEST;
    const wish = pieces.map((piece) => box.h * this.shape(piece, area));
    const fits = (box.w - gap * (pieces.length - 1)) / (total(wish, 0));
    const shrink = Math.min(clamp(fits, least, 1), box.w / Math.max(...wish));
    const widths = wish.map((width) => width * shrink);
    const height = box.h * shrink;
    const used = total(widths, gap);
    const step = pieces.length > 1 ? Math.max(0, used - box.w) / (pieces.length - 1) : 0;
    let x = align === "left" ? box.x : box.x + Math.max(0, box.w - used) / 2;
    pieces.forEach((piece, i) => {
      const w = widths[i] ?? 0;
      const { turn, drop } = this.#fanned(area, i, pieces.length);
      const y = box.y + (box.h - height) / 2 + drop * height;
      this.put(piece, area, { x, y, w, h: height }, i, turn);
      x += w + gap - step;
    });
  }

  /** How a card of a fan is turned, and how much lower than the middle one it lies. */
  #fanned(area: Area, i: number, count: number): { turn: number; drop: number } {
    if (!this.look(area).fan || count < 2) return { turn: 0, drop: 0 };
    const middle = (count - 1) / 2;
    const part = (i - middle) / Math.max(3, middle);
    return { turn: part * TURN / 2, drop: part * part * 0.05 };
  }
}
