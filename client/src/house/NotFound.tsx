/** The page for unknown addresses. */

import { say } from "../words.ts";
import { PageLayout } from "./PageLayout.tsx";

export function NotFound() {
  return (
    <PageLayout title={say("not-found.title")}>
      <div class="not-found">
        <h1>{say("not-found.title")}</h1>
        <p>{say("not-found.line")}</p>
        <a class="button main" href="/">{say("not-found.back")}</a>
      </div>
    </PageLayout>
  );
}
