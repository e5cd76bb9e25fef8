/** What of a scene is on the board, and where. Pieces may keep their places: one that stays lies where
 * it lay, a new one takes a free place. */

import type { Area, Piece, Scene } from "../wire/types.ts";
import { type Look, lookUp, type PlacesLook } from "./look.ts";

/** The scene without what is only shown on a stage. */
export function withoutStage(scene: Scene, look: Look): Scene {
  const isHidden = ({ id }: Area) => lookUp(look.areas, id).place === "stage";
  const hidden = new Set(scene.areas.filter(isHidden).map(({ id }) => id));
  if (!hidden.size) return scene;
  return {
    ...scene,
    areas: scene.areas.filter(({ id }) => !hidden.has(id)),
    pieces: scene.pieces.filter(({ area }) => !hidden.has(area)),
  };
}

type Cell = readonly [column: number, row: number];

/** The cells in which the pieces of scenes came to lie, in areas whose look has `places`. */
export class KeptPlaces {
  #cells = new Map<string, Cell>(); // by area and piece
  #moved = new Map<string, { readonly from: Piece; readonly to: Piece }>();

  clear(): void {
    this.#cells.clear();
    this.#moved.clear();
  }

  /** The scene with each piece in its place. */
  arrange(scene: Scene, look: Look): Scene {
    const cells = new Map<string, Cell>();
    const kept = new Map<string, Piece>();
    const areas = scene.areas.map((area) => {
      const { places } = lookUp(look.areas, area.id);
      return places ? this.#arrangeArea(area, places, scene, cells, kept) : area;
    });
    this.#cells = cells;
    if (!kept.size) return scene;
    return { ...scene, areas, pieces: scene.pieces.map((piece) => kept.get(piece.id) ?? piece) };
  }

  /** Move the pieces of an area, which grows if it must. */
  #arrangeArea(
    area: Area,
    places: PlacesLook,
    scene: Scene,
    cells: Map<string, Cell>,
    kept: Map<string, Piece>,
  ): Area {
    const stacks = stacksOf(area, places, scene);
    const taken = new Map<string, Cell>(); // by cell
    const stays = new Map<Stack, Cell>();
    for (const stack of stacks) {
      const known = stack.pieces.map(({ id }) => this.#cells.get(`${area.id} ${id}`));
      const cell = known.find((one) => one !== undefined && !taken.has(String(one)));
      if (!cell) continue;
      stays.set(stack, cell);
      taken.set(String(cell), cell);
    }
    const free = freeCells(area, places, taken);
    for (const stack of stacks) {
      const cell = stays.get(stack) ?? free.next().value ?? stack.cell;
      taken.set(String(cell), cell);
      for (const piece of stack.pieces) {
        kept.set(piece.id, this.#move(piece, stack.cell, cell, places));
        if (!piece.place) cells.set(`${area.id} ${piece.id}`, cell);
      }
    }
    return enlarge(area, places, [...taken.values()]);
  }

  #move(piece: Piece, [fromColumn, fromRow]: Cell, [column, row]: Cell, places: PlacesLook): Piece {
    const at: Cell = [
      piece.at[0] + (column - fromColumn) * places.pitch[0],
      piece.at[1] + (row - fromRow) * places.pitch[1],
    ];
    const moved = this.#moved.get(piece.id);
    if (moved?.from === piece && String(moved.to.at) === String(at)) return moved.to;
    const to = String(at) === String(piece.at) ? piece : { ...piece, at };
    this.#moved.set(piece.id, { from: piece, to });
    return to;
  }
}

/** Pieces in one cell of a scene, such as a pile. */
interface Stack {
  readonly cell: Cell;
  readonly pieces: Piece[];
}

/** The stacks of an area in the order of the scene, empty places last. */
function stacksOf({ id }: Area, { pitch, offset }: PlacesLook, scene: Scene): readonly Stack[] {
  const stacks = new Map<string, Stack>();
  for (const piece of scene.pieces) {
    if (piece.area !== id) continue;
    const cell: Cell = [
      Math.floor((piece.at[0] - offset[0]) / pitch[0]),
      Math.floor((piece.at[1] - offset[1]) / pitch[1]),
    ];
    const stack = stacks.get(String(cell));
    if (stack) stack.pieces.push(piece);
    else stacks.set(String(cell), { cell, pieces: [piece] });
  }
  const isPlace = ({ pieces }: Stack) => Number(pieces.every(({ place }) => place));
  return [...stacks.values()].sort((one, other) => isPlace(one) - isPlace(other));
}

function* freeCells(
  { size }: Area,
  { pitch, offset }: PlacesLook,
  taken: ReadonlyMap<string, Cell>,
): Generator<Cell> {
  const columns = Math.floor((size[0] - offset[0]) / pitch[0]);
  const rows = Math.floor((size[1] - offset[1]) / pitch[1]);
  for (let i = 0; i < columns * rows; i++) {
    const cell: Cell = [i % columns, Math.floor(i / columns)];
    if (!taken.has(String(cell))) yield cell;
  }
}

/** An area that is large enough for some cells. */
function enlarge(area: Area, { pitch, offset }: PlacesLook, cells: readonly Cell[]): Area {
  const size: readonly [number, number] = [
    Math.max(area.size[0], ...cells.map(([column]) => offset[0] + (column + 1) * pitch[0])),
    Math.max(area.size[1], ...cells.map(([, row]) => offset[1] + (row + 1) * pitch[1])),
  ];
  return String(size) === String(area.size) ? area : { ...area, size };
}
