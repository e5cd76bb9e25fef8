/** The people who share this device. The house has a guest for each, whose token is in a cookie that no
 * script can read; the page knows their numbers and names. */

import { readStored, writeStored } from "../storage.ts";
import { get, post, Refused, request } from "../wire/http.ts";
import type { NewLink } from "../wire/types.ts";
import { language } from "../words.ts";

export interface Companion {
  /** From 1 on; the browser's own person is none of them. */
  readonly number: number;
  readonly name: string;
}

export const MAX_COMPANIONS = 8;
const PEOPLE_KEY = "ludotheque.companions";
const NAME_ATTEMPTS = 8; // of a first name that somebody in the house has already

/** The people this device remembers. */
export function companions(): readonly Companion[] {
  return readStored<Companion[]>(PEOPLE_KEY, []);
}

/** The number of a person of a name: the one they have, or a new one; 0 if there are too many. */
export function numberFor(name: string, known: readonly Companion[]): number {
  const found = known.find((one) => one.name === name);
  if (found) return found.number;
  const taken = new Set(known.map(({ number }) => number));
  return Array.from({ length: MAX_COMPANIONS }, (_, i) => i + 1).find((i) => !taken.has(i)) ?? 0;
}

export function remember(people: readonly Companion[]): void {
  writeStored(PEOPLE_KEY, people);
}

/** Erase a person, in the house and on this device. */
export async function forget(companion: Companion): Promise<void> {
  try {
    await request("DELETE", asCompanion("/api/me/data", companion.number));
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "no-token") throw error; // gone already
  }
  remember(companions().filter(({ number }) => number !== companion.number));
}

/** A path of the house, requested as a companion. */
export function asCompanion(path: string, number: number): string {
  return `${path}${path.includes("?") ? "&" : "?"}companion=${number}`;
}

/** Let people come to a table: a closed house wants an invitation for each. */
export async function admit(table: string, people: readonly Companion[]): Promise<void> {
  const { guest: isOpen } = await get<{ readonly guest: boolean }>("/api/doors");
  const token = isOpen ? "" : (await post<NewLink>(`/api/tables/${table}/invitation`)).token;
  for (const { number, name } of people) {
    const path = isOpen ? "/api/guest" : "/api/invitation/accept";
    const body = isOpen ? {} : { token };
    const guest = await post<{ readonly name: string }>(
      asCompanion(`${path}?language=${language.value}`, number),
      body,
    );
    if (guest.name.replace(/ \d+$/, "") !== name) await rename(number, name);
  }
}

/** Give a guest a first name; if somebody in the house has it, with a number. */
async function rename(number: number, name: string): Promise<void> {
  for (let attempt = 1; attempt <= NAME_ATTEMPTS; attempt++) {
    const suffix = attempt === 1 ? "" : ` ${attempt < 6 ? attempt : randomNumber()}`;
    try {
      await post(asCompanion("/api/me/name", number), { name: name + suffix });
      return;
    } catch (error) {
      const isTaken = error instanceof Refused && error.code === "name-taken";
      if (!isTaken || attempt === NAME_ATTEMPTS) throw error;
    }
  }
}

function randomNumber(): number {
  return 6 + Math.floor(Math.random() * 9990);
}
