/** The games in progress that are passed around on this device. */

import { useEffect, useState } from "preact/hooks";
import { deviceTables } from "../hotseat/deviceTables.ts";
import { get } from "../wire/http.ts";
import type { Box, ListedTable, TablePage } from "../wire/types.ts";
import { say } from "../words.ts";
import { TableList } from "./TableList.tsx";

export function DeviceTables({ boxes }: { readonly boxes: readonly Box[] }) {
  const [tables, setTables] = useState<readonly ListedTable[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void inProgress().then((found) => isCurrent && setTables(found), () => {}); // none while offline
    return () => void (isCurrent = false);
  }, []);
  return tables.length > 0 && (
    <section class="home-tables" aria-labelledby="on-this-device">
      <h2 id="on-this-device">{say("pass.games")}</h2>
      <TableList tables={tables} boxes={boxes} />
    </section>
  );
}

/** As the first companion of each table has them; whose turn it is, the table says. */
async function inProgress(): Promise<readonly ListedTable[]> {
  const known = deviceTables();
  const firsts = new Set(Object.values(known).flatMap(([first]) => first ?? []));
  const pages = await Promise.all(
    [...firsts].map((first) =>
      get<TablePage>(`/api/tables?mine=1&status=waiting,playing&companion=${first}`)
    ),
  );
  const found = pages.flatMap(({ tables }) => tables).filter(({ table }) => table in known);
  return found.map((table) => ({ ...table, you: -1 }));
}
