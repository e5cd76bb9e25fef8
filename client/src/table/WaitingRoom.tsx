/** The waiting room before a game: seats, options, and the invitation link. */

import { useEffect, useState } from "preact/hooks";
import { Opponents } from "../house/Opponents.tsx";
import { timeControlName } from "../house/timeControls.ts";
import { Icon } from "../icons.tsx";
import { loadArt } from "../scene/look.ts";
import { defaultLevel, findGame } from "../wire/games.ts";
import type { Snapshot } from "../wire/snapshot.ts";
import type { Box, Seat } from "../wire/types.ts";
import { say } from "../words.ts";
import { isLoopback } from "./loopback.ts";
import { CallFriends } from "./CallFriends.tsx";
import { NameOffer } from "./NameOffer.tsx";
import { QrCode } from "./QrCode.tsx";
import { SeatBadge } from "./SeatBadge.tsx";
import { useInvitation } from "./invitation.ts";
import { createNonce } from "./commitments.ts";
import type { TableController } from "./TableController.ts";

interface WaitingRoomProps {
  readonly table: TableController;
  readonly view: Snapshot;
}

export function WaitingRoom({ table, view }: WaitingRoomProps) {
  const box = useBox(view.game);
  const free = view.seats.filter((seat) => !seat.taken).length;
  return (
    <section class="waiting-room">
      <h2>{free ? say("waiting.title") : say("waiting.ready")}</h2>
      <ol>{view.seats.map((_, i) => <SeatRow key={i} table={table} view={view} index={i} />)}</ol>
      {view.you.seat >= 0 && free > 0 && <NameOffer />}
      {view.you.seat >= 0 && <RatedChoice table={table} view={view} />}
      <StartGame table={table} view={view} free={free} />
      {view.you.host && box && <FillWithBots table={table} view={view} box={box} />}
      {free > 0 && <Invitation table={view.table} />}
      {free > 0 && view.you.seat >= 0 && <CallFriends table={view.table} />}
      {box && <TableOptions view={view} box={box} />}
      {view.spectators > 0 && (
        <p class="watching">{say("waiting.watching", { count: view.spectators })}</p>
      )}
    </section>
  );
}

function SeatRow({ table, view, index }: WaitingRoomProps & { readonly index: number }) {
  const seat = view.seats[index];
  if (!seat) return null;
  return (
    <li class={seat.taken ? "" : "free"}>
      <SeatBadge seat={index} />
      <span class="name">{nameOf(seat, view.you.reserved === index)}</span>
      <SeatTags seat={seat} isMine={view.you.seat === index} />
      <SeatActions table={table} view={view} index={index} seat={seat} />
    </li>
  );
}

function nameOf({ reserved, name }: Seat, isForYou: boolean): string {
  if (isForYou) return say("waiting.reserved.you");
  return reserved ? say("waiting.reserved", { name }) : name || say("waiting.free");
}

/** The buttons of a seat. */
function SeatActions({ table, view, index, seat }: WaitingRoomProps & {
  readonly index: number;
  readonly seat: Seat;
}) {
  const { you } = view;
  const isMine = you.seat === index;
  const isForYou = you.reserved === index;
  const isForAnother = seat.reserved && !isForYou;
  const mayFree = you.host && (seat.bot !== "" || isForAnother);
  return (
    <>
      {!seat.taken && you.seat < 0 && !isForAnother && (
        <button
          type="button"
          class="button main"
          onClick={() =>
            void table.send({ type: "sit", seat: index, nonce: createNonce(view.table) })}
        >
          {say("waiting.sit")}
        </button>
      )}
      {(isMine || isForYou) && (
        <button
          type="button"
          class="button"
          onClick={() => void table.send({ type: "rise" })}
        >
          {say(isMine ? "waiting.rise" : "waiting.decline")}
        </button>
      )}
      {mayFree && (
        <button
          type="button"
          class="button"
          onClick={() => void table.send({ type: "free", seat: index })}
        >
          {say(seat.bot ? "waiting.dismiss" : "waiting.unreserve")}
        </button>
      )}
    </>
  );
}

