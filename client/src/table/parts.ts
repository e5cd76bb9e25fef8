/** Parts of a table that are loaded when they are needed. */

import type { ComponentType } from "preact";
import type { ScoreTable } from "../wire/types.ts";
import type { RuleSheet } from "./RulesDialog.tsx";

/** A finished game, of which it is told what decided it. */
export interface EndingSummaryProps {
  readonly table: string;
  readonly game: string;
  readonly names: readonly string[];
  readonly scores: ScoreTable;
}

export interface TableParts {
  readonly rules: () => Promise<RuleSheet>;
  readonly summary: () => Promise<ComponentType<EndingSummaryProps>>;
}
