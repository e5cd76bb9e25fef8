import { LastMoves } from "../src/table/lastMoves.ts";
import { stageOf } from "../src/table/stage.ts";
import type { Snapshot } from "../src/wire/snapshot.ts";
import type { Line } from "../src/wire/types.ts";
import { assertEquals } from "./assert.ts";
import { area, piece, scene } from "./scenes.ts";
import { fakeBrowser } from "./fake_browser.ts";
import { line, seat, snapshot } from "./views.ts";

const SCENE = scene({
  areas: [
    area("quarrel-1", "row", { label: "Bo" }),
    area("quarrel-2", "row", { label: "Cleo" }),
    area("board", "board"),
  ],
  pieces: [piece("a", "quarrel-1"), piece("b", "quarrel-2"), piece("c", "board")],
});
const seats = ["Ada", "Bo", "Cleo"].map((name) => seat({ name }));
const after = (lines: Line[], more: Partial<Snapshot> = {}): Snapshot => ({
  ...snapshot(lines, { seats, events: (lines.at(-1)?.event ?? 0) + 1 }),
  scene: SCENE,
  you: { seat: 0, host: false, reserved: -1, muted_seats: [], muted_authors: [] },
  ...more,
});

Deno.test("a stage shows areas by their prefix, and what lines are about", () => {
  const browser = fakeBrowser();
  const moments = {
    shown: { ms: 900, stage: ["quarrel-*"] },
    moved: { ms: 900, stage: ["about"] },
  };
  const areas = stageOf(after([line(1, { kind: "shown" })]), moments, false);
  assertEquals(areas?.groups.map(({ title, pieces }) => [title, pieces.map(({ id }) => id)]), [
    ["Bo", ["a"]],
    ["Cleo", ["b"]],
  ]);
  const moved = stageOf(
    after([
      line(1, { kind: "moved", seat: 2, about: ["c", "gone", "a"] }),
      line(1, { kind: "moved", seat: 1, about: ["b"] }),
    ]),
    moments,
    false,
  );
  assertEquals(moved?.groups.map(({ title, pieces }) => [title, pieces.map(({ id }) => id)]), [
    ["Cleo", ["c", "a"]],
    ["Bo", ["b"]],
  ]);
  const both = stageOf(
    after([line(1, { kind: "else", about: ["a"] }), line(1, { kind: "moved", about: ["c"] })]),
    moments,
    false,
  );
  assertEquals([both?.groups.map(({ title }) => title), both?.lines.length], [[""], 2]);
  assertEquals(stageOf(after([line(1, { kind: "else" })]), moments, false), null);
  browser.restore();
});

Deno.test("a stage writes the lines that its moments name", () => {
  const moments = {
    shown: { ms: 900, stage: ["quarrel-*"], lines: ["won"] },
    won: { ms: 900, stage: ["quarrel-*"], lines: ["won", "tied"] },
    else: { ms: 900, stage: ["quarrel-*"] },
  };
  const written = (...kinds: string[]) =>
    stageOf(after(kinds.map((kind, i) => line(i, { kind }))), moments, false)
      ?.lines.map(({ kind }) => kind);
  assertEquals(written("shown", "other", "won"), ["won"]);
  assertEquals(written("shown", "tied"), []);
  assertEquals(written("shown", "other", "else"), ["shown", "other", "else"]);
});

Deno.test("what is to be seen on the board is told without a stage above it", () => {
  const browser = fakeBrowser();
  const moments = {
    seen: { ms: 900, stage: [] },
    won: { ms: 900, after: 300, stage: ["about"] },
  };
  const seen = [line(1, { kind: "seen", about: ["c"] })];
  const told = stageOf(after(seen, { decision: -1 }), moments, false);
  assertEquals([told?.groups, told?.lines], [[], seen]);
  assertEquals(stageOf(after(seen, { decision: 3 }), moments, false), null);
  const won = after([line(1, { kind: "won", about: ["c", "place"] })], {
    decision: 3,
    scene: { ...SCENE, pieces: [...SCENE.pieces, { ...piece("place", "board"), place: true }] },
  });
  const stage = stageOf(won, moments, false);
  assertEquals(stage?.groups.map(({ pieces }) => pieces.map(({ id }) => id)), [["c"]]);
  browser.restore();
});

