/** The screen of a table: the board, the prompt below it, log and chat in a side panel. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { errorText } from "../house/States.tsx";
import { Icon } from "../icons.tsx";
import { useSignalValue } from "../signal.ts";
import { playSound } from "../sound/synth.ts";
import { findGame } from "../wire/games.ts";
import { currentPerson } from "../wire/http.ts";
import type { ConnectionState } from "../wire/socket.ts";
import { markTurn, showTitle } from "../title.ts";
import type { Told } from "../wire/types.ts";
import { say } from "../words.ts";
import { ClosedNotice } from "./ClosedNotice.tsx";
import { OpenSeats } from "./OpenSeats.tsx";
import { PendingRequest } from "./PendingRequest.tsx";
import { SidePanel } from "./SidePanel.tsx";
import { Ending } from "./Ending.tsx";
import { readableLines } from "./Log.tsx";
import { Prompt } from "./Prompt.tsx";
import { Board } from "./Board.tsx";
import { startsAtOnce } from "./autostart.ts";
import { handScene, handTables, readHandLink } from "./handLayout.ts";
import { useTurnNear } from "./turnNear.ts";
import { TableController } from "./TableController.ts";
import type { TableParts } from "./parts.ts";
import { RulesDialog } from "./RulesDialog.tsx";
import { ScorePopup } from "./ScorePopup.tsx";
import { TopBar } from "./TopBar.tsx";
import { WaitingRoom } from "./WaitingRoom.tsx";

interface TableScreenProps {
  readonly table: string;
  readonly load: TableParts;
}

export function TableScreen({ table: name, load }: TableScreenProps) {
  const [table, setTable] = useState<TableController | null>(null);
  useEffect(() => {
    let opened: TableController | null = null;
    let isGone = false;
    readHandLink(name);
    // A new visitor becomes a guest first, to be able to take a seat.
    void currentPerson().catch(() => null).then(() => {
      if (isGone) return;
      opened = new TableController(name);
      setTable(opened);
    });
    return () => {
      isGone = true;
      opened?.close();
    };
  }, [name]);
  return table ? <TableLayout table={table} load={load} /> : <Connecting />;
}

function Connecting({ isOffline = false }: { readonly isOffline?: boolean }) {
  return (
    <main class="table opening">
      <h1 class="state">{say(isOffline ? "app.offline" : "connection.opening")}</h1>
    </main>
  );
}

interface TableLayoutProps {
  readonly table: TableController;
  readonly load: TableParts;
  /** In place of the title. */
  readonly heading?: ComponentChildren;
  /** Asks for a rematch, for those who only watch here. */
  readonly onRematch?: () => void;
}

