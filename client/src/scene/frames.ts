/** Dashed frames around what somebody points at: above everything, so that nothing hides them. */

import type { Box } from "./layout.ts";

/** A box that may lie askew. */
type Askew = Box & { readonly tilt?: number };

export class Frames {
  readonly #frames: HTMLElement[] = [];

  constructor(readonly root: HTMLElement) {}

  /** Frame these boxes, and no others. */
  draw(boxes: readonly Askew[]): void {
    for (const frame of this.#frames.splice(boxes.length)) frame.remove();
    boxes.forEach((box, i) => this.#place(this.#frames[i] ?? this.#add(), box));
  }

  #add(): HTMLElement {
    const frame = document.createElement("div");
    frame.className = "frame";
    frame.setAttribute("aria-hidden", "true");
    this.#frames.push(frame);
    this.root.append(frame);
    return frame;
  }

  #place({ style }: HTMLElement, { x, y, w, h, tilt = 0 }: Askew): void {
    style.left = `${x}px`;
    style.top = `${y}px`;
    style.width = `${w}px`;
    style.height = `${h}px`;
    style.rotate = tilt ? `${tilt}deg` : "";
  }
}
