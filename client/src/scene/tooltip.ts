/** What a thing is, beside it: after a moment of pointing, on focus by keys, and on a long press; at
 * once under a finger, where nothing else can be meant. */

const PATIENCE = 450;
const READING = 5000; // milliseconds to read what a finger asked for

export class Tooltip {
  readonly #bubble = document.createElement("div");
  readonly #stop = new AbortController();
  #timer = 0;
  #byKeys = false; // a browser also shows focus that nobody asked for by a key
  #hasMoved = false; // a thing that comes to lie under a pointer at rest was not pointed at
  #stays = false; // a finger is gone before one can read

  constructor(readonly root: HTMLElement, readonly textOf: (piece: string) => string) {
    this.#bubble.className = "tooltip";
    this.#bubble.setAttribute("aria-hidden", "true"); // labels say the same to those who listen
    this.#bubble.hidden = true;
    document.body.append(this.#bubble);
    const { signal } = this.#stop;
    root.addEventListener("pointerover", (event) => {
      if (this.#hasMoved) this.#point(event);
    }, { signal });
    root.addEventListener("pointermove", (event) => {
      if (this.#hasMoved || (!event.movementX && !event.movementY)) return;
      this.#hasMoved = true;
      this.#point(event);
    }, { signal });
    document.addEventListener("pointerdown", () => {
      this.#byKeys = this.#hasMoved = false;
      this.#hide();
    }, { signal, capture: true });
    root.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse") this.#touch(event);
    }, { signal });
    for (const end of ["pointerup", "pointercancel", "pointerleave", "focusout"]) {
      root.addEventListener(end, () => this.#stays || this.#hide(), { signal });
    }
    root.addEventListener("focusin", (event) => {
      if (this.#byKeys && event.target instanceof Element) this.#after(event.target);
    }, { signal });
    document.addEventListener("keydown", (event) => {
      this.#byKeys = true;
      if (event.key === "Escape") this.#hide();
    }, { signal, capture: true });
  }

  close(): void {
    this.#stop.abort();
    clearTimeout(this.#timer);
    this.#bubble.remove();
  }

  #point(event: PointerEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    this.#after(target?.closest<HTMLElement>("[data-tip], [data-id]") ?? null);
  }

  /** A counter or a name tells at once; on a piece a finger may want something else. */
  #touch(event: PointerEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    const told = target?.closest<HTMLElement>("[data-tip], [data-id]");
    if (!told || told.dataset["id"] !== undefined) return this.#point(event);
    this.#show(told);
    this.#stays = true;
    this.#timer = setTimeout(() => this.#hide(), READING);
  }

  #after(target: Element | null): void {
    clearTimeout(this.#timer);
    this.#bubble.hidden = true;
    if (!(target instanceof HTMLElement)) return;
    this.#timer = setTimeout(() => this.#show(target), PATIENCE);
  }

  #hide(): void {
    clearTimeout(this.#timer);
    this.#stays = false;
    this.#bubble.hidden = true;
  }

  #show(target: HTMLElement): void {
    const { tip, id } = target.dataset;
    const text = tip ?? (id === undefined ? "" : this.textOf(id));
    if (!text || !target.isConnected) return;
    this.#bubble.textContent = text;
    this.#bubble.hidden = false;
    const box = target.getBoundingClientRect();
    const own = this.#bubble.getBoundingClientRect();
    const x = Math.max(
      8,
      Math.min(innerWidth - own.width - 8, box.x + box.width / 2 - own.width / 2),
    );
    const above = box.top - own.height - 8;
    this.#bubble.style.left = `${x}px`;
    this.#bubble.style.top = `${
      above >= 8 ? above : Math.min(innerHeight - own.height - 8, box.bottom + 8)
    }px`;
  }
}
