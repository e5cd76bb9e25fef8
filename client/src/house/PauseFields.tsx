/** The fields of pauses: weekends, nights, days on which nobody plays, and leave for each player. */

import { useState } from "preact/hooks";
import type { Holiday, Pauses } from "../wire/types.ts";
import { say } from "../words.ts";
import { daysText, hourText, todayHere } from "./pauses.ts";

const LEAVE_DAYS = [0, 7, 14, 21, 30];
const MINUTES_PER_DAY = 24 * 60;
const MAX_NIGHT_MINUTES = 12 * 60;
const EVENING = 22 * 60, MORNING = 8 * 60;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour * 60);

interface PauseFieldsProps {
  readonly pauses: Pauses;
  readonly choose: (pauses: Pauses) => void;
}

export function PauseFields({ pauses, choose }: PauseFieldsProps) {
  const { night_from, night_to, leave_days } = pauses;
  const hasNights = night_from !== night_to;
  const leave = LEAVE_DAYS.includes(leave_days) ? LEAVE_DAYS : [...LEAVE_DAYS, leave_days];
  return (
    <fieldset class="pauses">
      <legend>{say("pauses.title")}</legend>
      <label class="check">
        <input
          type="checkbox"
          checked={pauses.weekends}
          onChange={(event) => choose({ ...pauses, weekends: event.currentTarget.checked })}
        />
        <span>{say("pauses.weekends")}</span>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={hasNights}
          onChange={(event) =>
            choose(
              event.currentTarget.checked
                ? { ...pauses, night_from: EVENING, night_to: MORNING }
                : { ...pauses, night_from: 0, night_to: 0 },
            )}
        />
        <span>{say("pauses.nights")}</span>
      </label>
      {hasNights && <NightHours pauses={pauses} choose={choose} />}
      <Holidays pauses={pauses} choose={choose} />
      <label class="field">
        <span>
          {say("pauses.leave")}
          <small>{say("pauses.leave.tip")}</small>
        </span>
        <select
          value={leave_days}
          onChange={(event) => choose({ ...pauses, leave_days: Number(event.currentTarget.value) })}
        >
          {leave.map((days) => (
            <option key={days} value={days}>
              {days ? say("pauses.days", { count: days }) : say("pauses.leave.none")}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  );
}

/** From when to when it is night; the other end moves along if a night would be too long. */
function NightHours({ pauses, choose }: PauseFieldsProps) {
  const select = (name: "night_from" | "night_to") => (
    <select
      aria-label={say(`pauses.${name}`)}
      value={pauses[name]}
      onChange={(event) => choose(withNight(pauses, name, Number(event.currentTarget.value)))}
    >
      {HOURS.map((minute) => <option key={minute} value={minute}>{hourText(minute)}</option>)}
    </select>
  );
  return (
    <div class="row hours">
      {select("night_from")}
      <span aria-hidden="true">–</span>
      {select("night_to")}
      <small>{say("pauses.zone", { zone: pauses.zone.replaceAll("_", " ") })}</small>
    </div>
  );
}

/** Pauses with another begin or end of the night, of at least an hour and at most half a day. */
export function withNight(
  pauses: Pauses,
  name: "night_from" | "night_to",
  minute: number,
): Pauses {
  const changed = { ...pauses, [name]: minute };
  const around = (value: number) => (value + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  const length = around(changed.night_to - changed.night_from);
  if (length > 0 && length <= MAX_NIGHT_MINUTES) return changed;
  const fitting = length ? MAX_NIGHT_MINUTES : 60;
  return name === "night_from"
    ? { ...changed, night_to: around(minute + fitting) }
    : { ...changed, night_from: around(minute - fitting) };
}

function Holidays({ pauses, choose }: PauseFieldsProps) {
  const { holidays } = pauses;
  return (
    <div class="holidays">
      <p>{say("pauses.holidays")}</p>
      {holidays.length > 0 && (
        <ul>
          {holidays.map((holiday, index) => (
            <li key={index}>
              <span>{daysText(holiday)}</span>
              <button
                type="button"
                class="button quiet"
                onClick={() =>
                  choose({ ...pauses, holidays: holidays.filter((_, one) => one !== index) })}
              >
                {say("pauses.holidays.remove")}
              </button>
            </li>
          ))}
        </ul>
      )}
      <DayRange
        submit={say("pauses.holidays.add")}
        onSubmit={(holiday) => choose({ ...pauses, holidays: [...holidays, holiday] })}
      />
    </div>
  );
}

/** A first and a last day, and a button. It is no form of its own: it may be part of one. */
export function DayRange({ submit, onSubmit }: {
  readonly submit: string;
  readonly onSubmit: (days: Holiday) => void;
}) {
  const [first, setFirst] = useState("");
  const [last, setLast] = useState("");
  const isReady = first !== "" && last >= first;
  return (
    <div class="day-range">
      <label>
        <span>{say("pauses.first")}</span>
        <input
          type="date"
          min={todayHere()}
          value={first}
          onInput={(event) => {
            const { value } = event.currentTarget;
            setFirst(value);
            if (!last || last < value) setLast(value);
          }}
        />
      </label>
      <label>
        <span>{say("pauses.last")}</span>
        <input
          type="date"
          min={first || todayHere()}
          value={last}
          onInput={(event) => setLast(event.currentTarget.value)}
        />
      </label>
      <button
        type="button"
        class="button"
        disabled={!isReady}
        onClick={() => {
          onSubmit({ first, last });
          setFirst("");
          setLast("");
        }}
      >
        {submit}
      </button>
    </div>
  );
}
