import { assertEquals } from "./assert.ts";
import { area, piece, scene } from "./scenes.ts";
import { diffScenes } from "../src/scene/diff.ts";

const AREAS = [area("board", "board", { size: [3, 3] }), area("hand", "row", { seat: 0 })];

Deno.test("a card that vanishes from the hand and appears on the board has moved", () => {
  const old = scene({ areas: AREAS, pieces: [piece("hand:5", "hand", { art: "card-5" })] });
  const next = scene({ areas: AREAS, pieces: [piece("cell:1", "board", { art: "card-5" })] });
  const { appeared, vanished } = diffScenes(old, next);
  assertEquals(appeared.get("cell:1"), { piece: "hand:5" });
  assertEquals(vanished.size, 0);
});

Deno.test("a cell with a new picture gets it from the piece that had it", () => {
  const cell = piece("cell:1", "board", { art: "cell", place: true });
  const old = scene({ areas: AREAS, pieces: [cell, piece("h", "hand", { art: "card-5" })] });
  const next = scene({ areas: AREAS, pieces: [{ ...cell, art: "card-5", place: false }] });
  assertEquals(diffScenes(old, next).appeared.get("cell:1"), { piece: "h" });
});

Deno.test("a new piece comes from where the scene says, and goes where a counter grew", () => {
  const pile = (value: number) =>
    area("pile", "stack", { counters: [{ key: "card", label: "", value, tip: "" }] });
  const old = scene({ areas: [...AREAS, pile(9)] });
  const next = scene({
    areas: [...AREAS, pile(8)],
    pieces: [piece("hand:7", "hand", { origin: "pile" })],
  });
  assertEquals(diffScenes(old, next).appeared.get("hand:7"), { area: "pile" });
  assertEquals(diffScenes(next, old).vanished.get("hand:7"), "pile");
});

Deno.test("a new piece comes from a piece that is gone, if the scene says so", () => {
  const old = scene({ areas: AREAS, pieces: [piece("sale", "board")] });
  const next = scene({ areas: AREAS, pieces: [piece("h", "hand", { origin: "sale" })] });
  assertEquals(diffScenes(old, next).appeared.get("h"), { piece: "sale" });
  const unknown = scene({ areas: AREAS, pieces: [piece("h", "hand", { origin: "gone" })] });
  assertEquals(diffScenes(old, unknown).appeared.get("h"), null);
});

Deno.test("places have no origin, and unchanged pieces are not in the diff", () => {
  const still = piece("still", "board");
  const old = scene({ areas: AREAS, pieces: [still] });
  const cell = piece("c", "board", { place: true, origin: "hand" });
  const { appeared, vanished } = diffScenes(old, scene({ areas: AREAS, pieces: [still, cell] }));
  assertEquals([...appeared], [["c", null]]);
  assertEquals(vanished.size, 0);
});

Deno.test("a piece that vanishes from a stack that did not shrink is covered", () => {
  const heap = (id: string, value: number) =>
    area(id, "stack", { counters: [{ key: "card", label: "", value, tip: "" }] });
  const open = piece("5f", "mine");
  const old = scene({ areas: [heap("theirs", 2), heap("mine", 4)], pieces: [open] });
  const grown = scene({ areas: [heap("theirs", 5), heap("mine", 4)] });
  assertEquals(diffScenes(old, grown).vanished.get("5f"), null);
  const given = scene({ areas: [heap("theirs", 3), heap("mine", 3)] });
  assertEquals(diffScenes(old, given).vanished.get("5f"), "theirs");
});
