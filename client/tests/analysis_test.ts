import { assertEquals } from "./assert.ts";
import { frequencyOf, hasPercentages, standingOf } from "../src/analysis/costs.ts";
import {
  badgePoint,
  bandPaths,
  borderPaths,
  boundsAt,
  eventAt,
  sidesOf,
  spreadOut,
} from "../src/analysis/curve.ts";
import { filterDecisions, luckiest, luckSums, momentsOf } from "../src/analysis/decisions.ts";
import { isAnalysisHash } from "../src/replay/cursor.ts";
import { nextPuzzle, puzzlesAt } from "../src/puzzles/solved.ts";
import type { AnalysisView, DecisionView, ScoreTable } from "../src/wire/types.ts";

const decision = (event: number, more: Partial<DecisionView> = {}): DecisionView => ({
  event,
  seat: 0,
  played: "a",
  best: "b",
  played_label: "a",
  best_label: "b",
  cost: 0,
  doubt: 0,
  gain: 0,
  grade: "good",
  reason: "",
  ...more,
});

Deno.test("a share is told as the nearest frequency that people can imagine", () => {
  assertEquals(frequencyOf(0.12), [1, 8]);
  assertEquals(frequencyOf(0.1), [1, 10]);
  assertEquals(frequencyOf(0.34), [1, 3]);
  assertEquals(frequencyOf(0.62), [2, 3]);
  assertEquals(frequencyOf(0.8), [3, 4]);
  assertEquals(frequencyOf(0.001), [1, 20]);
});

Deno.test("only those from eight years on are told percentages", () => {
  assertEquals([7, 8].map(hasPercentages), [false, true]);
});

Deno.test("a chance is compared with that of equal sides", () => {
  assertEquals([0.9, 0.5, 0.05].map((one) => standingOf(one, 2)), [
    "far-ahead",
    "level",
    "far-behind",
  ]);
  assertEquals([0.5, 0.32, 0.25, 0.15].map((one) => standingOf(one, 4)), [
    "far-ahead",
    "ahead",
    "level",
    "behind",
  ]);
});

Deno.test("sides are in the order of their seats, partners together", () => {
  const row = (seats: number[], rank: number) => ({ seats, rank, cells: [] });
  const table: ScoreTable = { columns: [], notes: [], rows: [row([3, 1], 1), row([2, 0], 2)] };
  assertEquals(sidesOf(table), [[0, 2], [1, 3]]);
});

Deno.test("bands are as wide as the chances, and fill the height", () => {
  const chances = [[0.5, 0.5], [0.75, 0.25], [1, 0]];
  const sides = [[0], [1]];
  assertEquals(boundsAt(chances, sides, 1), [0, 0.75, 1]);
  const frame = { width: 100, height: 40 };
  assertEquals(bandPaths(chances, sides, frame), [
    "M0 0L50 0L100 0L100 40L50 30L0 20Z",
    "M0 20L50 30L100 40L100 40L50 40L0 40Z",
  ]);
  assertEquals(borderPaths(chances, sides, frame), ["M0 20L50 30L100 40"]);
});

Deno.test("chances of partners count once", () => {
  assertEquals(boundsAt([[0.6, 0.4, 0.6, 0.4]], [[0, 2], [1, 3]], 0), [0, 0.6, 1]);
});

Deno.test("a badge stands where its band is widest, and nowhere in a thin one", () => {
  const chances = [[0.5, 0.5], [0.9, 0.1], [0.5, 0.5], [0.95, 0.05], [1, 0]];
  const frame = { width: 100, height: 40 };
  assertEquals(badgePoint(chances, [[0], [1]], 1, frame, 14), { x: 50, y: 30 });
  assertEquals(badgePoint(chances, [[0], [1]], 1, { width: 100, height: 20 }, 14), null);
});

Deno.test("marks that are close move apart and stay within the curve, in their order", () => {
  assertEquals(spreadOut([10, 50, 90], 20, 100), [10, 50, 90]);
  assertEquals(spreadOut([50, 45], 20, 100), [65, 45]);
  assertEquals(spreadOut([96, 98, 100], 20, 100), [60, 80, 100]);
});

Deno.test("a place of the curve is the nearest event, also beyond its ends", () => {
  assertEquals([-5, 0, 26, 49, 100, 200].map((x) => eventAt(x, 5, 100)), [0, 0, 1, 2, 4, 4]);
});

Deno.test("decisions are listed by seat and by mistakes", () => {
  const all = [decision(1), decision(2, { grade: "slip" }), decision(3, { seat: 1 })];
  const events = (seat: number, isMistake: boolean) =>
    filterDecisions(all, { seat, isMistake }).map(({ event }) => event);
  assertEquals(events(-1, false), [1, 2, 3]);
  assertEquals(events(0, false), [1, 2]);
  assertEquals(events(0, true), [2]);
  assertEquals(events(1, true), []);
});

Deno.test("moments are in the order of the game", () => {
  const decisions = [decision(4), decision(8), decision(12)];
  const view = { decisions, moments: [2, 0] } as unknown as AnalysisView;
  assertEquals(momentsOf(view).map(({ event }) => event), [4, 12]);
});

Deno.test("luck is summed by seat, and its largest strokes are listed in order", () => {
  const luck = [
    { event: 9, effects: [0.1, -0.1] },
    { event: 5, effects: [-0.3, 0.3] },
    { event: 7, effects: [0.01, -0.01] },
  ];
  assertEquals(luckSums(luck, 2).map((sum) => Math.round(sum * 100)), [-19, 19]);
  assertEquals(luckiest(luck, 2).map(({ event }) => event), [5, 9]);
});

Deno.test("an address may ask for the analysis", () => {
  assertEquals(isAnalysisHash("#e=12&tab=analysis"), true);
  assertEquals(isAnalysisHash("#e=12&seat=1"), false);
});

Deno.test("the next puzzle is the first unsolved one after the present, then from the beginning", () => {
  const puzzles = ["a", "b", "c"].map((puzzle) => ({ puzzle, game: "m", difficulty: 1 }));
  assertEquals(nextPuzzle(puzzles, new Set(), "a")?.puzzle, "b");
  assertEquals(nextPuzzle(puzzles, new Set(["b"]), "a")?.puzzle, "c");
  assertEquals(nextPuzzle(puzzles, new Set(["b", "c"]), "c")?.puzzle, "a");
  assertEquals(nextPuzzle(puzzles, new Set(["a", "b", "c"])), undefined);
  assertEquals(
    puzzlesAt([...puzzles, { puzzle: "d", game: "m", difficulty: 2 }], "m", 2).length,
    1,
  );
});
