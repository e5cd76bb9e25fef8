/** The WebSocket of one table: receives its state, sends messages, and reconnects when lost. */

import { reloadOnce } from "../reload.ts";
import { HouseClock } from "./HouseClock.ts";
import { Refused } from "./http.ts";
import { reasonAgainst, reconnectDelayMs } from "./reconnection.ts";
import { isRenewedSince } from "./renewal.ts";
import { mergeSnapshots, type Snapshot } from "./snapshot.ts";
import { TableReplica } from "./TableReplica.ts";
import type { Ask, Change, Done, Hints, Refusal, Spectators, Tell, View } from "./types.ts";

/** `outdated`: the house speaks another protocol; `logged-out`: the session of this browser has
 * ended; `gone`: the table can't be opened. */
export type ConnectionState =
  | "connecting"
  | "open"
  | "lost"
  | "outdated"
  | "logged-out"
  | "gone";
/** A message to the server, without its id. */
export type ClientMessage = Ask extends infer One ? One extends Ask ? Omit<One, "id"> : never
  : never;

/** As whom a table is watched: the browser's own person, a spectator whoever it is, or the companion of
 * a number, who shares this device. */
export type Viewer = "own" | "spectator" | number;

export interface SocketListener {
  /** The table has changed, step by step. */
  onSnapshots(snapshots: readonly Snapshot[]): void;
  onClip(bytes: ArrayBuffer): void;
  /** With the reason if the table is gone. */
  onState(state: ConnectionState, reason?: Refused): void;
}

interface PendingAnswer {
  readonly sentAt: number;
  readonly resolve: (answer: Done | Hints) => void;
  readonly reject: (error: Refused) => void;
}

const PROTOCOL_VERSION = 2;
const PING_INTERVAL_MS = 15_000;
const SILENCE_TIMEOUT_MS = 40_000; // without any message for this long, the connection is dead
const STABLE_AFTER_MS = 10_000; // a connection lost sooner counts as another failed attempt
const ATTEMPTS_BEFORE_LOST = 3; // failed ones, until a first connection counts as lost
const AWAKE_MS = 3000; // a connection lost this soon after the device woke up was lost by it
const CLOSE_CODE_LOGGED_OUT = 4001; // sent by the server when the session has ended
const RENEWAL_MS = 1500; // in which the browser has got the token that replaced the old one
const CLOSE_CODE_PROTOCOL = 4002; // sent by a server that speaks another protocol
const CLOSE_CODE_BROKEN = 4003; // the server can't read the table; the reason is a code

export class TableSocket {
  readonly clock = new HouseClock();
  readonly #table: string;
  readonly #listener: SocketListener;
  readonly #pending = new Map<number, PendingAnswer>();
  #language: string;
  #replica = new TableReplica();
  #canResume = false; // whether the replica is in the present language
  #socket: WebSocket | null = null;
  #openedAt = 0;
  #isFirstMessage = true;
  #lastId = 0;
  #attempts = 0;
  #wasOpen = false;
  #closed = false;
  #lastMessageAt = 0;
  #awakeAt = -Infinity; // when the network or the tab came back
  #isEnding = false; // the session has ended: it is not known yet whether a new one replaced it
  #reconnectTimer = 0;
  #pingTimer = 0;

