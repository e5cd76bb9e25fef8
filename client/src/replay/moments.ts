/** The moments of a game, fetched as they are wanted: one request at a time, neighbours ahead. */

import { Refused } from "../wire/http.ts";
import type { Moment } from "../wire/types.ts";
import { hashOf, isSame, type Place } from "./place.ts";

const MOST = 240; // moments kept
const AHEAD = [0, 1, 2, -1, 3]; // what is fetched around the one that is wanted

export interface Listener {
  fetch(place: Place): Promise<Moment>;
  /** The moment that is wanted now is here. */
  show(place: Place, moment: Moment): void;
  fail(error: Refused): void;
}

export class Moments {
  readonly #kept = new Map<string, Moment>();
  #wanted: Place | null = null;
  #isBusy = false;

  constructor(readonly events: number, readonly listener: Listener) {}

  /** Show a moment as soon as it is here; those wanted before are not, and not fetched either. */
  want(place: Place): void {
    this.#wanted = place;
    const found = this.#kept.get(hashOf(place));
    if (found) this.listener.show(place, found);
    if (!this.#isBusy) void this.#fetchAll();
  }

  /** Forget all, as in another language. */
  forget(): void {
    this.#kept.clear();
  }

  async #fetchAll(): Promise<void> {
    this.#isBusy = true;
    try {
      for (let next = this.#next(); next; next = this.#next()) await this.#fetchOne(next);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.listener.fail(error);
    } finally {
      this.#isBusy = false;
    }
  }

  async #fetchOne(place: Place): Promise<void> {
    const moment = await this.listener.fetch(place);
    this.#keep(hashOf(place), moment);
    if (this.#wanted && isSame(place, this.#wanted)) this.listener.show(place, moment);
  }

  #next(): Place | undefined {
    const wanted = this.#wanted;
    if (!wanted) return undefined;
    const places = AHEAD.map((by) => ({ ...wanted, event: wanted.event + by }));
    return places.find((place) =>
      place.event >= 0 && place.event <= this.events && !this.#kept.has(hashOf(place))
    );
  }

  #keep(name: string, moment: Moment): void {
    this.#kept.set(name, moment);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
  }
}
