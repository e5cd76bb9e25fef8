/** Pauses and leave: what is asked for, and nights of a length that the house allows. */

import { withNight } from "../src/house/PauseFields.tsx";
import { asked, comingLeave, hourText, NO_PAUSES } from "../src/house/pauses.ts";
import { TIME_CONTROLS, timeControlKey } from "../src/house/timeControls.ts";
import { assertEquals } from "./assert.ts";

const HOUR = 60, DAY = 24 * HOUR;

Deno.test("pauses that are none are not asked for", () => {
  assertEquals(asked(NO_PAUSES), null);
  assertEquals(asked({ ...NO_PAUSES, night_from: 60, night_to: 60 }), null);
  const weekends = { ...NO_PAUSES, weekends: true };
  assertEquals(asked(weekends), weekends);
  const leave = { ...NO_PAUSES, leave_days: 7 };
  assertEquals(asked(leave), leave);
});

Deno.test("a night has an hour at least and half a day at most, whichever end is moved", () => {
  const night = { ...NO_PAUSES, night_from: 22 * HOUR, night_to: 8 * HOUR };
  for (let minute = 0; minute < DAY; minute += HOUR) {
    for (const name of ["night_from", "night_to"] as const) {
      const changed = withNight(night, name, minute);
      assertEquals(changed[name], minute);
      const length = (changed.night_to - changed.night_from + DAY) % DAY;
      assertEquals(length >= HOUR && length <= 12 * HOUR, true);
    }
  }
  assertEquals(withNight(night, "night_to", 7 * HOUR).night_from, 22 * HOUR);
});

Deno.test("leave to come begins today", () => {
  const leave = ["2026-11-02", "2026-11-18", "2026-11-19", "2026-11-20"];
  assertEquals(comingLeave(leave, "2026-11-18"), { first: "2026-11-18", last: "2026-11-20" });
  assertEquals(comingLeave(leave, "2026-11-21"), null);
  assertEquals(comingLeave([], "2026-11-21"), null);
});

Deno.test("a clock with pauses is none of those on offer", () => {
  const days = TIME_CONTROLS["days-2"]!;
  assertEquals(timeControlKey(days), "days-2");
  assertEquals(timeControlKey({ ...days, pauses: { ...NO_PAUSES, weekends: true } }), "");
  assertEquals(hourText(8 * HOUR), "8:00");
});
