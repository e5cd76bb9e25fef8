/** The end of a game: the result, the final scoring, and what to do next. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../icons.tsx";
import { Luck } from "../replay/Luck.tsx";
import { Share } from "../replay/Share.tsx";
import { navigate } from "../routes.ts";
import { isMotionEnabled } from "../settings.ts";
import type { Snapshot } from "../wire/snapshot.ts";
import { language, say } from "../words.ts";
import { setAutostart } from "./autostart.ts";
import { celebrate } from "./celebration.ts";
import { FinalScores } from "./FinalScores.tsx";
import { NameOffer } from "./NameOffer.tsx";
import { WhatDecided } from "./WhatDecided.tsx";
import type { TableParts } from "./parts.ts";
import type { TableController } from "./TableController.ts";

interface EndingProps {
  readonly table: TableController;
  readonly view: Snapshot;
  readonly load: TableParts;
  /** Asks for a rematch, for those who only watch here. */
  readonly onRematch?: (() => void) | undefined;
}

/** A panel over the board that can be folded away. */
export function Ending({ table, view, load, onRematch }: EndingProps) {
  const [isFolded, setFolded] = useState(false);
  const panel = useRef<HTMLElement>(null);
  useCelebration(table, view);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <section
      class="ending"
      ref={panel}
      tabIndex={-1}
      aria-label={say("ending.area")}
      data-folded={isFolded}
      data-delayed={table.wasPlaying && isMotionEnabled()}
    >
      <header>
        <h2>{resultText(view)}</h2>
        <button
          type="button"
          class="button icon quiet fold"
          aria-expanded={!isFolded}
          aria-label={say(isFolded ? "ending.unfold" : "ending.fold")}
          title={say(isFolded ? "ending.unfold" : "ending.fold")}
          onClick={() => setFolded(!isFolded)}
        >
          <Icon name="fold" />
        </button>
      </header>
      <div class="ending-body" hidden={isFolded}>
        {view.score_table && (
          <FinalScores
            game={view.game}
            lines={view.log}
            scores={view.score_table}
            names={view.seats.map(({ name }) => name)}
            you={view.you.seat}
          />
        )}
        {!view.from_position && view.score_table && (
          <WhatDecided
            load={load.summary}
            table={view.table}
            game={view.game}
            names={view.seats.map(({ name }) => name)}
            scores={view.score_table}
          />
        )}
        {view.you.seat >= 0 && <NameOffer />}
        {!view.from_position && (
          <>
            <details class="more">
              <summary>{say("share.title")}</summary>
              <Share game={view.game} source={{ kind: "tables", id: view.table }} hash="" />
            </details>
            <details class="more">
              <summary>{say("luck.title")}</summary>
              <Luck source={{ kind: "tables", id: view.table }} />
            </details>
          </>
        )}
      </div>
      <div class="answers">
        {view.daily
          ? <a class="button main" href="/daily">{say("daily.ladder")}</a>
          : <RematchButton table={table} view={view} onRematch={onRematch} />}
        <a class="button" href={`/table/${view.table}/replay`}>{say("ending.replay")}</a>
      </div>
    </section>
  );
}

/** Who won, as a sentence. */
export function resultText(
  { ranks, seats, you, score_table }: Pick<Snapshot, "ranks" | "seats" | "you" | "score_table">,
): string {
  const winners = ranks.flatMap((rank, i) => rank === 1 ? [i] : []);
  if (winners.length === 1) {
    return winners[0] === you.seat
      ? say("ending.won.you")
      : say("ending.won", { name: seats[winners[0] ?? 0]?.name ?? "" });
  }
  const list = (names: readonly string[]) => new Intl.ListFormat(language.value).format(names);
  const nameOf = (seat: number) => seats[seat]?.name ?? "";
  const isPair = score_table?.rows.some(({ seats }) =>
    winners.length > 0 && winners.every((seat) => seats.includes(seat))
  );
  if (isPair && winners.includes(you.seat)) {
    const partners = winners.filter((seat) => seat !== you.seat);
    return say("ending.won.pair.you", { names: list(partners.map(nameOf)) });
  }
  if (isPair) return say("ending.won.pair", { names: list(winners.map(nameOf)) });
  const names = winners.map((i) => i === you.seat ? say("table.you.alone") : nameOf(i));
  return say("ending.won.together", { names: list(names) });
}

/** A rematch: the first request creates the next table, everyone else who asks joins it. */
function RematchButton({ table, view, onRematch }: Omit<EndingProps, "load">) {
  const [isWanted, setWanted] = useState(false);
  const { next } = view;
  useEffect(() => {
    if (!isWanted || !next) return;
    setAutostart(next);
    navigate(`/table/${next}`);
  }, [isWanted, next]);
  if (onRematch) {
    return (
      <button type="button" class="button main" onClick={onRematch}>
        {say("ending.rematch")}
      </button>
    );
  }
  if (view.you.seat < 0) {
    return next ? <a class="button main" href={`/table/${next}`}>{say("ending.next")}</a> : null;
  }
  const requestRematch = async () => setWanted(await table.send({ type: "rematch" }));
  return (
    <button
      type="button"
      class="button main"
      disabled={isWanted}
      onClick={() => void requestRematch()}
    >
      {say(next ? "ending.next" : "ending.rematch")}
    </button>
  );
}

/** Celebrate once, for those who saw the game end. */
function useCelebration(table: TableController, view: Snapshot): void {
  useEffect(() => {
    if (!table.wasPlaying) return;
    celebrate(view.ranks.flatMap((rank, seat) => rank === 1 ? [seat] : []));
  }, [table]);
}
