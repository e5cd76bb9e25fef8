/** What a table shows, moment by moment, as events of the page: for tests, and for the films of the
 * gallery. */

import type { Stage } from "../scene/StageView.ts";
import type { Snapshot } from "../wire/snapshot.ts";
import type { Plan } from "./ViewQueue.ts";

const EVENT_NAME = "ludotheque:moment";

/** One view as it was shown. */
export interface ShownMoment extends Plan {
  /** How many events have happened. */
  readonly events: number;
  readonly lines: readonly {
    readonly event: number;
    readonly part: number;
    readonly kind: string;
  }[];
  /** The pieces that are on its stage; null without a stage. */
  readonly stage: readonly string[] | null;
  /** How long the board is seen before the stage, in milliseconds. */
  readonly after: number;
}

/** Tell the page that a view is shown from now on. */
export function traceMoment(
  { events, newLines }: Snapshot,
  plan: Plan,
  stage: Stage | null,
  after: number,
): void {
  const detail: ShownMoment = {
    ...plan,
    events,
    lines: newLines.map(({ event, part, kind }) => ({ event, part, kind })),
    stage: stage && stage.groups.flatMap(({ pieces }) => pieces.map(({ id }) => id)),
    after,
  };
  dispatchEvent(new CustomEvent(EVENT_NAME, { detail }));
}
