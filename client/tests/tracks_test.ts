import type { Box } from "../src/scene/boxes.ts";
import { isOnTrack, stopsBetween } from "../src/scene/tracks.ts";
import { assertEquals } from "./assert.ts";

const PLACES = new Map<string, Box>(
  [0, 1, 2, 3, 4].map((n) => [`p${n}`, { x: 20 * n, y: 0, w: 10, h: 10 }] as const),
);
const TRACKS = [["elsewhere"], [...PLACES.keys()]];
const stops = (from: number, to: number, y = 0) =>
  stopsBetween(
    { x: from, y, w: 6, h: 6 },
    { x: to, y: 0, w: 6, h: 6 },
    { tracks: TRACKS },
    (id) => PLACES.get(id),
  ).map(({ x }) => x);

Deno.test("a piece stops at each place between the two, in either direction", () => {
  assertEquals(stops(1, 81), [20, 40, 60]);
  assertEquals(stops(61, 1), [40, 20]);
  assertEquals(stops(1, 21), []);
});

Deno.test("a piece goes the shorter way round a track that ends where it begins", () => {
  const corners = [[0, 0], [40, 0], [80, 0], [80, 40], [80, 80], [40, 80], [0, 80], [0, 40], [
    0,
    0,
  ]];
  const round = new Map<string, Box>(
    corners.map(([x = 0, y = 0], n) => [`r${n}`, { x, y, w: 10, h: 10 }] as const),
  );
  const way = (from: number, to: number) =>
    stopsBetween(
      round.get(`r${from}`) as Box,
      round.get(`r${to}`) as Box,
      { tracks: [[...round.keys()]] },
      (id) => round.get(id),
    ).map((stop) => [...round.values()].indexOf(stop));
  assertEquals(way(1, 4), [2, 3]);
  assertEquals(way(6, 1), [7, 0]);
  assertEquals(way(1, 6), [0, 7]);
  assertEquals(way(6, 8), [7]);
});

Deno.test("a piece that is not on the track goes straight", () => {
  assertEquals(stops(1, 81, 30), []);
  assertEquals(
    stopsBetween(
      { x: 0, y: 0, w: 1, h: 1 },
      { x: 9, y: 0, w: 1, h: 1 },
      {},
      () => undefined,
    ),
    [],
  );
});

Deno.test("a track that leads forwards is preferred; a one-way track is not gone back", () => {
  const around = [["p0", "p1", "p2", "p3", "p4"], ["p3", "p4", "p0", "p1"]];
  const way = (from: number, to: number, oneWay: boolean) =>
    stopsBetween(
      { x: from, y: 0, w: 6, h: 6 },
      { x: to, y: 0, w: 6, h: 6 },
      { tracks: around, oneWay },
      (id) => PLACES.get(id),
    ).map(({ x }) => x);
  assertEquals(way(61, 21, false), [80, 0]);
  assertEquals(way(41, 1, false), [20]);
  assertEquals(way(41, 1, true), []);
});

Deno.test("a box is on a track if it is near one of its places", () => {
  const boxOf = (id: string) => PLACES.get(id);
  assertEquals(isOnTrack({ x: 41, y: 2, w: 6, h: 6 }, { tracks: TRACKS }, boxOf), true);
  assertEquals(isOnTrack({ x: 41, y: 30, w: 6, h: 6 }, { tracks: TRACKS }, boxOf), false);
  assertEquals(isOnTrack({ x: 41, y: 2, w: 6, h: 6 }, {}, boxOf), false);
});
