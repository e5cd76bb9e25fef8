import { resultText } from "../src/table/Ending.tsx";
import type { ScoreTable } from "../src/wire/types.ts";
import { loadLanguage } from "../src/words.ts";
import { assertEquals } from "./assert.ts";
import { setGlobal } from "./fake_browser.ts";
import { seat, SPECTATOR } from "./views.ts";

const seats = ["Ada", "Blaise", "Clara", "Dirk"].map((name) => seat({ name }));

const words = {
  "ending.won": "{name} wins",
  "ending.won.you": "You win!",
  "ending.won.pair": "{names} win",
  "ending.won.pair.you": "You and {names} win!",
  "ending.won.together": "A shared victory: {names}",
  "table.you.alone": "You",
};

async function loadWords(): Promise<void> {
  setGlobal("document", { documentElement: {} });
  setGlobal("fetch", () => Promise.resolve(Response.json(words)));
  await loadLanguage("en");
}

/** The result for a viewer at a seat. */
function result(winners: readonly number[], viewer: number, rows: readonly number[][]): string {
  const ranks = seats.map((_, i) => winners.includes(i) ? 1 : 2);
  const score_table = {
    columns: [],
    rows: rows.map((seats) => ({ seats, rank: 1, cells: [] })),
    notes: [],
  } as unknown as ScoreTable;
  return resultText({ ranks, seats, you: { ...SPECTATOR, seat: viewer }, score_table });
}

Deno.test("a pair wins together, which is no shared victory", async () => {
  await loadWords();
  const pairs = [[0, 2], [1, 3]];
  assertEquals(result([1, 3], 0, pairs), "Blaise and Dirk win");
  assertEquals(result([0, 2], 0, pairs), "You and Clara win!");
  assertEquals(result([0, 2], -1, pairs), "Ada and Clara win");
  assertEquals(result([0, 1, 2, 3], 0, pairs), "A shared victory: You, Blaise, Clara, and Dirk");
});

Deno.test("one wins alone, or several share the victory", async () => {
  await loadWords();
  const alone = [[0], [1], [2], [3]];
  assertEquals(result([1], 0, alone), "Blaise wins");
  assertEquals(result([0], 0, alone), "You win!");
  assertEquals(result([0, 1], 2, alone), "A shared victory: Ada and Blaise");
});
