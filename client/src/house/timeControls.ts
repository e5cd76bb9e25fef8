/** Time controls: those on offer, and any of them in words. */

import type { Pace } from "../wire/types.ts";
import { say, type WordKey } from "../words.ts";
import { pauseTexts } from "./pauses.ts";

export const TIME_CONTROLS: Readonly<Record<string, Pace>> = {
  free: { mode: "free", seconds: 0, increment: 0, together: 0, pauses: null },
  "move-60": { mode: "move", seconds: 60, increment: 0, together: 0, pauses: null },
  "move-180": { mode: "move", seconds: 180, increment: 0, together: 0, pauses: null },
  "budget-600": { mode: "budget", seconds: 600, increment: 15, together: 0, pauses: null },
  "days-2": { mode: "days", seconds: 2, increment: 0, together: 0, pauses: null },
};

/** The key of a time control on offer; empty if it is another, or has pauses. */
export function timeControlKey(timeControl: Pace): string {
  return timeControl.pauses ? "" : clockKey(timeControl);
}

function clockKey(timeControl: Pace): string {
  const isSame = ([, one]: [string, Pace]) =>
    one.mode === timeControl.mode && one.seconds === timeControl.seconds &&
    one.increment === timeControl.increment;
  return Object.entries(TIME_CONTROLS).find(isSame)?.[0] ?? "";
}

/** A time control in words. */
export function timeControlName(timeControl: Pace): string {
  const pauses = timeControl.pauses ? pauseTexts(timeControl.pauses) : [];
  return [clockName(timeControl), ...pauses].join(" · ");
}

function clockName(timeControl: Pace): string {
  const key = clockKey(timeControl);
  if (key) return say(`time-control.${key}` as WordKey);
  const { mode, seconds, increment } = timeControl;
  if (mode === "days") return say("time-control.days", { count: seconds });
  if (mode === "budget") return say("time-control.budget", { seconds, increment });
  return say("time-control.move", { count: seconds });
}
