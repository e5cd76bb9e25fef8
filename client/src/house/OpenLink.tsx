/** A link that another app has shared with this one: it opens here if it leads to a page of this house. */

import { useEffect } from "preact/hooks";
import { navigate, routeOf } from "../routes.ts";
import { say } from "../words.ts";
import { PageLayout } from "./PageLayout.tsx";
import { Empty } from "./States.tsx";

const FIELDS = ["url", "text", "title"] as const; // apps put a link into any of them
const LINK = /https?:\/\/\S+/g;

/** The path of the first link to a page of a house in what was shared; empty if there is none. */
export function sharedPath(search: string, origin: string): string {
  const query = new URLSearchParams(search);
  const links = FIELDS.flatMap((field) => query.get(field)?.match(LINK) ?? []);
  for (const link of links) {
    if (!URL.canParse(link)) continue;
    const url = new URL(link);
    const { screen } = routeOf(url.pathname);
    if (url.origin !== origin || screen === "not-found" || screen === "open") continue;
    return url.pathname + url.search + url.hash;
  }
  return "";
}

export function OpenLink() {
  const path = sharedPath(location.search, location.origin);
  useEffect(() => {
    if (path) navigate(path, true);
  }, [path]);
  return (
    <PageLayout>
      {!path && <Empty>{say("open.none")}</Empty>}
    </PageLayout>
  );
}
