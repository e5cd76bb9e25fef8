/** The stage: what a moment is about, shown large above the board until it can be read. */

import type { Look, Moment, StagedMoment } from "../scene/look.ts";
import type { Snapshot } from "../wire/snapshot.ts";
import type { Stage, StageGroup } from "../scene/StageView.ts";
import type { Scene, Told } from "../wire/types.ts";
import { say } from "../words.ts";
import { matches, stagedMoments } from "./pacing.ts";

/** What a stage is made of: a view of a table, or a step of a lesson. */
export interface Staged {
  readonly scene: Scene | null;
  readonly staged?: Scene;
  readonly seats: Snapshot["seats"];
  readonly newLines: readonly Told[];
  /** The number of the decision to make; -1 for none. */
  readonly decision?: number;
}

/** The stage of a view; null if nothing of it is staged. Pieces that are gone in its scene are shown
 * as they were in the scene before, and counters are compared with it: those of a table with the scene
 * of the last table, or with nothing if that was not seen. */
export function stageOf(
  view: Staged,
  moments: Look["moments"],
  isHeld: boolean,
  before: Scene | null = null,
  beforeTable: Scene | null = before,
): Stage | null {
  const staged = stagedMoments(view.newLines, moments);
  const scene = view.staged ?? view.scene;
  if (!staged.length || !scene) return null;
  const lines = view.newLines.filter(({ text }) => text);
  const isTable = staged.some(({ table }) => table);
  const compared = isTable ? beforeTable : before;
  const names = new Set(staged.flatMap(({ stage }: StagedMoment) => stage));
  const groups = [...names].flatMap((name) =>
    name === "about"
      ? groupsOfLines(scene, before, view, lines.filter(({ kind }) => isAbout(moments?.[kind])))
      : groupsOfAreas(scene, compared, name)
  );
  const kinds = staged.some((moment) => !moment.lines)
    ? null
    : new Set(staged.flatMap((moment) => moment.lines ?? []));
  const written = isTable ? [] : lines.filter(({ kind }) => !kinds || kinds.has(kind));
  const shown = isTable ? groups : groups.filter(({ pieces }) => pieces.length > 0);
  if (!shown.length && (view.decision ?? -1) >= 0) return null; // the prompt is needed
  return { groups: shown, lines: written, isTable, isHeld };
}

/** Whether the stage of a moment shows what its line is about. */
function isAbout(moment: Moment | undefined): boolean {
  return typeof moment === "object" && moment.stage.includes("about");
}

/** A group for each line: what it is about, in that order and as far as it can be seen, with the name
 * of who did it; without it if the lines are all of the same seat, since they name it themselves. */
function groupsOfLines(
  scene: Scene,
  before: Scene | null,
  { seats }: Staged,
  lines: readonly Told[],
): readonly StageGroup[] {
  const areCompared = new Set(lines.map(({ seat }) => seat)).size > 1;
  const find = (id: string) =>
    scene.pieces.find((piece) => piece.id === id) ??
      before?.pieces.find((piece) => piece.id === id);
  return lines.map(({ seat, about = [] }) => ({
    seat: areCompared ? seat : -1,
    title: areCompared ? nameOf(scene, seats, seat) : "",
    note: "",
    pieces: about.map(find).filter((piece) => piece !== undefined)
      .filter(({ marks, place }) => !place && !marks.includes("covered")),
    counters: [],
  }));
}

/** The name of a seat; one's own is "you". */
function nameOf({ viewer }: Scene, seats: Snapshot["seats"], seat: number): string {
  return seat >= 0 && seat === viewer ? say("table.you.alone") : seats[seat]?.name ?? "";
}

/** A group for each area of a name, or of a prefix and "*". */
function groupsOfAreas(scene: Scene, before: Scene | null, name: string): readonly StageGroup[] {
  const areas = scene.areas.filter(({ id }) => matches(name, id));
  return areas.map(({ id, seat, label, tip, counters }) => {
    const old = before?.areas.find((area) => area.id === id)?.counters ?? counters;
    return {
      seat,
      title: seat >= 0 && seat === scene.viewer ? say("table.you.alone") : label,
      note: tip,
      pieces: scene.pieces.filter(({ area, place }) => area === id && !place),
      counters: counters.map((counter) => ({
        ...counter,
        change: counter.value - (old.find(({ key }) => key === counter.key)?.value ?? 0),
      })),
    };
  });
}
