/** What a move cost or gained, and who is ahead, in words. */

import { say } from "../words.ts";

/** Games for younger children have no percentages; hints of the house have the same limit. */
const MIN_AGE_FOR_CHANCES = 8;

/** The frequencies that are told: so many times in so many games. */
const FREQUENCIES = [
  [1, 20],
  [1, 15],
  [1, 10],
  [1, 8],
  [1, 6],
  [1, 5],
  [1, 4],
  [1, 3],
  [1, 2],
  [2, 3],
  [3, 4],
] as const;
const RAREST = 0.04; // below: hardly ever
const MOST_OFTEN = 0.85; // from there on: almost always
const MUCH = 0.1; // for those who can't read percentages yet
const MOST = 0.25;

/** How many times in how many games a share is, for people. */
export function frequencyOf(share: number): readonly [number, number] {
  const distance = ([times, of]: readonly [number, number]) =>
    Math.abs(Math.log(share * of / times));
  return FREQUENCIES.reduce((best, one) => distance(one) < distance(best) ? one : best);
}

/** Whether people of an age are told percentages. */
export function hasPercentages(age: number): boolean {
  return age >= MIN_AGE_FOR_CHANCES;
}

/** What a move cost, or how far the next best one is behind, as a sentence. */
export function costText(what: "cost" | "gain", share: number, age: number): string {
  if (!hasPercentages(age)) {
    return say(`analysis.${what}.${share < MUCH ? "little" : share < MOST ? "much" : "most"}`);
  }
  if (share < RAREST) return say(`analysis.${what}.rarely`);
  if (share >= MOST_OFTEN) return say(`analysis.${what}.always`);
  const [times, of] = frequencyOf(share);
  return times === 1
    ? say(`analysis.${what}.once`, { of })
    : say(`analysis.${what}.times`, { times, of });
}

/** A share in percent, a whole number. */
export function percentOf(share: number): number {
  return Math.round(share * 100);
}

/** How the chance of a side compares with that of equal sides. */
export function standingOf(
  chance: number,
  sides: number,
): "far-ahead" | "ahead" | "level" | "behind" | "far-behind" {
  const ratio = chance * sides;
  if (ratio >= 1.6) return "far-ahead";
  if (ratio >= 1.2) return "ahead";
  if (ratio >= 0.8) return "level";
  return ratio >= 0.4 ? "behind" : "far-behind";
}

/** The chance of a side: a percentage, or in words for young players. */
export function chanceText(chance: number, sides: number, age: number): string {
  return hasPercentages(age)
    ? say("analysis.percent", { percent: percentOf(chance) })
    : say(`analysis.chance.${standingOf(chance, sides)}`);
}