  constructor(
    table: string,
    language: string,
    listener: SocketListener,
    readonly viewer: Viewer = "own",
  ) {
    this.#table = table;
    this.#language = language;
    this.#listener = listener;
    this.#pingTimer = setInterval(() => this.#ping(), PING_INTERVAL_MS);
    addEventListener("online", this.#wakeUp);
    document.addEventListener("visibilitychange", this.#wakeUp);
    this.#open();
  }

  /** Send a message; rejects with `Refused` (code `offline` without a connection). */
  send(message: ClientMessage): Promise<Done | Hints> {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refused("offline", "the connection is lost"));
    }
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { sentAt: performance.now(), resolve, reject });
      socket.send(JSON.stringify({ ...message, id }));
    });
  }

  /** Receive everything in another language from now on. */
  setLanguage(language: string): void {
    this.#language = language;
    this.#canResume = false;
    this.send({ type: "language", language }).catch(() => {}); // the next connection has it
  }

  /** Close the connection for good. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#reconnectTimer);
    clearInterval(this.#pingTimer);
    removeEventListener("online", this.#wakeUp);
    document.removeEventListener("visibilitychange", this.#wakeUp);
    this.#socket?.close();
  }

  #open(): void {
    const after = this.#canResume ? this.#replica.position : "";
    const socket = new WebSocket(
      socketUrl(this.#table, this.#language, after, this.viewer),
    );
    const openedAt = Date.now();
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#openedAt = performance.now();
    this.#lastMessageAt = Date.now();
    this.#isFirstMessage = true;
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(event.data);
    };
    socket.onclose = ({ code, reason }) => {
      if (socket !== this.#socket) return;
      if (code === CLOSE_CODE_LOGGED_OUT) this.#onSessionEnded(openedAt);
      else if (code === CLOSE_CODE_PROTOCOL) this.#onOtherProtocol();
      else if (code === CLOSE_CODE_BROKEN) this.#stop("gone", new Refused(reason, "broken table"));
      else void this.#onLost();
    };
  }

  #receive(data: string | ArrayBuffer): void {
    this.#lastMessageAt = Date.now();
    if (typeof data !== "string") return this.#listener.onClip(data);
    const message: Tell = JSON.parse(data);
    if (message.type === "view" && message.protocol !== PROTOCOL_VERSION) {
      return this.#onOtherProtocol();
    }
    if ("now" in message) this.#readTime(message);
    if (message.type === "view" || message.type === "change" || message.type === "spectators") {
      if (!this.#update(message)) return;
    }
    if (message.type === "change" && message.done !== undefined) {
      this.#answer({ type: "done", id: message.done, now: message.now });
    } else if ("id" in message) this.#answer(message);
  }

  #answer(message: Done | Hints | Refusal): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.type !== "refused") pending?.resolve(message);
    else pending?.reject(new Refused(message.code, message.message, message.rule));
  }

  /** Read the house's time in a message. */
  #readTime(message: View | Change | Done): void {
    const id = message.type === "done" ? message.id : message.type === "change" ? message.done : 0;
    const sentAt = this.#isFirstMessage ? this.#openedAt : this.#pending.get(id ?? 0)?.sentAt;
    if (sentAt !== undefined) {
      this.clock.addRoundTrip(message.now, performance.now() - sentAt);
    } else if (this.clock.addMessage(message.now)) this.#ping();
  }

  /** Update the state of the table; false if the message does not fit it. */
  #update(message: View | Change | Spectators): boolean {
    let snapshots: readonly Snapshot[];
    try {
      snapshots = this.#replica.receive(message);
    } catch (error) {
      console.error(error);
      this.#replica = new TableReplica();
      this.#canResume = false;
      this.#drop();
      return false;
    }
    if (message.type === "view") this.#canResume = true;
    if (!this.#isFirstMessage) this.#listener.onSnapshots(snapshots);
    else this.#onOpen(snapshots.reduce(mergeSnapshots)); // what was missed is shown at once
    return true;
  }

  #onOpen(snapshot: Snapshot): void {
    this.#isFirstMessage = false;
    this.#wasOpen = true;
    this.#listener.onState("open");
    this.#listener.onSnapshots([snapshot]);
    this.#ping(); // for the clock: a shorter round trip than that of opening
  }

  /** There is no point in reconnecting. */
  #stop(state: ConnectionState, reason?: Refused): void {
    this.#rejectPending();
    this.close();
    this.#listener.onState(state, reason);
  }

  /** The session has ended: another tab logged out, or has a new token for both. */
  #onSessionEnded(openedAt: number): void {
    this.#rejectPending();
    this.#isEnding = true;
    this.#reconnectTimer = setTimeout(() => {
      this.#isEnding = false;
      if (isRenewedSince(openedAt)) this.#open();
      else this.#stop("logged-out");
    }, RENEWAL_MS);
  }

  #onOtherProtocol(): void {
    if (reloadOnce()) return this.close();
    this.#stop("outdated");
  }

  #rejectPending(): void {
    for (const pending of this.#pending.values()) {
      pending.reject(new Refused("offline", "the connection is lost"));
    }
    this.#pending.clear();
    this.#socket = null;
  }

  /** The connection is lost, or could not be opened. */
  async #onLost(): Promise<void> {
    this.#rejectPending();
    if (this.#closed) return;
    const now = performance.now();
    if (!this.#isFirstMessage && now - this.#openedAt > STABLE_AFTER_MS) this.#attempts = 0;
    const isOwnFault = now - this.#awakeAt < AWAKE_MS;
    const delay = isOwnFault && this.#attempts === 0 ? 0 : reconnectDelayMs(this.#attempts);
    this.#attempts += 1;
    if (this.#wasOpen || this.#attempts >= ATTEMPTS_BEFORE_LOST) this.#listener.onState("lost");
    this.#reconnectTimer = setTimeout(() => this.#open(), delay);
    if (this.#wasOpen) return;
    const reason = await reasonAgainst(this.#table);
    if (reason && !this.#wasOpen && !this.#closed) this.#stop("gone", reason);
  }

  /** The network or the tab is back: reconnect at once. */
  readonly #wakeUp = (): void => {
    if (this.#closed || this.#isEnding || document.hidden) return;
    this.#awakeAt = performance.now();
    if (this.#socket) return this.#ping();
    clearTimeout(this.#reconnectTimer);
    this.#open();
  };

  #ping(): void {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.#lastMessageAt > SILENCE_TIMEOUT_MS) {
      return this.#drop();
    }
    this.send({ type: "ping" }).catch(() => {});
  }

  /** Give the connection up and open another one. */
  #drop(): void {
    const socket = this.#socket;
    if (!socket) return;
    socket.onclose = null;
    socket.close();
    void this.#onLost();
  }
}

/** The URL of a table's socket; `after` is the position to resume from, if any. */
export function socketUrl(
  table: string,
  language: string,
  after: string,
  viewer: Viewer = "own",
): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const query = new URLSearchParams({ protocol: String(PROTOCOL_VERSION), language });
  if (after) query.set("after", after);
  if (viewer === "spectator") query.set("spectator", "1");
  else if (viewer !== "own") query.set("companion", String(viewer));
  return `${scheme}://${location.host}/ws/${encodeURIComponent(table)}?${query}`;
}
