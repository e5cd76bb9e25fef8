/** The element of one area: its background, caption and counters; it contains its pieces. */

import type { Area, Counter, Seat } from "../wire/types.ts";
import { todayHere } from "../house/pauses.ts";
import { language, say } from "../words.ts";
import { type Box, isSameBox, type PlacedArea } from "./boxes.ts";
import { type Look, lookUp } from "./look.ts";
import { animateNumber } from "./motion.ts";
import { misplaced } from "./order.ts";
import { type Picture, pictureElement, type Pictures } from "./pictures.ts";
import { seatBadge } from "./shapes.ts";

const LOW_TIME_MS = 10_000;
const DAY_MS = 86_400_000;

/** The clock of a seat: when it runs out, or what is left while it is stopped. */
export type SeatClock = Pick<Seat, "deadline" | "left_ms">;

const lastBoxes = new WeakMap<HTMLElement, Box>();

function setBox(element: HTMLElement, box: Box): void {
  if (isSameBox(box, lastBoxes.get(element))) return;
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

/** An area and everything it is drawn from. */
export interface DrawnArea {
  readonly area: Area;
  readonly placed: PlacedArea;
  readonly pictures: Pictures;
  readonly language: string;
  /** Who sits at its seat. */
  readonly person: Seat | undefined;
  /** Whether the scene is of its seat, and whether the client sits there. */
  readonly isMine: boolean;
  readonly isYours: boolean;
}

function isSameArea(one: DrawnArea, other: DrawnArea): boolean {
  return one.area === other.area && isSamePerson(one.person, other.person) &&
    one.isMine === other.isMine && one.isYours === other.isYours &&
    one.pictures === other.pictures && one.language === other.language &&
    isSamePlace(one.placed, other.placed);
}

function isSamePerson(one: Seat | undefined, other: Seat | undefined): boolean {
  if (!one || !other || one === other) return one === other;
  return (Object.keys(one) as (keyof Seat)[]).every((key) => one[key] === other[key]);
}

function isSamePlace(one: PlacedArea, other: PlacedArea): boolean {
  return one.place === other.place && isSameBox(one.box, other.box) &&
    (one.caption === other.caption ||
      (one.caption !== null && other.caption !== null && isSameBox(one.caption, other.caption))) &&
    one.counters.length === other.counters.length &&
    one.counters.every((box, i) => isSameBox(box, other.counters[i]));
}

/** Move an element after another; where the browser can, it keeps focus and animations. */
function moveAfter(previous: Element, element: HTMLElement): void {
  const parent = previous.parentElement;
  if (parent && "moveBefore" in parent && element.isConnected) {
    return parent.moveBefore(element, previous.nextSibling);
  }
  const hadFocus = document.activeElement === element;
  previous.after(element);
  if (hadFocus) element.focus({ preventScroll: true });
}

export class AreaElement {
  /** Groups the area for screen readers; has no box of its own. */
  readonly element = createElement("section", "plot");
  readonly #background = createElement("div", "ground");
  readonly #caption = createElement("div", "caption");
  readonly #clock = createElement("span", "clock");
  readonly #turnText = createElement("span", "visually-hidden");
  readonly #counters = new Map<string, CounterElement>();
  #backdrop: Picture | undefined;
  #captionKey = "";
  #contents = "";
  #panelSeat = -1;
  /** The last of what comes before the pieces. */
  #head = this.#caption;
  #pieces: readonly HTMLElement[] = [];
  #drawn: DrawnArea | null = null;

  constructor(area: Area) {
    this.element.dataset["area"] = area.id;
    this.element.setAttribute("role", "group"); // the whole table is the landmark
    this.element.append(this.#background, this.#caption);
    this.#clock.hidden = true;
  }

  /** Draw the area in its present state; a panel with the person at its seat. */
  draw(next: DrawnArea, look: Look): void {
    const last = this.#drawn;
    this.#drawn = next;
    if (last && isSameArea(last, next)) return;
    const { area, placed, pictures, isMine, isYours } = next;
    const seat = area.kind === "panel" ? next.person : undefined;
    const hasMyName = isYours && !seat && area.label === next.person?.name;
    const label = hasMyName ? say("table.you.alone") : area.label;
    const name = [label, ...spokenTags(seat, isYours)].join(", ");
    setAttribute(this.element, "aria-label", area.tip ? `${name}. ${area.tip}` : name);
    setAttribute(this.element, "data-kind", area.kind);
    setAttribute(this.element, "data-place", placed.place);
    this.element.classList.toggle("acting", area.acting);
    this.element.classList.toggle("mine", isMine);
    setBox(this.#background, placed.box);
    this.#setBackdrop(lookUp(look.areas, area.id).backdrop ?? "", pictures);
    this.#drawCaption(area, label, placed, seat, isYours);
    this.#drawCounters(area, placed, pictures);
    this.#drawTip(area);
  }

  /** Set what lies in a panel, in words: its pieces are small. */
  setContents(contents: string): void {
    if (contents === this.#contents) return;
    this.#contents = contents;
    if (this.#drawn) this.#drawTip(this.#drawn.area);
  }

  #drawTip(area: Area): void {
    const tip = [area.tip, this.#contents].filter(Boolean).join("\n");
    setAttribute(this.#caption, "data-tip", tip || null);
    setAttribute(this.#background, "data-tip", this.#contents ? tip : null);
  }

  /** Set its pieces in the order in which they are read; as few as possible move in the document. */
  setPieces(pieces: readonly HTMLElement[]): void {
    const last = this.#pieces;
    this.#pieces = pieces;
    if (pieces.length === last.length && pieces.every((piece, i) => piece === last[i])) return;
    const before = new Map(last.map((piece, i) => [piece, i]));
    const isHere = (piece: HTMLElement) => piece.parentElement === this.element;
    const moving = misplaced(
      pieces.map((piece) => isHere(piece) ? before.get(piece) ?? -1 : -1),
    );
    for (const i of moving) {
      const piece = pieces[i];
      if (piece) moveAfter(pieces[i - 1] ?? this.#head, piece);
    }
  }

  #setBackdrop(name: string, pictures: Pictures): void {
    const picture = name ? pictures.find(name) : undefined;
    if (picture === this.#backdrop && this.#background.dataset["drawn"] !== undefined) return;
    this.#backdrop = picture;
    this.#background.dataset["drawn"] = picture ? "yes" : "no";
    this.#background.replaceChildren(...(picture ? [pictureElement(picture, "backdrop")] : []));
  }

  #drawCaption(
    area: Area,
    label: string,
    placed: PlacedArea,
    seat: Seat | undefined,
    isYours: boolean,
  ): void {
    setAttribute(this.#caption, "hidden", placed.caption ? null : "");
    if (!placed.caption) return;
    setBox(this.#caption, placed.caption);
    this.#panelSeat = area.kind === "panel" ? area.seat : -1;
    if (area.kind === "panel") this.#drawTurn(area);
    const isNarrow = placed.caption.w < (area.kind === "panel" ? 120 : 80);
    const tags = area.kind === "panel" ? tagsFor(seat, isYours) : [];
    const written = JSON.stringify([area.kind, label, isNarrow, tags]);
    if (written === this.#captionKey) return;
    this.#captionKey = written;
    const name = createElement("span", "name");
    name.textContent = label;
    this.#caption.classList.toggle("narrow", isNarrow);
    if (area.kind !== "panel") return this.#caption.replaceChildren(name);
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
    const tip = left < DAY_MS ? say("table.clock.tip") : say("table.clock.until", {
      time: untilText(Date.now() + left),
    });
    setAttribute(this.#clock, "data-tip", tip);
  }

  #drawCounters(area: Area, placed: PlacedArea, pictures: Pictures): void {
    const drawn = new Set<string>();
    let before = this.#caption;
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
      counterElement.draw(counter, box, pictures);
      drawn.add(counter.key);
    });
    for (const [key, counterElement] of this.#counters) {
      if (drawn.has(key)) continue;
      counterElement.element.remove();
      this.#counters.delete(key);
    }
    this.#head = before;
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
  else if (seat?.leave.includes(todayHere())) {
    found.push(["tag", say("table.leave"), say("table.leave.tip")]);
  }
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

/** When a clock runs out that has days left: the day and the time. */
function untilText(at: number): string {
  return new Date(at).toLocaleString(language.value, {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
  });
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
  #icon: Picture | undefined;
  #shown: number;

  constructor(counter: Counter) {
    this.#shown = counter.value;
    this.element.setAttribute("role", "img");
    this.element.dataset["key"] = counter.key;
  }

  draw(counter: Counter, box: Box, pictures: Pictures): void {
    setBox(this.element, box);
    this.#drawIcon(counter, pictures);
    const label = `${counter.label}: ${counter.value}`;
    const isSame = this.element.ariaLabel === label && !this.element.dataset["changed"];
    if (isSame) return;
    this.element.setAttribute("aria-label", label);
    this.element.dataset["tip"] = [counter.label, counter.tip].filter(Boolean).join("\n");
    animateNumber(this.#number, this.#shown, counter.value);
    if (counter.value !== this.#shown) this.element.dataset["changed"] = "yes";
    else delete this.element.dataset["changed"];
    this.#shown = counter.value;
  }
  #drawIcon(counter: Counter, pictures: Pictures): void {
    const picture = pictures.find(`counter-${counter.key}`, [], "--ink-soft");
    if (this.element.firstChild && picture === this.#icon) return;
    this.#icon = picture;
    const icon = picture ? pictureElement(picture, "icon") : createElement("span", "letter");
    if (!picture) icon.textContent = counter.label.slice(0, 1).toUpperCase();
    this.element.replaceChildren(icon, this.#number);
  }
}
