import { roundScores } from "../src/table/ScorePopup.tsx";
import type { Line } from "../src/wire/types.ts";
import { assertEquals } from "./assert.ts";

const line = (seat: number, sort: string): Line => ({
  event: 0,
  text: `${sort} ${seat}`,
  kind: "k",
  seat,
  cause: "",
  sort,
  rule: "X-1",
  fades: false,
});

const texts = (lines: readonly Line[]) => roundScores(lines).map(({ text }) => text);

Deno.test("scores of several seats at once are shown, without moves and luck", () => {
  const lines = [line(0, "move"), line(0, "score"), line(1, "score"), line(-1, "luck")];
  assertEquals(texts(lines), ["score 0", "score 1"]);
});

Deno.test("scores of a single seat or of none are not shown", () => {
  assertEquals(texts([line(0, "score"), line(0, "score")]), []);
  assertEquals(texts([line(0, "score"), line(-1, "score")]), []);
  assertEquals(texts([line(0, "move"), line(1, "move")]), []);
});
