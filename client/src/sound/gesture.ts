/** Detects the gesture of shaking: a drag to and fro, by its changes of direction. However long it
 * lasts it is one shake; the next begins after a pause. */

const MIN_STROKE_PX = 12;
const TURNS_PER_SHAKE = 2; // changes of direction
const TURN_LIFETIME_MS = 500;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export class ShakeDetector {
  #last: Point | null = null;
  #stroke: Point = { x: 0, y: 0 };
  #turns: number[] = [];
  #isDone = false;

  /** Add a position of the pointer; returns whether a shake is complete. */
  move(point: Point, now: number): boolean {
    const last = this.#last;
    this.#last = point;
    if (!last) return false;
    const step = { x: point.x - last.x, y: point.y - last.y };
    const along = step.x * this.#stroke.x + step.y * this.#stroke.y;
    if (along >= 0) {
      this.#stroke = { x: this.#stroke.x + step.x, y: this.#stroke.y + step.y };
      return false;
    }
    const length = Math.hypot(this.#stroke.x, this.#stroke.y);
    this.#stroke = step;
    if (length < MIN_STROKE_PX) return false;
    this.#turns = [...this.#turns.filter((then) => now - then < TURN_LIFETIME_MS), now];
    if (this.#turns.length === 1) this.#isDone = false; // the first turn after a pause
    if (this.#turns.length < TURNS_PER_SHAKE || this.#isDone) return false;
    this.#isDone = true;
    return true;
  }

  /** The gesture has ended. */
  reset(): void {
    this.#last = null;
    this.#stroke = { x: 0, y: 0 };
    this.#turns = [];
    this.#isDone = false;
  }
}
