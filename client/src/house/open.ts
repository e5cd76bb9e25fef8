/** Opening a table, and going there. */

import { go } from "../routes.ts";
import { beginSoon } from "../table/begin.ts";
import { me, newTable } from "../wire/http.ts";
import type { Box, NewTable } from "../wire/types.ts";
import { usual } from "./load.ts";

/** How many usually play. */
function usualPlayers(box: Box): number {
  return Number(usual(box, "players") ?? box.players[0]);
}

/** All seats but one's own for the middle bot. */
export function usualBots(box: Box, players = usualPlayers(box)): string[] {
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

/** Play against bots, at once, as many as one has learned it with. */
export function playNow(box: Box, players: number): Promise<void> {
  return openTable({ game: box.game, bots: usualBots(box, players), options: { players } }, true);
}
