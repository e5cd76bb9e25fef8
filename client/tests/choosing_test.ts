import { assert, assertEquals } from "./assert.ts";
import { choice, piece, scene } from "./scenes.ts";
import {
  back,
  carryOver,
  type Choosing,
  guess,
  isReady,
  nextPieces,
  NOTHING,
  offered,
  type Outcome,
  press,
  take,
  textOf,
} from "../src/scene/choosing.ts";

const CARDS = scene({
  pieces: [
    piece("a", "hand", { art: "red" }),
    piece("a2", "hand", { art: "red", label: "a" }),
    piece("b", "hand"),
    piece("cell:1:1", "board"),
    piece("cell:1:2", "board"),
    piece("cell:2:2", "board"),
  ],
  choices: [
    choice(["a", "cell:1:1"], "lay a 1 1"),
    choice(["a", "cell:1:2"], "lay a 1 2"),
    choice(["b", "cell:1:1"], "lay b 1 1"),
    choice(["b", "cell:1:1"], "turn b 1 1"),
    choice([], "pass", { careful: true }),
  ],
});

function stageOf(outcome: Outcome): Choosing {
  assert(outcome.kind === "stage", `expected a stage, not ${outcome.kind}`);
  return outcome.stage;
}

Deno.test("pressing narrows, and the last piece plays", () => {
  assertEquals([...nextPieces(CARDS, NOTHING)], ["a", "b"]);
  const stage = stageOf(press(CARDS, NOTHING, "a", true));
  assertEquals([...nextPieces(CARDS, stage)], ["cell:1:1", "cell:1:2"]);
  const outcome = press(CARDS, stage, "cell:1:2", true);
  assert(outcome.kind === "play" && outcome.text === "lay a 1 2");
});

Deno.test("a card that looks just the same stands in", () => {
  assertEquals(stageOf(press(CARDS, NOTHING, "a2", true)).path, ["a"]);
});

Deno.test("choices with the same pieces are offered as buttons", () => {
  const once = stageOf(press(CARDS, NOTHING, "b", true));
  const twice = stageOf(press(CARDS, once, "cell:1:1", true));
  assertEquals(offered(CARDS, twice).map(({ text }) => text), ["lay b 1 1", "turn b 1 1"]);
});

Deno.test("another first piece starts anew, the same one again goes back", () => {
  const stage = stageOf(press(CARDS, NOTHING, "a", true));
  assertEquals(stageOf(press(CARDS, stage, "b", true)).path, ["b"]);
  assertEquals(stageOf(press(CARDS, stage, "a", true)), NOTHING);
});

Deno.test("a goal pressed first lights what can go there, which then plays", () => {
  const goal = stageOf(press(CARDS, NOTHING, "cell:1:1", true));
  assertEquals([...nextPieces(CARDS, goal)], ["a", "b"]);
  assertEquals(offered(CARDS, goal), []);
  assertEquals(carryOver(CARDS, goal), goal);
  const played = press(CARDS, goal, "a", true);
  assert(played.kind === "play" && played.text === "lay a 1 1");
  const how = stageOf(press(CARDS, goal, "b", true));
  assertEquals(offered(CARDS, how).map(({ text }) => text), ["lay b 1 1", "turn b 1 1"]);
});

Deno.test("a goal can be put back, changed, or left for another piece", () => {
  const goal = stageOf(press(CARDS, NOTHING, "cell:1:2", true));
  assertEquals(stageOf(press(CARDS, goal, "cell:1:2", true)), NOTHING);
  assertEquals(back(goal), NOTHING);
  assertEquals(stageOf(press(CARDS, goal, "cell:1:1", true)).goal, "cell:1:1");
  assertEquals(stageOf(press(CARDS, goal, "b", true)), { ...NOTHING, path: ["b"] });
  assertEquals(press(CARDS, NOTHING, "cell:2:2", true).kind, "impossible");
});

Deno.test("what is impossible changes nothing and has the name of the nearest move", () => {
  const stage = stageOf(press(CARDS, NOTHING, "a", true));
  assertEquals(press(CARDS, stage, "cell:2:2", true), { kind: "impossible", piece: "cell:2:2" });
  assertEquals(guess(CARDS, stage, "cell:2:2"), "lay a 2 2");
  assertEquals(guess(CARDS, stage, "elsewhere"), "");
});

Deno.test("what a slip would hurt is asked first, unless somebody wants no asking", () => {
  const pass = CARDS.choices[4];
  assert(pass);
  const stage = stageOf(take(pass, true));
  assert(isReady(stage));
  assertEquals(textOf(stage), "pass");
  assertEquals(take(pass, false).kind, "play");
});

const TARGETS = [["x", "1"], ["y", "2"], ["z", "3"]] as const;
const SETS = scene({
  pieces: ["a", "x", "y", "z"].map((id) => piece(id, "board")),
  choices: [
    choice(["a"], "take a", {
      picks: [
        { word: "", targets: TARGETS, label: "with", least: 1, most: 0 },
        { word: "stop", targets: TARGETS.slice(0, 1), label: "stop", least: 0, most: 1 },
      ],
    }),
  ],
});

Deno.test("sets are picked in any order and named in theirs", () => {
  let stage = stageOf(press(SETS, NOTHING, "a", true));
  assert(!isReady(stage));
  for (const id of ["z", "x"]) stage = stageOf(press(SETS, stage, id, true));
  assert(isReady(stage));
  assertEquals(textOf(stage), "take a 1 3");
  stage = stageOf(press(SETS, { ...stage, set: 1 }, "x", true));
  assertEquals(textOf(stage), "take a 1 3 stop 1");
});

Deno.test("a picked piece can be put back, and a step back empties the sets first", () => {
  let stage = stageOf(press(SETS, NOTHING, "a", true));
  stage = stageOf(press(SETS, stage, "x", true));
  assertEquals(stageOf(press(SETS, stage, "x", true)).picked, [[], []]);
  assertEquals(back(stage).picked, [[], []]);
  assertEquals(back(back(stage)), NOTHING);
});

Deno.test("where one may be picked the last one counts", () => {
  const one = { word: "", targets: TARGETS, label: "value", least: 1, most: 1 };
  const only = scene({
    pieces: SETS.pieces,
    choices: [choice(["a"], "build a", { picks: [one] })],
  });
  let stage = stageOf(press(only, NOTHING, "a", true));
  for (const id of ["x", "y"]) stage = stageOf(press(only, stage, id, true));
  assertEquals(textOf(stage), "build a 2");
});

Deno.test("what was pressed is kept while it is still possible", () => {
  const stage = stageOf(press(CARDS, NOTHING, "a", true));
  assertEquals(carryOver(CARDS, stage), stage);
  assertEquals(carryOver(SETS, { ...NOTHING, path: ["b"] }), NOTHING);
});
