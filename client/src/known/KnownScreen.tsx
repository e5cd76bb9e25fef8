/** The screens of what is known of people and games: statistics, past games, the deal of the day. */

import "../core.ts";
import type { Route } from "../routes.ts";
import { Daily } from "./Daily.tsx";
import { GameStatistics } from "./GameStatistics.tsx";
import { Past } from "./Past.tsx";
import { PersonPage } from "./PersonPage.tsx";

export function KnownScreen({ route }: { readonly route: Route }) {
  switch (route.screen) {
    case "statistics":
      return <GameStatistics key={route.game} game={route.game} />;
    case "person":
      return <PersonPage key={route.name} name={route.name} />;
    case "daily":
      return <Daily key={route.day} day={route.day} />;
    default:
      return <Past />;
  }
}
