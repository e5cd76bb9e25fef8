/** Before the game: who sits where, what is played, and how friends come in. */

import { useEffect, useState } from "preact/hooks";
import { paceName } from "../house/paces.ts";
import { Icon } from "../icons.tsx";
import { artOf } from "../scene/look.ts";
import { gameOf } from "../wire/shelf.ts";
import type { Box } from "../wire/types.ts";
import type { Seat, View } from "../wire/types.ts";
import { say } from "../words.ts";
import { QrCode } from "./QrCode.tsx";
import { Sign } from "./Sign.tsx";
import { nonce } from "./promises.ts";
import type { Table } from "./store.ts";

interface Room {
  readonly table: Table;
  readonly view: View;
}

export function Waiting({ table, view }: Room) {
  const box = useBox(view.game);
  const free = view.seats.filter((seat) => !seat.taken).length;
  return (
    <section class="waiting-room">
      <h2>{free ? say("waiting.title") : say("waiting.ready")}</h2>
      <ol>{view.seats.map((_, i) => <Chair key={i} table={table} view={view} index={i} />)}</ol>
      <Begin table={table} view={view} free={free} />
      {view.host && box && <Bots table={table} view={view} box={box} />}
      {free > 0 && <Invitation />}
      {box && <SetUpWords view={view} box={box} />}
      {view.watching > 0 && (
        <p class="watching">{say("waiting.watching", { count: view.watching })}</p>
      )}
    </section>
  );
}

function Chair({ table, view, index }: Room & { readonly index: number }) {
  const seat = view.seats[index];
  if (!seat) return null;
  return (
    <li class={seat.taken ? "" : "free"}>
      <Sign seat={index} />
      <span class="name">{nameOf(seat)}</span>
      <Marks seat={seat} />
      <Deeds table={table} view={view} index={index} seat={seat} />
    </li>
  );
}

function nameOf({ kept, name }: Seat): string {
  if (kept === "you") return say("waiting.kept.you");
  return kept ? say("waiting.kept", { name }) : name || say("waiting.free");
}

/** What one may do at a seat. */
function Deeds({ table, view, index, seat }: Room & {
  readonly index: number;
  readonly seat: Seat;
}) {
  const mayFree = view.host && (seat.bot !== "" || seat.kept === "another");
  return (
    <>
      {!seat.taken && view.seat < 0 && seat.kept !== "another" && (
        <button
          type="button"
          class="button main"
          onClick={() => void table.ask({ type: "sit", seat: index, nonce: nonce(view.table) })}
        >
          {say("waiting.sit")}
        </button>
      )}
      {(seat.you || seat.kept === "you") && (
        <button
          type="button"
          class="button"
          onClick={() => void table.ask({ type: "rise" })}
        >
          {say(seat.you ? "waiting.rise" : "waiting.decline")}
        </button>
      )}
      {mayFree && (
        <button
          type="button"
          class="button"
          onClick={() => void table.ask({ type: "free", seat: index })}
        >
          {say(seat.bot ? "waiting.dismiss" : "waiting.open-up")}
        </button>
      )}
    </>
  );
}

function Marks({ seat }: { readonly seat: Seat }) {
  return (
    <>
      {seat.you && <span class="tag you">{say("table.you")}</span>}
      {seat.bot && <span class="tag bot">{say("table.bot")}</span>}
      {seat.program && (
        <span class="tag" title={say("table.program.tip")}>{say("table.program")}</span>
      )}
    </>
  );
}

/** The host begins; the others are told that he does. */
function Begin({ table, view, free }: Room & { readonly free: number }) {
  if (!view.host) return <p role="status">{say("waiting.host")}</p>;
  return (
    <div class="begin">
      <button
        type="button"
        class="button main big"
        disabled={free > 0}
        onClick={() => void table.ask({ type: "start" })}
      >
        {say("waiting.start")}
      </button>
      {free > 0 && <p role="status">{say("waiting.more", { count: free })}</p>}
    </div>
  );
}

/** The game that is to be played, once it is known. */
function useBox(game: string): Box | undefined {
  const [box, setBox] = useState<Box | undefined>(undefined);
  useEffect(() => {
    void artOf(game).catch(() => {}); // its colours; and it is here when the game begins
    void gameOf(game).then(setBox, () => {});
  }, [game]);
  return box;
}

/** For who set the table up: bots for all seats that are free. */
function Bots({ table, view, box }: Room & { readonly box: Box }) {
  const [level, setLevel] = useState(box.levels.at(-1)?.name ?? "");
  const free = view.seats.flatMap((seat, i) => seat.taken || seat.kept ? [] : [i]);
  if (!free.length) return null;
  const fill = () => free.forEach((seat) => void table.ask({ type: "bot", seat, bot: level }));
  return (
    <div class="bots">
      <button type="button" class="button" onClick={fill}>
        {say("waiting.fill", { count: free.length })}
      </button>
      <select
        aria-label={say("waiting.level")}
        value={level}
        onChange={(event) => setLevel(event.currentTarget.value)}
      >
        {box.levels.map(({ name, label }) => <option key={name} value={name}>{label}</option>)}
      </select>
    </div>
  );
}

/** How the table was set up, in words. */
function SetUpWords({ view, box }: { readonly view: View; readonly box: Box }) {
  return (
    <dl class="set-up-words">
      {box.options.filter(({ name }) => name !== "players").map((option) => (
        <div key={option.name}>
          <dt>{option.label}</dt>
          <dd>
            {option.labels[option.values.indexOf(view.options[option.name] ?? option.default)]}
          </dd>
        </div>
      ))}
      <div>
        <dt>{say("setup.pace")}</dt>
        <dd>{paceName(view.pace)}</dd>
      </div>
      <div>
        <dt>{say("waiting.open")}</dt>
        <dd>{say(view.public ? "waiting.public" : "waiting.private")}</dd>
      </div>
    </dl>
  );
}

/** The link to the table: to copy, to share, to point a phone at. */
function Invitation() {
  const [isCopied, copied] = useState(false);
  const link = location.origin + location.pathname;
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    copied(true);
  };
  const share = () => void navigator.share({ title: document.title, url: link }).catch(() => {});
  return (
    <div class="invitation">
      <QrCode text={link} label={say("waiting.qr")} />
      <label>
        <span>{say("waiting.invite")}</span>
        <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="answers">
        <button type="button" class="button" onClick={() => void copy()}>
          {say(isCopied ? "waiting.copied" : "waiting.copy")}
        </button>
        {"share" in navigator && (
          <button type="button" class="button" onClick={share}>
            <Icon name="share" /> {say("waiting.share")}
          </button>
        )}
      </div>
    </div>
  );
}
