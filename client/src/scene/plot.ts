/** One area on the screen: its ground, its name, its counters; its pieces lie in it. */

import type { Area, Counter, Seat } from "../wire/types.ts";
import { say } from "../words.ts";
import type { Box, PlacedArea } from "./layout.ts";
import { type Art, entry } from "./look.ts";
import { countTo } from "./motion.ts";
import { picture, seatSign } from "./shapes.ts";

const places = new WeakMap<HTMLElement, Box>();

function put(element: HTMLElement, box: Box): void {
  const was = places.get(element);
  if (was && was.x === box.x && was.y === box.y && was.w === box.w && was.h === box.h) return;
  places.set(element, box);
  element.style.left = `${box.x}px`;
  element.style.top = `${box.y}px`;
  element.style.width = `${box.w}px`;
  element.style.height = `${box.h}px`;
}

function make(tag: string, className: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}

/** Set an attribute, or (null) take it away, if it is not so already. */
function attribute(element: HTMLElement, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

export class Plot {
  /** Groups what lies in the area for those who listen; has no box of its own. */
  readonly element = make("section", "plot");
  readonly #ground = make("div", "ground");
  readonly #caption = make("div", "caption");
  readonly #clock = make("span", "clock");
  readonly #acting = make("span", "only-read");
  readonly #counters = new Map<string, Tally>();
  #backdrop = "";
  #written = "";
  #timed: Seat | null = null;

  constructor(area: Area) {
    this.element.dataset["area"] = area.id;
    this.element.setAttribute("role", "group"); // the whole table is the landmark, not its parts
    this.element.append(this.#ground, this.#caption);
  }

  /** Draw the area as it now is; a panel with the person who sits there. */
  draw(area: Area, placed: PlacedArea, art: Art, seat: Seat | undefined, isMine: boolean): void {
    const name = [area.label, ...kinds(seat)].join(", ");
    attribute(this.element, "aria-label", area.tip ? `${name}. ${area.tip}` : name);
    attribute(this.element, "data-kind", area.kind);
    attribute(this.element, "data-place", placed.place);
    this.element.classList.toggle("acting", area.acting);
    this.element.classList.toggle("mine", isMine);
    put(this.#ground, placed.box);
    this.#setBackdrop(entry(art.look.areas, area.id).backdrop ?? "", art);
    this.#write(area, placed, seat);
    this.#count(area, placed, art);
    attribute(this.#caption, "data-tip", area.tip || null);
  }

  #setBackdrop(name: string, art: Art): void {
    const wanted = art.shapes.has(name) ? name : "";
    if (wanted === this.#backdrop && this.#ground.dataset["drawn"] !== undefined) return;
    this.#backdrop = wanted;
    this.#ground.dataset["drawn"] = wanted ? "yes" : "no";
    this.#ground.replaceChildren(...(wanted ? [picture(wanted, "backdrop")] : []));
    this.#ground.querySelector("use")?.setAttribute("preserveAspectRatio", "none");
  }

  #write(area: Area, placed: PlacedArea, seat: Seat | undefined): void {
    attribute(this.#caption, "hidden", placed.caption ? null : "");
    if (!placed.caption) return;
    put(this.#caption, placed.caption);
    if (area.kind === "panel") this.#tellTurn(area, seat);
    const isNarrow = placed.caption.w < 120;
    const tags = area.kind === "panel" ? tagsOf(seat) : [];
    const written = JSON.stringify([area.kind, area.label, isNarrow, hasClock(seat), tags]);
    if (written === this.#written) return;
    this.#written = written;
    const name = make("span", "name");
    name.textContent = area.label;
    if (area.kind !== "panel") return this.#caption.replaceChildren(name);
    this.#caption.classList.toggle("narrow", isNarrow);
    const clock = hasClock(seat) ? [this.#clock] : [];
    const signs = tags.map(tagged);
    this.#caption.replaceChildren(seatSign(area.seat), name, ...signs, ...clock, this.#acting);
  }

  /** Whose turn it is, and the time left: it changes at every move, and nothing else with it. */
  #tellTurn(area: Area, seat: Seat | undefined): void {
    const turn = area.acting ? say("table.acting") : "";
    if (this.#acting.textContent !== turn) this.#acting.textContent = turn;
    if (!seat || !hasClock(seat) || seat === this.#timed) return; // what was told before runs on
    this.#timed = seat;
    this.#clock.textContent = clockText(seat.clock_ms);
    this.#clock.classList.remove("short");
    attribute(this.#clock, "data-tip", say("table.clock.tip"));
    const until = seat.acting ? String(Date.now() + seat.clock_ms) : null;
    attribute(this.#clock, "data-until", until);
  }

  #count(area: Area, placed: PlacedArea, art: Art): void {
    const kept = new Set<string>();
    let before: HTMLElement = this.#caption;
    area.counters.forEach((counter, i) => {
      const box = placed.counters[i];
      if (!box) return;
      let tally = this.#counters.get(counter.key);
      if (!tally) {
        tally = new Tally(counter);
        this.#counters.set(counter.key, tally);
        before.after(tally.element);
      }
      before = tally.element;
      tally.draw(counter, box, art);
      kept.add(counter.key);
    });
    for (const [key, tally] of this.#counters) {
      if (kept.has(key)) continue;
      tally.element.remove();
      this.#counters.delete(key);
    }
  }
}

/** Who somebody is, for those who listen. */
function kinds(seat: Seat | undefined): string[] {
  if (seat?.you) return [say("table.you")];
  return seat?.bot ? [say("table.bot")] : [];
}

type Tag = readonly [className: string, text: string, tip: string];

/** What a panel says of the person: it is you, a bot, away, gone. */
function tagsOf(seat: Seat | undefined): Tag[] {
  const found: Tag[] = [];
  if (seat?.you) found.push(["tag you", say("table.you"), say("table.you.tip")]);
  if (seat?.bot && !seat.resigned) {
    found.push(["tag bot", say("table.bot"), say("table.bot.tip", { bot: seat.bot })]);
  }
  if (seat?.program) found.push(["tag", say("table.program"), say("table.program.tip")]);
  if (seat?.resigned) found.push(["tag", say("table.resigned"), say("table.resigned.tip")]);
  else if (seat?.away) found.push(["tag", say("table.away"), say("table.away.tip")]);
  return found;
}

function tagged([className, text, tip]: Tag): HTMLElement {
  const tag = make("span", className);
  tag.textContent = text;
  tag.dataset["tip"] = tip;
  return tag;
}

function hasClock(seat: Seat | undefined): boolean {
  return seat !== undefined && seat.clock_ms >= 0;
}

/** Let the clocks inside an element run on. */
export function tick(root: HTMLElement): void {
  for (const clock of root.querySelectorAll<HTMLElement>(".clock[data-until]")) {
    const left = Number(clock.dataset["until"]) - Date.now();
    const text = clockText(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("short", left < 10_000);
  }
}

/** Time left as one reads it. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  if (seconds >= 86_400) return `${Math.floor(seconds / 86_400)} d`;
  if (seconds >= 3600) {
    return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)} h`;
  }
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** A counter: a picture and a number that counts up. */
class Tally {
  readonly element = make("span", "counter");
  readonly #number = make("span", "number");
  #shown: number;

  constructor(counter: Counter) {
    this.#shown = counter.value;
    this.element.setAttribute("role", "img");
    this.element.dataset["key"] = counter.key;
  }

  draw(counter: Counter, box: Box, art: Art): void {
    put(this.element, box);
    const label = `${counter.label}: ${counter.value}`;
    const isSame = this.element.ariaLabel === label && !this.element.dataset["changed"];
    if (isSame) return;
    this.element.setAttribute("aria-label", label);
    this.element.dataset["tip"] = [counter.label, counter.tip].filter(Boolean).join("\n");
    const symbol = `counter-${counter.key}`;
    if (!this.element.firstChild) {
      const isDrawn = art.shapes.has(symbol);
      const sign = isDrawn ? picture(symbol, "icon") : make("span", "letter");
      if (!isDrawn) sign.textContent = counter.label.slice(0, 1).toUpperCase();
      this.element.append(sign, this.#number);
    }
    countTo(this.#number, this.#shown, counter.value);
    if (counter.value !== this.#shown) this.element.dataset["changed"] = "yes";
    else delete this.element.dataset["changed"];
    this.#shown = counter.value;
  }
}
