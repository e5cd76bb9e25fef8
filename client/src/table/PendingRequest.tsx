/** A player's request to all others at the table: a takeback, or another time control. */

import { timeControlName } from "../house/timeControls.ts";
import type { Snapshot } from "../wire/snapshot.ts";
import type { Proposal } from "../wire/types.ts";
import { language, say } from "../words.ts";
import type { TableController } from "./TableController.ts";

interface PendingRequestProps {
  readonly table: TableController;
  readonly view: Snapshot;
}

export function PendingRequest({ table, view }: PendingRequestProps) {
  const { proposal, you } = view;
  if (!proposal || you.seat < 0) return null;
  if (proposal.seat === you.seat || proposal.agreed.includes(you.seat)) {
    return (
      <p class="notice pending-request" role="status">
        {[say("request.waiting"), agreementText(proposal, view)].filter(Boolean).join(" ")}
      </p>
    );
  }
  return (
    <div class="notice pending-request" role="alert">
      <p>
        {[requestText(proposal, view), agreementText(proposal, view)].filter(Boolean).join(" ")}
      </p>
      <button
        type="button"
        class="button main"
        onClick={() => void table.send({ type: "answer", yes: true })}
      >
        {say("request.accept")}
      </button>
      <button
        type="button"
        class="button"
        onClick={() => void table.send({ type: "answer", yes: false })}
      >
        {say("request.decline")}
      </button>
    </div>
  );
}

function requestText(proposal: Proposal, view: Snapshot): string {
  const name = view.seats[proposal.seat]?.name ?? "";
  if (proposal.what === "takeback") return say("request.takeback", { name });
  return say("request.time-control", { name, timeControl: timeControlName(proposal.pace) });
}

/** Which others have agreed; empty if nobody has. */
function agreementText({ seat, agreed }: Proposal, { seats, you }: Snapshot): string {
  const others = agreed.filter((one) => one !== seat && one !== you.seat);
  if (!others.length) return "";
  const names = others.map((one) => seats[one]?.name ?? "");
  return say("request.agreed", { names: new Intl.ListFormat(language.value).format(names) });
}
