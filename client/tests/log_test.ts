import { filterLines, NO_FILTER, readableLines } from "../src/table/Log.tsx";
import { assertEquals } from "./assert.ts";
import { line } from "./views.ts";

Deno.test("a log is filtered by seat and by category", () => {
  const lines = [
    line(0, { text: "a", seat: 0 }),
    line(1, { text: "b", seat: 1 }),
    line(2, { text: "c", seat: 1, category: "luck" }),
  ];
  const texts = (filter: Parameters<typeof filterLines>[1]) =>
    filterLines(lines, filter).map(({ text }) => text);
  assertEquals(texts(NO_FILTER), ["a", "b", "c"]);
  assertEquals(texts({ seat: 1, category: "" }), ["b", "c"]);
  assertEquals(texts({ seat: -1, category: "move" }), ["a", "b"]);
  assertEquals(texts({ seat: 0, category: "luck" }), []);
});

Deno.test("lines that fade can't be read again before the end", () => {
  const lines = [line(0, { text: "a" }), line(1, { text: "b", fades: true })];
  assertEquals(readableLines(lines, false).map(({ text }) => text), ["a"]);
  assertEquals(readableLines(lines, true).map(({ text }) => text), ["a", "b"]);
});
