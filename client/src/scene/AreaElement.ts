/** The element of one area: its background, caption and counters; it contains its pieces. */

import type { Area, Counter, Seat } from "../wire/types.ts";
import { say } from "../words.ts";
import type { Box, PlacedArea } from "./layout.ts";
import { type Art, lookUp } from "./look.ts";
import { animateNumber } from "./motion.ts";
import { seatBadge, spriteImage } from "./shapes.ts";

const LOW_TIME_MS = 10_000;

/** The clock of a seat: when it runs out, or what is left while it is stopped. */
export type SeatClock = Pick<Seat, "deadline" | "left_ms">;

const lastBoxes = new WeakMap<HTMLElement, Box>();

function setBox(element: HTMLElement, box: Box): void {
  const was = lastBoxes.get(element);
  if (was && was.x === box.x && was.y === box.y && was.w === box.w && was.h === box.h) return;
  lastBoxes.set(element, box);
  element.style.left = `${box.x}px`;
  element.style.top = `${box.y}px`;
  element.style.width = `${box.w}px`;
  element.style.height = `${box.h}px`;
}

function createElement(tag: string, className: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}

/** Set an attribute, or remove it (null), unless nothing changes. */
function setAttribute(element: HTMLElement, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

export class AreaElement {
  /** Groups the area for screen readers; has no box of its own. */
  readonly element = createElement("section", "plot");
  readonly #background = createElement("div", "ground");
  readonly #caption = createElement("div", "caption");
  readonly #clock = createElement("span", "clock");
  readonly #turnText = createElement("span", "visually-hidden");
  readonly #counters = new Map<string, CounterElement>();
  #backdrop = "";
  #captionKey = "";
  #panelSeat = -1;

  constructor(area: Area) {
    this.element.dataset["area"] = area.id;
    this.element.setAttribute("role", "group"); // the whole table is the landmark
    this.element.append(this.#background, this.#caption);
    this.#clock.hidden = true;
  }

  /** Draw the area in its present state; a panel with the person at its seat. */
  draw(
    area: Area,
    placed: PlacedArea,
    art: Art,
    seat: Seat | undefined,
    isMine: boolean,
    isYours: boolean,
  ): void {
    const name = [area.label, ...spokenTags(seat, isYours)].join(", ");
    setAttribute(this.element, "aria-label", area.tip ? `${name}. ${area.tip}` : name);
    setAttribute(this.element, "data-kind", area.kind);
    setAttribute(this.element, "data-place", placed.place);
    this.element.classList.toggle("acting", area.acting);
    this.element.classList.toggle("mine", isMine);
    setBox(this.#background, placed.box);
    this.#setBackdrop(lookUp(art.look.areas, area.id).backdrop ?? "", art);
    this.#drawCaption(area, placed, seat, isYours);
    this.#drawCounters(area, placed, art);
    setAttribute(this.#caption, "data-tip", area.tip || null);
  }

  #setBackdrop(name: string, art: Art): void {
    const symbol = art.aspectRatios.has(name) ? name : "";
    if (symbol === this.#backdrop && this.#background.dataset["drawn"] !== undefined) return;
    this.#backdrop = symbol;
    this.#background.dataset["drawn"] = symbol ? "yes" : "no";
    this.#background.replaceChildren(...(symbol ? [spriteImage(symbol, "backdrop")] : []));
    this.#background.querySelector("use")?.setAttribute("preserveAspectRatio", "none");
  }

  #drawCaption(
    area: Area,
    placed: PlacedArea,
    seat: Seat | undefined,
    isYours: boolean,
  ): void {
    setAttribute(this.#caption, "hidden", placed.caption ? null : "");
    if (!placed.caption) return;
    setBox(this.#caption, placed.caption);
    this.#panelSeat = area.kind === "panel" ? area.seat : -1;
    if (area.kind === "panel") this.#drawTurn(area);
    const isNarrow = placed.caption.w < 120;
    const tags = area.kind === "panel" ? tagsFor(seat, isYours) : [];
    const written = JSON.stringify([area.kind, area.label, isNarrow, tags]);
    if (written === this.#captionKey) return;
    this.#captionKey = written;
    const name = createElement("span", "name");
    name.textContent = area.label;
    if (area.kind !== "panel") return this.#caption.replaceChildren(name);
    this.#caption.classList.toggle("narrow", isNarrow);
    const tagElements = tags.map(createTag);
    this.#caption.replaceChildren(
      seatBadge(area.seat),
      name,
      ...tagElements,
      this.#clock,
      this.#turnText,
    );
  }

  /** Draw whose turn it is, which changes at every move. */
  #drawTurn(area: Area): void {
    const turn = area.acting ? say("table.acting") : "";
    if (this.#turnText.textContent !== turn) this.#turnText.textContent = turn;
  }

  /** Draw the clock of a panel's seat, if it has one. */
  drawClock(clocks: readonly SeatClock[], houseTime: number): void {
    const left = timeLeft(clocks[this.#panelSeat], houseTime);
    setAttribute(this.#clock, "hidden", left === null ? "" : null);
    if (left === null) return;
    const text = clockText(left);
    if (this.#clock.textContent !== text) this.#clock.textContent = text;
    this.#clock.classList.toggle("short", left < LOW_TIME_MS);
    setAttribute(this.#clock, "data-tip", say("table.clock.tip"));
  }

  #drawCounters(area: Area, placed: PlacedArea, art: Art): void {
    const drawn = new Set<string>();
    let before: HTMLElement = this.#caption;
    area.counters.forEach((counter, i) => {
      const box = placed.counters[i];
      if (!box) return;
      let counterElement = this.#counters.get(counter.key);
      if (!counterElement) {
        counterElement = new CounterElement(counter);
        this.#counters.set(counter.key, counterElement);
        before.after(counterElement.element);
      }
      before = counterElement.element;
      counterElement.draw(counter, box, art);
      drawn.add(counter.key);
    });
    for (const [key, counterElement] of this.#counters) {
      if (drawn.has(key)) continue;
      counterElement.element.remove();
      this.#counters.delete(key);
    }
  }
}

/** Who is at a seat, for screen readers. */
function spokenTags(seat: Seat | undefined, isYours: boolean): string[] {
  if (seat && isYours) return [say("table.you")];
  return seat?.bot ? [say("table.bot")] : [];
}

type Tag = readonly [className: string, text: string, tip: string];

/** The tags of a person: you, bot, program, resigned, away. */
function tagsFor(seat: Seat | undefined, isYours: boolean): Tag[] {
  const found: Tag[] = [];
  if (seat && isYours) found.push(["tag you", say("table.you"), say("table.you.tip")]);
  if (seat?.bot && !seat.resigned) {
    found.push(["tag bot", say("table.bot"), say("table.bot.tip", { bot: seat.bot })]);
  }
  if (seat?.program) found.push(["tag", say("table.program"), say("table.program.tip")]);
  if (seat?.resigned) found.push(["tag", say("table.resigned"), say("table.resigned.tip")]);
  else if (seat?.away) found.push(["tag", say("table.away"), say("table.away.tip")]);
  return found;
}

function createTag([className, text, tip]: Tag): HTMLElement {
  const tag = createElement("span", className);
  tag.textContent = text;
  tag.dataset["tip"] = tip;
  return tag;
}

/** The milliseconds left on a clock; null if there is none. */
export function timeLeft(clock: SeatClock | undefined, houseTime: number): number | null {
  if (clock?.deadline) return Math.max(0, clock.deadline - houseTime);
  return clock && clock.left_ms >= 0 ? clock.left_ms : null;
}

/** The time left, as text. */
function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  if (seconds >= 86_400) return `${Math.floor(seconds / 86_400)} d`;
  if (seconds >= 3600) {
    return `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60) % 60)} h`;
  }
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
}

/** The element of a counter: an icon and an animated number. */
class CounterElement {
  readonly element = createElement("span", "counter");
  readonly #number = createElement("span", "number");
  #shown: number;

  constructor(counter: Counter) {
    this.#shown = counter.value;
    this.element.setAttribute("role", "img");
    this.element.dataset["key"] = counter.key;
  }

  draw(counter: Counter, box: Box, art: Art): void {
    setBox(this.element, box);
    const label = `${counter.label}: ${counter.value}`;
    const isSame = this.element.ariaLabel === label && !this.element.dataset["changed"];
    if (isSame) return;
    this.element.setAttribute("aria-label", label);
    this.element.dataset["tip"] = [counter.label, counter.tip].filter(Boolean).join("\n");
    const symbol = `counter-${counter.key}`;
    if (!this.element.firstChild) {
      const isDrawn = art.aspectRatios.has(symbol);
      const icon = isDrawn ? spriteImage(symbol, "icon") : createElement("span", "letter");
      if (!isDrawn) icon.textContent = counter.label.slice(0, 1).toUpperCase();
      this.element.append(icon, this.#number);
    }
    animateNumber(this.#number, this.#shown, counter.value);
    if (counter.value !== this.#shown) this.element.dataset["changed"] = "yes";
    else delete this.element.dataset["changed"];
    this.#shown = counter.value;
  }
}
