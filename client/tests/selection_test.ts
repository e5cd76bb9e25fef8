import { assert, assertEquals } from "./assert.ts";
import { choice, piece, scene } from "./scenes.ts";
import {
  carryOver,
  completeChoices,
  EMPTY_SELECTION,
  guessNotation,
  isComplete,
  nextPieces,
  notationOf,
  pressPiece,
  type PressResult,
  selectChoice,
  type Selection,
  stepBack,
} from "../src/scene/selection.ts";

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
    choice([], "pass", { confirm: true }),
  ],
});

function selectionOf(result: PressResult): Selection {
  assert(result.kind === "selection", `expected a selection, not ${result.kind}`);
  return result.selection;
}

Deno.test("each press narrows the choices, and the last piece plays", () => {
  assertEquals([...nextPieces(CARDS, EMPTY_SELECTION)], ["a", "b"]);
  const selection = selectionOf(pressPiece(CARDS, EMPTY_SELECTION, "a", true));
  assertEquals([...nextPieces(CARDS, selection)], ["cell:1:1", "cell:1:2"]);
  const result = pressPiece(CARDS, selection, "cell:1:2", true);
  assert(result.kind === "play" && result.text === "lay a 1 2");
});

Deno.test("a card that looks the same as a pressable one is taken for it", () => {
  assertEquals(selectionOf(pressPiece(CARDS, EMPTY_SELECTION, "a2", true)).path, ["a"]);
});

Deno.test("choices with the same pieces are offered as buttons", () => {
  const once = selectionOf(pressPiece(CARDS, EMPTY_SELECTION, "b", true));
  const twice = selectionOf(pressPiece(CARDS, once, "cell:1:1", true));
  assertEquals(completeChoices(CARDS, twice).map(({ text }) => text), ["lay b 1 1", "turn b 1 1"]);
});

Deno.test("another first piece starts over, the same one steps back", () => {
  const selection = selectionOf(pressPiece(CARDS, EMPTY_SELECTION, "a", true));
  assertEquals(selectionOf(pressPiece(CARDS, selection, "b", true)).path, ["b"]);
  assertEquals(selectionOf(pressPiece(CARDS, selection, "a", true)), EMPTY_SELECTION);
});

Deno.test("a destination pressed first highlights what can go there, which then plays", () => {
  const selected = selectionOf(pressPiece(CARDS, EMPTY_SELECTION, "cell:1:1", true));
  assertEquals([...nextPieces(CARDS, selected)], ["a", "b"]);
  assertEquals(completeChoices(CARDS, selected), []);
  assertEquals(carryOver(CARDS, selected), selected);
  const played = pressPiece(CARDS, selected, "a", true);
  assert(played.kind === "play" && played.text === "lay a 1 1");
  const how = selectionOf(pressPiece(CARDS, selected, "b", true));
  assertEquals(completeChoices(CARDS, how).map(({ text }) => text), ["lay b 1 1", "turn b 1 1"]);
});

Deno.test("a destination can be deselected, changed, or left for another piece", () => {
  const selected = selectionOf(pressPiece(CARDS, EMPTY_SELECTION, "cell:1:2", true));
  assertEquals(selectionOf(pressPiece(CARDS, selected, "cell:1:2", true)), EMPTY_SELECTION);
  assertEquals(stepBack(selected), EMPTY_SELECTION);
  assertEquals(selectionOf(pressPiece(CARDS, selected, "cell:1:1", true)).destination, "cell:1:1");
  assertEquals(selectionOf(pressPiece(CARDS, selected, "b", true)), {
    ...EMPTY_SELECTION,
    path: ["b"],
  });
  assertEquals(pressPiece(CARDS, EMPTY_SELECTION, "cell:2:2", true).kind, "impossible");
});

Deno.test("an impossible press changes nothing, and its notation is guessed", () => {
  const selection = selectionOf(pressPiece(CARDS, EMPTY_SELECTION, "a", true));
  assertEquals(pressPiece(CARDS, selection, "cell:2:2", true), {
    kind: "impossible",
    piece: "cell:2:2",
  });
  assertEquals(guessNotation(CARDS, selection, "cell:2:2"), "lay a 2 2");
  assertEquals(guessNotation(CARDS, selection, "elsewhere"), "");
});

Deno.test("a choice to be confirmed needs a confirmation, unless the settings turn it off", () => {
  const pass = CARDS.choices[4];
  assert(pass);
  const selection = selectionOf(selectChoice(pass, true));
  assert(isComplete(selection));
  assertEquals(notationOf(selection), "pass");
  assertEquals(selectChoice(pass, false).kind, "play");
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

Deno.test("pieces are picked in any order and written in that of the targets", () => {
  let selection = selectionOf(pressPiece(SETS, EMPTY_SELECTION, "a", true));
  assert(!isComplete(selection));
  for (const id of ["z", "x"]) selection = selectionOf(pressPiece(SETS, selection, id, true));
  assert(isComplete(selection));
  assertEquals(notationOf(selection), "take a 1 3");
  selection = selectionOf(pressPiece(SETS, { ...selection, pickIndex: 1 }, "x", true));
  assertEquals(notationOf(selection), "take a 1 3 stop 1");
});

Deno.test("a picked piece can be unpicked, and a step back empties the picks first", () => {
  let selection = selectionOf(pressPiece(SETS, EMPTY_SELECTION, "a", true));
  selection = selectionOf(pressPiece(SETS, selection, "x", true));
  assertEquals(selectionOf(pressPiece(SETS, selection, "x", true)).picked, [[], []]);
  assertEquals(stepBack(selection).picked, [[], []]);
  assertEquals(stepBack(stepBack(selection)), EMPTY_SELECTION);
});

Deno.test("with a maximum of one the last pick replaces the one before", () => {
  const one = { word: "", targets: TARGETS, label: "value", least: 1, most: 1 };
  const only = scene({
    pieces: SETS.pieces,
    choices: [choice(["a"], "build a", { picks: [one] })],
  });
  let selection = selectionOf(pressPiece(only, EMPTY_SELECTION, "a", true));
  for (const id of ["x", "y"]) selection = selectionOf(pressPiece(only, selection, id, true));
  assertEquals(notationOf(selection), "build a 2");
});

Deno.test("a selection is carried over while it is still possible", () => {
  const selection = selectionOf(pressPiece(CARDS, EMPTY_SELECTION, "a", true));
  assertEquals(carryOver(CARDS, selection), selection);
  assertEquals(carryOver(SETS, { ...EMPTY_SELECTION, path: ["b"] }), EMPTY_SELECTION);
});
