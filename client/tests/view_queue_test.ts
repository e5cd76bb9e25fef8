import { lookUp } from "../src/scene/look.ts";
import { mergeLuck, minViewDuration, viewDuration } from "../src/table/pacing.ts";
import { ViewQueue } from "../src/table/ViewQueue.ts";
import { mergeSnapshots, type Snapshot } from "../src/wire/snapshot.ts";
import { assertEquals } from "./assert.ts";
import { line, snapshot } from "./views.ts";

/** A snapshot after a number of events. */
const after = (events: number): Snapshot => snapshot([line(events)], { events });

Deno.test("a skipped view leaves its lines to the next", () => {
  const lines = [line(0), line(1)];
  const [first, second] = lines.map((one) => ({ ...snapshot([one]), log: lines }));
  const both = first && second && mergeSnapshots(first, second);
  assertEquals(both?.newLines, lines);
});

Deno.test("views are skipped in a long queue, but not those with a minimum duration", async () => {
  const shown: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const show = ({ events }: Snapshot) => {
    shown.push(events);
    if (events === 16) resolve();
  };
  const queue = new ViewQueue(show, () => 0, ({ events }) => events === 2 ? 1 : 0);
  for (let events = 1; events <= 16; events++) queue.push(after(events));
  await promise;
  assertEquals(shown, [1, 2, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
});

Deno.test("in a queue that is too long the minimum durations are ignored", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const show = ({ events }: Snapshot) => events === 8 && resolve();
  const queue = new ViewQueue(show, () => 0, ({ events }) => events > 1 ? 60_000 : 0);
  for (let events = 1; events <= 20; events++) queue.push(after(events));
  await promise; // it would take minutes
  queue.close();
});

Deno.test("a flush shows the last queued view at once", () => {
  const shown: number[] = [];
  const queue = new ViewQueue(({ events }) => shown.push(events), () => 60_000);
  for (const events of [1, 2, 3]) queue.push(after(events));
  assertEquals([shown, queue.isBehind], [[1], true]);
  queue.flush();
  assertEquals([shown, queue.isBehind], [[1, 3], false]);
  queue.close();
});

Deno.test("a view with more lines is shown longer, up to a maximum", () => {
  const times = [0, 1, 2, 100].map((count) =>
    viewDuration(snapshot(Array(count).fill(line(0))), null)
  );
  assertEquals(times[0], times[1]);
  assertEquals((times[2] ?? 0) > (times[1] ?? 0), true);
  assertEquals((times[3] ?? 0) < 2000, true);
});

Deno.test("what changes neither the board nor the log takes no time", () => {
  const before = snapshot([line(0)]);
  const chat = { ...before, newLines: [] };
  assertEquals(viewDuration(chat, before), 0);
  assertEquals(viewDuration(before, before) > 0, true);
  assertEquals(viewDuration({ ...snapshot([]), newLines: [] }, before) > 0, true);
});

Deno.test("the minimum duration is the longest of the lines", () => {
  assertEquals(
    minViewDuration([line(0), line(1, { kind: "trap" })], { trap: 900, k: 300 }),
    900,
  );
  assertEquals(minViewDuration([line(0)], undefined), 0);
});

Deno.test("dealing twenty cards is shown at once, with the move before it", () => {
  const moments = { turned: 2000 };
  const log = Array.from({ length: 23 }, (_, event) => {
    if (event === 0 || event === 22) return line(event);
    return line(event, { category: "luck", kind: event === 21 ? "turned" : "dealt" });
  });
  const steps = log.map((one) => ({ ...snapshot([one]), log }));
  const shown = mergeLuck(steps, moments).map(({ newLines }) => newLines.map(({ event }) => event));
  assertEquals(shown, [Array.from({ length: 21 }, (_, event) => event), [21], [22]]);
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
