/** The end of a game: who won and how it was reckoned, and what next. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../icons.tsx";
import { Luck } from "../replay/Luck.tsx";
import { Share } from "../replay/Share.tsx";
import { go } from "../routes.ts";
import { moves } from "../settings.ts";
import type { View } from "../wire/types.ts";
import { language, say } from "../words.ts";
import { beginSoon } from "./begin.ts";
import { celebrate } from "./celebration.ts";
import { Sign } from "./Sign.tsx";
import type { Table } from "./store.ts";

interface AtTable {
  readonly table: Table;
  readonly view: View;
}

/** A sheet over the table that can be folded away to look at it. */
export function Ending({ table, view }: AtTable) {
  const [isFolded, fold] = useState(false);
  const sheet = useRef<HTMLElement>(null);
  useCelebration(table, view);
  useEffect(() => sheet.current?.focus({ preventScroll: true }), []);
  return (
    <section
      class="ending"
      ref={sheet}
      tabIndex={-1}
      aria-label={say("ending.area")}
      data-folded={isFolded}
      data-late={table.sawItEnd && moves()}
    >
      <header>
        <h2>{won(view)}</h2>
        <button
          type="button"
          class="button icon quiet fold"
          aria-expanded={!isFolded}
          aria-label={say(isFolded ? "ending.unfold" : "ending.fold")}
          title={say(isFolded ? "ending.unfold" : "ending.fold")}
          onClick={() => fold(!isFolded)}
        >
          <Icon name="fold" />
        </button>
      </header>
      <div class="ending-body" hidden={isFolded}>
        <Ranks view={view} />
        <Reckoning lines={view.reckoning} />
        <details class="after">
          <summary>{say("share.title")}</summary>
          <Share game={view.game} table={view.table} hash="" />
        </details>
        <details class="after">
          <summary>{say("luck.title")}</summary>
          <Luck table={view.table} />
        </details>
      </div>
      <div class="answers">
        <Again table={table} view={view} />
        <a class="button" href={`/table/${view.table}/replay`}>{say("ending.replay")}</a>
      </div>
    </section>
  );
}

/** Who won, in a sentence. */
function won({ ranks, seats, seat }: View): string {
  const winners = ranks.flatMap((rank, i) => rank === 1 ? [i] : []);
  if (winners.length === 1) {
    return winners[0] === seat
      ? say("ending.won.you")
      : say("ending.won", { name: seats[winners[0] ?? 0]?.name ?? "" });
  }
  const names = winners.map((i) => seats[i]?.name ?? "");
  return say("ending.won.together", {
    names: new Intl.ListFormat(language.value).format(names),
  });
}

function Ranks({ view }: { readonly view: View }) {
  const order = view.ranks.map((rank, seat) => ({ rank, seat })).sort((one, other) =>
    one.rank - other.rank
  );
  return (
    <ol class="ranks">
      {order.map(({ rank, seat }) => (
        <li key={seat} class={rank === 1 ? "winner" : ""}>
          <span class="rank">{rank}.</span>
          <Sign seat={seat} />
          <span class="name">{view.seats[seat]?.name}</span>
          <span class="score">{view.scores[seat]}</span>
        </li>
      ))}
    </ol>
  );
}

/** How the scores came about, line by line. */
export function Reckoning({ lines }: { readonly lines: readonly string[] }) {
  if (!lines.length) return null;
  return (
    <section class="reckoning">
      <h3>{say("ending.reckoning")}</h3>
      <ol>{lines.map((line, i) => <li key={i}>{line}</li>)}</ol>
    </section>
  );
}

/** Another game: whoever asks first sets the table up; all who ask sit down there. */
function Again({ table, view }: AtTable) {
  const [isWanted, want] = useState(false);
  const { next } = view;
  useEffect(() => {
    if (!isWanted || !next) return;
    beginSoon(next);
    go(`/table/${next}`);
  }, [isWanted, next]);
  if (view.seat < 0) {
    return next ? <a class="button main" href={`/table/${next}`}>{say("ending.next")}</a> : null;
  }
  const again = async () => want(await table.ask({ type: "rematch" }));
  return (
    <button type="button" class="button main" disabled={isWanted} onClick={() => void again()}>
      {say(next ? "ending.next" : "ending.again")}
    </button>
  );
}

/** Let it rain once for those who saw the game end, not for those who come later. */
function useCelebration(table: Table, view: View): void {
  useEffect(() => {
    if (!table.sawItEnd) return;
    celebrate(view.ranks.flatMap((rank, seat) => rank === 1 ? [seat] : []));
  }, [table]);
}
