import { settings } from "../src/settings.ts";
import { TableController } from "../src/table/TableController.ts";
import { assertEquals } from "./assert.ts";
import { fakeBrowser, FakeSocket } from "./fake_browser.ts";
import { choice, piece } from "./scenes.ts";
import { line, ownView, publicStep, seat, SPECTATOR, view } from "./views.ts";

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

Deno.test("what was taken back is told no longer", () => {
  const { timers, table, close } = openTable(1);
  FakeSocket.latest.receive(change(move(1)));
  FakeSocket.latest.receive(change(publicStep(3, { table: { events: 1 }, lines: [] })));
  while (timers.pending.length) timers.runNext();
  close();
  assertEquals(table.latestLines.value, []);
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

Deno.test("a table is at rest once the last view has been shown for its time", () => {
  const { timers, table, close } = openTable(1);
  while (timers.pending.length) timers.runNext();
  const rests = [table.isAtRest.value];
  FakeSocket.latest.receive(change(move(1), move(2)));
  rests.push(table.isAtRest.value);
  timers.runNext();
  rests.push(table.isAtRest.value);
  while (timers.pending.length) timers.runNext();
  rests.push(table.isAtRest.value);
  close();
  assertEquals(rests, [true, false, false, true]);
});

/** A table where the player may press a piece and then another one, and every move is confirmed. */
function openOwnTurn() {
  const opened = openTable(0);
  settings.value = { ...settings.value, confirmEvery: true };
  const pieces = [piece("card", "hand"), piece("cell", "board")];
  const choices = [choice(["card", "cell"], "lay card cell")];
  FakeSocket.latest.receive(
    view({
      number: 2,
      table: { seats: [seat()] },
      scene: { prompt: "go", areas: [], pieces },
      you: { ...SPECTATOR, seat: 0 },
      own: ownView({ decision: 7, choices }),
    }),
  );
  while (opened.timers.pending.length) opened.timers.runNext();
  const played = () => FakeSocket.latest.sent.filter(({ type }) => type === "play").length;
  const close = () => {
    settings.value = { ...settings.value, confirmEvery: false };
    opened.close();
  };
  return { table: opened.table, played, close };
}

Deno.test("with every move confirmed, a complete one waits for one more press", () => {
  const { table, played, close } = openOwnTurn();
  table.press("card");
  table.press("cell");
  assertEquals([table.selection.value.choice?.text, played()], ["lay card cell", 0]);
  table.press("cell");
  assertEquals(played(), 1);
  close();
});

Deno.test("a move that waits for one more press can be taken back", () => {
  const { table, played, close } = openOwnTurn();
  table.press("card");
  table.press("cell");
  table.stepBack();
  assertEquals([table.selection.value.choice, table.selection.value.path], [null, ["card"]]);
  table.press("cell");
  table.confirm();
  assertEquals(played(), 1);
  close();
});

Deno.test("what was pressed stays so until the move is answered, and nothing else is played", () => {
  const { table, played, close } = openOwnTurn();
  table.press("card");
  table.press("cell");
  table.confirm();
  assertEquals([table.selection.value.choice?.text, table.isSending.value], [
    "lay card cell",
    true,
  ]);
  void table.play("lay card cell");
  assertEquals(played(), 1);
  FakeSocket.latest.receive(view({ number: 3, you: { ...SPECTATOR, seat: 0 } }));
  assertEquals([table.selection.value.path, table.isSending.value], [[], false]);
  close();
});

Deno.test("hints of a decision are asked for once at a time, and close", () => {
  const { table, close } = openOwnTurn();
  const asked = () => FakeSocket.latest.sent.filter(({ type }) => type === "hint").length;
  void table.toggleHints();
  void table.toggleHints();
  assertEquals([asked(), table.isSearchingHints.value], [1, true]);
  table.hints.value = [{ text: "lay", label: "Lay", reason: "", path: ["card"] }];
  table.point(["card"]);
  void table.toggleHints();
  assertEquals([asked(), table.hints.value.length, table.pointed.value.size], [1, 0, 0]);
  close();
});

Deno.test("the rule of a refusal is shown over the table, unless a new tab is wanted", () => {
  const { table, close } = openTable(0);
  const press = (ctrlKey: boolean) =>
    new MouseEventLike("click", { cancelable: true }, ctrlKey) as unknown as MouseEvent;
  const [wanted, plain] = [press(true), press(false)];
  table.followRule(wanted, "M-7");
  assertEquals([wanted.defaultPrevented, table.shownRule.value], [false, null]);
  table.followRule(plain, "M-7");
  assertEquals([plain.defaultPrevented, table.shownRule.value], [true, "M-7"]);
  close();
});

/** A press with the keys that `showRule` looks at; there are no mouse events without a browser. */
class MouseEventLike extends Event {
  readonly metaKey = false;
  readonly shiftKey = false;

  constructor(type: string, init: EventInit, readonly ctrlKey: boolean) {
    super(type, init);
  }
}
