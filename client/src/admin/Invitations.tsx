/** Invitations to the house and to tables. */

import { useState } from "preact/hooks";
import { useResource } from "../house/resources.ts";
import { get, post, request } from "../wire/http.ts";
import type { Invitation, NewLink } from "../wire/types.ts";
import { say } from "../words.ts";
import type { SectionProps } from "./Admin.tsx";
import { dateTime, LinkNotice, List, NumberField } from "./parts.tsx";

const MAX_USES = 100;
const MAX_DAYS = 90;

export function Invitations({ version, perform }: SectionProps) {
  const [uses, setUses] = useState(1);
  const [days, setDays] = useState(7);
  const [link, setLink] = useState<NewLink | null>(null);
  const invitations = useResource(
    `invitations ${version}`,
    () => get<Invitation[]>("/api/admin/invitations"),
  );
  const revoke = (id: string) =>
    request("DELETE", `/api/admin/invitations?invitation=${encodeURIComponent(id)}`);
  return (
    <section>
      <h2>{say("admin.invitations")}</h2>
      <form
        class="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          perform(async () => setLink(await post("/api/admin/invitations", { uses, days })));
        }}
      >
        <NumberField
          label={say("admin.uses")}
          value={uses}
          min={1}
          max={MAX_USES}
          onChange={setUses}
        />
        <NumberField
          label={say("admin.days")}
          value={days}
          min={1}
          max={MAX_DAYS}
          onChange={setDays}
        />
        <button type="submit" class="button main">{say("admin.invite")}</button>
      </form>
      <LinkNotice link={link} />
      <List resource={invitations} empty={say("admin.invitations.none")}>
        {({ id, kind, subject, uses, expires, maker }) => (
          <li key={id}>
            <span>
              {kind === "table"
                ? say("admin.invitation.table", { table: subject })
                : say("admin.invitation.house")}
              {maker && ` · ${maker}`}
            </span>
            <small>
              {say("admin.invitation.left", { count: uses, time: dateTime(expires) })}
            </small>
            <button type="button" class="button" onClick={() => perform(() => revoke(id))}>
              {say("admin.revoke")}
            </button>
          </li>
        )}
      </List>
    </section>
  );
}
