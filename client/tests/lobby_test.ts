import { assertEquals } from "./assert.ts";
import { LobbyController } from "../src/house/LobbyController.ts";
import {
  applyLobbyChange,
  displaced,
  fetchPages,
  joined,
  type LobbyPages,
  pagesOf,
} from "../src/house/pages.ts";
import type { ListedTable, LobbyMessage, TablePage } from "../src/wire/types.ts";

const table = (table: string, created: number, status = "waiting", changed = 0): ListedTable => ({
  table,
  created,
  status,
  changed,
  game: "m",
  you: -1,
  summary: {
    options: {},
    names: [],
    bots: [],
    pace: { mode: "free", seconds: 0, increment: 0, together: 0, pauses: null },
    acting: [],
    scores: [],
    persons: [],
    open_seats: false,
    leave: [],
    closed: "",
  },
});
const ids = (page: TablePage | undefined) => page?.tables.map(({ table }) => table).join(" ");
const NEXT = { waiting: "", playing: "" };

Deno.test("a change adds, replaces, moves and removes tables, the newest first", () => {
  const before = pagesOf({
    type: "lobby",
    tables: [table("d", 4), table("a", 1), table("c", 3, "playing")],
    next: { waiting: "1.a", playing: "" },
  });
  assertEquals([ids(before.waiting), ids(before.playing)], ["d a", "c"]);
  assertEquals(before.waiting.next, "1.a");
  const after = applyLobbyChange(before, {
    type: "lobby-change",
    tables: [table("d", 4, "playing"), table("b", 2), table("e", 5)],
    removed: ["c"],
    next: NEXT,
  });
  assertEquals([ids(after.waiting), ids(after.playing)], ["e b a", "d"]);
});

Deno.test("tables displaced by newer ones are told from those that are gone", () => {
  const before = { tables: [table("c", 3), table("b", 2), table("a", 1)], next: "1.a" };
  const after = { tables: [table("e", 5), table("d", 4), table("b", 2)], next: "2.b" };
  assertEquals(displaced(before, after).map(({ table }) => table), ["a"]); // c is gone
  assertEquals(displaced(before, { tables: [], next: "" }), []);
});

Deno.test("pages are joined without repetition", () => {
  const first = { tables: [table("c", 3), table("b", 2)], next: "2.b" };
  const older = { tables: [table("b", 2), table("a", 1)], next: "1.a" };
  assertEquals(joined(first, null), first);
  assertEquals([ids(joined(first, older)), joined(first, older).next], ["c b a", "1.a"]);
});

/** A server of pages of one table each, and a socket of the lobby, in place of the real ones. */
class FakeHouse {
  readonly requests: string[] = [];
  readonly sockets: FakeSocket[] = [];
  hidden = false;
  isDown = false;
  readonly #listeners = new Map<string, () => void>();

  constructor(readonly tables: readonly ListedTable[]) {
    const globals = globalThis as unknown as Record<string, unknown>;
    globals["document"] = {
      addEventListener: (name: string, run: () => void) => this.#listeners.set(name, run),
      removeEventListener: (name: string) => this.#listeners.delete(name),
    };
    Object.defineProperty(globals["document"], "hidden", { get: () => this.hidden });
    globals["location"] = { protocol: "http:", host: "house" };
    globals["fetch"] = (path: string) => Promise.resolve(this.#respond(path));
    const add = (socket: FakeSocket) => this.sockets.push(socket);
    globals["WebSocket"] = class extends FakeSocket {
      constructor(url: string) {
        super(url);
        add(this);
      }
    };
  }

  #respond(path: string): Response {
    this.requests.push(path);
    if (this.isDown) throw new TypeError("no network");
    const query = new URL(path, "http://house").searchParams;
    const wanted = this.tables.filter(({ status }) => status === query.get("status"));
    const before = query.get("before");
    const start = before ? wanted.findIndex(({ table }) => `cursor ${table}` === before) + 1 : 0;
    const next = start + 1 < wanted.length ? `cursor ${wanted[start]?.table}` : "";
    return Response.json({ tables: wanted.slice(start, start + 1), next });
  }

  setHidden(hidden: boolean): void {
    this.hidden = hidden;
    this.#listeners.get("visibilitychange")?.();
  }
}

class FakeSocket {
  static readonly OPEN = 1;
  readonly readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  isClosed = false;
  constructor(readonly url: string) {}
  send(): void {}
  close(): void {
    this.isClosed = true;
  }
  push(message: LobbyMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
const lists = (pages: LobbyPages | null) => [ids(pages?.waiting), ids(pages?.playing)];

Deno.test("lists follow the socket, and older pages can be loaded", async () => {
  const house = new FakeHouse(["d", "c", "b", "a"].map((id, index) => table(id, 4 - index)));
  const lobby = new LobbyController();
  const [socket] = house.sockets;
  assertEquals(socket?.url, "ws://house/ws/lobby");
  assertEquals(lobby.pages.value, null);
  const next = { waiting: "cursor d", playing: "" };
  socket?.push({ type: "lobby", tables: [table("d", 4)], next });
  assertEquals(lists(lobby.pages.value), ["d", ""]);
  await lobby.loadMore("waiting");
  assertEquals(lists(lobby.pages.value), ["d c", ""]);
  await lobby.loadMore("waiting");
  assertEquals(lists(lobby.pages.value), ["d c b", ""]);
  const changed = { tables: [table("e", 5)], removed: ["d"], next: { ...next, waiting: "5.e" } };
  socket?.push({ type: "lobby-change", ...changed });
  assertEquals(lists(lobby.pages.value), ["e d c b", ""]);
  assertEquals(house.requests.length, 2);
  lobby.close();
  assertEquals(socket?.isClosed, true);
});

Deno.test("without the socket lists are fetched", async () => {
  const house = new FakeHouse([table("a", 1), table("b", 2, "playing")]);
  const lobby = new LobbyController();
  house.isDown = true;
  house.sockets[0]?.onclose?.({ code: 1006 });
  await settled();
  assertEquals([lobby.error.value?.code, lobby.pages.value], ["offline", null]);
  house.isDown = false;
  await lobby.refresh();
  assertEquals([lobby.error.value, ...lists(lobby.pages.value)], [null, "a", "b"]);
  lobby.close();
});

Deno.test("a hidden page has no socket, and a visible one begins anew", () => {
  const house = new FakeHouse([]);
  const lobby = new LobbyController();
  house.setHidden(true);
  assertEquals(house.sockets.map(({ isClosed }) => isClosed), [true]);
  house.setHidden(false);
  assertEquals(house.sockets.map(({ isClosed }) => isClosed), [true, false]);
  house.sockets[1]?.push({ type: "lobby", tables: [table("a", 1)], next: NEXT });
  assertEquals(lists(lobby.pages.value), ["a", ""]);
  house.sockets[0]?.push({ type: "lobby", tables: [], next: NEXT }); // too late
  assertEquals(lists(lobby.pages.value), ["a", ""]);
  lobby.close();
});

Deno.test("pages are fetched until there are enough tables", async () => {
  const house = new FakeHouse(["c", "b", "a"].map((id, index) => table(id, 3 - index)));
  assertEquals(ids(await fetchPages("status=waiting", "", 2)), "c b");
  assertEquals(ids(await fetchPages("status=waiting", "cursor c", 9)), "b a");
  assertEquals(house.requests.length, 4);
});
