/** Values kept in this browser as JSON; without storage they last as long as the page. */

const written = new Map<string, string>();

export function readStored<T>(key: string, otherwise: T): T {
  try {
    return JSON.parse(localStorage.getItem(key) ?? written.get(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise; // invalid data, or no storage
  }
}

export function writeStored(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  written.set(key, text);
  try {
    localStorage.setItem(key, text);
  } catch {
    // no storage
  }
}
