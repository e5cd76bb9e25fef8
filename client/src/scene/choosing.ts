/** From all choices to one: by pressing pieces, picking sets, and buttons. Knows no rule. */

import type { Choice, Piece, Scene } from "../wire/types.ts";

/** What was pressed so far. */
export interface Choosing {
  readonly path: readonly string[];
  /** The choice whose sets are picked or that waits for a yes; null while pieces are pressed. */
  readonly choice: Choice | null;
  /** Piece ids for each set of the choice, as pressed. */
  readonly picked: readonly (readonly string[])[];
  /** Which set is being picked. */
  readonly set: number;
}

export const NOTHING: Choosing = { path: [], choice: null, picked: [], set: 0 };

/** What comes of a press: a new stage, a move to play, or nothing that is possible. */
export type Outcome =
  | { readonly kind: "stage"; readonly stage: Choosing }
  | { readonly kind: "play"; readonly choice: Choice; readonly text: string }
  | { readonly kind: "impossible"; readonly piece: string };

const starts = (choice: Choice, path: readonly string[]) =>
  path.every((id, i) => choice.path[i] === id);

/** The choices that begin with what was pressed. */
export function remaining(scene: Scene, path: readonly string[]): Choice[] {
  return scene.choices.filter((choice) => starts(choice, path));
}

/** The pieces that can be pressed next. */
export function nextPieces(scene: Scene, stage: Choosing): Set<string> {
  if (stage.choice) return new Set(stage.choice.picks[stage.set]?.targets.map(([id]) => id));
  const next = new Set<string>();
  for (const choice of remaining(scene, stage.path)) {
    const id = choice.path[stage.path.length];
    if (id !== undefined) next.add(id);
  }
  return next;
}

/** The choices that are complete with what was pressed: they are offered as buttons. */
export function offered(scene: Scene, stage: Choosing): Choice[] {
  if (stage.choice) return [];
  return remaining(scene, stage.path).filter((choice) => choice.path.length === stage.path.length);
}

/** The sets of a choice that have anything to pick. */
function hasSets(choice: Choice): boolean {
  return choice.picks.some((pick) => pick.targets.length > 0);
}

/** Take a whole choice: play it, or go on to its sets or its confirmation. */
export function take(choice: Choice, asksFirst: boolean, isGuessed = false): Outcome {
  if (hasSets(choice)) {
    const set = choice.picks.findIndex((pick) => pick.targets.length > 0);
    const picked = choice.picks.map(() => []);
    return { kind: "stage", stage: { path: choice.path, choice, picked, set } };
  }
  if (isGuessed || (choice.careful && asksFirst)) {
    return { kind: "stage", stage: { path: choice.path, choice, picked: [], set: 0 } };
  }
  return { kind: "play", choice, text: choice.text };
}

/** Press a piece. */
export function press(scene: Scene, stage: Choosing, id: string, asksFirst: boolean): Outcome {
  if (stage.choice && hasSets(stage.choice)) return pressInSet(scene, stage, id, asksFirst);
  if (stage.choice) return press(scene, NOTHING, id, asksFirst);
  const found = standIn(scene, nextPieces(scene, stage), id);
  if (found !== null) return advance(scene, [...stage.path, found], asksFirst);
  if (stage.path.at(-1) === id) return { kind: "stage", stage: back(stage) };
  if (stage.path.length && nextPieces(scene, NOTHING).has(id)) {
    return advance(scene, [id], asksFirst);
  }
  const only = leadingTo(scene, stage.path, id);
  return only ? take(only, true, true) : { kind: "impossible", piece: id };
}

/** The only choice that would end with a piece, for those who press where something goes before
 * what goes there: it is asked for, since it was not said. */
function leadingTo(scene: Scene, path: readonly string[], id: string): Choice | null {
  const [only, ...others] = remaining(scene, path).filter((choice) => choice.path.at(-1) === id);
  return only && !others.length ? only : null;
}

function advance(scene: Scene, path: readonly string[], asksFirst: boolean): Outcome {
  const left = remaining(scene, path);
  const only = left[0];
  if (left.length === 1 && only && only.path.length === path.length) return take(only, asksFirst);
  return { kind: "stage", stage: { ...NOTHING, path } };
}

