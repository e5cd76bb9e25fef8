/** The line to one table: views come in, asks go out, and a lost line is taken up again. */

import { Refused } from "./http.ts";
import { follow } from "./changes.ts";
import type { Ask, Done, Hints, Tell, View } from "./types.ts";

/** `gone`: there is no such table; `out`: whoever looked on was logged out. */
export type LineState = "opening" | "open" | "lost" | "gone" | "out";
/** An ask without its number. */
export type Asking = Ask extends infer One ? One extends Ask ? Omit<One, "id"> : never : never;

export interface Listener {
  view(view: View): void;
  clip(bytes: ArrayBuffer): void;
  state(state: LineState): void;
}

interface Waiting {
  readonly done: (answer: Done | Hints) => void;
  readonly refused: (error: Refused) => void;
}

const PING_EVERY = 15_000;
const SILENCE = 40_000; // nothing heard for so long: the line is dead, whatever it says
const LOGGED_OUT = 4001; // the code of a socket whose session has ended
const TRIES_BEFORE_GONE = 3; // a table that never opened does not exist

/** How long to wait before the next try: doubling, at most 15 seconds, with some scatter. */
export function backOff(tries: number, chance = Math.random()): number {
  return Math.min(15_000, 500 * 2 ** tries) * (0.75 + chance / 2);
}

export class Line {
  readonly #address: () => string;
  readonly #listener: Listener;
  readonly #asked = new Map<number, Waiting>();
  #socket: WebSocket | null = null;
  #view: View | null = null; // the latest of this socket
  #number = 0;
  #tries = 0;
  #everOpen = false;
  #closed = false;
  #heard = 0;
  #timer = 0;
  #pinger = 0;

  constructor(address: () => string, listener: Listener) {
    this.#address = address;
    this.#listener = listener;
    this.#pinger = setInterval(() => this.#ping(), PING_EVERY);
    addEventListener("online", this.#now);
    document.addEventListener("visibilitychange", this.#now);
    this.#open();
  }

  /** Ask for something: done, or `Refused`; with the line lost, refused as `offline`. */
  ask(asking: Asking): Promise<Done | Hints> {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refused("offline", "the line is lost"));
    }
    const id = ++this.#number;
    return new Promise((done, refused) => {
      this.#asked.set(id, { done, refused });
      socket.send(JSON.stringify({ ...asking, id }));
    });
  }

  /** Hang up for good. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pinger);
    removeEventListener("online", this.#now);
    document.removeEventListener("visibilitychange", this.#now);
    this.#socket?.close();
  }

  #open(): void {
    this.#listener.state(this.#everOpen ? "lost" : "opening");
    const socket = new WebSocket(this.#address());
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#view = null;
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#take(event.data);
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      if (code === LOGGED_OUT) this.#leave();
      else this.#lose();
    };
  }

  #take(data: string | ArrayBuffer): void {
    this.#heard = Date.now();
    if (typeof data !== "string") return this.#listener.clip(data);
    const message: Tell = JSON.parse(data);
    if (message.type === "view") return this.#show(message);
    if (message.type === "change") return this.#show(follow(this.#view, message));
    const waiting = this.#asked.get(message.id);
    this.#asked.delete(message.id);
    if (message.type !== "refused") waiting?.done(message);
    else waiting?.refused(new Refused(message.code, message.message, message.rule));
  }

  #show(view: View): void {
    if (this.#tries > 0 || !this.#everOpen) this.#listener.state("open");
    this.#everOpen = true;
    this.#tries = 0;
    this.#view = view;
    this.#listener.view(view);
  }

  /** Who is logged out is not let in again by trying. */
  #leave(): void {
    this.#refuseAll();
    this.close();
    this.#listener.state("out");
  }

  #refuseAll(): void {
    for (const waiting of this.#asked.values()) {
      waiting.refused(new Refused("offline", "the line is lost"));
    }
    this.#asked.clear();
    this.#socket = null;
  }

  #lose(): void {
    this.#refuseAll();
    if (this.#closed) return;
    this.#tries += 1;
    const isGone = !this.#everOpen && this.#tries >= TRIES_BEFORE_GONE;
    this.#listener.state(isGone ? "gone" : this.#everOpen ? "lost" : "opening");
    this.#timer = setTimeout(() => this.#open(), backOff(isGone ? 5 : this.#tries - 1));
  }

  /** The network is back, or somebody looks again: try at once. */
  readonly #now = (): void => {
    if (this.#closed || document.hidden) return;
    if (this.#socket) return this.#ping();
    clearTimeout(this.#timer);
    this.#open();
  };

  #ping(): void {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    if (this.#heard && Date.now() - this.#heard > SILENCE) {
      socket.onclose = null;
      socket.close();
      return this.#lose();
    }
    this.ask({ type: "ping" }).catch(() => {});
  }
}

/** The address of a table's socket. */
export function socketAddress(table: string, language: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const path = `/ws/${encodeURIComponent(table)}?language=${language}&changes=1`;
  return `${scheme}://${location.host}${path}`;
}
