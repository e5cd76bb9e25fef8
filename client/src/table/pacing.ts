/** How long what happens at a table is shown, and what is shown at once. */

import type { Look, Moment, StagedMoment } from "../scene/look.ts";
import { settings } from "../settings.ts";
import { mergeSnapshots, type Snapshot } from "../wire/snapshot.ts";
import type { Line, Scene } from "../wire/types.ts";

const VIEW_MS = 420; // how long a view is shown at normal speed
const EXTRA_LINE_MS = 180; // added for every log line beyond the first
const MAX_VIEW_MS = 1500;

/** How long a view is shown at normal speed: longer with more log lines; not at all if the board is
 * the same as before, as after a chat message. */
export function viewDuration({ newLines, scene }: Snapshot, before: Snapshot | null): number {
  if (before && !newLines.length && scene === before.scene) return 0;
  return Math.min(MAX_VIEW_MS, VIEW_MS + EXTRA_LINE_MS * Math.max(0, newLines.length - 1));
}

/** How much longer views are shown at each pace; infinitely shorter in a hidden tab. */
const PACE_FACTORS = { calm: 1.7, normal: 1, quick: 0.5 } as const;
const MAX_QUEUED_VIEWS = { calm: 200, normal: 100, quick: 60 } as const; // longer than any round

/** The factor by which views are shown longer; 0 in a hidden tab and without animations. Slow
 * animations need their time. */
export function paceFactor(): number {
  const { speed, pace } = settings.value;
  return document.hidden || speed === 0 ? 0 : PACE_FACTORS[pace] / Math.min(1, speed);
}

/** How many views may wait to be shown. */
export function maxQueuedViews(): number {
  return MAX_QUEUED_VIEWS[settings.value.pace];
}

/** The least time a view is shown: as its lines need, or as it says itself. */
export function leastDuration(view: Snapshot, moments: Look["moments"] = {}): number {
  return Math.max(view.leastMs ?? 0, minViewDuration(view.newLines, moments));
}

/** The least time new lines are shown, by the `moments` of the game's look. */
export function minViewDuration(lines: readonly Line[], moments: Look["moments"] = {}): number {
  return Math.max(0, ...lines.map(({ kind }) => milliseconds(moments[kind])));
}

function milliseconds(moment: Moment | undefined): number {
  return typeof moment === "object" ? moment.ms : moment ?? 0;
}

/** The moments of new lines that are shown on a stage. */
export function stagedMoments(
  lines: readonly Pick<Line, "kind">[],
  moments: Look["moments"] = {},
): readonly StagedMoment[] {
  return lines.map(({ kind }) => moments[kind]).filter((moment) => typeof moment === "object");
}

/** How long the board is seen before the stage of new lines, at normal pace. */
export function stageDelay(lines: readonly Line[], moments: Look["moments"] = {}): number {
  return Math.max(0, ...stagedMoments(lines, moments).map(({ after = 0 }) => after));
}

/** Whether a view waits for its reader: what is on a stage does, at the calm pace. What is seen on
 * the board stays there if the player is to move, and waits for nothing else. */
export function isHeld({ newLines, decision }: Snapshot, moments: Look["moments"] = {}): boolean {
  return paceFactor() > 0 && settings.value.pace === "calm" &&
    stagedMoments(newLines, moments).some(({ stage }) => stage.length > 0 || decision < 0);
}

/** The steps of one message with luck merged into the step before it, so that dealing many cards
 * takes no longer than one move; but not what the game's look names as a moment, unless it is
 * `joined` with one of its kind, nor into a step that is shown on a stage: what is drawn after it is
 * seen after it. */
export function mergeLuck(
  steps: readonly Snapshot[],
  moments: Look["moments"] = {},
): readonly Snapshot[] {
  const merged: Snapshot[] = [];
  for (const step of steps) {
    const last = merged.at(-1);
    const isStaged = last && stagedMoments(last.newLines, moments).length > 0;
    const isUnseen = isLuckAlone(step) && !minViewDuration(step.newLines, moments) && !isStaged;
    if (last && (isUnseen || isJoined(last, step, moments))) {
      merged[merged.length - 1] = mergeSnapshots(last, step);
    } else merged.push(step);
  }
  return merged;
}

/** Whether a step begins with the kind of event that the one before ends with, and both are one
 * moment. */
