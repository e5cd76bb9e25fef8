/** Tooltips: on hover, on keyboard focus, and on a long press; at once on a touch of something that
 * can't be pressed. */

const HOVER_DELAY_MS = 450;
const TOUCH_TOOLTIP_MS = 5000; // how long a touched tooltip stays

export class Tooltip {
  readonly #bubble = document.createElement("div");
  readonly #abort = new AbortController();
  #timer = 0;
  #isKeyboardFocus = false; // focus also moves without a key
  #hasMoved = false; // an element that moves under a resting pointer is not hovered
  #isPinned = false; // stays after the finger is lifted

  constructor(readonly root: HTMLElement, readonly textOf: (piece: string) => string) {
    this.#bubble.className = "tooltip";
    this.#bubble.setAttribute("aria-hidden", "true"); // aria-labels say the same
    this.#bubble.hidden = true;
    document.body.append(this.#bubble);
    const { signal } = this.#abort;
    root.addEventListener("pointerover", (event) => {
      if (this.#hasMoved) this.#onPoint(event);
    }, { signal });
    root.addEventListener("pointermove", (event) => {
      if (this.#hasMoved || (!event.movementX && !event.movementY)) return;
      this.#hasMoved = true;
      this.#onPoint(event);
    }, { signal });
    document.addEventListener("pointerdown", () => {
      this.#isKeyboardFocus = this.#hasMoved = false;
      this.#hide();
    }, { signal, capture: true });
    root.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse") this.#onTouch(event);
    }, { signal });
    for (const end of ["pointerup", "pointercancel", "pointerleave", "focusout"]) {
      root.addEventListener(end, () => this.#isPinned || this.#hide(), { signal });
    }
    root.addEventListener("focusin", (event) => {
      if (this.#isKeyboardFocus && event.target instanceof Element) this.#showLater(event.target);
    }, { signal });
    document.addEventListener("keydown", (event) => {
      this.#isKeyboardFocus = true;
      if (event.key === "Escape") this.#hide();
    }, { signal, capture: true });
  }

  close(): void {
    this.#abort.abort();
    clearTimeout(this.#timer);
    this.#bubble.remove();
  }

  #onPoint(event: PointerEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    this.#showLater(target?.closest<HTMLElement>("[data-tip], [data-id]") ?? null);
  }

  /** On a counter or caption at once; on a piece the touch may be a press. */
  #onTouch(event: PointerEvent): void {
    const touched = event.target instanceof Element ? event.target : null;
    const target = touched?.closest<HTMLElement>("[data-tip], [data-id]");
    if (!target || target.dataset["id"] !== undefined) return this.#onPoint(event);
    this.#show(target);
    this.#isPinned = true;
    this.#timer = setTimeout(() => this.#hide(), TOUCH_TOOLTIP_MS);
  }

  #showLater(target: Element | null): void {
    this.#hide();
    if (!(target instanceof HTMLElement)) return;
    this.#timer = setTimeout(() => this.#show(target), HOVER_DELAY_MS);
  }

  #hide(): void {
    clearTimeout(this.#timer);
    this.#isPinned = false;
    this.#bubble.hidden = true;
    this.#bubble.textContent = "";
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