Deno.test("what is gone is shown on a stage as it was, in the order of the line", () => {
  const browser = fakeBrowser();
  const gone = [piece("gone", "board"), piece("under", "board", { marks: ["covered"] })];
  const before = scene({ ...SCENE, pieces: [...SCENE.pieces, ...gone] });
  const moments = { took: { ms: 900, stage: ["about"] } };
  const view = after([line(1, { kind: "took", seat: 1, about: ["c", "gone", "under", "a"] })]);
  const stage = stageOf(view, moments, false, before);
  assertEquals(stage?.groups.map(({ pieces }) => pieces.map(({ id }) => id)), [["c", "gone", "a"]]);
  browser.restore();
});

Deno.test("a table on a stage shows what counters have and have gained, and no lines", () => {
  const browser = fakeBrowser();
  const withScore = (value: number) =>
    scene({
      areas: [
        area("tally0", "stack", { counters: [{ key: "p", label: "Points", value, tip: "" }] }),
      ],
    });
  const moments = { scored: { ms: 900, stage: ["tally*"], table: true } };
  const view = after([line(1, { kind: "scored" })], { scene: withScore(7) });
  const stage = stageOf(view, moments, false, withScore(9));
  assertEquals(stage?.groups.map(({ counters }) => counters.map((one) => one.change)), [[-2]]);
  assertEquals([stage?.isTable, stage?.lines], [true, []]);
  const change = (beforeTable: ReturnType<typeof scene> | null) =>
    stageOf(view, moments, false, withScore(9), beforeTable)?.groups[0]?.counters[0]?.change;
  assertEquals(change(withScore(2)), 5); // since the last table, not since the last scene
  assertEquals(change(null), 0); // nobody knows what was there: nothing is claimed
  browser.restore();
});

Deno.test("each opponent's last move is marked until the player's turn is over", () => {
  const moves = new LastMoves();
  const first = after([line(1, { seat: 1, about: ["a"] })]);
  const second = after([line(2, { seat: 2, about: ["b"] }), line(2, { seat: 0, about: ["c"] })]);
  const third = after([line(3, { seat: 1, about: ["c"] })]);
  for (const view of [first, second, third]) moves.add(view);
  assertEquals([...moves.marks(second)], [["a", 1], ["b", 2]]);
  assertEquals([...moves.marks(third)], [["b", 2], ["c", 1]]);
  assertEquals([moves.canBeShownAgain, moves.round().length], [true, 3]);
  moves.move();
  const own = after([line(4, { seat: 0, about: ["a"] })]);
  moves.add(own);
  assertEquals([...moves.marks(own)], [["b", 2], ["c", 1]]);
  const acting = seats.map((one, i) => ({ ...one, acting: i === 1 }));
  const turnOver = after([line(5, { seat: 0, about: ["a"] })], { seats: acting });
  moves.add(turnOver);
  assertEquals([moves.round(), [...moves.marks(turnOver)]], [[turnOver], []]);
});

Deno.test("what players must remember is not shown again", () => {
  const moves = new LastMoves();
  moves.add(after([line(1, { seat: 1 })]));
  assertEquals(moves.canBeShownAgain, true);
  moves.add(after([line(2, { seat: 1, fades: true })]));
  assertEquals(moves.canBeShownAgain, false);
});

Deno.test("a move that was taken back is marked no longer", () => {
  const moves = new LastMoves();
  moves.add(after([line(1, { seat: 1, about: ["a"] })]));
  moves.add(after([line(2, { seat: 2, about: ["b"] })]));
  const back = after([], { events: 2 });
  moves.add(back);
  assertEquals([...moves.marks(back)], [["a", 1]]);
});
