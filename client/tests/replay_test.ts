import { assertEquals } from "./assert.ts";
import { badgeEvents, chartScale, chartTicks, scorePath, tableRows } from "../src/replay/chart.ts";
import { MomentCache } from "../src/replay/MomentCache.ts";
import { type Cursor, cursorFromHash, cursorToHash } from "../src/replay/cursor.ts";
import { Refused } from "../src/wire/http.ts";
import type { Moment } from "../src/wire/types.ts";

Deno.test("a hash gives a cursor within the game", () => {
  assertEquals(cursorFromHash("#e=12&seat=all", 40, 3), { event: 12, viewer: "all" });
  assertEquals(cursorFromHash("#e=99&seat=2", 40, 3), { event: 40, viewer: 2 });
  assertEquals(cursorFromHash("#seat=3&e=-1", 40, 3), { event: 0, viewer: -1 });
  assertEquals(cursorFromHash("", 40, 3), { event: 0, viewer: -1 });
  for (const viewer of [-1, 0, "all"] as const) {
    assertEquals(cursorFromHash(cursorToHash({ event: 7, viewer }), 40, 3), { event: 7, viewer });
  }
});

/** A cache whose requests are answered by the test. */
function fakeMoments(events: number) {
  const fetched: number[] = [];
  const shown: number[] = [];
  const failed: string[] = [];
  let answer: (error?: Refused) => void = () => {};
  const moments = new MomentCache(events, {
    fetch: ({ event }: Cursor) => {
      fetched.push(event);
      return new Promise<Moment>((done, refused) => {
        answer = (error) => error ? refused(error) : done({ event } as Moment);
      });
    },
    show: ({ event }) => void shown.push(event),
    fail: (error) => void failed.push(error.code),
  });
  const answerNext = async (error?: Refused) => {
    answer(error);
    await new Promise((done) => setTimeout(done));
  };
  return { fetched, shown, failed, moments, answerNext };
}

Deno.test("a dragged slider fetches one moment at a time, then the last", async () => {
  const { fetched, shown, moments, answerNext } = fakeMoments(100);
  for (const event of [10, 20, 30, 40]) moments.request({ event, viewer: -1 });
  assertEquals(fetched, [10]);
  await answerNext();
  assertEquals(fetched, [10, 40]);
  await answerNext();
  assertEquals(shown, [40]);
});

Deno.test("neighbours are prefetched within the game, and shown at once", async () => {
  const { fetched, shown, moments, answerNext } = fakeMoments(2);
  moments.request({ event: 1, viewer: 0 });
  for (let i = 0; i < 4; i++) await answerNext();
  assertEquals(fetched, [1, 2, 0]);
  moments.request({ event: 2, viewer: 0 });
  assertEquals(shown, [1, 2]);
  assertEquals(fetched.length, 3);
});

Deno.test("cleared moments are fetched again, and so are failed ones", async () => {
  const { fetched, failed, moments, answerNext } = fakeMoments(0);
  moments.request({ event: 0, viewer: -1 });
  await answerNext(new Refused("too-fast", "wait"));
  assertEquals(failed, ["too-fast"]);
  moments.request({ event: 0, viewer: -1 });
  await answerNext();
  moments.clear();
  moments.request({ event: 0, viewer: -1 });
  assertEquals(fetched, [0, 0, 0]);
  await answerNext();
});

Deno.test("the ticks are round numbers that enclose all scores", () => {
  assertEquals(chartTicks(0, 250), [0, 100, 200, 300]);
  assertEquals(chartTicks(0, 7), [0, 2, 4, 6, 8]);
  assertEquals(chartTicks(-30, 15), [-40, -20, 0, 20]);
  assertEquals(chartTicks(0, 0), [0, 1]);
});

Deno.test("a line is horizontal until a score changes", () => {
  const standings = [[0, 0], [0, 5], [10, 5]];
  const scale = chartScale(standings, { left: 0, right: 100, top: 0, bottom: 100 });
  assertEquals(scale.ticks.at(-1), 10);
  assertEquals(scorePath(standings, 0, scale), "M0 100H100V0H100");
  assertEquals(scorePath(standings, 1, scale), "M0 100H50V50H100");
});

Deno.test("badges differ from seat to seat; rows include the first and the last event", () => {
  const [one, other] = [badgeEvents(100, 0, 2), badgeEvents(100, 1, 2)];
  assertEquals(one.filter((event) => other.includes(event)), [100]);
  assertEquals(tableRows(0, 12), [0]);
  const rows = tableRows(115, 12);
  assertEquals([rows[0], rows.at(-1), rows.length <= 12], [0, 115, true]);
});
