/** The difference between two scenes: where new pieces come from and where vanished ones go. */

import type { Area, Piece, Scene } from "../wire/types.ts";

/** Where a piece comes from: a piece of the old scene, or an area. */
export type Origin = { readonly piece: string } | { readonly area: string };

export interface SceneDiff {
  /** Pieces that are new or have another picture, with their origin if it is known. */
  readonly appeared: ReadonlyMap<string, Origin | null>;
  /** Pieces that are gone, with the area they go to; null: unknown, they fade. */
  readonly vanished: ReadonlyMap<string, string | null>;
}

/** Compare two scenes of the same table. */
export function diffScenes(old: Scene, next: Scene): SceneDiff {
  const before = new Map(old.pieces.map((piece) => [piece.id, piece]));
  const after = new Map(next.pieces.map((piece) => [piece.id, piece]));
  const changed = next.pieces.filter((piece) => before.get(piece.id)?.art !== piece.art);
  const gone = old.pieces.filter((piece) => !after.has(piece.id));
  const origins = new Map<string, Origin | null>();
  const unmatched = new Set(gone);
  matchByArt(changed, unmatched, origins);
  const counterChanges = changesByArea(old, next);
  for (const piece of changed) {
    if (origins.has(piece.id)) continue;
    const isNew = !before.has(piece.id) && !piece.place;
    origins.set(piece.id, isNew ? statedOrigin(piece, before, next) : null);
  }
  const ends = new Map<string, string | null>();
  for (const piece of gone) {
    if (!unmatched.has(piece)) continue;
    const stays = piece.place || isCovered(piece, next, counterChanges);
    ends.set(piece.id, stays ? null : areaThatGained(counterChanges, piece.area));
  }
  return { appeared: origins, vanished: ends };
}

/** Where the scene says that a piece comes from, if that can be seen. */
function statedOrigin(
  piece: Piece,
  before: ReadonlyMap<string, Piece>,
  next: Scene,
): Origin | null {
  if (before.has(piece.origin)) return { piece: piece.origin };
  return next.areas.some((area) => area.id === piece.origin) ? { area: piece.origin } : null;
}

/** A piece that vanishes from a stack that did not shrink is still in it, covered or turned. */
function isCovered(
  piece: Piece,
  next: Scene,
  counterChanges: ReadonlyMap<string, number>,
): boolean {
  const area = next.areas.find((area) => area.id === piece.area);
  return area?.kind === "stack" && area.counters.length > 0 &&
    (counterChanges.get(area.id) ?? 0) >= 0;
}

/** Pair a vanished piece with an appeared one of the same picture: it has moved. */
function matchByArt(
  changed: readonly Piece[],
  unmatched: Set<Piece>,
  origins: Map<string, Origin | null>,
) {
  for (const isElsewhere of [true, false]) {
    for (const piece of changed) {
      if (origins.has(piece.id) || piece.place) continue;
      const twin = nearest(
        piece,
        [...unmatched].filter((one) =>
          one.art === piece.art && (one.area !== piece.area) === isElsewhere
        ),
      );
      if (!twin) continue;
      unmatched.delete(twin);
      origins.set(piece.id, { piece: twin.id });
    }
  }
}

function nearest(piece: Piece, others: readonly Piece[]): Piece | undefined {
  const distance = (other: Piece) =>
    Math.hypot(other.at[0] - piece.at[0], other.at[1] - piece.at[1]) +
    (other.value === piece.value ? 0 : 0.5);
  let best: Piece | undefined;
  for (const other of others) if (!best || distance(other) < distance(best)) best = other;
  return best;
}

/** How the counters of stacks and panels changed, by area. */
function changesByArea(old: Scene, next: Scene): Map<string, number> {
  const before = new Map(old.areas.map((area) => [area.id, area]));
  const found = new Map<string, number>();
  for (const area of next.areas) {
    const then = before.get(area.id);
    if (!then || (area.kind !== "stack" && area.kind !== "panel")) continue;
    const change = mainCounterChange(then, area);
    if (change) found.set(area.id, change);
  }
  return found;
}

/** The change that tells whether pieces came or went: of a stack the largest, of a panel the first
 * by one. */
function mainCounterChange(then: Area, now: Area): number {
  let main = 0;
  for (const counter of now.counters) {
    const was = then.counters.find((one) => one.key === counter.key);
    const change = was ? counter.value - was.value : 0;
    if (now.kind === "stack" && Math.abs(change) > Math.abs(main)) main = change;
    if (now.kind === "panel" && Math.abs(change) === 1 && main === 0) main = change;
  }
  return main;
}

function areaThatGained(counterChanges: ReadonlyMap<string, number>, area: string): string | null {
  for (const [id, change] of counterChanges) if (change > 0 && id !== area) return id;
  return null;
}
