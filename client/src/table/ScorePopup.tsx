/** The scores of a deal or round, over the board: the game may go on before the log is read. */

import { useState } from "preact/hooks";
import { useSignalValue } from "../signal.ts";
import { Icon } from "../icons.tsx";
import type { Line, Told } from "../wire/types.ts";
import { say } from "../words.ts";
import { SeatBadge } from "./SeatBadge.tsx";
import type { TableController } from "./TableController.ts";

/** The scoring lines if several seats score at once, else none. */
export function roundScores(latest: readonly Line[]): readonly Line[] {
  const scored = latest.filter((line) => line.category === "score" && line.seat >= 0);
  return new Set(scored.map((line) => line.seat)).size > 1 ? scored : [];
}

/** Stays until another view, a press on the board, or its close button. Screen readers get the same
 * lines from the announcer. */
export function ScorePopup({ table }: { readonly table: TableController }) {
  const latest = useSignalValue(table.latestLines);
  const selection = useSignalValue(table.selection);
  const stage = useSignalValue(table.stage);
  const [closed, setClosed] = useState<readonly Told[]>([]);
  const isNew = latest.length > 0 && !table.isStaged(latest);
  const lines = isNew ? roundScores(table.log.value.slice(-latest.length)) : [];
  if (!lines.length || stage || latest === closed || selection.path.length) return null;
  return (
    <div
      class="score-popup"
      onClick={() => {
        setClosed(latest);
        table.showLatest();
      }}
    >
      <ul aria-hidden="true">
        {lines.map((line, i) => (
          <li key={i}>
            <SeatBadge seat={line.seat} /> {line.text}
          </li>
        ))}
      </ul>
      <button type="button" class="close" aria-label={say("close")}>
        <Icon name="close" />
      </button>
    </div>
  );
}
