/** A layout in the making: the scene, and what has been placed so far. */

import type { Area, Piece, Scene } from "../wire/types.ts";
import {
  type Box,
  clamp,
  type Layout,
  type PlacedArea,
  type PlacedPiece,
  sumWithGaps,
} from "./boxes.ts";
import { type AreaPlace, lookUp, type Proportions } from "./look.ts";

const FALLBACK_ASPECT_RATIO = 5 / 7;
const OVERLAY_Z = 1300; // above all pieces of a board
const MIN_SHRINK = 0.7; // pieces shrink this far before they overlap
const MIN_PANEL_SHRINK = 0.65;
const FAN_ANGLE_DEG = 14; // between the first and the last card of a full fan

/** What is remembered from scene to scene, so that nothing jumps. */
export interface LayoutMemory {
  /** Areas that once had pieces keep their space. */
  readonly everFilled: ReadonlySet<string>;
  /** What was found best, by the shape of the scene. */
  readonly best?: Map<string, Candidate>;
  /** The arrangement that was chosen, by the size of the screen. */
  readonly arrangements?: Map<string, number>;
}

/** One of the ways to lay out a scene: the numbers of an arrangement and of a size level. */
export interface Candidate {
  readonly arrangement: number;
  readonly level: number;
}

export const NO_MEMORY: LayoutMemory = { everFilled: new Set() };

/** Sizes that depend on the screen, and on how much has to go on it. */
export interface Sizes {
  /** Panels are in a column at the left, not in lines above the boards. */
  readonly isWide: boolean;
  /** Side areas are in a column at the right, not in lines below the boards. */
  readonly hasSideColumn: boolean;
  /** On a low screen, such as a phone in landscape, everything is tight. */
  readonly isLow: boolean;
  readonly hand: number;
  readonly side: number;
}

export class LayoutBuilder {
  readonly #areas = new Map<string, PlacedArea>();
  readonly #pieces = new Map<string, PlacedPiece>();
  readonly #byArea = new Map<string, Piece[]>();
  readonly #byPlace = new Map<AreaPlace, Area[]>();
  readonly #bases = new Map<Area, { readonly base: number; readonly tilt: number }>();
  readonly #leftToRight = new Map<string, readonly Piece[]>();

  constructor(
    readonly scene: Scene,
    readonly art: Proportions,
    readonly width: number,
    readonly height: number,
    readonly memory: LayoutMemory,
    readonly sizes: Sizes,
  ) {
    for (const area of scene.areas) this.#byArea.set(area.id, []);
    for (const piece of scene.pieces) this.#byArea.get(piece.area)?.push(piece);
    const order = (area: Area) => this.look(area).order ?? 0;
    for (const area of [...scene.areas].sort((one, other) => order(one) - order(other))) {
      const place = this.placeOf(area);
      const there = this.#byPlace.get(place);
      if (there) there.push(area);
      else this.#byPlace.set(place, [area]);
    }
  }

