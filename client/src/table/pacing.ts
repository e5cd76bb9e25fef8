/** How long what happens at a table is shown, and what is shown at once. */

import type { Look } from "../scene/look.ts";
import { mergeSnapshots, type Snapshot } from "../wire/snapshot.ts";
import type { Line } from "../wire/types.ts";

const VIEW_MS = 420; // how long a view is shown at normal speed
const EXTRA_LINE_MS = 180; // added for every log line beyond the first
const MAX_VIEW_MS = 1500;

/** How long a view is shown at normal speed: longer with more log lines; not at all if the board is
 * the same as before, as after a chat message. */
export function viewDuration({ newLines, scene }: Snapshot, before: Snapshot | null): number {
  if (before && !newLines.length && scene === before.scene) return 0;
  return Math.min(MAX_VIEW_MS, VIEW_MS + EXTRA_LINE_MS * Math.max(0, newLines.length - 1));
}

/** The least time new lines are shown, by the `moments` of the game's look. */
export function minViewDuration(lines: readonly Line[], moments: Look["moments"] = {}): number {
  return Math.max(0, ...lines.map(({ kind }) => moments[kind] ?? 0));
}

/** The steps of one message with luck merged into the step before it, so that dealing many cards
 * takes no longer than one move; but not what the game's look names as a moment. */
export function mergeLuck(
  steps: readonly Snapshot[],
  moments: Look["moments"] = {},
): readonly Snapshot[] {
  const merged: Snapshot[] = [];
  for (const step of steps) {
    const last = merged.at(-1);
    if (last && isLuckAlone(step) && !minViewDuration(step.newLines, moments)) {
      merged[merged.length - 1] = mergeSnapshots(last, step);
    } else merged.push(step);
  }
  return merged;
}

/** Whether nothing but luck happened in a step. */
function isLuckAlone({ newLines }: Snapshot): boolean {
  return newLines.every(({ category }) => category === "luck");
}
