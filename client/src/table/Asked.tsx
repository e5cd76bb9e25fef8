/** What is asked of all at a table. */

import type { View } from "../wire/types.ts";
import { say } from "../words.ts";
import type { Table } from "./store.ts";

interface AtTable {
  readonly table: Table;
  readonly view: View;
}

/** Something is asked of all at the table. */
export function Asked({ table, view }: AtTable) {
  const { question } = view;
  if (!question || view.seat < 0 || question.answered) return null;
  const name = view.seats[question.seat]?.name ?? "";
  const key = question.what === "takeback" ? "asked.takeback" : "asked.pace";
  return (
    <div class="notice asked" role="alert">
      <p>{say(key, { name })}</p>
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
