/** A queue that shows views one by one at a readable pace, without falling far behind. */

import type { Line, View } from "../wire/types.ts";

const MAX_QUEUED_VIEWS = 12; // about one turn of three bots
const HALF_DURATION_QUEUE_LENGTH = 3; // queued views that halve the duration of the one shown

/** Merge two views: the later state with the log lines of both. */
export function mergeViews(earlier: View, later: View): View {
  return { ...later, lines: [...earlier.lines, ...later.lines] };
}

export class ViewQueue {
  readonly #queue: View[] = [];
  #timer = 0;

  /** `duration` is how long a view is shown, in milliseconds, shortened while others are queued;
   * `minDuration` is the least: 0 if the view may be skipped when the queue is too long. */
  constructor(
    readonly show: (view: View) => void,
    readonly duration: (view: View) => number,
    readonly minDuration: (view: View) => number = () => 0,
  ) {}

  /** Add a view. */
  push(view: View): void {
    this.#queue.push(view);
    if (!this.#timer) this.#next();
  }

  /** Whether views are queued. */
  get isBehind(): boolean {
    return this.#queue.length > 0;
  }

  /** Show the last queued view at once. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (!this.#queue.length) return;
    const last = this.#queue.splice(0).reduce(mergeViews);
    this.show(last);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#queue.length = 0;
  }

  #next(): void {
    this.#timer = 0;
    while (this.#queue.length > MAX_QUEUED_VIEWS && this.#skip());
    const view = this.#queue.shift();
    if (!view) return;
    const queued = this.#queue.length;
    const least = queued < MAX_QUEUED_VIEWS ? this.minDuration(view) : 0;
    this.show(view);
    const duration = this.duration(view) / (1 + queued / HALF_DURATION_QUEUE_LENGTH);
    this.#timer = setTimeout(() => this.#next(), Math.max(duration, least));
  }

  /** Merge the first view that may be skipped into the next; false if there is none. */
  #skip(): boolean {
    const at = this.#queue.findIndex((view) => !this.minDuration(view));
    const [view, next] = this.#queue.slice(at);
    if (at < 0 || !view || !next) return false;
    this.#queue.splice(at, 2, mergeViews(view, next));
    return true;
  }
}

/** Extend the log: lines sent again, in another language or after a reconnect, replace the old. */
export function extendLog(log: readonly Line[], lines: readonly Line[], events: number): Line[] {
  const first = lines[0];
  const before = first ? log.filter((line) => line.event < first.event) : [...log];
  return [...before, ...lines].filter((line) => line.event < events);
}

/** The lines that are not in the log yet. */
export function newLines(log: readonly Line[], lines: readonly Line[]): Line[] {
  const last = log.at(-1)?.event ?? -1;
  return lines.filter((line) => line.event > last);
}
