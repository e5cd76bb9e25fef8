/** A scene on the screen. Give it one scene after the other: it shows what changed. */

import type { Piece, Scene, Seat } from "../wire/types.ts";
import { type Changes, changes, type Origin } from "./diff.ts";
import { Frames } from "./frames.ts";
import { arrange, type Box, type Layout } from "./layout.ts";
import { type Art, entry, NO_ART } from "./look.ts";
import { effect, Passage } from "./motion.ts";
import { Plot } from "./plot.ts";
import { type Presses, Pressing } from "./pressing.ts";
import { Spot } from "./spot.ts";
import { say } from "../words.ts";
import { Tooltip } from "./tooltip.ts";

/** What can be pressed, what was, and what a lesson points at. */
export interface Lights {
  readonly can: ReadonlySet<string>;
  readonly next: ReadonlySet<string>;
  /** What may be pressed before what goes there: nobody sees that. */
  readonly goals: ReadonlySet<string>;
  readonly picked: ReadonlySet<string>;
  readonly pointed: ReadonlySet<string>;
}

export const NO_LIGHTS: Lights = {
  can: new Set(),
  next: new Set(),
  goals: new Set(),
  picked: new Set(),
  pointed: new Set(),
};

/** What is shown besides the scene itself. */
export interface Showing {
  readonly art: Art;
  readonly people: readonly Seat[];
  /** Kinds of the facts that led here, for effects. */
  readonly kinds: readonly string[];
}

export class SceneView {
  readonly #spots = new Map<string, Spot>();
  readonly #plots = new Map<string, Plot>();
  readonly #filled = new Set<string>();
  readonly #pressing: Pressing;
  readonly #tooltip: Tooltip;
  readonly #frames: Frames;
  readonly #watcher: ResizeObserver;
  #scene: Scene | null = null;
  #showing: Showing = { art: NO_ART, people: [], kinds: [] };
  #layout: Layout | null = null;
  #room: Room | null = null;
  #lights: Lights = NO_LIGHTS;

