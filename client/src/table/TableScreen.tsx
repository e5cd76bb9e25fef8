/** The screen of a table: the board, the prompt below it, log and chat in a side panel. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { errorText } from "../house/States.tsx";
import { useSignalValue } from "../signal.ts";
import { playSound } from "../sound/synth.ts";
import { findGame } from "../wire/games.ts";
import { currentPerson } from "../wire/http.ts";
import type { ConnectionState } from "../wire/socket.ts";
import { say } from "../words.ts";
import { ClosedNotice } from "./ClosedNotice.tsx";
import { PendingRequest } from "./PendingRequest.tsx";
import { SidePanel } from "./SidePanel.tsx";
import { Ending } from "./Ending.tsx";
import { readableLines } from "./Log.tsx";
import { Prompt } from "./Prompt.tsx";
import { Board } from "./Board.tsx";
import { startsAtOnce } from "./autostart.ts";
import { TableController } from "./TableController.ts";
import { RulesDialog, type RuleSheet } from "./RulesDialog.tsx";
import { ScorePopup } from "./ScorePopup.tsx";
import { TopBar } from "./TopBar.tsx";
import { WaitingRoom } from "./WaitingRoom.tsx";

interface TableScreenProps {
  readonly table: string;
  /** Loads what shows the rules over the table. */
  readonly loadRules: () => Promise<RuleSheet>;
}

export function TableScreen({ table: name, loadRules }: TableScreenProps) {
  const [table, setTable] = useState<TableController | null>(null);
  useEffect(() => {
    let opened: TableController | null = null;
    let isGone = false;
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
  return table ? <TableLayout table={table} loadRules={loadRules} /> : <Connecting />;
}

function Connecting({ isOffline = false }: { readonly isOffline?: boolean }) {
  return (
    <main class="table opening">
      <h1 class="state">{say(isOffline ? "app.offline" : "connection.opening")}</h1>
    </main>
  );
}

function TableLayout(
  { table, loadRules }: {
    readonly table: TableController;
    readonly loadRules: TableScreenProps["loadRules"];
  },
) {
  const view = useSignalValue(table.view);
  const connection = useSignalValue(table.connection);
  const isAtRest = useSignalValue(table.isAtRest);
  const notice = useSignalValue(table.notice);
  const [title, setTitle] = useState("");
  const [isOpen, setOpen] = useState(false);
  const game = view?.game;
  useEffect(() => {
    if (game) void findGame(game).then((box) => setTitle(box?.name ?? ""), () => {});
  }, [game]);
  useEffect(() => {
    if (title) document.title = `${title} · ${say("house.name")}`;
  }, [title]);
  useTurnNotification(table);
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
  return (
    <main class={`table game-${view.game}`} data-status={status} data-log={isOpen}>
      <TopBar
        table={table}
        view={view}
        title={title}
        isOpen={isOpen}
        onLog={() => setOpen(!isOpen)}
      />
      <ConnectionNotice connection={connection} />
      <div class="middle">
        {status === "waiting"
          ? <WaitingRoom table={table} view={view} />
          : status === "closed" && !view.scene
          ? <ClosedNotice reason={view.closed} />
          : <Board controller={table} />}
      </div>
      {status === "playing" && <ScorePopup table={table} />}
      <div class="below">
        <PendingRequest table={table} view={view} />
        {status === "playing" && <LatestLines table={table} />}
        {status === "over" && <Ending table={table} view={view} />}
        {status === "closed" && view.scene && <ClosedNotice reason={view.closed} />}
        {status === "playing" && <Prompt controller={table} />}
      </div>
      <SidePanel table={table} isOpen={isOpen} onClose={() => setOpen(false)} />
      <Announcer table={table} />
      <RulesDialog table={table} game={view.game} load={loadRules} />
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

/** The latest log lines, on screens where the log is hidden. */
function LatestLines({ table }: { readonly table: TableController }) {
  const log = useSignalValue(table.log);
  const latest = useSignalValue(table.latestLines);
  const lines = latest.length
    ? latest.slice(-MAX_LATEST_LINES)
    : readableLines(log, false).slice(-1);
  return (
    <p class="latest" aria-hidden="true">
      <span>{lines.map((line) => line.text).join(" ")}</span>
    </p>
  );
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
      const plain = document.title.replace(/^● /, "");
      const title = decision >= 0 ? `● ${plain}` : plain;
      if (title !== document.title) document.title = title;
    });
  }, [table]);
}
