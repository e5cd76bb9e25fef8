/** The board of a table on a large screen, as everybody may see it: no controls, phones are the hands. */

import { useEffect, useState } from "preact/hooks";
import { errorText } from "../house/States.tsx";
import { navigate } from "../routes.ts";
import { useSignalValue } from "../signal.ts";
import { Board } from "../table/Board.tsx";
import { ClosedNotice } from "../table/ClosedNotice.tsx";
import { FinalScores } from "../table/FinalScores.tsx";
import { handLink } from "../table/handLayout.ts";
import { useInvitation } from "../table/invitation.ts";
import { Prompt } from "../table/Prompt.tsx";
import { QrCode } from "../table/QrCode.tsx";
import { ScorePopup } from "../table/ScorePopup.tsx";
import { SeatBadge } from "../table/SeatBadge.tsx";
import { resultText } from "../table/Ending.tsx";
import { TableController } from "../table/TableController.ts";
import { keepAwake } from "../wakeLock.ts";
import { findGame } from "../wire/games.ts";
import type { Snapshot } from "../wire/snapshot.ts";
import { showTitle } from "../title.ts";
import { language, say } from "../words.ts";

const HELD_STAGE_MS = 6000; // nobody presses here, so a stage that waits for its reader goes on
const NEXT_AFTER_MS = 4000; // a rematch that begins takes the place of the result

export function BoardScreen({ table: name }: { readonly table: string }) {
  const [table, setTable] = useState<TableController | null>(null);
  useEffect(() => {
    const opened = new TableController(name, "spectator");
    setTable(opened);
    const awake = keepAwake();
    const unsubscribe = goOnBy(opened);
    return () => {
      unsubscribe();
      awake.release();
      opened.close();
    };
  }, [name]);
  return table && <BoardLayout table={table} />;
}

/** Have stages that wait for a reader go on after a while. */
function goOnBy(table: TableController): () => void {
  let timer = 0;
  const unsubscribe = table.stage.subscribe((stage) => {
    clearTimeout(timer);
    if (stage?.isHeld) timer = setTimeout(() => table.goOn(), HELD_STAGE_MS);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

function BoardLayout({ table }: { readonly table: TableController }) {
  const view = useSignalValue(table.view);
  const isAtRest = useSignalValue(table.isAtRest);
  const goneReason = useSignalValue(table.goneReason);
  const [title, setTitle] = useState("");
  const game = view?.game;
  useEffect(() => {
    if (game) void findGame(game).then((box) => setTitle(box?.name ?? ""), () => {});
  }, [game]);
  useEffect(() => {
    if (title) showTitle(`${title} · ${say("house.name")}`);
  }, [title]);
  useNextTable(view);
  if (goneReason) {
    return (
      <main class="big-board opening">
        <h1>{errorText(goneReason)}</h1>
      </main>
    );
  }
  if (!view) return <main class="big-board opening" />;
  const isShowingTheEnd = view.status === "over" && table.wasPlaying && !isAtRest;
  const status = isShowingTheEnd ? "playing" : view.status;
  return (
    <main class={`table big-board game-${view.game}`} data-status={status}>
      <header class="board-head">
        <h1>{title}</h1>
        <WhoseTurn view={view} />
        <FullScreen />
      </header>
      {status === "waiting" && <Seats view={view} />}
      {status === "closed" && <ClosedNotice reason={view.closed} />}
      {(status === "playing" || status === "over") && (
        <div class="middle">
          <Board controller={table} />
        </div>
      )}
      {status === "playing" && (
        <>
          <ScorePopup table={table} />
          <div class="below">
            <Prompt controller={table} />
          </div>
        </>
      )}
      {status === "over" && view.score_table && (
        <section class="board-result">
          <h2>{resultText(view)}</h2>
          <FinalScores
            game={view.game}
            lines={view.log}
            scores={view.score_table}
            names={view.seats.map((seat) => seat.name)}
            you={-1}
          />
        </section>
      )}
    </main>
  );
}

/** Follow the table to its rematch. */
function useNextTable(view: Snapshot | null): void {
  const next = view?.next;
  useEffect(() => {
    if (!next) return;
    const timer = setTimeout(() => navigate(`/table/${next}/board`, true), NEXT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [next]);
}

function WhoseTurn({ view }: { readonly view: Snapshot }) {
  const acting = view.seats.flatMap(({ acting }, seat) => acting ? [seat] : []);
  if (view.status !== "playing" || !acting.length) return null;
  const names = new Intl.ListFormat(language.value)
    .format(acting.map((seat) => view.seats[seat]?.name ?? ""));
  return (
    <p class="whose-turn" role="status">
      {acting.map((seat) => <SeatBadge key={seat} seat={seat} />)}
      {say(acting.length === 1 ? "board.turn" : "board.turn.many", { names })}
    </p>
  );
}

/** Who sits where, and the code by which others sit down. */
function Seats({ view }: { readonly view: Snapshot }) {
  const link = useInvitation(view.table);
  const isFree = view.seats.some(({ taken }) => !taken);
  return (
    <section class="board-seats">
      <ol>
        {view.seats.map(({ taken, name }, seat) => (
          <li key={seat} class={taken ? "" : "free"}>
            <SeatBadge seat={seat} />
            <span>{taken || name ? name : say("waiting.free")}</span>
          </li>
        ))}
      </ol>
      {link && isFree && (
        <div class="scan">
          <QrCode text={handLink(link)} label={say("waiting.qr")} />
          <h2>{say("board.scan")}</h2>
          <p>{say("board.scan.more")}</p>
        </div>
      )}
    </section>
  );
}

/** Browsers allow sound and the full screen only after a press. */
function FullScreen() {
  const [isOffered, setOffered] = useState(!document.fullscreenElement);
  if (!isOffered) return null;
  const enter = () => {
    setOffered(false);
    void document.documentElement.requestFullscreen?.().catch(() => {}); // the press is for the sound, too
  };
  return <button type="button" class="button quiet" onClick={enter}>{say("board.sound")}</button>;
}
