/** Client-side routing: the present path as data, and navigation without a page load. */

import { Signal } from "./signal.ts";

export type Route =
  | { readonly screen: "home" }
  | { readonly screen: "game"; readonly game: string }
  | { readonly screen: "rules"; readonly game: string }
  | { readonly screen: "learn"; readonly game: string }
  | { readonly screen: "statistics"; readonly game: string }
  | { readonly screen: "person"; readonly name: string }
  | { readonly screen: "past" }
  | { readonly screen: "daily"; readonly day: string }
  | { readonly screen: "record"; readonly record: string }
  | { readonly screen: "beside"; readonly table: string; readonly other: string }
  | { readonly screen: "match"; readonly game: string }
  | { readonly screen: "puzzles" }
  | { readonly screen: "puzzle"; readonly puzzle: string }
  | { readonly screen: "friends" }
  | { readonly screen: "circle"; readonly circle: string }
  | { readonly screen: "pass-setup"; readonly game: string }
  | { readonly screen: "table"; readonly table: string }
  | { readonly screen: "board"; readonly table: string }
  | { readonly screen: "pass"; readonly table: string }
  | { readonly screen: "replay"; readonly table: string }
  | { readonly screen: "me" }
  | { readonly screen: "settings" }
  | { readonly screen: "watch" }
  | { readonly screen: "join" }
  | { readonly screen: "open" } // a link that another app shares with this one
  | { readonly screen: "mail-link"; readonly action: "confirm" | "stop"; readonly token: string }
  | { readonly screen: "admin" }
  | { readonly screen: "door" } // in place of any other, for those who are not admitted
  | { readonly screen: "not-found"; readonly path: string };

const PLAIN_SCREENS = [
  "me",
  "settings",
  "watch",
  "join",
  "open",
  "admin",
  "past",
  "puzzles",
] as const;

/** The route of a path. */
export function routeOf(path: string): Route {
  const parts = path.split("/").filter(Boolean).map(decoded);
  const [first, name, more] = parts;
  if (first === undefined) return { screen: "home" };
  const plain = PLAIN_SCREENS.find((screen) => screen === first);
  if (parts.length === 1 && plain) return { screen: plain };
  if (first === "game" && name !== undefined && parts.length <= 3) {
    if (more === undefined) return { screen: "game", game: name };
    if (more === "rules" || more === "learn" || more === "match" || more === "statistics") {
      return { screen: more, game: name };
    }
    if (more === "pass") return { screen: "pass-setup", game: name };
  }
  if (first === "friends" && parts.length === 1) return { screen: "friends" };
  if (first === "circle" && name !== undefined && parts.length === 2) {
    return { screen: "circle", circle: name };
  }
  if (first === "table" && name !== undefined && parts.length <= 3) {
    if (more === undefined) return { screen: "table", table: name };
    if (more === "replay" || more === "board" || more === "pass") {
      return { screen: more, table: name };
    }
  }
  if (first === "notices" && more !== undefined && parts.length === 3) {
    if (name === "confirm" || name === "stop") {
      return { screen: "mail-link", action: name, token: more };
    }
  }
  if (first === "table" && name !== undefined && more === "beside" && parts.length === 4) {
    return { screen: "beside", table: name, other: parts[3] ?? "" };
  }
  if (first === "daily" && parts.length <= 2) return { screen: "daily", day: name ?? "" };
  if (parts.length === 2 && name !== undefined) {
    if (first === "person") return { screen: "person", name };
    if (first === "puzzle") return { screen: "puzzle", puzzle: name };
    if (first === "record") return { screen: "record", record: name };
  }
  return { screen: "not-found", path };
}

/** The address of a person's page. */
export function personPath(name: string): string {
  return `/person/${encodeURIComponent(name)}`;
}

/** A part of a path as text; what is no encoded text stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
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
