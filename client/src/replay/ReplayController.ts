/** The controller of a replay: the present event and viewer, and automatic playback. */

import { Signal } from "../signal.ts";
import { get, Refused } from "../wire/http.ts";
import type { Moment, Story } from "../wire/types.ts";
import { isMotionEnabled } from "../settings.ts";
import { language } from "../words.ts";
import { MomentCache } from "./MomentCache.ts";
import { type Cursor, cursorFromHash, cursorToHash, isSame, type Viewer } from "./cursor.ts";

const EVENT_MS = 900; // how long an event is shown during playback
const SETUP_EVENT_MS = 150; // before the first move, when cards are dealt
const SILENT_EVENT_MS = 90; // for an event without a log line
const URL_UPDATE_DELAY_MS = 300;
const BEFORE_BETTER_MS = 700; // how long the table is seen before a better move is played on it

export const SPEEDS = [0.5, 1, 2, 4] as const;

/** What is replayed: a table of the house, or a record that was opened. */
export interface ReplaySource {
  readonly kind: "tables" | "records";
  readonly id: string;
}

/** The path of a replay's resources. */
export function apiPath({ kind, id }: ReplaySource): string {
  return `/api/${kind}/${encodeURIComponent(id)}`;
}

/** A decision that is looked at: before it, after the move played, or after a better one. */
export interface Comparison {
  readonly event: number;
  readonly seat: number;
  readonly shown: "before" | "played" | "better";
}

/** What the board shows: a moment of the game, or one that a better move would have made. */
export interface Shown extends Moment {
  readonly isBetter?: boolean;
}

/** The props of the components of a replay. */
export interface ReplayProps {
  readonly controller: ReplayController;
  readonly story: Story;
}

export class ReplayController {
  readonly cursor: Signal<Cursor>;
  /** What is shown; behind the cursor while it is fetched. */
  readonly moment = new Signal<Shown | null>(null);
  /** The decision that is looked at, until the cursor moves. */
  readonly comparison = new Signal<Comparison | null>(null);
  readonly isPlaying = new Signal(false);
  readonly speed = new Signal<number>(1);
  readonly error = new Signal<Refused | null>(null);
  readonly #moments: MomentCache;
  readonly #eventsWithLines: ReadonlySet<number>;
  readonly #firstMove: number;
  readonly #abort = new AbortController();
  #shownCursor: Cursor | null = null;
  #playTimer = 0;
  #urlTimer = 0;

