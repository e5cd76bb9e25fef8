/** Renders scenes into an element: each one is shown by its difference from the last. */

import type { Piece, Scene, Seat, Told } from "../wire/types.ts";
import { diffScenes, type Origin, type SceneDiff } from "./diff.ts";
import { overlap } from "./boxes.ts";
import { Frames, withoutNested } from "./frames.ts";
import { type Box, hasSameLayout, type Layout, layoutScene } from "./layout.ts";
import { type Art, NO_ART } from "./look.ts";
import { playEffect, SceneTransition, trackDuration } from "./motion.ts";
import { AreaElement, type SeatClock } from "./AreaElement.ts";
import type { Candidate } from "./LayoutBuilder.ts";
import { type InputHandlers, SceneInput } from "./input.ts";
import { PieceElement } from "./PieceElement.ts";
import { Pictures } from "./pictures.ts";
import { KeptPlaces, withoutStage } from "./places.ts";
import { language } from "../words.ts";
import { Tooltip } from "./tooltip.ts";
import { isOnTrack, stopsBetween } from "./tracks.ts";
import { SceneZoom } from "./zoom.ts";

/** Piece ids to highlight: what can be pressed, what is selected, what is pointed at. */
export interface Highlights {
  readonly pressable: ReadonlySet<string>;
  readonly next: ReadonlySet<string>;
  /** May be pressed before the piece that goes there; not drawn. */
  readonly destinations: ReadonlySet<string>;
  readonly picked: ReadonlySet<string>;
  readonly pointed: ReadonlySet<string>;
  /** What opponents moved last, with their seats. */
  readonly marked: ReadonlyMap<string, number>;
}

export const NO_HIGHLIGHTS: Highlights = {
  pressable: new Set(),
  next: new Set(),
  destinations: new Set(),
  picked: new Set(),
  pointed: new Set(),
  marked: new Map(),
};

/** What is needed to draw a scene besides the scene itself. */
export interface SceneContext {
  readonly art: Art;
  readonly seats: readonly Seat[];
  /** The person's own seat; -1 for a spectator, and in a replay. */
  readonly you: number;
  /** What led here, for effects: by kind, on what it is about. */
  readonly facts: readonly Pick<Told, "kind" | "about">[];
}

export class SceneView {
  readonly #pieces = new Map<string, PieceElement>();
  readonly #areas = new Map<string, AreaElement>();
  readonly #everFilled = new Set<string>();
  readonly #best = new Map<string, Candidate>();
  readonly #arrangements = new Map<string, number>();
  readonly #places = new KeptPlaces();
  readonly #input: SceneInput | null;
  readonly #zoom: SceneZoom | null;
  /** Holds everything that can be zoomed; as high as the scene at least, and at its foot. */
  readonly #layer = document.createElement("div");
  readonly #tooltip: Tooltip | null;
  readonly #frames: Frames;
  readonly #resizeObserver: ResizeObserver;
  readonly #themeObserver: MutationObserver;
  /** Reads colours for the pictures. */
  readonly #probe = document.createElement("div");
  #scene: Scene | null = null;
  #context: SceneContext = { art: NO_ART, seats: [], you: -1, facts: [] };
  #pictures: Pictures;
  #layout: Layout | null = null;
  #size: SceneSize | null = null;
  #highlights: Highlights = NO_HIGHLIGHTS;

