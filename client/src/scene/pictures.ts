/** The pictures of a game: each symbol of its sprite as an image of its own.
 *
 * An image is one element, however detailed it is; a `<use>` of the symbol would be a copy of all its
 * elements, which the page styles, lays out and paints. An image inherits nothing, so what a symbol
 * needs from the page is written into it: the colours, and the rules of the game's style sheet.
 */

import type { Box } from "./boxes.ts";
import { SVG_NAMESPACE } from "./shapes.ts";

/** The sprite of a game and its style sheet, as loaded. */
export interface Sprite {
  readonly element: SVGSVGElement;
  readonly rules: readonly CSSStyleRule[];
}

/** An image of one symbol, in one theme and with some marks. */
export interface Picture {
  /** Empty until it is loaded. */
  url: string;
  readonly loaded: Promise<void>;
  /** The box of the symbol in its own units. */
  readonly size: readonly [width: number, height: number];
  /** Whether it may paint outside its box: then the image is twice as wide and high. */
  readonly overflows: boolean;
}

/** The custom property whose value is `currentColor` in a picture. */
export type Tint = "--ink" | "--ink-soft";

/** A symbol with everything it refers to, as text, and what it takes from the page. */
interface Source {
  readonly element: Element;
  readonly definitions: string;
  readonly content: string;
  readonly rules: string;
  readonly properties: readonly string[];
}

export class Pictures {
  readonly #pictures = new Map<string, Picture>();
  readonly #sources = new Map<string, Source | null>();
  readonly #values = new Map<string, string>();
  readonly #markProperties: ReadonlyMap<string, ReadonlySet<string>>;
  /** The rules for what is inside pictures. */
  readonly #rules: readonly CSSStyleRule[];
  #isClosed = false;

  /** `styleOf` returns the computed style of a piece with some marks, in the present theme. */
  constructor(
    readonly sprite: Sprite | null,
    readonly styleOf: (marks: readonly string[]) => CSSStyleDeclaration,
  ) {
    const rules = sprite?.rules ?? [];
    this.#markProperties = propertiesByMark(rules);
    this.#rules = rules.filter((rule) => sprite?.element.querySelector(rule.selectorText));
  }

