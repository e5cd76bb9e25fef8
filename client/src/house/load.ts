/** What the screens fetch: boxes, tables, people. */

import { useEffect, useState } from "preact/hooks";
import { useCell } from "../cell.ts";
import { get, Refused } from "../wire/http.ts";
import { games } from "../wire/shelf.ts";
import type { Box } from "../wire/types.ts";
import { language } from "../words.ts";

export type Value = boolean | number | string;

/** A table in a list. */
export interface Listed {
  readonly table: string;
  readonly game: string;
  readonly status: string;
  readonly created: number;
  readonly changed: number;
  readonly summary: {
    readonly names: readonly string[];
    readonly bots: readonly string[];
    readonly acting: readonly number[];
    readonly scores: readonly number[];
  };
  /** One's seat, in a list of one's own; else -1. */
  readonly you: number;
}

export type Loaded<T> =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly value: T }
  | { readonly state: "failed"; readonly error: Refused; readonly again: () => void };

/** Fetch something whenever its name changes, and again when asked. */
export function useLoaded<T>(name: string, load: () => Promise<T>): Loaded<T> {
  const [loaded, set] = useState<Loaded<T>>({ state: "loading" });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let wanted = true;
    load().then(
      (value) => wanted && set({ state: "ready", value }),
      (error) => {
        const refused = error instanceof Refused ? error : new Refused("error", String(error));
        if (wanted) set({ state: "failed", error: refused, again: () => setTries(tries + 1) });
      },
    );
    return () => void (wanted = false);
  }, [name, tries]);
  return loaded;
}

/** All boxes, in the present language. */
export function useBoxes(): Loaded<readonly Box[]> {
  const spoken = useCell(language);
  return useLoaded(`boxes ${spoken}`, games);
}

/** Tables: one's own, or those open to all. */
export function useTables(whose: "mine" | "public"): Loaded<readonly Listed[]> {
  const path = whose === "mine" ? "/api/tables?mine=1" : "/api/tables";
  return useLoaded(path, () => get<Listed[]>(path));
}

/** The value of an option in a box, as it usually is. */
export function usual(box: Box, name: string): Value | undefined {
  return box.options.find((option) => option.name === name)?.default;
}
