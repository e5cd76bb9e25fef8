/** Tables that begin by themselves: set up to be played at once, or a rematch everybody wants. */

import type { Asking } from "../wire/socket.ts";
import type { View } from "../wire/types.ts";
import { nonce } from "./promises.ts";

const PATIENCE = 2000; // milliseconds for others to add to the luck

/** Remember that a table is to begin as soon as all sit at it; empty: none is. */
export function beginSoon(table: string): void {
  sessionStorage.setItem("ludotheque.begin", table);
}

function isMeantToBegin(table: string): boolean {
  return sessionStorage.getItem("ludotheque.begin") === table;
}

interface Asker {
  readonly name: string;
  ask(asking: Asking): Promise<boolean>;
}

/** Sits down, adds a nonce to the luck, and starts when all are there. */
export class Beginning {
  #isBusy = false;
  #wasSeated = false;
  #timer = 0;

  constructor(readonly table: Asker) {}

  close(): void {
    clearTimeout(this.#timer);
  }

  /** A view of the table has come. */
  async see(view: View): Promise<void> {
    if (view.status !== "waiting" || this.#isBusy || !isMeantToBegin(this.table.name)) return;
    this.#isBusy = true;
    try {
      await this.#advance(view);
    } finally {
      this.#isBusy = false;
    }
  }

  async #advance(view: View): Promise<void> {
    const free = view.seats.findIndex((seat) => !seat.taken);
    if (view.seat < 0) {
      if (this.#wasSeated) beginSoon(""); // who got up again wants nothing to begin
      else if (free >= 0) await this.#sit(free);
      return;
    }
    this.#wasSeated = true;
    // A rematch seats everybody without a nonce: it is only sent to a commitment that was seen.
    if (!view.nonces[view.seat]) return await this.#sit(view.seat);
    if (!view.host) return beginSoon("");
    if (free >= 0) return;
    const isStirred = view.seats.every((seat, i) => seat.bot || view.nonces[i]);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#start(), isStirred ? 0 : PATIENCE);
  }

  async #sit(seat: number): Promise<void> {
    await this.table.ask({ type: "sit", seat, nonce: nonce(this.table.name) });
  }

  async #start(): Promise<void> {
    if (!isMeantToBegin(this.table.name)) return;
    beginSoon("");
    await this.table.ask({ type: "start" });
  }
}
