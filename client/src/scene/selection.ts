/** Selecting a move among the choices of a scene by pressing pieces and buttons. Knows no rules. */

import type { Choice, Piece, Scene } from "../wire/types.ts";
import {
  completeSets,
  fits,
  groupsOf,
  hasMore,
  hasPiece,
  wholeGroups,
  withCompanions,
  withoutGroupOf,
} from "./groups.ts";

/** What has been pressed so far. */
export interface Selection {
  readonly path: readonly string[];
  /** The last piece of the path, if it was pressed first; else empty. */
  readonly destination: string;
  /** The choice that waits for its picks or a confirmation; null while pieces are pressed. */
  readonly choice: Choice | null;
  /** Piece ids for each pick of the choice, in the order pressed. */
  readonly picked: readonly (readonly string[])[];
  /** The pick that is being filled. */
  readonly pickIndex: number;
  /** The piece whose press was taken for a pick, though it also continues a path; else empty. */
  readonly aside: string;
  /** Picked pieces that were not pressed themselves, but must go along with others. */
  readonly along: readonly string[];
  /** Whether pieces continue the path and are not picked. */
  readonly isDirect: boolean;
}

export const EMPTY_SELECTION: Selection = {
  path: [],
  destination: "",
  choice: null,
  picked: [],
  pickIndex: 0,
  aside: "",
  along: [],
  isDirect: false,
};

/** The result of a press: a new selection, a move to play, or nothing possible. */
export type PressResult =
  | { readonly kind: "selection"; readonly selection: Selection }
  | {
    readonly kind: "play";
    readonly choice: Choice;
    readonly text: string;
    /** The whole move, which can still be taken back. */
    readonly selection: Selection;
  }
  | { readonly kind: "impossible"; readonly piece: string };

const startsWith = (choice: Choice, path: readonly string[]) =>
  path.every((id, i) => choice.path[i] === id);

/** The choices whose path starts with another. */
export function choicesFrom(scene: Scene, path: readonly string[]): Choice[] {
  return scene.choices.filter((choice) => startsWith(choice, path));
}

/** The choices that match the selection. */
function matchingChoices(scene: Scene, { path, destination }: Selection): Choice[] {
  return choicesFrom(scene, path).filter((choice) => !destination || endsAt(choice, destination));
}

/** Whether a choice ends at a piece, after another one: with its path, or with a group to pick. */
function endsAt(choice: Choice, destination: string): boolean {
  if (choice.path.length && hasPiece(groupsOf(choice), destination)) return true;
  return choice.path.length > 1 && choice.path.at(-1) === destination;
}

/** The choices with groups to pick after a path. */
function groupedChoices(scene: Scene, path: readonly string[]): Choice[] {
  return choicesFrom(scene, path).filter((choice) =>
    choice.path.length === path.length && groupsOf(choice).length > 0
  );
}

/** Whether a piece would be picked that could also continue the path. */
export function hasDirectWay(scene: Scene, selection: Selection): boolean {
  const { path, choice, destination, isDirect } = selection;
  if (choice || destination || isDirect || !path.length) return false;
  const fitting = fittingPieces(scene, path, []);
  return choicesFrom(scene, path).some((choice) => fitting.has(choice.path[path.length] ?? ""));
}

/** The choices that a press taken for a pick could have meant instead. */
export function choicesAside(scene: Scene, { path, aside }: Selection): Choice[] {
  if (!aside) return [];
  const longer = [...path, aside];
  return choicesFrom(scene, longer).filter((choice) => choice.path.length === longer.length);
}

/** The selection of what a press taken for a pick could have meant instead. */
export function turnAside({ path, aside }: Selection): Selection {
  return { ...EMPTY_SELECTION, path: [...path, aside], isDirect: true };
}

/** The pieces that may be pressed first although they end a path. */
export function destinations(scene: Scene, selection: Selection): Set<string> {
  if (selection.path.length || selection.choice) return new Set();
  const found = new Set<string>();
  for (const choice of scene.choices) {
    if (choice.path.length > 1) found.add(choice.path.at(-1) ?? "");
    if (choice.path.length) {
      groupsOf(choice).forEach((group) => group.forEach(([id]) => found.add(id)));
    }
  }
  return found;
}

