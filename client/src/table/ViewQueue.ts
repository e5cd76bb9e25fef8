/** A queue that shows snapshots one by one at a readable pace, without falling far behind. */

import { mergeSnapshots, type Snapshot } from "../wire/snapshot.ts";

const MAX_QUEUED_VIEWS = 12; // about one turn of three bots
const HALF_DURATION_QUEUE_LENGTH = 3; // queued views that halve the duration of the one shown

export class ViewQueue {
  readonly #queue: Snapshot[] = [];
  #shown: Snapshot | null = null;
  #timer = 0;

  /** `duration` is how long a view is shown after another, in milliseconds, shortened while others
   * are queued; `minDuration` is the least: 0 if the view may be skipped when the queue is too long. */
  constructor(
    readonly show: (view: Snapshot) => void,
    readonly duration: (view: Snapshot, before: Snapshot | null) => number,
    readonly minDuration: (view: Snapshot) => number = () => 0,
  ) {}

  /** Add a view. */
  push(view: Snapshot): void {
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
    this.#shown = this.#queue.splice(0).reduce(mergeSnapshots);
    this.show(this.#shown);
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
    const before = this.#shown;
    this.#shown = view;
    const duration = this.duration(view, before) / (1 + queued / HALF_DURATION_QUEUE_LENGTH);
    this.#timer = setTimeout(() => this.#next(), Math.max(duration, least));
  }

  /** Merge the first view that may be skipped into the next; false if there is none. */
  #skip(): boolean {
    const at = this.#queue.findIndex((view) => !this.minDuration(view));
    const [view, next] = this.#queue.slice(at);
    if (at < 0 || !view || !next) return false;
    this.#queue.splice(at, 2, mergeSnapshots(view, next));
    return true;
  }
}
