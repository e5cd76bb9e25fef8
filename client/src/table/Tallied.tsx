/** What somebody got for a deal or a round, over the board: the game goes on before one could read
 * the log. */

import { useState } from "preact/hooks";
import { useCell } from "../cell.ts";
import { Icon } from "../icons.tsx";
import type { Line, Told } from "../wire/types.ts";
import { say } from "../words.ts";
import { Sign } from "./Sign.tsx";
import type { Table } from "./store.ts";

/** The lines that score for several at once; none where only one gets something. */
export function tally(news: readonly Line[]): readonly Line[] {
  const scored = news.filter((line) => line.sort === "score" && line.seat >= 0);
  return new Set(scored.map((line) => line.seat)).size > 1 ? scored : [];
}

/** Stays until something else is shown, something is pressed, or it is closed: then the game goes on.
 * Those who listen are told by the announcer. */
export function Tallied({ table }: { readonly table: Table }) {
  const news = useCell(table.news);
  const stage = useCell(table.stage);
  const [closed, close] = useState<readonly Told[]>([]);
  const lines = news.length ? tally(table.log.value.slice(-news.length)) : [];
  if (!lines.length || news === closed || stage.path.length) return null;
  return (
    <div
      class="tallied"
      onClick={() => {
        close(news);
        table.hurry();
      }}
    >
      <ul aria-hidden="true">
        {lines.map((line, i) => (
          <li key={i}>
            <Sign seat={line.seat} /> {line.text}
          </li>
        ))}
      </ul>
      <button type="button" class="close" aria-label={say("close")}>
        <Icon name="close" />
      </button>
    </div>
  );
}
