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
  const free = view.seats.filter((seat) => !seat.taken).length;
  return (
    <section class="waiting-room">
      <h2>{free ? say("waiting.title") : say("waiting.ready")}</h2>
      <ol>{view.seats.map((_, i) => <Chair key={i} table={table} view={view} index={i} />)}</ol>
      <Begin table={table} view={view} free={free} />
      {free > 0 && <Invitation />}
      <SetUpWords view={view} />
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
      <span class="name">{seat.name || say("waiting.free")}</span>
      <Marks seat={seat} />
      {!seat.taken && view.seat < 0 && (
        <button
          type="button"
          class="button main"
          onClick={() => void table.ask({ type: "sit", seat: index, nonce: nonce(view.table) })}
        >
          {say("waiting.sit")}
        </button>
      )}
      {seat.you && (
        <button
          type="button"
          class="button"
          onClick={() => void table.ask({ type: "rise" })}
        >
          {say("waiting.rise")}
        </button>
      )}
    </li>
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

/** How the table was set up, in words. */
function SetUpWords({ view }: { readonly view: View }) {
  const [box, setBox] = useState<Box | undefined>(undefined);
  useEffect(() => {
    void artOf(view.game).catch(() => {}); // its colours; and it is here when the game begins
    void gameOf(view.game).then(setBox, () => {});
  }, [view.game]);
  if (!box) return null;
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
