import { settings } from "../src/settings.ts";
import { TableController, viewDuration } from "../src/table/TableController.ts";
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

/** A fake WebSocket, on which a test sends views. */
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
  receive(view: View): void {
    this.onmessage({ data: JSON.stringify(view) });
  }
}

/** Replace a global of browsers. */
function setGlobal(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

Deno.test("the new lines of a view are set before the view", async () => {
  setGlobal("WebSocket", FakeSocket);
  setGlobal("document", { hidden: true, addEventListener() {}, removeEventListener() {} });
  setGlobal("location", { protocol: "http:", host: "here" });
  settings.value = { ...settings.value, speed: 0 };
  const table = new TableController("t");
  const log: string[] = [];
  let lines: string[] = [];
  table.latestLines.subscribe((latest) => lines = latest.map(({ text }) => text));
  table.view.subscribe((shown) => {
    log.push(`${shown?.number}: ${lines}`);
    lines = [];
  });
  const views = [view(1, [line(0)]), view(2, [line(1), line(2)]), view(3, []), view(4, [line(3)])];
  for (const one of views) {
    FakeSocket.latest.receive(one);
    await new Promise((done) => setTimeout(done, 0));
  }
  table.close();
  assertEquals(log, ["1: ", "2: 1,2", "3: ", "4: 3"]);
});

Deno.test("a view with more lines is shown longer, up to a maximum", () => {
  const times = [0, 1, 2, 100].map((count) => viewDuration(view(1, Array(count).fill(line(0)))));
  assertEquals(times[0], times[1]);
  assertEquals((times[2] ?? 0) > (times[1] ?? 0), true);
  assertEquals((times[3] ?? 0) < 2000, true);
});
