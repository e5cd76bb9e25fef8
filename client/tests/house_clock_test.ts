import { timeLeft } from "../src/scene/AreaElement.ts";
import { HouseClock } from "../src/wire/HouseClock.ts";
import { assert, assertEquals } from "./assert.ts";

/** A clock, the local time, and the house's true time, which the clock must never be behind. */
class Scenario {
  local = 5000;
  house = 1_700_000_000_000;
  readonly clock = new HouseClock(() => this.local);

  pass(milliseconds: number): void {
    this.local += milliseconds;
    this.house += milliseconds;
  }

  /** A request and its reply, with their delays. */
  ping(thereMs: number, backMs: number): void {
    this.pass(thereMs);
    const stamped = this.house;
    this.pass(backMs);
    this.clock.addRoundTrip(stamped, thereMs + backMs);
  }

  get lead(): number {
    return this.clock.now() - this.house;
  }
}

Deno.test("the estimate is ahead by the way there, never behind", () => {
  const scenario = new Scenario();
  assertEquals(scenario.clock.now(), 0);
  for (const [there, back] of [[300, 0], [0, 300], [40, 90], [20, 20], [500, 10]] as const) {
    scenario.ping(there, back);
    assert(scenario.lead >= 0, "a player would see more time than is left");
    scenario.pass(15_000);
  }
  assertEquals(scenario.lead, 20); // of the shortest round trip
});

Deno.test("only the last round trips count, since clocks drift", () => {
  const scenario = new Scenario();
  scenario.ping(1, 1);
  for (let i = 0; i < 8; i++) scenario.ping(50, 50);
  assertEquals(scenario.lead, 50);
});

Deno.test("a local clock that stood still is noticed with the next reply", () => {
  const scenario = new Scenario();
  scenario.ping(5, 5);
  scenario.house += 30_000; // the device slept
  assert(scenario.lead < 0);
  scenario.ping(80, 80);
  assertEquals(scenario.lead, 80);
});

Deno.test("a house whose clock was set back is noticed, too", () => {
  const scenario = new Scenario();
  scenario.ping(5, 5);
  scenario.house -= 30_000;
  scenario.ping(80, 80);
  assertEquals(scenario.lead, 80);
});

Deno.test("a message shows that the estimate is behind", () => {
  const scenario = new Scenario();
  assert(!scenario.clock.addMessage(scenario.house), "nothing is known yet");
  scenario.ping(20, 20);
  assert(!scenario.clock.addMessage(scenario.house - 15));
  assertEquals(scenario.lead, 20);
  scenario.house += 10_000;
  assert(scenario.clock.addMessage(scenario.house - 15), "another ping is needed");
  assertEquals(scenario.lead, 25);
});

Deno.test("a running clock has the time until its deadline, a stopped one its budget", () => {
  assertEquals(timeLeft({ deadline: 5000, left_ms: 9000 }, 3000), 2000);
  assertEquals(timeLeft({ deadline: 5000, left_ms: -1 }, 8000), 0);
  assertEquals(timeLeft({ deadline: 0, left_ms: 9000 }, 8000), 9000);
  assertEquals(timeLeft({ deadline: 0, left_ms: -1 }, 8000), null);
  assertEquals(timeLeft(undefined, 8000), null);
});
