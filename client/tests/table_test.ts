import { settings } from "../src/settings.ts";
import { stay, Table } from "../src/table/store.ts";
import type { Line, View } from "../src/wire/types.ts";
import { assertEquals } from "./assert.ts";
import { scene } from "./scenes.ts";

const line = (event: number, kind = "k"): Line => ({
  event,
  text: String(event),
  kind,
  seat: 0,
  cause: "",
  sort: "move",
  rule: "X-1",
  fades: false,
});

const view = (number: number, lines: Line[]): View =>
  ({
    type: "view",
    table: "t",
    number,
    status: "playing",
    scene: scene({}),
    decision: -1,
    seats: [],
    lines,
    events: 99,
    commitment: "",
  }) as unknown as View;

/** A line to nowhere, over which a test says what the house tells. */
class FakeSocket {
  static readonly OPEN = 1;
  static latest: FakeSocket;
  readyState = 1;
  onmessage: (event: { data: string }) => void = () => {};
  constructor() {
    FakeSocket.latest = this;
  }
  send(): void {}
  close(): void {}
  tell(view: View): void {
    this.onmessage({ data: JSON.stringify(view) });
  }
}

/** Put something in the place of what browsers have. */
function pretend(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

Deno.test("what a view tells is known before it is drawn, and only then", async () => {
  pretend("WebSocket", FakeSocket);
  pretend("document", { hidden: true, addEventListener() {}, removeEventListener() {} });
  pretend("location", { protocol: "http:", host: "here" });
  settings.value = { ...settings.value, speed: 0 };
  const table = new Table("t");
  const seen: string[] = [];
  let news: string[] = [];
  table.news.watch((lines) => news = lines.map(({ text }) => text));
  table.view.watch((shown) => {
    seen.push(`${shown?.number}: ${news}`);
    news = [];
  });
  const told = [view(1, [line(0)]), view(2, [line(1), line(2)]), view(3, []), view(4, [line(3)])];
  for (const one of told) {
    FakeSocket.latest.tell(one);
    await new Promise((done) => setTimeout(done, 0));
  }
  table.close();
  assertEquals(seen, ["1: ", "2: 1,2", "3: ", "4: 3"]);
});

Deno.test("a view stays the longer the more it tells, within bounds", () => {
  const times = [0, 1, 2, 100].map((count) => stay(view(1, Array(count).fill(line(0)))));
  assertEquals(times[0], times[1]);
  assertEquals((times[2] ?? 0) > (times[1] ?? 0), true);
  assertEquals((times[3] ?? 0) < 2000, true);
});
