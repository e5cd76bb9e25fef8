import { assertEquals } from "./assert.ts";
import { extendLog, mergeViews, newLines, ViewQueue } from "../src/table/ViewQueue.ts";
import { minViewDuration } from "../src/table/TableController.ts";
import { reconnectDelayMs } from "../src/wire/socket.ts";
import { lookUp } from "../src/scene/look.ts";
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

Deno.test("new lines are appended, repeated lines replace, lines taken back vanish", () => {
  const log = [line(0), line(1)];
  assertEquals(extendLog(log, [line(2)], 3).map(({ text }) => text), ["0", "1", "2"]);
  const again = [line(0, "zero"), line(1, "one")];
  assertEquals(extendLog(log, again, 2).map(({ text }) => text), ["zero", "one"]);
  assertEquals(extendLog(log, [], 1).map(({ text }) => text), ["0"]);
});

Deno.test("new lines are those not in the log", () => {
  assertEquals(newLines([line(0), line(1)], [line(1), line(2)]).map(({ event }) => event), [2]);
});

Deno.test("a skipped view leaves its lines to the next", () => {
  const view = (number: number, lines: Line[]) => ({ number, lines }) as unknown as View;
  const both = mergeViews(view(1, [line(0)]), view(2, [line(1)]));
  assertEquals([both.number, both.lines.length], [2, 2]);
});

Deno.test("views are skipped in a long queue, but not those with a minimum duration", async () => {
  const shown: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const show = ({ events }: View) => {
    shown.push(events);
    if (events === 16) resolve();
  };
  const follower = new ViewQueue(show, () => 0, ({ events }) => events === 2 ? 1 : 0);
  for (let events = 1; events <= 16; events++) {
    follower.push({ events, lines: [line(events)] } as unknown as View);
  }
  await promise;
  assertEquals(shown, [1, 2, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
});

Deno.test("in a queue that is too long the minimum durations are ignored", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const show = ({ events }: View) => events === 8 && resolve();
  const follower = new ViewQueue(show, () => 0, ({ events }) => events > 1 ? 60_000 : 0);
  for (let events = 1; events <= 20; events++) {
    follower.push({ events, lines: [line(events)] } as unknown as View);
  }
  await promise; // it would take minutes
  follower.close();
});

Deno.test("a flush shows the last queued view at once", () => {
  const shown: number[] = [];
  const follower = new ViewQueue(({ events }) => shown.push(events), () => 60_000);
  for (const events of [1, 2, 3]) {
    follower.push({ events, lines: [line(events)] } as unknown as View);
  }
  assertEquals([shown, follower.isBehind], [[1], true]);
  follower.flush();
  assertEquals([shown, follower.isBehind], [[1, 3], false]);
  follower.close();
});

Deno.test("the minimum duration is the longest of the lines", () => {
  assertEquals(
    minViewDuration([line(0), { ...line(1), kind: "trap" }], { trap: 900, k: 300 }),
    900,
  );
  assertEquals(minViewDuration([line(0)], undefined), 0);
});

Deno.test("the reconnect delay doubles up to a maximum", () => {
  assertEquals([0, 1, 2, 9].map((tries) => reconnectDelayMs(tries, 0.5)), [
    500,
    1000,
    2000,
    15_000,
  ]);
});

Deno.test("a name finds its own entry, else that of the longest prefix", () => {
  const table = { "card-*": { z: 1 }, "card-back": { z: 2 }, "*": { z: 3 }, "card-big*": { z: 4 } };
  assertEquals(["card-back", "card-1", "card-big-2", "x"].map((name) => lookUp(table, name).z), [
    2,
    1,
    4,
    3,
  ]);
  assertEquals(lookUp(undefined, "x"), {});
});
