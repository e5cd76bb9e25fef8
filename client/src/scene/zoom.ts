/** Zooming and panning a scene: two fingers, Ctrl and the wheel, the keys + - 0, and a button that
 * shows everything again. One finger or the mouse pans where nothing can be dragged. */

import { say } from "../words.ts";
import { clamp } from "./boxes.ts";
import type { SceneInput } from "./input.ts";

/** How the layer lies in the scene: translated, then scaled about its upper left corner. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly w: number;
  readonly h: number;
}

export const NO_ZOOM: Zoom = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 4;
const KEY_FACTOR = 1.25;
const WHEEL_FACTOR = 1.0025; // for each pixel of the wheel
const PAN_THRESHOLD_PX = 8; // from here on a press pans

/** Scale by a factor such that a point, in coordinates of the unscaled layer, stays where it is. */
export function zoomAbout(zoom: Zoom, factor: number, point: Point): Zoom {
  const scale = clamp(zoom.scale * factor, 1, MAX_SCALE);
  const ratio = scale / zoom.scale;
  return {
    scale,
    x: point.x - (point.x - zoom.x) * ratio,
    y: point.y - (point.y - zoom.y) * ratio,
  };
}

/** Move a layer so that it covers its frame; it is at least as large, and its foot is at the foot of
 * the frame. */
export function covering({ scale, x, y }: Zoom, layer: Size, frame: Size): Zoom {
  return {
    scale,
    x: clamp(x, frame.w - scale * layer.w, 0),
    y: clamp(y, layer.h - scale * layer.h, layer.h - frame.h),
  };
}

/** A gesture: the zoom and the fingers as they were when it began. */
interface Gesture {
  readonly zoom: Zoom;
  readonly middle: Point;
  readonly spread: number;
  readonly fingers: number;
  isMoving: boolean;
}

export class SceneZoom {
  readonly #abort = new AbortController();
  readonly #fingers = new Map<number, Point>();
  readonly #reset = document.createElement("button");
  #gesture: Gesture | null = null;
  #zoom = NO_ZOOM;

  constructor(
    readonly root: HTMLElement,
    readonly layer: HTMLElement,
    readonly input: SceneInput,
  ) {
    const { signal } = this.#abort;
    root.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    root.addEventListener("pointermove", (event) => this.#move(event), { signal });
    for (const end of ["pointerup", "pointercancel"] as const) {
      root.addEventListener(end, (event) => this.#up(event), { signal });
    }
    root.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
    root.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.#addButton();
  }

  get scale(): number {
    return this.#zoom.scale;
  }

  close(): void {
    this.#abort.abort();
  }

  /** Show everything. */
  reset(): void {
    this.#set(NO_ZOOM);
  }

  /** The scene has another size. */
  resize(): void {
    this.#set(this.#zoom);
  }

  #addButton(): void {
    this.#reset.type = "button";
    this.#reset.className = "button icon zoom-reset";
    this.#reset.textContent = "1×";
    this.#reset.hidden = true;
    for (const kind of ["pointerdown", "click"]) {
      this.#reset.addEventListener(kind, (event) => event.stopPropagation());
    }
    this.#reset.addEventListener("click", () => this.reset());
    this.root.append(this.#reset);
  }

  #set(zoom: Zoom): void {
    const { root, layer } = this;
    this.#zoom = covering(
      zoom,
      { w: layer.offsetWidth, h: layer.offsetHeight },
      { w: root.clientWidth, h: root.clientHeight },
    );
    const { scale, x, y } = this.#zoom;
    layer.style.transform = scale === 1 && !x && !y
      ? ""
      : `translate(${x}px, ${y}px) scale(${scale})`;
    this.#reset.hidden = scale === 1;
    const label = say("table.zoom-reset");
    if (this.#reset.title !== label) this.#reset.title = this.#reset.ariaLabel = label;
  }

  /** A point of the window in coordinates of the unscaled layer. */
  #local({ x, y }: Point): Point {
    const box = this.root.getBoundingClientRect();
    return { x: x - box.x, y: y - box.y + this.layer.offsetHeight - box.height };
  }

  // pointers

  #down(event: PointerEvent): void {
    if (event.button !== 0 || this.#fingers.size === 2) return;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#fingers.size === 2) this.input.cancel();
    this.#begin();
  }

  #begin(): void {
    const { middle, spread } = this.#measure();
    const fingers = this.#fingers.size;
    this.#gesture = { zoom: this.#zoom, middle, spread, fingers, isMoving: fingers > 1 };
  }

  /** The middle of the fingers, and how far they are from each other. */
  #measure(): { middle: Point; spread: number } {
    const [one, other] = [...this.#fingers.values()];
    if (!one) throw new Error("there is no finger to measure");
    if (!other) return { middle: this.#local(one), spread: 1 };
    return {
      middle: this.#local({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }),
      spread: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)),
    };
  }

  #move(event: PointerEvent): void {
    const gesture = this.#gesture;
    if (!gesture || !this.#fingers.has(event.pointerId)) return;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.input.isHolding) return; // a piece is dragged, or may be
    const { middle, spread } = this.#measure();
    const [x, y] = [middle.x - gesture.middle.x, middle.y - gesture.middle.y];
    if (!gesture.isMoving) {
      if (Math.hypot(x, y) < PAN_THRESHOLD_PX) return;
      gesture.isMoving = true;
    }
    const zoomed = zoomAbout(gesture.zoom, spread / gesture.spread, gesture.middle);
    this.#set({ ...zoomed, x: zoomed.x + x, y: zoomed.y + y });
    const { zoom } = gesture;
    const hasChanged = zoom.x !== this.#zoom.x || zoom.y !== this.#zoom.y;
    if (hasChanged) this.input.cancel(); // it was no press
  }

  #up(event: PointerEvent): void {
    if (!this.#fingers.delete(event.pointerId)) return;
    this.#gesture = null;
    if (this.#fingers.size) this.#begin(); // the other finger pans
  }

  // wheel and keys

  #wheel(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const point = this.#local({ x: event.clientX, y: event.clientY });
    this.#set(zoomAbout(this.#zoom, WHEEL_FACTOR ** -event.deltaY, point));
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "0") return this.reset();
    const factor = event.key === "+" ? KEY_FACTOR : event.key === "-" ? 1 / KEY_FACTOR : 0;
    if (!factor) return;
    event.preventDefault();
    this.#set(zoomAbout(this.#zoom, factor, this.#focusedPoint()));
  }

  /** The middle of the piece with the focus, else of the scene. */
  #focusedPoint(): Point {
    const focused = document.activeElement;
    const element = focused && this.layer.contains(focused) ? focused : this.root;
    const { x, y, width, height } = element.getBoundingClientRect();
    return this.#local({ x: x + width / 2, y: y + height / 2 });
  }
}
