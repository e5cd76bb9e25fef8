import { filterLines, NO_FILTER, readableLines } from "../src/table/Log.tsx";
import type { Line } from "../src/wire/types.ts";
import { assertEquals } from "./assert.ts";

const line = (text: string, seat: number, sort: string): Line => ({
  event: 0,
  kind: "k",
  seat,
  text,
  cause: "",
  sort,
  rule: "X-1",
  fades: false,
});

Deno.test("a log is filtered by seat and by sort", () => {
  const lines = [line("a", 0, "move"), line("b", 1, "move"), line("c", 1, "luck")];
  const texts = (filter: Parameters<typeof filterLines>[1]) =>
    filterLines(lines, filter).map(({ text }) => text);
  assertEquals(texts(NO_FILTER), ["a", "b", "c"]);
  assertEquals(texts({ seat: 1, sort: "" }), ["b", "c"]);
  assertEquals(texts({ seat: -1, sort: "move" }), ["a", "b"]);
  assertEquals(texts({ seat: 0, sort: "luck" }), []);
});

Deno.test("lines that fade can't be read again before the end", () => {
  const lines = [line("a", 0, "move"), { ...line("b", -1, "luck"), fades: true }];
  assertEquals(readableLines(lines, false).map(({ text }) => text), ["a"]);
  assertEquals(readableLines(lines, true).map(({ text }) => text), ["a", "b"]);
});
