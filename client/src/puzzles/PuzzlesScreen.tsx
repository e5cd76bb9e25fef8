/** The screens of puzzles: the list, and a puzzle to solve. */

import "../core.ts";
import type { Route } from "../routes.ts";
import { PuzzleScreen } from "./PuzzleScreen.tsx";
import { Puzzles } from "./Puzzles.tsx";

export function PuzzlesScreen({ route }: { readonly route: Route }) {
  return route.screen === "puzzle"
    ? <PuzzleScreen key={route.puzzle} puzzle={route.puzzle} />
    : <Puzzles />;
}
