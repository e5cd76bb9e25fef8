import { assertEquals } from "./assert.ts";
import { misplaced } from "../src/scene/order.ts";

const moved = (positions: number[]) => [...misplaced(positions)];

Deno.test("nothing moves that is in order", () => {
  assertEquals(moved([]), []);
  assertEquals(moved([0, 1, 2, 5, 9]), []);
});

Deno.test("one that walks moves alone, forwards or back", () => {
  assertEquals(moved([1, 2, 3, 0]), [3]);
  assertEquals(moved([3, 0, 1, 2]), [0]);
  assertEquals(moved([0, 2, 3, 1, 4]), [3]);
});

Deno.test("what is new is inserted, and nothing else moves", () => {
  assertEquals(moved([0, -1, 1, -1]), [1, 3]);
  assertEquals(moved([-1, -1]), [0, 1]);
});

Deno.test("as few as possible move", () => {
  assertEquals(moved([4, 3, 2, 1, 0]).length, 4);
  assertEquals(moved([5, 0, 6, 1, 7, 2, 8, 3]).length, 4);
});
