/** The seats of bots that somebody who watches may take over. */

import type { Snapshot } from "../wire/snapshot.ts";
import { say } from "../words.ts";
import { seatsToTry } from "./arrival.ts";
import { SeatBadge } from "./SeatBadge.tsx";
import type { TableController } from "./TableController.ts";

export function OpenSeats(
  { table, view }: { readonly table: TableController; readonly view: Snapshot },
) {
  const seats = view.status === "playing" ? seatsToTry(view) : [];
  if (!seats.length) return null;
  return (
    <section class="open-seats">
      <h2>{say("takeover.title")}</h2>
      <div class="answers">
        {seats.map((seat) => (
          <button
            key={seat}
            type="button"
            class="button"
            onClick={() => void table.send({ type: "sit", seat })}
          >
            <SeatBadge seat={seat} /> {say("takeover.sit", { name: view.seats[seat]?.name ?? "" })}
          </button>
        ))}
      </div>
    </section>
  );
}
