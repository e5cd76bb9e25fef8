/** Resources fetched by the screens: boxes, tables and others. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Signal, useSignalValue } from "../signal.ts";
import { Refused } from "../wire/http.ts";
import { fetchGames } from "../wire/games.ts";
import type { Box, ListedTable, TablePage } from "../wire/types.ts";
import { language } from "../words.ts";
import { LobbyController } from "./LobbyController.ts";
import { fetchPages, joined, type LobbyPages, type LobbyStatus } from "./pages.ts";

const REFRESH_INTERVAL_MS = 60_000;
const NO_PAGES = new Signal<LobbyPages | null>(null);
const NO_ERROR = new Signal<Refused | null>(null);

export type OptionValue = boolean | number | string;

/** A list of tables that may go on. */
export interface TableListing {
  readonly tables: readonly ListedTable[];
  /** Loads more tables, where there are more. */
  readonly loadMore: (() => Promise<void>) | null;
}

export type Resource<T> =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly value: T }
  | { readonly state: "failed"; readonly error: Refused; readonly retry: () => void };

/** Fetch a resource whenever its name changes, and on retry. */
export function useResource<T>(name: string, load: () => Promise<T>): Resource<T> {
  const [resource, set] = useState<Resource<T>>({ state: "loading" });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (value) => isCurrent && set({ state: "ready", value }),
      (error) => {
        const refused = error instanceof Refused ? error : new Refused("error", String(error));
        if (isCurrent) {
          set({
            state: "failed",
            error: refused,
            retry: () => setAttempt(attempt + 1),
          });
        }
      },
    );
    return () => void (isCurrent = false);
  }, [name, attempt]);
  return resource;
}

/** All boxes, in the present language. */
export function useBoxes(): Resource<readonly Box[]> {
  const currentLanguage = useSignalValue(language);
  return useResource(`boxes ${currentLanguage}`, fetchGames);
}

/** A list of tables by a query of `/api/tables`; fetched again while the page is visible. */
export function useTables(query: string): Resource<TableListing> {
  const [page, setPage] = useState<TablePage | null>(null);
  const [error, setError] = useState<Refused | null>(null);
  const shown = useRef<TablePage | null>(null);
  const show = (next: TablePage | null) => {
    shown.current = next;
    setPage(next);
    setError(null);
  };
  const fail = (failure: unknown) => {
    setError(failure instanceof Refused ? failure : new Refused("error", String(failure)));
  };
  const refresh = useRef(() => {});
  useEffect(() => {
    let isCurrent = true;
    show(null);
    refresh.current = () => {
      const enough = shown.current?.tables.length;
      fetchPages(query, "", enough).then((next) => isCurrent && show(next), (failure) => {
        if (isCurrent) fail(failure);
      });
    };
    refresh.current();
    const stop = whileVisible(() => refresh.current());
    return () => {
      isCurrent = false;
      stop();
    };
  }, [query]);
  if (!page && error) return { state: "failed", error, retry: refresh.current };
  if (!page) return { state: "loading" };
  const loadMore = async () => {
    const more = await fetchPages(query, page.next);
    if (shown.current === page) show(joined(page, more));
  };
  return { state: "ready", value: { tables: page.tables, loadMore: page.next ? loadMore : null } };
}

/** Run something whenever the page becomes visible, and now and then while it is. */
function whileVisible(run: () => void): () => void {
  const runIfVisible = () => {
    if (!document.hidden) run();
  };
  const timer = setInterval(runIfVisible, REFRESH_INTERVAL_MS);
  document.addEventListener("visibilitychange", runIfVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", runIfVisible);
  };
}

/** The live lists of public tables that wait for players, and that are being played. */
export function useLobby(): Resource<Readonly<Record<LobbyStatus, TableListing>>> {
  const [lobby, setLobby] = useState<LobbyController | null>(null);
  useEffect(() => {
    const controller = new LobbyController();
    setLobby(controller);
    return () => controller.close();
  }, []);
  const pages = useSignalValue(lobby?.pages ?? NO_PAGES);
  const error = useSignalValue(lobby?.error ?? NO_ERROR);
  if (!lobby || !pages) {
    return lobby && error
      ? { state: "failed", error, retry: () => void lobby.refresh() }
      : { state: "loading" };
  }
  const listing = (status: LobbyStatus): TableListing => ({
    tables: pages[status].tables,
    loadMore: pages[status].next ? () => lobby.loadMore(status) : null,
  });
  return { state: "ready", value: { waiting: listing("waiting"), playing: listing("playing") } };
}

/** The default value of an option of a game. */
export function defaultOption(box: Box, name: string): OptionValue | undefined {
  return box.options.find((option) => option.name === name)?.default;
}
