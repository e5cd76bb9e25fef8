import { tally } from "../src/table/Tallied.tsx";
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

const texts = (lines: readonly Line[]) => tally(lines).map(({ text }) => text);

Deno.test("what several get at once is tallied, without moves and luck between", () => {
  const lines = [line(0, "move"), line(0, "score"), line(1, "score"), line(-1, "luck")];
  assertEquals(texts(lines), ["score 0", "score 1"]);
});

Deno.test("what one gets, or nobody in particular, is no tally", () => {
  assertEquals(texts([line(0, "score"), line(0, "score")]), []);
  assertEquals(texts([line(0, "score"), line(-1, "score")]), []);
  assertEquals(texts([line(0, "move"), line(1, "move")]), []);
});