/** The choice that shakes a piece: its path is that piece alone. */
export function shakeChoice(scene: Scene | null, id: string): Choice | undefined {
  if (!scene || !shakes(scene, id)) return undefined;
  return scene.choices.find(({ path }) => path.length === 1 && path[0] === id);
}

/** The choices that shake a piece. */
export function shakeChoices(scene: Scene): Choice[] {
  return scene.choices.filter((choice) => choice === shakeChoice(scene, choice.path[0] ?? ""));
}

function shakes(scene: Scene, id: string | undefined): boolean {
  return scene.pieces.some((piece) => piece.id === id && piece.marks.includes("shakes"));
}

/** The choices that take a piece that shakes to another. The first one can't be selected, since a
 * press shakes it; so the other is pressed first. */
function shakeableEndingAt(scene: Scene, id: string): Choice[] {
  return scene.choices.filter((choice) => endsAt(choice, id) && shakes(scene, choice.path[0]));
}

/** Whether anything has been pressed. */
export function isStarted({ path, destination, choice }: Selection): boolean {
  return path.length > 0 || destination !== "" || choice !== null;
}

/** The pieces that can be pressed next. */
export function nextPieces(scene: Scene, selection: Selection): Set<string> {
  const { path, choice, picked, pickIndex, destination, isDirect } = selection;
  if (choice && groupsOf(choice).length) return fittingPieces(scene, path, picked[0] ?? []);
  if (choice) return new Set(choice.picks[pickIndex]?.targets.map(([id]) => id));
  const isPicking = path.length > 0 && !destination && !isDirect;
  const next = isPicking ? fittingPieces(scene, path, []) : new Set<string>();
  for (const choice of matchingChoices(scene, selection)) {
    const id = choice.path[path.length];
    if (id !== undefined) next.add(id);
    const end = choice.path.at(-1) ?? "";
    if (!isStarted(selection) && shakeableEndingAt(scene, end).length) next.add(end);
  }
  return next;
}

/** The pieces of groups that fit to what is picked. */
function fittingPieces(
  scene: Scene,
  path: readonly string[],
  picked: readonly string[],
): Set<string> {
  const found = new Set<string>();
  for (const groups of groupedChoices(scene, path).map(groupsOf)) {
    const ids = new Set(groups.flatMap((group) => group.map(([id]) => id)));
    for (const id of ids) if (fits(groups, [...picked, id])) found.add(id);
  }
  return found;
}

/** The pieces that can be pressed next and are lit: those of groups and free places if there are
 * groups to pick, else all but likely mistakes, which lead to nothing but choices with a question. */
export function suggestedPieces(scene: Scene, selection: Selection): Set<string> {
  const { path, choice, isDirect } = selection;
  const next = nextPieces(scene, selection);
  if (choice || !path.length) return next;
  const fitting = isDirect ? new Set<string>() : fittingPieces(scene, path, []);
  const places = new Set(scene.pieces.filter(({ place }) => place).map(({ id }) => id));
  const isSuggested = (id: string) => {
    if (fitting.size) return fitting.has(id) || places.has(id);
    return choicesFrom(scene, [...path, id]).some(({ question }) => !question);
  };
  const suggested = new Set([...next].filter(isSuggested));
  return suggested.size ? suggested : next;
}

/** The choices whose path is complete: they are offered as buttons. */
export function completeChoices(scene: Scene, selection: Selection): Choice[] {
  if (selection.choice) return [];
  return matchingChoices(scene, selection).filter((choice) =>
    choice.path.length === selection.path.length
  );
}

/** Whether a choice has anything to pick. */
function hasPicks(choice: Choice): boolean {
  return choice.picks.some((pick) => pick.targets.length > 0);
}