  /** Without handlers it is a picture: it takes no input, explains nothing, and loads no more than it
   * shows. */
  constructor(readonly root: HTMLElement, readonly handlers: InputHandlers | null) {
    root.classList.add("scene");
    this.#layer.className = "layer";
    root.append(this.#layer);
    const scale = () => this.#zoom?.scale ?? 1;
    this.#input = handlers && new SceneInput(root, handlers, (id) => this.#pieces.get(id), scale);
    this.#zoom = this.#input && new SceneZoom(root, this.#layer, this.#input);
    this.#tooltip = handlers && new Tooltip(root, (id) => {
      const piece = this.#pieces.get(id)?.piece;
      return piece ? piece.tip || piece.label : "";
    });
    this.#frames = new Frames(this.#layer);
    this.#resizeObserver = new ResizeObserver(() => this.#resize());
    this.#resizeObserver.observe(this.#layer);
    this.#resizeObserver.observe(root);
    this.#probe.hidden = true;
    root.append(this.#probe);
    this.#pictures = this.#createPictures(NO_ART);
    this.#themeObserver = new MutationObserver(() => this.#changeTheme());
    this.#themeObserver.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  /** Stop everything. */
  close(): void {
    this.#resizeObserver.disconnect();
    this.#themeObserver.disconnect();
    this.#pictures.close();
    this.#input?.close();
    this.#zoom?.close();
    this.#tooltip?.close();
    this.root.replaceChildren();
  }

  get pictures(): Pictures {
    return this.#pictures;
  }

  /** The element of a piece, if it is there. */
  pieceElement(id: string): PieceElement | undefined {
    return this.#pieces.get(id);
  }

  /** Show a scene with its highlights; what differs from the last scene is animated. */
  show(next: Scene, context: SceneContext, highlights: Highlights = this.#highlights): void {
    const old = this.#scene;
    const isSequel = old !== null && old.game === next.game && old.viewer === next.viewer;
    const before = this.#layout;
    if (!isSequel) this.#best.clear();
    if (!isSequel) this.#arrangements.clear();
    if (!isSequel) this.#everFilled.clear();
    if (!isSequel) this.#places.clear();
    if (!isSequel) this.#zoom?.reset();
    const { look } = context.art;
    const scene = this.#places.arrange(withoutStage(next, look), look);
    for (const piece of scene.pieces) this.#everFilled.add(piece.area);
    const hasChangedArt = context.art !== this.#context.art;
    if (hasChangedArt) this.#changePictures(context.art);
    this.#scene = scene;
    this.#context = context;
    if (!before || !isSequel || hasChangedArt || !hasSameLayout(old, scene)) {
      this.#layout = this.#layOut();
    }
    this.#drawAreas(scene);
    const changed = isSequel ? diffScenes(old, scene) : null;
    this.#drawPieces(scene, changed, before);
    this.highlight(highlights);
    if (changed) this.#playEffects(scene, changed);
  }

  /** Draw the clocks by seat, at a time of the house. */
  drawClocks(clocks: readonly SeatClock[], houseTime: number): void {
    for (const area of this.#areas.values()) area.drawClock(clocks, houseTime);
  }

  /** Show highlights in the present scene. */
  highlight(highlights: Highlights): void {
    this.#highlights = highlights;
    const { pressable, next, picked, pointed } = highlights;
    for (const [id, drawn] of this.#pieces) {
      drawn.mark(pressable.has(id), next.has(id), picked.has(id), pointed.has(id));
    }
    this.#drawFrames();
    this.root.classList.toggle("choosing", highlights.next.size > 0 && highlights.picked.size > 0);
    this.#input?.setPressable(
      new Set([...highlights.pressable, ...highlights.next]),
      highlights.destinations,
    );
  }

  /** Draw frames around what is pointed at. */
  #drawFrames(): void {
    const { areas, pieces } = this.#layout ?? {};
    const boxOf = (id: string) => pieces?.get(id) ?? areas?.get(id)?.box;
    const { pointed, marked, next } = this.#highlights;
    const boxes = [...pointed].map(boxOf);
    this.#frames.draw(boxes.filter((box) => box !== undefined));
    const marks = [...marked].flatMap(([id, seat]) => {
      const box = boxOf(id);
      // What can be pressed next has to be seen to glow.
      const isSeen = !next.has(id) && !this.#isInOwnHand(id);
      return box && isSeen && !this.#isCovered(id, box) ? [{ ...box, seat }] : [];
    });
    this.#frames.drawMarks(withoutNested(marks));
  }

