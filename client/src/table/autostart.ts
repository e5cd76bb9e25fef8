/** Tables that start by themselves: set up for immediate play, or a rematch. */

import type { Snapshot } from "../wire/snapshot.ts";
import type { ClientMessage } from "../wire/socket.ts";
import { createNonce } from "./commitments.ts";

const STORAGE_KEY = "ludotheque.begin";
const NONCE_WAIT_MS = 2000; // for other browsers to send their nonces

/** Set the table that starts as soon as all seats are taken; empty: none. */
export function setAutostart(table: string): void {
  sessionStorage.setItem(STORAGE_KEY, table);
}

function isAutostart(table: string): boolean {
  return sessionStorage.getItem(STORAGE_KEY) === table;
}

/** Whether the game starts without waiting for anybody, so that no waiting room need be shown. */
export function startsAtOnce({ status, table, seats, you }: Snapshot): boolean {
  if (status !== "waiting" || !isAutostart(table)) return false;
  const free = seats.filter(({ taken }) => !taken).length;
  const others = seats.filter(({ taken, bot }, seat) => taken && !bot && seat !== you.seat).length;
  return others === 0 && free === (you.seat < 0 ? 1 : 0);
}

interface AutostartTable {
  readonly name: string;
  send(message: ClientMessage): Promise<boolean>;
}

/** Takes a seat with a nonce, and starts the game when all seats are taken. */
export class Autostart {
  #isBusy = false;
  #isStarting = false;
  #next: Snapshot | null = null;
  #wasSeated = false;
  #timer = 0;

  constructor(readonly table: AutostartTable) {}

  close(): void {
    clearTimeout(this.#timer);
  }

  /** A view of the table has arrived; one that arrives during a request is looked at after it. */
  async onView(view: Snapshot): Promise<void> {
    if (view.status !== "waiting" || !isAutostart(this.table.name)) return;
    this.#next = view;
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (let next = this.#take(); next; next = this.#take()) await this.#advance(next);
    } finally {
      this.#isBusy = false;
    }
  }

  #take(): Snapshot | null {
    const next = this.#next;
    this.#next = null;
    return next;
  }

  async #advance(view: Snapshot): Promise<void> {
    const { seat, host } = view.you;
    const free = view.seats.findIndex((seat) => !seat.taken);
    if (seat < 0) {
      if (this.#wasSeated) setAutostart(""); // a player who left the seat does not want to start
      else if (free >= 0) await this.#sit(free);
      return;
    }
    this.#wasSeated = true;
    // A rematch seats everybody without a nonce: it is sent only after the commitment was seen.
    if (!view.nonces[seat]) return await this.#sit(seat);
    if (!host) return setAutostart("");
    if (free >= 0) return;
    const hasAllNonces = view.seats.every(({ bot }, i) => bot || view.nonces[i]);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#start(), hasAllNonces ? 0 : NONCE_WAIT_MS);
  }

  async #sit(seat: number): Promise<void> {
    await this.table.send({ type: "sit", seat, nonce: createNonce(this.table.name) });
  }

  async #start(): Promise<void> {
    if (!isAutostart(this.table.name) || this.#isStarting) return;
    this.#isStarting = true;
    if (!await this.table.send({ type: "start" })) setAutostart("");
  }
}
