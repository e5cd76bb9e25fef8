/** What moved between two scenes: where each new thing comes from, and each lost thing goes. */

import type { Area, Piece, Scene } from "../wire/types.ts";

/** A place in the old scene, or an area. */
export type Origin = { readonly piece: string } | { readonly area: string };

export interface Changes {
  /** Pieces that are new, or show another picture, with where they come from if one can tell. */
  readonly come: ReadonlyMap<string, Origin | null>;
  /** Pieces that are gone, with the area they go to if one can tell; null: they fade. */
  readonly gone: ReadonlyMap<string, string | null>;
}

/** Compare two scenes of the same table. */
export function changes(old: Scene, fresh: Scene): Changes {
  const before = new Map(old.pieces.map((piece) => [piece.id, piece]));
  const after = new Map(fresh.pieces.map((piece) => [piece.id, piece]));
  const come = fresh.pieces.filter((piece) => before.get(piece.id)?.art !== piece.art);
  const gone = old.pieces.filter((piece) => !after.has(piece.id));
  const origins = new Map<string, Origin | null>();
  const left = new Set(gone);
  pairUp(come, left, origins);
  const rises = balance(old, fresh);
  for (const piece of come) {
    if (origins.has(piece.id)) continue;
    const isNew = !before.has(piece.id) && !isPlace(piece);
    origins.set(piece.id, isNew ? fallen(rises, piece.area) : null);
  }
  const ends = new Map<string, string | null>();
  for (const piece of gone) {
    if (!left.has(piece)) continue;
    const stays = isPlace(piece) || isCovered(piece, fresh, rises);
    ends.set(piece.id, stays ? null : risen(rises, piece.area));
  }
  return { come: origins, gone: ends };
}

/** Empty places to press are no things: they appear and vanish where they are. */
function isPlace(piece: Piece): boolean {
  return piece.art.startsWith("cell");
}

/** What vanishes from a stack that got no smaller still lies in it, covered or turned over. */
function isCovered(piece: Piece, fresh: Scene, rises: ReadonlyMap<string, number>): boolean {
  const area = fresh.areas.find((area) => area.id === piece.area);
  return area?.kind === "stack" && area.counters.length > 0 && (rises.get(area.id) ?? 0) >= 0;
}

/** A thing that vanished here and one with the same picture that appeared there are the same. */
function pairUp(come: readonly Piece[], left: Set<Piece>, origins: Map<string, Origin | null>) {
  for (const isElsewhere of [true, false]) {
    for (const piece of come) {
      if (origins.has(piece.id) || isPlace(piece)) continue;
      const twin = nearest(
        piece,
        [...left].filter((one) =>
          one.art === piece.art && (one.area !== piece.area) === isElsewhere
        ),
      );
      if (!twin) continue;
      left.delete(twin);
      origins.set(piece.id, { piece: twin.id });
    }
  }
}

function nearest(piece: Piece, others: readonly Piece[]): Piece | undefined {
  const far = (other: Piece) =>
    Math.hypot(other.at[0] - piece.at[0], other.at[1] - piece.at[1]) +
    (other.value === piece.value ? 0 : 0.5);
  let best: Piece | undefined;
  for (const other of others) if (!best || far(other) < far(best)) best = other;
  return best;
}

/** How the numbers beside areas changed: for areas with seats and stacks alone. */
function balance(old: Scene, fresh: Scene): Map<string, number> {
  const before = new Map(old.areas.map((area) => [area.id, area]));
  const found = new Map<string, number>();
  for (const area of fresh.areas) {
    const then = before.get(area.id);
    if (!then || (area.kind !== "stack" && area.kind !== "panel")) continue;
    const change = changeOf(then, area);
    if (change) found.set(area.id, change);
  }
  return found;
}

/** The change that says whether things came or went: the first counter that differs the most. */
function changeOf(then: Area, now: Area): number {
  let most = 0;
  for (const counter of now.counters) {
    const was = then.counters.find((one) => one.key === counter.key);
    const change = was ? counter.value - was.value : 0;
    if (now.kind === "stack" && Math.abs(change) > Math.abs(most)) most = change;
    if (now.kind === "panel" && Math.abs(change) === 1 && most === 0) most = change;
  }
  return most;
}

function fallen(rises: ReadonlyMap<string, number>, area: string): Origin | null {
  for (const [id, change] of rises) if (change < 0 && id !== area) return { area: id };
  return null;
}

function risen(rises: ReadonlyMap<string, number>, area: string): string | null {
  for (const [id, change] of rises) if (change > 0 && id !== area) return id;
  return null;
}
