/** A cache of a game's moments: fetched one at a time, neighbours in advance. */

import { Refused } from "../wire/http.ts";
import type { Moment } from "../wire/types.ts";
import { type Cursor, cursorToHash, isSame } from "./cursor.ts";

const MAX_CACHED_MOMENTS = 240;
const PREFETCH_OFFSETS = [0, 1, 2, -1, 3]; // relative to the requested event

export interface MomentListener {
  fetch(cursor: Cursor): Promise<Moment>;
  /** The requested moment is available. */
  show(cursor: Cursor, moment: Moment): void;
  fail(error: Refused): void;
}

export class MomentCache {
  readonly #cache = new Map<string, Moment>();
  #requested: Cursor | null = null;
  #isBusy = false;

  constructor(readonly events: number, readonly listener: MomentListener) {}

  /** Show a moment as soon as it is available, in place of any requested before. */
  request(cursor: Cursor): void {
    this.#requested = cursor;
    const found = this.#cache.get(cursorToHash(cursor));
    if (found) this.listener.show(cursor, found);
    if (!this.#isBusy) void this.#fetchAll();
  }

  /** Drop all moments, since they are in another language. */
  clear(): void {
    this.#cache.clear();
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

  async #fetchOne(cursor: Cursor): Promise<void> {
    const moment = await this.listener.fetch(cursor);
    this.#store(cursorToHash(cursor), moment);
    if (this.#requested && isSame(cursor, this.#requested)) this.listener.show(cursor, moment);
  }

  #next(): Cursor | undefined {
    const requested = this.#requested;
    if (!requested) return undefined;
    const cursors = PREFETCH_OFFSETS.map((by) => ({ ...requested, event: requested.event + by }));
    return cursors.find((cursor) =>
      cursor.event >= 0 && cursor.event <= this.events && !this.#cache.has(cursorToHash(cursor))
    );
  }

  #store(name: string, moment: Moment): void {
    this.#cache.set(name, moment);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED_MOMENTS && oldest !== undefined) this.#cache.delete(oldest);
  }
}
