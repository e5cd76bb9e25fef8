/** Resources fetched by the screens: boxes, tables and others. */

import { useEffect, useState } from "preact/hooks";
import { useSignalValue } from "../signal.ts";
import { get, Refused } from "../wire/http.ts";
import { fetchGames } from "../wire/games.ts";
import type { Box } from "../wire/types.ts";
import { language } from "../words.ts";

export type OptionValue = boolean | number | string;

/** A table in a list. */
export interface ListedTable {
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
  /** The person's own seat in a list of their tables, else -1. */
  readonly you: number;
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

/** The person's own tables, or the public ones. */
export function useTables(list: "mine" | "public"): Resource<readonly ListedTable[]> {
  const path = list === "mine" ? "/api/tables?mine=1" : "/api/tables";
  return useResource(path, () => get<ListedTable[]>(path));
}

/** The default value of an option of a game. */
export function defaultOption(box: Box, name: string): OptionValue | undefined {
  return box.options.find((option) => option.name === name)?.default;
}
