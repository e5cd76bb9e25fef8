import { assertEquals } from "./assert.ts";
import { way, within } from "../src/scene/motion.ts";

const HERE = { x: 10, y: 20, w: 40, h: 60 };

Deno.test("what stays where it is does not move", () => {
  assertEquals(way(HERE, { ...HERE, x: 10.3 }, 0), null);
});

Deno.test("a thing moves from the middle of its old box, as large as it was", () => {
  const move = way({ x: 0, y: 0, w: 20, h: 30 }, HERE, 40);
  assertEquals(move?.from, { transform: "translate(-20px, -35px) scale(0.5, 0.5)" });
  assertEquals(move?.delay, 40);
});

Deno.test("things that move together begin and end together, each at its own time between", () => {
  const move = { from: { opacity: 0 }, to: { opacity: 1 }, delay: 100, duration: 200 };
  const frames = within(400, move);
  assertEquals(frames.map((frame) => frame.offset), [undefined, 0.25, 0.75, undefined]);
  assertEquals(frames.map((frame) => frame["opacity"]), [0, 0, 1, 1]);
});
