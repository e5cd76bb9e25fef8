/** The tables that are passed around on this device, and the people of it who sit there. */

import { readStored, writeStored } from "../storage.ts";

const STORAGE_KEY = "ludotheque.device-tables";
const MAX_TABLES = 20;

/** The numbers of companions by table, the latest table last. */
export function deviceTables(): Readonly<Record<string, readonly number[]>> {
  return readStored(STORAGE_KEY, {});
}

/** The numbers of the companions who sit at a table; none if it is not passed around here. */
export function companionsAt(table: string): readonly number[] {
  return deviceTables()[table] ?? [];
}

export function rememberTable(table: string, numbers: readonly number[]): void {
  const { [table]: _, ...others } = deviceTables();
  const latest = Object.entries(others).slice(1 - MAX_TABLES);
  writeStored(STORAGE_KEY, Object.fromEntries([...latest, [table, numbers]]));
}
