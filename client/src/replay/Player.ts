/** Playing a game again: forwards, backwards, by itself, through anybody's eyes. */

import { Cell } from "../cell.ts";
import { get, type Refused } from "../wire/http.ts";
import type { Moment, Story } from "../wire/types.ts";
import { language } from "../words.ts";
import { Moments } from "./moments.ts";
import { hashOf, isSame, type Place, placeOf, type Viewer } from "./place.ts";

const GAP = 900; // milliseconds a moment stays while the game plays by itself
const SHORT_GAP = 90; // after an event of which there is nothing to tell
const SETTLED = 300; // milliseconds until the address follows

export const SPEEDS = [0.5, 1, 2, 4] as const;

export class Player {
  readonly place: Cell<Place>;
  /** What is shown; a little behind the place while it is fetched. */
  readonly moment = new Cell<Moment | null>(null);
  readonly isPlaying = new Cell(false);
  readonly speed = new Cell<number>(1);
  readonly error = new Cell<Refused | null>(null);
  readonly #moments: Moments;
  readonly #told: ReadonlySet<number>;
  readonly #stop = new AbortController();
  #shown: Place | null = null;
  #timer = 0;
  #settling = 0;

  constructor(readonly table: string, readonly story: Story) {
    const { events, seats, lines } = story;
    this.place = new Cell(placeOf(location.hash, events, seats.length));
    this.#told = new Set(lines.map((line) => line.event));
    this.#moments = new Moments(events, {
      fetch: (place) => this.#fetch(place),
      show: (place, moment) => this.#show(place, moment),
      fail: (error) => this.error.value = error,
    });
    addEventListener("hashchange", () => {
      this.#move(placeOf(location.hash, events, seats.length));
    }, { signal: this.#stop.signal });
    this.#moments.want(this.place.value);
  }

  close(): void {
    this.pause();
    clearTimeout(this.#settling);
    this.#stop.abort();
  }

  /** Tell everything again, in the present language. */
  retell(): void {
    this.error.value = null;
    this.#moments.forget();
    this.#moments.want(this.place.value);
  }

  /** Go to the moment after so many events. */
  seek(event: number): void {
    const { events } = this.story;
    this.#move({ ...this.place.value, event: Math.max(0, Math.min(events, event)) });
  }

  /** Go on, or back. */
  step(by: number): void {
    this.pause();
    this.seek(this.place.value.event + by);
  }

  /** Look through other eyes. */
  look(viewer: Viewer): void {
    this.#move({ ...this.place.value, viewer });
  }

  /** Let it play by itself, or stop; at the end it begins anew. */
  toggle(): void {
    if (this.isPlaying.value) return this.pause();
    if (this.place.value.event >= this.story.events) this.seek(0);
    this.isPlaying.value = true;
    this.#wait();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.isPlaying.value = false;
  }

  #move(place: Place): void {
    if (isSame(place, this.place.value)) return;
    this.place.value = place;
    this.error.value = null;
    this.#moments.want(place);
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#settle(), SETTLED);
  }

  /** A link leads to the moment, once one stays there. */
  #settle(): void {
    if (!this.isPlaying.value) history.replaceState(null, "", hashOf(this.place.value));
  }

  #fetch({ event, viewer }: Place): Promise<Moment> {
    const query = `seat=${viewer}&language=${language.value}`;
    return get(`/api/tables/${encodeURIComponent(this.table)}/replay/${event}?${query}`);
  }

  #show(place: Place, moment: Moment): void {
    this.#shown = place;
    this.moment.value = moment;
  }

  #wait(): void {
    const last = this.place.value.event - 1;
    const gap = last < 0 || this.#told.has(last) ? GAP : SHORT_GAP;
    this.#timer = setTimeout(() => this.#tick(), gap / this.speed.value);
  }

  /** One event further, if the present one could be seen at all. */
  #tick(): void {
    if (this.place.value.event >= this.story.events || this.error.value) {
      this.pause();
      return this.#settle();
    }
    if (this.#shown && isSame(this.#shown, this.place.value)) this.seek(this.place.value.event + 1);
    this.#wait();
  }
}