/** Select a whole choice: play it, or go on to its picks or its confirmation. */
export function selectChoice(choice: Choice, confirmFirst: boolean): PressResult {
  const [only, ...others] = groupsOf(choice);
  if (only && !others.length) {
    const picked = [only.map(([id]) => id)];
    return complete({ ...EMPTY_SELECTION, path: choice.path, choice, picked }, confirmFirst);
  }
  if (hasPicks(choice)) {
    const pickIndex = choice.picks.findIndex((pick) => pick.targets.length > 0);
    const picked = choice.picks.map(() => []);
    return {
      kind: "selection",
      selection: { ...EMPTY_SELECTION, path: choice.path, choice, picked, pickIndex },
    };
  }
  return complete({ ...EMPTY_SELECTION, path: choice.path, choice }, confirmFirst);
}

/** Press a piece. */
export function pressPiece(
  scene: Scene,
  selection: Selection,
  id: string,
  confirmFirst: boolean,
): PressResult {
  if (selection.choice && hasPicks(selection.choice)) {
    return pressPick(scene, selection, id, confirmFirst);
  }
  if (selection.choice) return pressPiece(scene, EMPTY_SELECTION, id, confirmFirst);
  const [only, ...others] = isStarted(selection) ? [] : shakeableEndingAt(scene, id);
  if (only && !others.length) return selectChoice(only, confirmFirst);
  if (only) return { kind: "selection", selection: { ...EMPTY_SELECTION, destination: id } };
  const found = findPressable(scene, nextPieces(scene, selection), id);
  if (found !== null) return continuePath(scene, selection, found, confirmFirst);
  if (selection.path.at(-1) === id || selection.destination === id) {
    return { kind: "selection", selection: stepBack(selection) };
  }
  if (isStarted(selection) && nextPieces(scene, EMPTY_SELECTION).has(id)) {
    return advance(scene, [id], confirmFirst);
  }
  if (destinations(scene, selection).has(id)) {
    return { kind: "selection", selection: towards(scene, id) };
  }
  return { kind: "impossible", piece: id };
}

/** A destination that was pressed first. If only one choice leads there, it waits for one more press. */
function towards(scene: Scene, id: string): Selection {
  const selection = { ...EMPTY_SELECTION, destination: id };
  const [only, ...others] = matchingChoices(scene, selection);
  if (!only || others.length || hasPicks(only)) return selection;
  return { ...selection, path: only.path, choice: only };
}

/** Press a piece that can be pressed next, and after it the destination if only that is left. */
function continuePath(
  scene: Scene,
  selection: Selection,
  id: string,
  confirmFirst: boolean,
): PressResult {
  const { destination } = selection;
  const path = [...selection.path, id];
  if (selection.isDirect) return advance(scene, path, confirmFirst);
  if (!destination) return pressAfter(scene, selection.path, id, confirmFirst);
  const left = matchingChoices(scene, { ...selection, path });
  const isLast = left.every((choice) =>
    choice.path.length === path.length + (groupsOf(choice).length ? 0 : 1)
  );
  return isLast
    ? pressAfter(scene, path, destination, confirmFirst)
    : advance(scene, path, confirmFirst);
}

/** Press a piece after a path: it is picked if it is part of a group there. */
function pressAfter(
  scene: Scene,
  path: readonly string[],
  id: string,
  confirmFirst: boolean,
): PressResult {
  const isPick = groupedChoices(scene, path).some((choice) => hasPiece(groupsOf(choice), id));
  if (!isPick) return advance(scene, [...path, id], confirmFirst);
  return pickGrouped(scene, { ...EMPTY_SELECTION, path, aside: id }, [id], confirmFirst);
}

