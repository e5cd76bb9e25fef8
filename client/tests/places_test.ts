import { KeptPlaces, withoutStage } from "../src/scene/places.ts";
import type { Scene } from "../src/wire/types.ts";
import { assertEquals } from "./assert.ts";
import { area, piece, scene } from "./scenes.ts";

const LOOK = { areas: { table: { places: { pitch: [4, 6], offset: [0, 1] } } } } as const;

/** Stacks of cards, sorted into the places of a table with three columns, and a free place. */
function table(...stacks: string[]): Scene {
  const at = (order: number) => [4 * (order % 3) + 2, 6 * Math.floor(order / 3) + 4] as const;
  const rows = Math.floor(stacks.length / 3) + 1;
  const cards = stacks.flatMap((stack, order) =>
    [...stack].map((id) => piece(id, "table", { at: at(order) }))
  );
  return scene({
    areas: [area("table", "board", { size: [12, 1 + 6 * rows] })],
    pieces: [...cards, piece("free", "table", { at: at(stacks.length), place: true })],
  });
}

const placesOf = ({ pieces }: Scene) =>
  Object.fromEntries(pieces.map(({ id, at: [x, y] }) => [id, `${(x - 2) / 4} ${(y - 4) / 6}`]));

Deno.test("what stays on a table keeps its place, and new pieces fill the gaps", () => {
  const places = new KeptPlaces();
  const first = table("b", "d", "f");
  const shown = placesOf(places.arrange(first, LOOK));
  assertEquals(shown, { b: "0 0", d: "1 0", f: "2 0", free: "0 1" });
  const taken = placesOf(places.arrange(table("d", "f"), LOOK));
  assertEquals(taken, { d: "1 0", f: "2 0", free: "0 0" });
  const added = placesOf(places.arrange(table("a", "d", "f"), LOOK));
  assertEquals(added, { a: "0 0", d: "1 0", f: "2 0", free: "0 1" });
});

Deno.test("a card built on another lies where that one lay", () => {
  const places = new KeptPlaces();
  places.arrange(table("b", "d", "f"), LOOK);
  const built = placesOf(places.arrange(table("b", "fx"), LOOK)); // the d was taken
  assertEquals(built, { b: "0 0", f: "2 0", x: "2 0", free: "1 0" });
});

Deno.test("a table grows for what lies there, and not for what is gone", () => {
  const places = new KeptPlaces();
  places.arrange(table("a", "b", "c", "d"), LOOK);
  const few = places.arrange(table("d"), LOOK);
  assertEquals([placesOf(few).d, few.areas[0]?.size], ["0 1", [12, 13]]);
  assertEquals(places.arrange(table("e"), LOOK).areas[0]?.size, [12, 7]);
});

Deno.test("other areas are left alone, and a new game starts anew", () => {
  const places = new KeptPlaces();
  const first = table("b", "d");
  assertEquals(places.arrange(first, {}), first);
  places.arrange(first, LOOK);
  places.clear();
  assertEquals(placesOf(places.arrange(table("d"), LOOK)).d, "0 0");
});

Deno.test("what is only for the stage is not on the board", () => {
  const whole = scene({
    areas: [area("board", "board"), area("tally0", "stack")],
    pieces: [piece("a", "board"), piece("b", "tally0")],
  });
  const shown = withoutStage(whole, { areas: { "tally*": { place: "stage" } } });
  assertEquals(shown.areas.map(({ id }) => id), ["board"]);
  assertEquals(shown.pieces.map(({ id }) => id), ["a"]);
  assertEquals(withoutStage(whole, {}), whole);
});
