/** The page of public tables. */

import { say } from "../words.ts";
import { PageLayout } from "./PageLayout.tsx";
import { type TableListing, useBoxes, useLobby, useTables } from "./resources.ts";
import { Await, Empty } from "./States.tsx";
import { TableList } from "./TableList.tsx";

export function Watch() {
  const lobby = useLobby();
  const over = useTables("status=over");
  return (
    <PageLayout title={say("nav.watch")}>
      <h1>{say("watch.title")}</h1>
      <Await resource={lobby} lines={5}>
        {({ waiting, playing }) => (
          <>
            {waiting.tables.length + playing.tables.length === 0 && (
              <Empty>{say("watch.none")}</Empty>
            )}
            <Tables title={say("watch.waiting")} listing={waiting} />
            <Tables title={say("watch.playing")} listing={playing} />
            {over.state === "ready" && <Tables title={say("watch.over")} listing={over.value} />}
          </>
        )}
      </Await>
    </PageLayout>
  );
}

function Tables({ title, listing }: { readonly title: string; readonly listing: TableListing }) {
  const boxes = useBoxes();
  return listing.tables.length > 0 && (
    <section>
      <h2>{title}</h2>
      <TableList {...listing} boxes={boxes.state === "ready" ? boxes.value : []} />
    </section>
  );
}
