/** The screen of a route, except tables, replays and lessons. */

import "../core.ts";
import type { Route } from "../routes.ts";
import { Door } from "./Door.tsx";
import { GamePage } from "./GamePage.tsx";
import { Home } from "./Home.tsx";
import { Join } from "./Join.tsx";
import { OpenLink } from "./OpenLink.tsx";
import { MailLink } from "./MailLink.tsx";
import { NotFound } from "./NotFound.tsx";
import { Profile } from "./Profile.tsx";
import { Rules } from "./Rules.tsx";
import { SettingsPage } from "./SettingsPage.tsx";
import { Watch } from "./Watch.tsx";

export function HouseScreen({ route }: { readonly route: Route }) {
  switch (route.screen) {
    case "home":
      return <Home />;
    case "game":
      return <GamePage key={route.game} game={route.game} />;
    case "rules":
      return <Rules key={route.game} game={route.game} />;
    case "me":
      return <Profile />;
    case "settings":
      return <SettingsPage />;
    case "watch":
      return <Watch />;
    case "mail-link":
      return <MailLink action={route.action} token={route.token} />;
    case "join":
      return <Join />;
    case "open":
      return <OpenLink />;
    case "door":
      return <Door />;
    default:
      return <NotFound />;
  }
}

export { RuleSheet } from "./Rules.tsx";
