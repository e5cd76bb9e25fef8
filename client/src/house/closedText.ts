/** Why a table was closed, in words. */

import { isWordKey, say } from "../words.ts";

/** The text of a key with the reason, or without it if the reason is not known. */
export function closedText(key: "list.closed" | "table.closed", reason: string): string {
  const withReason = `${key}.${reason}`;
  return say(isWordKey(withReason) ? withReason : key);
}
