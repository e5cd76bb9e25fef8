/** The screens of people in one room: a device that is passed around, and a board on a large screen. */

import "../core.ts";
import { BoardScreen } from "../board/BoardScreen.tsx";
import type { Route } from "../routes.ts";
import type { TableParts } from "../table/parts.ts";
import { HotSeatScreen } from "./HotSeatScreen.tsx";
import { PassSetup } from "./PassSetup.tsx";

export function TogetherScreen({ route, load }: {
  readonly route: Route;
  readonly load: TableParts;
}) {
  switch (route.screen) {
    case "pass-setup":
      return <PassSetup key={route.game} game={route.game} />;
    case "pass":
      return <HotSeatScreen key={route.table} table={route.table} load={load} />;
    case "board":
      return <BoardScreen key={route.table} table={route.table} />;
    default:
      return null;
  }
}