  /** Whether a piece is in the viewer's hand by now: a card that was moved, and then dealt again. */
  #isInOwnHand(id: string): boolean {
    const own = this.#pieces.get(id)?.piece.area;
    const area = this.#scene?.areas.find((one) => one.id === own);
    return area?.kind === "row" && area.seat >= 0 && area.seat === this.#scene?.viewer;
  }

  /** Whether an area over the board hides a piece. */
  #isCovered(id: string, box: Box): boolean {
    const own = this.#pieces.get(id)?.piece.area ?? id;
    const areas = [...this.#layout?.areas ?? []];
    return areas.some(([area, { place, box: cover }]) =>
      place === "over" && area !== own && overlap(cover, box) > 0
    );
  }

  #createPictures({ sprite }: Art): Pictures {
    const pictures = new Pictures(sprite, (marks) => {
      this.#probe.className = marks.map((mark) => `mark-${mark}`).join(" ");
      return getComputedStyle(this.#probe);
    });
    if (this.handlers) pictures.preload();
    return pictures;
  }

  #changePictures(art: Art): void {
    this.#pictures.close();
    this.#pictures = this.#createPictures(art);
  }

  /** Draw the pictures again, in other colours. */
  #changeTheme(): void {
    this.#changePictures(this.#context.art);
    if (!this.#scene) return;
    this.#drawAreas(this.#scene);
    for (const drawn of this.#pieces.values()) {
      drawn.draw(drawn.piece, this.#context.art.look, this.#pictures);
    }
  }

  #layOut(): Layout {
    if (!this.#scene) throw new Error("there is no scene to lay out");
    // Reading the size forces a layout: once, until it changes.
    const { clientWidth, clientHeight } = this.#size ??= sizeOf(this.#layer);
    const memory = {
      everFilled: this.#everFilled,
      best: this.#best,
      arrangements: this.#arrangements,
    };
    return layoutScene(this.#scene, this.#context.art, clientWidth, clientHeight, memory);
  }

  #resize(): void {
    this.#zoom?.resize();
    const size = sizeOf(this.#layer);
    const isSame = size.clientWidth === this.#size?.clientWidth &&
      size.clientHeight === this.#size.clientHeight;
    if (isSame) return; // only what is seen of it has changed
    this.#size = size;
    if (!this.#scene) return;
    this.#layout = this.#layOut();
    this.#drawAreas(this.#scene);
    for (const [id, drawn] of this.#pieces) {
      const box = this.#layout.pieces.get(id);
      if (box) drawn.place(box);
    }
    this.#drawFrames();
  }

  #drawAreas(scene: Scene): void {
    const drawnAreas = new Set<string>();
    const wide = String(this.#layout?.isWide ?? false);
    if (this.root.dataset["wide"] !== wide) this.root.dataset["wide"] = wide;
    for (const area of scene.areas) {
      const placed = this.#layout?.areas.get(area.id);
      if (!placed) continue;
      let areaElement = this.#areas.get(area.id);
      if (!areaElement) {
        areaElement = new AreaElement(area);
        this.#areas.set(area.id, areaElement);
      }
      areaElement.draw({
        area,
        placed,
        pictures: this.#pictures,
        language: language.value,
        person: this.#context.seats[area.seat],
        isMine: area.seat >= 0 && area.seat === scene.viewer,
        isYours: area.seat >= 0 && area.seat === this.#context.you,
      }, this.#context.art.look);
      if (!areaElement.element.isConnected) this.#layer.append(areaElement.element);
      drawnAreas.add(area.id);
    }
    for (const [id, areaElement] of this.#areas) {
      if (drawnAreas.has(id)) continue;
      areaElement.element.remove();
      this.#areas.delete(id);
    }
  }

  #drawPieces(scene: Scene, changed: SceneDiff | null, before: Layout | null): void {
    const boxes = this.#boxesOfOrigins(changed);
    const transition = new SceneTransition();
    this.#removePieces(scene, changed, transition);
    const order = new Map<string, HTMLElement[]>(); // by area
    for (const area of this.#areas.keys()) order.set(area, []);
    const travels: Travel[] = [];
    for (const piece of scene.pieces) {
      if (!this.#layout?.pieces.has(piece.id)) continue; // it is only shown on a stage
      const from = this.#origin(piece, changed, boxes, before);
      const drawn = this.#drawPiece(piece);
      order.get(piece.area)?.push(drawn.element);
      if (!changed || from === drawn.box) continue; // it stays
      if (from === null) transition.appear(drawn.element, drawn.box);
      else travels.push({ drawn, from, stops: this.#stops(from, drawn.box) });
    }
    for (const [area, elements] of order) this.#areas.get(area)?.setPieces(elements);
    this.#tellContents(scene);
    this.#startTravels(travels, changed, transition);
    transition.start();
  }

  /** Panels say what lies in them. */
  #tellContents(scene: Scene): void {
    for (const { id, kind } of scene.areas) {
      if (kind !== "panel") continue;
      const inside = scene.pieces.filter(({ area }) => area === id);
      this.#areas.get(id)?.setContents(inside.map(({ label }) => label).join("\n"));
    }
  }

  /** Move pieces: new ones a little after each other; those that leave a track wait for those that
   * travel along it, so that it is seen who overtakes whom. */
  #startTravels(
    travels: readonly Travel[],
    changed: SceneDiff | null,
    transition: SceneTransition,
  ): void {
    const wait = Math.max(0, ...travels.map(({ stops }) => trackDuration(stops)));
    let delay = 0;
    for (const { drawn, from, stops } of travels) {
      const waits = wait > 0 && !stops.length && this.#isOnTrack(from);
      transition.travel(drawn.element, from, drawn.box, waits ? wait : delay, stops);
      if (changed?.appeared.has(drawn.piece.id)) delay = Math.min(250, delay + 40);
    }
  }

  #isOnTrack(box: Box): boolean {
    const { look } = this.#context.art;
    return isOnTrack(box, look, (place) => this.#layout?.pieces.get(place));
  }

  /** Where a piece stops on its way along a track. */
  #stops(from: Box, to: Box): readonly Box[] {
    const { look } = this.#context.art;
    return stopsBetween(from, to, look, (place) => this.#layout?.pieces.get(place));
  }

  /** Where a piece was: null if it is new and its origin unknown. */
  #origin(
    piece: Piece,
    changed: SceneDiff | null,
    boxes: ReadonlyMap<string, Box>,
    before: Layout | null,
  ): Box | null {
    const origin: Origin | null | undefined = changed?.appeared.get(piece.id);
    if (origin && "piece" in origin) return boxes.get(origin.piece) ?? null;
    if (origin) {
      return middleOf(before?.areas.get(origin.area)?.box, this.#layout?.pieces.get(piece.id));
    }
    return this.#pieces.get(piece.id)?.box ?? null;
  }

  /** The boxes of the pieces that others come from, before anything moves. */
  #boxesOfOrigins(changed: SceneDiff | null): Map<string, Box> {
    const boxes = new Map<string, Box>();
    for (const origin of changed?.appeared.values() ?? []) {
      const drawn = origin && "piece" in origin ? this.#pieces.get(origin.piece) : undefined;
      if (drawn) boxes.set(drawn.piece.id, drawn.box);
    }
    return boxes;
  }

  /** Draw a piece at its box. */
  #drawPiece(piece: Piece): PieceElement {
    let drawn = this.#pieces.get(piece.id);
    if (!drawn) {
      drawn = new PieceElement(piece);
      this.#pieces.set(piece.id, drawn);
    }
    drawn.draw(piece, this.#context.art.look, this.#pictures);
    const box = this.#layout?.pieces.get(piece.id);
    if (box) drawn.place(box);
    return drawn;
  }

  /** Remove the pieces that are gone: towards an area, or fading. */
  #removePieces(scene: Scene, changed: SceneDiff | null, transition: SceneTransition): void {
    const present = new Set(scene.pieces.map((piece) => piece.id));
    for (const [id, drawn] of this.#pieces) {
      if (present.has(id)) continue;
      this.#pieces.delete(id);
      const end = changed?.vanished.get(id);
      if (end === undefined) {
        drawn.element.remove();
        continue;
      }
      // An element that changes its parent is redrawn, so only if its area is gone.
      if (!this.#areas.has(drawn.piece.area)) this.#layer.append(drawn.element);
      const to = end ? this.#layout?.areas.get(end)?.box ?? null : null;
      transition.vanish(drawn.element, drawn.box, to);
    }
  }

  #playEffects(scene: Scene, changed: SceneDiff): void {
    const { art, facts } = this.#context;
    const fact = facts.findLast(({ kind }) => art.look.effects?.[kind]);
    const name = fact && art.look.effects?.[fact.kind];
    if (!name) return;
    const about = fact.about?.filter((id) => this.#pieces.has(id)) ?? [];
    const marked = scene.pieces.filter((piece) => piece.marks.includes("last"))
      .map((piece) => piece.id);
    const ids = [about, marked, [...changed.appeared.keys()]].find(({ length }) => length > 0) ??
      [];
    for (const id of ids.slice(0, 6)) {
      const drawn = this.#pieces.get(id);
      if (drawn && !drawn.piece.place) playEffect(drawn.element, name);
    }
  }
}

/** A piece on its way from another box. */
interface Travel {
  readonly drawn: PieceElement;
  readonly from: Box;
  readonly stops: readonly Box[];
}

type SceneSize = Pick<HTMLElement, "clientWidth" | "clientHeight">;

function sizeOf({ clientWidth, clientHeight }: HTMLElement): SceneSize {
  return { clientWidth, clientHeight };
}

/** A box of a piece's size in the middle of an area. */
function middleOf(area: Box | undefined, piece: Box | undefined): Box | null {
  if (!area || !piece) return null;
  return {
    x: area.x + area.w / 2 - piece.w / 2,
    y: area.y + area.h / 2 - piece.h / 2,
    w: piece.w,
    h: piece.h,
  };
}
