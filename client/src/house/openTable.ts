/** Creating a table, and navigating to it. */

import { navigate } from "../routes.ts";
import { setArrival } from "../table/arrival.ts";
import { setAutostart } from "../table/autostart.ts";
import { defaultLevel } from "../wire/games.ts";
import { createTable, currentPerson } from "../wire/http.ts";
import type { Box, NewTable } from "../wire/types.ts";
import { defaultOption } from "./resources.ts";

/** The default number of players. */
function defaultPlayers(box: Box): number {
  return Number(defaultOption(box, "players") ?? box.players[0]);
}

/** The bots of all seats but the first, at the level that is usual. */
export function defaultBots(box: Box, players = defaultPlayers(box)): string[] {
  return ["", ...Array<string>(players - 1).fill(defaultLevel(box))];
}

/** Create a table, go there and take a seat; `isImmediate` also starts the game. */
export async function openTable(settings: NewTable, isImmediate: boolean): Promise<void> {
  await currentPerson();
  const table = await createTable(settings);
  (isImmediate ? setAutostart : setArrival)(table);
  navigate(`/table/${table}`);
}

/** Start a game against bots at once, with a number of players. */
export function playNow(box: Box, players: number): Promise<void> {
  return openTable({ game: box.game, bots: defaultBots(box, players), options: { players } }, true);
}
