import { assertEquals } from "./assert.ts";
import { SNAP_PX, type Target, targetAt, targetNear } from "../src/scene/snap.ts";

const small: Target = ["small", { x: 100, y: 100, w: 20, h: 20 }];
const beside: Target = ["beside", { x: 120, y: 100, w: 20, h: 20 }];

Deno.test("a small piece has a touch target of 44 pixels", () => {
  assertEquals(targetAt([small], 88, 110), "small");
  assertEquals(targetAt([small], 87, 110), undefined);
});

Deno.test("the nearest box counts, then the nearest centre, then the order", () => {
  assertEquals(targetAt([small, beside], 118, 110), "small");
  assertEquals(targetAt([small, beside], 122, 110), "beside");
  assertEquals(targetAt([small, ["twin", small[1]]], 110, 110), "small");
  assertEquals(targetAt([["large", { x: 90, y: 90, w: 60, h: 60 }], small], 110, 111), "small");
});

Deno.test("a press on nothing counts for a piece near by, and no farther", () => {
  assertEquals(targetNear([small], 100 - SNAP_PX, 110), "small");
  assertEquals(targetNear([small], 99 - SNAP_PX, 110), undefined);
});
