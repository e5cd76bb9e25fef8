/** Something that one asks of all at the table. */

import { paceName } from "../house/paces.ts";
import type { Question, View } from "../wire/types.ts";
import { say } from "../words.ts";
import type { Table } from "./store.ts";

export function Asked({ table, view }: { readonly table: Table; readonly view: View }) {
  const { question } = view;
  if (!question || view.seat < 0) return null;
  if (question.answered) {
    return <p class="notice asked" role="status">{say("asked.waiting")}</p>;
  }
  return (
    <div class="notice asked" role="alert">
      <p>{asked(question, view)}</p>
      <button
        type="button"
        class="button main"
        onClick={() => void table.ask({ type: "answer", yes: true })}
      >
        {say("asked.yes")}
      </button>
      <button
        type="button"
        class="button"
        onClick={() => void table.ask({ type: "answer", yes: false })}
      >
        {say("asked.no")}
      </button>
    </div>
  );
}

function asked(question: Question, view: View): string {
  const name = view.seats[question.seat]?.name ?? "";
  if (question.what === "takeback") return say("asked.takeback", { name });
  return say("asked.pace", { name, pace: paceName(question.pace) });
}
