/** The next view of a socket, from the one before and what has changed. */

import type { Change, SceneChange, View } from "./types.ts";

type Kept = readonly [number, number];

/** The view that a change leads to; there is one before it on every socket. */
export function follow(before: View | null, change: Change): View {
  if (!before) throw new Error("a change came before any view");
  const { number, lines } = change;
  const scene = change.scene && before.scene &&
    { ...before.scene, ...parts(before.scene, change.scene) };
  return { ...before, ...(change.now as Partial<View>), number, lines, scene };
}

function parts(before: NonNullable<View["scene"]>, change: SceneChange) {
  const { prompt, told } = change;
  return {
    prompt,
    told,
    areas: whole(before.areas, change.areas),
    pieces: whole(before.pieces, change.pieces),
    choices: whole(before.choices, change.choices),
  };
}

/** A list from what it has of the one before, and what is new. */
export function whole<Part extends object>(
  before: readonly Part[],
  change: readonly (Kept | Part)[],
): readonly Part[] {
  return change.flatMap((one) => isKept(one) ? before.slice(one[0], one[0] + one[1]) : [one]);
}

function isKept(one: object): one is Kept {
  return Array.isArray(one);
}
