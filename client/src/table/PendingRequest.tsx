/** A player's request to all others at the table: a takeback, or another time control. */

import { timeControlName } from "../house/timeControls.ts";
import type { Question, View } from "../wire/types.ts";
import { say } from "../words.ts";
import type { TableController } from "./TableController.ts";

export function PendingRequest(
  { table, view }: { readonly table: TableController; readonly view: View },
) {
  const { question } = view;
  if (!question || view.seat < 0) return null;
  if (question.answered) {
    return <p class="notice pending-request" role="status">{say("request.waiting")}</p>;
  }
  return (
    <div class="notice pending-request" role="alert">
      <p>{requestText(question, view)}</p>
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

function requestText(question: Question, view: View): string {
  const name = view.seats[question.seat]?.name ?? "";
  if (question.what === "takeback") return say("request.takeback", { name });
  return say("request.time-control", { name, timeControl: timeControlName(question.pace) });
}