function isJoined(
  { newLines: before }: Snapshot,
  { newLines }: Snapshot,
  moments: Look["moments"] = {},
): boolean {
  const kind = newLines[0]?.kind ?? "";
  const moment = moments[kind];
  return before.at(-1)?.kind === kind && typeof moment === "object" && moment.joined === true;
}

/** A step in the parts that are shown one after the other: each moment that is shown alone with the
 * lines that follow it. If the board changes only after one of them, it is as before until then. The
 * log of a part ends with what has been seen. */
export function partsOf(
  step: Snapshot,
  before: Snapshot | null,
  moments: Look["moments"] = {},
): readonly Snapshot[] {
  const parts = splitLines(step.newLines, moments);
  const logs = parts.map((_, i) => withoutLines(step.log, parts.slice(i + 1).flat()));
  const part = (newLines: readonly Line[], i: number): Snapshot => ({
    ...step,
    newLines,
    log: logs[i] ?? step.log,
  });
  const thens = parts.map((lines) =>
    Math.max(0, ...stagedMoments(lines, moments).map(({ then = 0 }) => then))
  );
  const last = thens.findLastIndex((ms) => ms > 0);
  const { scene } = step;
  if (last < 0 || !scene || !before?.scene) return parts.map(part);
  const first = stagedMoments(step.newLines, moments).flatMap((moment) => moment.first ?? []);
  const held = { scene: sceneBefore(scene, before.scene, first), staged: scene };
  const views = parts.map(part);
  const heldViews = views.slice(0, last + 1).map((view) => ({
    ...view,
    ...held,
    log: withoutLines(view.log, linesAfterStage(view.newLines, moments)),
  }));
  return [
    ...heldViews,
    { ...part([], last), leastMs: thens[last] ?? 0 },
    ...views.slice(last + 1),
  ];
}

/** The log before the stage of a view: without what the stage is about to show. */
export function logBeforeStage(
  { log, newLines }: Snapshot,
  moments: Look["moments"] = {},
): readonly Line[] {
  const first = newLines.findIndex(({ kind }) => typeof moments[kind] === "object");
  return first < 0 ? log : withoutLines(log, newLines.slice(first));
}

/** The lines that follow everything which is told on a stage. */
function linesAfterStage(lines: readonly Line[], moments: Look["moments"] = {}): readonly Line[] {
  const staged = stagedMoments(lines, moments);
  if (!staged.length || staged.some((moment) => !moment.lines)) return [];
  const told = new Set(staged.flatMap((moment) => moment.lines ?? []));
  const last = lines.findLastIndex(({ kind }) =>
    told.has(kind) || typeof moments[kind] === "object"
  );
  return lines.slice(last + 1);
}

function withoutLines(log: readonly Line[], unseen: readonly Line[]): readonly Line[] {
  if (!unseen.length) return log;
  const hidden = new Set(unseen);
  return log.filter((line) => !hidden.has(line));
}

/** Lines in the parts that are shown one after the other; at least one. */
function splitLines(lines: readonly Line[], moments: Look["moments"] = {}): readonly Line[][] {
  const parts: Line[][] = [];
  let last = "";
  for (const line of lines) {
    const moment = moments[line.kind];
    const isAlone = typeof moment === "object" && moment.alone;
    if (!parts.length || isAlone && line.kind !== last) parts.push([]);
    if (isAlone) last = line.kind;
    parts.at(-1)?.push(line);
  }
  return parts.length ? parts : [[]];
}

/** The board while a stage is above it: as it was, but for the pieces that have moved first. */
function sceneBefore(scene: Scene, before: Scene, first: readonly string[]): Scene {
  const moved = new Map(
    scene.pieces.filter(({ id }) => first.some((name) => matches(name, id)))
      .map((piece) => [piece.id, piece]),
  );
  const pieces = before.pieces.map((piece) => moved.get(piece.id) ?? piece);
  return { ...before, pieces, prompt: scene.prompt, choices: [] };
}

/** Whether an id is a name, or begins with a name that ends with "*". */
export function matches(name: string, id: string): boolean {
  return name.endsWith("*") ? id.startsWith(name.slice(0, -1)) : id === name;
}

/** Whether nothing but luck happened in a step. */
function isLuckAlone({ newLines }: Snapshot): boolean {
  return newLines.every(({ category }) => category === "luck");
}
