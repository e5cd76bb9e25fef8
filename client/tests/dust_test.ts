import { assert, assertEquals } from "./assert.ts";
import { envelope, SAMPLE_RATE_HZ, spokes, vibrationOf } from "../src/sound/dust.ts";
import { ShakeDetector } from "../src/sound/gesture.ts";

const WINDOW = Math.round(SAMPLE_RATE_HZ * 0.004);

/** A clip with a given loudness in each 4 milliseconds. */
function clip(...levels: number[]): ArrayBuffer {
  const samples = levels.flatMap((level) => Array<number>(WINDOW).fill(level));
  return Int16Array.from(samples).buffer;
}

Deno.test("the envelope is in steps of 3 dB below the clip's own peak", () => {
  assertEquals(envelope(clip(8000, 5663, 4009, 0)), [10, 9, 8, 0]);
  assertEquals(envelope(clip(800, 566, 401, 0)), [10, 9, 8, 0]);
});

Deno.test("silence and sounds 30 dB below the peak are not drawn", () => {
  assertEquals(envelope(clip(0, 0)), [0, 0]);
  assertEquals(envelope(clip(10_000, 200)), [10, 0]);
  assertEquals(envelope(new ArrayBuffer(0)), []);
});

Deno.test("the ring grows: half of the clip is half of the spokes", () => {
  const levels = Array<number>(40).fill(5);
  const count = (path: string) => path.split("M").length - 1;
  assertEquals(count(spokes(levels, 1)), 40);
  assertEquals(count(spokes(levels, 0.5)), 20);
  assertEquals(spokes([0, 0], 1), "");
});

Deno.test("two changes of direction are a shake; a plain drag is not", () => {
  const way = (...xs: number[]) => {
    const shaking = new ShakeDetector();
    return xs.filter((x, i) => shaking.move({ x, y: 0 }, i * 40)).length;
  };
  assertEquals(way(0, 10, 20, 30, 40, 50, 60), 0);
  assertEquals(way(0, 20, 0, 20), 1);
  assertEquals(way(0, 3, 0, 3, 0, 3), 0);
});

Deno.test("a long drag is one shake; after a pause there is another", () => {
  const shaking = new ShakeDetector();
  const count = (from: number) =>
    Array.from({ length: 30 }, (_, i) => shaking.move({ x: i % 2 * 30, y: 0 }, from + i * 80))
      .filter(Boolean).length;
  assertEquals(count(0), 1);
  assertEquals(count(5000), 1);
  shaking.reset();
  assertEquals(count(7400), 1);
});

Deno.test("slow changes of direction are not a shake", () => {
  const shaking = new ShakeDetector();
  const found = [0, 30, 0, 30].some((x, i) => shaking.move({ x, y: 0 }, i * 900));
  assert(!found);
});

Deno.test("the vibration is on and off by turns, as long as the clip, on where it is loud", () => {
  const gap = Array<number>(5).fill(1); // 20 ms
  const hit = [0, 9, 4, 0, 0];
  assertEquals(vibrationOf([...gap, ...hit, ...hit, ...gap, ...gap, ...hit]), [0, 20, 40, 40, 20]);
  assertEquals(vibrationOf([...hit, ...gap]), [20, 20]);
  assertEquals(vibrationOf([]), []);
});
