/** Frames above everything else: dashed ones around what a lesson or a hint points at, and one in the
 * colour and with the badge of an opponent around what they moved last. */

import { type Box, overlap } from "./boxes.ts";
import { seatBadge } from "./shapes.ts";

/** A box that may be rotated. */
type TiltedBox = Box & { readonly tilt?: number };
export type MarkedBox = TiltedBox & { readonly seat: number };

/** Less high or wide than this, a piece has a thin mark with a small badge. */
const SMALL_PX = 30;

/** A piece within another one is marked by the mark of that: two frames look like a mistake. */
const NESTED_SHARE = 0.7;

/** The marks to draw: of those of a seat that lie in each other, the largest. */
export function withoutNested(marks: readonly MarkedBox[]): readonly MarkedBox[] {
  const kept: MarkedBox[] = [];
  for (const mark of [...marks].sort((one, other) => other.w * other.h - one.w * one.h)) {
    const isNested = kept.some((larger) =>
      larger.seat === mark.seat && overlap(larger, mark) > NESTED_SHARE * mark.w * mark.h
    );
    if (!isNested) kept.push(mark);
  }
  return kept;
}

export class Frames {
  readonly #frames: HTMLElement[] = [];
  readonly #marks: HTMLElement[] = [];

  constructor(readonly root: HTMLElement) {}

  /** Draw frames around exactly these boxes. */
  draw(boxes: readonly TiltedBox[]): void {
    for (const frame of this.#frames.splice(boxes.length)) frame.remove();
    boxes.forEach((box, i) => place(this.#frames[i] ?? this.#add(this.#frames, "frame"), box));
  }

  /** Draw the marks of seats around exactly these boxes. */
  drawMarks(boxes: readonly MarkedBox[]): void {
    for (const mark of this.#marks.splice(boxes.length)) mark.remove();
    boxes.forEach((box, i) => {
      const mark = this.#marks[i] ?? this.#add(this.#marks, "last-move");
      place(mark, box);
      mark.classList.toggle("small", Math.min(box.w, box.h) < SMALL_PX);
      if (mark.dataset["seat"] === String(box.seat)) return;
      mark.dataset["seat"] = String(box.seat);
      mark.style.setProperty("--seat", `var(--seat-${box.seat})`);
      mark.replaceChildren(seatBadge(box.seat));
    });
  }

  #add(frames: HTMLElement[], className: string): HTMLElement {
    const frame = document.createElement("div");
    frame.className = className;
    frame.setAttribute("aria-hidden", "true");
    frames.push(frame);
    this.root.append(frame);
    return frame;
  }
}

function place({ style }: HTMLElement, { x, y, w, h, tilt = 0 }: TiltedBox): void {
  style.left = `${x}px`;
  style.top = `${y}px`;
  style.width = `${w}px`;
  style.height = `${h}px`;
  style.rotate = tilt ? `${tilt}deg` : "";
}
