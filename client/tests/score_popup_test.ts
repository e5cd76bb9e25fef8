import { roundScores } from "../src/table/ScorePopup.tsx";
import type { Line } from "../src/wire/types.ts";
import { assertEquals } from "./assert.ts";
import { line } from "./views.ts";

const of = (seat: number, category: string): Line =>
  line(0, { seat, category, text: `${category} ${seat}` });

const texts = (lines: readonly Line[]) => roundScores(lines).map(({ text }) => text);

Deno.test("scores of several seats at once are shown, without moves and luck", () => {
  const lines = [of(0, "move"), of(0, "score"), of(1, "score"), of(-1, "luck")];
  assertEquals(texts(lines), ["score 0", "score 1"]);
});

Deno.test("scores of a single seat or of none are not shown", () => {
  assertEquals(texts([of(0, "score"), of(0, "score")]), []);
  assertEquals(texts([of(0, "score"), of(-1, "score")]), []);
  assertEquals(texts([of(0, "move"), of(1, "move")]), []);
});
