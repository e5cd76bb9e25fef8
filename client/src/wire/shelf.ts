/** What stands on the shelf: the games, their pictures and their rule sheets, in one's language. */

import { language } from "../words.ts";
import { get } from "./http.ts";
import type { Box, RuleSheet } from "./types.ts";

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
export function games(): Promise<readonly Box[]> {
  return once(`/api/games?language=${language.value}`);
}

/** One game; undefined if there is none of that name. */
export async function gameOf(slug: string): Promise<Box | undefined> {
  return (await games()).find((box) => box.game === slug);
}

/** The rule sheet of a game. */
export function sheetOf(slug: string): Promise<RuleSheet> {
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
