import { lookUp } from "../src/scene/look.ts";
import {
  leastDuration,
  logBeforeStage,
  mergeLuck,
  minViewDuration,
  partsOf,
  viewDuration,
} from "../src/table/pacing.ts";
import { ViewQueue } from "../src/table/ViewQueue.ts";
import { mergeSnapshots, type Snapshot } from "../src/wire/snapshot.ts";
import { assertEquals } from "./assert.ts";
import { piece, scene } from "./scenes.ts";
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
  const queue = new ViewQueue({
    show,
    duration: () => 0,
    minDuration: ({ events }) => events === 2 ? 1 : 0,
  });
  for (let events = 1; events <= 16; events++) queue.push(after(events));
  await promise;
  assertEquals(shown, [1, 2, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
});

Deno.test("in a queue that is too long the minimum durations are ignored", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const show = ({ events }: Snapshot) => events === 8 && resolve();
  const queue = new ViewQueue({
    show,
    duration: () => 0,
    minDuration: ({ events }) => events > 1 ? 60_000 : 0,
  });
  for (let events = 1; events <= 20; events++) queue.push(after(events));
  await promise; // it would take minutes
  queue.close();
});

Deno.test("a flush shows the last queued view at once", () => {
  const shown: number[] = [];
  const queue = new ViewQueue({
    show: ({ events }) => shown.push(events),
    duration: () => 60_000,
  });
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

Deno.test("events of a joined kind in a row are one moment", () => {
  const kinds = [["lifted"], ["tile"], ["tile"], ["tile", "covered"], ["lifted", "tile"], ["tile"]];
  const log = kinds.map((names, event) =>
    names.map((kind) => line(event, { kind, category: kind === "tile" ? "luck" : "move" }))
  );
  const steps = log.map((lines) => ({ ...snapshot(lines), log: log.flat() }));
  const moments = { tile: { ms: 900, stage: [], joined: true } };
  const shown = mergeLuck(steps, moments).map(({ newLines }) => newLines.map(({ kind }) => kind));
  assertEquals(shown, [["lifted"], ["tile", "tile", "tile", "covered"], [
    "lifted",
    "tile",
    "tile",
  ]]);
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

Deno.test("a view that is held is shown until somebody goes on", async () => {
  const shown: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const queue = new ViewQueue({
    show: ({ events }) => shown.push(events),
    duration: () => 0,
    isHeld: ({ events }) => events === 2,
    onIdle: resolve,
  });
  for (const events of [1, 2, 3]) queue.push(after(events));
  await new Promise((done) => setTimeout(done, 5));
  assertEquals([shown, queue.isHeld, queue.isBehind], [[1, 2], true, true]);
  queue.push(after(4));
  assertEquals(shown, [1, 2]);
  queue.goOn();
  await promise;
  assertEquals([shown, queue.isBehind], [[1, 2, 3, 4], false]);
});

Deno.test("a flush ends a held view", () => {
  const shown: number[] = [];
  const queue = new ViewQueue({
    show: ({ events }) => shown.push(events),
    duration: () => 0,
    isHeld: () => true,
  });
  queue.push(after(1));
  queue.push(after(2));
  queue.flush();
  assertEquals([shown, queue.isBehind], [[1, 2], false]);
});

Deno.test("a board that changes after the stage is shown as a part of its own", () => {
  const moments = { won: { ms: 900, stage: ["fight*"], then: 700 }, lost: { ms: 900, stage: [] } };
  const [before, now] = [scene({ prompt: "before" }), scene({ prompt: "now" })];
  const view = { ...snapshot([line(1, { kind: "won" })]), scene: now };
  const [stage, board] = partsOf(view, { ...after(0), scene: before }, moments);
  assertEquals([stage?.staged, stage?.scene?.prompt], [now, "now"]);
  assertEquals([stage && leastDuration(stage, moments), board?.scene, board?.newLines], [
    900,
    now,
    [],
  ]);
  assertEquals(board && leastDuration(board, moments), 700);
  const other = { ...snapshot([line(1, { kind: "lost" })]), scene: now };
  assertEquals(partsOf(other, view, moments), [other]);
  assertEquals(partsOf(view, null, moments), [view]);
});

Deno.test("luck after a stage is shown after it, all at once", () => {
  const moments = { scored: { ms: 900, stage: ["about"] } };
  const deal = (event: number) => snapshot([line(event, { kind: "dealt", category: "luck" })]);
  const merged = mergeLuck([snapshot([line(1, { kind: "scored" })]), deal(2), deal(3)], moments);
  assertEquals(merged.map(({ newLines }) => newLines.at(-1)?.kind), ["scored", "dealt"]);
});

Deno.test("moments of one event that are shown alone follow each other", () => {
  const kinds = ["took", "heaped", "cleared", "paid", "paid", "moved"];
  const step = snapshot(kinds.map((kind, part) => line(1, { kind, part })));
  const staged = { ms: 900, stage: ["about"] };
  const alone = { ...staged, alone: true };
  const moments = { took: alone, cleared: alone, paid: alone, moved: staged };
  const parts = partsOf(step, null, moments).map(({ newLines }) =>
    newLines.map(({ kind }) => kind)
  );
  assertEquals(parts, [["took", "heaped"], ["cleared"], ["paid", "paid", "moved"]]);
  assertEquals(partsOf(step, null, {}), [step]);
});

Deno.test("a board that changes after a stage is as before until then, but for what moves first", () => {
  const board = (y: number) =>
    scene({ pieces: ["mayor", "pawn:1"].map((id) => piece(id, "board", { at: [0, y] })) });
  const alone = { ms: 900, stage: ["about"], alone: true };
  const moments = { took: alone, paid: { ...alone, then: 700, first: ["may*"] }, ended: alone };
  const kinds = ["added", "took", "paid", "ended"];
  const step = {
    ...snapshot(kinds.map((kind, part) => line(1, { kind, part }))),
    scene: board(1),
  };
  const shown = partsOf(step, { ...after(0), scene: board(0) }, moments);
  assertEquals(
    shown.map(({ newLines, scene }) => [
      newLines.map(({ kind }) => kind).join(),
      scene?.pieces.map(({ at }) => at[1]).join(),
    ]),
    [["added", "1,0"], ["took", "1,0"], ["paid", "1,0"], ["", "1,1"], ["ended", "1,1"]],
  );
});

Deno.test("the log of a part ends with what has been seen", () => {
  const alone = { ms: 900, stage: ["about"], alone: true };
  const moments = {
    shown: { ...alone, after: 200, lines: ["shown", "paid"], then: 700 },
    ended: alone,
  };
  const kinds = ["arrived", "shown", "paid", "next", "ended"];
  const lines = kinds.map((kind, part) => line(1, { kind, part }));
  const step = { ...snapshot(lines), log: lines, scene: scene({}) };
  const shown = partsOf(step, { ...after(0), scene: scene({}) }, moments);
  const kindsOf = (log: readonly { readonly kind: string }[]) => log.map(({ kind }) => kind).join();
  assertEquals(shown.map(({ log }) => kindsOf(log)), [
    "arrived",
    "arrived,shown,paid",
    "arrived,shown,paid,next",
    kinds.join(),
  ]);
  const stage = shown[1];
  assertEquals(stage && kindsOf(logBeforeStage(stage, moments)), "arrived");
});
