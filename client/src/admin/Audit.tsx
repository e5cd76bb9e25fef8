/** What hosts and commands have done. */

import { useResource } from "../house/resources.ts";
import { get } from "../wire/http.ts";
import type { AuditEntry } from "../wire/types.ts";
import { isWordKey, say } from "../words.ts";
import type { SectionProps } from "./Admin.tsx";
import { dateTime, List } from "./parts.tsx";

export function Audit({ version }: Pick<SectionProps, "version">) {
  const audit = useResource(`audit ${version}`, () => get<AuditEntry[]>("/api/admin/audit"));
  return (
    <section>
      <h2>{say("admin.audit")}</h2>
      <List resource={audit} empty={say("admin.audit.none")}>
        {({ id, at, who, action, subject }) => (
          <li key={id}>
            <span>{[actionName(action), subject].filter(Boolean).join(" · ")}</span>
            <small>{who} · {dateTime(at)}</small>
          </li>
        )}
      </List>
    </section>
  );
}

function actionName(action: string): string {
  const key = `admin.action.${action}`;
  return isWordKey(key) ? say(key) : action;
}
