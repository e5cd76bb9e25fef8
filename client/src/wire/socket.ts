/** The WebSocket of one table: receives views, sends messages, and reconnects when lost. */

import { Refused } from "./http.ts";
import { applyChange } from "./changes.ts";
import type { Ask, Done, Hints, Tell, View } from "./types.ts";

/** `gone`: there is no such table; `logged-out`: the session of this browser has ended. */
export type ConnectionState = "connecting" | "open" | "lost" | "gone" | "logged-out";
/** A message to the server, without its id. */
export type ClientMessage = Ask extends infer One ? One extends Ask ? Omit<One, "id"> : never
  : never;

export interface SocketListener {
  onView(view: View): void;
  onClip(bytes: ArrayBuffer): void;
  onState(state: ConnectionState): void;
}

interface PendingAnswer {
  readonly resolve: (answer: Done | Hints) => void;
  readonly reject: (error: Refused) => void;
}

const RECONNECT_DELAY_MS = 500;
const MAX_RECONNECT_DELAY_MS = 15_000;
const PING_INTERVAL_MS = 15_000;
const SILENCE_TIMEOUT_MS = 40_000; // without any message for this long, the connection is dead
const CLOSE_CODE_LOGGED_OUT = 4001; // sent by the server when the session has ended
const GONE_DELAY_ATTEMPTS = 5; // a table taken for non-existent is retried at the longest delay
const ATTEMPTS_BEFORE_GONE = 3; // a table that never opened is taken for non-existent

/** The delay before the next attempt: exponential with a maximum, and jitter of a quarter. */
export function reconnectDelayMs(attempts: number, random = Math.random()): number {
  return Math.min(MAX_RECONNECT_DELAY_MS, RECONNECT_DELAY_MS * 2 ** attempts) * (0.75 + random / 2);
}

export class TableSocket {
  readonly #url: () => string;
  readonly #listener: SocketListener;
  readonly #pending = new Map<number, PendingAnswer>();
  #socket: WebSocket | null = null;
  #view: View | null = null; // the latest on this socket: changes are applied to it
  #lastId = 0;
  #attempts = 0;
  #wasOpen = false;
  #closed = false;
  #lastMessageAt = 0;
  #reconnectTimer = 0;
  #pingTimer = 0;

  constructor(url: () => string, listener: SocketListener) {
    this.#url = url;
    this.#listener = listener;
    this.#pingTimer = setInterval(() => this.#ping(), PING_INTERVAL_MS);
    addEventListener("online", this.#reconnectNow);
    document.addEventListener("visibilitychange", this.#reconnectNow);
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
      this.#pending.set(id, { resolve, reject });
      socket.send(JSON.stringify({ ...message, id }));
    });
  }

  /** Close the connection for good. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#reconnectTimer);
    clearInterval(this.#pingTimer);
    removeEventListener("online", this.#reconnectNow);
    document.removeEventListener("visibilitychange", this.#reconnectNow);
    this.#socket?.close();
  }

  #open(): void {
    this.#listener.onState(this.#wasOpen ? "lost" : "connecting");
    const socket = new WebSocket(this.#url());
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#view = null;
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(event.data);
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      if (code === CLOSE_CODE_LOGGED_OUT) this.#stopLoggedOut();
      else this.#reconnectLater();
    };
  }

  #receive(data: string | ArrayBuffer): void {
    this.#lastMessageAt = Date.now();
    if (typeof data !== "string") return this.#listener.onClip(data);
    const message: Tell = JSON.parse(data);
    if (message.type === "view") return this.#deliver(message);
    if (message.type === "change") return this.#deliver(applyChange(this.#view, message));
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.type !== "refused") pending?.resolve(message);
    else pending?.reject(new Refused(message.code, message.message, message.rule));
  }

  #deliver(view: View): void {
    if (this.#attempts > 0 || !this.#wasOpen) this.#listener.onState("open");
    this.#wasOpen = true;
    this.#attempts = 0;
    this.#view = view;
    this.#listener.onView(view);
  }

  /** After a logout there is no point in reconnecting. */
  #stopLoggedOut(): void {
    this.#rejectPending();
    this.close();
    this.#listener.onState("logged-out");
  }

  #rejectPending(): void {
    for (const pending of this.#pending.values()) {
      pending.reject(new Refused("offline", "the connection is lost"));
    }
    this.#pending.clear();
    this.#socket = null;
  }

  #reconnectLater(): void {
    this.#rejectPending();
    if (this.#closed) return;
    this.#attempts += 1;
    const isGone = !this.#wasOpen && this.#attempts >= ATTEMPTS_BEFORE_GONE;
    this.#listener.onState(isGone ? "gone" : this.#wasOpen ? "lost" : "connecting");
    this.#reconnectTimer = setTimeout(
      () => this.#open(),
      reconnectDelayMs(isGone ? GONE_DELAY_ATTEMPTS : this.#attempts - 1),
    );
  }

  /** The network or the tab is back: reconnect at once. */
  readonly #reconnectNow = (): void => {
    if (this.#closed || document.hidden) return;
    if (this.#socket) return this.#ping();
    clearTimeout(this.#reconnectTimer);
    this.#open();
  };

  #ping(): void {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    if (this.#lastMessageAt && Date.now() - this.#lastMessageAt > SILENCE_TIMEOUT_MS) {
      socket.onclose = null;
      socket.close();
      return this.#reconnectLater();
    }
    this.send({ type: "ping" }).catch(() => {});
  }
}

/** The URL of a table's socket. */
export function socketUrl(table: string, language: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const path = `/ws/${encodeURIComponent(table)}?language=${language}&changes=1`;
  return `${scheme}://${location.host}${path}`;
}
