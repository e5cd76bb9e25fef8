/** Draws a stage: groups of pieces, large and side by side, with what happened below them. */

import { say } from "../words.ts";
import type { Look } from "./look.ts";
import { isMotionEnabled } from "../settings.ts";
import { playEffect } from "./motion.ts";
import { PieceElement } from "./PieceElement.ts";
import type { Pictures } from "./pictures.ts";
import { seatBadge } from "./shapes.ts";
import type { Counter, Piece, Told } from "../wire/types.ts";

/** Pieces that belong together, such as one player's card and dice. */
export interface StageGroup {
  readonly seat: number;
  readonly title: string;
  /** What the columns of a table are about. */
  readonly note: string;
  readonly pieces: readonly Piece[];
  readonly counters: readonly StageCounter[];
}

/** A counter, and by how much it has just changed. */
export interface StageCounter extends Counter {
  readonly change: number;
}

export interface Stage {
  readonly groups: readonly StageGroup[];
  readonly lines: readonly Told[];
  /** Whether the counters of the groups are shown as a table. */
  readonly isTable: boolean;
  /** Whether it waits for its reader. */
  readonly isHeld: boolean;
}

const PIECE_HEIGHT_SHARE = 0.3; // of the height of the board
const MIN_PIECE_PX = 56;
const MAX_PIECE_PX = 150;
const WIDTH_SHARE = 0.86; // of the width of the board, for all pieces
const CARD_RATIO = 0.72; // width / height of a piece without a picture
const APPEAR_MS = 220;

/** What a stage is drawn with. */
export interface StageContext {
  readonly look: Look;
  readonly pictures: Pictures;
  readonly aspectRatios: ReadonlyMap<string, number>;
}

export class StageView {
  readonly element = document.createElement("div");
  readonly #groups = document.createElement("div");
  readonly #lines = document.createElement("ul");
  readonly #button = document.createElement("button");
  readonly #pieces = new Map<string, PieceElement>();
  /** The ids of those that are new on the stage, or have another picture than before. */
  readonly #changed = new Set<string>();

  /** `onGoOn` is called when the reader has seen enough. */
  constructor(readonly root: HTMLElement, onGoOn: () => void) {
    this.element.className = "stage";
    this.element.hidden = true;
    this.#groups.className = "stage-groups";
    this.#groups.setAttribute("aria-hidden", "true"); // the announcer reads the lines
    this.#lines.setAttribute("aria-hidden", "true");
    this.#button.type = "button";
    this.#button.className = "button main";
    this.element.append(this.#groups, this.#lines, this.#button);
    this.element.addEventListener("click", onGoOn);
    // What lies under the stage is not pressed.
    for (const name of ["click", "pointerdown", "pointerup", "keydown"]) {
      this.element.addEventListener(name, (event) => event.stopPropagation());
    }
    root.append(this.element);
  }

  /** Show a stage in place of the last one, or none; one without groups is told elsewhere. */
  show(stage: Stage | null, context: StageContext): void {
    const wasHidden = this.element.hidden;
    this.element.hidden = !stage?.groups.length;
    this.root.classList.toggle("staged", !this.element.hidden);
    if (!stage?.groups.length) return this.#clear();
    const height = this.#pieceHeight(stage, context);
    this.#changed.clear();
    this.#groups.replaceChildren(
      ...(stage.isTable
        ? [tableElement(stage.groups)]
        : stage.groups.map((group) => this.#drawGroup(group, height, context))),
    );
    this.#lines.replaceChildren(...stage.lines.map(({ seat, text }) => lineElement(seat, text)));
    this.#button.textContent = say("stage.go-on");
    this.#button.hidden = !stage.isHeld;
    if (stage.isHeld) this.#button.focus({ preventScroll: true });
    this.#playEffects(stage, context);
    if (wasHidden && isMotionEnabled()) {
      this.element.animate([{ opacity: 0, scale: 0.92 }, { opacity: 1, scale: 1 }], APPEAR_MS);
    }
  }

  /** What has changed rolls, turns or jumps, as the last of the events with an effect says. */
  #playEffects({ lines }: Stage, { look }: StageContext): void {
    const name = lines.flatMap(({ kind }) => look.effects?.[kind] ?? []).at(-1);
    if (!name) return;
    for (const [id, { element }] of this.#pieces) {
      if (!this.#changed.size || this.#changed.has(id)) playEffect(element, name);
    }
  }

  close(): void {
    this.element.remove();
  }

  #clear(): void {
    this.#pieces.clear();
    this.#groups.replaceChildren();
    this.#lines.replaceChildren();
  }

  /** The height at which all pieces fit beside each other. */
  #pieceHeight({ groups }: Stage, { aspectRatios }: StageContext): number {
    const { clientWidth, clientHeight } = this.root;
    const pieces = groups.flatMap((group) => group.pieces);
    const ratios = pieces.map(({ art }) => aspectRatios.get(art) ?? CARD_RATIO);
    const total = ratios.reduce((sum, ratio) => sum + ratio + 0.15, 0.5);
    const fitting = WIDTH_SHARE * clientWidth / total;
    const wanted = Math.min(MAX_PIECE_PX, PIECE_HEIGHT_SHARE * clientHeight);
    return Math.round(Math.max(MIN_PIECE_PX, Math.min(wanted, fitting)));
  }

