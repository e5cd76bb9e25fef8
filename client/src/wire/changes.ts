/** Applies a change message to the last view of a socket. */

import type { Change, SceneChange, View } from "./types.ts";

/** A start and a length in the old list. */
type OldRange = readonly [number, number];

/** The view after a change; the first message of a socket is always a whole view. */
export function applyChange(before: View | null, change: Change): View {
  if (!before) throw new Error("a change came before any view");
  const { number, lines } = change;
  const scene = change.scene && before.scene &&
    { ...before.scene, ...applySceneChange(before.scene, change.scene) };
  return { ...before, ...(change.now as Partial<View>), number, lines, scene };
}

function applySceneChange(before: NonNullable<View["scene"]>, change: SceneChange) {
  const { prompt, told } = change;
  return {
    prompt,
    told,
    areas: patchList(before.areas, change.areas),
    pieces: patchList(before.pieces, change.pieces),
    choices: patchList(before.choices, change.choices),
  };
}

/** A list made of ranges of the old one and new items. */
export function patchList<Part extends object>(
  before: readonly Part[],
  change: readonly (OldRange | Part)[],
): readonly Part[] {
  return change.flatMap((one) => isOldRange(one) ? before.slice(one[0], one[0] + one[1]) : [one]);
}

function isOldRange(one: object): one is OldRange {
  return Array.isArray(one);
}
