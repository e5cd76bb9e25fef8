/** The lobby on a page: live lists of public tables that wait for players or are being played.
 *
 * They follow the lobby's socket. While it is away they are fetched now and then.
 */

import { Signal } from "../signal.ts";
import { Refused } from "../wire/http.ts";
import { ListSocket } from "../wire/lobby.ts";
import type { LobbyMessage, TablePage } from "../wire/types.ts";
import {
  applyLobbyChange,
  displaced,
  fetchPages,
  joined,
  LOBBY_STATUSES,
  type LobbyPages,
  type LobbyStatus,
  pagesOf,
} from "./pages.ts";

const POLL_INTERVAL_MS = 15_000; // without the socket

export class LobbyController {
  /** What is shown: first pages and loaded older ones; none before the first answer. */
  readonly pages = new Signal<LobbyPages | null>(null);
  readonly error = new Signal<Refused | null>(null);
  readonly #socket: ListSocket<LobbyMessage>;
  #first: LobbyPages | null = null;
  readonly #older: Record<LobbyStatus, TablePage | null> = { waiting: null, playing: null };
  #pollTimer = 0;
  #closed = false;

  constructor() {
    this.#socket = new ListSocket<LobbyMessage>("/ws/lobby", {
      onMessage: (message) => this.#receive(message),
      onLost: () => this.#startPolling(),
    });
  }

  close(): void {
    this.#closed = true;
    this.#stopPolling();
    this.#socket.close();
  }

  /** Load the next page of a list. */
  async loadMore(status: LobbyStatus): Promise<void> {
    const next = this.pages.value?.[status].next;
    if (!next) return;
    const page = await fetchPages(`status=${status}`, next);
    const older = this.#older[status];
    this.#older[status] = { ...page, tables: [...older?.tables ?? [], ...page.tables] };
    this.#show();
  }

  /** Fetch everything now. */
  readonly refresh = async (): Promise<void> => {
    try {
      const [waiting, playing] = await Promise.all(
        LOBBY_STATUSES.map((status) => fetchPages(`status=${status}`)),
      );
      if (waiting && playing) this.#replace({ waiting, playing });
    } catch (error) {
      if (!this.#closed) {
        this.error.value = error instanceof Refused ? error : new Refused("error", String(error));
      }
    }
  };

  #receive(message: LobbyMessage): void {
    this.#stopPolling();
    if (message.type === "lobby") return this.#replace(pagesOf(message));
    if (!this.#first) return;
    const after = applyLobbyChange(this.#first, message);
    for (const status of LOBBY_STATUSES) {
      const older = this.#older[status];
      if (!older) continue;
      const moved = displaced(this.#first[status], after[status]);
      this.#older[status] = { ...older, tables: [...moved, ...older.tables] };
    }
    this.#first = after;
    this.#show();
  }

  /** New first pages; the older ones that were loaded are fetched again. */
  #replace(first: LobbyPages): void {
    if (this.#closed) return;
    this.#first = first;
    this.#show();
    for (const status of LOBBY_STATUSES) {
      const older = this.#older[status];
      const { next } = first[status];
      if (older && !next) this.#older[status] = null;
      if (!older || !next) continue;
      fetchPages(`status=${status}`, next, older.tables.length).then((page) => {
        this.#older[status] = page;
        this.#show();
      }, () => {}); // the old ones stay
    }
  }

  #show(): void {
    const first = this.#first;
    if (!first || this.#closed) return;
    this.error.value = null;
    this.pages.value = {
      waiting: joined(first.waiting, this.#older.waiting),
      playing: joined(first.playing, this.#older.playing),
    };
  }

  #startPolling(): void {
    if (this.#pollTimer || this.#closed) return;
    this.#pollTimer = setInterval(() => !document.hidden && this.refresh(), POLL_INTERVAL_MS);
    void this.refresh();
  }

  #stopPolling(): void {
    clearInterval(this.#pollTimer);
    this.#pollTimer = 0;
  }
}