  layout(): Layout {
    return { areas: this.#areas, pieces: this.#pieces, isWide: this.sizes.isWide };
  }

  /** The areas at a place, in the order given by the game's look. */
  areasAt(place: AreaPlace): readonly Area[] {
    return this.#byPlace.get(place) ?? [];
  }

  /** The place of an area: by the game's look, else by its kind. */
  placeOf(area: Area): AreaPlace {
    const { place, tall } = this.look(area);
    const wanted = (this.sizes.isWide ? undefined : tall) ?? place;
    if (wanted) return wanted;
    if (area.kind === "panel") return "panel";
    if (area.kind === "board" || area.kind === "track") return "centre";
    if (area.kind === "row" && area.seat >= 0 && area.seat === this.scene.viewer) return "bottom";
    return "side";
  }

  look(area: Area) {
    return lookUp(this.art.look.areas, area.id);
  }

  /** The pieces of an area from left to right. */
  piecesLeftToRight(area: Area): readonly Piece[] {
    let pieces = this.#leftToRight.get(area.id);
    if (!pieces) {
      pieces = [...this.piecesOf(area)].sort((one, other) => one.at[0] - other.at[0]);
      this.#leftToRight.set(area.id, pieces);
    }
    return pieces;
  }

  /** The pieces of an area in the scene's order. */
  piecesOf(area: Area): readonly Piece[] {
    return this.#byArea.get(area.id) ?? [];
  }

  /** Whether an area needs space for pieces: it has some, or had. */
  isFilled(area: Area): boolean {
    return this.piecesOf(area).length > 0 || this.memory.everFilled.has(area.id);
  }

  /** The height of pieces in an area, given the usual size. */
  pieceHeight(area: Area, size: number): number {
    const { small, air = 0 } = this.look(area);
    return (small ? size * 0.7 : size) / (1 + 2 * air);
  }

  /** Width / height of a piece in a row or stack. */
  aspectRatio(piece: Piece, area: Area): number {
    const unit = this.look(area).unit;
    if (unit) return unit[0] / unit[1];
    return this.art.aspectRatios.get(piece.art) ??
      (area.kind === "panel" ? 1 : FALLBACK_ASPECT_RATIO);
  }

  /** The widths of the pieces of an area at a height. */
  pieceWidths(area: Area, height: number): number[] {
    return this.piecesLeftToRight(area).map((piece) => height * this.aspectRatio(piece, area));
  }

  /** Set the boxes of an area. */
  placeArea(area: Area, placed: Omit<PlacedArea, "place">): void {
    this.#areas.set(area.id, { ...placed, place: this.placeOf(area) });
  }

  /** Enlarge the box of an area on all sides. */
  padArea(area: Area, by: number): void {
    const placed = this.#areas.get(area.id);
    if (!placed) return;
    const { x, y, w, h } = placed.box;
    const box = { x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by };
    this.#areas.set(area.id, { ...placed, box });
  }

  boxOf(area: Area): Box | undefined {
    return this.#areas.get(area.id)?.box;
  }

  /** Set the box of a piece. */
  placePiece(piece: Piece, area: Area, { x, y, w, h }: Box, order: number, rotation = 0): void {
    const { base, tilt } = this.#baseOf(area);
    const z = base + (lookUp(this.art.look.pieces, piece.art).z ?? 0) * 200 + order + 1;
    this.#pieces.set(piece.id, { x, y, w, h, z, tilt: tilt + rotation });
  }

  /** What all pieces of an area start from. */
  #baseOf(area: Area): { readonly base: number; readonly tilt: number } {
    let found = this.#bases.get(area);
    if (!found) {
      const base = this.placeOf(area) === "over" ? OVERLAY_Z : 0;
      this.#bases.set(area, found = { base, tilt: this.look(area).tilt ?? 0 });
    }
    return found;
  }

  /** Place pieces side by side; without enough space they shrink, then overlap. */
  placeRow(
    area: Area,
    box: Box,
    align: "left" | "centre",
    pieces: readonly Piece[] = this.piecesLeftToRight(area),
  ): void {
    if (!pieces.length) return;
    const gap = area.kind === "panel" ? 3 : 6 + 2 * box.h * (this.look(area).air ?? 0);
    const minShrink = area.kind === "panel" ? MIN_PANEL_SHRINK : MIN_SHRINK;
    const preferred = pieces.map((piece) => box.h * this.aspectRatio(piece, area));
    const fits = (box.w - gap * (pieces.length - 1)) / (sumWithGaps(preferred, 0));
    const shrink = Math.min(clamp(fits, minShrink, 1), box.w / Math.max(...preferred));
    const widths = preferred.map((width) => width * shrink);
    const height = box.h * shrink;
    const used = sumWithGaps(widths, gap);
    const overlap = pieces.length > 1 ? Math.max(0, used - box.w) / (pieces.length - 1) : 0;
    let x = align === "left" ? box.x : box.x + Math.max(0, box.w - used) / 2;
    pieces.forEach((piece, i) => {
      const w = widths[i] ?? 0;
      const { rotation, drop } = this.#fanOffset(area, i, pieces.length);
      const y = box.y + (box.h - height) / 2 + drop * height;
      this.placePiece(piece, area, { x, y, w, h: height }, i, rotation);
      x += w + gap - overlap;
    });
  }

  /** The rotation of a card in a fan, and how much lower than the middle one it is. */
  #fanOffset(area: Area, i: number, count: number): { rotation: number; drop: number } {
    if (!this.look(area).fan || count < 2) return { rotation: 0, drop: 0 };
    const middle = (count - 1) / 2;
    const part = (i - middle) / Math.max(3, middle);
    return { rotation: part * FAN_ANGLE_DEG / 2, drop: part * part * 0.05 };
  }
}
