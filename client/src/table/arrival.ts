/** Sitting down at a table that one has just set up for friends, or that matchmaking has found. */

import type { Snapshot } from "../wire/snapshot.ts";
import type { ClientMessage } from "../wire/socket.ts";
import { createNonce } from "./commitments.ts";

const STORAGE_KEY = "ludotheque.match";

/** Set the table at which the player sits down as soon as it is shown; empty: none. */
export function setArrival(table: string): void {
  sessionStorage.setItem(STORAGE_KEY, table);
}

/** The seats to try, the best first: the reserved one, the host's first free one, or in a running game
 * those of bots. */
export function seatsToTry({ status, you, seats, open_seats }: Snapshot): readonly number[] {
  if (you.seat >= 0) return [];
  if (status === "waiting") {
    if (you.reserved >= 0) return [you.reserved];
    const free = seats.findIndex(({ taken, reserved }) => !taken && !reserved);
    return you.host && free >= 0 ? [free] : [];
  }
  if (status !== "playing" || !open_seats) return [];
  return seats.flatMap(({ bot, resigned }, seat) => bot && !resigned ? [seat] : []);
}

interface ArrivalTable {
  readonly name: string;
  send(message: ClientMessage): Promise<boolean>;
}

/** Takes the seat, once. */
export class Arrival {
  constructor(readonly table: ArrivalTable) {}

  /** A view of the table has arrived. */
  async onView(view: Snapshot): Promise<void> {
    const { name } = this.table;
    if (sessionStorage.getItem(STORAGE_KEY) !== name) return;
    setArrival("");
    for (const seat of seatsToTry(view)) {
      if (await this.table.send({ type: "sit", seat, nonce: createNonce(name) })) return;
    }
  }
}
