/** The page of public tables. */

import { say } from "../words.ts";
import { PageLayout } from "./PageLayout.tsx";
import { useBoxes, useTables } from "./resources.ts";
import { Await, Empty } from "./States.tsx";
import { TableList } from "./TableList.tsx";

const STATUSES = ["waiting", "playing", "over"] as const;

export function Watch() {
  const boxes = useBoxes();
  const tables = useTables("public");
  return (
    <PageLayout title={say("nav.watch")}>
      <h1>{say("watch.title")}</h1>
      <Await resource={tables} lines={5}>
        {(all) =>
          all.length
            ? STATUSES.map((status) => {
              const found = all.filter((table) => table.status === status);
              return found.length > 0 && (
                <section key={status}>
                  <h2>{say(`watch.${status}`)}</h2>
                  <TableList tables={found} boxes={boxes.state === "ready" ? boxes.value : []} />
                </section>
              );
            })
            : <Empty>{say("watch.none")}</Empty>}
      </Await>
    </PageLayout>
  );
}