  constructor(readonly source: ReplaySource, readonly story: Story) {
    const { events, seats, lines } = story;
    this.cursor = new Signal(cursorFromHash(location.hash, events, seats.length));
    this.#eventsWithLines = new Set(lines.map((line) => line.event));
    this.#firstMove = lines.find((line) => line.category === "move")?.event ?? 0;
    this.#moments = new MomentCache(events, {
      fetch: (cursor) => this.#fetch(cursor),
      show: (cursor, moment) => this.#show(cursor, moment),
      fail: (error) => this.error.value = error,
    });
    addEventListener("hashchange", () => {
      this.#moveTo(cursorFromHash(location.hash, events, seats.length));
    }, { signal: this.#abort.signal });
    this.#moments.request(this.cursor.value);
  }

  close(): void {
    this.pause();
    clearTimeout(this.#urlTimer);
    this.#abort.abort();
  }

  /** Fetch everything anew: after an error, or in another language. */
  reload(): void {
    this.error.value = null;
    this.#moments.clear();
    this.#request();
  }

  /** Go to the state after a number of events. */
  seek(event: number): void {
    const { events } = this.story;
    this.#moveTo({ ...this.cursor.value, event: Math.max(0, Math.min(events, event)) });
  }

  /** Stop playback and move by a number of events. */
  step(by: number): void {
    this.pause();
    this.seek(this.cursor.value.event + by);
  }

  /** Show the view of another seat. */
  setViewer(viewer: Viewer): void {
    this.#moveTo({ ...this.cursor.value, viewer }, this.comparison.value);
  }

  /** Look at a decision with the eyes of its seat, unless everything is shown. */
  compare(comparison: Comparison): void {
    this.pause();
    const viewer = this.cursor.value.viewer === "all" ? "all" : comparison.seat;
    const event = comparison.event + (comparison.shown === "played" ? 1 : 0);
    this.#moveTo({ event, viewer }, comparison);
  }

  /** Start or stop playback; at the end it starts from the beginning. */
  toggle(): void {
    if (this.isPlaying.value) return this.pause();
    if (this.cursor.value.event >= this.story.events) this.seek(0);
    this.isPlaying.value = true;
    this.#scheduleNext();
  }

  pause(): void {
    clearTimeout(this.#playTimer);
    this.isPlaying.value = false;
  }

  #moveTo(cursor: Cursor, comparison: Comparison | null = null): void {
    if (isSame(cursor, this.cursor.value) && comparison === this.comparison.value) return;
    this.cursor.value = cursor;
    this.comparison.value = comparison;
    this.error.value = null;
    this.#request();
    clearTimeout(this.#urlTimer);
    this.#urlTimer = setTimeout(() => this.#updateUrl(), URL_UPDATE_DELAY_MS);
  }

  /** Put the cursor into the address, so that it can be linked to. */
  #updateUrl(): void {
    if (!this.isPlaying.value) history.replaceState(null, "", cursorToHash(this.cursor.value));
  }

  #request(): void {
    this.#moments.request(this.cursor.value);
    if (this.comparison.value?.shown === "better") void this.#showBetter(this.comparison.value);
  }

  /** Show the table after the better move, once the table before it has been seen. */
  async #showBetter(comparison: Comparison): Promise<void> {
    const { event, viewer } = this.cursor.value;
    const before = this.moment.value;
    const wait = before?.event === event && !before.isBetter || !isMotionEnabled()
      ? 0
      : BEFORE_BETTER_MS;
    const query = `seat=${viewer}&language=${language.value}`;
    try {
      const [moment] = await Promise.all([
        get<Moment>(`${apiPath(this.source)}/analysis/${event}?${query}`),
        new Promise((done) => setTimeout(done, wait)),
      ]);
      const isCurrent = comparison === this.comparison.value &&
        isSame(this.cursor.value, { event, viewer });
      if (isCurrent) this.moment.value = { ...moment, isBetter: true };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.error.value = error;
    }
  }

  #fetch({ event, viewer }: Cursor): Promise<Moment> {
    const query = `seat=${viewer}&language=${language.value}`;
    return get(`${apiPath(this.source)}/replay/${event}?${query}`);
  }

  #show(cursor: Cursor, moment: Moment): void {
    this.#shownCursor = cursor;
    const isTooLate = this.moment.value?.isBetter && this.comparison.value?.shown === "better";
    if (!isTooLate) this.moment.value = moment;
  }

  #scheduleNext(): void {
    const duration = this.#durationOf(this.cursor.value.event - 1);
    this.#playTimer = setTimeout(() => this.#tick(), duration / this.speed.value);
  }

  /** How long an event is shown; -1 is the state before all events. */
  #durationOf(event: number): number {
    if (event >= 0 && !this.#eventsWithLines.has(event)) return SILENT_EVENT_MS;
    return event >= 0 && event < this.#firstMove ? SETUP_EVENT_MS : EVENT_MS;
  }

  /** Move on by one event, if the present one has been shown. */
  #tick(): void {
    if (this.cursor.value.event >= this.story.events || this.error.value) {
      this.pause();
      return this.#updateUrl();
    }
    if (this.#shownCursor && isSame(this.#shownCursor, this.cursor.value)) {
      this.seek(this.cursor.value.event + 1);
    }
    this.#scheduleNext();
  }
}
