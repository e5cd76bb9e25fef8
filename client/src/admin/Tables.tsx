/** All tables: close them, and mend those that are broken. */

import { useState } from "preact/hooks";
import { useResource } from "../house/resources.ts";
import { Empty } from "../house/States.tsx";
import { download, get, post } from "../wire/http.ts";
import type { AdminTable, AdminTables, BrokenTable } from "../wire/types.ts";
import { say, type WordKey } from "../words.ts";
import type { SectionProps } from "./Admin.tsx";
import { dateTime, List } from "./parts.tsx";

export function Tables({ version, perform }: SectionProps) {
  const tables = useResource(
    `tables ${version}`,
    async () => (await get<AdminTables>("/api/admin/tables")).tables,
  );
  const [broken, setBroken] = useState<readonly BrokenTable[] | null>(null);
  const check = async () => setBroken(await post<BrokenTable[]>("/api/admin/tables/check"));
  const mend = (table: string, cut: boolean) =>
    perform(async () => {
      await post(`/api/admin/tables/${table}/mend`, { cut });
      await check();
    });
  return (
    <section>
      <h2>{say("admin.tables")}</h2>
      <List resource={tables} empty={say("admin.tables.none")}>
        {(one) => <TableRow key={one.table} table={one} perform={perform} />}
      </List>
      <button type="button" class="button" onClick={() => perform(check)}>
        {say("admin.check")}
      </button>
      {broken?.length === 0 && <Empty>{say("admin.check.none")}</Empty>}
      {broken !== null && broken.length > 0 && (
        <>
          <h3>{say("admin.broken")}</h3>
          <p>{say("admin.broken.line")}</p>
          <ul class="admin-list">
            {broken.map(({ table, reason }) => (
              <li key={table}>
                <span>{table}</span>
                <small>{reason}</small>
                <div class="row" role="group" aria-label={say("admin.actions", { name: table })}>
                  <button
                    type="button"
                    class="button"
                    onClick={() =>
                      perform(() =>
                        download(`/api/admin/tables/${table}/log`, `${table}.log.jsonl`)
                      )}
                  >
                    {say("admin.log")}
                  </button>
                  <button type="button" class="button" onClick={() => mend(table, true)}>
                    {say("admin.cut")}
                  </button>
                  <button type="button" class="button danger" onClick={() => mend(table, false)}>
                    {say("admin.close")}
                  </button>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function TableRow({ table: one, perform }: {
  readonly table: AdminTable;
  readonly perform: SectionProps["perform"];
}) {
  const { table, game, status, names, changed } = one;
  const isOpen = status === "waiting" || status === "playing";
  return (
    <li>
      <span>
        <a href={`/table/${table}`}>{game} · {table}</a>
        {names.length > 0 && ` · ${names.join(", ")}`}
      </span>
      <small>{say(`admin.status.${status}` as WordKey)} · {dateTime(changed)}</small>
      {isOpen && (
        <button
          type="button"
          class="button danger"
          aria-label={say("admin.close-one", { table })}
          onClick={() => perform(() => post(`/api/admin/tables/${table}/close`))}
        >
          {say("admin.close")}
        </button>
      )}
    </li>
  );
}
