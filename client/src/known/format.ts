/** Numbers and times as people read them. */

import type { ShownRating } from "../wire/types.ts";
import { language } from "../words.ts";

/** A share as whole percents. */
export function percent(share: number): string {
  return share.toLocaleString(language.value, { style: "percent", maximumFractionDigits: 0 });
}

/** A rating with its doubt: 1520 ± 60, and with a question mark while it is not settled. */
export function ratingText({ points, doubt, settled }: ShownRating): string {
  return settled ? `${points} ± ${doubt}` : `${points}?`;
}

/** A day and a time. */
export function dateText(at: number): string {
  return new Date(at).toLocaleDateString(language.value, {
    day: "numeric",
    month: "short",
    year: "numeric",
  });
}

/** A duration in seconds, minutes or hours, whichever fits. */
export function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  const [value, unit] = seconds < 100
    ? [seconds, "second"]
    : seconds < 6000
    ? [seconds / 60, "minute"]
    : seconds < 172_800
    ? [seconds / 3600, "hour"]
    : [seconds / 86_400, "day"];
  return value.toLocaleString(language.value, {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: value < 10 ? 1 : 0,
  });
}
