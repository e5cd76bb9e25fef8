/** Commitments to the luck, stored in this browser as first seen: the server can't change them. */

import type { TableView } from "../wire/types.ts";

export interface SeenCommitment {
  /** The commitment to the sealed luck as first seen; empty if none was. */
  readonly commitment: string;
  /** Whether it was seen before the start. */
  readonly early: boolean;
  /** The nonces this browser contributed. */
  readonly nonces: readonly string[];
}

const STORAGE_KEY = "ludotheque.promises";
const MAX_TABLES = 200;
const MAX_NONCES_PER_TABLE = 8;
const NONE_SEEN: SeenCommitment = { commitment: "", early: false, nonces: [] };

function loadAll(): Record<string, SeenCommitment> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}");
  } catch {
    return {}; // no storage, or invalid data
  }
}

function save(table: string, seen: SeenCommitment): void {
  const { [table]: _, ...others } = loadAll();
  const latest = Object.entries(others).slice(1 - MAX_TABLES);
  try {
    localStorage.setItem(
      STORAGE_KEY,
      JSON.stringify(Object.fromEntries([...latest, [table, seen]])),
    );
  } catch {
    // no storage: the commitment can't be compared later, and the page will say so
  }
}

/** What this browser has seen at a table, if anything. */
export function seenCommitment(table: string): SeenCommitment | undefined {
  return loadAll()[table];
}

/** Store the commitment of a table when it is first seen. */
export function rememberCommitment({ table, commitment, status }: TableView): void {
  const seen = seenCommitment(table) ?? NONE_SEEN;
  if (seen.commitment || !commitment) return;
  save(table, { ...seen, commitment, early: status === "waiting" });
}

/** Create and store a nonce for the sealed luck of a table. */
export function createNonce(table: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const seen = seenCommitment(table) ?? NONE_SEEN;
  save(table, { ...seen, nonces: [...seen.nonces, nonce].slice(-MAX_NONCES_PER_TABLE) });
  return nonce;
}
