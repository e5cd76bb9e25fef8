import { assertEquals } from "./assert.ts";
import { keyframesWithin, moveBetween } from "../src/scene/motion.ts";

const HERE = { x: 10, y: 20, w: 40, h: 60 };

Deno.test("an unchanged box gives no move", () => {
  assertEquals(moveBetween(HERE, { ...HERE, x: 10.3 }, 0), null);
});

Deno.test("a move starts at the centre and the size of the old box", () => {
  const move = moveBetween({ x: 0, y: 0, w: 20, h: 30 }, HERE, 40);
  const transform = "translate(-20px, -35px) scale(0.5, 0.5) translate(10px, 20px)";
  assertEquals(move?.from, { transform });
  assertEquals(move?.delay, 40);
});

Deno.test("keyframes span the whole animation, with the move at its own time", () => {
  const move = { from: { opacity: 0 }, to: { opacity: 1 }, delay: 100, duration: 200 };
  const frames = keyframesWithin(400, move);
  assertEquals(frames.map((frame) => frame.offset), [undefined, 0.25, 0.75, undefined]);
  assertEquals(frames.map((frame) => frame["opacity"]), [0, 0, 1, 1]);
});
