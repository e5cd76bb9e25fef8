import { withoutNested } from "../src/scene/frames.ts";
import { assertEquals } from "./assert.ts";

const mark = (seat: number, x: number, w: number) => ({ x, y: 0, w, h: w, seat });

Deno.test("of the marks of a seat that lie in each other only the largest is drawn", () => {
  const cell = mark(1, 0, 10);
  assertEquals(withoutNested([mark(1, 1, 8), cell]), [cell]);
  assertEquals(withoutNested([cell, mark(2, 1, 8)]).length, 2); // of two seats
  assertEquals(withoutNested([cell, mark(1, 6, 8)]).length, 2); // they only overlap
});
