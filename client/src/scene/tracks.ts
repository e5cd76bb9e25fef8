/** Pieces that travel along a track stop at each of its places. */

import type { Box } from "./boxes.ts";
import type { Look } from "./look.ts";

const MAX_DISTANCE_SHARE = 0.6; // of the size of a place: a piece so near stands on it

type Tracks = Pick<Look, "tracks" | "oneWay">;
type BoxOf = (place: string) => Box | undefined;

/** The boxes of the places between two boxes that are on the same track; none if they are not. A
 * track that leads forwards is preferred. */
export function stopsBetween(
  from: Box,
  to: Box,
  { tracks = [], oneWay = false }: Tracks,
  boxOf: BoxOf,
): readonly Box[] {
  let backwards: readonly Box[] = [];
  for (const track of tracks) {
    const places = placesOf(track, boxOf);
    const start = nearest(places, from);
    const end = nearest(places, to);
    if (start < 0 || end < 0 || start === end) continue;
    if (isClosed(places)) return aroundTrack(places, start, end);
    if (start < end) return places.slice(start + 1, end);
    if (!backwards.length) backwards = places.slice(end + 1, start).toReversed();
  }
  return oneWay ? [] : backwards;
}

/** Whether a box is on a track. */
export function isOnTrack(box: Box, { tracks = [] }: Tracks, boxOf: BoxOf): boolean {
  return tracks.some((track) => nearest(placesOf(track, boxOf), box) >= 0);
}

function placesOf(track: readonly string[], boxOf: BoxOf): Box[] {
  return track.map(boxOf).filter((box) => box !== undefined);
}

/** Whether a track ends where it begins. */
function isClosed(places: readonly Box[]): boolean {
  const [first, last] = [places[0], places.at(-1)];
  return places.length > 2 && first !== undefined && last !== undefined &&
    distance(first, last) < first.w / 2;
}

/** The places between two of a closed track, the shorter way round. */
function aroundTrack(places: readonly Box[], start: number, end: number): readonly Box[] {
  const count = places.length - 1; // the last place is the first one
  const forward = (end - start + count) % count;
  const [first, steps, isBackward] = 2 * forward <= count
    ? [start, forward, false]
    : [end, count - forward, true];
  const twice = [...places.slice(0, count), ...places.slice(0, count)];
  const between = twice.slice(first % count + 1, first % count + steps);
  return isBackward ? between.toReversed() : between;
}

/** The index of the place that a box is on; -1 if it is on none. */
function nearest(places: readonly Box[], box: Box): number {
  const distances = places.map((place) => distance(place, box));
  const best = distances.indexOf(Math.min(...distances));
  const place = places[best];
  const isOn = place && distance(place, box) <= MAX_DISTANCE_SHARE * Math.max(place.w, place.h);
  return isOn ? best : -1;
}

function distance(one: Box, other: Box): number {
  return Math.hypot(
    one.x + one.w / 2 - other.x - other.w / 2,
    one.y + one.h / 2 - other.y - other.h / 2,
  );
}
