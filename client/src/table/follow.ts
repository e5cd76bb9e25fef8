/** Showing one view after the other so that one can follow, and never far behind. */

import type { Line, View } from "../wire/types.ts";

const MOST_WAITING = 12; // about a turn of three bots
const UNHURRIED = 3; // so many may wait before what is shown stays half as long

/** Two views as one: the later picture, and what happened before both. */
export function merged(earlier: View, later: View): View {
  return { ...later, lines: [...earlier.lines, ...later.lines] };
}

export class Follower {
  readonly #waiting: View[] = [];
  #timer = 0;

  /** `gap` says how long a view stays before the next, in milliseconds, less while others wait; and
   * `moment` how long it stays even then: 0 if it may be skipped where too many wait. */
  constructor(
    readonly show: (view: View) => void,
    readonly gap: (view: View) => number,
    readonly moment: (view: View) => number = () => 0,
  ) {}

  /** A view has come. */
  push(view: View): void {
    this.#waiting.push(view);
    if (!this.#timer) this.#next();
  }

  /** Whether a view waits for its turn. */
  get isBehind(): boolean {
    return this.#waiting.length > 0;
  }

  /** Show what waits at once. */
  hurry(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (!this.#waiting.length) return;
    const last = this.#waiting.splice(0).reduce(merged);
    this.show(last);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
  }

  #next(): void {
    this.#timer = 0;
    while (this.#waiting.length > MOST_WAITING && this.#skip());
    const view = this.#waiting.shift();
    if (!view) return;
    const waiting = this.#waiting.length;
    const moment = waiting < MOST_WAITING ? this.moment(view) : 0;
    this.show(view);
    const gap = this.gap(view) / (1 + waiting / UNHURRIED);
    this.#timer = setTimeout(() => this.#next(), Math.max(gap, moment));
  }

  /** Skip the first view that may be; false if there is none. */
  #skip(): boolean {
    const at = this.#waiting.findIndex((view) => !this.moment(view));
    const [view, next] = this.#waiting.slice(at);
    if (at < 0 || !view || !next) return false;
    this.#waiting.splice(at, 2, merged(view, next));
    return true;
  }
}

/** The log with new lines: those told again, in another language or after a break, replace theirs. */
export function continued(log: readonly Line[], lines: readonly Line[], events: number): Line[] {
  const first = lines[0];
  const before = first ? log.filter((line) => line.event < first.event) : [...log];
  return [...before, ...lines].filter((line) => line.event < events);
}

/** The lines that were never told before. */
export function fresh(log: readonly Line[], lines: readonly Line[]): Line[] {
  const last = log.at(-1)?.event ?? -1;
  return lines.filter((line) => line.event > last);
}
