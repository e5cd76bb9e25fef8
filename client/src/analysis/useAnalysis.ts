/** The analysis of a finished game, fetched until it is made. */

import { useEffect, useState } from "preact/hooks";
import { apiPath, type ReplaySource } from "../replay/ReplayController.ts";
import { useSignalValue } from "../signal.ts";
import { get, Refused } from "../wire/http.ts";
import type { AnalysisView } from "../wire/types.ts";
import { language } from "../words.ts";

const POLL_INTERVAL_MS = 2000;

export type AnalysisState =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly value: AnalysisView }
  | { readonly state: "failed"; readonly error: Refused; readonly retry: () => void };

/** The analysis of a game as far as it is; null: this game has none. */
export function useAnalysis(source: ReplaySource | null): AnalysisState {
  const currentLanguage = useSignalValue(language);
  const [state, set] = useState<AnalysisState>({ state: "loading" });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!source) return;
    let timer = 0;
    let isCurrent = true;
    const path = `${apiPath(source)}/analysis?language=${currentLanguage}`;
    const load = async () => {
      try {
        const value = await get<AnalysisView>(path);
        if (!isCurrent) return;
        set({ state: "ready", value });
        if (value.status === "running") timer = setTimeout(() => void load(), POLL_INTERVAL_MS);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (isCurrent) set({ state: "failed", error, retry: () => setAttempt(attempt + 1) });
      }
    };
    void load();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [source?.kind, source?.id, currentLanguage, attempt]);
  return state;
}
