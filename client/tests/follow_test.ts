import { assertEquals } from "./assert.ts";
import { continued, Follower, fresh, merged } from "../src/table/follow.ts";
import { momentOf } from "../src/table/store.ts";
import { backOff } from "../src/wire/socket.ts";
import { entry } from "../src/scene/look.ts";
import type { Line, View } from "../src/wire/types.ts";

const line = (event: number, text = String(event)): Line => ({
  event,
  text,
  kind: "k",
  seat: 0,
  cause: "",
  sort: "move",
  rule: "X-1",
  fades: false,
});

Deno.test("new lines go on, lines told again replace, lines taken back vanish", () => {
  const log = [line(0), line(1)];
  assertEquals(continued(log, [line(2)], 3).map(({ text }) => text), ["0", "1", "2"]);
  const again = [line(0, "zero"), line(1, "one")];
  assertEquals(continued(log, again, 2).map(({ text }) => text), ["zero", "one"]);
  assertEquals(continued(log, [], 1).map(({ text }) => text), ["0"]);
});

Deno.test("only what was never told is news", () => {
  assertEquals(fresh([line(0), line(1)], [line(1), line(2)]).map(({ event }) => event), [2]);
});

Deno.test("a view that is skipped leaves its lines to the next", () => {
  const view = (number: number, lines: Line[]) => ({ number, lines }) as unknown as View;
  const both = merged(view(1, [line(0)]), view(2, [line(1)]));
  assertEquals([both.number, both.lines.length], [2, 2]);
});

Deno.test("of many views that wait some are skipped, never a moment", async () => {
  const shown: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const show = ({ events }: View) => {
    shown.push(events);
    if (events === 16) resolve();
  };
  const follower = new Follower(show, () => 0, ({ events }) => events === 2 ? 1 : 0);
  for (let events = 1; events <= 16; events++) {
    follower.push({ events, lines: [line(events)] } as unknown as View);
  }
  await promise;
  assertEquals(shown, [1, 2, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
});

Deno.test("where too many moments wait even they go by", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const show = ({ events }: View) => events === 8 && resolve();
  const follower = new Follower(show, () => 0, ({ events }) => events > 1 ? 60_000 : 0);
  for (let events = 1; events <= 20; events++) {
    follower.push({ events, lines: [line(events)] } as unknown as View);
  }
  await promise; // it would take minutes
  follower.close();
});

Deno.test("who hurries sees at once what waits, and is behind no more", () => {
  const shown: number[] = [];
  const follower = new Follower(({ events }) => shown.push(events), () => 60_000);
  for (const events of [1, 2, 3]) {
    follower.push({ events, lines: [line(events)] } as unknown as View);
  }
  assertEquals([shown, follower.isBehind], [[1], true]);
  follower.hurry();
  assertEquals([shown, follower.isBehind], [[1, 3], false]);
  follower.close();
});

Deno.test("lines stay as long as the longest moment among them", () => {
  assertEquals(momentOf([line(0), { ...line(1), kind: "trap" }], { trap: 900, k: 300 }), 900);
  assertEquals(momentOf([line(0)], undefined), 0);
});

Deno.test("waiting doubles up to a bound", () => {
  assertEquals([0, 1, 2, 9].map((tries) => backOff(tries, 0.5)), [500, 1000, 2000, 15_000]);
});

Deno.test("a name finds its own entry, else the longest beginning", () => {
  const table = { "card-*": { z: 1 }, "card-back": { z: 2 }, "*": { z: 3 }, "card-big*": { z: 4 } };
  assertEquals(["card-back", "card-1", "card-big-2", "x"].map((name) => entry(table, name).z), [
    2,
    1,
    4,
    3,
  ]);
  assertEquals(entry(undefined, "x"), {});
});
