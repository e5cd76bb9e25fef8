/** The decisions of a game: which are listed, and what luck came to. */

import type { AnalysisView, DecisionView, LuckEffect } from "../wire/types.ts";

export type Grade = DecisionView["grade"];

/** Which decisions are listed: those of a seat or of all, mistakes alone or all. */
export interface DecisionFilter {
  readonly seat: number; // -1: all
  readonly isMistake: boolean;
}

export function filterDecisions(
  decisions: readonly DecisionView[],
  { seat, isMistake }: DecisionFilter,
): DecisionView[] {
  return decisions.filter((one) =>
    (seat < 0 || one.seat === seat) &&
    (!isMistake || one.grade === "slip" || one.grade === "blunder")
  );
}

/** The decisions that decided the game, in the order of the game. */
export function momentsOf({ decisions, moments }: AnalysisView): DecisionView[] {
  return moments.flatMap((index) => decisions[index] ?? []).sort((a, b) => a.event - b.event);
}

/** What luck added to the chance of each seat in the whole game. */
export function luckSums(luck: readonly LuckEffect[], seats: number): number[] {
  return Array.from(
    { length: seats },
    (_, seat) => luck.reduce((sum, { effects }) => sum + (effects[seat] ?? 0), 0),
  );
}

/** The outcomes of luck that changed the chances most, in the order of the game. */
export function luckiest(luck: readonly LuckEffect[], count: number): LuckEffect[] {
  const size = ({ effects }: LuckEffect) => Math.max(0, ...effects.map(Math.abs));
  const largest = [...luck].sort((one, other) => size(other) - size(one)).slice(0, count);
  return largest.sort((one, other) => one.event - other.event);
}
