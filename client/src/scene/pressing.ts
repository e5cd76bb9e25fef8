/** Pressing pieces: by mouse, finger, drag and drop, and by the keys. */

import type { Spot } from "./spot.ts";

/** What a press asks for. */
export interface Presses {
  /** Somebody presses a piece. */
  press(id: string): void;
  /** Somebody begins to drag a piece: what it may be dropped on, null if it can't be dragged. */
  grab(id: string): ReadonlySet<string> | null;
  /** The piece was dropped on another, or (null) nowhere. */
  drop(target: string | null): void;
  /** Somebody takes a step back. */
  back(): void;
  /** Somebody drags a piece to and fro, or lets it go. */
  shake?(id: string, movement: { readonly x: number; readonly y: number } | null): void;
}

const FAR = 8; // pixels before a press becomes a drag
const REACH = 22; // half of what a finger needs

interface Drag {
  readonly id: string;
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  targets: ReadonlySet<string> | null;
}

export class Pressing {
  readonly #stop = new AbortController();
  #drag: Drag | null = null;
  #justDragged = false;
  #roving = "";
  #can: ReadonlySet<string> = new Set();
  #goals: ReadonlySet<string> = new Set();

  constructor(
    readonly root: HTMLElement,
    readonly presses: Presses,
    readonly spot: (id: string) => Spot | undefined,
  ) {
    const { signal } = this.#stop;
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
    this.#stop.abort();
  }

  /** These can be pressed now: one of them is reached by Tab, the others by the arrows. Goals can
   * be pointed at too. */
  rove(can: ReadonlySet<string>, goals: ReadonlySet<string>): void {
    this.#can = can;
    this.#goals = goals;
    const focused = this.#focused();
    if (focused && can.has(focused)) this.#roving = focused;
    if (!can.has(this.#roving)) this.#roving = [...can][0] ?? "";
    for (const id of can) {
      const element = this.spot(id)?.element;
      const index = id === this.#roving ? "0" : "-1";
      if (element?.getAttribute("tabindex") !== index) element?.setAttribute("tabindex", index);
    }
  }

  // pointer

  /** The pieces under a point, uppermost first. */
  #under(x: number, y: number): string[] {
    const ids: string[] = [];
    for (const element of document.elementsFromPoint(x, y)) {
      const id = element.closest<HTMLElement>(".spot")?.dataset["id"];
      if (id !== undefined && this.root.contains(element) && !ids.includes(id)) ids.push(id);
    }
    return ids;
  }

  /** What somebody means who points here: what can be pressed and lies under the point; else what
   * can be and is nearest; else a goal; else the uppermost. */
  #meant(event: MouseEvent): string | undefined {
    const own = event.target instanceof Element
      ? event.target.closest<HTMLElement>(".spot")?.dataset["id"]
      : undefined;
    const isByHand = event.detail > 0 || event.type.startsWith("pointer");
    const ids = isByHand ? this.#under(event.clientX, event.clientY) : [];
    const able = ids.filter((id) => this.#can.has(id));
    const goal = ids.find((id) => this.#goals.has(id));
    return this.#nearest(able, event.clientX, event.clientY) ?? goal ?? own ?? ids[0];
  }

  /** The first that really lies under a point, else the one with the nearest middle: small things
   * can be pressed beside themselves, and then they lie on each other. */
  #nearest(ids: readonly string[], x: number, y: number): string | undefined {
    let best: string | undefined;
    let least = Infinity;
    for (const id of ids) {
      const box = this.spot(id)?.element.getBoundingClientRect();
      if (!box) continue;
      const [dx, dy] = [x - box.x - box.width / 2, y - box.y - box.height / 2];
      if (Math.abs(dx) <= box.width / 2 && Math.abs(dy) <= box.height / 2) return id;
      if (Math.hypot(dx, dy) < least) [best, least] = [id, Math.hypot(dx, dy)];
    }
    return best;
  }

  #click(event: MouseEvent): void {
    if (this.#justDragged) {
      this.#justDragged = false;
      return;
    }
    const id = this.#meant(event);
    if (id !== undefined) this.presses.press(id);
  }

  #down(event: PointerEvent): void {
    this.#justDragged = false;
    if (event.button !== 0 || this.#drag) return;
    const id = this.#meant(event);
    if (id === undefined || !this.#can.has(id)) return;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    this.#drag = { id, pointer, x, y, targets: null };
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag || drag.pointer !== event.pointerId) return;
    const x = event.clientX - drag.x;
    const y = event.clientY - drag.y;
    if (!drag.targets) {
      if (Math.hypot(x, y) < FAR) return;
      drag.targets = this.presses.grab(drag.id);
      if (!drag.targets) {
        this.#drag = null;
        return;
      }
      this.root.setPointerCapture(event.pointerId);
      this.spot(drag.id)?.element.classList.add("dragged");
    }
    const element = this.spot(drag.id)?.element;
    if (element) element.style.translate = `${x}px ${y}px`;
    this.presses.shake?.(drag.id, { x: event.clientX, y: event.clientY });
    const over = this.#target(drag.targets, event.clientX, event.clientY);
    for (const id of drag.targets) {
      this.spot(id)?.element.classList.toggle("over", id === over);
    }
  }

  #up(event: PointerEvent, isDrop: boolean): void {
    const drag = this.#drag;
    if (!drag || drag.pointer !== event.pointerId) return;
    this.#drag = null;
    if (!drag.targets) return;
    this.#justDragged = true;
    setTimeout(() => this.#justDragged = false, 50); // the click that belongs to it
    const element = this.spot(drag.id)?.element;
    element?.classList.remove("dragged");
    for (const id of drag.targets) this.spot(id)?.element.classList.remove("over");
    this.presses.shake?.(drag.id, null);
    const target = isDrop ? this.#target(drag.targets, event.clientX, event.clientY) : null;
    if (element) element.style.translate = "";
    this.presses.drop(target);
  }

  /** The nearest of the targets that is in reach of a point. */
  #target(targets: ReadonlySet<string>, x: number, y: number): string | null {
    let best: string | null = null;
    let least = Infinity;
    for (const id of targets) {
      const box = this.spot(id)?.element.getBoundingClientRect();
      if (!box) continue;
      const reach = (size: number) => Math.max(size / 2, REACH);
      const dx = Math.abs(x - box.x - box.width / 2);
      const dy = Math.abs(y - box.y - box.height / 2);
      if (dx > reach(box.width) || dy > reach(box.height)) continue;
      if (dx + dy < least) [best, least] = [id, dx + dy];
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
    if (event.key === "Escape") return this.presses.back();
    if (id === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.presses.press(id);
    }
    const way = ARROWS[event.key];
    if (!way) return;
    event.preventDefault();
    const found = this.#neighbour(id, way);
    if (found === null) return;
    this.#roving = found;
    this.rove(this.#can, this.#goals);
    this.spot(found)?.element.focus({ preventScroll: true });
  }

  /** The nearest piece that can be pressed in a direction. */
  #neighbour(id: string, [right, down]: readonly [number, number]): string | null {
    const from = this.spot(id)?.box;
    if (!from) return null;
    let best: string | null = null;
    let least = Infinity;
    for (const other of this.#can) {
      const to = this.spot(other)?.box;
      if (!to || other === id) continue;
      const x = to.x + to.w / 2 - from.x - from.w / 2;
      const y = to.y + to.h / 2 - from.y - from.h / 2;
      const ahead = x * right + y * down;
      const aside = Math.abs(x * down) + Math.abs(y * right);
      if (ahead <= 1) continue;
      const cost = ahead + 2.5 * aside;
      if (cost < least) [best, least] = [other, cost];
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
