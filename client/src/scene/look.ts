/** The look of a game: its art, its style sheet, and its layout hints (`look.json`). */

import { findGame } from "../wire/games.ts";
import type { Sprite } from "./pictures.ts";

/** Where an area is: "stage" for one that is only shown on a stage. */
export type AreaPlace = "centre" | "over" | "side" | "bottom" | "panel" | "stage";

/** The places of a board on which pieces keep theirs: a grid, in the units of the board's size. */
export interface PlacesLook {
  readonly pitch: readonly [number, number];
  /** Of the first place, from the upper left corner. */
  readonly offset: readonly [number, number];
}

export interface AreaLook {
  readonly place?: AreaPlace;
  /** Its place on a tall screen, if different. */
  readonly tall?: AreaPlace;
  readonly backdrop?: string;
  readonly unit?: readonly [number, number];
  readonly fan?: boolean;
  readonly order?: number;
  readonly tilt?: number;
  readonly small?: boolean;
  /** At the bottom: on a low screen its few pieces are in a column beside the boards, if all areas
   * there have this. */
  readonly beside?: boolean;
  /** Free space around each piece, as a fraction of its height. */
  readonly air?: number;
  /** Pieces stay where they came to lie, and new ones take free places. */
  readonly places?: PlacesLook;
}

export interface PieceLook {
  readonly value?: { readonly at: readonly [number, number]; readonly size: number } | "none";
  readonly shadow?: number;
  readonly z?: number;
  readonly round?: boolean;
  /** Whether a pressable piece has a glowing frame or glows along its outline. */
  readonly glow?: "frame" | "shape";
  /** Hidden from screen readers: what lies under it says the same. Not for pressable pieces. */
  readonly quiet?: boolean;
  /** The first of pieces that belong together: an overlay of several lines never divides them. */
  readonly first?: boolean;
}

export type SoundName =
  | "card"
  | "wood"
  | "dice"
  | "slide"
  | "coin"
  | "snap"
  | "win"
  | "step"
  | "whoosh"
  | "thud"
  | "chime";

export type EffectName = "snap" | "shake" | "burst" | "roll" | "lift" | "cheer";

export interface Look {
  readonly areas?: Readonly<Record<string, AreaLook>>;
  readonly pieces?: Readonly<Record<string, PieceLook>>;
  readonly sounds?: Readonly<Record<string, SoundName>>;
  readonly effects?: Readonly<Record<string, EffectName>>;
  /** By kind of fact: how long its effect is shown before the next view. */
  readonly moments?: Readonly<Record<string, Moment>>;
  /** Pieces that travel along a track go from place to place: the ids of its places, in order. */
  readonly tracks?: readonly (readonly string[])[];
  /** Whether pieces follow tracks forwards only; any other way they fly. */
  readonly oneWay?: boolean;
}

/** How an event is shown: for the least time in milliseconds, or on a stage. */
export type Moment = number | StagedMoment;

export interface StagedMoment {
  readonly ms: number;
  /** How much of that time the board is seen first, in milliseconds. */
  readonly after?: number;
  /** What is shown large, above the board: areas (`prefix*` for several), or "about" for the pieces
   * that the lines are about. Empty: the board itself is to be looked at, and the lines take the
   * place of the prompt. */
  readonly stage: readonly string[];
  /** The kinds of lines that are written below; all of them if it is missing. */
  readonly lines?: readonly string[];
  /** If the board changes only after the stage is gone: how long that is shown, at least. */
  readonly then?: number;
  /** The pieces that move before the stage nevertheless, by id (`prefix*` for several). */
  readonly first?: readonly string[];
  /** Events of this kind in a row are one moment. */
  readonly joined?: boolean;
  /** Shown by itself, not together with other moments of the same event. */
  readonly alone?: boolean;
  /** The counters of the areas as a table with what has changed, in place of pieces and lines. */
  readonly table?: boolean;
}

const lookupCache = new WeakMap<object, Map<string, object>>();

/** The entry for a name: its own, else that of the longest matching `prefix*`, else empty. */
export function lookUp<T extends object>(
  table: Readonly<Record<string, T>> | undefined,
  name: string,
): Partial<T> {
  if (!table) return {};
  let known = lookupCache.get(table);
  if (!known) lookupCache.set(table, known = new Map());
  let entry = known.get(name) as Partial<T> | undefined;
  if (!entry) known.set(name, entry = findEntry(table, name)); // the same few names, often
  return entry;
}

function findEntry<T extends object>(table: Readonly<Record<string, T>>, name: string): Partial<T> {
  const own = table[name];
  if (own) return own;
  let best = "";
  for (const key of Object.keys(table)) {
    if (key.endsWith("*") && name.startsWith(key.slice(0, -1)) && key.length > best.length) {
      best = key;
    }
  }
  return table[best] ?? {};
}

/** What the layout depends on: the look, and the aspect ratio of each symbol. */
export interface Proportions {
  readonly look: Look;
  readonly aspectRatios: ReadonlyMap<string, number>; // width / height by symbol
}

/** The art of one game, loaded. */
export interface Art extends Proportions {
  readonly sprite: Sprite | null;
}

export const NO_ART: Art = { look: {}, sprite: null, aspectRatios: new Map() };

const artCache = new Map<string, Promise<Art>>();

/** Fetch the art of a game, once. */
export function loadArt(game: string): Promise<Art> {
  let art = artCache.get(game);
  if (!art) {
    art = fetchArt(game);
    artCache.set(game, art);
    art.catch(() => artCache.delete(game));
  }
  return art;
}

async function fetchArt(game: string): Promise<Art> {
  const box = await findGame(game);
  const [look, sprite, rules] = await Promise.all([
    box?.look ? fetchText(box.look) : "",
    box?.art ? fetchText(box.art) : "",
    box?.style ? loadStyle(box.style) : [],
  ]);
  const element = sprite ? parseSprite(sprite) : null;
  return {
    look: look ? JSON.parse(look) : {},
    sprite: element && { element, rules },
    aspectRatios: aspectRatiosOf(element),
  };
}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`no ${address}: ${response.status}`);
  return await response.text();
}

/** Add a style sheet to the page; returns its rules. */
async function loadStyle(address: string): Promise<CSSStyleRule[]> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  document.head.append(link);
  await new Promise<void>((done) => {
    link.onload = link.onerror = () => done();
  });
  return [...link.sheet?.cssRules ?? []].filter((rule) => rule instanceof CSSStyleRule);
}

function parseSprite(text: string): SVGSVGElement {
  const sprite = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (!(sprite instanceof SVGSVGElement)) throw new Error("art.svg is not an SVG");
  return sprite;
}

function aspectRatiosOf(sprite: SVGSVGElement | null): Map<string, number> {
  const ratios = new Map<string, number>();
  for (const symbol of sprite?.querySelectorAll("symbol") ?? []) {
    const box = symbol.viewBox.baseVal;
    ratios.set(symbol.id, box && box.height ? box.width / box.height : 1);
  }
  return ratios;
}
