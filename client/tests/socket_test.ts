import type { Refused } from "../src/wire/http.ts";
import { reconnectDelayMs } from "../src/wire/reconnection.ts";
import type { Snapshot } from "../src/wire/snapshot.ts";
import { TableSocket } from "../src/wire/socket.ts";
import { assert, assertEquals } from "./assert.ts";
import { fakeBrowser, FakeSocket } from "./fake_browser.ts";
import { line, publicStep, view } from "./views.ts";

/** A socket of a table in a fake browser, and what it reported. */
function opened() {
  const browser = fakeBrowser();
  const states: string[] = [];
  const snapshots: (readonly Snapshot[])[] = [];
  let reason: Refused | undefined;
  const socket = new TableSocket("t", "en", {
    onSnapshots: (some) => snapshots.push(some),
    onClip: () => {},
    onState: (state, why) => {
      states.push(state);
      reason = why;
    },
  });
  const close = () => {
    socket.close();
    browser.restore();
  };
  return { ...browser, socket, states, snapshots, close, reason: () => reason };
}

const query = () => new URL(FakeSocket.latest.url).searchParams;

Deno.test("the first attempt is spread over seconds, the others are exponential", () => {
  assertEquals([0, 0.5, 1].map((random) => reconnectDelayMs(0, random)), [0, 1500, 3000]);
  assertEquals([1, 2, 3, 9].map((attempt) => reconnectDelayMs(attempt, 0.5)), [
    1000,
    2000,
    4000,
    15_000,
  ]);
  assert(reconnectDelayMs(4, 0) < reconnectDelayMs(4, 1), "there is jitter");
});

Deno.test("a new connection resumes, and what was missed is shown at once", () => {
  const { timers, snapshots, states, close } = opened();
  assertEquals([query().get("protocol"), query().get("after")], ["2", null]);
  FakeSocket.latest.receive(view({ number: 5, table: { events: 1 } }));
  FakeSocket.latest.lose(1012);
  assertEquals(timers.delay, 1500);
  timers.runNext();
  assertEquals(query().get("after"), "e.5");
  const steps = [6, 7].map((number) => publicStep(number, { lines: [line(number)] }));
  FakeSocket.latest.receive({ type: "change", now: 2_000_000, steps, you: view().you });
  assertEquals(snapshots.map((some) => some.length), [1, 1]);
  assertEquals(snapshots[1]?.[0]?.newLines.map(({ event }) => event), [6, 7]);
  assertEquals(states, ["open", "lost", "open"]);
  close();
});

Deno.test("in another language there is nothing to resume until the next view", () => {
  const { socket, timers, close } = opened();
  FakeSocket.latest.receive(view({ number: 5 }));
  socket.setLanguage("de");
  assertEquals(FakeSocket.latest.sent.map(({ type }) => type), ["ping", "language"]);
  FakeSocket.latest.lose();
  timers.runNext();
  assertEquals([query().get("language"), query().get("after")], ["de", null]);
  FakeSocket.latest.receive(view({ number: 6 }));
  FakeSocket.latest.lose();
  timers.runNext();
  assertEquals(query().get("after"), "e.6");
  close();
});

Deno.test("after the device was offline or asleep it reconnects at once", () => {
  const { timers, state, documentEvents, close } = opened();
  FakeSocket.latest.receive(view());
  FakeSocket.latest.lose();
  dispatchEvent(new Event("online"));
  assertEquals(FakeSocket.all.length, 2);
  FakeSocket.latest.receive(view());
  state.now += 60_000;
  documentEvents.dispatchEvent(new Event("visibilitychange"));
  timers.pending.length = 0;
  FakeSocket.latest.lose(); // noticed only now
  assertEquals(timers.delay, 0);
  close();
});

Deno.test("connections that break soon after opening are retried more and more slowly", () => {
  const { timers, state, close } = opened();
  const delays: (number | undefined)[] = [];
  for (const lasted of [100, 100, 100, 60_000]) {
    FakeSocket.latest.receive(view());
    state.now += lasted;
    FakeSocket.latest.lose(1011);
    delays.push(timers.delay);
    timers.runNext();
  }
  assertEquals(delays, [1500, 1000, 2000, 1500]);
  close();
});

