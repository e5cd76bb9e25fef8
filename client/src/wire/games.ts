/** The games and their rule sheets, in the present language. */

import { language } from "../words.ts";
import { get } from "./http.ts";
import type { Box, RulePictures, RuleSheet } from "./types.ts";

const cache = new Map<string, Promise<unknown>>();

/** Fetch and cache what does not change; failures are not cached. */
function fetchOnce<T>(path: string): Promise<T> {
  const found = cache.get(path);
  if (found) return found as Promise<T>;
  const answer = get<T>(path);
  cache.set(path, answer);
  answer.catch(() => cache.delete(path));
  return answer;
}

/** All games. */
export function fetchGames(): Promise<readonly Box[]> {
  return fetchOnce(`/api/games?language=${language.value}`);
}

/** The game of a slug; undefined if there is none. */
export async function findGame(slug: string): Promise<Box | undefined> {
  return (await fetchGames()).find((box) => box.game === slug);
}

/** The level that bots have unless another is chosen: the middle one, as in the house. */
export function defaultLevel({ levels }: Box): string {
  return levels[Math.floor((levels.length - 1) / 2)]?.name ?? "";
}

/** The rule sheet of a game. */
export function fetchRuleSheet(slug: string): Promise<RuleSheet> {
  return fetchOnce(`/api/games/${encodeURIComponent(slug)}/sheet?language=${language.value}`);
}

/** The pictures of a game's rules. */
export function fetchRulePictures(slug: string): Promise<RulePictures> {
  return fetchOnce(`/api/games/${encodeURIComponent(slug)}/pictures?language=${language.value}`);
}

/** The text of a numbered rule of a game; empty if there is none. */
export async function ruleText(slug: string, rule: string): Promise<string> {
  const sheet = await fetchRuleSheet(slug);
  for (const { blocks } of sheet.sections) {
    const block = blocks.find((one) => one.kind === "rule" && one.rule === rule);
    if (block) return block.texts.flat().map((span) => span.text).join("");
  }
  return "";
}
