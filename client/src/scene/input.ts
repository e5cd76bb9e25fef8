/** Input on a scene: pointer, touch, drag and drop, and keyboard. */

import type { PieceElement } from "./PieceElement.ts";
import { type Target, targetAt, targetNear, TOUCH_TARGET_PX } from "./snap.ts";

/** What the input of a scene calls. */
export interface InputHandlers {
  /** A piece was pressed. */
  press(id: string): void;
  /** A drag begins; returns the drop targets, null if the piece can't be dragged. */
  startDrag(id: string): ReadonlySet<string> | null;
  /** The piece was dropped on a target, or (null) nowhere. */
  drop(target: string | null): void;
  /** Escape: one step back. */
  stepBack(): void;
  /** A piece is dragged about, or (null) released. */
  shake?(id: string, movement: { readonly x: number; readonly y: number } | null): void;
}

const DRAG_THRESHOLD_PX = 8; // from here on a press is a drag
const DROP_REACH_PX = TOUCH_TARGET_PX / 2;

interface Drag {
  readonly id: string;
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  targets: ReadonlySet<string> | null;
}

export class SceneInput {
  readonly #abort = new AbortController();
  #drag: Drag | null = null;
  #justDragged = false;
  #tabStop = "";
  #pressable: ReadonlySet<string> = new Set();
  #destinations: ReadonlySet<string> = new Set();

