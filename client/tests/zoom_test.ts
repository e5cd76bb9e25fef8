import { assert, assertEquals } from "./assert.ts";
import { covering, NO_ZOOM, zoomAbout } from "../src/scene/zoom.ts";

Deno.test("the point between the fingers stays where it is", () => {
  const zoom = zoomAbout(NO_ZOOM, 2, { x: 100, y: 50 });
  assertEquals(zoom, { scale: 2, x: -100, y: -50 });
  assertEquals(zoomAbout(zoom, 0.5, { x: 100, y: 50 }), NO_ZOOM);
});

Deno.test("nothing is made smaller than the scene, or too large", () => {
  assertEquals(zoomAbout(NO_ZOOM, 0.3, { x: 9, y: 9 }), NO_ZOOM);
  assert(zoomAbout(NO_ZOOM, 100, { x: 0, y: 0 }).scale <= 4);
});

Deno.test("an enlarged scene has no empty edge", () => {
  const layer = { w: 300, h: 400 };
  assertEquals(covering({ scale: 2, x: 50, y: -900 }, layer, layer), { scale: 2, x: 0, y: -400 });
});

Deno.test("of a scene that is higher than its frame the head can be seen", () => {
  const frame = { w: 300, h: 340 };
  const layer = { w: 300, h: 400 };
  assertEquals(covering(NO_ZOOM, layer, frame), NO_ZOOM);
  assertEquals(covering({ scale: 1, x: 0, y: 99 }, layer, frame), { scale: 1, x: 0, y: 60 });
});
