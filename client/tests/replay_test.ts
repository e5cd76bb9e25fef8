import { assertEquals } from "./assert.ts";
import { lineOf, rowsOf, scaleOf, signsOf, ticksOf } from "../src/replay/curve.ts";
import { Moments } from "../src/replay/moments.ts";
import { hashOf, type Place, placeOf } from "../src/replay/place.ts";
import { Refused } from "../src/wire/http.ts";
import type { Moment } from "../src/wire/types.ts";

Deno.test("an address leads to a moment, and never out of the game", () => {
  assertEquals(placeOf("#e=12&seat=all", 40, 3), { event: 12, viewer: "all" });
  assertEquals(placeOf("#e=99&seat=2", 40, 3), { event: 40, viewer: 2 });
  assertEquals(placeOf("#seat=3&e=-1", 40, 3), { event: 0, viewer: -1 });
  assertEquals(placeOf("", 40, 3), { event: 0, viewer: -1 });
  for (const viewer of [-1, 0, "all"] as const) {
    assertEquals(placeOf(hashOf({ event: 7, viewer }), 40, 3), { event: 7, viewer });
  }
});

/** Moments that are fetched when we say so. */
function fetching(events: number) {
  const asked: number[] = [];
  const shown: number[] = [];
  const failed: string[] = [];
  let answer: (error?: Refused) => void = () => {};
  const moments = new Moments(events, {
    fetch: ({ event }: Place) => {
      asked.push(event);
      return new Promise<Moment>((done, refused) => {
        answer = (error) => error ? refused(error) : done({ event } as Moment);
      });
    },
    show: ({ event }) => void shown.push(event),
    fail: (error) => void failed.push(error.code),
  });
  const settle = async (error?: Refused) => {
    answer(error);
    await new Promise((done) => setTimeout(done));
  };
  return { asked, shown, failed, moments, settle };
}

Deno.test("a slider that is dragged asks for one moment at a time, then for its last", async () => {
  const { asked, shown, moments, settle } = fetching(100);
  for (const event of [10, 20, 30, 40]) moments.want({ event, viewer: -1 });
  assertEquals(asked, [10]);
  await settle();
  assertEquals(asked, [10, 40]);
  await settle();
  assertEquals(shown, [40]);
});

Deno.test("neighbours are fetched ahead, within the game, and shown at once", async () => {
  const { asked, shown, moments, settle } = fetching(2);
  moments.want({ event: 1, viewer: 0 });
  for (let i = 0; i < 4; i++) await settle();
  assertEquals(asked, [1, 2, 0]);
  moments.want({ event: 2, viewer: 0 });
  assertEquals(shown, [1, 2]);
  assertEquals(asked.length, 3);
});

Deno.test("what was forgotten is asked for again, and so is what failed", async () => {
  const { asked, failed, moments, settle } = fetching(0);
  moments.want({ event: 0, viewer: -1 });
  await settle(new Refused("too-fast", "wait"));
  assertEquals(failed, ["too-fast"]);
  moments.want({ event: 0, viewer: -1 });
  await settle();
  moments.forget();
  moments.want({ event: 0, viewer: -1 });
  assertEquals(asked, [0, 0, 0]);
  await settle();
});

Deno.test("the scores have round lines across that hold them all", () => {
  assertEquals(ticksOf(0, 250), [0, 100, 200, 300]);
  assertEquals(ticksOf(0, 7), [0, 2, 4, 6, 8]);
  assertEquals(ticksOf(-30, 15), [-40, -20, 0, 20]);
  assertEquals(ticksOf(0, 0), [0, 1]);
});

Deno.test("a line goes across until a score changes", () => {
  const standings = [[0, 0], [0, 5], [10, 5]];
  const scale = scaleOf(standings, { left: 0, right: 100, top: 0, bottom: 100 });
  assertEquals(scale.ticks.at(-1), 10);
  assertEquals(lineOf(standings, 0, scale), "M0 100H100V0H100");
  assertEquals(lineOf(standings, 1, scale), "M0 100H50V50H100");
});

Deno.test("signs stand apart from seat to seat; rows hold the first and the last event", () => {
  const [one, other] = [signsOf(100, 0, 2), signsOf(100, 1, 2)];
  assertEquals(one.filter((event) => other.includes(event)), [100]);
  assertEquals(rowsOf(0, 12), [0]);
  const rows = rowsOf(115, 12);
  assertEquals([rows[0], rows.at(-1), rows.length <= 12], [0, 115, true]);
});
