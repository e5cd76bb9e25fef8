/** A list of tables; those where it is the person's turn are marked. */

import { useState } from "preact/hooks";
import type { Box, ListedTable } from "../wire/types.ts";
import { language, say } from "../words.ts";
import { closedText } from "./closedText.ts";
import type { TableListing } from "./resources.ts";

export function TableList({ tables, boxes, loadMore = null }: {
  readonly tables: readonly ListedTable[];
  readonly boxes: readonly Box[];
  readonly loadMore?: TableListing["loadMore"];
}) {
  return (
    <>
      <ul class="tables">
        {tables.map((table) => (
          <li key={table.table}>
            <Row table={table} box={boxes.find((box) => box.game === table.game)} />
          </li>
        ))}
      </ul>
      {loadMore && <MoreButton loadMore={loadMore} />}
    </>
  );
}

function MoreButton({ loadMore }: { readonly loadMore: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const load = () => {
    setBusy(true);
    loadMore().catch(() => {}).finally(() => setBusy(false)); // the button stays: press it again
  };
  return (
    <button type="button" class="button more-tables" disabled={isBusy} onClick={load}>
      {say("list.more")}
    </button>
  );
}

/** Whether it is the person's turn at a table. */
export function isMyTurn({ status, summary, you }: ListedTable): boolean {
  return status === "playing" && you >= 0 && summary.acting.includes(you);
}

function Row({ table, box }: { readonly table: ListedTable; readonly box: Box | undefined }) {
  const myTurn = isMyTurn(table);
  const path = table.status === "over" ? `/table/${table.table}/replay` : `/table/${table.table}`;
  return (
    <a href={path} class={myTurn ? "my-turn" : ""}>
      {box && <img src={box.cover} alt="" width="48" height="64" />}
      <span class="table-title">
        <strong>{box?.name ?? table.game}</strong>
        <span>{namesAt(table).join(", ")}</span>
      </span>
      <span class="table-status">
        {myTurn ? say("table.your-turn") : statusText(table)}
        <small>{relativeTime(table.changed)}</small>
      </span>
    </a>
  );
}

/** The names of those who sit at a table; the reader is "you". */
function namesAt({ summary, you }: ListedTable): string[] {
  return summary.names.map((name, seat) => seat === you ? say("table.you.alone") : name)
    .filter(Boolean);
}

/** Whether a bot's seat may be taken over by somebody who sits elsewhere, or nowhere. */
function hasOpenSeat({ you, summary }: ListedTable): boolean {
  return you < 0 && summary.open_seats && summary.bots.some(Boolean);
}

function statusText(table: ListedTable): string {
  switch (table.status) {
    case "waiting": {
      const count = table.summary.names.filter((name) => !name).length;
      return say(count ? "table.free" : "table.ready", { count });
    }
    case "playing":
      return say(hasOpenSeat(table) ? "table.open-seat" : "table.playing");
    case "over":
      return say("table.over");
    default:
      return closedText("list.closed", table.summary.closed);
  }
}

/** How long ago a time was, in words. */
export function relativeTime(then: number, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(language.value, { numeric: "auto" });
  const seconds = Math.round((then - now) / 1000);
  if (seconds > -60) return words.format(0, "second");
  if (seconds > -3600) return words.format(Math.round(seconds / 60), "minute");
  if (seconds > -86_400) return words.format(Math.round(seconds / 3600), "hour");
  return words.format(Math.round(seconds / 86_400), "day");
}
