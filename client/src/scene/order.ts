/** Putting items in order with the fewest moves. */

/** Which items have to move, by index, so that all are in order. `positions` are their present ones,
 * -1 for those that are not there yet; the others keep their place and the longest run of them that
 * is in order already. */
export function misplaced(positions: readonly number[]): Set<number> {
  const ends: number[] = []; // ends[n]: the index of the lowest end of an ordered run of n + 1
  const previous: number[] = [];
  positions.forEach((position, i) => {
    if (position < 0) return;
    let n = ends.length;
    while (n > 0 && (positions[ends[n - 1] ?? 0] ?? 0) > position) n--;
    previous[i] = ends[n - 1] ?? -1;
    ends[n] = i;
  });
  const moving = new Set(positions.keys());
  for (let i = ends.at(-1) ?? -1; i >= 0; i = previous[i] ?? -1) moving.delete(i);
  return moving;
}
