/** A table: the scene in the middle, the prompt below, log and talk beside it. */

import { useEffect, useState } from "preact/hooks";
import { useCell } from "../cell.ts";
import { play } from "../sound/synth.ts";
import { gameOf } from "../wire/shelf.ts";
import { get, me, Refused } from "../wire/http.ts";
import type { LineState } from "../wire/socket.ts";
import { isWord, say } from "../words.ts";
import { Asked } from "./Asked.tsx";
import { Beside } from "./Beside.tsx";
import { Ending } from "./Ending.tsx";
import { kept } from "./Log.tsx";
import { Prompt } from "./Prompt.tsx";
import { Stage } from "./Stage.tsx";
import { Table } from "./store.ts";
import { Tallied } from "./Tallied.tsx";
import { TopBar } from "./TopBar.tsx";
import { Waiting } from "./Waiting.tsx";

export function TableScreen({ table: name }: { readonly table: string }) {
  const [table, setTable] = useState<Table | null>(null);
  useEffect(() => {
    let opened: Table | null = null;
    let isGone = false;
    // Who is new comes in as a guest first, so that he may sit.
    void me().catch(() => null).then(() => {
      if (isGone) return;
      opened = new Table(name);
      setTable(opened);
    });
    return () => {
      isGone = true;
      opened?.close();
    };
  }, [name]);
  return table ? <Around table={table} /> : <Opening />;
}

function Opening() {
  return (
    <main class="table opening">
      <h1 class="state">{say("line.opening")}</h1>
    </main>
  );
}

function Around({ table }: { readonly table: Table }) {
  const view = useCell(table.view);
  const line = useCell(table.line);
  const [title, setTitle] = useState("");
  const [isOpen, open] = useState(false);
  const game = view?.game;
  useEffect(() => {
    if (game) void gameOf(game).then((box) => setTitle(box?.name ?? ""), () => {});
  }, [game]);
  useEffect(() => {
    if (title) document.title = `${title} · ${say("house.name")}`;
  }, [title]);
  useTurnSign(table);
  if (line === "gone") return <Gone name={table.name} />;
  if (line === "out") return <NoTable why={say("line.out")} way="/me" label={say("line.enter")} />;
  if (!view) return <Opening />;
  return (
    <main class={`table game-${view.game}`} data-status={view.status} data-log={isOpen}>
      <TopBar table={table} view={view} title={title} isOpen={isOpen} onLog={() => open(!isOpen)} />
      <LineSign line={line} />
      <div class="middle">
        {view.status === "waiting"
          ? <Waiting table={table} view={view} />
          : <Stage table={table} />}
      </div>
      {view.status === "playing" && <Tallied table={table} />}
      <div class="below">
        <Asked table={table} view={view} />
        {view.status === "playing" && <Latest table={table} />}
        {view.status === "over" && <Ending table={table} view={view} />}
        {view.status === "closed" && <p class="state">{say("table.closed")}</p>}
        {view.status === "playing" && <Prompt table={table} />}
      </div>
      <Beside table={table} isOpen={isOpen} onClose={() => open(false)} />
      <Announcer table={table} />
    </main>
  );
}

/** A table that never opened. A socket that is refused gives no reason, a request does. */
function Gone({ name }: { readonly name: string }) {
  const [why, setWhy] = useState(say("line.gone"));
  useEffect(() => {
    get(`/api/tables/${encodeURIComponent(name)}/record`).catch((error) => {
      const key = error instanceof Refused ? `refused.${error.code}` : "";
      if (isWord(key) && key !== "refused.offline") setWhy(say(key));
    });
  }, [name]);
  return <NoTable why={why} />;
}

/** Why there is no table to see, and where to go instead. */
function NoTable(
  { why, way = "/", label = say("house.home") }: {
    readonly why: string;
    readonly way?: string;
    readonly label?: string;
  },
) {
  return (
    <main class="table opening">
      <div role="alert">
        <h1 class="state">{why}</h1>
      </div>
      <a class="button main" href={way}>{label}</a>
    </main>
  );
}

/** The connection, when there is something to say about it. */
function LineSign({ line }: { readonly line: LineState }) {
  return (
    <div class="line-sign" role="status">
      {line === "lost" && <p>{say("line.lost")}</p>}
    </div>
  );
}

const MOST_LINES = 3;

/** What happened just now and how it ended, where the log is folded away. */
function Latest({ table }: { readonly table: Table }) {
  const log = useCell(table.log);
  const news = useCell(table.news);
  const lines = news.length ? news.slice(-MOST_LINES) : kept(log, false).slice(-1);
  return (
    <p class="latest" aria-hidden="true">
      <span>{lines.map((line) => line.text).join(" ")}</span>
    </p>
  );
}

/** What happens, for those who listen. */
function Announcer({ table }: { readonly table: Table }) {
  const news = useCell(table.news);
  return <div class="only-read" aria-live="polite">{news.map((line) => line.text).join(" ")}</div>;
}

/** A chime and a mark in the title when it is one's turn. */
function useTurnSign(table: Table): void {
  useEffect(() => {
    let last = -1;
    return table.view.watch((view) => {
      const decision = view?.scene?.choices.length ? view.decision : -1;
      if (decision >= 0 && last < 0 && document.hidden) play("chime");
      last = decision;
      const plain = document.title.replace(/^● /, "");
      const title = decision >= 0 ? `● ${plain}` : plain;
      if (title !== document.title) document.title = title;
    });
  }, [table]);
}
