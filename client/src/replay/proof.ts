/** What can be said of a game's luck after it, point by point. */

import type { Promised } from "../table/promises.ts";
import type { Outcome } from "../wire/types.ts";
import type { Word } from "../words.ts";
import { commitmentOf, firstFalse, type Recorded } from "./seal.ts";

/** Found in order, found wrong, or not to be found out here. */
export type Verdict = "good" | "bad" | "open";

export interface Finding {
  readonly says: Word;
  readonly verdict: Verdict;
  readonly values: Readonly<Record<string, number>>;
}

function finding(says: Word, verdict: Verdict, values: Finding["values"] = {}): Finding {
  return { says, verdict, values };
}

/** Everything a browser can check: the seed, what was promised, one's own nonce, every draw. */
export async function prove(
  record: Recorded,
  outcomes: readonly Outcome[],
  promised: Promised | undefined,
): Promise<Finding[]> {
  return [
    await seedOf(record),
    promiseOf(record, promised),
    nonceOf(record, promised),
    await drawsOf(record, outcomes),
  ];
}

async function seedOf({ seal }: Recorded): Promise<Finding> {
  const isIt = await commitmentOf(seal.seed) === seal.commitment;
  return finding(isIt ? "luck.seed.fits" : "luck.seed.differs", isIt ? "good" : "bad");
}

/** The commitment of the record must be the one that was seen, and it was to be seen early. */
function promiseOf({ seal }: Recorded, promised: Promised | undefined): Finding {
  if (!promised?.commitment) return finding("luck.promise.unseen", "open");
  if (promised.commitment !== seal.commitment) return finding("luck.promise.differs", "bad");
  return promised.early
    ? finding("luck.promise.kept", "good")
    : finding("luck.promise.late", "open");
}

function nonceOf({ seal }: Recorded, promised: Promised | undefined): Finding {
  if (!promised?.nonces.length) return finding("luck.nonce.none", "open");
  const isIn = promised.nonces.some((nonce) => seal.nonces.includes(nonce));
  return finding(isIn ? "luck.nonce.in" : "luck.nonce.missing", isIn ? "good" : "bad");
}

async function drawsOf(record: Recorded, outcomes: readonly Outcome[]): Promise<Finding> {
  const wrong = await firstFalse(record, outcomes);
  if (wrong !== null) return finding("luck.draws.differ", "bad", { event: wrong + 1 });
  const count = outcomes.reduce((sum, outcome) => sum + outcome.draws.length, 0);
  return finding("luck.draws.again", "good", { count });
}
