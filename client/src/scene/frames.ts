/** Dashed frames around what a lesson or a hint points at, above everything else. */

import type { Box } from "./layout.ts";

/** A box that may be rotated. */
type TiltedBox = Box & { readonly tilt?: number };

export class Frames {
  readonly #frames: HTMLElement[] = [];

  constructor(readonly root: HTMLElement) {}

  /** Draw frames around exactly these boxes. */
  draw(boxes: readonly TiltedBox[]): void {
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

  #place({ style }: HTMLElement, { x, y, w, h, tilt = 0 }: TiltedBox): void {
    style.left = `${x}px`;
    style.top = `${y}px`;
    style.width = `${w}px`;
    style.height = `${h}px`;
    style.rotate = tilt ? `${tilt}deg` : "";
  }
}
