/** Waiting for others to play with: who has come, how long bots wait, and what one would like. */

import { useEffect, useState } from "preact/hooks";
import { PageLayout } from "../house/PageLayout.tsx";
import { useBoxes } from "../house/resources.ts";
import { Await, ErrorNotice } from "../house/States.tsx";
import { TIME_CONTROLS, timeControlKey } from "../house/timeControls.ts";
import { navigate } from "../routes.ts";
import { SeatBadge } from "../table/SeatBadge.tsx";
import { setArrival } from "../table/arrival.ts";
import type { Box, BoxOption, MatchState } from "../wire/types.ts";
import { say, type WordKey } from "../words.ts";
import {
  DEFAULT_WAIT_S,
  remainingMs,
  storedWishes,
  storeWishes,
  useMatch,
  type Wishes,
} from "./match.ts";

const WAITS_S = [10, 20, 60, 300];
const TICK_MS = 250;

export function Match({ game }: { readonly game: string }) {
  const boxes = useBoxes();
  return (
    <Await resource={boxes}>
      {(boxes) => {
        const box = boxes.find((one) => one.game === game);
        return box ? <Waiting box={box} /> : navigate("/", true) ?? null;
      }}
    </Await>
  );
}

function Waiting({ box }: { readonly box: Box }) {
  const [wishes, setWishes] = useState<Wishes>(() => storedWishes(box.game));
  const { state, receivedAt, error } = useMatch(box.game, wishes, (table) => {
    setArrival(table);
    navigate(`/table/${table}`, true);
  });
  const change = (next: Wishes) => {
    storeWishes(box.game, next);
    setWishes(next);
  };
  return (
    <PageLayout title={say("game.match")}>
      <section class="match">
        <img class="match-cover" src={box.cover} alt="" width="600" height="800" />
        <p class="match-game">{box.name}</p>
        <h1>{say("match.title")}</h1>
        {error && <ErrorNotice error={error} />}
        {state && <Countdown state={state} receivedAt={receivedAt} />}
        {state && <Comers state={state} />}
        <div class="match-actions">
          <button
            type="button"
            class="button main big"
            onClick={() => setWishes({ ...wishes, wait: 0 })}
          >
            {say("match.now")}
          </button>
          <a class="button big" href={`/game/${box.game}`}>{say("match.stop")}</a>
        </div>
        <p class="help-text">{say("match.join-later")}</p>
        <WishForm box={box} wishes={wishes} onChange={change} />
      </section>
    </PageLayout>
  );
}

/** The time until bots take the free seats, in words and as a ring. */
function Countdown(
  { state, receivedAt }: { readonly state: MatchState; readonly receivedAt: number },
) {
  const [now, setNow] = useState(Date.now());
  const [longest, setLongest] = useState(1);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const left = remainingMs(state, Math.max(0, now - receivedAt));
  useEffect(() => setLongest((before) => Math.max(before, left)), [left]);
  const seconds = Math.ceil(left / 1000);
  return (
    <div class="match-countdown">
      <svg viewBox="0 0 40 40" aria-hidden="true">
        <circle cx="20" cy="20" r="17" class="ring" />
        <circle
          cx="20"
          cy="20"
          r="17"
          class="ring left"
          pathLength={100}
          stroke-dasharray={`${100 * left / longest} 100`}
        />
        <text x="20" y="20">{seconds}</text>
      </svg>
      <p>{say("match.ends", { count: seconds })}</p>
    </div>
  );
}

/** The seats of the table to be, with whoever has come. */
function Comers({ state: { names, seats } }: { readonly state: MatchState }) {
  const places = Array.from({ length: Math.max(seats, names.length) }, (_, seat) => names[seat]);
  return (
    <section aria-label={say("match.seats")} aria-live="polite">
      <ol class="comers">
        {places.map((name, seat) => (
          <li key={seat} class={name === undefined ? "free" : ""}>
            <SeatBadge seat={seat} />
            <span>{name ?? say("match.open")}</span>
            {seat === 0 && <small class="tag you">{say("match.you")}</small>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What a person would like; a change begins the search anew. */
function WishForm({ box, wishes, onChange }: {
  readonly box: Box;
  readonly wishes: Wishes;
  readonly onChange: (wishes: Wishes) => void;
}) {
  return (
    <details class="set-up">
      <summary>{say("match.wishes")}</summary>
      <form onSubmit={(event) => event.preventDefault()}>
        {box.options.map((option) => (
          <OptionChoice key={option.name} option={option} wishes={wishes} onChange={onChange} />
        ))}
        <Choice
          label={say("setup.time-control")}
          value={wishes.pace ? timeControlKey(wishes.pace) : ""}
          values={Object.keys(TIME_CONTROLS).map((
            key,
          ) => [key, say(`time-control.${key}` as WordKey)])}
          onChoose={(key) => onChange({ ...wishes, pace: TIME_CONTROLS[key] ?? null })}
        />
        <Choice
          label={say("match.strength")}
          value={wishes.strength ?? ""}
          values={box.levels.filter(({ name }) => name !== "random").map((
            { name, label },
          ) => [name, label])}
          onChoose={(strength) => onChange({ ...wishes, strength })}
        />
        <label class="field">
          <span>{say("match.wait")}</span>
          <select
            value={wishes.wait ?? DEFAULT_WAIT_S}
            onChange={(event) => onChange({ ...wishes, wait: Number(event.currentTarget.value) })}
          >
            {WAITS_S.map((wait) => <option key={wait} value={wait}>{waitText(wait)}</option>)}
          </select>
        </label>
      </form>
    </details>
  );
}

/** An option of the game: wanted in one way, or left to the others. */
function OptionChoice({ option, wishes, onChange }: {
  readonly option: BoxOption;
  readonly wishes: Wishes;
  readonly onChange: (wishes: Wishes) => void;
}) {
  const { [option.name]: chosen, ...others } = wishes.options ?? {};
  const index = chosen === undefined ? -1 : option.values.indexOf(chosen);
  const choose = (key: string) => {
    const value = key ? option.values[Number(key)] : undefined;
    const options = value === undefined ? others : { ...others, [option.name]: value };
    onChange({ ...wishes, options });
  };
  return (
    <Choice
      label={option.label}
      value={index < 0 ? "" : `${index}`}
      values={option.labels.map((label, number) => [`${number}`, label])}
      onChoose={choose}
    />
  );
}

function waitText(seconds: number): string {
  return seconds < 60
    ? say("match.wait.seconds", { count: seconds })
    : say("match.wait.minutes", { count: seconds / 60 });
}

/** A choice that may be left open. */
function Choice({ label, value, values, onChoose }: {
  readonly label: string;
  readonly value: string;
  readonly values: readonly (readonly [string, string])[];
  readonly onChoose: (value: string) => void;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">{say("match.any")}</option>
        {values.map(([one, name]) => <option key={one} value={one}>{name}</option>)}
      </select>
    </label>
  );
}
