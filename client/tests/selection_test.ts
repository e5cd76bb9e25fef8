import { assert, assertEquals } from "./assert.ts";
import { choice, piece, scene } from "./scenes.ts";
import { sumText } from "../src/scene/groups.ts";
import {
  carryOver,
  choicesAside,
  completeChoices,
  EMPTY_SELECTION,
  guessNotation,
  hasDirectWay,
  isComplete,
  nextPieces,
  notationOf,
  pressPiece,
  type PressResult,
  selectChoice,
  type Selection,
  shakeChoice,
  shakeChoices,
  stepBack,
  suggestedPieces,
  turnAside,
  withTwins,
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
  assertEquals([...withTwins(CARDS, new Set(["a"]))], ["a", "a2"]);
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
  const selected = selectionOf(pressPiece(CARDS, EMPTY_SELECTION, "cell:1:1", true));
  assertEquals(selectionOf(pressPiece(CARDS, selected, "cell:1:1", true)), EMPTY_SELECTION);
  assertEquals(stepBack(selected), EMPTY_SELECTION);
  assertEquals(pressPiece(CARDS, EMPTY_SELECTION, "cell:2:2", true).kind, "impossible");
});

Deno.test("a destination to which one choice leads waits for one more press", () => {
  const selected = selectionOf(pressPiece(CARDS, EMPTY_SELECTION, "cell:1:2", true));
  assert(isComplete(selected) && notationOf(selected) === "lay a 1 2");
  assertEquals(carryOver(CARDS, selected), selected);
  assertEquals(stepBack(selected), EMPTY_SELECTION);
  assertEquals(selectionOf(pressPiece(CARDS, selected, "cell:1:1", true)).destination, "cell:1:1");
  assertEquals(selectionOf(pressPiece(CARDS, selected, "b", true)), {
    ...EMPTY_SELECTION,
    path: ["b"],
  });
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

const barrels = (...held: string[]) =>
  scene({
    pieces: [
      ...held.map((id) => piece(id, "hand", { marks: ["shakes"] })),
      ...held.map((id) => piece(`place of ${id}`, "board")),
      piece("stone", "hand"),
      piece("free", "board"),
    ],
    choices: [
      ...held.flatMap((id) => [
        choice([id], `shake ${id}`),
        choice([id, `place of ${id}`], `back ${id}`),
        choice([id, "stone"], `place ${id}`),
      ]),
      choice(["free"], "take free"),
    ],
  });

Deno.test("a piece that shakes is shaken by one press", () => {
  const held = barrels("one");
  assertEquals(shakeChoice(held, "one")?.text, "shake one");
  assertEquals([shakeChoice(held, "free"), shakeChoice(null, "one")], [undefined, undefined]);
  assertEquals(shakeChoices(barrels("one", "two")).map(({ text }) => text), [
    "shake one",
    "shake two",
  ]);
});

Deno.test("where only one piece that shakes can go, a press takes it there", () => {
  const held = barrels("one");
  assertEquals([...nextPieces(held, EMPTY_SELECTION)], ["one", "place of one", "stone", "free"]);
  const placed = pressPiece(held, EMPTY_SELECTION, "stone", true);
  assert(placed.kind === "play" && placed.text === "place one");
  const back = pressPiece(held, EMPTY_SELECTION, "place of one", true);
  assert(back.kind === "play" && back.text === "back one");
});

Deno.test("where several pieces that shake can go, the place is pressed first", () => {
  const held = barrels("one", "two");
  const selection = selectionOf(pressPiece(held, EMPTY_SELECTION, "stone", true));
  assertEquals([selection.destination, ...nextPieces(held, selection)], ["stone", "one", "two"]);
  const placed = pressPiece(held, selection, "two", true);
  assert(placed.kind === "play" && placed.text === "place two");
});

/** A hand of cards, each with what it can take from a table: 3 + 5 = 8, 8 = 8, 9 = 9. */
const group = (...terms: string[]) => terms.map((term) => [`t${term}`, term] as const);
const take = (card: string, total: string, groups: ReturnType<typeof group>[]) => {
  const ids = [...new Set(groups.flat().map(([id]) => id))].sort();
  const targets = ids.map((id) => [id, id] as const);
  const pick = { word: "", targets, label: `worth ${total}`, least: 1, most: 0, groups, total };
  return choice([card], `take ${card} ${total}`, { picks: [pick] });
};
const FISHING = (...choices: ReturnType<typeof choice>[]) =>
  scene({
    pieces: ["h8", "h1", "t3", "t5", "t8", "t4", "t1", "t7", "free"].map((id) => piece(id, "a")),
    choices,
  });
const LAY = choice(["h8", "free"], "lay h8");
const RISK = choice(["h8", "t3"], "build h8 t3 11", { confirm: true, question: "no 11: -30" });

Deno.test("where only one capture is possible, one press on a part of it plays", () => {
  const table = FISHING(take("h8", "8", [group("3", "5")]), LAY, RISK);
  const card = selectionOf(pressPiece(table, EMPTY_SELECTION, "h8", true));
  assertEquals([...nextPieces(table, card)].sort(), ["free", "t3", "t5"]);
  const played = pressPiece(table, card, "t3", true);
  assert(played.kind === "play" && played.text === "take h8 8 t3 t5");
  // ... and so does the table first, then the card, or the button of the choice.
  const first = selectionOf(pressPiece(table, EMPTY_SELECTION, "t5", true));
  assertEquals(first.destination, "t5");
  const back = pressPiece(table, first, "h8", true);
  assert(back.kind === "play" && back.text === played.text);
  const [only] = completeChoices(table, card);
  assert(only && selectChoice(only, true).kind === "play");
});

Deno.test("a sum is picked step by step, and plays when nothing more can be taken", () => {
  const groups = [group("3", "5"), group("3", "4", "1"), group("8")];
  const eight = take("h8", "8", groups);
  const table = FISHING(eight, LAY);
  let selection = selectionOf(pressPiece(table, EMPTY_SELECTION, "h8", true));
  selection = selectionOf(pressPiece(table, selection, "t3", true));
  assert(!isComplete(selection));
  assertEquals(sumText(eight, ["t3"]), "3 + … = 8");
  assertEquals([...nextPieces(table, selection)].sort(), ["t1", "t3", "t4", "t5", "t8"]);
  selection = selectionOf(pressPiece(table, selection, "t4", true)); // the 1 goes with it
  assertEquals([selection.picked, isComplete(selection)], [[["t3", "t4", "t1"]], true]);
  assertEquals(sumText(eight, ["t3", "t4", "t1"]), "3 + 4 + 1 = 8");
  assertEquals(notationOf(selection), "take h8 8 t1 t3 t4");
  const all = pressPiece(table, selection, "t8", true);
  assert(all.kind === "play" && all.text === "take h8 8 t1 t3 t4 t8");
  assertEquals(selectionOf(pressPiece(table, selection, "t4", true)).path, ["h8"]);
});

Deno.test("groups of several are shown as several sums, and removed one by one", () => {
  const eight = take("h8", "8", [group("3", "5"), group("8"), group("7", "1")]);
  const table = FISHING(eight, LAY);
  let selection = selectionOf(pressPiece(table, EMPTY_SELECTION, "h8", true));
  for (const id of ["t8", "t3"]) selection = selectionOf(pressPiece(table, selection, id, true));
  assertEquals(sumText(eight, selection.picked[0] ?? []), "8 = 8, 3 + 5 = 8");
  selection = selectionOf(pressPiece(table, selection, "t5", true)); // it went along: nothing changes
  assertEquals(selection.picked, [["t8", "t3", "t5"]]);
  selection = selectionOf(pressPiece(table, selection, "t5", true));
  assertEquals(selection.picked, [["t8"]]);
});

Deno.test("a press that may mean something else is asked about in place", () => {
  const build = choice(["h8", "t3"], "build h8 t3 11");
  const table = FISHING(take("h8", "8", [group("3", "5")]), LAY, build);
  const card = selectionOf(pressPiece(table, EMPTY_SELECTION, "h8", true));
  const asked = selectionOf(pressPiece(table, card, "t3", true));
  assertEquals(choicesAside(table, asked), [build]);
  assert(isComplete(asked) && notationOf(asked) === "take h8 8 t3 t5");
  assertEquals(selectChoice(build, true).kind, "play");
  assertEquals(pressPiece(table, asked, "t5", true).kind, "play"); // the capture it is
  assertEquals(pressPiece(table, card, "t5", true).kind, "play");
});

Deno.test("what a press may mean instead can be turned to", () => {
  const builds = [choice(["h8", "t3"], "build h8 t3 11"), choice(["h8", "t3"], "build h8 t3 5")];
  const table = FISHING(take("h8", "8", [group("3", "5")]), LAY, ...builds);
  const card = selectionOf(pressPiece(table, EMPTY_SELECTION, "h8", true));
  const asked = selectionOf(pressPiece(table, card, "t3", true));
  assertEquals(choicesAside(table, asked), builds);
  const aside = turnAside(asked);
  assertEquals(completeChoices(table, aside), builds);
  assertEquals(stepBack(aside).path, ["h8"]);
});

Deno.test("a card of two values takes what fits to one of them", () => {
  const table = FISHING(take("h1", "1", [group("1")]), take("h1", "11", [group("8", "3")]));
  const card = selectionOf(pressPiece(table, EMPTY_SELECTION, "h1", true));
  const low = pressPiece(table, card, "t1", true);
  assert(low.kind === "play" && low.text === "take h1 1 t1");
  const high = pressPiece(table, card, "t3", true);
  assert(high.kind === "play" && high.text === "take h1 11 t3 t8");
});

Deno.test("likely mistakes can be pressed, but are not suggested", () => {
  const table = FISHING(LAY, RISK);
  const card = selectionOf(pressPiece(table, EMPTY_SELECTION, "h8", true));
  assertEquals([...nextPieces(table, card)].sort(), ["free", "t3"]);
  assertEquals([...suggestedPieces(table, card)], ["free"]);
  assertEquals(selectionOf(pressPiece(table, card, "t3", true)).choice, RISK);
  const build = choice(["h8", "t7"], "build h8 t7 15");
  const both = FISHING(take("h8", "8", [group("3", "5")]), build);
  assertEquals([...nextPieces(both, card)].sort(), ["t3", "t5", "t7"]);
  assertEquals([...suggestedPieces(both, card)].sort(), ["t3", "t5"]);
  const only = FISHING(RISK);
  assertEquals([...suggestedPieces(only, { ...EMPTY_SELECTION, path: ["h8"] })], ["t3"]);
});

Deno.test("while a sum is picked, another place can still be pressed", () => {
  const table = FISHING(take("h8", "8", [group("3", "5"), group("8")]), LAY);
  let selection = selectionOf(pressPiece(table, EMPTY_SELECTION, "h8", true));
  selection = selectionOf(pressPiece(table, selection, "t3", true));
  const laid = pressPiece(table, selection, "free", true);
  assert(laid.kind === "play" && laid.text === "lay h8");
});

Deno.test("instead of being picked, a piece can be told to continue the path", () => {
  const table = FISHING(take("h8", "8", [group("3", "5")]), LAY, RISK);
  const card = selectionOf(pressPiece(table, EMPTY_SELECTION, "h8", true));
  assert(hasDirectWay(table, card));
  const direct = { ...card, isDirect: true };
  assert(!hasDirectWay(table, direct));
  assertEquals([...nextPieces(table, direct)].sort(), ["free", "t3"]);
  assertEquals(selectionOf(pressPiece(table, direct, "t3", true)).choice, RISK);
  assert(!hasDirectWay(FISHING(LAY), { ...EMPTY_SELECTION, path: ["h8"] }));
});
