/** What the opponents did since the player's own last turn. */

import type { Snapshot } from "../wire/snapshot.ts";

const MAX_VIEWS = 100;

export class LastMoves {
  readonly #views: Snapshot[] = [];
  #hasMoved = false;

  /** Note a view, before it is shown. With the first one in which others act after the player has moved,
   * the next round begins. */
  add(view: Snapshot): void {
    if (this.#hasMoved && isForOthers(view)) {
      this.#views.splice(0);
      this.#hasMoved = false;
    }
    // What was taken back is no move any more.
    while ((this.#views.at(-1)?.events ?? 0) > view.events) this.#views.pop();
    this.#views.push(view);
    if (this.#views.length > MAX_VIEWS) this.#views.shift();
  }

  /** The player moves; their turn may have more moves. */
  move(): void {
    this.#hasMoved = true;
  }

  /** The views of the round so far. */
  round(): readonly Snapshot[] {
    return [...this.#views];
  }

  /** Whether somebody else has done something, and nothing that players must remember. */
  get canBeShownAgain(): boolean {
    const lines = this.#views.flatMap(({ newLines }) => newLines);
    return lines.some(({ seat }) => seat >= 0) && !lines.some(({ fades }) => fades);
  }

  /** The pieces and areas of each opponent's last move up to a view, with the seat that moved. */
  marks({ events, you }: Snapshot): ReadonlyMap<string, number> {
    const lines = this.#views.filter((view) => view.events <= events)
      .flatMap(({ newLines }) => newLines)
      .filter((line) => line.category === "move" && line.seat >= 0 && line.seat !== you.seat);
    const lastEvents = new Map(lines.map(({ seat, event }) => [seat, event]));
    const marks = new Map<string, number>();
    for (const { seat, event, about = [] } of lines) {
      if (lastEvents.get(seat) !== event) continue;
      for (const id of about) marks.set(id, seat);
    }
    return marks;
  }
}

/** Whether somebody else is to act, or nobody any more. */
function isForOthers({ seats, status, you }: Snapshot): boolean {
  return status !== "playing" || seats.some(({ acting }, seat) => acting && seat !== you.seat);
}
