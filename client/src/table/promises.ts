/** What the house promised before a game, kept in this browser: nobody can change it afterwards. */

import type { View } from "../wire/types.ts";

export interface Promised {
  /** The commitment to the sealed luck as it was first seen; empty while none was. */
  readonly commitment: string;
  /** Whether that was before the start. */
  readonly early: boolean;
  /** What this browser added to the luck. */
  readonly nonces: readonly string[];
}

const KEY = "ludotheque.promises";
const MOST = 200; // tables
const NOTHING: Promised = { commitment: "", early: false, nonces: [] };

function kept(): Record<string, Promised> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {}; // a browser that keeps nothing, or kept something else
  }
}

function keep(table: string, promised: Promised): void {
  const { [table]: _, ...others } = kept();
  const latest = Object.entries(others).slice(1 - MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...latest, [table, promised]])));
  } catch {
    // then the luck of this game can't be compared later, and the page will say so
  }
}

/** What was promised at a table, as far as this browser was there. */
export function promisedAt(table: string): Promised | undefined {
  return kept()[table];
}

/** Keep the commitment of a table when it is first seen. */
export function remember({ table, commitment, status }: View): void {
  const promised = promisedAt(table) ?? NOTHING;
  if (promised.commitment || !commitment) return;
  keep(table, { ...promised, commitment, early: status === "waiting" });
}

/** A pinch of one's own chance for the sealed luck of a table. */
export function nonce(table: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const promised = promisedAt(table) ?? NOTHING;
  keep(table, { ...promised, nonces: [...promised.nonces, made].slice(-8) });
  return made;
}
