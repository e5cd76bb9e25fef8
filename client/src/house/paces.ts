/** How fast one plays: the paces on offer, and any pace in words. */

import type { Pace } from "../wire/types.ts";
import { say, type Word } from "../words.ts";

export const PACES: Readonly<Record<string, Pace>> = {
  free: { mode: "free", seconds: 0, increment: 0, together: 0 },
  "move-60": { mode: "move", seconds: 60, increment: 0, together: 0 },
  "move-180": { mode: "move", seconds: 180, increment: 0, together: 0 },
  "budget-600": { mode: "budget", seconds: 600, increment: 15, together: 0 },
  "days-2": { mode: "days", seconds: 2, increment: 0, together: 0 },
};

/** The name of a pace on offer; empty if it is another. */
export function paceKey(pace: Pace): string {
  const isIt = ([, one]: [string, Pace]) =>
    one.mode === pace.mode && one.seconds === pace.seconds && one.increment === pace.increment;
  return Object.entries(PACES).find(isIt)?.[0] ?? "";
}

/** A pace in words. */
export function paceName(pace: Pace): string {
  const key = paceKey(pace);
  if (key) return say(`setup.pace.${key}` as Word);
  const { mode, seconds, increment } = pace;
  if (mode === "days") return say("pace.days", { count: seconds });
  if (mode === "budget") return say("pace.budget", { seconds, increment });
  return say("pace.move", { count: seconds });
}
