/** Pauses of a table and leave of a seat, in words. Days are texts such as 2026-12-24. */

import type { Holiday, Pauses } from "../wire/types.ts";
import { language, say } from "../words.ts";

const MINUTES_PER_HOUR = 60;

export const NO_PAUSES: Pauses = {
  zone: "UTC",
  night_from: 0,
  night_to: 0,
  weekends: false,
  holidays: [],
  leave_days: 0,
};

/** Pauses by the clock of this browser, without any yet. */
export function localPauses(): Pauses {
  return { ...NO_PAUSES, zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC" };
}

/** The pauses to ask the house for: null if no clock ever rests. */
export function asked(pauses: Pauses): Pauses | null {
  const { weekends, night_from, night_to, holidays, leave_days } = pauses;
  const isAny = weekends || night_from !== night_to || holidays.length > 0 || leave_days > 0;
  return isAny ? pauses : null;
}

/** Each of the pauses in a few words. */
export function pauseTexts(pauses: Pauses): string[] {
  const { night_from: from, night_to: to, leave_days: days } = pauses;
  return [
    ...(pauses.weekends ? [say("pauses.name.weekends")] : []),
    ...(from === to ? [] : [say("pauses.name.nights", { from: hourText(from), to: hourText(to) })]),
    ...pauses.holidays.map((holiday) => say("pauses.name.holiday", { days: daysText(holiday) })),
    ...(days ? [say("pauses.name.leave", { count: days })] : []),
  ];
}

/** A minute of the day, such as 22:00. */
export function hourText(minute: number): string {
  const hour = Math.floor(minute / MINUTES_PER_HOUR);
  return `${hour}:${String(minute % MINUTES_PER_HOUR).padStart(2, "0")}`;
}

/** Days from a first to a last, as short as the language has them. */
export function daysText({ first, last }: Holiday): string {
  const format = new Intl.DateTimeFormat(language.value, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  return format.formatRange(new Date(first), new Date(last));
}

/** The days of leave from a day on that are still to come: the first and the last; null for none. */
export function comingLeave(leave: readonly string[], today: string): Holiday | null {
  const coming = leave.filter((day) => day >= today);
  const [first] = coming, last = coming.at(-1);
  return first !== undefined && last !== undefined ? { first, last } : null;
}

/** Today, by the clock of this browser. */
export function todayHere(): string {
  const now = new Date();
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}
