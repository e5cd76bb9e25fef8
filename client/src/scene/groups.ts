/** Pieces that are picked in whole groups, such as cards that add up to a sum. */

import type { Choice } from "../wire/types.ts";

/** Piece ids, each with what it counts. */
export type Group = readonly (readonly [string, string])[];

const MAX_WAYS = 64; // to complete a selection; with more of them nothing is picked along

/** The groups of a choice whose only pick has some. */
export function groupsOf({ picks }: Choice): readonly Group[] {
  return picks.length === 1 ? picks[0]?.groups ?? [] : [];
}

/** Whether a piece is part of a group. */
export function hasPiece(groups: readonly Group[], id: string): boolean {
  return groups.some((group) => contains(group, id));
}

function contains(group: Group, id: string): boolean {
  return group.some(([one]) => one === id);
}

function idsOf(groups: readonly Group[]): readonly string[] {
  return groups.flatMap((group) => group.map(([id]) => id));
}

function isDisjoint(group: Group, used: ReadonlySet<string>): boolean {
  return group.every(([id]) => !used.has(id));
}

/** All ways to complete what is picked: groups without a common piece, each with a picked one. */
export function* completions(
  groups: readonly Group[],
  picked: readonly string[],
  chosen: readonly Group[] = [],
): Generator<readonly Group[]> {
  const used = new Set(idsOf(chosen));
  const open = picked.find((id) => !used.has(id));
  if (open === undefined) {
    yield chosen;
    return;
  }
  for (const group of groups) {
    if (contains(group, open) && isDisjoint(group, used)) {
      yield* completions(groups, picked, [...chosen, group]);
    }
  }
}

/** Whether what is picked can be completed. */
export function fits(groups: readonly Group[], picked: readonly string[]): boolean {
  return !completions(groups, picked).next().done;
}

/** The whole groups that were picked; null if one of them lacks a piece. */
export function wholeGroups(
  groups: readonly Group[],
  picked: readonly string[],
): readonly Group[] | null {
  if (!picked.length) return null;
  for (const way of completions(groups, picked)) {
    if (idsOf(way).length === picked.length) return way;
  }
  return null;
}

/** Whether another whole group can be picked as well. */
export function hasMore(groups: readonly Group[], picked: readonly string[]): boolean {
  const used = new Set(picked);
  return groups.some((group) => isDisjoint(group, used));
}

/** Different sets of pieces, each a way to complete what is picked with one of several groupings. */
export function completeSets(
  groupings: readonly (readonly Group[])[],
  picked: readonly string[],
): readonly (readonly string[])[] {
  const sets = new Map<string, readonly string[]>();
  for (const groups of groupings) {
    for (const way of completions(groups, picked)) {
      const ids = idsOf(way);
      sets.set([...ids].sort().join(" "), ids);
      if (sets.size > MAX_WAYS) return [];
    }
  }
  return [...sets.values()];
}

/** What is picked, with all that must go along with it. */
export function withCompanions(
  sets: readonly (readonly string[])[],
  picked: readonly string[],
): readonly string[] {
  const [first = [], ...others] = sets;
  const forced = first.filter((id) =>
    !picked.includes(id) && others.every((set) => set.includes(id))
  );
  return [...picked, ...forced];
}

/** What is left of a selection without a piece and what went with it. */
export function withoutGroupOf(
  groups: readonly Group[],
  picked: readonly string[],
  id: string,
): readonly string[] {
  const group = wholeGroups(groups, picked)?.find((one) => contains(one, id)) ?? [[id, ""]];
  return picked.filter((one) => !contains(group, one));
}

/** What is picked as sums: "3 + 5 = 8", "3 + … = 8". */
export function sumText({ picks }: Choice, picked: readonly string[]): string {
  const { groups = [], total = "" } = picks[0] ?? {};
  const way = wholeGroups(groups, picked) ?? completions(groups, picked).next().value;
  if (!way || !picked.length) return "";
  return (way as readonly Group[]).map((group) => {
    const terms = group.filter(([id]) => picked.includes(id)).map(([, term]) => term);
    if (terms.length < group.length) terms.push("…");
    return `${terms.join(" + ")} = ${total}`;
  }).join(", ");
}
