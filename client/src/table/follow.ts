/** Showing one view after the other so that one can follow, and never far behind. */

import type { Line, View } from "../wire/types.ts";

const MOST_WAITING = 3;

/** Two views as one: the later picture, and what happened before both. */
export function merged(earlier: View, later: View): View {
  return { ...later, lines: [...earlier.lines, ...later.lines] };
}

export class Follower {
  readonly #waiting: View[] = [];
  #timer = 0;

  /** `gap` says how long a view stays before the next, in milliseconds, and `moment` how long it
   * stays however many wait: 0 if it may even be skipped. */
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
    const moment = this.moment(view);
    this.show(view);
    const gap = this.gap(view) / (1 + this.#waiting.length);
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
