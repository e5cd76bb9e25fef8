/** What stands on the shelf: the games, their pictures and their rule sheets, in one's language. */

import { language } from "../words.ts";
import { get } from "./http.ts";

export interface GameOption {
  readonly name: string;
  readonly label: string;
  readonly tip: string;
  readonly values: readonly (boolean | number | string)[];
  readonly labels: readonly string[];
  readonly default: boolean | number | string;
}

export interface Level {
  readonly name: string;
  readonly label: string;
  readonly tip: string;
}

export interface GameBox {
  readonly game: string;
  readonly name: string;
  readonly line: string;
  readonly players: readonly [number, number];
  readonly minutes: readonly [number, number];
  readonly age: number;
  readonly authors: string | readonly string[];
  readonly publisher: string;
  readonly year: number;
  readonly options: readonly GameOption[];
  readonly bots: readonly string[];
  readonly levels: readonly Level[];
  /** Addresses of its pictures; empty where there is none. */
  readonly cover: string;
  readonly art: string;
  readonly style: string;
  readonly look: string;
}

export interface Span {
  readonly kind: "" | "bold" | "code" | "rule";
  readonly text: string;
}

export interface Block {
  readonly kind: "rule" | "paragraph" | "list" | "figure";
  readonly rule: string;
  readonly texts: readonly (readonly Span[])[];
}

export interface Sheet {
  readonly game: string;
  readonly language: string;
  readonly sections: readonly { readonly title: string; readonly blocks: readonly Block[] }[];
}

const kept = new Map<string, Promise<unknown>>();

/** Ask once for what does not change; what failed is asked for again. */
function once<T>(path: string): Promise<T> {
  const found = kept.get(path);
  if (found) return found as Promise<T>;
  const asked = get<T>(path);
  kept.set(path, asked);
  asked.catch(() => kept.delete(path));
  return asked;
}

/** All games. */
export function games(): Promise<readonly GameBox[]> {
  return once(`/api/games?language=${language.value}`);
}

/** One game; undefined if there is none of that name. */
export async function gameOf(slug: string): Promise<GameBox | undefined> {
  return (await games()).find((box) => box.game === slug);
}

/** The rule sheet of a game. */
export function sheetOf(slug: string): Promise<Sheet> {
  return once(`/api/games/${encodeURIComponent(slug)}/sheet?language=${language.value}`);
}

/** A numbered paragraph of a game's sheet as plain text; empty if there is none. */
export async function paragraph(slug: string, rule: string): Promise<string> {
  const sheet = await sheetOf(slug);
  for (const { blocks } of sheet.sections) {
    const block = blocks.find((one) => one.kind === "rule" && one.rule === rule);
    if (block) return block.texts.flat().map((span) => span.text).join("");
  }
  return "";
}
