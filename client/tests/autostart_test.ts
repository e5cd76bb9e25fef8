import { assertEquals } from "./assert.ts";
import { setAutostart, startsAtOnce } from "../src/table/autostart.ts";
import type { Snapshot } from "../src/wire/snapshot.ts";

function waiting(mySeat: number, ...seats: ("free" | "bot" | "person")[]): Snapshot {
  return {
    status: "waiting",
    table: "t",
    you: { seat: mySeat },
    seats: seats.map((seat) => ({ taken: seat !== "free", bot: seat === "bot" ? "easy" : "" })),
  } as unknown as Snapshot;
}

Deno.test("a table for one starts at once, others show the waiting room", () => {
  setAutostart("t");
  assertEquals(startsAtOnce(waiting(-1, "free", "bot")), true);
  assertEquals(startsAtOnce(waiting(0, "person", "bot")), true);
  assertEquals(startsAtOnce(waiting(-1, "free", "free", "bot")), false);
  assertEquals(startsAtOnce(waiting(0, "person", "free")), false);
  assertEquals(startsAtOnce(waiting(0, "person", "person")), false);
  setAutostart("");
  assertEquals(startsAtOnce(waiting(-1, "free", "bot")), false);
});
