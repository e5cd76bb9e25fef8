/** The seats of a scene that no table sends: of a lesson, or of a puzzle. */

import type { Scene, Seat } from "../wire/types.ts";

/** The seats that the panels of a scene name. */
export function seatsOf({ areas }: Scene): Seat[] {
  const panels = areas.filter((area) => area.kind === "panel" && area.seat >= 0);
  const seats: Seat[] = [];
  for (const { seat, label, acting } of panels) {
    seats[seat] = {
      name: label,
      taken: true,
      reserved: false,
      bot: "",
      program: false,
      away: false,
      resigned: false,
      rated: false,
      acting,
      deadline: 0,
      left_ms: -1,
      leave: [],
    };
  }
  return seats;
}
