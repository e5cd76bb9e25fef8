/** A WebSocket of a list, such as the lobby's: open while the page is visible, and reopened when lost. */

import { reconnectDelayMs } from "./reconnection.ts";

export interface ListListener<Message> {
  onMessage(message: Message): void;
  /** The connection is lost, or could not be opened. */
  onLost(): void;
}

const PING_INTERVAL_MS = 15_000;
const SILENCE_TIMEOUT_MS = 40_000; // without any message for this long, the connection is dead

const NO_TOKEN = 4003; // there is no person yet: until there is one, it stays closed

export class ListSocket<Message extends { readonly type: string }> {
  readonly #path: string;
  readonly #listener: ListListener<Message>;
  #socket: WebSocket | null = null;
  #attempts = 0;
  #lastMessageAt = 0;
  #reconnectTimer = 0;
  #pingTimer = 0;

  constructor(path: string, listener: ListListener<Message>) {
    this.#path = path;
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

  /** Open a new connection: another person asks. */
  reopen(): void {
    this.#disconnect();
    this.#followVisibility();
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
    if (!socket) return;
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  }

  #open(): void {
    clearTimeout(this.#reconnectTimer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.#path}`);
    this.#socket = socket;
    this.#lastMessageAt = Date.now();
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#receive(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      if (code === NO_TOKEN) this.#socket = null;
      else this.#reconnectLater();
    };
  }

  #receive(message: Message | { readonly type: "done" }): void {
    this.#lastMessageAt = Date.now();
    this.#attempts = 0;
    if (message.type !== "done") this.#listener.onMessage(message as Message);
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
