/** Tables anybody may look at. */

import { say } from "../words.ts";
import { Frame } from "./Frame.tsx";
import { useBoxes, useTables } from "./load.ts";
import { Empty, Shown } from "./States.tsx";
import { TableList } from "./TableList.tsx";

const CHAPTERS = ["waiting", "playing", "over"] as const;

export function Watch() {
  const boxes = useBoxes();
  const tables = useTables("public");
  return (
    <Frame title={say("way.watch")}>
      <h1>{say("watch.title")}</h1>
      <Shown loaded={tables} lines={5}>
        {(all) =>
          all.length
            ? CHAPTERS.map((status) => {
              const found = all.filter((table) => table.status === status);
              return found.length > 0 && (
                <section key={status}>
                  <h2>{say(`watch.${status}`)}</h2>
                  <TableList tables={found} boxes={boxes.state === "ready" ? boxes.value : []} />
                </section>
              );
            })
            : <Empty>{say("watch.none")}</Empty>}
      </Shown>
    </Frame>
  );
}
