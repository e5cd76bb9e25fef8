/** How a game wants to be drawn: its art, its colours, and hints for laying it out. */

import { gameOf } from "../wire/shelf.ts";

export type Place = "centre" | "over" | "side" | "bottom" | "panel";

export interface AreaLook {
  readonly place?: Place;
  /** Where it goes on a tall screen, if that is elsewhere. */
  readonly tall?: Place;
  readonly backdrop?: string;
  readonly unit?: readonly [number, number];
  readonly fan?: boolean;
  readonly order?: number;
  readonly tilt?: number;
  readonly small?: boolean;
  /** How much room is left free around each piece, by its height. */
  readonly air?: number;
}

export interface PieceLook {
  readonly value?: { readonly at: readonly [number, number]; readonly size: number } | "none";
  readonly shadow?: number;
  readonly z?: number;
  readonly round?: boolean;
  /** What can be pressed has a glowing frame, or glows along its own shape. */
  readonly glow?: "frame" | "shape";
  /** It is not read aloud: what lies under it says as much. Never for what can be pressed. */
  readonly quiet?: boolean;
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

export type EffectName = "snap" | "shake" | "burst" | "roll" | "lift";

export interface Look {
  readonly areas?: Readonly<Record<string, AreaLook>>;
  readonly pieces?: Readonly<Record<string, PieceLook>>;
  readonly sounds?: Readonly<Record<string, SoundName>>;
  readonly effects?: Readonly<Record<string, EffectName>>;
  /** By the kind of a fact: how long, in milliseconds, what it changed is seen before anything
   * else happens. */
  readonly moments?: Readonly<Record<string, number>>;
}

const found = new WeakMap<object, Map<string, object>>();

/** The entry for a name: its own, else the longest `prefix*` that fits, else nothing. */
export function entry<T extends object>(
  table: Readonly<Record<string, T>> | undefined,
  name: string,
): Partial<T> {
  if (!table) return {};
  let known = found.get(table);
  if (!known) found.set(table, known = new Map());
  let one = known.get(name) as Partial<T> | undefined;
  if (!one) known.set(name, one = search(table, name)); // asked often for the same few names
  return one;
}

function search<T extends object>(table: Readonly<Record<string, T>>, name: string): Partial<T> {
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

/** The pictures of one game, ready to be used: which there are, and the shape of each. */
export interface Art {
  readonly look: Look;
  readonly shapes: ReadonlyMap<string, number>; // width by height of each symbol
}

export const NO_ART: Art = { look: {}, shapes: new Map() };

const loaded = new Map<string, Promise<Art>>();
const sprites = new Map<string, SVGSVGElement>();

/** Fetch the art of a game and put it into the page, once; one game's pictures at a time. */
export async function artOf(game: string): Promise<Art> {
  let art = loaded.get(game);
  if (!art) {
    art = fetchArt(game);
    loaded.set(game, art);
    art.catch(() => loaded.delete(game));
  }
  const ready = await art;
  showSprite(game);
  return ready;
}

async function fetchArt(game: string): Promise<Art> {
  const box = await gameOf(game);
  const [look, sprite] = await Promise.all([
    box?.look ? fetchText(box.look) : "",
    box?.art ? fetchText(box.art) : "",
    box?.style ? loadStyle(box.style) : undefined,
  ]);
  if (sprite) sprites.set(game, parseSprite(sprite));
  return { look: look ? JSON.parse(look) : {}, shapes: shapesOf(sprites.get(game)) };
}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`no ${address}: ${response.status}`);
  return await response.text();
}

function loadStyle(address: string): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  document.head.append(link);
  return new Promise((done) => {
    link.onload = link.onerror = () => done();
  });
}

function parseSprite(text: string): SVGSVGElement {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (!(parsed instanceof SVGSVGElement)) throw new Error("art.svg is not a picture");
  parsed.setAttribute("class", "sprite");
  parsed.setAttribute("aria-hidden", "true");
  return parsed;
}

function shapesOf(sprite: SVGSVGElement | undefined): Map<string, number> {
  const shapes = new Map<string, number>();
  for (const symbol of sprite?.querySelectorAll("symbol") ?? []) {
    const box = symbol.viewBox.baseVal;
    shapes.set(symbol.id, box && box.height ? box.width / box.height : 1);
  }
  return shapes;
}

function showSprite(game: string): void {
  for (const [name, sprite] of sprites) {
    if (name === game) document.body.prepend(sprite);
    else sprite.remove();
  }
}
