/** From all choices to one: by pressing pieces, picking sets, and buttons. Knows no rule. */

import type { Choice, Piece, Scene } from "../wire/types.ts";

/** What was pressed so far. */
export interface Choosing {
  readonly path: readonly string[];
  /** Where something shall go, if that was pressed before what goes there; else empty. */
  readonly goal: string;
  /** The choice whose sets are picked or that waits for a yes; null while pieces are pressed. */
  readonly choice: Choice | null;
  /** Piece ids for each set of the choice, as pressed. */
  readonly picked: readonly (readonly string[])[];
  /** Which set is being picked. */
  readonly set: number;
}

export const NOTHING: Choosing = {
  path: [],
  goal: "",
  choice: null,
  picked: [],
  set: 0,
};

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

/** The choices that fit all that was pressed. */
function fitting(scene: Scene, { path, goal }: Choosing): Choice[] {
  return remaining(scene, path).filter((choice) => !goal || leads(choice, goal));
}

/** Whether a choice goes on to a piece that is pressed last. */
function leads(choice: Choice, goal: string): boolean {
  return choice.path.length > 1 && choice.path.at(-1) === goal;
}

/** The pieces that may be pressed before what goes there. */
export function goals(scene: Scene, stage: Choosing): Set<string> {
  if (stage.path.length || stage.choice) return new Set();
  const ways = scene.choices.filter((choice) => choice.path.length > 1);
  return new Set(ways.flatMap((choice) => choice.path.slice(-1)));
}

/** Whether anything was pressed. */
export function isBegun({ path, goal, choice }: Choosing): boolean {
  return path.length > 0 || goal !== "" || choice !== null;
}

/** The pieces that can be pressed next. */
export function nextPieces(scene: Scene, stage: Choosing): Set<string> {
  if (stage.choice) return new Set(stage.choice.picks[stage.set]?.targets.map(([id]) => id));
  const next = new Set<string>();
  for (const choice of fitting(scene, stage)) {
    const id = choice.path[stage.path.length];
    if (id !== undefined) next.add(id);
  }
  return next;
}

/** The choices that are complete with what was pressed: they are offered as buttons. */
export function offered(scene: Scene, stage: Choosing): Choice[] {
  if (stage.choice) return [];
  return fitting(scene, stage).filter((choice) => choice.path.length === stage.path.length);
}

/** The sets of a choice that have anything to pick. */
function hasSets(choice: Choice): boolean {
  return choice.picks.some((pick) => pick.targets.length > 0);
}

/** Take a whole choice: play it, or go on to its sets or its confirmation. */
export function take(choice: Choice, asksFirst: boolean): Outcome {
  if (hasSets(choice)) {
    const set = choice.picks.findIndex((pick) => pick.targets.length > 0);
    const picked = choice.picks.map(() => []);
    return { kind: "stage", stage: { ...NOTHING, path: choice.path, choice, picked, set } };
  }
  if (choice.careful && asksFirst) {
    return { kind: "stage", stage: { ...NOTHING, path: choice.path, choice } };
  }
  return { kind: "play", choice, text: choice.text };
}

/** Press a piece. */
export function press(scene: Scene, stage: Choosing, id: string, asksFirst: boolean): Outcome {
  if (stage.choice && hasSets(stage.choice)) return pressInSet(scene, stage, id, asksFirst);
  if (stage.choice) return press(scene, NOTHING, id, asksFirst);
  const found = standIn(scene, nextPieces(scene, stage), id);
  if (found !== null) return advance(scene, pathTo(scene, stage, found), asksFirst);
  if (stage.path.at(-1) === id || stage.goal === id) return { kind: "stage", stage: back(stage) };
  if (isBegun(stage) && nextPieces(scene, NOTHING).has(id)) {
    return advance(scene, [id], asksFirst);
  }
  if (goals(scene, stage).has(id)) {
    return { kind: "stage", stage: { ...NOTHING, goal: id } };
  }
  return { kind: "impossible", piece: id };
}

/** The path with one more piece, and with the goal where only that is left. */
function pathTo(scene: Scene, stage: Choosing, id: string): readonly string[] {
  const path = [...stage.path, id];
  const left = fitting(scene, { ...stage, path });
  const isLast = stage.goal && left.every((choice) => choice.path.length === path.length + 1);
  return isLast ? [...path, stage.goal] : path;
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
  if (!isBegun(stage)) return NOTHING;
  const left = fitting(scene, stage);
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
