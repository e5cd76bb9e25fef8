/** What people report to the host. */

import { useResource } from "../house/resources.ts";
import { get, post } from "../wire/http.ts";
import type { Report } from "../wire/types.ts";
import { say } from "../words.ts";
import type { SectionProps } from "./Admin.tsx";
import { dateTime, List } from "./parts.tsx";

export function Reports({ version, perform }: SectionProps) {
  const reports = useResource(
    `reports ${version}`,
    () => get<readonly Report[]>("/api/admin/reports"),
  );
  return (
    <section>
      <h2>{say("admin.reports")}</h2>
      <List resource={reports} empty={say("admin.reports.none")}>
        {(report) => (
          <li key={report.id}>
            <span>
              {say("admin.reports.line", {
                reporter: report.reporter_name,
                person: report.person_name,
              })}
              {report.quote && <q>{report.quote}</q>}
              <br />
              {report.reason}
            </span>
            <small>{dateTime(report.at)}</small>
            {report.handled ? <small>{say("admin.reports.handled")}</small> : (
              <>
                {report.table_id && (
                  <button
                    type="button"
                    class="button danger"
                    onClick={() =>
                      perform(() => post(`/api/admin/tables/${report.table_id}/close`))}
                  >
                    {say("admin.close")}
                  </button>
                )}
                <button
                  type="button"
                  class="button danger"
                  onClick={() =>
                    perform(() => post("/api/admin/bans", { name: report.person_name }))}
                >
                  {say("admin.ban")}
                </button>
                <button
                  type="button"
                  class="button"
                  onClick={() => perform(() => post(`/api/admin/reports/${report.id}/handle`))}
                >
                  {say("admin.reports.handle")}
                </button>
              </>
            )}
          </li>
        )}
      </List>
    </section>
  );
}