/** Pick pieces of groups, and what must go along; play if nothing else could be meant. */
function pickGrouped(
  scene: Scene,
  selection: Selection,
  ids: readonly string[],
  confirmFirst: boolean,
): PressResult {
  const choices = groupedChoices(scene, selection.path);
  const sets = completeSets(choices.map(groupsOf), ids);
  const picked = withCompanions(sets, ids);
  const whole = choices.filter((choice) => wholeGroups(groupsOf(choice), picked));
  const choice = whole[0] ?? choices.find((choice) => fits(groupsOf(choice), picked)) ?? null;
  const along = [...selection.along, ...picked.filter((id) => !ids.includes(id))];
  const next = { ...selection, choice, picked: [picked], pickIndex: 0, along };
  const isOpen = sets.length !== 1 || !whole.length ||
    whole.some((choice) => hasMore(groupsOf(choice), picked)) ||
    choicesAside(scene, selection).some(({ question }) => !question);
  return isOpen ? { kind: "selection", selection: next } : complete(next, confirmFirst);
}

/** Play a complete selection, or ask for its confirmation. */
function complete(selection: Selection, confirmFirst: boolean): PressResult {
  const { choice } = selection;
  if (!choice || choice.confirm && confirmFirst) return { kind: "selection", selection };
  return { kind: "play", choice, text: notationOf(selection), selection };
}

function advance(scene: Scene, path: readonly string[], confirmFirst: boolean): PressResult {
  const left = choicesFrom(scene, path);
  const only = left[0];
  if (left.length === 1 && only && only.path.length === path.length) {
    return selectChoice(only, confirmFirst);
  }
  return { kind: "selection", selection: { ...EMPTY_SELECTION, path } };
}

/** The piece itself if it can be pressed, else one in the same area that looks the same. */
export function findPressable(scene: Scene, next: ReadonlySet<string>, id: string): string | null {
  if (next.has(id)) return id;
  const pressed = scene.pieces.find((piece) => piece.id === id);
  const twin = pressed &&
    scene.pieces.find((piece) => next.has(piece.id) && looksAlike(piece, pressed));
  return twin?.id ?? null;
}

function looksAlike(one: Piece, other: Piece): boolean {
  return appearance(one) === appearance(other);
}

function appearance({ area, art, label, value }: Piece): string {
  return JSON.stringify([area, art, label, value]);
}

/** Pieces, and those that look the same and count for them when they are pressed. */
export function withTwins(scene: Scene, ids: ReadonlySet<string>): Set<string> {
  const pieces = scene.pieces.filter(({ id }) => ids.has(id));
  const appearances = new Set(pieces.map(appearance));
  const twins = scene.pieces.filter((piece) => appearances.has(appearance(piece)));
  return new Set([...ids, ...twins.map(({ id }) => id)]);
}

function pressPick(
  scene: Scene,
  selection: Selection,
  id: string,
  confirmFirst: boolean,
): PressResult {
  const { choice, pickIndex } = selection;
  if (!choice) return { kind: "impossible", piece: id };
  if (groupsOf(choice).length) return pressGrouped(scene, selection, id, confirmFirst);
  const isTarget = (index: number) =>
    choice.picks[index]?.targets.some(([target]) => target === id) ?? false;
  const index = isTarget(pickIndex) ? pickIndex : choice.picks.findIndex((_, i) => isTarget(i));
  if (index >= 0) return { kind: "selection", selection: togglePick(selection, index, id) };
  if (selection.path.at(-1) === id) return { kind: "selection", selection: stepBack(selection) };
  return pressPiece(scene, EMPTY_SELECTION, id, confirmFirst);
}

/** Press a piece while groups are picked: it is added or removed, or continues the path instead. */
function pressGrouped(
  scene: Scene,
  selection: Selection,
  id: string,
  confirmFirst: boolean,
): PressResult {
  const { path, choice, along, picked: [picked = []] } = selection;
  const before = { ...EMPTY_SELECTION, path };
  if (along.includes(id)) {
    const left = along.filter((one) => one !== id);
    return pickGrouped(scene, { ...selection, aside: "", along: left }, picked, confirmFirst);
  }
  if (choice && picked.includes(id)) {
    const left = withoutGroupOf(groupsOf(choice), picked, id);
    const kept = {
      ...selection,
      picked: [left],
      aside: "",
      along: along.filter((one) => left.includes(one)),
    };
    return { kind: "selection", selection: left.length ? kept : before };
  }
  if (nextPieces(scene, selection).has(id)) {
    return pickGrouped(scene, { ...selection, aside: "" }, [...picked, id], confirmFirst);
  }
  return pressPiece(scene, before, id, confirmFirst);
}

