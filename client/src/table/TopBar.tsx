/** The bar above a table: the way home, what is played, and everything one press away. */

import { useEffect, useRef, useState } from "preact/hooks";
import { useCell } from "../cell.ts";
import { likings, Volume } from "../house/likings.tsx";
import { paceKey, paceName, PACES } from "../house/paces.ts";
import { Icon } from "../icons.tsx";
import { set, settings } from "../settings.ts";
import type { Pace, View } from "../wire/types.ts";
import { say } from "../words.ts";
import { allowMotion, motion } from "./rattle.ts";
import type { Table } from "./store.ts";
import { useUnread } from "./Talk.tsx";

interface Bar {
  readonly table: Table;
  readonly view: View | null;
  readonly title: string;
  readonly isOpen: boolean;
  readonly onLog: () => void;
}

export function TopBar({ table, view, title, isOpen, onLog }: Bar) {
  const { muted } = useCell(settings);
  const unread = useUnread(view, isOpen);
  const logName = unread ? say("talk.unread", { count: unread }) : say("log.area");
  return (
    <header class="top-bar">
      <a class="button icon quiet" href="/" aria-label={say("house.home")}>
        <Icon name="back" />
      </a>
      <h1>{title}</h1>
      {view?.hints && view.decision >= 0 && (
        <button
          type="button"
          class="button icon quiet"
          aria-label={say("hint.ask")}
          title={say("hint.ask")}
          onClick={() => void table.hint()}
        >
          <Icon name="hint" />
        </button>
      )}
      <a
        class="button icon quiet"
        href={`/game/${view?.game ?? ""}/rules`}
        target="_blank"
        aria-label={say("table.rules")}
        title={say("table.rules")}
      >
        <Icon name="book" />
      </a>
      <button
        type="button"
        class="button icon quiet"
        aria-pressed={!muted}
        aria-label={say("table.sound")}
        title={say("table.sound")}
        onClick={() => set({ muted: !muted })}
      >
        <Icon name={muted ? "silence" : "sound"} />
      </button>
      <button
        type="button"
        class="button icon quiet log-button"
        aria-expanded={isOpen}
        aria-label={logName}
        title={logName}
        data-unread={unread || undefined}
        onClick={onLog}
      >
        <Icon name="log" />
      </button>
      <Menu table={table} view={view} />
    </header>
  );
}

function Menu({ table, view }: { readonly table: Table; readonly view: View | null }) {
  const [isOpen, open] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      const isInside = event.target instanceof Node && box.current?.contains(event.target);
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !isInside) open(false);
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, [isOpen]);
  return (
    <div class="menu" ref={box}>
      <button
        type="button"
        class="button icon quiet"
        aria-expanded={isOpen}
        aria-label={say("table.menu")}
        title={say("table.menu")}
        onClick={() => open(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {isOpen && <MenuList table={table} view={view} onDone={() => open(false)} />}
    </div>
  );
}

interface List {
  readonly table: Table;
  readonly view: View | null;
  readonly onDone: () => void;
}

function MenuList({ table, view, onDone }: List) {
  const liked = useCell(settings);
  const moves = useCell(motion);
  const isPlaying = view?.status === "playing" && view.seat >= 0;
  const canShake = view?.scene?.pieces.some(({ marks }) => marks.includes("shakes"));
  return (
    <div class="menu-list">
      {likings(liked).map(({ name, label, value, values, choose }) => (
        <Choose key={name} label={label} value={value} values={values} onChoose={choose} />
      ))}
      <Volume volume={liked.volume} />
      {moves === "asks" && canShake && (
        <button type="button" onClick={() => void allowMotion()}>{say("table.motion")}</button>
      )}
      {isPlaying && (
        <>
          <label>
            <span>{say("table.hurry")}</span>
            <input
              type="checkbox"
              checked={view.hurry}
              onChange={(event) =>
                void table.ask({ type: "hurry", on: event.currentTarget.checked })}
            />
          </label>
          <Choose
            label={say("table.pace")}
            value={paceKey(view.pace)}
            values={paces(view.pace)}
            onChoose={(name) => {
              const pace = PACES[name];
              if (pace) void table.ask({ type: "pace", pace });
              onDone();
            }}
          />
          <Asking table={table} what="takeback" onDone={onDone} />
          <Asking table={table} what="rise" onDone={onDone} />
          <Asking table={table} what="resign" onDone={onDone} />
        </>
      )}
    </div>
  );
}

/** The paces one may propose; the present one too if it is another. */
function paces(present: Pace): (readonly [string, string])[] {
  const known = Object.entries(PACES).map(([key, pace]) => [key, paceName(pace)] as const);
  return paceKey(present) ? known : [["", paceName(present)], ...known];
}

/** Something one asks of the table; what can't be undone is asked twice. */
function Asking(
  { table, what, onDone }: {
    readonly table: Table;
    readonly what: "takeback" | "rise" | "resign";
    readonly onDone: () => void;
  },
) {
  const [isSure, sure] = useState(what === "takeback");
  const ask = () => {
    if (!isSure) return sure(true);
    void table.ask({ type: what });
    onDone();
  };
  const key = what === "takeback" || !isSure ? what : `${what}.sure` as const;
  return (
    <button type="button" class={what === "resign" ? "danger" : ""} onClick={ask}>
      {say(`table.${key}`)}
    </button>
  );
}

function Choose({ label, value, values, onChoose }: {
  readonly label: string;
  readonly value: string;
  readonly values: readonly (readonly [string, string])[];
  readonly onChoose: (value: string) => void;
}) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {values.map(([one, name]) => <option key={one} value={one}>{name}</option>)}
      </select>
    </label>
  );
}