  #drawGroup(group: StageGroup, height: number, context: StageContext): HTMLElement {
    const element = document.createElement("section");
    const title = titleElement("h3", group);
    const row = document.createElement("div");
    row.className = "stage-pieces";
    for (const piece of group.pieces) {
      let drawn = this.#pieces.get(piece.id);
      if (drawn?.piece.art !== piece.art) this.#changed.add(piece.id);
      if (!drawn) this.#pieces.set(piece.id, drawn = new PieceElement(piece));
      drawn.draw({ ...piece }, context.look, context.pictures);
      drawn.mark(false, false, false, false);
      const w = Math.round(height * (context.aspectRatios.get(piece.art) ?? CARD_RATIO));
      drawn.place({ x: 0, y: 0, w, h: height, z: 0, tilt: 0 });
      delete drawn.element.dataset["id"]; // the piece on the board has it
      drawn.element.dataset["piece"] = piece.id;
      const place = document.createElement("div");
      place.style.width = `${w}px`;
      place.style.height = `${height}px`;
      place.append(drawn.element);
      row.append(place);
    }
    if (group.title) element.append(title);
    element.append(row);
    for (const { label, value } of group.counters) {
      const counter = document.createElement("p");
      counter.append(
        `${label} `,
        Object.assign(document.createElement("b"), { textContent: value }),
      );
      element.append(counter);
    }
    return element;
  }
}

function titleElement(tag: "h3" | "th", { seat, title }: StageGroup): HTMLElement {
  const element = document.createElement(tag);
  if (seat >= 0) element.append(seatBadge(seat));
  element.append(title);
  return element;
}

/** A column for each group, a row for each counter: what it has gained, and what it has. */
function tableElement(groups: readonly StageGroup[]): HTMLElement {
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  const note = Object.assign(document.createElement("th"), { textContent: groups[0]?.note ?? "" });
  head.append(note, ...groups.map((group) => titleElement("th", group)));
  const body = table.createTBody();
  (groups[0]?.counters ?? []).forEach(({ label }, i) => {
    const row = body.insertRow();
    row.append(Object.assign(document.createElement("th"), { textContent: label }));
    for (const { counters } of groups) {
      const { value = 0, change = 0 } = counters[i] ?? {};
      const gained = Object.assign(document.createElement("b"), { textContent: gainText(change) });
      row.insertCell().append(gained, ` ${numberText(value)}`);
    }
  });
  return table;
}

function numberText(value: number): string {
  return String(value).replace("-", "−");
}

function gainText(change: number): string {
  return change > 0 ? `+${change}` : change < 0 ? numberText(change) : "";
}

function lineElement(seat: number, text: string): HTMLElement {
  const line = document.createElement("li");
  if (seat >= 0) line.append(seatBadge(seat));
  line.append(text);
  return line;
}