/** Add a piece to a pick, or remove it; beyond the maximum the oldest is dropped. */
export function togglePick(selection: Selection, pickIndex: number, id: string): Selection {
  const max = selection.choice?.picks[pickIndex]?.most ?? 0;
  const picked = selection.picked.map((chosen, i) => {
    if (i !== pickIndex) return chosen;
    if (chosen.includes(id)) return chosen.filter((one) => one !== id);
    const more = [...chosen, id];
    return max > 0 ? more.slice(-max) : more;
  });
  return { ...selection, picked, pickIndex };
}

/** One step back. */
export function stepBack(selection: Selection): Selection {
  const { path, choice, destination } = selection;
  if (choice && destination) return EMPTY_SELECTION;
  if (choice && groupsOf(choice).length && selection.picked.flat().length) {
    return { ...EMPTY_SELECTION, path };
  }
  if (selection.choice && selection.picked.some((chosen) => chosen.length)) {
    return { ...selection, picked: selection.picked.map(() => []) };
  }
  return { ...EMPTY_SELECTION, path: selection.path.slice(0, -1) };
}

/** Whether every pick has enough pieces. */
export function isComplete(selection: Selection): boolean {
  return selection.choice !== null &&
    selection.choice.picks.every((pick, i) => {
      if (pick.groups) return wholeGroups(pick.groups, selection.picked[i] ?? []) !== null;
      const count = selection.picked[i]?.length ?? 0;
      return count >= pick.least && (pick.most === 0 || count <= pick.most);
    });
}

/** The notation of a choice with its picks, in the order of their targets. */
export function notationOf(selection: Selection): string {
  const { choice, picked } = selection;
  if (!choice) throw new Error("nothing is selected");
  const words = [choice.text];
  choice.picks.forEach((pick, i) => {
    const names = pick.targets.filter(([id]) => picked[i]?.includes(id)).map(([, name]) => name);
    if (names.length) words.push(...(pick.word ? [pick.word] : []), ...names);
  });
  return words.join(" ");
}

/** The selection of an old scene in a new one: kept if it is still possible. */
export function carryOver(scene: Scene, selection: Selection): Selection {
  if (!isStarted(selection)) return EMPTY_SELECTION;
  const left = matchingChoices(scene, selection);
  if (!selection.choice) return left.length ? selection : EMPTY_SELECTION;
  const same = left.find((choice) => choice.text === selection.choice?.text);
  return same && JSON.stringify(same) === JSON.stringify(selection.choice)
    ? selection
    : EMPTY_SELECTION;
}

/** The probable notation of an impossible move: a legal move with the pressed piece in place of its
 * own. Empty if no legal move is similar. */
export function guessNotation(scene: Scene, selection: Selection, id: string): string {
  const step = selection.path.length;
  for (const choice of choicesFrom(scene, selection.path)) {
    const known = choice.path[step];
    if (known === undefined || choice.path.length !== step + 1) continue;
    const text = replacePiece(choice.text, known, id);
    if (text) return text;
  }
  return "";
}

/** A notation with one piece replaced by another; empty if they differ in kind. */
function replacePiece(text: string, known: string, id: string): string {
  const [kind, ...parts] = known.split(":");
  const [other, ...others] = id.split(":");
  if (!parts.length && !others.length) return replaceWords(text.split(" "), [known], [id]);
  if (kind !== other || parts.length !== others.length) return "";
  return replaceWords(text.split(" "), parts, others);
}

function replaceWords(
  words: readonly string[],
  old: readonly string[],
  replacement: readonly string[],
) {
  for (let at = words.length - old.length; at > 0; at--) {
    if (old.every((word, i) => words[at + i] === word)) {
      return [...words.slice(0, at), ...replacement, ...words.slice(at + old.length)].join(" ");
    }
  }
  return "";
}