  constructor(
    readonly root: HTMLElement,
    readonly handlers: InputHandlers,
    readonly pieceElement: (id: string) => PieceElement | undefined,
    /** By how much the scene is enlarged. */
    readonly scale: () => number,
  ) {
    const { signal } = this.#abort;
    root.addEventListener("click", (event) => this.#click(event), { signal });
    root.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    root.addEventListener("pointermove", (event) => this.#move(event), { signal });
    root.addEventListener("pointerup", (event) => this.#up(event, true), { signal });
    root.addEventListener("pointercancel", (event) => this.#up(event, false), { signal });
    root.addEventListener("keydown", (event) => this.#key(event), { signal });
    root.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
    root.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  }

  close(): void {
    this.#abort.abort();
  }

  /** Set what can be pressed: one piece is a Tab stop, the others are reached by arrow keys (roving
   * tabindex). Destinations can be pressed too, by pointer. */
  setPressable(pressable: ReadonlySet<string>, destinations: ReadonlySet<string>): void {
    this.#pressable = pressable;
    this.#destinations = destinations;
    const focused = this.#focused();
    if (focused && pressable.has(focused)) this.#tabStop = focused;
    if (!pressable.has(this.#tabStop)) this.#tabStop = [...pressable][0] ?? "";
    for (const id of pressable) {
      const element = this.pieceElement(id)?.element;
      const index = id === this.#tabStop ? "0" : "-1";
      if (element?.getAttribute("tabindex") !== index) element?.setAttribute("tabindex", index);
    }
  }

  // pointer

  /** The pieces under a point, topmost first. */
  #piecesAt(x: number, y: number): string[] {
    const ids: string[] = [];
    for (const element of document.elementsFromPoint(x, y)) {
      const id = element.closest<HTMLElement>(".spot")?.dataset["id"];
      if (id !== undefined && this.root.contains(element) && !ids.includes(id)) ids.push(id);
    }
    return ids;
  }

  /** The piece a press here is meant for: the nearest pressable one within a finger's width, else such
   * a destination, else the topmost piece, else a pressable one near by. Of pressable pieces that lie
   * on each other the topmost counts. */
  #intendedPiece(event: MouseEvent): string | undefined {
    const own = event.target instanceof Element
      ? event.target.closest<HTMLElement>(".spot")?.dataset["id"]
      : undefined;
    const isByPointer = event.detail > 0 || event.type.startsWith("pointer");
    if (!isByPointer) return own;
    const { clientX: x, clientY: y } = event;
    const ids = this.#piecesAt(x, y);
    const pressable = this.#targets(this.#pressable);
    return ids.find((id) => this.#pressable.has(id) && this.#contains(id, x, y)) ??
      targetAt(pressable, x, y) ?? targetAt(this.#targets(this.#destinations), x, y) ??
      own ?? ids[0] ?? targetNear(pressable, x, y);
  }

  #contains(id: string, x: number, y: number): boolean {
    const box = this.pieceElement(id)?.element.getBoundingClientRect();
    return box !== undefined && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  }

  /** Pieces with their boxes in the window. */
  #targets(ids: ReadonlySet<string>): Target[] {
    const targets: Target[] = [];
    for (const id of ids) {
      const box = this.pieceElement(id)?.element.getBoundingClientRect();
      if (box) targets.push([id, { x: box.x, y: box.y, w: box.width, h: box.height }]);
    }
    return targets;
  }

  #click(event: MouseEvent): void {
    if (this.#justDragged) {
      this.#justDragged = false;
      return;
    }
    const id = this.#intendedPiece(event);
    if (id !== undefined) this.handlers.press(id);
  }

  #down(event: PointerEvent): void {
    this.#justDragged = false;
    if (event.button !== 0 || this.#drag) return;
    const id = this.#intendedPiece(event);
    if (id === undefined || !this.#pressable.has(id)) return;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    this.#drag = { id, pointer, x, y, targets: null };
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag || drag.pointer !== event.pointerId) return;
    const x = event.clientX - drag.x;
    const y = event.clientY - drag.y;
    if (!drag.targets) {
      if (Math.hypot(x, y) < DRAG_THRESHOLD_PX) return;
      drag.targets = this.handlers.startDrag(drag.id);
      if (!drag.targets) {
        this.#drag = null;
        return;
      }
      this.root.setPointerCapture(event.pointerId);
      this.pieceElement(drag.id)?.element.classList.add("dragged");
    }
    const element = this.pieceElement(drag.id)?.element;
    const scale = this.scale();
    if (element) element.style.translate = `${x / scale}px ${y / scale}px`;
    this.handlers.shake?.(drag.id, { x: event.clientX, y: event.clientY });
    const over = this.#dropTarget(drag.targets, event.clientX, event.clientY);
    for (const id of drag.targets) {
      this.pieceElement(id)?.element.classList.toggle("over", id === over);
    }
  }

  /** Whether a pressable piece is held, and may be dragged. */
  get isHolding(): boolean {
    return this.#drag !== null;
  }

  /** What was thought to be a press or a drag is another gesture. */
  cancel(): void {
    if (this.#drag) this.#release(this.#drag, null);
    this.#ignoreClick();
  }

  /** Ignore the click that ends the gesture. */
  #ignoreClick(): void {
    this.#justDragged = true;
  }

  #up(event: PointerEvent, isDrop: boolean): void {
    setTimeout(() => this.#justDragged = false, 50); // after the click that ends a gesture
    const drag = this.#drag;
    if (!drag || drag.pointer !== event.pointerId) return;
    this.#release(drag, isDrop ? event : null);
  }

  /** Release what is held: at a point it is dropped there. */
  #release(drag: Drag, at: PointerEvent | null): void {
    this.#drag = null;
    if (!drag.targets) return;
    this.#ignoreClick();
    const element = this.pieceElement(drag.id)?.element;
    element?.classList.remove("dragged");
    for (const id of drag.targets) this.pieceElement(id)?.element.classList.remove("over");
    this.handlers.shake?.(drag.id, null);
    const target = at ? this.#dropTarget(drag.targets, at.clientX, at.clientY) : null;
    if (element) element.style.translate = "";
    this.handlers.drop(target);
  }

  /** The nearest drop target in reach of a point. */
  #dropTarget(targets: ReadonlySet<string>, x: number, y: number): string | null {
    let best: string | null = null;
    let smallest = Infinity;
    for (const id of targets) {
      const box = this.pieceElement(id)?.element.getBoundingClientRect();
      if (!box) continue;
      const reach = (size: number) => Math.max(size / 2, DROP_REACH_PX);
      const dx = Math.abs(x - box.x - box.width / 2);
      const dy = Math.abs(y - box.y - box.height / 2);
      if (dx > reach(box.width) || dy > reach(box.height)) continue;
      if (dx + dy < smallest) [best, smallest] = [id, dx + dy];
    }
    return best;
  }

  // keys

  #focused(): string | undefined {
    const element = document.activeElement;
    return element instanceof HTMLElement && this.root.contains(element)
      ? element.dataset["id"]
      : undefined;
  }

  #key(event: KeyboardEvent): void {
    const id = this.#focused();
    if (event.key === "Escape") return this.handlers.stepBack();
    if (id === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.handlers.press(id);
    }
    const direction = ARROWS[event.key];
    if (!direction) return;
    event.preventDefault();
    const found = this.#neighbour(id, direction);
    if (found === null) return;
    this.#tabStop = found;
    this.setPressable(this.#pressable, this.#destinations);
    this.pieceElement(found)?.element.focus({ preventScroll: true });
  }

  /** The nearest pressable piece in a direction. */
  #neighbour(id: string, [right, down]: readonly [number, number]): string | null {
    const from = this.pieceElement(id)?.box;
    if (!from) return null;
    let best: string | null = null;
    let smallest = Infinity;
    for (const other of this.#pressable) {
      const to = this.pieceElement(other)?.box;
      if (!to || other === id) continue;
      const x = to.x + to.w / 2 - from.x - from.w / 2;
      const y = to.y + to.h / 2 - from.y - from.h / 2;
      const ahead = x * right + y * down;
      const aside = Math.abs(x * down) + Math.abs(y * right);
      if (ahead <= 1) continue;
      const cost = ahead + 2.5 * aside;
      if (cost < smallest) [best, smallest] = [other, cost];
    }
    return best;
  }
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
