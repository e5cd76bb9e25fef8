/** The bar above a table: home, title, hint, rules, sound, log and menu. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useSignalValue } from "../signal.ts";
import { settingFields, Volume } from "../house/settingFields.tsx";
import { TIME_CONTROLS, timeControlKey, timeControlName } from "../house/timeControls.ts";
import { Icon, type IconName } from "../icons.tsx";
import { settings, updateSettings } from "../settings.ts";
import type { Snapshot } from "../wire/snapshot.ts";
import type { Pace } from "../wire/types.ts";
import { NextTable } from "../NextTable.tsx";
import { say } from "../words.ts";
import { showRule } from "./showRule.ts";
import { PausesDialog } from "./PausesDialog.tsx";
import { handTables, setHandLayout } from "./handLayout.ts";
import { isAloneWithBots, type TableController } from "./TableController.ts";
import { useUnreadCount } from "./Chat.tsx";

interface TopBarProps {
  readonly table: TableController;
  readonly view: Snapshot | null;
  readonly heading: ComponentChildren;
  readonly isOpen: boolean;
  readonly onLog: () => void;
}

export function TopBar({ table, view, heading, isOpen, onLog }: TopBarProps) {
  const { muted } = useSignalValue(settings);
  const unread = useUnreadCount(view, isOpen);
  const logName = unread ? say("chat.unread", { count: unread }) : say("log.area");
  return (
    <header class="top-bar">
      <a class="button icon quiet back-button" href="/" aria-label={say("house.home")}>
        <Icon name="back" />
      </a>
      {heading}
      <NextTable />
      <TurnButtons table={table} view={view} />
      <a
        class="button icon quiet"
        href={`/game/${view?.game ?? ""}/rules`}
        target="_blank"
        aria-label={say("table.rules")}
        title={say("table.rules")}
        onClick={(event) => showRule(event, table, "")}
      >
        <Icon name="book" />
      </a>
      <button
        type="button"
        class="button icon quiet sound-button"
        aria-pressed={!muted}
        aria-label={say("table.sound")}
        title={say("table.sound")}
        onClick={() => updateSettings({ muted: !muted })}
      >
        <Icon name={muted ? "muted" : "sound"} />
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

/** The buttons that depend on the turn. They keep their places: a second press must not meet another one. */
function TurnButtons({ table, view }: Pick<TopBarProps, "table" | "view">) {
  const isSearching = useSignalValue(table.isSearchingHints);
  if (view?.status !== "playing" || view.you.seat < 0) return null;
  return (
    <>
      {view.hints && (
        <TurnButton
          icon="hint"
          name={say("hint.ask")}
          isReady={view.decision >= 0}
          isBusy={isSearching}
          onPress={() => void table.toggleHints()}
        />
      )}
      {hasUndo(view) && (
        <TurnButton
          icon="undo"
          name={say("table.undo")}
          isReady={hasMoved(view)}
          onPress={() => void table.send({ type: "takeback" })}
        />
      )}
      <TurnButton
        icon="restart"
        name={say("table.again")}
        isReady={table.hasLastRound}
        onPress={() => table.showLastRound()}
      />
    </>
  );
}

function TurnButton({ icon, name, isReady, isBusy = false, onPress }: {
  readonly icon: IconName;
  readonly name: string;
  readonly isReady: boolean;
  readonly isBusy?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      class={`button icon quiet ${icon}-button`}
      aria-label={name}
      title={name}
      aria-busy={isBusy}
      disabled={!isReady}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Whether moves can be taken back without asking anybody, by a button of the bar. */
function hasUndo(view: Snapshot): boolean {
  return view.free_takebacks || isAloneWithBots(view);
}

/** Whether the log has a move of the player. */
function hasMoved({ log, you }: Snapshot): boolean {
  return log.some((line) => line.seat === you.seat && line.category === "move");
}

function Menu(
  { table, view }: { readonly table: TableController; readonly view: Snapshot | null },
) {
  const [isOpen, setOpen] = useState(false);
  const [isPausing, setPausing] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      const isInside = event.target instanceof Node && menu.current?.contains(event.target);
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !isInside) setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, [isOpen]);
  return (
    <div class="menu" ref={menu}>
      <button
        type="button"
        class="button icon quiet"
        aria-expanded={isOpen}
        aria-label={say("table.menu")}
        title={say("table.menu")}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {isOpen && (
        <MenuList
          table={table}
          view={view}
          onDone={() => setOpen(false)}
          onPauses={() => {
            setOpen(false);
            setPausing(true);
          }}
        />
      )}
      {isPausing && view && (
        <PausesDialog
          table={table}
          view={view}
          onClose={() => setPausing(false)}
        />
      )}
    </div>
  );
}

