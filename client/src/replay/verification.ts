/** The verification of a game's sealed luck, point by point. */

import type { SeenCommitment } from "../table/commitments.ts";
import type { Outcome } from "../wire/types.ts";
import type { WordKey } from "../words.ts";
import { commitmentOf, firstMismatch, type SealedRecord } from "./seal.ts";

/** `unchecked`: this browser can't tell. */
export type Verdict = "passed" | "failed" | "unchecked";

export interface Finding {
  readonly key: WordKey;
  readonly verdict: Verdict;
  readonly values: Readonly<Record<string, number>>;
}

function finding(key: WordKey, verdict: Verdict, values: Finding["values"] = {}): Finding {
  return { key, verdict, values };
}

/** Everything a browser can check: the seed, the commitment, its own nonce, every draw. */
export async function verifyLuck(
  record: SealedRecord,
  outcomes: readonly Outcome[],
  seen: SeenCommitment | undefined,
): Promise<Finding[]> {
  return [
    await checkSeed(record),
    checkCommitment(record, seen),
    checkNonce(record, seen),
    await checkDraws(record, outcomes),
  ];
}

async function checkSeed({ seal }: SealedRecord): Promise<Finding> {
  const isMatch = await commitmentOf(seal.seed) === seal.commitment;
  return finding(
    isMatch ? "luck.seed.matches" : "luck.seed.differs",
    isMatch ? "passed" : "failed",
  );
}

/** The commitment of the record must be the one this browser saw, before the start. */
function checkCommitment({ seal }: SealedRecord, seen: SeenCommitment | undefined): Finding {
  if (!seen?.commitment) return finding("luck.commitment.unseen", "unchecked");
  if (seen.commitment !== seal.commitment) return finding("luck.commitment.differs", "failed");
  return seen.early
    ? finding("luck.commitment.same", "passed")
    : finding("luck.commitment.late", "unchecked");
}

function checkNonce({ seal }: SealedRecord, seen: SeenCommitment | undefined): Finding {
  if (!seen?.nonces.length) return finding("luck.nonce.none", "unchecked");
  const isIncluded = seen.nonces.some((nonce) => seal.nonces.includes(nonce));
  return finding(
    isIncluded ? "luck.nonce.included" : "luck.nonce.missing",
    isIncluded ? "passed" : "failed",
  );
}

async function checkDraws(record: SealedRecord, outcomes: readonly Outcome[]): Promise<Finding> {
  const mismatch = await firstMismatch(record, outcomes);
  if (mismatch !== null) return finding("luck.draws.differ", "failed", { event: mismatch + 1 });
  const count = outcomes.reduce((sum, outcome) => sum + outcome.draws.length, 0);
  return finding("luck.draws.match", "passed", { count });
}
