/** What a table's socket needs of a browser, controlled by the test. */

/** Replace a global of browsers. */
export function setGlobal(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** A WebSocket on which the test plays the house. */
export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readonly sent: { readonly type: string; readonly id: number }[] = [];
  readyState = 1;
  binaryType = "";
  onmessage: (event: { data: string }) => void = () => {};
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  static get latest(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error("no socket was opened");
    return socket;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  receive(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  /** The house closes the connection, or refuses to open it. */
  lose(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
}

/** Timers that run only when the test says so. */
export class FakeTimers {
  readonly pending: { readonly run: () => void; readonly delay: number }[] = [];

  /** The delay of the next timer. */
  get delay(): number | undefined {
    return this.pending[0]?.delay;
  }

  runNext(): void {
    this.pending.shift()?.run();
  }
}

/** Install fakes of everything; returns what the test can control. */
export function fakeBrowser() {
  const real = { setTimeout, setInterval, fetch, random: Math.random };
  const timers = new FakeTimers();
  const state = { hidden: false, now: 1000, reloads: 0, record: { status: 404, code: "" } };
  const documentEvents = new EventTarget();
  const storage = new Map<string, string>();
  FakeSocket.all = [];
  setGlobal("WebSocket", FakeSocket);
  setGlobal("location", { protocol: "http:", host: "here", reload: () => state.reloads++ });
  const shared = new Map<string, string>();
  setGlobal("localStorage", {
    getItem: (key: string) => shared.get(key) ?? null,
    setItem: (key: string, value: string) => shared.set(key, value),
    clear: () => shared.clear(),
  });
  setGlobal("sessionStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  setGlobal(
    "document",
    Object.defineProperty(documentEvents, "hidden", { get: () => state.hidden }),
  );
  setGlobal("performance", { now: () => state.now });
  setGlobal("setTimeout", (run: () => void, delay = 0) => timers.pending.push({ run, delay }));
  setGlobal("setInterval", () => 0);
  setGlobal("fetch", () => {
    const { status, code } = state.record;
    return Promise.resolve(Response.json({ code }, { status }));
  });
  Math.random = () => 0.5;
  const restore = () => {
    setGlobal("setTimeout", real.setTimeout);
    setGlobal("setInterval", real.setInterval);
    setGlobal("fetch", real.fetch);
    Math.random = real.random;
  };
  /** Let promises settle. */
  const settle = () => new Promise((done) => real.setTimeout(done, 0));
  return { timers, state, documentEvents, restore, settle };
}
