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

export class Plot {
  /** Groups what lies in the area for those who listen; has no box of its own. */
  readonly element = make("section", "plot");
  readonly #ground = make("div", "ground");
  readonly #caption = make("div", "caption");
  readonly #counters = new Map<string, Tally>();
  #backdrop = "";
  #written = "";

  constructor(area: Area) {
    this.element.dataset["area"] = area.id;
    this.element.setAttribute("role", "group"); // the whole table is the landmark, not its parts
    this.element.append(this.#ground, this.#caption);
  }

  /** Draw the area as it now is; a panel with the person who sits there. */
  draw(area: Area, placed: PlacedArea, art: Art, seat: Seat | undefined, isMine: boolean): void {
    const name = [area.label, ...kinds(seat)].join(", ");
    this.element.setAttribute("aria-label", area.tip ? `${name}. ${area.tip}` : name);
    this.element.dataset["kind"] = area.kind;
    this.element.dataset["place"] = placed.place;
    this.element.classList.toggle("acting", area.acting);
    this.element.classList.toggle("mine", isMine);
    put(this.#ground, placed.box);
    this.#setBackdrop(entry(art.look.areas, area.id).backdrop ?? "", art);
    this.#write(area, placed, seat);
    this.#count(area, placed, art);
    if (area.tip) this.#caption.dataset["tip"] = area.tip;
    else delete this.#caption.dataset["tip"];
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
    this.#caption.hidden = placed.caption === null;
    if (!placed.caption) return;
    put(this.#caption, placed.caption);
    const isNarrow = placed.caption.w < 120;
    const written = JSON.stringify([area.kind, area.label, area.acting, isNarrow, seat]);
    if (written === this.#written && seat?.acting !== true) return;
    this.#written = written;
    const name = make("span", "name");
    name.textContent = area.label;
    if (area.kind !== "panel") return this.#caption.replaceChildren(name);
    this.#caption.classList.toggle("narrow", isNarrow);
    this.#caption.replaceChildren(seatSign(area.seat), name, ...signs(area, seat));
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

/** What a panel says of the person: bot, away, gone, and the clock. */
function signs(area: Area, seat: Seat | undefined): HTMLElement[] {
  const found: HTMLElement[] = [];
  const add = (className: string, text: string, tip: string) => {
    const sign = make("span", className);
    sign.textContent = text;
    sign.dataset["tip"] = tip;
    found.push(sign);
  };
  if (seat?.you) add("tag you", say("table.you"), say("table.you.tip"));
  if (seat?.bot && !seat.resigned) {
    add("tag bot", say("table.bot"), say("table.bot.tip", { bot: seat.bot }));
  }
  if (seat?.program) add("tag", say("table.program"), say("table.program.tip"));
  if (seat?.resigned) add("tag", say("table.resigned"), say("table.resigned.tip"));
  else if (seat?.away) add("tag", say("table.away"), say("table.away.tip"));
  if (seat && seat.clock_ms >= 0) {
    add("clock", clockText(seat.clock_ms), say("table.clock.tip"));
    if (seat.acting) found.at(-1)?.setAttribute("data-until", String(Date.now() + seat.clock_ms));
  }
  if (area.acting) add("only-read", say("table.acting"), say("table.acting"));
  return found;
}

/** Let the clocks inside an element run on. */
export function tick(root: HTMLElement): void {
  for (const clock of root.querySelectorAll<HTMLElement>(".clock[data-until]")) {
    const left = Number(clock.dataset["until"]) - Date.now();
    clock.textContent = clockText(left);
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
    this.element.dataset["tip"] = counter.tip || counter.label;
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