  /** Which of a piece's marks change its picture. */
  relevantMarks(name: string, marks: readonly string[]): readonly string[] {
    const setting = marks.filter((mark) => this.#markProperties.has(mark));
    if (!setting.length) return setting;
    const properties = this.#source(name)?.properties ?? [];
    return setting.filter((mark) => {
      const set = this.#markProperties.get(mark);
      return properties.some((property) => set?.has(property));
    });
  }

  /** The picture of a symbol; undefined if there is none. `marks` are the relevant ones. */
  find(name: string, marks: readonly string[] = [], tint: Tint = "--ink"): Picture | undefined {
    const key = `${tint} ${name} ${marks.join(" ")}`;
    let picture = this.#pictures.get(key);
    if (picture) return picture;
    const symbol = this.sprite?.element.getElementById(name);
    if (!symbol) return undefined;
    picture = loadPicture(symbol, () => {
      const source = this.#source(name);
      if (!source) throw new Error(`the symbol ${name} is gone`);
      return pictureUrl(source, (property) => this.#valueOf(property, marks), tint);
    });
    this.#pictures.set(key, picture);
    return picture;
  }

  /** Load all pictures of pieces, one whenever the page is idle: most are shown sooner or later. */
  preload(): void {
    const symbols = [...this.sprite?.element.querySelectorAll("symbol") ?? []];
    const names = symbols.map(({ id }) => id).filter((id) => !id.startsWith("counter-"));
    const next = () => {
      const name = this.#isClosed ? undefined : names.shift();
      if (name === undefined) return;
      const { loaded } = this.find(name) ?? {};
      void loaded?.then(() => whenIdle(next));
    };
    whenIdle(next);
  }

  /** Stop to preload. */
  close(): void {
    this.#isClosed = true;
  }

  /** The value of a custom property for a piece with some marks; reading the style may be slow. */
  #valueOf(property: string, marks: readonly string[]): string {
    const key = `${property} ${marks.join(" ")}`;
    let value = this.#values.get(key);
    if (value === undefined) {
      value = this.styleOf(marks).getPropertyValue(property).trim();
      this.#values.set(key, value);
    }
    return value;
  }

  #source(name: string): Source | null {
    let source = this.#sources.get(name);
    if (source === undefined && this.sprite) {
      source = findSource(this.sprite.element, this.#rules, name);
      this.#sources.set(name, source);
    }
    return source ?? null;
  }
}

// Pictures that appear at the same time are painted over several frames.
const MAX_NEW_PER_FRAME = 8;
const appearing: { image: HTMLImageElement; picture: Picture }[] = [];
let newInFrame = 0;

/** An image element that shows a picture as soon as it is loaded; in place of another one, it does not
 * wait for a later frame. */
export function pictureElement(
  picture: Picture,
  className: string,
  isReplacement = false,
): HTMLImageElement {
  const image = document.createElement("img");
  image.className = className;
  image.alt = "";
  image.draggable = false;
  if (picture.url && isReplacement) image.src = picture.url;
  else if (picture.url) appear(image, picture);
  else void picture.loaded.then(() => appear(image, picture));
  return image;
}

/** Scale an image to a box, in the middle of it. It is always laid out in its own size: another size
 * would paint it again, which is slow. */
export function fitImage(image: HTMLImageElement, { size, overflows }: Picture, box: Box): void {
  const [width, height] = size;
  const margin = overflows ? 0.5 : 0;
  const scale = Math.min(box.w / width, box.h / height);
  const x = box.w / 2 - (0.5 + margin) * width * scale;
  const y = box.h / 2 - (0.5 + margin) * height * scale;
  image.width = width * (1 + 2 * margin);
  image.height = height * (1 + 2 * margin);
  image.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
}

function appear(image: HTMLImageElement, picture: Picture): void {
  if (!newInFrame) requestAnimationFrame(beginFrame);
  newInFrame += 1;
  if (newInFrame <= MAX_NEW_PER_FRAME) image.src = picture.url;
  else appearing.push({ image, picture });
}

function beginFrame(): void {
  newInFrame = 0;
  for (const { image, picture } of appearing.splice(0)) appear(image, picture);
}

/** The custom properties that the rules of each mark set. */
function propertiesByMark(rules: readonly CSSStyleRule[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { selectorText, style } of rules) {
    const properties = [...style].filter((name) => name.startsWith("--"));
    if (!properties.length) continue;
    for (const [, mark = ""] of selectorText.matchAll(/\.mark-([\w-]+)/g)) {
      found.set(mark, new Set([...found.get(mark) ?? [], ...properties]));
    }
  }
  return found;
}

function findSource(
  sprite: SVGSVGElement,
  rules: readonly CSSStyleRule[],
  name: string,
): Source | null {
  const element = sprite.getElementById(name);
  if (!element) return null;
  const used = new Map<string, Element>();
  collectReferences(sprite, element, used);
  const parts = [element, ...used.values()];
  const matching = rules.filter(({ selectorText }) =>
    parts.some((part) => part.matches(selectorText) || part.querySelector(selectorText))
  );
  const source = {
    element,
    definitions: parts.slice(1).map(serialize).join(""),
    content: [...element.children].map(serialize).join(""),
    rules: matching.map((rule) => rule.cssText).join(""),
  };
  const text = serialize(element) + source.definitions + source.rules;
  const properties = new Set(
    Array.from(text.matchAll(/var\((--[\w-]+)/g), ([, name]) => name ?? ""),
  );
  return { ...source, properties: [...properties] };
}

/** Collect the elements that an element refers to, and those that they refer to. */
function collectReferences(sprite: SVGSVGElement, from: Element, used: Map<string, Element>): void {
  for (const [, byUrl, byHref] of serialize(from).matchAll(/url\(#([^)]+)\)|href="#([^"]+)"/g)) {
    const id = byUrl ?? byHref ?? "";
    const element = used.has(id) ? null : sprite.getElementById(id);
    if (!element) continue;
    used.set(id, element);
    collectReferences(sprite, element, used);
  }
}

function serialize(element: Element): string {
  return new XMLSerializer().serializeToString(element).replaceAll(` xmlns="${SVG_NAMESPACE}"`, "");
}

function overflows(symbol: Element): boolean {
  return symbol.getAttribute("overflow") === "visible";
}

/** The address of a symbol as an image. */
function pictureUrl(source: Source, valueOf: (property: string) => string, tint: Tint): string {
  const properties = source.properties.map((name) => {
    const value = valueOf(name);
    return value && `${name}:${value};`;
  });
  const css = `:root{color:${valueOf(tint)};${properties.join("")}}${source.rules}`;
  const { element, definitions, content } = source;
  const own = element.getAttributeNames().map((name) => ` ${name}="${element.getAttribute(name)}"`);
  const onRoot = own.filter((one) => one.startsWith(" preserveAspectRatio="));
  const inherited = own.filter((one) => !/^ (id|viewBox|overflow|preserveAspectRatio)=/.test(one));
  const [x, y, w, h] = viewBoxOf(element);
  const outer = overflows(element) ? [x - w / 2, y - h / 2, 2 * w, 2 * h] : [x, y, w, h];
  const text = `<svg xmlns="${SVG_NAMESPACE}" viewBox="${outer.join(" ")}"${onRoot.join("")}>` +
    `<style>${css}</style><defs>${definitions}</defs>` +
    // what is measured in percent is measured in the box of the symbol
    `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="${x} ${y} ${w} ${h}" overflow="visible">` +
    `<g${inherited.join("")}>${content}</g></svg></svg>`;
  return `data:image/svg+xml,${text.replace(/[%#\s]+/g, escapeInUrl)}`;
}

function viewBoxOf(symbol: Element): readonly [x: number, y: number, w: number, h: number] {
  const [x = 0, y = 0, w = 100, h = 100] =
    symbol.getAttribute("viewBox")?.split(/[\s,]+/).map(Number) ?? [];
  return [x, y, w, h];
}

function escapeInUrl(text: string): string {
  return text.trim() ? encodeURIComponent(text) : " ";
}

// Loading a picture parses and lays out a document: milliseconds on a phone. Many are loaded in many
// short tasks, so that the page stays responsive.
const MAX_TASK_MS = 5;
const waiting: (() => void)[] = [];
let isLoading = false;

function loadPicture(symbol: Element, makeUrl: () => string): Picture {
  let done = () => {};
  const image = new Image(); // while it lives, the browser keeps what was loaded
  const loaded = new Promise<void>((resolve) => done = resolve);
  const [, , width, height] = viewBoxOf(symbol);
  const picture: Picture & { image: HTMLImageElement } = {
    url: "",
    loaded,
    size: [width, height],
    overflows: overflows(symbol),
    image,
  };
  waiting.push(() => {
    const url = makeUrl();
    image.onload = image.onerror = () => {
      picture.url = url;
      done();
    };
    image.src = url;
  });
  if (!isLoading) void loadWaiting();
  return picture;
}

async function loadWaiting(): Promise<void> {
  isLoading = true;
  while (waiting.length) {
    await new Promise((start) => setTimeout(start));
    const end = performance.now() + MAX_TASK_MS;
    while (waiting.length && performance.now() < end) {
      waiting.shift()?.();
      await null; // the browser starts to load at the end of the microtask
    }
  }
  isLoading = false;
}

/** Call a function when the browser has nothing else to do; Safari can't tell when. */
function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(run);
  else setTimeout(run, 100);
}
