/** When to reconnect, and when there is no point in it. */

import { get, Refused } from "./http.ts";

const SPREAD_MS = 3000; // when a house restarts, everybody loses the connection at once
const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;
const FINAL_CODES: ReadonlySet<string> = new Set([
  "no-such-table",
  "broken-log",
  "unknown-game",
  "unknown-rules",
]);

/** The delay before an attempt, counted from 0: the first at any time within some seconds, the
 * others exponential with a maximum and jitter. */
export function reconnectDelayMs(attempt: number, random = Math.random()): number {
  if (attempt === 0) return SPREAD_MS * random;
  return Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** attempt) * (0.5 + random);
}

/** Why a table can't be opened at all; null if it may be worth another attempt. A refused socket
 * gives no reason, an HTTP request does. */
export async function reasonAgainst(table: string): Promise<Refused | null> {
  try {
    await get(`/api/tables/${encodeURIComponent(table)}/record`);
    return null; // it exists, and its game is over
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return FINAL_CODES.has(error.code) ? error : null; // not over, too fast, offline ...
  }
}
