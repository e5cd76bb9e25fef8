/** Client-side routing: the present path as data, and navigation without a page load. */

import { Signal } from "./signal.ts";

export type Route =
  | { readonly screen: "home" }
  | { readonly screen: "game"; readonly game: string }
  | { readonly screen: "rules"; readonly game: string }
  | { readonly screen: "learn"; readonly game: string }
  | { readonly screen: "table"; readonly table: string }
  | { readonly screen: "replay"; readonly table: string }
  | { readonly screen: "me" }
  | { readonly screen: "settings" }
  | { readonly screen: "watch" }
  | { readonly screen: "join" }
  | { readonly screen: "admin" }
  | { readonly screen: "door" } // in place of any other, for those who are not admitted
  | { readonly screen: "not-found"; readonly path: string };

const PLAIN_SCREENS = ["me", "settings", "watch", "join", "admin"] as const;

/** The route of a path. */
export function routeOf(path: string): Route {
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  const [first, name, more] = parts;
  if (first === undefined) return { screen: "home" };
  const plain = PLAIN_SCREENS.find((screen) => screen === first);
  if (parts.length === 1 && plain) return { screen: plain };
  if (first === "game" && name !== undefined && parts.length <= 3) {
    if (more === undefined) return { screen: "game", game: name };
    if (more === "rules" || more === "learn") return { screen: more, game: name };
  }
  if (first === "table" && name !== undefined && parts.length <= 3) {
    if (more === undefined) return { screen: "table", table: name };
    if (more === "replay") return { screen: "replay", table: name };
  }
  return { screen: "not-found", path };
}

export const route = new Signal<Route>({ screen: "home" });

/** Navigate to a path of this app; `replace` adds no history entry. */
export function navigate(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  updateRoute();
  if (!location.hash) scrollTo(0, 0);
}

function updateRoute(): void {
  route.value = routeOf(location.pathname);
}

/** Whether a click on a link is handled here: internal, unmodified, in this window. */
function isInternalClick(event: MouseEvent, link: HTMLAnchorElement): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey &&
    !event.altKey && link.origin === location.origin && !link.target &&
    !link.hasAttribute("download") && routeOf(link.pathname).screen !== "not-found";
}

/** Follow the address bar, and handle clicks on internal links. */
export function startRouting(): void {
  addEventListener("popstate", updateRoute);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || !isInternalClick(event, link)) return;
    if (link.pathname === location.pathname && link.hash) return; // the browser scrolls by itself
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  });
  updateRoute();
}
