import { assertEquals } from "./assert.ts";
import { area, piece, scene } from "./scenes.ts";
import { changes } from "../src/scene/diff.ts";

const AREAS = [area("board", "board", { size: [3, 3] }), area("hand", "row", { seat: 0 })];

Deno.test("a card that vanishes from the hand and appears on the board has travelled", () => {
  const old = scene({ areas: AREAS, pieces: [piece("hand:5", "hand", { art: "card-5" })] });
  const fresh = scene({ areas: AREAS, pieces: [piece("cell:1", "board", { art: "card-5" })] });
  const { come, gone } = changes(old, fresh);
  assertEquals(come.get("cell:1"), { piece: "hand:5" });
  assertEquals(gone.size, 0);
});

Deno.test("a place that shows another picture takes it from where it was", () => {
  const cell = piece("cell:1", "board", { art: "cell" });
  const old = scene({ areas: AREAS, pieces: [cell, piece("h", "hand", { art: "card-5" })] });
  const fresh = scene({ areas: AREAS, pieces: [{ ...cell, art: "card-5" }] });
  assertEquals(changes(old, fresh).come.get("cell:1"), { piece: "h" });
});

Deno.test("what nobody saw before comes from the pile that became smaller", () => {
  const pile = (value: number) =>
    area("pile", "stack", { counters: [{ key: "card", label: "", value, tip: "" }] });
  const old = scene({ areas: [...AREAS, pile(9)] });
  const fresh = scene({ areas: [...AREAS, pile(8)], pieces: [piece("hand:7", "hand")] });
  assertEquals(changes(old, fresh).come.get("hand:7"), { area: "pile" });
  assertEquals(changes(fresh, old).gone.get("hand:7"), "pile");
});

Deno.test("empty places come from nowhere, and what stays is no change", () => {
  const still = piece("still", "board");
  const old = scene({ areas: AREAS, pieces: [still] });
  const cell = piece("c", "board", { art: "cell-free" });
  const { come, gone } = changes(old, scene({ areas: AREAS, pieces: [still, cell] }));
  assertEquals([...come], [["c", null]]);
  assertEquals(gone.size, 0);
});

Deno.test("what vanishes from a stack that got no smaller is covered, and goes nowhere", () => {
  const heap = (id: string, value: number) =>
    area(id, "stack", { counters: [{ key: "card", label: "", value, tip: "" }] });
  const open = piece("5f", "mine");
  const old = scene({ areas: [heap("theirs", 2), heap("mine", 4)], pieces: [open] });
  const grown = scene({ areas: [heap("theirs", 5), heap("mine", 4)] });
  assertEquals(changes(old, grown).gone.get("5f"), null);
  const given = scene({ areas: [heap("theirs", 3), heap("mine", 3)] });
  assertEquals(changes(old, given).gone.get("5f"), "theirs");
});
