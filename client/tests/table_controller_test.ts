import { settings } from "../src/settings.ts";
import { TableController } from "../src/table/TableController.ts";
import { assertEquals } from "./assert.ts";
import { fakeBrowser, FakeSocket } from "./fake_browser.ts";
import { line, publicStep, seat, view } from "./views.ts";

const change = (...steps: ReturnType<typeof publicStep>[]) => ({ type: "change", now: 0, steps });

const move = (event: number) =>
  publicStep(event + 1, { table: { events: event + 1 }, lines: [line(event)] });

/** A table in a fake browser, and what it shows: the new lines, and the number of events. */
function openTable(speed: 0 | 1) {
  const browser = fakeBrowser();
  settings.value = { ...settings.value, speed };
  const table = new TableController("t");
  const shown: string[] = [];
  let lines: string[] = [];
  table.latestLines.subscribe((latest) => lines = latest.map(({ text }) => text));
  table.view.subscribe((view) => {
    shown.push(`${view?.events}: ${lines}`);
    lines = [];
  });
  FakeSocket.latest.receive(view({ table: { events: 1 }, lines: [line(0)] }));
  const close = () => {
    table.close();
    browser.restore();
  };
  return { ...browser, table, shown, close };
}

Deno.test("the new lines of a view are set before the view, and each step is shown", () => {
  const { timers, shown, close } = openTable(1);
  FakeSocket.latest.receive(change(move(1), move(2)));
  FakeSocket.latest.receive(change(publicStep(4)));
  FakeSocket.latest.receive(change(move(3)));
  while (timers.pending.length) timers.runNext();
  close();
  assertEquals(shown, ["1: ", "2: 1", "3: 2", "3: ", "4: 3"]);
});

Deno.test("without animations all steps of a message are shown at once", () => {
  const { timers, shown, close } = openTable(0);
  timers.runNext();
  FakeSocket.latest.receive(change(move(1), move(2), move(3)));
  close();
  assertEquals(shown, ["1: ", "4: 1,2,3"]);
});

Deno.test("clocks are set when a message arrives, though an older view is shown", () => {
  const { table, shown, close } = openTable(1);
  const first = view({ table: { seats: [seat({ left_ms: 9000 })] } });
  FakeSocket.latest.receive(first);
  const running = publicStep(2, { seats: { 0: { deadline: 77, left_ms: -1 } } });
  FakeSocket.latest.receive(change(running));
  assertEquals([table.clocks.value[0]?.deadline, shown.length], [77, 1]);
  close();
});
