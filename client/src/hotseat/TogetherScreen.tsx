/** The screens of people in one room: a device that is passed around, and a board on a large screen. */

import "../core.ts";
import { BoardScreen } from "../board/BoardScreen.tsx";
import type { Route } from "../routes.ts";
import type { RuleSheet } from "../table/RulesDialog.tsx";
import { HotSeatScreen } from "./HotSeatScreen.tsx";
import { PassSetup } from "./PassSetup.tsx";

export function TogetherScreen({ route, loadRules }: {
  readonly route: Route;
  readonly loadRules: () => Promise<RuleSheet>;
}) {
  switch (route.screen) {
    case "pass-setup":
      return <PassSetup key={route.game} game={route.game} />;
    case "pass":
      return <HotSeatScreen key={route.table} table={route.table} loadRules={loadRules} />;
    case "board":
      return <BoardScreen key={route.table} table={route.table} />;
    default:
      return null;
  }
}
