/** Pages of lists of tables: fetching them, and applying what changed on the first ones. */

import { get } from "../wire/http.ts";
import type { ListedTable, Lobby, LobbyChange, TablePage } from "../wire/types.ts";

export const LOBBY_STATUSES = ["waiting", "playing"] as const;
export type LobbyStatus = (typeof LOBBY_STATUSES)[number];
/** The first page of each status in the lobby. */
export type LobbyPages = Readonly<Record<LobbyStatus, TablePage>>;

/** Fetch pages of a list after a cursor, until there are enough tables or no more. */
export async function fetchPages(query: string, before = "", enough = 1): Promise<TablePage> {
  const tables: ListedTable[] = [];
  let next = before;
  do {
    const cursor = next ? `&before=${encodeURIComponent(next)}` : "";
    const page = await get<TablePage>(`/api/tables?${query}${cursor}`);
    tables.push(...page.tables);
    next = page.next;
  } while (next && tables.length < enough);
  return { tables, next };
}

/** The pages of a whole message of the lobby. */
export function pagesOf({ tables, next }: Lobby): LobbyPages {
  const page = (status: LobbyStatus): TablePage => ({
    tables: tables.filter((table) => table.status === status),
    next: next[status] ?? "",
  });
  return { waiting: page("waiting"), playing: page("playing") };
}

/** The pages after a change. */
export function applyLobbyChange(pages: LobbyPages, change: LobbyChange): LobbyPages {
  const replaced = new Set([...change.removed, ...change.tables.map(({ table }) => table)]);
  const page = (status: LobbyStatus): TablePage => ({
    tables: [
      ...pages[status].tables.filter(({ table }) => !replaced.has(table)),
      ...change.tables.filter((table) => table.status === status),
    ].sort(newestFirst),
    next: change.next[status] ?? "",
  });
  return { waiting: page("waiting"), playing: page("playing") };
}

/** The order of all lists. */
function newestFirst(one: ListedTable, two: ListedTable): number {
  return two.created - one.created || (one.table < two.table ? 1 : -1);
}

/** Tables that newer ones have displaced from the first page to the next. */
export function displaced(before: TablePage, after: TablePage): readonly ListedTable[] {
  const last = after.tables.at(-1);
  if (!last || !after.next) return [];
  const shown = new Set(after.tables.map(({ table }) => table));
  return before.tables.filter((table) => !shown.has(table.table) && newestFirst(last, table) < 0);
}

/** Pages one after the other, without tables that are on both. */
export function joined(first: TablePage, older: TablePage | null): TablePage {
  if (!older) return first;
  const shown = new Set(first.tables.map(({ table }) => table));
  const more = older.tables.filter(({ table }) => !shown.has(table));
  return { tables: [...first.tables, ...more], next: older.next };
}
