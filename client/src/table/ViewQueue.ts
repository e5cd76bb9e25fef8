/** A queue that shows snapshots one by one at a readable pace, without falling far behind. */

import { mergeSnapshots, type Snapshot } from "../wire/snapshot.ts";

const HALF_DURATION_QUEUE_LENGTH = 3; // queued views that halve the duration of the one shown

/** For how long a view is shown. */
export interface Plan {
  /** In milliseconds; 0 if the view that follows is shown at once. */
  readonly ms: number;
  /** Whether it is shown until somebody goes on, instead. */
  readonly isHeld: boolean;
}

/** How views are shown. */
export interface Showing {
  show(view: Snapshot, plan: Plan): void;
  /** How long a view is shown after another, in milliseconds; shortened while others are queued. */
  duration(view: Snapshot, before: Snapshot | null): number;
  /** The least of it; 0 if the view may be skipped when the queue is too long. */
  minDuration?(view: Snapshot): number;
  /** Whether the view is shown until somebody goes on. */
  isHeld?(view: Snapshot): boolean;
  /** Views that may be queued: in a longer queue some are skipped. */
  maxQueued?(): number;
  /** The last queued view has been shown for its time. */
  onIdle?(): void;
}

const MAX_QUEUED_VIEWS = 12; // about one turn of three bots

export class ViewQueue {
  readonly #queue: Snapshot[] = [];
  #shown: Snapshot | null = null;
  #timer = 0;
  #isHeld = false;

  constructor(readonly showing: Showing) {}

  /** Add a view. */
  push(view: Snapshot): void {
    this.#queue.push(view);
    if (!this.#timer && !this.#isHeld) this.#next();
  }

  /** Whether views are queued, or one is held. */
  get isBehind(): boolean {
    return this.#queue.length > 0 || this.#isHeld;
  }

  /** Whether a view is shown until somebody goes on. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Show the next view at once. */
  goOn(): void {
    clearTimeout(this.#timer);
    this.#isHeld = false;
    this.#next();
  }

  /** Show the last queued view at once. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#isHeld = false;
    if (this.#queue.length) {
      this.#shown = this.#queue.splice(0).reduce(mergeSnapshots);
      this.showing.show(this.#shown, { ms: 0, isHeld: false });
    }
    this.showing.onIdle?.();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#queue.length = 0;
  }

  #next(): void {
    this.#timer = 0;
    const maxQueued = this.showing.maxQueued?.() ?? MAX_QUEUED_VIEWS;
    while (this.#queue.length > maxQueued && this.#skip());
    const view = this.#queue.shift();
    if (!view) return this.showing.onIdle?.();
    const plan = this.#plan(view, maxQueued);
    this.#shown = view;
    this.#isHeld = plan.isHeld;
    this.showing.show(view, plan);
    if (!plan.isHeld) this.#timer = setTimeout(() => this.#next(), plan.ms);
  }

  /** For how long the next view is shown: shorter while others are queued, but not for less than its
   * least time. */
  #plan(view: Snapshot, maxQueued: number): Plan {
    const queued = this.#queue.length;
    const isUrgent = queued >= maxQueued;
    const duration = this.showing.duration(view, this.#shown) /
      (1 + queued / HALF_DURATION_QUEUE_LENGTH);
    return {
      ms: Math.max(duration, isUrgent ? 0 : this.#least(view)),
      isHeld: !isUrgent && (this.showing.isHeld?.(view) ?? false),
    };
  }

  #least(view: Snapshot): number {
    return this.showing.minDuration?.(view) ?? 0;
  }

  /** Merge the first view that may be skipped into the next; false if there is none. */
  #skip(): boolean {
    const at = this.#queue.findIndex((view) => !this.#least(view));
    const [view, next] = this.#queue.slice(at);
    if (at < 0 || !view || !next) return false;
    this.#queue.splice(at, 2, mergeSnapshots(view, next));
    return true;
  }
}
