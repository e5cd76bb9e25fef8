/** New tokens: the server replaces the cookie of this browser, which all its tabs share, and closes
 * the sockets that were opened with the old one. */

import { post } from "./http.ts";

const STORAGE_KEY = "ludotheque.renewed";

/** Send a request that is answered with a new token. */
export async function renew<T>(path: string, body: unknown): Promise<T> {
  const answer = await post<T>(path, body);
  try {
    localStorage.setItem(STORAGE_KEY, String(Date.now()));
  } catch {
    // without storage the other tabs ask to log in
  }
  return answer;
}

/** Whether a tab of this browser has got a new token since a time. */
export function isRenewedSince(time: number): boolean {
  try {
    return Number(localStorage.getItem(STORAGE_KEY) ?? 0) > time;
  } catch {
    return false;
  }
}
