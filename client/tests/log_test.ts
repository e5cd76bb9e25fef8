import { EVERYTHING, kept, wished } from "../src/table/Log.tsx";
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

Deno.test("a log is filtered by who it is about and by what it tells", () => {
  const lines = [line("a", 0, "move"), line("b", 1, "move"), line("c", 1, "luck")];
  const texts = (wish: Parameters<typeof wished>[1]) => wished(lines, wish).map(({ text }) => text);
  assertEquals(texts(EVERYTHING), ["a", "b", "c"]);
  assertEquals(texts({ seat: 1, sort: "" }), ["b", "c"]);
  assertEquals(texts({ seat: -1, sort: "move" }), ["a", "b"]);
  assertEquals(texts({ seat: 0, sort: "luck" }), []);
});

Deno.test("what is for memories alone can't be read again before the end", () => {
  const lines = [line("a", 0, "move"), { ...line("b", -1, "luck"), fades: true }];
  assertEquals(kept(lines, false).map(({ text }) => text), ["a"]);
  assertEquals(kept(lines, true).map(({ text }) => text), ["a", "b"]);
});