interface MenuListProps {
  readonly table: TableController;
  readonly view: Snapshot | null;
  readonly onDone: () => void;
  readonly onPauses: () => void;
}

function MenuList({ table, view, onDone, onPauses }: MenuListProps) {
  const current = useSignalValue(settings);
  const isPlaying = view?.status === "playing" && view.you.seat >= 0;
  return (
    <div class="menu-list">
      {settingFields(current).map(({ name, label, value, values, choose }) => (
        <MenuSelect
          key={name}
          label={label}
          value={value}
          values={values}
          onChoose={(chosen) => {
            choose(chosen);
            if (name === "pace" && isPlaying) table.setBotPace();
          }}
        />
      ))}
      <Volume volume={current.volume} />
      {view && <a href={`/table/${view.table}/board`} target="_blank">{say("board.open")}</a>}
      {isPlaying && <HandToggle table={view.table} />}
      {isPlaying && (
        <>
          <MenuSelect
            label={say("table.time-control")}
            value={timeControlKey(view.pace)}
            values={timeControlOptions(view.pace)}
            onChoose={(name) => {
              const pace = TIME_CONTROLS[name];
              if (pace) void table.send({ type: "pace", pace });
              onDone();
            }}
          />
          {view.pace.mode === "days" && (
            <button type="button" onClick={onPauses}>{say("pauses.open")}</button>
          )}
          {view.pace.mode === "days" && view.you.host && (
            <a href={`/settings?webhook=${view.table}`}>{say("notices.webhook.table")}</a>
          )}
          {!hasUndo(view) && <MenuAction table={table} action="takeback" onDone={onDone} />}
          <MenuAction table={table} action="rise" onDone={onDone} />
          <MenuAction table={table} action="resign" onDone={onDone} />
        </>
      )}
    </div>
  );
}

/** Whether this device shows the player's hand, since the board is on a large screen. */
function HandToggle({ table }: { readonly table: string }) {
  const isOn = useSignalValue(handTables).includes(table);
  return (
    <label>
      <span>{say("hand.on")}</span>
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => setHandLayout(table, event.currentTarget.checked)}
      />
    </label>
  );
}

/** The time controls that may be proposed, and the present one if it is another. */
function timeControlOptions(present: Pace): (readonly [string, string])[] {
  const known = Object.entries(TIME_CONTROLS).map(([key, pace]) =>
    [key, timeControlName(pace)] as const
  );
  return timeControlKey(present) ? known : [["", timeControlName(present)], ...known];
}

/** A menu entry that sends a request; what can't be undone has to be confirmed. */
function MenuAction(
  { table, action, onDone }: {
    readonly table: TableController;
    readonly action: "takeback" | "rise" | "resign";
    readonly onDone: () => void;
  },
) {
  const [isSure, setSure] = useState(action === "takeback");
  const perform = () => {
    if (!isSure) return setSure(true);
    void table.send({ type: action });
    onDone();
  };
  const key = action === "takeback" || !isSure ? action : `${action}.sure` as const;
  return (
    <button type="button" class={action === "resign" ? "danger" : ""} onClick={perform}>
      {say(`table.${key}`)}
    </button>
  );
}

function MenuSelect({ label, value, values, onChoose }: {
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
