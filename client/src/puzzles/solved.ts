/** Which puzzles were solved in this browser, and which one comes next. */

import { readStored, writeStored } from "../storage.ts";
import type { ListedPuzzle } from "../wire/types.ts";

const STORAGE_KEY = "ludotheque.puzzles";

export function solvedPuzzles(): ReadonlySet<string> {
  return new Set(readStored<readonly string[]>(STORAGE_KEY, []));
}

export function rememberSolved(puzzle: string): void {
  writeStored(STORAGE_KEY, [...new Set([...solvedPuzzles(), puzzle])]);
}

/** The puzzles of a game at a level, in their order. */
export function puzzlesAt(
  puzzles: readonly ListedPuzzle[],
  game: string,
  difficulty: number,
): ListedPuzzle[] {
  return puzzles.filter((one) => one.game === game && one.difficulty === difficulty);
}

/** The first unsolved puzzle after one, then from the beginning; undefined if all are solved. */
export function nextPuzzle(
  puzzles: readonly ListedPuzzle[],
  solved: ReadonlySet<string>,
  after = "",
): ListedPuzzle | undefined {
  const start = puzzles.findIndex(({ puzzle }) => puzzle === after) + 1;
  const order = [...puzzles.slice(start), ...puzzles.slice(0, start)];
  return order.find(({ puzzle }) => puzzle !== after && !solved.has(puzzle));
}
