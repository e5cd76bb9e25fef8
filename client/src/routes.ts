/** Where one is: the path of the page as data, and going elsewhere without loading it again. */

import { Cell } from "./cell.ts";

export type Route =
  | { readonly at: "home" }
  | { readonly at: "game"; readonly game: string }
  | { readonly at: "rules"; readonly game: string }
  | { readonly at: "learn"; readonly game: string }
  | { readonly at: "table"; readonly table: string }
  | { readonly at: "replay"; readonly table: string }
  | { readonly at: "me" }
  | { readonly at: "settings" }
  | { readonly at: "watch" }
  | { readonly at: "nowhere"; readonly path: string };

/** The route of a path. */
export function routeOf(path: string): Route {
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  const [first, name, more] = parts;
  if (first === undefined) return { at: "home" };
  if (parts.length === 1 && (first === "me" || first === "settings" || first === "watch")) {
    return { at: first };
  }
  if (first === "game" && name !== undefined && parts.length <= 3) {
    if (more === undefined) return { at: "game", game: name };
    if (more === "rules" || more === "learn") return { at: more, game: name };
  }
  if (first === "table" && name !== undefined && parts.length <= 3) {
    if (more === undefined) return { at: "table", table: name };
    if (more === "replay") return { at: "replay", table: name };
  }
  return { at: "nowhere", path };
}

export const route = new Cell<Route>({ at: "home" });

/** Go to a path of ours; `replace` leaves no step to come back to. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  arrive();
  if (!location.hash) scrollTo(0, 0);
}

function arrive(): void {
  route.value = routeOf(location.pathname);
}

/** Whether a press on a link is for us: ours, unmodified, in this window. */
function isOurs(event: MouseEvent, link: HTMLAnchorElement): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey &&
    !event.altKey && link.origin === location.origin && !link.target &&
    !link.hasAttribute("download") && routeOf(link.pathname).at !== "nowhere";
}

/** Follow the address bar, and links without loading the page. */
export function followLinks(): void {
  addEventListener("popstate", arrive);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || !isOurs(event, link)) return;
    if (link.pathname === location.pathname && link.hash) return; // the browser jumps by itself
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
  arrive();
}
