/** Opening a table, and going there. */

import { go } from "../routes.ts";
import { beginSoon } from "../table/begin.ts";
import { me, newTable } from "../wire/http.ts";
import type { Box, NewTable } from "../wire/types.ts";
import { usual } from "./load.ts";

/** All seats but one's own for the middle bot. */
export function usualBots(box: Box): string[] {
  const players = Number(usual(box, "players") ?? box.players[0]);
  const levels = box.levels.map((level) => level.name);
  const bot = levels[Math.ceil((levels.length - 1) / 2)] ?? "";
  return ["", ...Array<string>(players - 1).fill(bot)];
}

/** Set a table up and go there; `atOnce` sits down and begins. */
export async function openTable(wanted: NewTable, atOnce: boolean): Promise<void> {
  await me();
  const table = await newTable(wanted);
  if (atOnce) beginSoon(table);
  go(`/table/${table}`);
}

/** Play against bots, at once and as usual. */
export function playNow(box: Box): Promise<void> {
  return openTable({ game: box.game, bots: usualBots(box) }, true);
}
