/** Reloading a page that is older than the house. */

const STORAGE_KEY = "ludotheque.reloaded";
const MIN_INTERVAL_MS = 5 * 60_000;

/** Reload the page, since the house has a newer one; not twice within some minutes, if that does not
 * help. Returns whether it is reloaded. */
export function reloadOnce(): boolean {
  try {
    const last = Number(sessionStorage.getItem(STORAGE_KEY) ?? 0);
    if (Date.now() - last < MIN_INTERVAL_MS) return false;
    sessionStorage.setItem(STORAGE_KEY, String(Date.now()));
  } catch {
    return false; // without storage nothing would stop a loop
  }
  location.reload();
  return true;
}
