/** The state of a table, as far as this client knows it, kept up to date by the house's messages. */

import { applyStep } from "./patches.ts";
import { overlayLines, type Snapshot, SnapshotComposer } from "./snapshot.ts";
import type { Change, Spectators, Step, View } from "./types.ts";

export class TableReplica {
  readonly #composer = new SnapshotComposer();
  #state: View | null = null;

  /** Where the house may resume, as `EPOCH.NUMBER`; empty before any view. */
  get position(): string {
    return this.#state ? `${this.#state.epoch}.${this.#state.number}` : "";
  }

  /** Apply a message; returns a snapshot after each of its steps, at least one. Throws if the
   * message does not fit the state; then only a whole view helps. */
  receive(message: View | Change | Spectators): readonly Snapshot[] {
    if (message.type === "view") return [this.#replace(message)];
    if (!this.#state) throw new Error(`${message.type} came before any view`);
    if (message.type === "spectators") {
      this.#state = { ...this.#state, spectators: message.count };
      return [this.#composer.compose(this.#state, [])];
    }
    return this.#change(this.#state, message);
  }

  #replace(view: View): Snapshot {
    const known = this.#state?.table.events;
    this.#state = view;
    const { log } = this.#composer.compose(view, []);
    // In the first view nothing is new; in another one, what happened meanwhile.
    const newLines = known === undefined ? [] : log.filter((line) => line.event >= known);
    return this.#composer.compose(view, newLines);
  }

  /** The steps of a change; who the client is belongs to the last one. */
  #change(before: View, { steps, you, own }: Change): readonly Snapshot[] {
    let state = before;
    const snapshots = steps.slice(0, -1).map((step) => {
      state = applyStep(state, step);
      return this.#composer.compose(state, newLinesOf(step));
    });
    const last = steps.at(-1);
    if (last) state = applyStep(state, last);
    this.#state = { ...state, you: you ?? state.you, own: own ?? state.own };
    return [...snapshots, this.#composer.compose(this.#state, last ? newLinesOf(last) : [])];
  }
}

function newLinesOf(step: Step) {
  return overlayLines(step.public.lines ?? [], step.own?.lines ?? []);
}
