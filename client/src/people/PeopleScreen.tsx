/** The screens of playing with others. */

import "../core.ts";
import type { Route } from "../routes.ts";
import { CirclePage } from "./CirclePage.tsx";
import { Friends } from "./Friends.tsx";
import { Match } from "./Match.tsx";

export function PeopleScreen({ route }: { readonly route: Route }) {
  switch (route.screen) {
    case "match":
      return <Match key={route.game} game={route.game} />;
    case "circle":
      return <CirclePage key={route.circle} circle={route.circle} />;
    default:
      return <Friends />;
  }
}
