/** The host's page: the house, tables, people, invitations, bans, announcements, what was done. */

import "../core.ts";
import { Confirmation, type Perform, useActions } from "../house/actions.tsx";
import { PageLayout } from "../house/PageLayout.tsx";
import { useResource } from "../house/resources.ts";
import { Await } from "../house/States.tsx";
import { get, type Person } from "../wire/http.ts";
import { say } from "../words.ts";
import { Announcing } from "./Announcing.tsx";
import { Audit } from "./Audit.tsx";
import { Bans } from "./Bans.tsx";
import { HouseSection } from "./HouseSection.tsx";
import { Invitations } from "./Invitations.tsx";
import { People } from "./People.tsx";
import { Reports } from "./Reports.tsx";
import { Tables } from "./Tables.tsx";

export interface SectionProps {
  /** Changes after every action, so that lists are fetched again. */
  readonly version: number;
  readonly perform: Perform;
}

export function Admin() {
  const actions = useActions();
  const { version, message, perform } = actions;
  const host = useResource("host", async () => {
    const [person, passkeys] = await Promise.all([
      get<Person>("/api/me"),
      get<readonly unknown[]>("/api/me/passkeys"),
    ]);
    return { name: person.name, hasPasskeys: passkeys.length > 0 };
  });
  const section = { version, perform };
  return (
    <PageLayout title={say("admin.title")} wide>
      <h1>{say("admin.title")}</h1>
      <p class="message admin-message" role="status">{message}</p>
      <Await resource={host}>
        {(host) => (
          <div class="admin">
            <HouseSection {...section} />
            <Invitations {...section} />
            <Tables {...section} />
            <People {...section} />
            <Reports {...section} />
            <Bans {...section} />
            <Announcing {...section} />
            <Audit {...section} />
            <Confirmation actions={actions} {...host} />
          </div>
        )}
      </Await>
    </PageLayout>
  );
}