/** The piece itself if it can be pressed, else one that looks just the same beside it. */
export function standIn(scene: Scene, next: ReadonlySet<string>, id: string): string | null {
  if (next.has(id)) return id;
  const pressed = scene.pieces.find((piece) => piece.id === id);
  const twin = pressed && scene.pieces.find((piece) => next.has(piece.id) && alike(piece, pressed));
  return twin?.id ?? null;
}

function alike(one: Piece, other: Piece): boolean {
  return one.area === other.area && one.art === other.art && one.label === other.label &&
    one.value === other.value;
}

function pressInSet(scene: Scene, stage: Choosing, id: string, asksFirst: boolean): Outcome {
  const { choice, set } = stage;
  if (!choice) return { kind: "impossible", piece: id };
  const isTarget = (index: number) =>
    choice.picks[index]?.targets.some(([target]) => target === id) ?? false;
  const index = isTarget(set) ? set : choice.picks.findIndex((_, i) => isTarget(i));
  if (index >= 0) return { kind: "stage", stage: toggle(stage, index, id) };
  if (stage.path.at(-1) === id) return { kind: "stage", stage: back(stage) };
  return press(scene, NOTHING, id, asksFirst);
}

/** Pick a piece for a set, or put it back; where only so many may be picked the first one goes. */
export function toggle(stage: Choosing, set: number, id: string): Choosing {
  const most = stage.choice?.picks[set]?.most ?? 0;
  const picked = stage.picked.map((chosen, i) => {
    if (i !== set) return chosen;
    if (chosen.includes(id)) return chosen.filter((one) => one !== id);
    const more = [...chosen, id];
    return most > 0 ? more.slice(-most) : more;
  });
  return { ...stage, picked, set };
}

/** One step back. */
export function back(stage: Choosing): Choosing {
  if (stage.choice && stage.picked.some((chosen) => chosen.length)) {
    return { ...stage, picked: stage.picked.map(() => []) };
  }
  return { ...NOTHING, path: stage.path.slice(0, -1) };
}

/** Whether enough was picked. */
export function isReady(stage: Choosing): boolean {
  return stage.choice !== null &&
    stage.choice.picks.every((pick, i) => {
      const count = stage.picked[i]?.length ?? 0;
      return count >= pick.least && (pick.most === 0 || count <= pick.most);
    });
}

/** The notation of a choice with what was picked, in the order of its targets. */
export function textOf(stage: Choosing): string {
  const { choice, picked } = stage;
  if (!choice) throw new Error("nothing was chosen");
  const words = [choice.text];
  choice.picks.forEach((pick, i) => {
    const names = pick.targets.filter(([id]) => picked[i]?.includes(id)).map(([, name]) => name);
    if (names.length) words.push(...(pick.word ? [pick.word] : []), ...names);
  });
  return words.join(" ");
}

/** A stage of an old scene in a new one: kept while it is still possible. */
export function carryOver(scene: Scene, stage: Choosing): Choosing {
  if (!stage.path.length && !stage.choice) return NOTHING;
  const left = remaining(scene, stage.path);
  if (!stage.choice) return left.length ? stage : NOTHING;
  const same = left.find((choice) => choice.text === stage.choice?.text);
  return same && JSON.stringify(same) === JSON.stringify(stage.choice) ? stage : NOTHING;
}

/** What a move by an impossible piece might be called: a possible move with that piece's name
 * instead. Empty if no possible move shows how. */
export function guess(scene: Scene, stage: Choosing, id: string): string {
  const step = stage.path.length;
  for (const choice of remaining(scene, stage.path)) {
    const known = choice.path[step];
    if (known === undefined || choice.path.length !== step + 1) continue;
    const text = replaced(choice.text, known, id);
    if (text) return text;
  }
  return "";
}

/** A notation with one piece's name in it exchanged for another's; empty if they differ in kind. */
function replaced(text: string, known: string, id: string): string {
  const [kind, ...parts] = known.split(":");
  const [other, ...others] = id.split(":");
  if (!parts.length && !others.length) return exchanged(text.split(" "), [known], [id]);
  if (kind !== other || parts.length !== others.length) return "";
  return exchanged(text.split(" "), parts, others);
}

function exchanged(words: readonly string[], old: readonly string[], fresh: readonly string[]) {
  for (let at = words.length - old.length; at > 0; at--) {
    if (old.every((word, i) => words[at + i] === word)) {
      return [...words.slice(0, at), ...fresh, ...words.slice(at + old.length)].join(" ");
    }
  }
  return "";
}
