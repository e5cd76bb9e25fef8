/** A table that is passed around on one device: what everybody may see, a curtain that calls the next
 * person, and then their table. Of each only one is in the document. */

import { useEffect, useRef, useState } from "preact/hooks";
import { errorText } from "../house/States.tsx";
import { Icon } from "../icons.tsx";
import { navigate } from "../routes.ts";
import { loadArt } from "../scene/look.ts";
import { useSignalValue } from "../signal.ts";
import type { TableParts } from "../table/parts.ts";
import { SeatBadge } from "../table/SeatBadge.tsx";
import { TableLayout } from "../table/TableScreen.tsx";
import { Refused } from "../wire/http.ts";
import { say } from "../words.ts";
import { companions } from "./companions.ts";
import { companionsAt } from "./deviceTables.ts";
import { HotSeat } from "./HotSeat.ts";
import { beginRematch } from "./seating.ts";

const ARMED_AFTER_MS = 700; // a second press of the person before must not uncover anything

interface HotSeatScreenProps {
  readonly table: string;
  readonly load: TableParts;
}

export function HotSeatScreen({ table: name, load }: HotSeatScreenProps) {
  const [hotSeat, setHotSeat] = useState<HotSeat | null>(null);
  const numbers = companionsAt(name);
  useEffect(() => {
    const known = companions();
    const people = numbers.map((number) =>
      known.find((one) => one.number === number) ?? { number, name: `${number}` }
    );
    if (!people.length) return;
    const opened = new HotSeat(name, people);
    setHotSeat(opened);
    const close = coverWhenLeft(opened);
    return () => {
      close();
      opened.close();
    };
  }, [name]);
  if (!numbers.length) return <NotHere table={name} />;
  return hotSeat && <HotSeatView hotSeat={hotSeat} load={load} />;
}

/** Cover the table whenever the page is left, hidden, or put aside by the device. */
function coverWhenLeft(hotSeat: HotSeat): () => void {
  const cover = () => hotSeat.cover();
  const coverHidden = () => document.hidden && hotSeat.cover();
  addEventListener("pagehide", cover);
  addEventListener("freeze", cover);
  document.addEventListener("visibilitychange", coverHidden);
  return () => {
    removeEventListener("pagehide", cover);
    removeEventListener("freeze", cover);
    document.removeEventListener("visibilitychange", coverHidden);
  };
}

/** The people of this table are not on this device. */
function NotHere({ table }: { readonly table: string }) {
  return (
    <main class="table opening">
      <h1 class="state">{say("pass.elsewhere")}</h1>
      <a class="button main" href={`/table/${table}`}>{say("pass.watch")}</a>
    </main>
  );
}

function HotSeatView({ hotSeat, load }: {
  readonly hotSeat: HotSeat;
  readonly load: TableParts;
}) {
  const state = useSignalValue(hotSeat.state);
  const [error, setError] = useState<Refused | null>(null);
  const rematch = async () => {
    try {
      const next = await hotSeat.requestRematch();
      if (!next) return;
      await beginRematch(next, hotSeat.people);
      navigate(`/table/${next}/pass`);
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      setError(failure);
    }
  };
  if (state.kind === "curtain") {
    return <Curtain key={state.seat} hotSeat={hotSeat} seat={state.seat} />;
  }
  const table = state.kind === "open" ? hotSeat.tableAt(state.seat) : undefined;
  if (state.kind === "open" && table) {
    const { name } = table.companion;
    return (
      <div class="hot-seat" data-seat={state.seat}>
        <TableLayout
          key={state.seat}
          table={table}
          load={load}
          heading={
            <Holder
              name={name}
              seat={state.seat}
              onCover={state.isPrivate ? () => hotSeat.cover() : null}
            />
          }
        />
        {!state.isPrivate && <TurnBanner key={state.seat} name={name} />}
      </div>
    );
  }
  return (
    <div class="hot-seat">
      {error && <p class="message" role="alert">{errorText(error)}</p>}
      <TableLayout
        table={hotSeat.shared}
        load={load}
        onRematch={() => void rematch()}
      />
      {state.kind === "public" && state.isHeld && (
        <button
          type="button"
          class="button main go-on"
          onClick={() => hotSeat.goOn()}
        >
          {say("stage.go-on")}
        </button>
      )}
    </div>
  );
}

/** Whose table is shown; a press covers it. */
function Holder({ name, seat, onCover }: {
  readonly name: string;
  readonly seat: number;
  readonly onCover: (() => void) | null;
}) {
  return (
    <div class="holder">
      <h1>
        <SeatBadge seat={seat} /> <span>{name}</span>
      </h1>
      {onCover && (
        <button
          type="button"
          class="button icon quiet"
          aria-label={say("pass.cover")}
          title={say("pass.cover")}
          onClick={onCover}
        >
          <Icon name="cover" />
        </button>
      )}
    </div>
  );
}

/** Says for a moment whose turn it is, where nothing is secret. */
function TurnBanner({ name }: { readonly name: string }) {
  return <p class="turn-banner" role="status">{say("pass.yours", { name })}</p>;
}

/** Calls a person. Nothing of any table is in the document meanwhile. */
function Curtain({ hotSeat, seat }: { readonly hotSeat: HotSeat; readonly seat: number }) {
  const [isArmed, setArmed] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const seats = hotSeat.tables.flatMap(({ view }) => view.value ? [view.value.you.seat] : []);
  const view = hotSeat.tables[0]?.view.value;
  const nameAt = (one: number) => hotSeat.tableAt(one)?.companion.name ?? "";
  const name = nameAt(seat);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    if (view) void loadArt(view.game).catch(() => {}); // for the colours of the seats
    const timer = setTimeout(() => setArmed(true), ARMED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main class={`curtain seat-${seat} game-${view?.game ?? ""}`} data-seat={seat}>
      <SeatBadge seat={seat} />
      <h1 ref={heading} tabIndex={-1}>{say("pass.yours", { name })}</h1>
      <p>{say("pass.look-away", { name })}</p>
      <button
        type="button"
        class="button main big uncover"
        disabled={!isArmed}
        onClick={() => hotSeat.uncover()}
      >
        {say("pass.uncover", { name })}
      </button>
      <div class="others">
        <button type="button" class="button quiet" onClick={() => hotSeat.lookAtBoard()}>
          {say("pass.board")}
        </button>
        {seats.filter((one) => one !== seat).sort().map((other) => (
          <button
            key={other}
            type="button"
            class="button quiet"
            onClick={() => hotSeat.callTo(other)}
          >
            <SeatBadge seat={other} /> {nameAt(other)}
          </button>
        ))}
      </div>
      <a class="leave" href="/">{say("house.home")}</a>
    </main>
  );
}