  constructor(readonly root: HTMLElement, presses: Presses) {
    root.classList.add("scene");
    this.#pressing = new Pressing(root, presses, (id) => this.#spots.get(id));
    this.#tooltip = new Tooltip(root, (id) => {
      const piece = this.#spots.get(id)?.piece;
      return piece ? piece.tip || piece.label : "";
    });
    this.#frames = new Frames(root);
    this.#watcher = new ResizeObserver(() => this.#resize());
    this.#watcher.observe(root);
  }

  /** Stop everything. */
  close(): void {
    this.#watcher.disconnect();
    this.#pressing.close();
    this.#tooltip.close();
    this.root.replaceChildren();
  }

  /** The element of a piece, if it is there. */
  spot(id: string): Spot | undefined {
    return this.#spots.get(id);
  }

  /** Show a scene and what can be pressed in it; what differs from the last one moves. */
  show(scene: Scene, showing: Showing, lights: Lights = this.#lights): void {
    const old = this.#scene;
    const isSequel = old !== null && old.game === scene.game && old.viewer === scene.viewer;
    const before = this.#layout;
    if (!isSequel) this.#filled.clear();
    for (const piece of scene.pieces) this.#filled.add(piece.area);
    this.#scene = scene;
    this.#showing = showing;
    this.#layout = this.#arrange();
    this.#drawAreas(scene);
    const changed = isSequel ? changes(old, scene) : null;
    this.#drawPieces(scene, changed, before);
    this.light(lights);
    if (changed) this.#playEffects(scene, changed);
  }

  /** Show what can be pressed, and what was. */
  light(lights: Lights): void {
    this.#lights = lights;
    for (const [id, spot] of this.#spots) {
      spot.mark({
        can: lights.can.has(id),
        next: lights.next.has(id),
        picked: lights.picked.has(id),
        pointed: lights.pointed.has(id),
      });
    }
    this.#frame();
    this.root.classList.toggle("choosing", lights.next.size > 0 && lights.picked.size > 0);
    this.#pressing.rove(new Set([...lights.can, ...lights.next]), lights.goals);
  }

  /** Frame what somebody points at. */
  #frame(): void {
    const { areas, pieces } = this.#layout ?? {};
    const boxes = [...this.#lights.pointed].map((id) => pieces?.get(id) ?? areas?.get(id)?.box);
    this.#frames.draw(boxes.filter((box) => box !== undefined));
  }

  #arrange(): Layout {
    if (!this.#scene) throw new Error("there is no scene to arrange");
    // To ask means to wait until all is laid out: once, until it is another.
    const { clientWidth, clientHeight } = this.#room ??= roomIn(this.root);
    const habits = { filled: this.#filled };
    return arrange(this.#scene, this.#showing.art, clientWidth, clientHeight, habits);
  }

  #resize(): void {
    this.#room = null;
    if (!this.#scene) return;
    this.#layout = this.#arrange();
    this.#drawAreas(this.#scene);
    for (const [id, spot] of this.#spots) {
      const box = this.#layout.pieces.get(id);
      if (box) spot.place(box);
    }
    this.#frame();
  }

  #drawAreas(scene: Scene): void {
    const kept = new Set<string>();
    const wide = String(this.#layout?.isWide ?? false);
    if (this.root.dataset["wide"] !== wide) this.root.dataset["wide"] = wide;
    for (const area of scene.areas) {
      const placed = this.#layout?.areas.get(area.id);
      if (!placed) continue;
      let plot = this.#plots.get(area.id);
      if (!plot) {
        plot = new Plot(area);
        this.#plots.set(area.id, plot);
      }
      const isMine = area.seat >= 0 && area.seat === scene.viewer;
      const person = this.#showing.people[area.seat];
      const seat = area.kind === "panel" ? person : undefined;
      const isNamedAfterMe = isMine && !seat && area.label === person?.name;
      const named = isNamedAfterMe ? { ...area, label: say("table.you.alone") } : area;
      plot.draw(named, placed, this.#showing.art, seat, isMine);
      if (!plot.element.isConnected) this.root.append(plot.element);
      kept.add(area.id);
    }
    for (const [id, plot] of this.#plots) {
      if (kept.has(id)) continue;
      plot.element.remove();
      this.#plots.delete(id);
    }
  }

  #drawPieces(scene: Scene, changed: Changes | null, before: Layout | null): void {
    const boxes = new Map([...this.#spots].map(([id, spot]) => [id, spot.box]));
    const passage = new Passage();
    this.#dismiss(scene, changed, passage);
    let delay = 0;
    const last = new Map<string, HTMLElement>(); // of each area, so that pieces are read in order
    for (const piece of scene.pieces) {
      const from = this.#origin(piece, changed, boxes, before);
      const spot = this.#settle(piece, last.get(piece.area));
      last.set(piece.area, spot.element);
      if (!changed || from === undefined) continue;
      if (from === null) passage.appear(spot.element);
      else {
        passage.travel(spot.element, from, spot.box, delay);
        if (changed.come.has(piece.id)) delay = Math.min(250, delay + 40);
      }
    }
    passage.begin();
  }

  /** Where a piece was: undefined if it has not moved, null if it comes from nowhere. */
  #origin(
    piece: Piece,
    changed: Changes | null,
    boxes: ReadonlyMap<string, Box>,
    before: Layout | null,
  ): Box | null | undefined {
    const origin: Origin | null | undefined = changed?.come.get(piece.id);
    if (origin && "piece" in origin) return boxes.get(origin.piece) ?? null;
    if (origin) {
      return middleOf(before?.areas.get(origin.area)?.box, this.#layout?.pieces.get(piece.id));
    }
    const own = boxes.get(piece.id);
    return own ?? null;
  }

  /** The element of a piece, drawn, in its place and in its area, after another one there. */
  #settle(piece: Piece, after: HTMLElement | undefined): Spot {
    let spot = this.#spots.get(piece.id);
    if (!spot) {
      spot = new Spot(piece);
      this.#spots.set(piece.id, spot);
    }
    const box = this.#layout?.pieces.get(piece.id);
    spot.draw(piece, this.#showing.art);
    if (box) spot.place(box);
    const parent = this.#plots.get(piece.area)?.element;
    if (parent && spot.element.parentElement !== parent) {
      const hadFocus = document.activeElement === spot.element;
      if (after) after.after(spot.element);
      else parent.insertBefore(spot.element, parent.querySelector(":scope > .spot"));
      if (hadFocus) spot.element.focus({ preventScroll: true });
    }
    return spot;
  }

  /** Pieces that are gone leave: towards an area, into another piece, or fading. */
  #dismiss(scene: Scene, changed: Changes | null, passage: Passage): void {
    const kept = new Set(scene.pieces.map((piece) => piece.id));
    for (const [id, spot] of this.#spots) {
      if (kept.has(id)) continue;
      this.#spots.delete(id);
      const end = changed?.gone.get(id);
      if (end === undefined) {
        spot.element.remove();
        continue;
      }
      // Whatever is put elsewhere is drawn anew: only if its area is gone.
      if (!this.#plots.has(spot.piece.area)) this.root.append(spot.element);
      const to = end ? this.#layout?.areas.get(end)?.box ?? null : null;
      passage.vanish(spot.element, spot.box, to);
    }
  }

  #playEffects(scene: Scene, changed: Changes): void {
    const { art, kinds } = this.#showing;
    const names = kinds.flatMap((kind) => art.look.effects?.[kind] ?? []);
    const name = names.at(-1);
    if (!name) return;
    const fresh = [...changed.come.keys()];
    const marked = scene.pieces.filter((piece) => piece.marks.includes("last"))
      .map((piece) => piece.id);
    for (const id of (marked.length ? marked : fresh).slice(0, 6)) {
      const spot = this.#spots.get(id);
      if (spot && !spot.piece.art.startsWith("cell")) effect(spot.element, name);
    }
  }

  /** The look of a piece's picture. */
  lookOf(piece: Piece) {
    return entry(this.#showing.art.look.pieces, piece.art);
  }
}

type Room = Pick<HTMLElement, "clientWidth" | "clientHeight">;

function roomIn({ clientWidth, clientHeight }: HTMLElement): Room {
  return { clientWidth, clientHeight };
}

/** The middle of an area, as large as the piece that comes from there. */
function middleOf(area: Box | undefined, piece: Box | undefined): Box | null {
  if (!area || !piece) return null;
  return {
    x: area.x + area.w / 2 - piece.w / 2,
    y: area.y + area.h / 2 - piece.h / 2,
    w: piece.w,
    h: piece.h,
  };
}
