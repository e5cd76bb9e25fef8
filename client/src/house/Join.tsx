/** The invitation door: a link with a token in its fragment, which browsers don't send by
 * themselves, lets somebody in as host or member, to a table, or to a new password. */

import { language, say, type WordKey } from "../words.ts";
import { post } from "../wire/http.ts";
import { renew } from "../wire/renewal.ts";
import type { LinkInfo } from "../wire/types.ts";
import { AccountForm } from "./AccountForm.tsx";
import { type Perform, useActions } from "./actions.tsx";
import { PageLayout } from "./PageLayout.tsx";
import { useResource } from "./resources.ts";
import { Await } from "./States.tsx";

export function Join() {
  const { message, perform } = useActions();
  const token = location.hash.slice(1);
  const link = useResource(`link ${token}`, () => post<LinkInfo>("/api/invitation", { token }));
  return (
    <PageLayout title={say("admin.invitations")}>
      <Await resource={link}>
        {(link) => (
          <>
            <h1>{say(`join.title.${link.kind}` as WordKey, { name: link.name })}</h1>
            <p>{say(`join.line.${link.kind}` as WordKey)}</p>
            <p class="message" role="alert">{message}</p>
            <Entrance link={link} token={token} perform={perform} />
          </>
        )}
      </Await>
    </PageLayout>
  );
}

function Entrance({ link, token, perform }: {
  readonly link: LinkInfo;
  readonly token: string;
  readonly perform: Perform;
}) {
  const path = `/api/invitation/accept?language=${language.value}`;
  // A new page: what is shown depends on who asks, and the link is to be forgotten.
  const accept = (body: object = {}) =>
    perform(async () => {
      await renew(path, { token, ...body });
      location.replace(targetOf(link) + location.search);
    }, "");
  if (link.kind === "friend" || link.kind === "circle") {
    return (
      <button class="button main" type="button" onClick={() => accept()}>
        {say("join.accept")}
      </button>
    );
  }
  if (link.kind === "table") {
    return (
      <button class="button main" type="button" onClick={() => accept()}>{say("join.go")}</button>
    );
  }
  if (link.kind !== "password" && link.account) {
    return (
      <button class="button main" type="button" onClick={() => accept()}>
        {say("join.as", { name: link.account })}
      </button>
    );
  }
  const hasName = link.kind !== "password";
  return (
    <AccountForm
      hasName={hasName}
      isNew
      submit={say("join.enter")}
      onSubmit={(name, password) => accept(hasName ? { name, password } : { password })}
    />
  );
}

function targetOf({ kind, table }: LinkInfo): string {
  if (kind === "table") return `/table/${table}`;
  if (kind === "friend" || kind === "circle") return "/friends";
  return kind === "host" ? "/admin" : "/";
}
