/** The WebSocket of the lobby: open while the page is visible, and reopened when lost. */

import { reconnectDelayMs } from "./reconnection.ts";
import type { LobbyMessage } from "./types.ts";

export interface LobbyListener {
  onMessage(message: LobbyMessage): void;
  /** The connection is lost, or could not be opened. */
  onLost(): void;
}

const PING_INTERVAL_MS = 15_000;
const SILENCE_TIMEOUT_MS = 40_000; // without any message for this long, the connection is dead

export class LobbySocket {
  readonly #listener: LobbyListener;
  #socket: WebSocket | null = null;
  #attempts = 0;
  #lastMessageAt = 0;
  #reconnectTimer = 0;
  #pingTimer = 0;

  constructor(listener: LobbyListener) {
    this.#listener = listener;
    this.#pingTimer = setInterval(() => this.#ping(), PING_INTERVAL_MS);
    addEventListener("online", this.#followVisibility);
    document.addEventListener("visibilitychange", this.#followVisibility);
    this.#followVisibility();
  }

  /** Close the connection for good. */
  close(): void {
    removeEventListener("online", this.#followVisibility);
    document.removeEventListener("visibilitychange", this.#followVisibility);
    clearInterval(this.#pingTimer);
    this.#disconnect();
  }

  /** Nobody looks at a hidden page; a new connection begins with whole lists. */
  readonly #followVisibility = (): void => {
    if (document.hidden) this.#disconnect();
    else if (!this.#socket) this.#open();
  };

  #disconnect(): void {
    clearTimeout(this.#reconnectTimer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #open(): void {
    clearTimeout(this.#reconnectTimer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/lobby`);
    this.#socket = socket;
    this.#lastMessageAt = Date.now();
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#receive(JSON.parse(data));
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#reconnectLater();
    };
  }

  #receive(message: LobbyMessage | { readonly type: "done" }): void {
    this.#lastMessageAt = Date.now();
    this.#attempts = 0;
    if (message.type !== "done") this.#listener.onMessage(message);
  }

  #reconnectLater(): void {
    this.#socket = null;
    this.#listener.onLost();
    this.#attempts += 1;
    this.#reconnectTimer = setTimeout(() => this.#open(), reconnectDelayMs(this.#attempts - 1));
  }

  #ping(): void {
    const socket = this.#socket;
    if (!socket) return;
    if (Date.now() - this.#lastMessageAt > SILENCE_TIMEOUT_MS) {
      socket.onclose = null;
      socket.close();
      this.#reconnectLater();
    } else if (socket.readyState === WebSocket.OPEN) {
      socket.send(JSON.stringify({ type: "ping" }));
    }
  }
}