Deno.test("a handshake refused for speed does not mean that the table is gone", async () => {
  const { timers, state, states, settle, close } = opened();
  for (const record of [{ status: 429, code: "too-fast" }, { status: 409, code: "not-over" }]) {
    state.record = record;
    FakeSocket.latest.lose();
    await settle();
    timers.runNext();
  }
  assertEquals(states, []);
  state.record = { status: 503, code: "store" };
  FakeSocket.latest.lose();
  await settle();
  assertEquals(states, ["lost"]);
  timers.runNext();
  FakeSocket.latest.receive(view());
  assertEquals(states, ["lost", "open"]);
  close();
});

Deno.test("a table that does not exist is gone, and so is one under unknown rules", async () => {
  for (const code of ["no-such-table", "unknown-rules"]) {
    const { state, states, settle, reason, close } = opened();
    state.record = { status: 404, code };
    FakeSocket.latest.lose();
    await settle();
    assertEquals([states, reason()?.code], [["gone"], code]);
    close();
  }
});

Deno.test("a table that the house can't read is gone, also if it was open", () => {
  for (const code of ["broken-log", "unknown-game"]) {
    const { states, reason, timers, close } = opened();
    if (code === "broken-log") FakeSocket.latest.receive(view());
    FakeSocket.latest.lose(4003, code);
    assertEquals([states.at(-1), reason()?.code, timers.pending.length], ["gone", code, 0]);
    close();
  }
});

Deno.test("a house with another protocol reloads the page once", () => {
  const { socket, state, states, timers, close } = opened();
  FakeSocket.latest.lose(4002);
  assertEquals([state.reloads, states], [1, []]);
  socket.close();
  const again = new TableSocket("t", "en", {
    onSnapshots: () => {},
    onClip: () => {},
    onState: (one) => states.push(one),
  });
  FakeSocket.latest.receive({ type: "view", protocol: 1 });
  assertEquals([state.reloads, states, timers.pending.length], [1, ["outdated"], 0]);
  again.close();
  close();
});

Deno.test("the house's time is read from replies, by the whole round trip", async () => {
  const { socket, state, close } = opened();
  state.now += 400; // since the socket was opened
  FakeSocket.latest.receive(view({ now: 10_000 }));
  assertEquals(socket.clock.now(), 10_400);
  const [ping] = FakeSocket.latest.sent;
  state.now += 100;
  FakeSocket.latest.receive({ type: "done", id: ping?.id, now: 10_050 });
  assertEquals(socket.clock.now(), 10_150);
  const done = socket.send({ type: "play", decision: 1, text: "lay" });
  state.now += 60;
  const steps = [publicStep(2)];
  FakeSocket.latest.receive({ type: "change", now: 10_190, steps, done: ping && ping.id + 1 });
  assertEquals((await done).type, "done");
  assertEquals(socket.clock.now(), 10_250);
  close();
});

Deno.test("a change that does not fit is answered by a new connection, from a whole view", () => {
  const { timers, snapshots, close } = opened();
  const logged = console.error;
  console.error = () => {};
  FakeSocket.latest.receive(view());
  const steps = [publicStep(2, { scene: { pieces: [[0, 9]] } })];
  FakeSocket.latest.receive({ type: "change", now: 0, steps });
  console.error = logged;
  assertEquals(snapshots.length, 1);
  timers.runNext();
  assertEquals([FakeSocket.all.length, query().get("after")], [2, null]);
  close();
});

Deno.test("a socket of a session that was replaced reconnects with the new token", () => {
  const { timers, states, close } = opened();
  FakeSocket.latest.receive(view({ number: 5 }));
  FakeSocket.latest.lose(4001);
  assertEquals(FakeSocket.all.length, 1);
  localStorage.setItem("ludotheque.renewed", String(Date.now() + 1));
  dispatchEvent(new Event("online")); // too early
  assertEquals(FakeSocket.all.length, 1);
  timers.runNext();
  assertEquals(FakeSocket.all.length, 2);
  assertEquals(states, ["open"]);
  localStorage.clear();
  close();
});

Deno.test("a socket of a session that has ended does not reconnect", () => {
  const { timers, states, close } = opened();
  FakeSocket.latest.receive(view({ number: 5 }));
  localStorage.setItem("ludotheque.renewed", String(Date.now() - 60_000));
  FakeSocket.latest.lose(4001);
  timers.runNext();
  assertEquals(FakeSocket.all.length, 1);
  assertEquals(states, ["open", "logged-out"]);
  localStorage.clear();
  close();
});
