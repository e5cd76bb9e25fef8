/** After the game: how it ended. */

import { useEffect, useState } from "preact/hooks";
import { go } from "../routes.ts";
import type { View } from "../wire/types.ts";
import { say } from "../words.ts";
import { Sign } from "./Sign.tsx";
import type { Table } from "./store.ts";

interface AtTable {
  readonly table: Table;
  readonly view: View;
}

/** Who won, in the order of the ranks, how it was reckoned, and what next. */
export function Ending({ table, view }: AtTable) {
  const order = view.ranks.map((rank, seat) => ({ rank, seat })).sort((one, other) =>
    one.rank - other.rank
  );
  return (
    <section class="ending" aria-label={say("ending.area")}>
      <ol>
        {order.map(({ rank, seat }) => (
          <li key={seat} class={rank === 1 ? "winner" : ""}>
            <span class="rank">{rank}.</span>
            <Sign seat={seat} />
            <span class="name">{view.seats[seat]?.name}</span>
            <span class="score">{view.scores[seat]}</span>
          </li>
        ))}
      </ol>
      {view.reckoning.length > 0 && (
        <details class="reckoning">
          <summary>{say("ending.reckoning")}</summary>
          <ol>{view.reckoning.map((line) => <li key={line}>{line}</li>)}</ol>
        </details>
      )}
      <div class="answers">
        <a class="button" href={`/table/${view.table}/replay`}>{say("ending.replay")}</a>
        <Again table={table} view={view} />
      </div>
    </section>
  );
}

/** Another game: whoever asks first sets the table up; all who ask sit down there. */
function Again({ table, view }: AtTable) {
  const [isWanted, want] = useState(false);
  useEffect(() => {
    if (isWanted && view.next) go(`/table/${view.next}`);
  }, [isWanted, view.next]);
  if (view.seat < 0) return null;
  const again = async () => want(await table.ask({ type: "rematch" }));
  return (
    <button type="button" class="button main" onClick={() => void again()}>
      {say("ending.again")}
    </button>
  );
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