/** Whether the game shall count: each person says so for themselves. */
function RatedChoice({ table, view }: WaitingRoomProps) {
  const own = view.seats[view.you.seat];
  if (!own || own.program) return null;
  const others = view.seats.filter(({ taken, bot }, seat) =>
    taken && !bot && seat !== view.you.seat
  );
  const missing = others.filter(({ rated }) => !rated).map(({ name }) => name);
  const status = !own.rated
    ? ""
    : view.rated
    ? say("rated.agreed")
    : say("rated.missing", { names: missing.join(", ") });
  return (
    <label class="rated-choice">
      <input
        type="checkbox"
        checked={own.rated}
        onChange={(event) => void table.send({ type: "rated", yes: event.currentTarget.checked })}
      />
      <span>
        {say("rated.choose")}
        <small>{say("rated.tip")}</small>
        <small role="status">{status}</small>
      </span>
    </label>
  );
}

function SeatTags({ seat, isMine }: { readonly seat: Seat; readonly isMine: boolean }) {
  return (
    <>
      {isMine && <span class="tag you">{say("table.you")}</span>}
      {seat.bot && <span class="tag bot">{say("table.bot")}</span>}
      {seat.rated && <span class="tag rated">{say("rated.tag")}</span>}
      {seat.program && (
        <span class="tag" title={say("table.program.tip")}>{say("table.program")}</span>
      )}
    </>
  );
}

/** The start button of the host; a note for the others. */
function StartGame({ table, view, free }: WaitingRoomProps & { readonly free: number }) {
  if (!view.you.host) return <p role="status">{say("waiting.host")}</p>;
  return (
    <div class="start-game">
      <button
        type="button"
        class="button main big"
        disabled={free > 0}
        onClick={() => void table.send({ type: "start" })}
      >
        {say("waiting.start")}
      </button>
      {free > 0 && <p role="status">{say("waiting.more", { count: free })}</p>}
    </div>
  );
}

/** The box of the game, once it is loaded. */
function useBox(game: string): Box | undefined {
  const [box, setBox] = useState<Box | undefined>(undefined);
  useEffect(() => {
    void loadArt(game).catch(() => {}); // its colours, and the art in advance
    void findGame(game).then(setBox, () => {});
  }, [game]);
  return box;
}

/** Lets the host fill all free seats with bots. */
function FillWithBots({ table, view, box }: WaitingRoomProps & { readonly box: Box }) {
  const [level, setLevel] = useState(defaultLevel(box));
  const free = view.seats.flatMap((seat, i) => seat.taken || seat.reserved ? [] : [i]);
  if (!free.length) return null;
  const fill = () => free.forEach((seat) => void table.send({ type: "bot", seat, bot: level }));
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
        <Opponents box={box} />
      </select>
    </div>
  );
}

/** The options of the table, in words. */
function TableOptions({ view, box }: { readonly view: Snapshot; readonly box: Box }) {
  return (
    <dl class="table-options">
      {box.options.filter(({ name }) => name !== "players").map((option) => (
        <div key={option.name}>
          <dt>{option.label}</dt>
          <dd>
            {option.labels[option.values.indexOf(view.options[option.name] ?? option.default)]}
          </dd>
        </div>
      ))}
      <div>
        <dt>{say("setup.time-control")}</dt>
        <dd>{timeControlName(view.pace)}</dd>
      </div>
      <div>
        <dt>{say("waiting.visibility")}</dt>
        <dd>{say(view.public ? "waiting.public" : "waiting.private")}</dd>
      </div>
    </dl>
  );
}

/** The link to the table: to copy, to share, or as a QR code; with a warning if it is for here only. */
function Invitation({ table }: { readonly table: string }) {
  const [isCopied, setCopied] = useState(false);
  const link = useInvitation(table);
  if (!link) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    setCopied(true);
  };
  const share = () => void navigator.share({ title: document.title, url: link }).catch(() => {});
  return (
    <div class="invitation">
      <QrCode text={link} label={say("waiting.qr")} />
      <label>
        <span>{say("waiting.invite")}</span>
        <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      {isLoopback(location.hostname) && <p class="loopback">{say("waiting.loopback")}</p>}
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
      <a href={`/table/${table}/board`} target="_blank">{say("board.open")}</a>
    </div>
  );
}
