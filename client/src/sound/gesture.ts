/** Shaking by hand: a drag to and fro, noticed by its changes of direction. However long it goes on
 * it is one shake; the next begins when the hand has rested. */

const STROKE = 12; // pixels that count as a stroke
const TURNS = 2; // changes of direction that make a shake
const FORGET = 500; // milliseconds after which a turn no longer counts

export interface Point {
  readonly x: number;
  readonly y: number;
}

export class Shaking {
  #last: Point | null = null;
  #stroke: Point = { x: 0, y: 0 };
  #turns: number[] = [];
  #isDone = false;

  /** The pointer is here now; whether a shake is complete. */
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
    if (length < STROKE) return false;
    this.#turns = [...this.#turns.filter((then) => now - then < FORGET), now];
    if (this.#turns.length === 1) this.#isDone = false; // the first turn after a rest
    if (this.#turns.length < TURNS || this.#isDone) return false;
    this.#isDone = true;
    return true;
  }

  /** The hand is still. */
  rest(): void {
    this.#last = null;
    this.#stroke = { x: 0, y: 0 };
    this.#turns = [];
    this.#isDone = false;
  }
}