export function TableLayout({ table, load, heading, onRematch }: TableLayoutProps) {
  const view = useSignalValue(table.view);
  const connection = useSignalValue(table.connection);
  const isAtRest = useSignalValue(table.isAtRest);
  const notice = useSignalValue(table.notice);
  const [title, setTitle] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [isBoardWanted, setBoardWanted] = useState(false);
  const hands = useSignalValue(handTables);
  const game = view?.game;
  useEffect(() => {
    if (game) void findGame(game).then((box) => setTitle(box?.name ?? ""), () => {});
  }, [game]);
  useEffect(() => {
    if (title) showTitle(`${title} · ${say("house.name")}`);
  }, [title]);
  useTurnNotification(table);
  useTurnNear(table);
  const goneReason = useSignalValue(table.goneReason);
  if (goneReason) {
    return (
      <NoTable reason={errorText(goneReason)}>
        <a class="button main" href="/">{say("house.home")}</a>
      </NoTable>
    );
  }
  if (connection === "outdated") {
    return (
      <NoTable reason={say("connection.outdated")}>
        <button type="button" class="button main" onClick={() => location.reload()}>
          {say("connection.reload")}
        </button>
      </NoTable>
    );
  }
  if (connection === "logged-out") {
    return (
      <NoTable reason={say("connection.logged-out")}>
        <a class="button main" href="/me">{say("connection.login")}</a>
      </NoTable>
    );
  }
  if (!view || !notice && startsAtOnce(view)) {
    return <Connecting isOffline={connection === "lost"} />;
  }
  // The ending waits until the last moment has been seen.
  const isShowingTheEnd = view.status === "over" && table.wasPlaying && !isAtRest;
  const status = isShowingTheEnd ? "playing" : view.status;
  const isHandTable = hands.includes(table.name) && view.you.seat >= 0;
  const isHand = isHandTable && !isBoardWanted && status === "playing";
  return (
    <main
      class={`table game-${view.game}${isHand ? " hand-layout" : ""}`}
      data-status={status}
      data-log={isOpen}
    >
      <TopBar
        table={table}
        view={view}
        heading={
          <>
            {heading ?? <h1>{title}</h1>}
            {isHandTable && status === "playing" && (
              <button
                type="button"
                class="button icon quiet"
                aria-pressed={isBoardWanted}
                aria-label={say("hand.board")}
                title={say("hand.board")}
                onClick={() => setBoardWanted(!isBoardWanted)}
              >
                <Icon name="board" />
              </button>
            )}
          </>
        }
        isOpen={isOpen}
        onLog={() => setOpen(!isOpen)}
      />
      <ConnectionNotice connection={connection} />
      <div class="middle">
        {status === "waiting"
          ? <WaitingRoom table={table} view={view} />
          : status === "closed" && !view.scene
          ? <ClosedNotice reason={view.closed} />
          : <Board key={String(isHand)} controller={table} focus={isHand ? handScene : null} />}
      </div>
      {status === "playing" && <ScorePopup table={table} />}
      <div class="below">
        <PendingRequest table={table} view={view} />
        <OpenSeats table={table} view={view} />
        {status === "playing" && <LatestLines table={table} />}
        {status === "over" && (
          <Ending
            table={table}
            view={view}
            load={load}
            onRematch={onRematch}
          />
        )}
        {status === "closed" && view.scene && <ClosedNotice reason={view.closed} />}
        {status === "playing" && <Prompt controller={table} />}
      </div>
      <SidePanel table={table} isOpen={isOpen} onClose={() => setOpen(false)} />
      <Announcer table={table} />
      <RulesDialog table={table} game={view.game} load={load.rules} />
    </main>
  );
}

/** Shown instead of a table: the reason, and what to do. */
function NoTable(
  { reason, children }: { readonly reason: string; readonly children: ComponentChildren },
) {
  return (
    <main class="table opening">
      <div role="alert">
        <h1 class="state">{reason}</h1>
      </div>
      {children}
    </main>
  );
}

/** A notice while the connection is lost. */
function ConnectionNotice({ connection }: { readonly connection: ConnectionState }) {
  return (
    <div class="connection-notice" role="status">
      {connection === "lost" && <p>{say("connection.lost")}</p>}
    </div>
  );
}

const MAX_LATEST_LINES = 3;
const MAX_LATEST_LENGTH = 100; // in characters: two lines of a phone

/** The latest log lines, on screens where the log is hidden; none before its stage tells it. */
function LatestLines({ table }: { readonly table: TableController }) {
  const log = useSignalValue(table.log);
  const latest = useSignalValue(table.latestLines);
  const logged = new Set<Told>(log);
  const told = latest.filter((line) => logged.has(line));
  const lines = told.length ? told.slice(-MAX_LATEST_LINES) : readableLines(log, false).slice(-1);
  return (
    <p class="latest" aria-hidden="true">
      <span>{lastSentences(lines.map(({ text }) => text))}</span>
    </p>
  );
}

/** The last of some sentences, as many as there is space for. */
function lastSentences(sentences: readonly string[]): string {
  let text = sentences.at(-1) ?? "";
  for (const earlier of sentences.slice(0, -1).reverse()) {
    const longer = `${earlier} ${text}`;
    if (longer.length > MAX_LATEST_LENGTH) break;
    text = longer;
  }
  return text;
}

/** Announces new log lines to screen readers. */
function Announcer({ table }: { readonly table: TableController }) {
  const latest = useSignalValue(table.latestLines);
  return (
    <div class="visually-hidden" aria-live="polite">
      {latest.map((line) => line.spoken ?? line.text).join(" ")}
    </div>
  );
}

/** Plays a chime and marks the title when it is the player's turn. */
function useTurnNotification(table: TableController): void {
  useEffect(() => {
    let last = -1;
    return table.view.subscribe((view) => {
      const decision = view?.scene?.choices.length ? view.decision : -1;
      if (decision >= 0 && last < 0 && document.hidden) playSound("chime");
      last = decision;
      markTurn(decision >= 0);
    });
  }, [table]);
  useEffect(() => () => markTurn(false), [table]);
}
