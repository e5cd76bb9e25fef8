/** Sealed luck, opened with the browser's own crypto (docs/sealed-luck.md). */

import type { Outcome } from "../wire/types.ts";

/** The part of a record that the sealed luck depends on. */
export interface SealedRecord {
  readonly game: string;
  readonly rules: number;
  readonly options: Readonly<Record<string, boolean | number | string>>;
  readonly events: readonly (readonly [number, string])[];
  readonly seal: {
    readonly commitment: string;
    readonly seed: string;
    readonly nonces: readonly string[];
  };
}

const LUCK = -1;
const SCHEME = "ludotheque-seal/1";
const RANGE = 2 ** 32;

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** The bytes of 64 hexadecimal digits; anything else is an error. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error("not 64 digits 0 to 9 and a to f");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function toHex(data: Uint8Array): string {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The commitment to a seed, published before the game. */
export async function commitmentOf(seed: string): Promise<string> {
  const head = bytes(`${SCHEME} commitment\n`);
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array([...head, ...fromHex(seed)]));
  return toHex(new Uint8Array(digest));
}

/** The message from which the key of a game is derived. */
export function keyMessage({ game, rules, options, seal }: SealedRecord): string {
  const lines = [`${SCHEME} key`, `game=${game}`, `rules=${rules}`];
  for (const name of Object.keys(options).sort()) lines.push(`option ${name}=${options[name]}`);
  seal.nonces.forEach((nonce, seat) => lines.push(`nonce ${seat}=${nonce}`));
  return lines.map((line) => `${line}\n`).join("");
}

/** The key of a game's luck. */
export async function keyOf(record: SealedRecord): Promise<Uint8Array<ArrayBuffer>> {
  const seed = await hmacKey(fromHex(record.seal.seed));
  return new Uint8Array(await crypto.subtle.sign("HMAC", seed, bytes(keyMessage(record))));
}

function hmacKey(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** The sealed dice of a game. */
export class SealedDice {
  private constructor(readonly key: CryptoKey) {}

  static async of(record: SealedRecord): Promise<SealedDice> {
    return new SealedDice(await hmacKey(await keyOf(record)));
  }

  /** Draw number `draw` of an event: a whole number below n. */
  async below(n: number, event: number, draw: number): Promise<number> {
    const fair = RANGE - RANGE % n;
    for (let attempt = 0;; attempt++) {
      const message = bytes(`${event}:${draw}:${attempt}`);
      const digest = await crypto.subtle.sign("HMAC", this.key, message);
      const number = new DataView(digest).getUint32(0);
      if (number < fair) return number % n;
    }
  }
}

/** The first event of luck with draws unlike the seal's or a text unlike the record's. */
export async function firstMismatch(
  record: SealedRecord,
  outcomes: readonly Outcome[],
): Promise<number | null> {
  const outcomeByEvent = new Map(outcomes.map((outcome) => [outcome.event, outcome]));
  const dice = await SealedDice.of(record);
  for (const [event, [seat, text]] of record.events.entries()) {
    if (seat !== LUCK) continue;
    const outcome = outcomeByEvent.get(event);
    if (outcome?.text !== text || !await matchesSeal(dice, outcome)) return event;
  }
  return null;
}

async function matchesSeal(dice: SealedDice, { event, draws }: Outcome): Promise<boolean> {
  const redrawn = await Promise.all(draws.map(([n], draw) => dice.below(n, event, draw)));
  return draws.every(([, number], draw) => redrawn[draw] === number);
}
