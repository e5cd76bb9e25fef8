/** The tables that wait for the person, told by a socket of their own while the page is visible. */

import { route } from "./routes.ts";
import { Signal } from "./signal.ts";
import { countWaiting } from "./title.ts";
import { isShutOut, personChanged } from "./wire/http.ts";
import { ListSocket } from "./wire/lobby.ts";
import type { Awaited, AwaitedTable } from "./wire/types.ts";

/** The most urgent first. */
export const awaited = new Signal<readonly AwaitedTable[]>([]);

/** Those that wait elsewhere: not at the table that is shown. */
export function awaitedElsewhere(
  tables: readonly AwaitedTable[],
  shown: string,
): readonly AwaitedTable[] {
  return tables.filter(({ table }) => table !== shown);
}

/** The table that is shown, if one is. */
export function shownTable(): string {
  return "table" in route.value ? route.value.table : "";
}

/** Follow the awaited tables for as long as the page is open; not at the door of a closed house. */
export function followAwaited(): void {
  let socket: ListSocket<Awaited> | null = null;
  const follow = () => {
    if (isShutOut.value || route.value.screen === "join") {
      socket?.close();
      socket = null;
    } else {
      socket ??= new ListSocket<Awaited>("/ws/me", {
        onMessage: ({ tables }) => void (awaited.value = tables),
        onLost: () => {},
      });
    }
  };
  isShutOut.subscribe(follow);
  route.subscribe(follow);
  personChanged.subscribe(() => socket?.reopen());
  follow();
  const show = () => {
    countWaiting(awaitedElsewhere(awaited.value, shownTable()).length);
    showBadge(awaited.value.length);
    void closeNotifications(awaited.value);
  };
  awaited.subscribe(show);
  route.subscribe(show);
}

/** The number on the icon of the installed page. */
function showBadge(count: number): void {
  const done = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  done?.catch(() => {});
}

/** Close the notifications of tables that no longer wait. */
async function closeNotifications(tables: readonly AwaitedTable[]): Promise<void> {
  const waiting = new Set(tables.map(({ table }) => table));
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  for (const one of await worker?.getNotifications() ?? []) {
    const about: readonly string[] = one.data?.tables ?? [];
    if (!about.some((table) => waiting.has(table))) one.close();
  }
}
