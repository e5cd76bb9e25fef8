/** Selecting a move among the choices of a scene by pressing pieces and buttons. Knows no rules. */

import type { Choice, Piece, Scene } from "../wire/types.ts";

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
}

export const EMPTY_SELECTION: Selection = {
  path: [],
  destination: "",
  choice: null,
  picked: [],
  pickIndex: 0,
};

/** The result of a press: a new selection, a move to play, or nothing possible. */
export type PressResult =
  | { readonly kind: "selection"; readonly selection: Selection }
  | { readonly kind: "play"; readonly choice: Choice; readonly text: string }
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

/** Whether the path of a choice ends at a piece, after another one. */
function endsAt(choice: Choice, destination: string): boolean {
  return choice.path.length > 1 && choice.path.at(-1) === destination;
}

/** The pieces that may be pressed first although they end a path. */
export function destinations(scene: Scene, selection: Selection): Set<string> {
  if (selection.path.length || selection.choice) return new Set();
  const longer = scene.choices.filter((choice) => choice.path.length > 1);
  return new Set(longer.flatMap((choice) => choice.path.slice(-1)));
}

/** Whether anything has been pressed. */
export function isStarted({ path, destination, choice }: Selection): boolean {
  return path.length > 0 || destination !== "" || choice !== null;
}

/** The pieces that can be pressed next. */
export function nextPieces(scene: Scene, selection: Selection): Set<string> {
  if (selection.choice) {
    return new Set(selection.choice.picks[selection.pickIndex]?.targets.map(([id]) => id));
  }
  const next = new Set<string>();
  for (const choice of matchingChoices(scene, selection)) {
    const id = choice.path[selection.path.length];
    if (id !== undefined) next.add(id);
  }
  return next;
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
  if (hasPicks(choice)) {
    const pickIndex = choice.picks.findIndex((pick) => pick.targets.length > 0);
    const picked = choice.picks.map(() => []);
    return {
      kind: "selection",
      selection: { ...EMPTY_SELECTION, path: choice.path, choice, picked, pickIndex },
    };
  }
  if (choice.confirm && confirmFirst) {
    return { kind: "selection", selection: { ...EMPTY_SELECTION, path: choice.path, choice } };
  }
  return { kind: "play", choice, text: choice.text };
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
  const found = findPressable(scene, nextPieces(scene, selection), id);
  if (found !== null) return advance(scene, extendPath(scene, selection, found), confirmFirst);
  if (selection.path.at(-1) === id || selection.destination === id) {
    return { kind: "selection", selection: stepBack(selection) };
  }
  if (isStarted(selection) && nextPieces(scene, EMPTY_SELECTION).has(id)) {
    return advance(scene, [id], confirmFirst);
  }
  if (destinations(scene, selection).has(id)) {
    return { kind: "selection", selection: { ...EMPTY_SELECTION, destination: id } };
  }
  return { kind: "impossible", piece: id };
}

/** The path with one more piece, and with the destination if only that is left. */
function extendPath(scene: Scene, selection: Selection, id: string): readonly string[] {
  const path = [...selection.path, id];
  const left = matchingChoices(scene, { ...selection, path });
  const isLast = selection.destination &&
    left.every((choice) => choice.path.length === path.length + 1);
  return isLast ? [...path, selection.destination] : path;
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
  return one.area === other.area && one.art === other.art && one.label === other.label &&
    one.value === other.value;
}

function pressPick(
  scene: Scene,
  selection: Selection,
  id: string,
  confirmFirst: boolean,
): PressResult {
  const { choice, pickIndex } = selection;
  if (!choice) return { kind: "impossible", piece: id };
  const isTarget = (index: number) =>
    choice.picks[index]?.targets.some(([target]) => target === id) ?? false;
  const index = isTarget(pickIndex) ? pickIndex : choice.picks.findIndex((_, i) => isTarget(i));
  if (index >= 0) return { kind: "selection", selection: togglePick(selection, index, id) };
  if (selection.path.at(-1) === id) return { kind: "selection", selection: stepBack(selection) };
  return pressPiece(scene, EMPTY_SELECTION, id, confirmFirst);
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
  if (selection.choice && selection.picked.some((chosen) => chosen.length)) {
    return { ...selection, picked: selection.picked.map(() => []) };
  }
  return { ...EMPTY_SELECTION, path: selection.path.slice(0, -1) };
}

/** Whether every pick has enough pieces. */
export function isComplete(selection: Selection): boolean {
  return selection.choice !== null &&
    selection.choice.picks.every((pick, i) => {
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
